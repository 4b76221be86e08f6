// Fast evaluation: a layout as a function of one index, and tables of its offsets, in elements.
// Takes numbers only: throws AlgebraError 'symbolic' where a size or stride is not known, 'type' for basis strides.
import { words } from '../base/say';
import { elementAt, numberAt } from '../base/assert';
import { number } from './arith';
import { refused } from './errors';
import { isInt, type IntTuple, type Leaf } from './leaf';
import { addToOffset, yyyMask } from './swizzle';
import { flatten_to_tuple } from './tuple_algorithms';
import type { Composable, Layout } from './types';

/** A flattened layout with known numbers. */
export interface FlatLayout {
  readonly shape: Float64Array;
  readonly stride: Float64Array;
}

/** The sizes and strides of a layout's leaves as numbers. */
export function numbersOf(layout: Layout): FlatLayout {
  const flat = { shape: leafNumbers(layout.shape, words`a size`), stride: leafNumbers(layout.stride, words`a stride`) };
  if (flat.shape.length === flat.stride.length) return flat;
  throw refused('congruence')`${{ shape: layout.shape }} and ${{ stride: layout.stride }} have different profiles`;
}
function leafNumbers(t: IntTuple, what: string): Float64Array {
  return Float64Array.from(flatten_to_tuple<Leaf>(t), (x) => {
    if (isInt(x)) return number(x, what);
    throw refused('type')`${{ what }} is ${{ x }}, not an integer`;
  });
}

/** The function `i => layout(i)` of column-major indices. The last mode is unbounded, as in CuTe. */
export function compile(layout: Composable): (index: number) => number {
  if (layout.is === 'swizzle') return swizzled(layout);
  if (layout.is === 'layout') return walker(numbersOf(layout));
  const outer = compile(layout.a);
  const inner = compile(layout.b);
  const offset = offsetNumber(layout);
  return (i) => outer(offset + inner(i));
}

function offsetNumber(layout: Composable & { is: 'composed' }): number {
  const offset = addToOffset(layout.offset, undefined);
  if (isInt(offset)) return number(offset, words`the offset`);
  throw refused('type')`the offset ${{ offset }} is not an integer`;
}

function swizzled(s: { bits: number; base: number; shift: number }): (x: number) => number {
  const mask = yyyMask({ is: 'swizzle', ...s });
  const shift = s.shift;
  return shift >= 0 ? (x) => x ^ ((x & mask) >> shift) : (x) => x ^ ((x & mask) << -shift);
}

/** The function of a flat layout. The offset is `i*d0` plus, for each further mode, the number of carries into it
 *  times the change of the offset at a carry.
 *  Below `easy`, a division by s is a multiplication with its reciprocal: floor((i + 1/2) * fl(1/s)) is exactly
 *  floor(i / s) for i below 2^48, since (i + 1/2) / s is at least 1/2s away from every integer and rounding moves
 *  it by less. No sum exceeds 2^53 there either. */
function walker(flat: FlatLayout): (i: number) => number {
  const { shape, stride } = merged(flat);
  const last = shape.length - 1;
  const d0 = stride[0] ?? NaN;
  if (last === 0) return (i) => i * d0 + 0;
  const any = dividing(shape, stride);
  if (shape.some((s, k) => k < last && s < 1)) return any;
  const reciprocal = shape.map((s) => 1 / s);
  const change = stride.map((d, k) => (k === 0 ? d : d - numberAt(shape, k - 1) * numberAt(stride, k - 1)));
  const easy = Math.min(2 ** 48, 2 ** 53 / change.reduce((sum, x) => sum + Math.abs(x), 1));
  if (last === 1) {
    const [r0 = 1, c1 = 0] = [reciprocal[0], change[1]];
    return (i) => (i >= 0 && i < easy ? 0 + i * d0 + Math.floor((i + 0.5) * r0) * c1 : any(i));
  }
  return (i) => {
    if (!(i >= 0 && i < easy)) return any(i);
    let rounds = i;
    let sum = 0 + i * d0;
    for (let k = 0; k < last; k++) {
      rounds = Math.floor((rounds + 0.5) * numberAt(reciprocal, k));
      sum += rounds * numberAt(change, k + 1);
    }
    return sum;
  };
}

/** As `walker`, for every index: divides. */
function dividing(shape: Float64Array, stride: Float64Array): (i: number) => number {
  const last = shape.length - 1;
  return (i) => {
    let rest = i;
    let sum = 0;
    for (let k = 0; k < last; k++) {
      const s = numberAt(shape, k);
      const q = Math.trunc(rest / s);
      sum += (rest - q * s) * numberAt(stride, k);
      rest = q;
    }
    return sum + rest * numberAt(stride, last);
  };
}

/** Coalesces for every index: drops modes of size 1, and merges a mode with the one before where it continues it. */
function merged({ shape, stride }: FlatLayout): FlatLayout {
  const keep: number[] = [];
  const sizes: number[] = [];
  for (let i = 0; i < shape.length; i++) {
    const s = numberAt(shape, i);
    const before = sizes.length - 1;
    if (s === 1 && i < shape.length - 1) continue;
    if (
      before >= 0 &&
      elementAt(sizes, before) > 0 &&
      elementAt(sizes, before) * elementAt(keep, before) === stride[i]
    ) {
      sizes[before] = elementAt(sizes, before) * s;
    } else {
      sizes.push(s);
      keep.push(numberAt(stride, i));
    }
  }
  return { shape: Float64Array.from(sizes), stride: Float64Array.from(keep) };
}

/** Writes the offsets of the indices 0 … count-1 into `out`. Counts through the modes instead of dividing. Throws:
 *  AlgebraError 'range' for a mode of size 0. */
export function offsets(layout: Composable, count: number, out: Float64Array | Int32Array): void {
  if (layout.is === 'layout') {
    odometer(numbersOf(layout), count, out);
    return;
  }
  if (layout.is === 'composed' && layout.b.is === 'layout') {
    odometer(numbersOf(layout.b), count, out);
    const outer = compile(layout.a);
    const offset = offsetNumber(layout);
    for (let i = 0; i < count; i++) out[i] = outer(offset + (out[i] ?? NaN));
    return;
  }
  const f = compile(layout);
  for (let i = 0; i < count; i++) out[i] = f(i);
}

function odometer({ shape, stride }: FlatLayout, count: number, out: Float64Array | Int32Array): void {
  const n = shape.length;
  // The layout `():()` has one element, at offset 0.
  const s0 = n <= 1 ? Infinity : (shape[0] ?? NaN);
  const d0 = n === 0 ? 0 : (stride[0] ?? NaN);
  const counter = new Float64Array(n);
  let base = 0;
  for (let k = 0; k < count;) {
    const end = Math.min(count, k + s0);
    for (let v = base; k < end; k++, v += d0) out[k] = v;
    for (let j = 1; j < n; j++) {
      base += stride[j] ?? NaN;
      counter[j] = (counter[j] ?? NaN) + 1;
      if (j === n - 1 || (counter[j] ?? NaN) < (shape[j] ?? NaN)) break;
      base -= (stride[j] ?? NaN) * (shape[j] ?? NaN);
      counter[j] = 0;
    }
    if (s0 < 1) throw refused('range')`a mode of size 0 has no offsets`;
  }
}
