// Elements of arrays and tuples, and pointers to them: pure functions over values and cells. memory/arrays.ts reads
// and writes elements.
import { say } from '../../base/say';
import { dyn } from '../../algebra/leaf';
import { spend } from '../../base/meter';
import type { Span } from '../../base/span';
import type { Expr } from '../../ir/program';
import { toFirst } from '../../values/pointer';
import { maxElements } from '../../values/scalars';
import type { ArrayValue, Cause, Pointer, Unknown, Value } from '../../values/value';
import { type Cell, isBeyond, partOf } from './cells';
import { erase, isTuple, isUnknown } from './inspect';
import { callable, isArray, targetOf } from './kinds';
import { ofEach, SomeElement } from './one-of-cells';
import { constVolatile, qualifiersOfPointed } from './qualifiers';
import { asNumber } from './truth';
import { unknown } from './unknown';
import { withoutQualifiers } from './declared-types';

/** The value of a variable or member `T x[N]`: an array with its elements, where they are few and of a kind on
 *  which layouts may depend; otherwise `example` unchanged. */
export function heldArray(type: Expr, example: Value, given?: number): Value {
  if (withoutQualifiers(type) !== type) return heldArray(withoutQualifiers(type), example, given);
  if (type.is !== 'Wrap' || type.how !== 'array') return example;
  return arrayOfPointer(example, given !== undefined, given) ?? example;
}

/** An array whose elements are not kept, in a variable or an object that a thread makes: on its stack. */
export function inThread(value: Value, name: string): Value {
  if (isTuple(value) || value.is !== 'pointer' || value.length === undefined || value.allocation) return value;
  return { ...value, allocation: { name, isShared: false, isOwn: true } };
}

/** An array that is passed by value is a pointer. */
export function withoutLength(value: Value): Value {
  return isTuple(value) || value.is !== 'pointer' || value.space !== 'generic' ? value : toFirst(value);
}

/** The cost of making one element, in units of the meter: an element may be an object. */
export const unitsOfElement = 32;

function arrayOfPointer(example: Value, keepsAll: boolean, given?: number): ArrayValue | undefined {
  if (isTuple(example) || example.is !== 'pointer' || example.length === undefined) return undefined;
  const length = asNumber(example.length) ?? given;
  const element = arrayOfPointer(example.element, keepsAll) ?? example.element;
  if (length === undefined || length > maxElements || isUnknown(element) || !(keepsAll || isOfInterest(element)))
    return undefined;
  return { is: 'array', of: 'c', element, elements: Array.from({ length }, () => element) };
}

function isOfInterest(element: Value): boolean {
  return isTuple(element) || ['dynamic', 'static', 'struct', 'array', 'layout'].includes(element.is);
}

/** An array without an initialiser. `of` makes the value of each element, which has no number yet. */
export function uninitialisedArray(
  example: ArrayValue,
  name: string,
  of: (element: Value, name: string) => Value,
): ArrayValue {
  spend(unitsOfElement * example.elements.length);
  const one = (element: Value, i: number): Value =>
    isArray(element) ? uninitialisedArray(element, `${name}[${i}]`, of) : of(element, `${name}[${i}]`);
  return { ...example, elements: example.elements.map(one) };
}

/** An array in memory to which other threads write too: its elements are unknown and stay so. */
export function arrayInMemory(name: string, at: Span, example: ArrayValue): ArrayValue {
  return sharedArray(example, unknown('input', say`${name} is in memory`, at, [name]));
}

/** An array whose elements are unknown and stay so, those of the arrays in it too. */
export function sharedArray(array: ArrayValue, why: Unknown): ArrayValue {
  const shared = { ...why, type: array.element };
  const { element } = array;
  const one = (held: Value): Value => (isArray(element) ? sharedArray(isArray(held) ? held : element, why) : shared);
  return { ...array, elements: array.elements.map(one), shared };
}

/** A list of which neither the elements are known nor how many there are: other than an array's, its number of elements
 *  changes when it is assigned to. */
export function lostList(list: ArrayValue, code: Cause['code'], why: string, at: Span, name: string): Unknown {
  return { ...unknown(code, why, at, [name]), type: erase(list) };
}

/** True for the address of an array's element. */
export function isElementAddress(value: Value): boolean {
  const target = targetOf(value);
  return target?.kind === 'address' && target.cell.index !== undefined;
}

/** The cell that lies `amount` elements behind the one at an address; undefined before the array. */
export function elementCell(address: Value, amount: number): Cell | undefined {
  const target = targetOf(address);
  if (target?.kind !== 'address') return undefined;
  if (target.cell.open) return amount === 0 ? target.cell : target.cell.open.other();
  if (target.cell.whole === undefined || target.cell.index === undefined) return amount === 0 ? target.cell : undefined;
  const index = target.cell.index + amount;
  return Number.isInteger(index) ? elementFrom(target.cell.whole, index) : undefined;
}

/** Element `index` of an array. The elements of the next array follow where it is an element of one itself. */
function elementFrom(array: Cell, index: number): Cell | undefined {
  const length = lengthAt(array);
  const isInside = length === undefined || (index >= 0 && index < length);
  if (!isInside && array.whole && array.index !== undefined && lengthAt(array.whole) !== undefined) {
    const arrays = Math.floor(index / length);
    const beside = elementFrom(array.whole, array.index + arrays);
    if (beside && !isBeyond(beside)) return partOf(beside, index - arrays * length);
  }
  return index >= 0 ? partOf(array, index) : undefined;
}

/** How many elements an array has; undefined for what is none, and for an empty one. */
function lengthAt(cell: Cell): number | undefined {
  const array = cell.read();
  return isArray(array) && array.elements.length > 0 ? array.elements.length : undefined;
}

/** The number of elements from address `b` to address `a`; undefined where they are not in one array. */
export function distance(a: Value, b: Value): number | undefined {
  const [own, other] = [targetOf(a), targetOf(b)];
  const areAddresses = own?.kind === 'address' && other?.kind === 'address';
  // Of two parts of one object that are bases of it, the addresses differ.
  const areAlike = areAddresses && own.as === other.as && !own.element && !other.element;
  if (areAlike && own.cell === other.cell) return 0;
  const [to, from] = [placeInArray(a), placeInArray(b)];
  return to && from && to.array === from.array && to.depth === from.depth ? to.index - from.index : undefined;
}

/** The outermost array of arrays in which an address lies, how deep, and how many elements lie before it. */
function placeInArray(address: Value): { readonly array: Cell; readonly depth: number; index: number } | undefined {
  const target = targetOf(address);
  if (target?.kind !== 'address' || target.cell.index === undefined || !target.cell.whole) return undefined;
  let [array, index, depth, each] = [target.cell.whole, target.cell.index, 0, 1];
  for (; array.whole && array.index !== undefined; array = array.whole, depth++) {
    const length = lengthAt(array);
    if (length === undefined) break;
    each *= length;
    index += each * array.index;
  }
  return { array, index, depth };
}

/** A number that was read at an index: it also rests on the assumptions of the index, `ids`, since another index
 *  may read another number. */
export function restingOn(value: Value, ids: readonly number[]): Value {
  if (isTuple(value) || value.is !== 'dynamic' || ids.length === 0) return value;
  return { ...value, from: [...new Set([...(value.from ?? []), ...ids])].sort((a, b) => a - b) };
}

/** The cells whose addresses a value holds. */
export function addressedIn(value: Value, depth = 0): readonly Cell[] {
  if (depth > 8) return [];
  if (isTuple(value)) return value.flatMap((part) => addressedIn(part, depth + 1));
  if (value.is === 'callable') {
    const target = targetOf(value);
    return target?.kind === 'address' ? (target.cell.among ?? [target.cell]) : [];
  }
  if (value.is === 'array') return value.elements.flatMap((part) => addressedIn(part, depth + 1));
  return value.is === 'struct' ? [...value.fields.values()].flatMap((part) => addressedIn(part, depth + 1)) : [];
}

/** Whether a value holds the address of a variable. */
export const holdsAddress = (value: Value): boolean => addressedIn(value).length > 0;

/** Where an array in memory that threads share begins; undefined for all else. */
export function memoryOf(value: Value): Pointer | undefined {
  return !isTuple(value) && (value.is === 'tag' || value.is === 'array') ? value.memory : undefined;
}

/** The tensor map to which a pointer leads: what it holds is not followed, but where it lies. */
export function tensorMapAt(pointer: Pointer): Value | undefined {
  const { element } = pointer;
  const isMap = !isTuple(element) && element.is === 'tag' && element.name === 'CUtensorMap';
  return isMap ? { ...element, memory: pointer } : undefined;
}

/** Where the first part of a value lies that lies in memory that threads share. */
export function placeOf(value: Value): Pointer | undefined {
  if (isTuple(value)) return firstPlace(value);
  if (value.is === 'element') return value.pointer;
  // An array among the members.
  if (value.is === 'pointer') return value.length !== undefined && value.allocation ? value : undefined;
  return value.is === 'struct' ? firstPlace([...value.fields.values()]) : memoryOf(value);
}

function firstPlace(values: readonly Value[]): Pointer | undefined {
  for (const value of values) {
    const place = placeOf(value);
    if (place) return place;
  }
  return undefined;
}

/** What a variable holds after `value` is written over `old`: an array whose elements can no longer be known stays
 *  so. */
export function stillShared(old: Value, value: Value): Value {
  if (isTuple(old) || isTuple(value)) return value;
  if (old.is === 'array' && old.shared && value.is === 'array') {
    const { shared } = old;
    return { ...value, elements: value.elements.map(() => shared), shared };
  }
  if (old.is !== 'struct' || value.is !== 'struct' || old.cls !== value.cls) return value;
  const fields = new Map<string, Value>();
  for (const [name, field] of value.fields) fields.set(name, stillShared(old.fields.get(name) ?? field, field));
  return { ...value, fields };
}

/** An address as a pointer value, as builtins take it; undefined for other values. */
export function pointerTo(address: Value): Pointer | undefined {
  const target = targetOf(address);
  if (target?.kind !== 'address') return undefined;
  const { cell } = target;
  const whole = cell.index === undefined ? undefined : cell.whole?.read();
  const said = constVolatile(qualifiersOfPointed(target));
  if (cell.index === undefined || whole === undefined || !isArray(whole))
    return { is: 'pointer', space: 'generic', element: erase(cell.read()), offset: dyn(0), base: cell.name, ...said };
  const [offset, base] = [dyn(cell.index), cell.whole?.name ?? ''];
  return { is: 'pointer', space: 'generic', element: whole.element, offset, base, ...said };
}

/** The cell to which an address points. */
export function pointedAt(value: Value): Cell | undefined {
  const target = targetOf(value);
  if (target?.kind !== 'address') return undefined;
  return target.as === 'array' ? partOf(target.cell, 0) : target.cell;
}

/** The cell of the array whose first element an address points to, where the address was made from the array
 *  itself. */
export function arrayAt(value: Value): Cell | undefined {
  const target = targetOf(value);
  return target?.kind === 'address' && target.as === 'array' ? target.cell : undefined;
}

/** An array as a pointer: the address of its first element. */
export function asArrayAddress(value: Value, cell: Cell | undefined): Value | undefined {
  return cell && isTuple(value) ? callable(`&${cell.name}[0]`, { kind: 'address', cell, as: 'array' }) : undefined;
}

/** The cell of element `index`: of the array or tuple in the variable `named`, or of the array to which the
 *  pointer `held` leads. */
export function elementIn(named: Cell | undefined, held: Value, index: number): Cell | undefined {
  const array = arrayAt(held) ?? named;
  if (array?.among && !array.open) return ofEach(array.among, (one) => elementIn(one, one.read(), index));
  const elements = array && elementsOf(array.read());
  if (array && elements && index >= 0 && index < elements.length) return partOf(array, index);
  if (array && elements) return array === named ? undefined : elementFrom(array, index);
  return elementCell(held, index);
}

/** The elements that a variable holds: those of an array in memory that threads share lie there. */
function elementsOf(value: Value): readonly Value[] | undefined {
  return isTuple(value) ? value : isArray(value) && !value.memory ? value.elements : undefined;
}

/** The cell of an element of a tuple or an array; that of any of them where the index is not known. */
export function elementOfTuple(tuple: Cell | undefined, index: Value): Cell | undefined {
  const n = asNumber(index);
  if (!tuple) return undefined;
  if (n !== undefined) return elementIn(tuple, tuple.read(), n);
  return new SomeElement([tuple], unknown('input', say`an element of \`${tuple.name}\` whose index is not known`));
}
