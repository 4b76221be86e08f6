// Enumerations and their values ([dcl.enum], [conv.prom]/3). A value is a run-time integer that carries its enumeration
// until something is computed from it; the type is the enumeration as it is named. Pure functions.
import { dyn, hole, type Dynamic, withNarrow } from '../../algebra/leaf';
import { isScalar } from '../../values/scalars';
import type { Callable, Value } from '../../values/value';
import type { Cell } from './cells';
import type { Scope } from './entities';
import { isTuple, isUnknown } from './inspect';
import { targetOf, underlyingType } from './kinds';

function scopeOf(value: Value): Scope | undefined {
  const target = targetOf(value);
  return target?.kind === 'namespace' && target.scope?.underlying ? target.scope : undefined;
}

/** The enumeration that a type is; undefined for other types. */
export function enumerationOf(example: Value): Callable | undefined {
  return scopeOf(example)?.enumeration;
}

/** The enumeration of which a value is one. */
export function enumerationOfValue(value: Value): Callable | undefined {
  return !isTuple(value) && value.is === 'dynamic' && typeof value.narrow === 'object' ? value.narrow : undefined;
}

/** Whether a variable is the enumerator of a name, and no variable of the enumeration's type. */
export function isEnumerator(cell: Cell, name: string): boolean {
  const enumeration = enumerationOfValue(cell.read());
  const entity = enumeration && scopeOf(enumeration)?.own(name);
  return entity?.kind === 'variable' && entity.cell === cell;
}

export function isScoped(enumeration: Callable): boolean {
  return scopeOf(enumeration)?.scoped === true;
}

/** Whether its underlying type is written, or follows from `enum class`. */
export function isFixed(enumeration: Callable): boolean {
  return scopeOf(enumeration)?.fixed === true;
}

/** The type in which the values of an enumeration count, by example. */
export function promotedEnumeration(enumeration: Callable): Dynamic {
  const type = underlyingType(enumeration);
  return !isTuple(type) && type.is === 'dynamic' ? withNarrow(type, undefined) : hole();
}

/** Some value of a type by example: those of an enumeration are numbers that carry it. */
export function someValue(example: Value): Value {
  const enumeration = enumerationOf(example);
  return enumeration ? enumerator(promotedEnumeration(enumeration), enumeration) : example;
}

/** A number as a value of an enumeration. */
export function enumerator(number: Value, enumeration: Callable): Value {
  if (isTuple(number)) return number;
  const type = enumerationOf(enumeration) ?? enumeration;
  if (number.is === 'dynamic') return withNarrow(number, type);
  if (isScalar(number) && number.n !== undefined) return { ...dyn(number.n), narrow: type };
  return isUnknown(number) && number.type === undefined ? { ...number, type } : number;
}

/** A value of an enumeration as the number that it counts as; any other value unchanged. */
export function withoutEnumeration(value: Value): Value {
  return enumerationOfValue(value) && !isTuple(value) && value.is === 'dynamic' ? withNarrow(value, undefined) : value;
}
