// Evaluates argument lists, and expands parameter packs in them.
import { remembered } from '../../base/remembered';
import { say } from '../../base/say';
import { underscore } from '../../algebra/leaf';
import type { Span } from '../../base/span';
import type { Expr } from '../../ir/program';
import { walk } from '../../ir/walk';
import type { Qualifiers, Unknown, Value } from '../../values/value';
import { evaluate, locate, type Located } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { VarCell } from '../values/cells';
import { type Arg, type Entity, Scope } from '../values/entities';
import { isTuple } from '../values/inspect';
import { writtenOf } from '../values/qualifiers';
import { isStaticIntValue, numberOfConstant } from '../values/template-args';
import { illFormed, isSubstitutionFailure, isUnboundPack } from '../values/unknown';
import { lookup } from './names';

/** Values of an argument list, packs expanded. */
export function expandedArgs(m: Machine, args: readonly Expr[], scope: Scope): Value[] {
  const out: Value[] = [];
  for (const arg of args) {
    if (arg.is === 'Expand') out.push(...expandPack(m, arg.of, scope));
    else out.push(evaluate(m, arg, scope));
  }
  return out;
}

/** Expands `f(pack)...`: evaluates the pattern once for each element of the packs in it. `each` gets each result, and
 *  the scope in which the names of the packs mean that one element; false from it ends the expansion. */
export function expandPack(
  m: Machine,
  pattern: Expr,
  scope: Scope,
  each?: (located: Located, inner: Scope) => unknown,
): readonly Value[] {
  if (packsIn(pattern, scope).length === 0) {
    const value = evaluate(m, pattern, scope);
    const values = isTuple(value) ? value : [value];
    for (const one of values) each?.({ value: one, place: undefined }, scope);
    return values;
  }
  const unequal = unequalPacks(pattern, scope);
  if (unequal) {
    each?.({ value: unequal, place: undefined }, scope);
    return [unequal];
  }
  const unbound = m.hasOpenTypes ? unboundPackIn(pattern, scope) : undefined;
  const out: Value[] = [];
  for (const inner of packScopes(pattern, scope)) {
    const found = locate(m, pattern, inner);
    const located = unbound ? { value: unbound, place: undefined } : found;
    out.push(located.value);
    if (each?.(located, inner) === false) break;
  }
  return out;
}

/** What an expansion gives where nothing binds a pack in it: one value that stands for all elements. */
export function unboundPackIn(pattern: Expr, scope: Scope): Unknown | undefined {
  for (const { entity } of packsIn(pattern, scope)) {
    const [only] = entity.values;
    if (only !== undefined && isUnboundPack(only)) return only;
  }
  return undefined;
}

/** An expansion of packs that do not have the same length is ill-formed ([temp.variadic]/5). */
export function unequalPacks(pattern: Expr, scope: Scope): Unknown | undefined {
  const [first, ...others] = packsIn(pattern, scope).map(({ entity }) => entity.values);
  if (!first || others.every(({ length }) => length === first.length)) return undefined;
  if ([first, ...others].some(([only]) => only !== undefined && isUnboundPack(only))) return undefined;
  return illFormed('unsupported', say`the packs of this expansion have different lengths`, pattern.span);
}

/** The first of the arguments that stands for the elements of a pack that nothing binds. */
export function unboundAmong(args: readonly Arg[]): Unknown | undefined {
  for (const { value } of args) if (isUnboundPack(value)) return value;
  return undefined;
}

/** Whether a pattern has packs in it whose elements are known. */
export function namesPack(pattern: Expr, scope: Scope): boolean {
  return packsIn(pattern, scope).length > 0;
}

/** For each element of the packs in a pattern, the scope in which their names stand for that element. */
export function packScopes(pattern: Expr, scope: Scope): readonly Scope[] {
  const names = packsIn(pattern, scope);
  return Array.from({ length: names[0]?.entity.values.length ?? 0 }, (_, i) => {
    const inner = childScope(scope);
    for (const { id, entity } of names) inner.names.set(id, packElement(entity, i));
    return inner;
  });
}

function packElement(entity: Pack, i: number): Entity {
  const value = entity.values[i] ?? underscore;
  const cell = entity.cells?.[i];
  const { held: isHeld } = entity;
  const as = entity.asOfEach?.[i];
  if (cell)
    return {
      kind: 'variable',
      cell,
      at: undefined,
      pack: entity,
      ...written(entity.writtenOfEach?.[i] ?? entity.written),
      ...(isHeld && { held: isHeld }),
      ...(as && { as }),
    };
  if (!isTuple(value) && value.is === 'type')
    return { kind: 'type', of: value.of, at: undefined, pack: entity, ...written(writtenOf(value)) };
  // An argument of a template is a number of the type of its parameter.
  const held = isStaticIntValue(value) ? numberOfConstant(value) : value;
  return { kind: 'variable', cell: new VarCell('', held), at: undefined, pack: entity, prvalue: true };
}

/** The pack of a name, also where the name stands for one of its elements: inside an expansion, `sizeof...` and an
 *  inner expansion mean the whole pack. */
export function packNamed(scope: Scope, id: string): Pack | undefined {
  const entity = lookup(scope, id);
  if (entity?.kind === 'pack') return entity;
  const pack = entity?.kind === 'variable' || entity?.kind === 'type' ? entity.pack : undefined;
  return pack?.kind === 'pack' ? pack : undefined;
}

type Pack = Entity & { kind: 'pack' };

function written(qualifiers: Qualifiers | undefined): { readonly written?: Qualifiers } {
  return qualifiers ? { written: qualifiers } : {};
}

export function childScope(scope: Scope): Scope {
  return new Scope(scope);
}

/** The packs that an expansion of a pattern expands: not those of expansions inside it ([temp.variadic]/5). */
function packsIn(e: Expr, scope: Scope): { id: string; entity: Pack }[] {
  const found: { id: string; entity: Pack }[] = [];
  for (const id of namesExpanded(e)) {
    const entity = packNamed(scope, id);
    if (entity) found.push({ id, entity });
  }
  return found;
}

/** The names in a pattern that an expansion of it expands where they are packs. They follow from its text alone. */
const namesExpanded = remembered((e: Expr): readonly string[] => {
  const names = new Set<string>();
  walk(e, (node) => {
    if (node.is === 'Expand' || node.is === 'Fold' || (node.is === 'Sizeof' && node.op === 'sizeof...')) return 'over';
    if (node.is === 'Name') names.add(node.id);
    return undefined;
  });
  return [...names];
});

export function argsOf(m: Machine, args: readonly Expr[], scope: Scope): Arg[] {
  const out: Arg[] = [];
  for (const e of args) {
    if (e.is === 'Expand') {
      // Substitution ends with the first failure ([temp.deduct]/7): what comes after it is not instantiated.
      expandPack(m, e.of, scope, (located, inner) => {
        out.push(argOf(located, e.of, inner, e.span));
        return !(m.mode.unevaluated && isSubstitutionFailure(located.value));
      });
    } else {
      out.push(argOf(locate(m, e, scope), e, scope, e.span));
    }
  }
  return out;
}

/** What an expression gives as an argument. All arguments are made here, so that they have the same properties in the
 *  same order: engines read such objects faster. */
export function argOf({ value, place, category }: Located, e: Expr, scope: Scope, span: Span): Arg {
  return { value, cell: place, span, category, written: { expr: e, scope } };
}
