// The complement: the layout of the offsets that a layout skips, up to a size. Its modes are the gaps between the
// sorted strides, and the rest above the largest one. Source: cute/layout.hpp (complement).
import { say } from '../base/say';
import { spend } from '../base/meter';
import { div, isC, mul } from './arith';
import { coalesce, coalesce_shape, filter } from './coalesce';
import { modeAt, refused } from './errors';
import { int, isStatic, isTuple, type Int, type IntTuple } from './leaf';
import { ceilDivTuples, isLayout, min, shape } from './int_tuple';
import { cosize, layoutOf } from './layout';
import { gapsOfModes, readExtent } from './static-complement';
import { layoutOfModes, readModes, staticModes } from './static-modes';
import type { Note } from './steps';
import { compact_major } from './stride';
import type { AnyLayout, Layout } from './types';

const one = int(1);
const modes = staticModes();
const extent = staticModes().shape;

/** The layout of the offsets below `cotarget` that `layout` does not reach; `cotarget` defaults to its cosize.
 *  Law: the images of both meet only in 0, and together they reach at least `cotarget` offsets.
 *  Throws: AlgebraError 'non-injective' where two modes share an offset; 'static' for several modes with run-time
 *  strides. */
export function complement(layout: AnyLayout, cotarget?: IntTuple | AnyLayout, note?: Note): Layout {
  if (layout.is === 'composed') {
    if (layout.b.is === 'swizzle') throw refused('type')`complement has no overload for ${{ layout }}`;
    return complement(layout.b, cotarget ?? cosize(layout), note);
  }
  if (note === undefined) {
    const found = staticComplement(layout, cotarget);
    if (found) return found;
  }
  const filtered = filter(layout);
  note?.('filter', filtered, say`drops modes of stride 0 and size 1`);
  return gaps(
    layout,
    filtered.shape,
    filtered.stride,
    cotarget === undefined ? cosize(filtered) : shape(cotarget),
    note,
  );
}

/** The fast path on plain numbers, for layouts whose integers are all static; undefined where it declines
 *  (static-modes.ts). */
function staticComplement(layout: Layout, cotarget: IntTuple | AnyLayout | undefined): Layout | undefined {
  if (!readModes(layout.shape, layout.stride, modes)) return undefined;
  const target = isLayout(cotarget) ? cotarget.shape : cotarget;
  const n = target === undefined ? 0 : readExtent(target, extent);
  if (n === 0 && target !== undefined) return undefined;
  const found = gapsOfModes(modes, extent, n);
  return found && layoutOfModes(found);
}

function gaps(layout: Layout, shape: IntTuple, stride: IntTuple, cotarget: IntTuple, note?: Note): Layout {
  if (isC(stride, 0)) {
    const all = coalesce_shape(cotarget);
    const everything = layoutOf(all, compact_major(all, 'LayoutLeft'));
    note?.('make_layout', everything, say`of the whole extent: the layout reaches only 0`);
    return everything;
  }
  const shapes = isTuple(shape) ? [...shape] : [shape];
  const strides = isTuple(stride) ? [...stride] : [stride];
  if (shapes.length > 1 && !isStatic(stride)) {
    throw refused('static')`complement of ${{ layout }}: strides must be static where there is more than one mode`;
  }
  const gapShape: IntTuple[] = [];
  const gapStride: IntTuple[] = [one];
  let reached: IntTuple = one;
  // Finding the smallest stride and removing it visits every mode that is left.
  while (shapes.length > 0) {
    spend(shapes.length, 'modes');
    const at = shapes.length === 1 ? 0 : smallest(strides);
    const d = modeAt(strides, at);
    const gap = div(d, reached);
    if (isC(gap, 0))
      throw refused('non-injective')`complement of ${{ layout }}: the mode with stride ${{ d }} overlaps another`;
    reached = mul(d, modeAt(shapes, at));
    gapShape.push(gap);
    gapStride.push(reached);
    shapes.splice(at, 1);
    strides.splice(at, 1);
  }
  gapStride.pop();
  const rest = coalesce_shape(ceilDivTuples(cotarget, reached));
  gapShape.push(rest);
  gapStride.push(compact_major(rest, 'LayoutLeft', reached));
  const found = layoutOf(gapShape, gapStride);
  note?.('make_layout', found, say`of the gaps between the sorted strides, and of the rest up to`, cotarget);
  const merged = coalesce(found);
  note?.('coalesce', merged, say`merges contiguous modes`);
  return merged;
}

/** The first mode with the smallest stride; all strides are static here. */
function smallest(strides: readonly IntTuple[]): number {
  let at = 0;
  let least = Infinity;
  for (let i = 0; i < strides.length; i++) {
    const d = modeAt(strides, i);
    if (d.is !== 'static') return smallestOf(strides, min(strides));
    if (d.n >= least) continue;
    least = d.n;
    at = i;
  }
  return at;
}

function smallestOf(strides: readonly IntTuple[], least: Int): number {
  const at = strides.findIndex((d) => least.n !== undefined && isC(d, least.n));
  if (at < 0) throw refused('type')`complement: one of the strides ${{ strides }} is not an integer`;
  return at;
}
