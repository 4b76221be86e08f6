// Where pointers lead, for all threads of a block.
import { unlessRefused } from '../../algebra/errors';
import { isTuple as isIntTuple } from '../../algebra/index';
import { dyn, isInt } from '../../algebra/leaf';
import { lanesOf } from '../../algebra/lanes';
import { cudaVectors } from '../../values/cuda-vectors';
import { bitsOfStep, isOffset } from '../../values/pointer';
import { isIntegerType, sizeofBits } from '../../values/scalars';
import type { Pointer, Value } from '../../values/value';
import type { Simt } from '../state/simt';
import { isTuple } from '../values/inspect';

/** A number for each thread; undefined for other values, and where it is known for none. */
export function lanesIn({ count }: Simt, value: Value): Float64Array | undefined {
  if (isTuple(value)) return undefined;
  if (value.is === 'scalar')
    return isIntegerType(value) && value.n !== undefined ? lanesOf(dyn(value.n), count) : undefined;
  return value.is === 'dynamic' || value.is === 'static' ? lanesOf(value, count) : undefined;
}

/** The element to which a pointer leads, counted from its origin; undefined where that is known for no thread. */
export function placesOf({ count }: Simt, { offset }: Pointer): Float64Array | undefined {
  return isOffset(offset) && !isIntTuple(offset) && isInt(offset) ? lanesOf(offset, count) : undefined;
}

/** The byte of its memory to which a pointer leads, which is NaN for threads of which it is not known. `bytes`: those
 *  of an element. */
export function startsOf(simt: Simt, pointer: Pointer, bytes = bytesOf(pointer)): Float64Array | undefined {
  const { origin } = pointer;
  const places = placesOf(simt, pointer);
  const from = origin ? lanesOf(origin, simt.count) : new Float64Array(simt.count);
  return places && from && places.map((n, i) => n * bytes + (from[i] ?? NaN));
}

/** The bytes of an element; NaN where its size is not known. */
export function bytesOf(pointer: Pointer): number {
  return unlessRefused(
    () => (isBool(pointer.element) ? 1 : bitsOfStep(pointer) / 8),
    () => NaN,
  );
}

/** What the address of an element must be a multiple of, in bytes, where that is less than its size; else undefined. */
export function alignmentOf({ element }: Pointer): number | undefined {
  const vector = isTuple(element) || element.is !== 'scalar' ? undefined : cudaVectors.get(element.type);
  return vector && vector.align < vector.bits ? vector.align / 8 : undefined;
}

/** In memory a bool is a byte; to CuTe it is a bit. */
export function bitsInMemory(element: Value): number {
  return isBool(element) ? 8 : sizeofBits(element);
}

const isBool = (element: Value): boolean => !isTuple(element) && element.is === 'scalar' && element.type === 'bool';
