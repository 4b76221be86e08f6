// Merges several values of which an unknown condition chooses one. Values of one C++ type differ only in run-time
// integers, which become symbols; values of different types merge to an unknown value.
import { OneOfCells } from '../values/one-of-cells';
import { isIntTuple } from '../../algebra/int_tuple';
import { chooseByLane } from '../../algebra/lanes';
import { type Dynamic, hole, withLongLong, withNarrow, withSign } from '../../algebra/leaf';
import { anew } from '../../values/pointer';
import type { ArrayValue, Pointer, Struct, Tensor, Value } from '../../values/value';
import type { Machine } from '../state/machine';
import type { Target } from '../values/entities';
import { constVolatile, type Pointed, qualifiersOfPointed } from '../values/qualifiers';
import { erase, isTuple, isUnknown, sameValue } from '../values/inspect';
import { callable, isVector, targetOf } from '../values/kinds';
import { unknown } from '../values/unknown';
import { changedBy } from './captured';
import { type Lost, openTile, shareAddressed } from './losing';

/** Merges values of which an unknown condition chooses one: what they have in common stays known. */
export function mergeValues(m: Machine, values: readonly Value[], lost: Lost): Value {
  const first = values[0];
  if (first === undefined) return { is: 'void' };
  return values.slice(1).reduce((merged, value) => merge(m, merged, value, { ...lost, pairs: [] }), first);
}

/** A merge of two values, and the pairs of integers that it has replaced by symbols so far. */
interface Merging extends Lost {
  readonly pairs: { readonly a: Integer; readonly b: Integer; readonly merged: Value }[];
}

function merge(m: Machine, a: Value, b: Value, lost: Merging): Value {
  if (sameValue(a, b)) return a;
  if (isInteger(a) && isInteger(b)) return mergeIntegers(m, a, b, lost);
  if (isUnknown(a) || isUnknown(b)) {
    shareAddressed(m, [a, b], lost.at);
    return isUnknown(a) ? a : b;
  }
  if (isTuple(a) || isTuple(b))
    return isTuple(a) && isTuple(b) && a.length === b.length
      ? a.map((part, i) => merge(m, part, b[i] ?? part, lost))
      : differs(lost);
  if (a.is === 'layout' && b.is === 'layout') return mergeLayouts(m, a, b, lost);
  if (a.is === 'pointer' && b.is === 'pointer') return mergePointers(m, a, b, lost);
  if (a.is === 'tensor' && b.is === 'tensor') return mergeTensors(m, a, b, lost);
  if (a.is === 'struct' && b.is === 'struct') return mergeStructs(m, a, b, lost);
  if (a.is === 'array' && b.is === 'array') return mergeArrays(m, a, b, lost);
  if (a.is === 'scalar' && b.is === 'scalar' && a.type === b.type) return { is: 'scalar', type: a.type, bits: a.bits };
  const [tileA, tileB] = [openTile(a), openTile(b)];
  if (tileA && tileB && sameValue(tileA, tileB)) return tileA;
  const [one, other] = [addressed(a), addressed(b)];
  if (one && other) {
    const cell = new OneOfCells([one.cell, other.cell]);
    return callable('&', { kind: 'address', cell, ...pointedByBoth(one, other) });
  }
  // Two addresses or functions, of which nobody knows which one it is: either may write.
  shareAddressed(m, [a, b], lost.at);
  for (const cell of [a, b].flatMap((one) => [...changedBy(m, one).cells])) m.escaped.add(cell);
  return differs(lost);
}

type Address = Target & { kind: 'address' };

/** An address that points to exactly one whole variable. */
function addressed(value: Value): Address | undefined {
  const target = targetOf(value);
  return target?.kind === 'address' && target.as === undefined && target.cell.index === undefined ? target : undefined;
}

/** A pointer to what is const where one of two is ([conv.qual]). */
function pointedByBoth(one: Address, other: Address): Pointed {
  const [a, b] = [qualifiersOfPointed(one), qualifiersOfPointed(other)];
  const both = constVolatile({ constant: a.constant ?? b.constant, volatile: a.volatile ?? b.volatile });
  return { ...both, ...(!both.constant && (a.vague ?? b.vague) ? { vague: true } : { exact: true }) };
}

function differs(lost: Lost): Value {
  return unknown('branch', lost.why, lost.at, [lost.name]);
}

type Integer = Extract<Value, { is: 'dynamic' | 'unknown' }>;

/** Run-time integers, and variables of integer type that have no value yet. */
function isInteger(value: Value): value is Integer {
  return (
    !isTuple(value) && (value.is === 'dynamic' || (value.is === 'unknown' && value.cause.code === 'uninitialised'))
  );
}

/** A pair of integers that occurs twice (the size of a mode and the stride of the next) becomes the same symbol both
 *  times. */
function mergeIntegers(m: Machine, a: Integer, b: Integer, lost: Merging): Value {
  if (a.is === 'unknown' && b.is === 'unknown') return a;
  const same = lost.pairs.find((pair) => isOneNumber(pair.a, a) && isOneNumber(pair.b, b));
  if (same) return same.merged;
  const typed = a.is === 'dynamic' ? a : b.is === 'dynamic' ? b : undefined;
  const isNarrow = typed?.narrow !== undefined && (b.is !== 'dynamic' || b.narrow === typed.narrow);
  const byThread = lost.lanes && integersByThread(a, b, lost.lanes);
  if (byThread) return isNarrow ? withNarrow(byThread, typed?.narrow) : withSign(byThread, typed?.unsigned);
  const wide = (a.is === 'dynamic' && a.bits === 64) || (b.is === 'dynamic' && b.bits === 64);
  const number = m.unknownInt(lost.name || '?', lost.why, lost.kind, lost.at, wide ? 64 : 32, lost.condition);
  const merged = withLongLong(withSign(number, typed?.unsigned), typed?.longLong);
  const kept = isNarrow ? withNarrow(merged, typed.narrow) : merged;
  lost.pairs.push({ a, b, merged: kept });
  return kept;
}

/** Each thread has one of two integers. */
function integersByThread(a: Integer, b: Integer, lanes: Float64Array): Dynamic | undefined {
  const [one, other] = [a, b].map((x) => (x.is === 'dynamic' ? x : hole()));
  const bits = one?.bits === 64 || other?.bits === 64 ? 64 : 32;
  return one && other && chooseByLane(lanes, one, other, bits);
}

function isOneNumber(a: Integer, b: Integer): boolean {
  return (
    a.is === 'dynamic' &&
    b.is === 'dynamic' &&
    (a.n ?? a.name) !== undefined &&
    a.bits === b.bits &&
    a.unsigned === b.unsigned &&
    a.narrow === b.narrow &&
    sameValue(a, b)
  );
}

function mergeLayouts(
  m: Machine,
  a: Extract<Value, { is: 'layout' }>,
  b: Extract<Value, { is: 'layout' }>,
  lost: Merging,
): Value {
  const shape = merge(m, a.shape, b.shape, lost);
  const stride = merge(m, a.stride, b.stride, lost);
  return isIntTuple(shape) && isIntTuple(stride) ? { is: 'layout', shape, stride } : differs(lost);
}

/** Objects of one class, member by member. */
function mergeStructs(m: Machine, a: Struct, b: Struct, lost: Merging): Value {
  if (isVector(a) && isVector(b)) {
    // Of two vectors of one type only the size and the address differ.
    shareAddressed(m, [a, b], lost.at);
    const [one, other] = [erase(a), erase(b)];
    return sameValue(one, other) ? one : differs(lost);
  }
  if (a.cls !== b.cls || a.name !== b.name || a.fields.size !== b.fields.size) return differs(lost);
  const fields = new Map<string, Value>();
  for (const [field, value] of a.fields) {
    const other = b.fields.get(field);
    if (other === undefined) return differs(lost);
    const isSame = value === other;
    fields.set(field, isSame ? value : merge(m, value, other, { ...lost, name: `${lost.name}.${field}` }));
  }
  return { ...a, fields };
}

function mergeArrays(m: Machine, a: ArrayValue, b: ArrayValue, lost: Merging): Value {
  if (a.shared) return a;
  if (b.shared || !sameValue(a.element, b.element) || a.elements.length !== b.elements.length)
    return b.shared ? b : differs(lost);
  return {
    ...a,
    elements: a.elements.map((part, i) =>
      merge(m, part, b.elements[i] ?? part, { ...lost, name: `${lost.name}[${i}]` }),
    ),
  };
}

function mergePointers(m: Machine, a: Pointer, b: Pointer, lost: Merging): Value {
  if (!sameValue(erase(a), erase(b))) return differs(lost);
  const offset = merge(m, a.offset, b.offset, lost);
  if (!isUnknown(offset) && !isIntTuple(offset)) return differs(lost);
  const whole = a.through === b.through && a.beyond === b.beyond ? a : anew(a);
  const { base: _base, null: _null, allocation: _allocation, origin: _origin, part: _part, ...rest } = whole;
  if (a.allocation !== b.allocation || a.origin !== b.origin || a.part !== b.part) return { ...rest, offset };
  return a.base !== undefined && a.base === b.base && a.null === b.null ? { ...whole, offset } : { ...rest, offset };
}

function mergeTensors(m: Machine, a: Tensor, b: Tensor, lost: Merging): Value {
  const data = merge(m, a.data, b.data, lost);
  const layout = merge(m, a.layout, b.layout, lost);
  if (isTuple(data) || data.is !== 'pointer' || isTuple(layout) || (layout.is !== 'layout' && layout.is !== 'composed'))
    return differs(lost);
  return { ...a, data, layout };
}
