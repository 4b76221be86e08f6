// Arrays whose elements are known one by one: their types, reading and writing, pointers to their elements, and what is left of
// them where something may have changed them unseen. An array is a value, copied with the variable or the object it is in; a
// pointer to an element is the address of the cell of that element, so that what is written through it is seen.
import { dyn, withSign } from '../algebra/leaf';
import { spend } from '../base/meter';
import type { Span } from '../base/span';
import { maxElements } from '../values/scalars';
import type { Expr } from '../ir/program';
import type { ArrayValue, Pointer, Unknown, Value } from '../values/value';
import { convert, construct } from './construct';
import { outermostArray, partOf } from './entities';
import type { Cell, Scope } from './entities';
import { erase, identical, isList, isUnknown } from './inspect';
import { lostNumber } from './loops';
import type { Lost } from './merge';
import { unknown } from './unknown';
import type { Machine } from './machine';
import { callable, targetOf } from './names';
import { placeOf } from './places';
import { asNumber, assumptionsBehind } from './truth';

export function isArray(value: Value): value is ArrayValue {
  return !isList(value) && value.is === 'array';
}

// ---- Types and objects -------------------------------------------------------------------------------------------

/** `T x[N]` as a variable or a member holds it: its elements, where they are few and of a kind that layouts may come from. */
export function heldArray(type: Expr, example: Value, given?: number): Value {
  if (type.is === 'Wrap' && type.how === 'const') return heldArray(type.of, example, given);
  if (type.is !== 'Wrap' || type.how !== 'array') return example;
  return arrayOfPointer(example, given !== undefined, given) ?? example;
}

/** What it costs to make an element, which may be an object. */
const unitsOfElement = 32;

function arrayOfPointer(example: Value, keepsAll: boolean, given?: number): ArrayValue | undefined {
  if (isList(example) || example.is !== 'pointer' || example.length === undefined) return undefined;
  const length = asNumber(example.length) ?? given;
  const element = arrayOfPointer(example.element, keepsAll) ?? example.element;
  if (length === undefined || length > maxElements || isUnknown(element) || !(keepsAll || isOfInterest(element))) return undefined;
  return { is: 'array', of: 'c', element, elements: Array.from({ length }, () => element) };
}

function isOfInterest(element: Value): boolean {
  return isList(element) || ['dynamic', 'static', 'struct', 'array', 'layout'].includes(element.is);
}

/** An array of that type from a list, or from another array; what the list does not give is as `T{}`. */
export function constructArray(m: Machine, example: ArrayValue, args: readonly Value[], span: Span): Value {
  const [only] = args;
  if (args.length === 1 && only !== undefined && isArray(only) && !isArray(example.element)) return convertToArray(m, only, example, span);
  const given = args.length === 1 && only !== undefined && isList(only) && !isList(example.element) ? only : args;
  spend(unitsOfElement * example.elements.length);
  const { element } = example;
  if (given.length > example.elements.length || (isArray(element) && given.some((part) => !isList(part) && !isArray(part)))) return unknown('unsupported', 'the elements of this array are not given one by one', span);
  return { ...example, elements: example.elements.map((_, i) => elementOfType(m, given[i], element, span)) };
}

function elementOfType(m: Machine, given: Value | undefined, element: Value, span: Span): Value {
  return given === undefined ? construct(m, element, [], span) : convert(m, given, element);
}

/** A copy. */
export function convertToArray(m: Machine, value: Value, example: ArrayValue, span: Span, name = 'value'): Value {
  if (isList(value)) return constructArray(m, example, value, span);
  if (isUnknown(value)) return { ...example, elements: example.elements.map((_, i) => convert(m, value, example.element, false, `${name}[${i}]`)) };
  if (!isArray(value) || value.elements.length !== example.elements.length) return value;
  return { ...example, elements: value.elements.map((part, i) => convert(m, part, example.element, false, `${name}[${i}]`)) };
}

/** An array without an initialiser: numbers have no value yet. */
export function uninitialisedArray(example: ArrayValue, name: string, of: (element: Value, name: string) => Value): ArrayValue {
  spend(unitsOfElement * example.elements.length);
  const one = (element: Value, i: number): Value => (isArray(element) ? uninitialisedArray(element, `${name}[${i}]`, of) : of(element, `${name}[${i}]`));
  return { ...example, elements: example.elements.map(one) };
}

/** An array in memory that other threads write to as well. */
export function arrayInMemory(name: string, at: Span, example: ArrayValue): ArrayValue {
  const shared = { ...unknown('input', `${name} is in memory`, at, [name]), type: example.element };
  return { ...example, elements: example.elements.map(() => shared), shared };
}

// ---- Elements ----------------------------------------------------------------------------------------------------

/** Where the array is that `e` names: `a` itself, not the pointer to its first element that it turns into. */
export function arrayNamed(m: Machine, e: Expr, scope: Scope): Cell | undefined {
  const place = placeOf(m, e, scope);
  return place && isArray(place.read()) ? place : undefined;
}

/** What `e` gives where its value is not turned into a pointer: for `sizeof`, `decltype` and references. */
export function undecayed(m: Machine, e: Expr, value: Value, scope: Scope): Value {
  return targetOf(value)?.kind === 'address' ? (arrayNamed(m, e, scope)?.read() ?? pointerTo(value) ?? value) : value;
}

/** A C array is used as a pointer to its first element. */
export function decayed(m: Machine, e: Expr, value: Value, scope: Scope): Value {
  if (!isArray(value) || value.of !== 'c') return value;
  const place = placeOf(m, e, scope);
  if (place) return addressOfPart(m, partOf(place, 0));
  return storageOf(value, e.is === 'Member' ? e.id : undefined);
}

export function addressOfPart(m: Machine, cell: Cell): Value {
  m.addresses++;
  return callable(`&${cell.name}`, { kind: 'address', cell });
}

/** A pointer to elements that are no variable's. */
function storageOf({ element, elements }: ArrayValue, base: string | undefined): Pointer {
  return { is: 'pointer', space: 'generic', element, offset: dyn(0), length: dyn(elements.length), ...(base !== undefined && { base }) };
}

/** The element of a cell that an address leads to, `amount` elements on; undefined where that is no array's. */
export function movedAddress(m: Machine, address: Value, amount: number): Value | undefined {
  const cell = elementCell(address, amount);
  return cell && addressOfPart(m, cell);
}

/** Whether a value is the address of an array's element. */
export function isElementAddress(value: Value): boolean {
  const target = targetOf(value);
  return target?.kind === 'address' && target.cell.index !== undefined;
}

/** The cell `amount` elements after the one that an address leads to. */
export function elementCell(address: Value, amount: number): Cell | undefined {
  const target = targetOf(address);
  if (target?.kind !== 'address') return undefined;
  if (target.cell.whole === undefined || target.cell.index === undefined) return amount === 0 ? target.cell : undefined;
  const index = target.cell.index + amount;
  return Number.isInteger(index) && index >= 0 ? partOf(target.cell.whole, index) : undefined;
}

/** Elements from the second address to the first, where both lead into one array. */
export function distance(a: Value, b: Value): number | undefined {
  const [to, from] = [targetOf(a), targetOf(b)];
  if (to?.kind !== 'address' || from?.kind !== 'address' || to.cell.index === undefined || from.cell.index === undefined) return undefined;
  return to.cell.whole === from.cell.whole ? to.cell.index - from.cell.index : undefined;
}

/** `a[i]`. */
export function elementAt(m: Machine, array: ArrayValue, index: Value, name: string, at: Span): Value {
  const n = asNumber(index);
  const found = n === undefined ? undefined : array.elements[n];
  if (found !== undefined) return restingOn(found, assumptionsBehind(index));
  if (n !== undefined) return unknown('input', `index ${n} is outside of an array of ${array.elements.length}`, at);
  const [first] = array.elements;
  if (first !== undefined && array.elements.every((element) => identical(element, first))) return first;
  const why = `an element of \`${name}\` whose index is not known`;
  const { element } = array;
  if (!isList(element) && element.is === 'dynamic') return withSign(m.unknownInt(`${name}[]`, why, 'input', at, element.bits), element.unsigned);
  return { ...unknown('input', why, at, [name]), type: element };
}

/** A number that an index chose rests on what the index rests on: another thread finds another one. */
export function restingOn(value: Value, ids: readonly number[]): Value {
  if (isList(value) || value.is !== 'dynamic' || ids.length === 0) return value;
  return { ...value, from: [...new Set([...(value.from ?? []), ...ids])].sort((a, b) => a - b) };
}

/** What an array holds once an element is set at an index that rests on something: what is where rests on that. */
export function setAtIndex(m: Machine, cell: Cell, index: Value): void {
  const ids = assumptionsBehind(index);
  const held = cell.whole?.read();
  if (cell.whole && ids.length > 0 && held !== undefined && isArray(held)) m.write(cell.whole, { ...held, elements: held.elements.map((element) => restingOn(element, ids)) });
}

// ---- What is lost ------------------------------------------------------------------------------------------------

/** An array of which nothing but the type is known now; what is written to it from here on is known again. */
export function lostElements(m: Machine, array: ArrayValue, lost: Lost): ArrayValue {
  if (array.shared) return array;
  const one = (held: Value, i: number): Value => {
    const element = isUnknown(held) ? array.element : held;
    const of = { ...lost, name: `${lost.name}[${i}]` };
    if (isArray(element)) return lostElements(m, element, of);
    if (!isList(element) && element.is === 'scalar') return { is: 'scalar', type: element.type, bits: element.bits };
    return lostNumber(m, element, of) ?? { ...unknown(lost.kind, lost.why, lost.at, [lost.name]), type: array.element };
  };
  return { ...array, elements: array.elements.map(one) };
}

/** Forgets the array that a cell is or is a part of: something out of sight may have written to any element. */
export function loseArray(m: Machine, cell: Cell, why: string, at: Span): void {
  const array = outermostArray(cell);
  const held = array.read();
  if (!cell.fixed && isArray(held)) m.write(array, lostElements(m, held, { name: array.name, kind: 'input', why, at }));
}

/** Forgets it for good: a pointer into it is out of sight from here on. */
export function shareArray(m: Machine, cell: Cell, at: Span): void {
  const array = outermostArray(cell);
  const held = array.read();
  if (cell.fixed || !isArray(held) || held.shared) return;
  const shared = { ...unknown('input', `the elements of \`${array.name}\` may change through a pointer to them that is not followed`, at, [array.name]), type: held.element };
  m.sharedArrays++;
  m.write(array, { ...held, elements: held.elements.map(() => shared), shared });
}

/** Shares all arrays that a value holds addresses of. */
export function shareAddressed(m: Machine, value: Value, at: Span): void {
  if (m.addresses === 0) return;
  for (const cell of addressedIn(value)) shareArray(m, cell, at);
}

/** The cells whose addresses a value holds. */
function addressedIn(value: Value, depth = 0): readonly Cell[] {
  if (depth > 8) return [];
  if (isList(value)) return value.flatMap((part) => addressedIn(part, depth + 1));
  if (value.is === 'callable') {
    const target = targetOf(value);
    return target?.kind === 'address' ? [target.cell] : [];
  }
  if (value.is === 'array') return value.elements.flatMap((part) => addressedIn(part, depth + 1));
  return value.is === 'struct' ? [...value.fields.values()].flatMap((part) => addressedIn(part, depth + 1)) : [];
}

/** What a variable holds after `value` is written over `old`: arrays that are shared stay so. */
export function stillShared(old: Value, value: Value): Value {
  if (isList(old) || isList(value)) return value;
  if (old.is === 'array' && old.shared && value.is === 'array') return { ...value, elements: value.elements.map(() => old.shared as Unknown), shared: old.shared };
  if (old.is !== 'struct' || value.is !== 'struct' || old.cls !== value.cls) return value;
  const fields = new Map<string, Value>();
  for (const [name, field] of value.fields) fields.set(name, stillShared(old.fields.get(name) ?? field, field));
  return { ...value, fields };
}

/** An address as what it is outside of the evaluator: a pointer to what is there. */
export function pointerTo(address: Value): Pointer | undefined {
  const target = targetOf(address);
  if (target?.kind !== 'address') return undefined;
  const { cell } = target;
  const whole = cell.index === undefined ? undefined : cell.whole?.read();
  if (cell.index === undefined || whole === undefined || !isArray(whole)) return { is: 'pointer', space: 'generic', element: erase(cell.read()), offset: dyn(0), base: cell.name };
  const length = dyn(whole.elements.length);
  return { is: 'pointer', space: 'generic', element: whole.element, offset: dyn(cell.index), base: cell.whole?.name ?? '', length };
}
