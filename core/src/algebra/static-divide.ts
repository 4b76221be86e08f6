// Division of a layout by a tiler whose integers are all static, on plain numbers (static-modes.ts). The complement
// of the tiler is composed as a row of modes, without making a layout of it first.
import { numberAt } from '../base/assert';
import type { IntTuple } from './leaf';
import { gapsOfModes } from './static-complement';
import { composeMode, composeModes } from './static-composition';
import { readMerged, readModes, staticModes, type StaticModes } from './static-modes';
import type { Layout } from './types';

const outer = staticModes();
const inner = staticModes();

/** The layout `(tile, rest)` of dividing `layout` by `tiler`. Undefined where a number is not ordinary or does not
 *  divide: then `logical_divide` reports the error. */
export function divideByModes(layout: Layout, tiler: Layout): Layout | undefined {
  if (!readMerged(layout.shape, layout.stride, outer) || !readModes(tiler.shape, tiler.stride, inner)) return undefined;
  const gaps = gapsOfModes(inner, outer.shape, outer.count);
  const tile = gaps && composeModes(outer, tiler.shape, tiler.stride);
  const rest = tile && composeRow(outer, gaps);
  return rest && { is: 'layout', shape: [tile.shape, rest.shape], stride: [tile.stride, rest.stride] };
}

/** The composition with a row of modes: a leaf where it is one mode. */
function composeRow(modes: StaticModes, { shape, stride, count }: StaticModes): Layout | undefined {
  if (count === 1) return composeMode(modes, numberAt(shape, 0), numberAt(stride, 0));
  const shapes: IntTuple[] = [];
  const strides: IntTuple[] = [];
  for (let i = 0; i < count; i++) {
    const mode = composeMode(modes, numberAt(shape, i), numberAt(stride, i));
    if (mode === undefined) return undefined;
    shapes.push(mode.shape);
    strides.push(mode.stride);
  }
  return { is: 'layout', shape: shapes, stride: strides };
}
