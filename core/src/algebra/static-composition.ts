// Composition of layouts whose integers are all static, on plain numbers (static-modes.ts). The algorithm is that of
// composition.ts, without its cases for run-time integers and errors.
import { modeAt } from './errors';
import { numberAt } from '../base/assert';
import { spend } from '../base/meter';
import { int, isTuple, type IntTuple } from './leaf';
import { ceilDiv, layoutOfModes, MAX, staticModes, type StaticModes } from './static-modes';
import type { Layout } from './types';

const taken = staticModes();

/** The composition of A, given by its merged modes, with the layout `shape:stride`, whose nesting it keeps.
 *  Undefined where a number is not ordinary or does not divide: then `composition` reports the error. */
export function composeModes(outer: StaticModes, shape: IntTuple, stride: IntTuple): Layout | undefined {
  if (!isTuple(shape)) return composeLeaf(outer, shape, stride);
  const n = shape.length;
  if (!isTuple(stride) || stride.length !== n || n === 0) return undefined;
  spend(n * outer.count, 'modes');
  const shapes: IntTuple[] = [];
  const strides: IntTuple[] = [];
  for (let i = 0; i < n; i++) {
    const mode = composeModes(outer, modeAt(shape, i), modeAt(stride, i));
    if (mode === undefined) return undefined;
    shapes.push(mode.shape);
    strides.push(mode.stride);
  }
  return { is: 'layout', shape: shapes, stride: strides };
}

function composeLeaf(outer: StaticModes, shape: IntTuple, stride: IntTuple): Layout | undefined {
  if (shape.is !== 'static' || stride.is !== 'static' || shape.n < 1 || stride.n < 0) return undefined;
  return composeMode(outer, shape.n, stride.n);
}

/** The composition with one mode of B: every `stride`-th element of A, `size` of them in all. Undefined as above. */
export function composeMode(outer: StaticModes, size: number, stride: number): Layout | undefined {
  if (stride === 0) return { is: 'layout', shape: int(size), stride: int(0) };
  const last = outer.count - 1;
  let rest = size;
  let step = stride;
  let n = 0;
  for (let i = 0; i < last; i++) {
    const s = numberAt(outer.shape, i);
    const d = numberAt(outer.stride, i);
    const over = Math.floor(step / s);
    if (over * s !== step && step > s) return undefined;
    const left = ceilDiv(s, step);
    if (left > 1 && rest > 1) {
      const now = Math.min(left, rest);
      const after = Math.floor(rest / now);
      if (after * now !== rest || step * d > MAX) return undefined;
      taken.shape[n] = now;
      taken.stride[n++] = step * d;
      rest = after;
    }
    step = ceilDiv(step, s);
  }
  if (rest > 1 || n === 0) {
    const d = step * numberAt(outer.stride, last);
    if (d > MAX) return undefined;
    taken.shape[n] = rest;
    taken.stride[n++] = d;
  }
  taken.count = n;
  return layoutOfModes(taken);
}
