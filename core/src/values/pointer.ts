// Iterators into memory: making, moving, casting and reading them. Offsets count elements of the pointer's own type.
// The contents of memory are not known; only counting and coordinate iterators have elements with values. Layouts of
// memory are in tensor.ts.
import { add, as_arithmetic_tuple, div, isInt, isStaticInt, isTuple as isIntTuple, mul } from '../algebra/index';
import type { Dynamic, Int, IntTuple } from '../algebra/leaf';
import { dyn, hole, int } from '../algebra/leaf';
import { known } from '../algebra/errors';
import { gcdOfNumbers } from '../algebra/gcd';
import type { Swizzle } from '../algebra/types';
import { isTuple } from '../base/tuple';
import { sizeofBits } from './scalars';
import type { MemorySpace, Pointer, Unknown, Value } from './value';
import { isA } from './kind';
import { refused } from './refused';

/** A pointer to the start of the memory called `base`. */
export function makePointer(
  space: MemorySpace,
  element: Value,
  base?: string,
  offset: IntTuple | Unknown = int(0),
): Pointer {
  const pointer: Pointer = { is: 'pointer', space, element, offset };
  return base === undefined ? pointer : { ...pointer, base };
}

/** `counting_iterator<T>(start)`. Its number is a run-time integer, also where `start` is static. */
export function countingIterator(element: Value, start: IntTuple | Unknown = int(0)): Pointer {
  return makePointer('counting', element, undefined, isOffset(start) && isStaticInt(start) ? dyn(start.n) : start);
}

/** `make_inttuple_iter(coord)`. */
export function coordinateIterator(coord: IntTuple): Pointer {
  return makePointer('coordinates', coord, undefined, as_arithmetic_tuple(coord));
}

/** `make_tmem_ptr<T>(address)`. Tensor memory is addressed in 32-bit words, so the offset in elements is the address
 *  rotated left by log2(32 / bits).  Source: cute/pointer.hpp `tmem_ptr` */
export function tmemPointer(element: Value, address: IntTuple): Pointer {
  const shift = wordShift(element);
  if (isIntTuple(address) || !isInt(address) || address.n === undefined || shift === 0)
    return makePointer('tmem', element, undefined, address);
  return makePointer('tmem', element, undefined, dyn(rotate(address.n, 32 - shift)));
}

/** The address of a pointer into tensor memory, where it is known. */
export function tmemAddress(pointer: Pointer): number | undefined {
  const { offset } = pointer;
  if (!isOffset(offset) || isIntTuple(offset) || !isInt(offset) || offset.n === undefined) return undefined;
  return rotate(offset.n, wordShift(pointer.element));
}

function wordShift(element: Value): number {
  return Math.max(0, Math.floor(Math.log2(32 / (known(() => sizeofBits(element)) ?? 32))));
}

/** Rotates 32 bits right. */
function rotate(n: number, by: number): number {
  return ((n >>> (by % 32)) | (by % 32 ? n << (32 - (by % 32)) : 0)) >>> 0;
}

/** `pointer + offset`, in elements. An unknown operand makes the offset unknown, but not the pointer. */
export function advance(given: Pointer, offset: IntTuple): Pointer {
  const pointer = toFirst(given);
  if (!isOffset(pointer.offset)) return pointer;
  return { ...pointer, offset: add(pointer.offset, offset) };
}

/** An array, wherever it is used as a pointer, is one to its first element ([conv.array]). */
export function toFirst(pointer: Pointer): Pointer {
  if (pointer.length === undefined) return pointer;
  const { length: _length, ...rest } = pointer;
  return rest;
}

/** `make_gmem_ptr`, `make_smem_ptr`, `make_rmem_ptr` around `pointer`. Tags do not stack; a raw pointer already is
 *  register memory. */
export function tagPointer(given: Pointer, space: 'gmem' | 'smem' | 'rmem'): Pointer {
  const pointer = toFirst(given);
  if (pointer.space === space || space === 'rmem' || pointer.space === 'counting' || pointer.space === 'coordinates')
    return pointer;
  return { ...pointer, space };
}

/** Elements of less than a byte, as which CuTe counts a bool. */
export function isNarrow(element: Value): boolean {
  return isA(element, 'scalar') && element.bits % 8 !== 0;
}

/** The bits by which a pointer moves from one element to the next. Throws: AlgebraError where the size of the elements
 *  is not known. */
export function bitsOfStep(pointer: Pointer): number {
  const bits = sizeofBits(pointer.element);
  return isPacked(pointer) || pointer.space === 'tmem' ? bits : Math.ceil(bits / 8) * 8;
}

/** Whether elements of fewer than 8 bits lie beside each other; so they do in what a tensor owns. */
export function isPacked({ packed, space }: Pointer): boolean {
  return packed === true || space === 'rmem';
}

/** What leads to elements that a tensor owns is a pointer of the language (`ArrayEngine::iterator`). */
export function asRaw(pointer: Pointer): Pointer {
  const isRaw = pointer.space === 'rmem' && pointer.sparse === undefined && !isNarrow(pointer.element);
  return isRaw ? { ...pointer, space: 'generic' } : pointer;
}

/** `make_swizzle_ptr(pointer, swizzle)`; a swizzle of no bits is dropped. */
export function swizzlePointer(pointer: Pointer, swizzle: Swizzle): Pointer {
  if (swizzle.bits === 0) return dropSwizzle(pointer);
  return { ...pointer, swizzle };
}

export function dropSwizzle(pointer: Pointer): Pointer {
  const { swizzle: _, ...rest } = pointer;
  return rest;
}

/** A cast of a pointer: same address, other element; the offset is counted in the new elements. `packed`: as CuTe's
 *  `recast_ptr` makes one, elements of fewer than 8 bits beside each other. */
export function recastPointer(given: Pointer, element: Value, how: 'plain' | 'packed' = 'plain'): Pointer {
  const { sparse: _, packed: _packed, ...plain } = toFirst(given);
  const pointer: Pointer = how === 'packed' && isNarrow(element) ? { ...plain, packed: true } : plain;
  if (isSameClass(pointer.element, element)) return { ...pointer, element };
  const [from, to] = [known(() => bitsOfStep(given)), known(() => bitsOfStep({ ...pointer, element }))];
  const { offset, allocation, origin = int(0) } = pointer;
  if (from === to && from !== undefined) return { ...pointer, element };
  if (!isOffset(offset)) return { ...pointer, element };
  if (from === undefined) return isBegin(offset) ? { ...pointer, element } : astray({ ...pointer, element });
  // Addresses have 64 bits, and offsets may have 32: no offset is multiplied by more than it must be.
  const divisor = to === undefined ? from : gcdOfNumbers(from, to);
  if (allocation && isInt(offset) && (to === undefined || !isMultiple(offset, to / divisor)))
    return { ...pointer, element, offset: dyn(0), origin: add(origin, div(mul(offset, int(from)), int(8))) };
  if (to === undefined) return { ...pointer, element };
  return { ...pointer, element, offset: div(mul(offset, int(from / divisor)), int(to / divisor)) };
}

function isSameClass(a: Value, b: Value): boolean {
  const areStructs = !isTuple(a) && !isTuple(b) && a.is === 'struct' && b.is === 'struct';
  return areStructs && a.cls === b.cls && a.name === b.name;
}

const isBegin = (offset: IntTuple): boolean => !isIntTuple(offset) && isInt(offset) && offset.n === 0;

/** A pointer of which it is not known any more where in its memory it leads. */
function astray({ allocation: _allocation, origin: _origin, part: _part, ...rest }: Pointer): Pointer {
  return anew(rest);
}

/** A pointer that was set anew: it counts no more by which tensors and coordinates it was found. */
export function anew({ through: _through, beyond: _beyond, ...rest }: Pointer): Pointer {
  return rest;
}

/** Whether a number, or that of each thread, is a multiple; so is one that is not known. */
function isMultiple(x: Int, of: number): boolean {
  if (x.is === 'dynamic' && x.lanes) return x.lanes.every((n) => Number.isNaN(n) || n % of === 0);
  return x.n === undefined || x.n % of === 0;
}

/** The element at `offset`: a number for a counting iterator, a coordinate for `ArithTuple`, otherwise an Element
 *  with unknown contents. Throws: AlgebraError 'type' for tensor memory, which no pointer can read. */
export function readElement(pointer: Pointer, offset: IntTuple): Value {
  const at = advance(pointer, offset);
  if (pointer.space === 'counting' || pointer.space === 'coordinates') return at.offset;
  if (pointer.space === 'tmem') throw refused('type')`tensor memory cannot be read through a pointer`;
  return { is: 'element', pointer: at };
}

/** The function of an iterator whose elements another function gives already: both, the inner one first. */
export function transformAgain({ transform }: Pointer, by: Value): Value {
  return transform === undefined ? by : [transform, by];
}

/** What such functions make of an element. `call` calls one of them. */
export function applied(transform: Value, element: Value, call: (by: Value, element: Value) => Value): Value {
  if (!isTuple(transform)) return call(transform, element);
  return transform.reduce<Value>((given, by) => applied(by, given, call), element);
}

/** True where an offset is an integer tuple, and not unknown. */
export function isOffset(offset: IntTuple | Unknown): offset is IntTuple {
  return offset.is !== 'unknown';
}

/** The element type of a pointer whose type says nothing about it, as of `void*`. */
export const voidElement: Value = { is: 'void' };

/** The address type of shared memory: `cast_smem_ptr_to_uint`. */
export const addressType: Dynamic = hole(32);
