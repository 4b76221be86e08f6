// Fast evaluation: a layout as a function of one index, and tables of its offsets. Units: elements.
// Numbers only: throws AlgebraError 'symbolic' where a size or stride is not known, 'type' for basis strides.
import { number } from './arith';
import { AlgebraError } from './errors';
import { isInt, type IntTuple, type Leaf } from './leaf';
import { print } from './print';
import { addToOffset, yyyMask } from './swizzle';
import { flatten_to_tuple, type Tree } from './tuple_algorithms';
import type { Composable, Layout } from './types';

/** A flattened layout with known numbers. */
export interface FlatLayout {
  readonly shape: Float64Array;
  readonly stride: Float64Array;
}

/** The leaves of a layout as numbers. */
export function numbersOf(layout: Layout): FlatLayout {
  return { shape: leafNumbers(layout.shape, 'a size'), stride: leafNumbers(layout.stride, 'a stride') };
}
function leafNumbers(t: IntTuple, what: string): Float64Array {
  return Float64Array.from(flatten_to_tuple<Leaf>(t as Tree<Leaf>), (x) => {
    if (isInt(x)) return number(x, what);
    throw new AlgebraError('type', `${what} is ${print(x)}, not an integer`);
  });
}

/** `i => layout(i)` for column-major indices. The last mode is unbounded, as in CuTe. */
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
  if (isInt(offset)) return number(offset, 'the offset');
  throw new AlgebraError('type', `the offset ${print(offset)} is not an integer`);
}

function swizzled(s: { bits: number; base: number; shift: number }): (x: number) => number {
  const mask = yyyMask({ is: 'swizzle', ...s });
  const shift = s.shift;
  return shift >= 0 ? (x) => x ^ ((x & mask) >> shift) : (x) => x ^ ((x & mask) << -shift);
}

function walker({ shape, stride }: FlatLayout): (i: number) => number {
  const last = shape.length - 1;
  const [s0 = 1, s1 = 1] = shape;
  const [d0 = 0, d1 = 0, d2 = 0] = stride;
  if (last === 0) return (i) => i * d0 + 0;
  if (last === 1) return (i) => { const q = Math.trunc(i / s0); return (i - q * s0) * d0 + q * d1; };
  if (last === 2) return (i) => { const q = Math.trunc(i / s0); const r = Math.trunc(q / s1); return (i - q * s0) * d0 + (q - r * s1) * d1 + r * d2; };
  return (i) => {
    let rest = i;
    let sum = 0;
    for (let k = 0; k < last; k++) {
      const s = shape[k] as number;
      const q = Math.trunc(rest / s);
      sum += (rest - q * s) * (stride[k] as number);
      rest = q;
    }
    return sum + rest * (stride[last] as number);
  };
}

/** Writes the offsets of the indices 0 … count-1 into `out`, counting through the modes instead of dividing. */
export function offsets(layout: Composable, count: number, out: Float64Array | Int32Array): void {
  if (layout.is === 'layout') {
    odometer(numbersOf(layout), count, out);
    return;
  }
  if (layout.is === 'composed' && layout.b.is === 'layout') {
    odometer(numbersOf(layout.b), count, out);
    const outer = compile(layout.a);
    const offset = offsetNumber(layout);
    for (let i = 0; i < count; i++) out[i] = outer(offset + (out[i] as number));
    return;
  }
  const f = compile(layout);
  for (let i = 0; i < count; i++) out[i] = f(i);
}

function odometer({ shape, stride }: FlatLayout, count: number, out: Float64Array | Int32Array): void {
  const n = shape.length;
  const s0 = n === 1 ? Infinity : (shape[0] as number);
  const d0 = stride[0] as number;
  const counter = new Float64Array(n);
  let base = 0;
  for (let k = 0; k < count;) {
    const end = Math.min(count, k + s0);
    for (let v = base; k < end; k++, v += d0) out[k] = v;
    for (let j = 1; j < n; j++) {
      base += stride[j] as number;
      counter[j] = (counter[j] as number) + 1;
      if (j === n - 1 || (counter[j] as number) < (shape[j] as number)) break;
      base -= (stride[j] as number) * (shape[j] as number);
      counter[j] = 0;
    }
    if (s0 < 1) throw new AlgebraError('range', 'a mode of size 0 has no offsets');
  }
}
