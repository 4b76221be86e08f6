// Layouts whose integers are all static, as flat rows of plain numbers, for the fast paths of complement, composition
// and division. A fast path takes only ordinary numbers (sizes from 1, strides from 0, all below 2^53) and declines
// everything else: run-time integers, bases, negative strides, and operands that CuTe refuses. The general function
// then computes the result or reports the error.
// Law: where a fast path answers, the general function gives the same answer.
import { modeAt } from './errors';
import { numberAt } from '../base/assert';
import { int, isTuple, type IntTuple } from './leaf';
import type { Layout } from './types';

/** The modes `shape[i]:stride[i]` for `i < count`, leftmost first. An object is reused by later calls and must not
 *  be kept. */
export interface StaticModes {
  readonly shape: Float64Array;
  readonly stride: Float64Array;
  count: number;
}

/** The largest integer that is still exact. */
export const MAX = Number.MAX_SAFE_INTEGER;

/** Layouts of more modes are left to the general functions. A complement may have one mode more. */
const MOST = 64;

export function staticModes(): StaticModes {
  return { shape: new Float64Array(MOST + 1), stride: new Float64Array(MOST + 1), count: 0 };
}

/** Reads `shape:stride` and merges its modes (`mergeModes`). */
export function readMerged(shape: IntTuple, stride: IntTuple, into: StaticModes): boolean {
  return readModes(shape, stride, into) && mergeModes(into);
}

/** Reads the leaves of `shape:stride`, left to right; false where a number is not ordinary or there are too many. */
export function readModes(shape: IntTuple, stride: IntTuple, into: StaticModes): boolean {
  into.count = 0;
  return readLeaves(shape, stride, into);
}

function readLeaves(shape: IntTuple, stride: IntTuple, into: StaticModes): boolean {
  if (!isTuple(shape)) return readLeaf(shape, stride, into);
  const n = shape.length;
  if (!isTuple(stride) || stride.length !== n || n === 0) return false;
  for (let i = 0; i < n; i++) {
    const s = modeAt(shape, i);
    const d = modeAt(stride, i);
    if (!(isTuple(s) ? readLeaves(s, d, into) : readLeaf(s, d, into))) return false;
  }
  return true;
}

function readLeaf(shape: IntTuple, stride: IntTuple, into: StaticModes): boolean {
  const at = into.count;
  if (shape.is !== 'static' || stride.is !== 'static' || shape.n < 1 || stride.n < 0 || at === MOST) return false;
  into.shape[at] = shape.n;
  into.stride[at] = stride.n;
  into.count = at + 1;
  return true;
}

/** `coalesce_x` in place: neighbours with `s0*d0 == d1` become one mode. The last mode stays also where its size
 *  is 1, since it extends beyond the domain; its size is then 1, where CuTe writes 2. False where a size exceeds
 *  2^53. */
function mergeModes(modes: StaticModes): boolean {
  const { shape, stride, count } = modes;
  let to = 0;
  for (let i = 0; i < count; i++) {
    const s = numberAt(shape, i);
    const d = numberAt(stride, i);
    if (s === 1 && i < count - 1) continue;
    if (to > 0 && numberAt(shape, to - 1) * numberAt(stride, to - 1) === d) {
      const size = numberAt(shape, to - 1) * s;
      if (size > MAX) return false;
      shape[to - 1] = size;
    } else {
      shape[to] = s;
      stride[to] = d;
      to++;
    }
  }
  modes.count = to;
  return true;
}

/** `(a + b - 1) / b` of positive numbers. */
export function ceilDiv(a: number, b: number): number {
  return Math.floor((a + b - 1) / b);
}

/** The modes as a layout: a leaf where it is one mode, else a flat tuple. */
export function layoutOfModes({ shape, stride, count }: StaticModes): Layout {
  return { is: 'layout', shape: integersOf(shape, count), stride: integersOf(stride, count) };
}

/** A row as integers. Rows of up to three modes, which are the most frequent, are array literals: these are
 *  allocated at once. */
function integersOf(row: Float64Array, count: number): IntTuple {
  switch (count) {
    case 1:
      return int(numberAt(row, 0));
    case 2:
      return [int(numberAt(row, 0)), int(numberAt(row, 1))];
    case 3:
      return [int(numberAt(row, 0)), int(numberAt(row, 1)), int(numberAt(row, 2))];
  }
  const out: IntTuple[] = [];
  for (let i = 0; i < count; i++) out.push(int(numberAt(row, i)));
  return out;
}
