// `std::span`: how it is made, and its member functions. What is read and written through a span are the elements
// themselves. Of a span that begins at a place that is not followed, memory/vectors.ts answers.
import { say } from '../../base/say';
import { isIntTuple } from '../../algebra/int_tuple';
import { known } from '../../algebra/errors';
import { dyn, hole, withSign } from '../../algebra/leaf';
import { nowhere, type Span as Place } from '../../base/span';
import { advance } from '../../values/pointer';
import { sizeofBits } from '../../values/scalars';
import type { Pointer, Struct, Value } from '../../values/value';
import { addressOfPart } from '../memory/arrays';
import { shareAddressed } from '../memory/losing';
import { vectorType } from '../memory/vectors';
import type { GivenArgs } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { operate } from '../types/arithmetic';
import { convert } from '../types/construct';
import { type Cell, isFixed, partOf } from '../values/cells';
import { distance, elementCell, pointedAt, restingOn } from '../values/elements';
import type { Arg } from '../values/entities';
import { isTuple, isUnknown } from '../values/inspect';
import { isArray, isVector, targetOf } from '../values/kinds';
import { beginOfSpan, isSpan, staticExtent } from '../values/vectors';
import { asNumber, assumptionsBehind } from '../values/truth';
import { unknown } from '../values/unknown';

interface Range {
  readonly at?: Value | undefined;
  readonly size?: Value | undefined;
}

/** A span of what it is made of: an array, a pointer and a number, two pointers, another span. */
export function constructSpan(m: Machine, example: Struct, args: readonly Value[], given: GivenArgs = []): Struct {
  const [only] = args;
  if (only !== undefined && isTuple(only) && args.length === 1) return constructSpan(m, example, only);
  return spanOf(m, example, rangeOf(m, args, given));
}

function spanOf(m: Machine, example: Struct, { at, size }: Range): Struct {
  const begin = at && qualified(m, example, at);
  if (at && !begin) shareAddressed(m, at, nowhere);
  const length = staticExtent(example) ?? size;
  const fields = new Map([...example.fields].filter(([name]) => name !== '#at' && name !== '#size'));
  if (begin) fields.set('#at', begin);
  if (length) fields.set('#size', length);
  return { ...example, fields };
}

/** An address as one of an element of the span's type; undefined where a cast has made it one of another type. */
function qualified(m: Machine, { fields }: Struct, at: Value): Value | undefined {
  const cell = pointedAt(at);
  if (!cell) return isTuple(at) || at.is !== 'pointer' ? undefined : at;
  const target = targetOf(at);
  if (target?.kind === 'address' && target.element) return undefined;
  const element = fields.get('#element');
  const constant = element !== undefined && !isTuple(element) && element.is === 'type' && element.constant === true;
  return addressOfPart(m, cell, constant ? { constant: true } : {});
}

function rangeOf(m: Machine, [first, second]: readonly Value[], [given]: GivenArgs): Range {
  if (first === undefined) return { size: count(0) };
  if (isVector(first)) return { at: beginOfSpan(first), size: first.fields.get('#size') };
  const cell = given?.cell;
  if (isArray(first)) return { at: first.memory ?? beginOf(m, cell), size: count(first.elements.length) };
  const place = elementCell(first, 0);
  if (place) return { at: first, size: sizeFrom(m, first, second, place) };
  if (!isTuple(first) && first.is === 'pointer') return { at: first, size: sizeBehind(m, first, second) };
  // An object of a class of the program, whose elements the span may change at any time.
  shareAddressed(m, first, nowhere);
  const why = say`what a \`std::span\` of it changes is not followed`;
  if (cell && !isFixed(cell)) m.write(cell, unknown('unsupported', why, given.span, [cell.name]));
  return {};
}

function beginOf(m: Machine, array: Cell | undefined): Value | undefined {
  return array && isArray(array.read()) ? addressOfPart(m, partOf(array, 0)) : undefined;
}

/** How many elements there are from an element on. An array alone is the address of its first element. */
function sizeFrom(m: Machine, first: Value, second: Value | undefined, place: Cell): Value | undefined {
  if (second === undefined) {
    const whole = place.whole?.read();
    return whole !== undefined && isArray(whole) && place.index === 0 ? count(whole.elements.length) : undefined;
  }
  if (!targetOf(second)) return sizeGiven(m, second);
  const apart = distance(second, first);
  return apart === undefined ? undefined : count(apart);
}

function sizeBehind(m: Machine, first: Pointer, second: Value | undefined): Value | undefined {
  if (second === undefined) return first.length && sizeGiven(m, first.length);
  if (isTuple(second) || second.is !== 'pointer') return sizeGiven(m, second);
  const [from, to] = [asNumber(first.offset), asNumber(second.offset)];
  const isRange = first.base !== undefined && first.base === second.base;
  return isRange && from !== undefined && to !== undefined ? count(to - from) : undefined;
}

function sizeGiven(m: Machine, n: Value): Value | undefined {
  return isTuple(n) || (n.is !== 'dynamic' && n.is !== 'static') ? undefined : convert(m, n, hole(64, true));
}

function count(n: number): Value {
  return withSign(dyn(n, undefined, 64), true);
}

/** The result of a member function of a span; undefined for all other objects, and where it is not modelled, or not
 *  known where the span begins. */
export function spanMember(
  m: Machine,
  object: Struct,
  name: string,
  targs: readonly Value[],
  args: readonly Arg[],
  span: Place,
): Value | undefined {
  if (!isSpan(object)) return undefined;
  const begin = beginOfSpan(object);
  const size = object.fields.get('#size');
  const given = targs.length > 0 ? targs : args.map(({ value }) => value);
  const minus = (b: Value): Value | undefined => size && operate(m, { op: '-', span }, size, b);
  switch (name) {
    case 'data':
    case 'begin':
    case 'cbegin':
      return begin;
    case 'end':
    case 'cend':
      return begin && size && movedTo(m, object, begin, size, span);
    case 'front':
      return begin && elementAt(begin, dyn(0), size, span);
    case 'back':
      return begin && elementAt(begin, minus(dyn(1)), size, span);
    case 'at':
    case 'operator[]':
      return begin && elementAt(begin, given[0], size, span);
    case 'size_bytes':
      return size && bytesOf(m, object, size, span);
    case 'first':
      return given[0] && partOfSpan(m, object, dyn(0), given[0], targs.length > 0, span);
    case 'last':
      return given[0] && partOfSpan(m, object, minus(given[0]), given[0], targs.length > 0, span);
    case 'subspan': {
      const isStatic = targs.length === 2 || (targs.length === 1 && staticExtent(object) !== undefined);
      return given[0] && partOfSpan(m, object, given[0], given[1] ?? minus(given[0]), isStatic, span);
    }
    default:
      return undefined;
  }
}

function movedTo(m: Machine, object: Struct, begin: Value, by: Value, span: Place): Value {
  const end = operate(m, { op: '+', span }, begin, by);
  return qualified(m, object, end) ?? end;
}

const outside = (span: Place): Value => unknown('input', say`this is outside of the array`, span);

function elementAt(begin: Value, index: Value | undefined, size: Value | undefined, span: Place): Value {
  const [n, limit] = [asNumber(index ?? []), asNumber(size ?? [])];
  if (n !== undefined && limit !== undefined && (n < 0 || n >= limit)) return outside(span);
  if (!isTuple(begin) && begin.is === 'pointer' && index !== undefined && isIntTuple(index))
    return { is: 'element', pointer: advance(begin, index) };
  const cell = n === undefined ? undefined : elementCell(begin, n);
  if (!cell || index === undefined) return unknown('input', say`the index is not known`, span);
  return restingOn(cell.read(), assumptionsBehind(index));
}

function bytesOf(m: Machine, { fields }: Struct, size: Value, span: Place): Value | undefined {
  const element = fields.get('#element') ?? [];
  const of = !isTuple(element) && element.is === 'type' ? element.of : element;
  const bits = known(() => sizeofBits(of));
  return bits === undefined ? undefined : operate(m, { op: '*', span }, size, count(bits / 8));
}

/** `s.first(n)`, `s.last<N>()`, `s.subspan(from, n)`. */
function partOfSpan(
  m: Machine,
  object: Struct,
  from: Value | undefined,
  length: Value | undefined,
  isStatic: boolean,
  span: Place,
): Value | undefined {
  const [offset, size] = [from && sizeGiven(m, from), length && sizeGiven(m, length)];
  const [start, n, all] = [offset, size, object.fields.get('#size')].map((one) => asNumber(one ?? []));
  if (start !== undefined && n !== undefined && all !== undefined && start + n > all) return outside(span);
  const element = object.fields.get('#element') ?? { is: 'void' };
  const example = vectorType('span', isStatic && size ? [element, size] : [element]);
  if (!example || isUnknown(example)) return example;
  const begin = beginOfSpan(object);
  const at = begin && offset && operate(m, { op: '+', span }, begin, offset);
  if (begin && !offset) shareAddressed(m, begin, span);
  return spanOf(m, example, { at, size });
}
