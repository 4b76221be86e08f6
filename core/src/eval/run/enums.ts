// Declarations of enumerations ([dcl.enum]): the enumerators become variables of their scope, and of the scope around
// that of an unscoped one.
import { dyn, hole } from '../../algebra/leaf';
import { exactOf } from '../../algebra/wide';
import type { Span } from '../../base/span';
import { binary } from '../../builtins/operators';
import type { Enum, UsingEnum } from '../../ir/program';
import type { Callable, Value } from '../../values/value';
import { qualifier } from '../names/names';
import { guarded } from '../state/algebra-guard';
import { convert, evaluate, typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { promoted } from '../types/arithmetic';
import { VarCell } from '../values/cells';
import { type Entity, Scope } from '../values/entities';
import { enumerator } from '../values/enumerations';
import { isTuple, isUnknown } from '../values/inspect';
import { callable } from '../values/kinds';
import { asNumber } from '../values/truth';

export function declareEnum(m: Machine, s: Enum, scope: Scope): void {
  const inner = enumerationScope(m, s, scope);
  const { enumeration } = inner;
  // Before the closing brace, enumerators are numbers of the type that is written, or of that of what they are given
  // ([dcl.enum]/5).
  const within = enumeration ? new Scope(inner) : inner;
  let next: Value = dyn(0);
  const declared: { readonly name: string; readonly cell: VarCell; readonly plain: Value }[] = [];
  for (const member of s.members) {
    const given: Value = member.value ? evaluate(m, member.value, within) : next;
    const fixed = inner.fixed ? inner.underlying : undefined;
    const plain: Value = fixed ? convert(m, given, fixed, true, member.name) : given;
    const value = enumeration ? enumerator(fixed ? plain : promoted(plain), enumeration) : given;
    const cell = new VarCell(member.name, value, true);
    const entity: Entity = { kind: 'variable', cell, at: member.span, prvalue: true };
    inner.names.set(member.name, entity);
    if (within !== inner) within.names.set(member.name, { ...entity, cell: new VarCell(member.name, plain, true) });
    if (!s.scoped) scope.names.set(member.name, entity);
    declared.push({ name: member.name, cell, plain });
    next = isUnknown(plain) ? plain : following(m, plain, member.span);
  }
  if (enumeration && !inner.fixed) settleType(m, inner, enumeration, declared);
  if (s.name !== undefined) scope.names.set(s.name, { kind: 'namespace', scope: inner });
}

/** `using enum Mode;`: the enumerators are names of this scope, too ([enum.udecl]). */
export function useEnumerators(m: Machine, { name, span }: UsingEnum, scope: Scope): void {
  if (name.is !== 'Name' && name.is !== 'Scope') return;
  const of = qualifier(m, name, scope, (e, inner) => evaluate(m, e, inner));
  if (of.kind !== 'scope') return;
  for (const [id, entity] of of.scope.names) {
    scope.names.set(id, entity);
    if (!scope.owner) scope.declaredFrom(id, { file: span.file, start: span.end, end: span.end });
  }
}

/** The scope of the enumerators; that of an earlier declaration of the same enumeration. */
function enumerationScope(m: Machine, s: Enum, scope: Scope): Scope {
  const had = s.name === undefined ? undefined : scope.own(s.name);
  if (had?.kind === 'namespace' && had.scope.enumeration && had.scope.names.size === 0) return had.scope;
  const inner = new Scope(scope, s.name);
  const underlying = underlyingOf(m, s, scope);
  inner.fixed = s.underlying !== undefined || s.scoped === true;
  inner.scoped = s.scoped;
  if (!underlying) return inner;
  inner.underlying = underlying;
  const path = s.name ?? 'unnamed enumeration';
  inner.enumeration = callable(path, { kind: 'namespace', path, scope: inner });
  return inner;
}

/** The value of an enumerator that is given none: one more than the one before, in a type that holds it. */
function following(m: Machine, plain: Value, at: Span): Value {
  const before = promoted(plain);
  const n = asNumber(before);
  const isFull = !isTuple(before) && before.is === 'dynamic' && before.bits === 32 && !before.unsigned;
  if (isFull && n === mostInt) return convert(m, dyn(n + 1), hole(32, true));
  return guarded(m, at, () => binary('+', before, dyn(1)));
}

const mostInt = 0x7fffffff;

/** The type in which enumerators count whose type is not written: the first that holds all of them, and the values
 *  between ([conv.prom]/3). */
function settleType(
  m: Machine,
  scope: Scope,
  enumeration: Callable,
  declared: readonly { readonly name: string; readonly cell: VarCell; readonly plain: Value }[],
): void {
  const numbers = declared.map(({ plain }) => exactNumber(plain));
  const known = numbers.filter((n) => n !== undefined);
  const [least, most] = known.reduce(([low, high], n) => [n < low ? n : low, n > high ? n : high], [0n, 0n]);
  const fits = (low: bigint, high: bigint): boolean => low <= least && most <= high;
  const type = fits(-(2n ** 31n), 2n ** 31n - 1n)
    ? hole()
    : fits(0n, 2n ** 32n - 1n)
      ? hole(32, true)
      : fits(-(2n ** 63n), 2n ** 63n - 1n)
        ? hole(64)
        : hole(64, true);
  scope.underlying = type;
  for (const [i, { name, cell, plain }] of declared.entries())
    if (numbers[i] !== undefined) cell.set(enumerator(convert(m, plain, type, true, name), enumeration));
}

function exactNumber(value: Value): bigint | undefined {
  if (!isTuple(value) && value.is === 'dynamic') return exactOf(value);
  const n = asNumber(value);
  return n === undefined || !Number.isSafeInteger(n) ? undefined : BigInt(n);
}

/** The type that holds the enumerators; not known for one that the program leaves to the compiler and fills beyond
 *  `int`. */
function underlyingOf(m: Machine, s: Enum, scope: Scope): Value | undefined {
  if (!s.underlying) return hole();
  const example = typeExample(m, s.underlying, scope);
  return isUnknown(example) ? undefined : example;
}
