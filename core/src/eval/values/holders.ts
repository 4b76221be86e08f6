// Objects of C++'s library that hold another value or refer to a variable: `reference_wrapper`, `optional`. Says what
// they hold; their member functions are in library/holders.ts.
import { dyn } from '../../algebra/leaf';
import type { Struct, Value } from '../../values/value';
import { type Cell, partOf } from './cells';
import { isTuple } from './inspect';
import { callable, targetOf } from './kinds';
import { type Pointed, saidOf } from './qualifiers';

function holder(name: string, fields: readonly (readonly [string, Value])[]): Struct {
  return { is: 'struct', name, cls: undefined, fields: new Map(fields) };
}

/** `std::ref(x)`, and `std::cref(x)`; `said`: what its type says of x. */
export function reference(cell: Cell, said: Pointed = {}): Struct {
  const target = { kind: 'address', cell, as: 'reference', ...saidOf(said) } as const;
  return holder('reference_wrapper', [['#ref', callable(`&${cell.name}`, target)]]);
}

/** What the type of a `reference_wrapper` says of its variable. */
export function saidByReference(value: Value): Pointed {
  const target = isHolder(value, 'reference_wrapper') ? targetOf(value.fields.get('#ref') ?? value) : undefined;
  return target?.kind === 'address' ? saidOf(target) : {};
}

/** `std::optional<T>`, of the type alone. */
export function optionalOf(element: Value): Struct {
  return holder('optional', [
    ['#type', { is: 'type', of: element }],
    ['#has', dyn(0)],
  ]);
}

/** `std::nullopt`. */
export const nothing: Struct = holder('nullopt_t', []);

export interface Holder<Name extends string> extends Struct {
  readonly name: Name;
}

export function isHolder<Name extends string>(value: Value, name: Name): value is Holder<Name> {
  return !isTuple(value) && value.is === 'struct' && value.cls === undefined && value.name === name;
}

export function isOptional(value: Value): value is Holder<'optional'> {
  return isHolder(value, 'optional');
}

/** What an optional is made of: a tuple is one value where it holds tuples, and the parts of a list otherwise. */
export function heldArguments(example: Struct, value: readonly Value[]): readonly Value[] {
  const type = example.fields.get('#type');
  const holds = type !== undefined && !isTuple(type) && type.is === 'type' ? type.of : undefined;
  if (holds === undefined || !isTuple(holds)) return value;
  const [only, ...others] = value;
  const isList =
    others.length === 0 && only !== undefined && isTuple(only) && !(holds.length === 1 && isTuple(holds[0] ?? only));
  return [isList ? only : value];
}

/** The variable that a `reference_wrapper` refers to, or that an `optional` holds. */
export function held(value: Value, place: Cell | undefined): Cell | undefined {
  if (isHolder(value, 'reference_wrapper')) {
    const target = targetOf(value.fields.get('#ref') ?? value);
    return target?.kind === 'address' ? target.cell : undefined;
  }
  return isOptional(value) && place && value.fields.has('#value') ? partOf(place, '#value') : undefined;
}

/** The object that a `reference_wrapper` refers to; any other value unchanged. */
export function unwrapped(value: Value): Value {
  return isHolder(value, 'reference_wrapper') ? (held(value, undefined)?.read() ?? value) : value;
}

/** A tuple as it is shown: elements that are references as what they refer to now. */
export function referredValues(value: Value): Value {
  if (!isTuple(value) || !value.some((part) => isHolder(part, 'reference_wrapper'))) return value;
  return value.map(unwrapped);
}

/** `std::reference_wrapper<T>`, of the type alone. */
export const anyReference: Struct = holder('reference_wrapper', []);
