// Division: splitting a layout into tiles and the rest. logical_divide nests (tile, rest) in each divided mode,
// zipped_divide gathers all tiles in mode 0 and all rests in mode 1, tiled_divide and flat_divide unpack them.
// Source: cute/layout.hpp, layout_composed.hpp.
import { say } from '../base/say';
import { coalesce, transformModes } from './coalesce';
import { complement } from './complement';
import { composition } from './composition';
import { modeAt, refused } from './errors';
import { isTuple, tupleOf, type Int, type IntTuple, type Leaf } from './leaf';
import { ceilDivTuples, evenlyDivides, isIntTuple, isLayout, shape } from './int_tuple';
import { layoutOf, make_layout, onInner } from './layout';
import { divideByModes } from './static-divide';
import { noteWhole, type Note } from './steps';
import { zip2_by } from './tuple_algorithms';
import type { AnyLayout, Layout, Tiler } from './types';

/** Splits a layout by a tiler. A layout tiler gives `(tile, rest)`; a tuple divides mode by mode, modes beyond it stay;
 *  an integer n counts as n:1; `_` leaves a mode whole. A tile that does not divide is rounded up, as CuTe does.
 *  Throws: AlgebraError 'rank' for a tiler of too many modes, 'divisibility' from the composition. */
export function logical_divide(layout: Layout, tiler: Tiler, note?: Note): Layout;
export function logical_divide(layout: AnyLayout, tiler: Tiler, note?: Note): AnyLayout;
export function logical_divide(layout: AnyLayout, tiler: Tiler, note?: Note): AnyLayout {
  if (layout.is === 'layout') return divideLayout(layout, tiler, note);
  return noteWhole(
    note,
    'logical_divide',
    layout,
    onInner(layout, (l) => divideLayout(l, tiler, note)),
  );
}

function divideLayout(layout: Layout, tiler: Tiler, note?: Note): Layout {
  if (isTuple(tiler)) return divideModes(layout, tiler, note);
  switch (tiler.is) {
    case 'layout':
      return divideByLayout(layout, tiler, note);
    case 'underscore':
      note?.('logical_divide', layout, say`by _: the mode stays whole`);
      return layout;
    case 'static':
    case 'dynamic':
      return divideByLayout(layout, make_layout(tiler), note);
    default:
      throw refused('type')`logical_divide has no overload for the tiler ${{ tiler }}`;
  }
}

function divideByLayout(layout: Layout, tiler: Layout, note?: Note): Layout {
  if (note === undefined) {
    const divided = divideByModes(layout, tiler);
    if (divided) return divided;
  }
  const extent = coalesce(layout).shape;
  const rest = complement(tiler, extent);
  note?.('complement', rest, say`of the tiler, up to the extent`, extent);
  const both = layoutOf([tiler.shape, rest.shape], [tiler.stride, rest.stride]);
  note?.('make_layout', both, say`of the tiler and its complement`);
  const divided = composition(layout, both);
  note?.('composition', divided, say`of the layout with that`);
  return divided;
}

function divideModes(layout: Layout, tilers: readonly Tiler[], note?: Note): Layout {
  const divided = transformModes(
    layout,
    tilers,
    (l, t) => {
      const mode = divideLayout(l, t);
      note?.('logical_divide', mode, say`of one mode by`, t);
      return mode;
    },
    'tiler',
  );
  note?.('make_layout', divided, say`of the modes`);
  return divided;
}

/** `((tile…),(rest…,modes beyond the tiler…))`. */
export function zipped_divide(layout: Layout, tiler: Tiler, note?: Note): Layout;
export function zipped_divide(layout: AnyLayout, tiler: Tiler, note?: Note): AnyLayout;
export function zipped_divide(layout: AnyLayout, tiler: Tiler, note?: Note): AnyLayout {
  if (layout.is === 'layout') return zippedDivide(layout, tiler, note);
  return noteWhole(
    note,
    'zipped_divide',
    layout,
    onInner(layout, (l) => zippedDivide(l, tiler, note)),
  );
}

function zippedDivide(layout: Layout, tiler: Tiler, note?: Note): Layout {
  const divided = divideLayout(layout, tiler);
  note?.('logical_divide', divided, say`by`, tiler);
  const zipped = unzip(divided, tiler);
  note?.('tile_unzip', zipped, say`gathers the tiles in mode 0, the rests in mode 1`);
  return zipped;
}

/** `((tile…),rest…)`. */
export function tiled_divide(layout: Layout, tiler: Tiler, note?: Note): Layout;
export function tiled_divide(layout: AnyLayout, tiler: Tiler, note?: Note): AnyLayout;
export function tiled_divide(layout: AnyLayout, tiler: Tiler, note?: Note): AnyLayout {
  return unpackedDivide('tiled_divide', layout, tiler, unpackRest, note);
}

/** `(tile…,rest…)`. */
export function flat_divide(layout: Layout, tiler: Tiler, note?: Note): Layout;
export function flat_divide(layout: AnyLayout, tiler: Tiler, note?: Note): AnyLayout;
export function flat_divide(layout: AnyLayout, tiler: Tiler, note?: Note): AnyLayout {
  return unpackedDivide('flat_divide', layout, tiler, unpackBoth, note);
}

function unpackedDivide(
  what: string,
  layout: AnyLayout,
  tiler: Tiler,
  unpack: (zipped: Layout) => Layout,
  note?: Note,
): AnyLayout {
  return noteWhole(
    note,
    what,
    layout,
    onInner(layout, (l) => {
      const zipped = zipped_divide(l, tiler);
      note?.('zipped_divide', zipped, say`by`, tiler);
      const unpacked = unpack(zipped);
      note?.('slice', unpacked, what === 'flat_divide' ? say`unpacks both modes` : say`unpacks the rest`);
      return unpacked;
    }),
  );
}

/** Gathers the (tile, rest) pairs that a logical division or product left at the leaves of `tiler`. */
export function tile_unzip(layout: AnyLayout, tiler: Tiler): AnyLayout {
  return onInner(layout, (l) => unzip(l, tiler));
}

export function unzip(layout: Layout, tiler: Tiler): Layout {
  return layoutOf(zip2_by<Leaf>(layout.shape, tiler), zip2_by<Leaf>(layout.stride, tiler));
}

/** `result(_, repeat<R1>(_))`: moves the modes of mode 1 up beside mode 0. */
export function unpackRest(zipped: Layout): Layout {
  const f = (t: IntTuple): IntTuple => {
    const [tile, rest] = pairOf(t);
    return [tile, ...spread(rest)];
  };
  return layoutOf(f(zipped.shape), f(zipped.stride));
}
/** `result(repeat<R0>(_), repeat<R1>(_))`: moves the modes of both modes up to the top level. */
export function unpackBoth(zipped: Layout): Layout {
  const f = (t: IntTuple): IntTuple => {
    const [tile, rest] = pairOf(t);
    return [...spread(tile), ...spread(rest)];
  };
  return layoutOf(f(zipped.shape), f(zipped.stride));
}
/** The two modes of a zipped division or product. Throws: AlgebraError 'rank' where there are fewer. */
export function pairOf(t: IntTuple): readonly [IntTuple, IntTuple] {
  const modes = tupleOf(t);
  return [modeAt(modes, 0), modeAt(modes, 1)];
}
/** The modes that `repeat<R>(_)` selects. `repeat<1>(_)` is a plain `_`, which keeps a mode of rank 1 as it is. */
function spread(mode: IntTuple): readonly IntTuple[] {
  return isTuple(mode) && mode.length !== 1 ? mode : [mode];
}

/** `ceil_div(a, b)`: on integers and tuples, or the rest mode of dividing by a layout. */
export function ceil_div(a: IntTuple | AnyLayout, b: IntTuple | AnyLayout | Tiler): IntTuple {
  if (isLayout(b)) return complement(b, a).shape;
  if (isIntTuple(a) && isIntTuple(b)) return ceilDivTuples(a, b);
  throw refused('type')`ceil_div has no overload for ${{ a }} and ${{ b }}`;
}

/** Whether dividing shape `a` by tiler `b` leaves no remainder: static where the types decide, else dynamic. */
export function evenly_divides(a: IntTuple | AnyLayout, b: Tiler): Int {
  return evenlyDivides(shape(a), b, (x, t) => ceil_div(x, t));
}
