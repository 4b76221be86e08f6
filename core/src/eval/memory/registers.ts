// Predicates in registers: which tensors are followed, and what their elements hold in each thread of a block
// (state/registers.ts). Only tensors of truth values are, since nothing else in registers decides what is accessed.
import { advance } from '../../values/pointer';
import { sizeofBits } from '../../values/scalars';
import { cosize, number, offset_of, size } from '../../algebra/index';
import { unlessRefused } from '../../algebra/errors';
import { integerOfLanes } from '../../algebra/lanes';
import { int, withNarrow } from '../../algebra/leaf';
import { spend } from '../../base/meter';
import type { Pointer, Tensor, Value } from '../../values/value';
import type { Simt } from '../state/simt';
import { isTuple } from '../values/inspect';
import { placesOf } from './addresses';
import { isInRegisters, registersIn, withRegisters } from '../values/own-registers';

const mostElements = 1 << 9;

/** What a new variable holds: a tensor that owns its elements has others than the one that it is a copy of. Of tensors
 *  that are parts of other objects nothing is known. */
export function ownRegisters({ registers }: Simt, value: Value): Value {
  if (isTuple(value) || value.is !== 'tensor')
    return registers.isUsed && registersIn(value).length > 0 ? withRegisters(value, registers.anywhere) : value;
  if (!isInRegisters(value) || !isTruth(value.data)) return value;
  const count = unlessRefused(
    () => number(cosize(value.layout)),
    () => undefined,
  );
  return count === undefined
    ? withRegisters(value, registers.anywhere)
    : { ...value, data: { ...value.data, allocation: registers.begin(count, value.data.allocation) } };
}

/** CuTe stores a bool in one bit. What refers to it is an object, which \`auto\` keeps. */
export function isProxy(pointer: Pointer): boolean {
  return pointer.space === 'rmem' && isTruth(pointer);
}

function isTruth({ element }: Pointer): boolean {
  return unlessRefused(
    () => sizeofBits(element) === 1,
    () => false,
  );
}

/** What may be written to these registers is not followed. */
export function forgetRegisters({ registers }: Simt, pointer: Pointer): void {
  if (pointer.allocation) registers.forget(pointer.allocation);
  else if (isTruth(pointer)) registers.forgetAll();
}

/** Which element each thread means. */
function registersOf(simt: Simt, pointer: Pointer): Float64Array | undefined {
  return pointer.origin || pointer.transform || pointer.swizzle ? undefined : placesOf(simt, pointer);
}

/** Threads write an element: these numbers, or what is not known. */
export function writeRegister(simt: Simt, pointer: Pointer, lanes: Float64Array | undefined): void {
  const { registers, running } = simt;
  const { allocation } = pointer;
  const at = registersOf(simt, pointer);
  if (!allocation || allocation === registers.anywhere || !at || !isTruth(pointer)) forgetRegisters(simt, pointer);
  else registers.write(allocation, at, lanes, running);
}

/** What an element holds in each thread; undefined where nothing is known of it. */
export function readRegister(simt: Simt, pointer: Pointer): Float64Array | undefined {
  const at = pointer.allocation && isProxy(pointer) ? registersOf(simt, pointer) : undefined;
  return at && pointer.allocation && simt.registers.read(pointer.allocation, at);
}

/** The truth value that is read from an element of a predicate. */
export function heldInRegister(simt: Simt | undefined, pointer: Pointer): Value | undefined {
  const lanes = simt && readRegister(simt, pointer);
  return lanes && withNarrow(integerOfLanes(lanes), 'bool');
}

/** The elements of a tensor, in the order of its coordinates. */
export function elementsInOrder({ layout, data }: Tensor): readonly Pointer[] | undefined {
  return unlessRefused(
    () => {
      const count = number(size(layout));
      if (count > mostElements) return undefined;
      spend(count * 16, 'elements');
      return Array.from({ length: count }, (_, i) => advance(data, offset_of(layout, int(i))));
    },
    () => undefined,
  );
}
