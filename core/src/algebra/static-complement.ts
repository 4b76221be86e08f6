// The complement of a layout whose integers are all static, on plain numbers (static-modes.ts). With the modes sorted
// by stride, each leaves a gap between the offsets below it and its own stride. Where every gap is wider than 1
// nothing can be coalesced afterwards, since a mode of size 2 or more lies between any two gaps.
import { modeAt } from './errors';
import { numberAt } from '../base/assert';
import { isTuple, type IntTuple } from './leaf';
import { ceilDiv, MAX, staticModes, type StaticModes } from './static-modes';
import type { AnyLayout } from './types';

const found = staticModes();

/** The gaps that `modes` leave below an extent: `n` sizes, or for n = 0 the cosize of the modes, which adds no
 *  gap. Sorts `modes`. Undefined where modes overlap or a number is too large: then `complement` reports the
 *  error. */
export function gapsOfModes(modes: StaticModes, extent: Float64Array, n: number): StaticModes | undefined {
  sortModes(modes);
  const { shape, stride, count } = modes;
  let reached = 1;
  let gaps = 0;
  for (let i = 0; i < count; i++) {
    const d = numberAt(stride, i);
    const gap = Math.floor(d / reached);
    if (gap === 0) return undefined;
    if (gap > 1) {
      found.shape[gaps] = gap;
      found.stride[gaps++] = reached;
    }
    reached = d * numberAt(shape, i);
    if (reached > MAX) return undefined;
  }
  const tiles = tilesOver(extent, n, reached);
  if (tiles > MAX) return undefined;
  if (tiles > 1 || gaps === 0) {
    found.shape[gaps] = tiles;
    found.stride[gaps++] = tiles === 1 ? 0 : reached;
  }
  found.count = gaps;
  return found;
}

/** Drops the modes of size 1 and stride 0 and sorts the others by stride. An insertion sort: modes are few and
 *  mostly sorted. */
function sortModes(modes: StaticModes): void {
  const { shape, stride, count } = modes;
  let to = 0;
  for (let i = 0; i < count; i++) {
    const s = numberAt(shape, i);
    const d = numberAt(stride, i);
    if (s === 1 || d === 0) continue;
    let at = to++;
    for (; at > 0 && numberAt(stride, at - 1) > d; at--) {
      shape[at] = numberAt(shape, at - 1);
      stride[at] = numberAt(stride, at - 1);
    }
    shape[at] = s;
    stride[at] = d;
  }
  modes.count = to;
}

/** The number of tiles of `reached` elements in an extent, rounded up in each of its modes as `ceil_div` does. */
function tilesOver(extent: Float64Array, n: number, reached: number): number {
  let tiles = 1;
  let rest = reached;
  for (let i = 0; i < n; i++) {
    const size = numberAt(extent, i);
    tiles *= ceilDiv(size, rest);
    rest = ceilDiv(rest, size);
  }
  return tiles;
}

/** Reads an extent into a row and gives its length; 0 where it is nested, not static, or empty. */
export function readExtent(cotarget: IntTuple | AnyLayout, row: Float64Array): number {
  if (!isTuple(cotarget)) return readSize(cotarget, row, 0) ? 1 : 0;
  if (cotarget.length > row.length) return 0;
  for (let i = 0; i < cotarget.length; i++) if (!readSize(modeAt(cotarget, i), row, i)) return 0;
  return cotarget.length;
}

function readSize(size: IntTuple | AnyLayout, row: Float64Array, i: number): boolean {
  if (size.is !== 'static' || size.n < 1) return false;
  row[i] = size.n;
  return true;
}
