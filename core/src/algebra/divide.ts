// Division: splitting a layout into tiles and the rest. logical_divide nests (tile, rest) in each divided mode,
// zipped_divide gathers all tiles in mode 0 and all rests in mode 1, tiled_divide and flat_divide unpack them.
// Source: cute/layout.hpp, layout_composed.hpp.
import { coalesce, transformModes } from './coalesce';
import { complement } from './complement';
import { composition } from './composition';
import { AlgebraError } from './errors';
import { isTuple, type Int, type IntTuple, type Leaf, type Underscore } from './leaf';
import { ceilDivTuples, evenlyDivides, isIntTuple, isLayout, shape } from './int_tuple';
import { layoutOf, make_layout, onInner } from './layout';
import { print } from './print';
import { zip2_by, type Tree } from './tuple_algorithms';
import type { AnyLayout, Composable, Layout, Tiler } from './types';

/** Splits a layout by a tiler. A layout tiler gives `(tile, rest)`; a tuple divides mode by mode, modes beyond it stay;
 *  an integer n counts as n:1; `_` leaves a mode whole. A tile that does not divide is rounded up, as CuTe does.
 *  Throws: AlgebraError 'rank' for a tiler of too many modes, 'divisibility' from the composition. */
export function logical_divide(layout: Layout, tiler: Tiler): Layout;
export function logical_divide(layout: AnyLayout, tiler: Tiler): AnyLayout;
export function logical_divide(layout: AnyLayout, tiler: Tiler): AnyLayout {
  return layout.is === 'layout' ? divideLayout(layout, tiler) : onInner(layout, (l) => divideLayout(l, tiler));
}

function divideLayout(layout: Layout, tiler: Tiler): Layout {
  if (Array.isArray(tiler)) return transformModes(layout, tiler as readonly Tiler[], (l, t) => divideLayout(l, t), 'tiler');
  const t = tiler as Int | Underscore | Composable;
  switch (t.is) {
    case 'layout': {
      const rest = complement(t, coalesce(layout).shape);
      return composition(layout, layoutOf([t.shape, rest.shape], [t.stride, rest.stride]));
    }
    case 'underscore': return layout;
    case 'static': case 'dynamic': return divideLayout(layout, make_layout(t));
    default: throw new AlgebraError('type', `logical_divide has no overload for the tiler ${print(tiler)}`);
  }
}

/** `((tile…),(rest…,modes beyond the tiler…))`. */
export function zipped_divide(layout: Layout, tiler: Tiler): Layout;
export function zipped_divide(layout: AnyLayout, tiler: Tiler): AnyLayout;
export function zipped_divide(layout: AnyLayout, tiler: Tiler): AnyLayout {
  return layout.is === 'layout' ? unzip(divideLayout(layout, tiler), tiler) : onInner(layout, (l) => unzip(divideLayout(l, tiler), tiler));
}

/** `((tile…),rest…)`. */
export function tiled_divide(layout: Layout, tiler: Tiler): Layout;
export function tiled_divide(layout: AnyLayout, tiler: Tiler): AnyLayout;
export function tiled_divide(layout: AnyLayout, tiler: Tiler): AnyLayout {
  return onInner(layout, (l) => unpackRest(zipped_divide(l, tiler)));
}

/** `(tile…,rest…)`. */
export function flat_divide(layout: Layout, tiler: Tiler): Layout;
export function flat_divide(layout: AnyLayout, tiler: Tiler): AnyLayout;
export function flat_divide(layout: AnyLayout, tiler: Tiler): AnyLayout {
  return onInner(layout, (l) => unpackBoth(zipped_divide(l, tiler)));
}

/** Gathers the (tile, rest) pairs that a logical division or product left at the leaves of `tiler`. */
export function tile_unzip(layout: AnyLayout, tiler: Tiler): AnyLayout {
  return onInner(layout, (l) => unzip(l, tiler));
}

export function unzip(layout: Layout, tiler: Tiler): Layout {
  const guide = tiler as Tree<unknown>;
  return layoutOf(zip2_by<Leaf>(layout.shape as Tree<Leaf>, guide) as IntTuple, zip2_by<Leaf>(layout.stride as Tree<Leaf>, guide) as IntTuple);
}

/** `result(_, repeat<R1>(_))`: the modes of mode 1 move up beside mode 0. */
export function unpackRest(zipped: Layout): Layout {
  const f = (t: IntTuple): IntTuple => {
    const [tile, rest] = t as readonly [IntTuple, IntTuple];
    return [tile, ...spread(rest)];
  };
  return layoutOf(f(zipped.shape), f(zipped.stride));
}
/** `result(repeat<R0>(_), repeat<R1>(_))`. */
export function unpackBoth(zipped: Layout): Layout {
  const f = (t: IntTuple): IntTuple => {
    const [tile, rest] = t as readonly [IntTuple, IntTuple];
    return [...spread(tile), ...spread(rest)];
  };
  return layoutOf(f(zipped.shape), f(zipped.stride));
}
/** `repeat<1>(_)` is a plain `_`, which keeps a mode of rank 1 as it is. */
function spread(mode: IntTuple): readonly IntTuple[] {
  return isTuple(mode) && mode.length !== 1 ? mode : [mode];
}

/** `ceil_div(a, b)`: on integers and tuples, or the rest mode of dividing by a layout. */
export function ceil_div(a: IntTuple | AnyLayout, b: IntTuple | AnyLayout): IntTuple {
  if (isLayout(b)) return complement(b, a).shape;
  if (isIntTuple(a) && isIntTuple(b)) return ceilDivTuples(a, b);
  throw new AlgebraError('type', `ceil_div has no overload for ${print(a)} and ${print(b)}`);
}

/** Static or dynamic truth: dividing shape `a` by tiler `b` leaves no remainder. */
export function evenly_divides(a: IntTuple | AnyLayout, b: Tiler): Int {
  return evenlyDivides(shape(a), b, (x, t) => ceil_div(x, t as IntTuple | AnyLayout));
}
