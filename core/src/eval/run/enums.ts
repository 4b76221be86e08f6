// Declarations of enumerations ([dcl.enum]): the enumerators become variables of their scope, and of the scope around
// that of an unscoped one.
import { dyn, hole } from '../../algebra/leaf';
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
import { isUnknown } from '../values/inspect';
import { callable } from '../values/kinds';
import { asNumber } from '../values/truth';

export function declareEnum(m: Machine, s: Enum, scope: Scope): void {
  const inner = enumerationScope(m, s, scope);
  const { enumeration } = inner;
  // Before the closing brace, enumerators of a fixed type are numbers of that type ([dcl.enum]/5).
  const within = inner.fixed && inner.underlying ? new Scope(inner) : inner;
  let next: Value = dyn(0);
  for (const member of s.members) {
    const given: Value = member.value ? evaluate(m, member.value, within) : next;
    const value: Value = enumeration ? enumerated(m, given, inner, enumeration, member.name) : given;
    const cell = new VarCell(member.name, value, true);
    const entity: Entity = { kind: 'variable', cell, at: member.span, prvalue: true };
    inner.names.set(member.name, entity);
    if (within !== inner && inner.underlying) {
      const plain = convert(m, given, inner.underlying, true, member.name);
      within.names.set(member.name, { ...entity, cell: new VarCell(member.name, plain, true) });
    }
    if (!s.scoped) scope.names.set(member.name, entity);
    next = isUnknown(value) ? value : guarded(m, member.span, () => binary('+', promoted(value), dyn(1)));
  }
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

/** What an enumerator stands for. Where no underlying type is written, it is one that holds all values. */
function enumerated(m: Machine, given: Value, scope: Scope, enumeration: Callable, name: string): Value {
  if (scope.fixed && scope.underlying) return enumerator(convert(m, given, scope.underlying, true, name), enumeration);
  const n = asNumber(given);
  const isWide = n !== undefined && (n > 0x7fffffff || n < -0x80000000);
  if (isWide) scope.underlying = n >= 0 && n <= 0xffffffff ? hole(32, true) : hole(64);
  return enumerator(promoted(given), enumeration);
}

/** The type that holds the enumerators; not known for one that the program leaves to the compiler and fills beyond
 *  `int`. */
function underlyingOf(m: Machine, s: Enum, scope: Scope): Value | undefined {
  if (!s.underlying) return hole();
  const example = typeExample(m, s.underlying, scope);
  return isUnknown(example) ? undefined : example;
}
