// Alias templates are transparent ([temp.alias]/2): `Same<T>` is `Pair<T, T>` where template arguments are deduced and
// templates are ordered. An alias that ignores one of its arguments, or whose own names mean something else where it is
// used, is left as it is written.
import { remembered } from '../../base/remembered';
import type { Alias, Expr } from '../../ir/program';
import { namesOf, namesOneOf, walk } from '../../ir/walk';
import { lookup, lookupName } from '../names/names';
import type { Scope } from '../values/entities';

/** A type as it is written, with the alias templates in it replaced by what they stand for. `own` are the template
 *  parameters of what is declared with it. */
export function withoutAliases(type: Expr, scope: Scope, own: { has(name: string): boolean }): Expr {
  return hasTemplateId(type) ? replaced(type, scope, own, 0) : type;
}

const hasTemplateId = remembered((type: Expr) =>
  walk(type, (node) => (node.is === 'Name' && node.args ? 'end' : undefined)),
);

const deepest = 16;

function replaced(type: Expr, scope: Scope, own: { has(name: string): boolean }, depth: number): Expr {
  if (depth > deepest) return type;
  const inside = (e: Expr): Expr => replaced(e, scope, own, depth + 1);
  switch (type.is) {
    case 'Wrap':
      return changed(type, type.of, inside(type.of), (of) => ({ ...type, of }));
    case 'Expand':
      return changed(type, type.of, inside(type.of), (of) => ({ ...type, of }));
    case 'Name': {
      if (!type.args || own.has(type.id)) return type;
      const args = type.args.map(inside);
      const entity = lookupName(scope, type);
      const meant =
        entity?.kind === 'alias-template' ? meaning(entity.decl, args, entity.scope, scope, own) : undefined;
      if (meant) return inside(meant);
      return args.every((arg, i) => arg === type.args?.[i]) ? type : { ...type, args };
    }
    default:
      return type;
  }
}

function changed(type: Expr, before: Expr, after: Expr, made: (after: Expr) => Expr): Expr {
  return after === before ? type : made(after);
}

/** What an alias template stands for with these arguments. */
function meaning(
  { type, templateParams }: Alias,
  args: readonly Expr[],
  from: Scope,
  scope: Scope,
  own: { has(name: string): boolean },
): Expr | undefined {
  if (templateParams.some(({ pack }) => pack) || args.length > templateParams.length) return undefined;
  if (args.some(({ is }) => is === 'Expand')) return undefined;
  const names = new Map<string, Expr>();
  for (const [i, param] of templateParams.entries()) {
    const arg = args[i] ?? (param.default && substituted(param.default, names));
    if (param.name === undefined || !arg) return undefined;
    names.set(param.name, arg);
  }
  const used = namesOf(type);
  if (![...names.keys()].every((name) => used.has(name))) return undefined;
  for (const name of used)
    if (!names.has(name) && (own.has(name) || lookup(from, name) !== lookup(scope, name))) return undefined;
  return substituted(type, names);
}

/** A type with its names replaced; undefined where it has a part that is not looked into. */
function substituted(e: Expr, names: ReadonlyMap<string, Expr>): Expr | undefined {
  switch (e.is) {
    case 'Name':
    case 'Scope': {
      const own = e.is === 'Name' && !e.args ? names.get(e.id) : undefined;
      if (own) return own;
      const of = e.is === 'Scope' && e.of ? substituted(e.of, names) : undefined;
      const args = e.args && substitutedEach(e.args, names);
      if ((e.args && !args) || (e.is === 'Scope' && e.of && !of)) return undefined;
      return { ...e, ...(of && { of }), ...(args && { args }) };
    }
    case 'Wrap': {
      const of = substituted(e.of, names);
      const size = e.size && substituted(e.size, names);
      return of && (size !== undefined || !e.size) ? { ...e, of, ...(size && { size }) } : undefined;
    }
    case 'Binary': {
      const [left, right] = [substituted(e.left, names), substituted(e.right, names)];
      return left && right && { ...e, left, right };
    }
    default:
      return namesOneOf(e, names) ? undefined : e;
  }
}

function substitutedEach(list: readonly Expr[], names: ReadonlyMap<string, Expr>): readonly Expr[] | undefined {
  const all = list.flatMap((one) => substituted(one, names) ?? []);
  return all.length === list.length ? all : undefined;
}
