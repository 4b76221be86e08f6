// Reading and writing elements of arrays whose elements are known one by one. An array is a value, copied with the
// variable or the object that holds it. A pointer to an element is the address of the element's cell, so that a write
// through it changes the array.
import { spend } from '../../base/meter';
import { remembered } from '../../base/remembered';
import { say } from '../../base/say';
import { ofType } from '../../algebra/leaf';
import type { Span } from '../../base/span';
import type { ArrayValue, Qualifiers, Value } from '../../values/value';
import type { Machine } from '../state/machine';
import { addressedIn, elementCell, restingOn } from '../values/elements';
import { type Cell, outermostArray } from '../values/cells';
import { identical, isTuple, isUnknown } from '../values/inspect';
import { callable, isArray, targetOf } from '../values/kinds';
import { asNumber, assumptionsBehind } from '../values/truth';
import { shareAddressed } from './losing';
import { mergeValues } from './merge';
import { unknown } from '../values/unknown';
import { constVolatile, type Pointed, qualifiersOfPointed, saidOf } from '../values/qualifiers';

/** `qualifiers`: those of the expression that names it, which the variable itself may lack. */
export function addressOfPart(m: Machine, cell: Cell, qualifiers: Pointed = {}, element?: Value): Value {
  m.addresses++;
  return callable(`&${cell.name}`, { kind: 'address', cell, ...qualifiers, ...(element && { element }) });
}

/** The cell `amount` elements behind the one that an address points to; undefined where the address is not one of an
 *  array element. */
export function movedAddress(m: Machine, address: Value, amount: number): Value | undefined {
  const cell = elementCell(address, amount);
  const target = targetOf(address);
  return cell && addressOfPart(m, cell, target?.kind === 'address' ? saidOf(target) : {});
}

/** What a pointer says of what it points to. */
export function pointedQualifiers(pointer: Value): Qualifiers {
  if (!isTuple(pointer) && pointer.is === 'pointer') return constVolatile(pointer);
  const target = targetOf(pointer);
  return target?.kind === 'address' ? qualifiersOfPointed(target) : {};
}

/** A pointer to what is const, or volatile, as well. */
export function pointingTo(pointer: Value, added: Qualifiers): Value {
  if (isTuple(pointer) || !(added.constant ?? added.volatile ?? added.vague)) return pointer;
  if (pointer.is === 'pointer') return { ...pointer, ...constVolatile(added) };
  const target = targetOf(pointer);
  return pointer.is === 'callable' && target?.kind === 'address'
    ? { ...pointer, target: { ...target, ...constVolatile(added), ...(added.vague && { vague: true as const }) } }
    : pointer;
}

/** An element is taken of an array: which variable its address is, or those in it are, depends on the index. */
export function noteChoice(m: Machine, array: Value): void {
  if (m.addresses === 0) return;
  const target = targetOf(array);
  const whole = target?.kind === 'address' ? outermostArray(target.cell).peek() : array;
  if (holdsAddresses(whole)) m.trace.choose();
}

/** Whether a value holds several addresses. Values do not change. */
const holdsAddresses = remembered((whole: Value): boolean => {
  const element = isArray(whole) ? whole.element : undefined;
  const isNumber = element !== undefined && !isTuple(element) && /^(?:dynamic|scalar)$/.test(element.is);
  return !isNumber && addressedIn(whole).length > 1;
});

/** `a[i]`. */
export function elementAt(m: Machine, array: ArrayValue, index: Value, name: string, at: Span): Value {
  const n = asNumber(index);
  const found = n === undefined ? undefined : array.elements[n];
  if (found !== undefined) return restingOn(found, assumptionsBehind(index));
  if (n !== undefined) return unknown('input', say`index ${n} is outside of an array of ${array.elements.length}`, at);
  const [first] = array.elements;
  if (first !== undefined && array.elements.every((element) => identical(element, first))) return first;
  const why = say`an element of \`${name}\` whose index is not known`;
  const { element } = array;
  if (!isTuple(element) && element.is === 'dynamic')
    return ofType(m.unknownInt(`${name}[]`, why, 'input', at, element.bits), element);
  const some = array.elements.length <= maxMerged ? mergeElements(m, array, `${name}[]`, why, at) : undefined;
  if (some !== undefined && !isUnknown(some)) return some;
  // It may be the address of any variable whose address is among them.
  shareAddressed(m, array, at);
  return { ...unknown('input', why, at, [name]), type: element };
}

/** The most elements of which is looked at what they have in common. */
const maxMerged = 64;

function mergeElements(m: Machine, { elements }: ArrayValue, name: string, why: string, at: Span): Value | undefined {
  if (elements.some(isUnknown)) return undefined;
  spend(elements.length, 'variables');
  return mergeValues(m, elements, { name, kind: 'input', why, at });
}

/** The array after an element is written at an index that rests on assumptions: all elements then rest on them. */
export function setAtIndex(m: Machine, cell: Cell, index: Value): void {
  const ids = assumptionsBehind(index);
  const held = cell.whole?.read();
  if (cell.whole && ids.length > 0 && held !== undefined && isArray(held))
    m.write(cell.whole, { ...held, elements: held.elements.map((element) => restingOn(element, ids)) });
}
