// How large objects are. Objects that share others take little memory here, where each is held once, and are many times
// as large for whoever looks at all their parts: each level of members that hold one object twice doubles them.
import { say } from '../../base/say';
import type { Value } from '../../values/value';
import { isTuple } from './inspect';
import { unknown } from './unknown';

/** The most parts of a member or a base, with all that they consist of; an array of numbers is one part. */
const mostParts = 1 << 16;

const counted = new WeakMap<object, number>();

/** A value as an object holds it, in a member or as a base: unknown where it is too large. */
export function unlessTooLarge(value: Value): Value {
  return partsOf(value) > mostParts ? unknown('budget', say`it has more than ${mostParts} parts`) : value;
}

function partsOf(value: Value): number {
  if (isTuple(value)) return partsIn(value, value);
  if (value.is === 'array') return partsIn(value, value.elements);
  return value.is === 'struct' ? (counted.get(value) ?? count(value, value.fields.values())) : 1;
}

/** Of a list whose elements have parts themselves. */
function partsIn(list: object, elements: readonly Value[]): number {
  const [first] = elements;
  const isPlain = first === undefined || !(isTuple(first) || first.is === 'array' || first.is === 'struct');
  return isPlain ? 1 : (counted.get(list) ?? count(list, elements));
}

function count(whole: object, parts: Iterable<Value>): number {
  let all = 1;
  for (const part of parts) all += partsOf(part);
  counted.set(whole, all);
  return all;
}
