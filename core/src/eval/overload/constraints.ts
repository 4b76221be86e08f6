// Constraints of templates ([temp.constr]): `requires` clauses and concepts. Whether they hold for template arguments,
// and which of two templates is the more constrained one (subsumption). Of disjunctions nothing is concluded.
import { isRecord } from '../../base/record';
import { conceptParts, concepts } from '../../builtins/cute/concepts';
import { isNode } from '../../ir/walk';
import type { Expr, Func, Let, Name, TemplateParam } from '../../ir/program';
import { lookupName } from '../names/names';
import { evaluate } from '../state/evaluator';
import type { Machine } from '../state/machine';
import type { Scope } from '../values/entities';
import { isAuto } from '../values/declared-types';
import { truth } from '../values/truth';
import { isSubstitutionFailure } from '../values/unknown';
import { withoutPack } from './deduced-types';
import { ownTemplateParams } from './templates';

/** A template with what constrains it. */
export interface Constrained {
  readonly params: readonly TemplateParam[];
  readonly requires: readonly Expr[] | undefined;
  readonly scope: Scope;
}

/** Whether the constraints hold for the template arguments that `scope` binds; undefined where that is not known. */
export function satisfied(
  m: Machine,
  params: readonly TemplateParam[],
  requires: readonly Expr[] | undefined,
  scope: Scope,
): boolean | undefined {
  let sure: boolean | undefined = true;
  for (const constraint of constraintsOf({ params, requires, scope })) {
    const value = m.silently(() => m.aside('unevaluated', constraint.span, () => evaluate(m, constraint, scope)));
    const holds = isSubstitutionFailure(value) ? false : truth(value);
    if (holds === false) return false;
    if (holds === undefined) sure = undefined;
  }
  return sure;
}

/** What `requires` asks of a function, and `C auto x` of the type that is deduced for x ([dcl.fct]/22). That type has
 *  the name of `typeOfAuto`. */
export function askedOf({ params, requires = none }: Func): readonly Expr[] {
  if (!params.some(({ constraint }) => constraint)) return requires;
  const ofAutos = params.flatMap(({ constraint }, i): Expr[] => {
    if (constraint?.is !== 'Name' && constraint?.is !== 'Scope') return constraint ? [constraint] : [];
    const own: Expr = { is: 'Name', id: typeOfAuto(i), span: constraint.span };
    return [{ ...constraint, args: [own, ...(constraint.args ?? [])] }];
  });
  return [...ofAutos, ...requires];
}

const none: readonly Expr[] = [];

/** The template parameter that the type `auto` of a parameter is. */
export function typeOfAuto(index: number): string {
  return `#auto${index}`;
}

/** The constraints of a template: `template <C T>` asks `C<T>`, and `template <C... T>` asks it of each. */
function constraintsOf({ params, requires, scope }: Constrained): readonly Expr[] {
  const ofParams = params.flatMap((param): Expr[] => {
    const { type, name } = param;
    if (name === undefined || (type?.is !== 'Name' && type?.is !== 'Scope')) return [];
    if (!isConstrainedType(param, scope)) return [];
    const own: Expr = { is: 'Name', id: name, span: param.nameSpan ?? type.span };
    const asked: Expr = { ...type, args: [own, ...(type.args ?? [])] };
    return [param.pack ? { is: 'Fold', op: '&&', pack: asked, left: false, span: type.span } : asked];
  });
  return requires ? [...ofParams, ...requires] : ofParams;
}

/** `template <C T>`: a type that a concept constrains. */
export function isConstrainedType({ kind, type }: TemplateParam, scope: Scope): boolean {
  if (kind !== 'value' || (type?.is !== 'Name' && type?.is !== 'Scope')) return false;
  return type.is === 'Name' ? conceptNamed(scope, type) !== undefined : isStandardConcept(type.id);
}

function isStandardConcept(id: string): boolean {
  return concepts.entries.has(id);
}

function conceptNamed(scope: Scope, e: Name): Let | undefined {
  const entity = lookupName(scope, e);
  return entity?.kind === 'variable-template' && entity.decl.concept ? entity.decl : undefined;
}

/** Positive where the first is more constrained, negative where the second is, 0 where neither
 *  ([temp.constr.order]). */
export function compareConstraints(a: Constrained, b: Constrained): number {
  const [left, right] = [atomsOf(a), atomsOf(b)];
  const covers = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
    [...other].every((atom) => one.has(atom));
  return Number(covers(left, right)) - Number(covers(right, left));
}

/** Whether two declarations ask the same, as far as their texts say. */
export function sameConstraints(a: Constrained, b: Constrained): boolean {
  const [left, right] = [a, b].map((one) => new Set([...atomsOf(one)].map(withoutPlace)));
  return left !== undefined && right?.size === left.size && [...left].every((atom) => right.has(atom));
}

function withoutPlace(atom: string): string {
  return atom.slice(atom.indexOf('\0') + 1);
}

/** Atomic constraints, each as a text: the expression of the concept that it comes from, with its arguments. */
function atomsOf(constrained: Constrained): ReadonlySet<string> {
  const own = new Map(constrained.params.map(({ name }, i): [string, string] => [name ?? '', `#${i}`]));
  const atoms = new Set<string>();
  for (const e of constraintsOf(constrained)) addAtoms(e, own, constrained.scope, atoms, 0);
  return atoms;
}

function addAtoms(e: Expr, names: ReadonlyMap<string, string>, scope: Scope, atoms: Set<string>, depth: number): void {
  if (e.is === 'Binary' && e.op === '&&') {
    addAtoms(e.left, names, scope, atoms, depth);
    addAtoms(e.right, names, scope, atoms, depth);
    return;
  }
  if (e.is === 'Scope' && e.args && isStandardConcept(e.id)) {
    addStandard(e.id, e.args.map((arg) => spelledWith(arg, names)).join(), atoms);
    return;
  }
  const concept = e.is === 'Name' && e.args ? conceptNamed(scope, e) : undefined;
  if (!concept || e.is !== 'Name' || concept.init.how !== 'copy' || depth > 16) {
    // Two expressions that are written alike are one constraint only where they are the same expression.
    atoms.add(`${e.span.file}:${e.span.start}\0${spelledWith(e, names)}`);
    return;
  }
  const args = (e.args ?? []).map((arg) => spelledWith(arg, names));
  const inner = new Map(
    (concept.templateParams ?? []).map(({ name }, i): [string, string] => [name ?? '', args[i] ?? '']),
  );
  addAtoms(concept.init.value, inner, scope, atoms, depth + 1);
}

/** A concept of the standard library with those that it is made of. */
function addStandard(id: string, args: string, atoms: Set<string>): void {
  atoms.add(`std::${id}<${args}>`);
  for (const part of conceptParts.get(id) ?? []) addStandard(part, args, atoms);
}

/** The text of an expression with its template parameters replaced by their arguments. */
function spelledWith(e: Expr, names: ReadonlyMap<string, string>): string {
  const own = e.is === 'Name' && !e.args ? names.get(e.id) : undefined;
  if (own !== undefined) return own;
  return JSON.stringify(e, (key, part: unknown) => {
    if (key === 'span' || key === 'idSpan' || key === 'nameSpan') return undefined;
    return isRecord(part) && isNode(part) && part.is === 'Name' ? (names.get(part.id) ?? part) : part;
  });
}

/** The template parameters of a function, with those that `auto` invents ([dcl.fct]/22). */
export function paramsWithAutos(decl: Func): readonly TemplateParam[] {
  const invented = decl.params.flatMap(({ type, pack }, i): TemplateParam[] =>
    isAuto(withoutPack(type)) ? [{ kind: 'type', name: typeOfAuto(i), pack }] : [],
  );
  return [...ownTemplateParams(decl), ...invented];
}

/** `auto const*` with a name for what `auto` is. */
export function withNamedAuto(type: Expr, name: string): Expr {
  if (type.is === 'Wrap') return { ...type, of: withNamedAuto(type.of, name) };
  return type.is === 'Name' && type.id === 'auto' ? { ...type, id: name } : type;
}
