// Tuples of a type, of their elements, of lists and of other tuples: element by element.
import { nowhere } from '../../base/span';
import { sequenceOf } from '../../values/sequences';
import { hasReferences, likeTuple, standardTupleOf } from '../../values/standard-tuples';
import type { Value } from '../../values/value';
import { construct, convert, type GivenArgs } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { erase, isTuple, isUnknown, sameType } from '../values/inspect';
import { classOf } from '../values/kinds';
import { leaveMoved } from './moved-from';
import { asType, copied } from './copies';
import { copiesByCode } from './copying-code';
import { argumentsCopied, isMadeOfList, isWrittenList, notFollowed } from './library-elements';
import { outOfTurn } from './lists-in-turn';
import { constructReferring, sourcesOf, valuesOf } from './tuples-of-references';
import { zeroOf } from './zeros';

/** A tuple of the type of an example, of its elements or of another tuple. */
export function constructTuple(
  m: Machine,
  example: readonly Value[],
  args: readonly Value[],
  given: GivenArgs = [],
): Value {
  if (args.length === 0) return begunTuple(m, example);
  const only = args[0];
  const parts =
    args.length === 1 &&
    only !== undefined &&
    isTuple(only) &&
    only.length === example.length &&
    !(example.length === 1 && example[0] !== undefined && isTuple(example[0]) && !isTuple(only[0] ?? []))
      ? only
      : args;
  const from = parts === args ? given : sourcesOf(parts);
  const isOther = parts !== args && standardTupleOf(parts) !== undefined;
  if (isOther && parts.some(copiesByCode)) {
    const [from] = given;
    return from && sameType(erase(parts), example) ? copied(m, parts, from, true) : notFollowed();
  }
  const isListed = standardTupleOf(example) !== undefined && parts.some((one, i) => isWrittenList(one, from[i]));
  const early = isListed ? outOfTurn(m, from, (i) => madeForElement(parts[i], example[i]), nowhere) : undefined;
  if (early) return early;
  const whole = isOther ? given[0] : undefined;
  if (whole) leaveMoved(m, parts, whole);
  const made = isOther ? parts : argumentsCopied(m, example, parts, from);
  if (!isTuple(made)) return made;
  return example.map((part, i) => {
    const one = made[i];
    if (one === undefined) return zeroOf(part);
    const { category, ...source } = { span: nowhere, ...from[i] };
    const given =
      category?.is === 'prvalue' ? { ...source, category: { ...category, is: 'xvalue' as const } } : from[i];
    if (classOf(part) && classOf(one) !== classOf(part) && !isTuple(one) && !isUnknown(one)) {
      const object = construct(m, part, [one], nowhere, undefined, [given && { ...given, value: one }]);
      return isListed && copiesByCode(object) ? notFollowed() : object;
    }
    const element = asType(m, one, part, { span: nowhere, ...from[i] });
    const left = from[i];
    if (left) leaveMoved(m, one, left);
    return isMadeOfList(one, element) ? notFollowed() : element;
  });
}

/** The type of an element of which an object is made that the element is copied from. */
function madeForElement(given: Value | undefined, element: Value | undefined): Value | undefined {
  return given !== undefined && classOf(given) && classOf(given) === classOf(element ?? []) ? undefined : element;
}

/** A tuple that is given nothing: each element begins as `T{}`, those of `std::tuple` from the last one on. */
function begunTuple(m: Machine, example: readonly Value[]): Value {
  if (!example.some((part) => classOf(part) ?? isTuple(part))) return zeroOf(example);
  const order = [...example.keys()];
  if (standardTupleOf(example) === 'tuple') order.reverse();
  const made = new Map<number, Value>();
  for (const i of order) {
    const part = example[i] ?? [];
    made.set(i, classOf(part) || isTuple(part) ? construct(m, part, [], nowhere) : zeroOf(part));
  }
  return example.map((part, i) => made.get(i) ?? zeroOf(part));
}

/** A tuple as one of the type of an example. */
export function convertTuple(m: Machine, value: Value, example: readonly Value[]): Value {
  if (!isTuple(value) || sequenceOf(value)) return value;
  if (hasReferences(example)) return constructReferring(m, example, [value], []);
  if (value.length === 0) return zeroOf(example);
  if (value.length !== example.length) return value;
  if (standardTupleOf(example) !== undefined) {
    if (standardTupleOf(value) === undefined)
      return likeTuple(constructTuple(m, example, value, sourcesOf(value)), example);
    if (value.some(copiesByCode) && !sameType(erase(value), example)) return notFollowed();
  }
  return likeTuple(
    valuesOf(value).map((part, i) => convert(m, part, example[i] ?? part)),
    example,
  );
}
