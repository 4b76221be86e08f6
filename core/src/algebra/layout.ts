// Layouts: making them, reading their modes, and evaluating them at a coordinate, in elements. Functions take
// ComposedLayouts where CuTe's do, and act on the inner layout. Operations on two layouts are in files of their own.
// Source: cute/layout.hpp, layout_composed.hpp.
import { abs, isC } from './arith';
import { as_arithmetic_tuple, make_basis_like } from './arithmetic_tuple';
import { make_composed, composeOffset, offsetPlus, slice_composed } from './layout_composed';
import { modeAt, refused } from './errors';
import { int, isInt, isStatic, isTuple, isUnderscore, tupleOf, type Int, type IntTuple, type Leaf } from './leaf';
import {
  filterZeros,
  has_underscore,
  inner_product,
  is_layout,
  isIntTuple,
  isLayout,
  minusOne,
  plusOne,
  product,
  rankOf,
  sum,
} from './int_tuple';
import { tiled_product } from './product';
import { compact_major, compact_order, crd2crd, crd2idx, idx2crd, type Major, type Order } from './stride';
import { diceTree, sliceTree } from './slice';
import { apply_swizzle } from './swizzle';
import * as trees from './tuple_algorithms';
import { getTree, repeat, repeat_like, type Tree } from './tuple_algorithms';
import type { AnyLayout, Composable, ComposedLayout, ComposedOffset, Layout } from './types';

const zero = int(0);
const one = int(1);

/** `Layout<_1,_0>`, the layout of one element: the result where no mode remains. */
export const trivial: Layout = { is: 'layout', shape: one, stride: zero };

// ---- making layouts

/** The layout `shape:stride`, without any check: the caller knows that the two are congruent. */
export function layoutOf(shape: IntTuple, stride: IntTuple): Layout {
  return { is: 'layout', shape, stride };
}

/** `make_layout(shape)`: compact, column major. `make_layout(shape, stride)`; `make_layout(shape, 'LayoutRight')`.
 *  Static-1 modes of compact layouts get stride `_0`. Throws: AlgebraError 'type' for operands that are not
 *  integers. */
export function make_layout(shape: IntTuple, stride: IntTuple | Major = 'LayoutLeft'): Layout {
  if (!isIntTuple(shape)) throw refused('type')`make_layout: ${{ shape }} is not a shape`;
  if (stride === 'LayoutLeft' || stride === 'LayoutRight') return layoutOf(shape, compact_major(shape, stride));
  if (!isIntTuple(stride)) throw refused('type')`make_layout: ${{ stride }} is not a stride`;
  return layoutOf(shape, stride);
}

/** `make_layout(L0, L1, …)`: the layouts as modes; a single layout gives a layout of rank 1. Throws: AlgebraError
 *  'type' for composed layouts. */
export function make_layout_of(layouts: readonly Composable[]): Layout {
  if (layouts.length === 0) throw refused('type')`make_layout needs at least one layout`;
  const shapes: IntTuple[] = [];
  const strides: IntTuple[] = [];
  for (const l of layouts) {
    if (l.is !== 'layout') throw refused('type')`make_layout cannot concatenate the composed layout ${{ l }}`;
    shapes.push(l.shape);
    strides.push(l.stride);
  }
  return layoutOf(shapes, strides);
}

/** The compact layout whose strides follow the order of the modes. */
export function make_ordered_layout(shape: IntTuple, order: Order): Layout {
  return make_layout(shape, compact_order(shape, order));
}

/** A compact layout of the same shape, modes ordered by the strides of `layout`; static-0 strides stay 0. */
export function make_layout_like(layout: Layout): Layout {
  return make_layout(layout.shape, compact_order(filterZeros(layout.stride, layout.shape), layout.stride));
}

/** The layout of a register fragment for `layout`: mode 0 compact, the others above it in the order of their
 *  strides. */
export function make_fragment_like(layout: AnyLayout | IntTuple): Layout {
  if (!is_layout(layout)) return make_layout(layout);
  if (layout.is === 'composed') return make_fragment_like(swizzledInner(layout, 'make_fragment_like'));
  const { shape, stride } = layout;
  if (!isTuple(shape) || shape.length < 2 || !isStatic(shape)) return make_layout(shape);
  const strides = tupleOf(stride);
  const shape0 = modeAt(shape, 0);
  const mode0 = make_layout(shape0, compact_major(filterZeros(modeAt(strides, 0), shape0), 'LayoutLeft'));
  return tiled_product(mode0, make_ordered_layout(shape.slice(1), strides.slice(1)));
}

/** The layout that maps every coordinate to itself: strides are bases. */
export function make_identity_layout(shape: IntTuple): Layout {
  return make_layout(shape, make_basis_like(shape));
}

/** The inner layout of a swizzled layout. Throws: AlgebraError 'type' for other composed layouts, for which CuTe
 *  does not define the function `what`. */
export function swizzledInner(layout: ComposedLayout, what: string): AnyLayout {
  if (layout.a.is !== 'swizzle' || layout.b.is === 'swizzle')
    throw refused('type')`${{ what }} has no overload for ${{ layout }}`;
  return layout.b;
}

// ---- reading layouts

/** `stride<I...>(layout)`. Throws: AlgebraError 'deleted' for a composed layout, which has none. */
export function stride(layout: AnyLayout, ...I: readonly number[]): IntTuple {
  if (layout.is === 'composed') throw refused('deleted')`stride is deleted for the composed layout ${{ layout }}`;
  return getTree<Leaf>(layout.stride, I);
}

/** Applies `f` to the inner layout of a composed layout, or to the layout itself. */
export function onInner(layout: AnyLayout, f: (inner: Layout) => AnyLayout): AnyLayout {
  if (layout.is === 'layout') return f(layout);
  if (layout.b.is === 'swizzle') throw refused('type')`${{ layout }} has no domain to work on`;
  return composeOffset(layout.a, layout.offset, onInner(layout.b, f));
}

function byParts(layout: AnyLayout, f: (t: Tree<Leaf>) => Tree<Leaf>): AnyLayout {
  return onInner(layout, (l) => layoutOf(f(l.shape), f(l.stride)));
}

/** The mode I... of a tuple or a layout. Throws: AlgebraError 'range' where there is none. */
export function get(t: Layout, ...I: readonly number[]): Layout;
export function get(t: AnyLayout, ...I: readonly number[]): AnyLayout;
export function get<T>(t: Tree<T>, ...I: readonly number[]): Tree<T>;
export function get(t: unknown, ...I: readonly number[]): unknown {
  return is_layout(t) ? byParts(t, (x) => getTree(x, I)) : getTree(t, I);
}

/** `layout<I...>(layout)`: the sublayout of a mode. */
export function layout_mode(layout: AnyLayout, ...I: readonly number[]): AnyLayout {
  return I.length === 0 && layout.is === 'layout' ? layout : get(layout, ...I);
}

/** The modes [B,E) of a tuple or a layout. Throws: AlgebraError 'range'. */
export function take(t: Layout, B: number, E: number): Layout;
export function take(t: AnyLayout, B: number, E: number): AnyLayout;
export function take<T>(t: Tree<T>, B: number, E: number): readonly Tree<T>[];
export function take(t: unknown, B: number, E: number): unknown {
  if (!is_layout(t)) return trees.takeTree(t, B, E);
  if (B >= E) throw refused('range')`take<${{ B }},${{ E }}> of ${{ t }}: the range is empty`;
  return byParts(t, (x) => trees.takeTree(x, B, E));
}

/** The chosen modes of a tuple or a layout. Throws: AlgebraError 'range'; 'type' for a composed layout. */
export function select(t: Layout, ...I: readonly number[]): Layout;
export function select(t: AnyLayout, ...I: readonly number[]): AnyLayout;
export function select<T>(t: Tree<T>, ...I: readonly number[]): readonly Tree<T>[];
export function select(t: unknown, ...I: readonly number[]): unknown {
  if (!is_layout(t)) return trees.selectTree(t, I);
  return byParts(plain(t, 'select'), (x) => trees.selectTree(x, I));
}

/** The leaves of a tuple or a layout as modes. */
export function flatten(t: Layout): Layout;
export function flatten(t: AnyLayout): AnyLayout;
export function flatten<T>(t: Tree<T>): Tree<T>;
export function flatten(t: unknown): unknown {
  return is_layout(t) ? byParts(t, trees.flattenTree) : trees.flattenTree(t);
}

/** A flat tuple or layout with the profile of another tuple. Throws: AlgebraError 'range' or 'rank' where their
 *  numbers of leaves differ; 'type' for a composed layout. */
export function unflatten(t: Layout, profile: Tree<unknown>): Layout;
export function unflatten(t: AnyLayout, profile: Tree<unknown>): AnyLayout;
export function unflatten<T>(t: Tree<T>, profile: Tree<unknown>): Tree<T>;
export function unflatten(t: unknown, profile: Tree<unknown>): unknown {
  if (!is_layout(t)) return trees.unflattenTree(trees.wrap(t), profile);
  return byParts(plain(t, 'unflatten'), (x) => trees.unflattenTree(trees.wrap(x), profile));
}

/** A tuple or a layout whose modes [B,E) become one nested mode. Throws: AlgebraError 'range'. */
export function group(t: Layout, B: number, E: number): Layout;
export function group(t: AnyLayout, B: number, E: number): AnyLayout;
export function group<T>(t: Tree<T>, B: number, E: number): Tree<T>;
export function group(t: unknown, B: number, E: number): unknown {
  return is_layout(t) ? byParts(t, (x) => trees.groupTree(x, B, E)) : trees.groupTree(t, B, E);
}

/** Appends a mode, or as many as reach rank N; the default mode of a layout is `_1:_0`. */
export function append(t: Layout, x?: Layout, N?: number): Layout;
export function append(t: AnyLayout, x?: Layout, N?: number): AnyLayout;
export function append<T>(t: Tree<T>, x: Tree<T>, N?: number): Tree<T>;
export function append(t: unknown, x: unknown = trivial, N?: number): unknown {
  return is_layout(t) ? withMode(t, x, 'append', (a, b) => trees.appendTree(a, b, N)) : trees.appendTree(t, x, N);
}
/** As `append`, in front. Throws: AlgebraError 'type' for a composed layout. */
export function prepend(t: Layout, x?: Layout, N?: number): Layout;
export function prepend(t: AnyLayout, x?: Layout, N?: number): AnyLayout;
export function prepend<T>(t: Tree<T>, x: Tree<T>, N?: number): Tree<T>;
export function prepend(t: unknown, x: unknown = trivial, N?: number): unknown {
  return is_layout(t)
    ? withMode(plain(t, 'prepend'), x, 'prepend', (a, b) => trees.prependTree(a, b, N))
    : trees.prependTree(t, x, N);
}
/** A tuple or a layout with mode N replaced. Throws: AlgebraError 'range'; 'type' for a composed layout. */
export function replace(t: Layout, x: Layout, N: number): Layout;
export function replace(t: AnyLayout, x: Layout, N: number): AnyLayout;
export function replace<T>(t: Tree<T>, x: Tree<T>, N: number): Tree<T>;
export function replace(t: unknown, x: unknown, N: number): unknown {
  return is_layout(t)
    ? withMode(plain(t, 'replace'), x, 'replace', (a, b) => trees.replaceTree(a, b, N))
    : trees.replaceTree(t, x, N);
}

function withMode(t: AnyLayout, x: unknown, what: string, f: (a: Tree<Leaf>, b: Tree<Leaf>) => Tree<Leaf>): AnyLayout {
  if (!isLayout(x)) throw refused('type')`${{ what }}: ${{ x }} is not a layout`;
  return onInner(t, (l) => layoutOf(f(l.shape, x.shape), f(l.stride, x.stride)));
}

/** A plain layout. Throws: AlgebraError 'type' for a composed layout or a swizzle, for which CuTe has no overload
 *  of `what`. */
export function plain(t: Composable, what: string): Layout {
  if (t.is === 'layout') return t;
  throw refused('type')`${{ what }} has no overload for the composed layout ${{ t }}`;
}

/** `zip`: pairs up the modes of two layouts, or of the two modes of one. */
export function zip(a: Layout, b?: Layout): Layout;
export function zip(a: AnyLayout): AnyLayout;
export function zip<T>(...ts: readonly Tree<T>[]): Tree<T>;
export function zip(...ts: readonly unknown[]): unknown {
  const [a, b] = ts;
  if (is_layout(a) && b === undefined) return byParts(a, trees.zipTree);
  if (isLayout(a) && isLayout(b)) {
    return layoutOf(trees.zipTree<Leaf>([a.shape, b.shape]), trees.zipTree<Leaf>([a.stride, b.stride]));
  }
  return trees.zipTree<unknown>(ts.length === 1 ? a : ts);
}

/** The profile of the codomain as 0s: `_0` for integer strides, a tuple for bases. */
export function coprofile(layout: Layout, ...I: readonly number[]): IntTuple {
  return repeat_like<Int>(as_arithmetic_tuple(sum(stride(layout, ...I))), zero);
}

/** The smallest shape that holds every value of the layout. Bases give a tuple. */
export function coshape(layout: Layout, ...I: readonly number[]): IntTuple {
  const sizes = minusOne(getTree<Leaf>(layout.shape, I));
  const steps = absLeaves(stride(layout, ...I));
  return plusOne(as_arithmetic_tuple(inner_product(sizes, steps)));
}
function absLeaves(t: IntTuple): IntTuple {
  return isTuple(t) ? t.map(absLeaves) : abs(t);
}

/** The largest offset plus one, in elements; of the inner layout for a composed one. */
export function cosize(layout: AnyLayout, ...I: readonly number[]): Int {
  if (layout.is === 'layout') return product(coshape(layout, ...I));
  if (layout.b.is === 'swizzle') throw refused('type')`cosize has no overload for ${{ b: layout.b }}`;
  return cosize(layout.b, ...I);
}

// ---- evaluating layouts

/** `layout(crd)` for a coordinate without `_`: the offset in elements, or a coordinate where strides are bases. */
export function offset_of(layout: Composable, crd: IntTuple): IntTuple {
  if (layout.is === 'layout') return crd2idx(crd, layout.shape, layout.stride);
  if (layout.is === 'swizzle') return offsetPlus(apply_swizzle(layout, crd), undefined);
  return applyOuter(layout.a, offsetPlus(layout.offset, offset_of(layout.b, crd)));
}
function applyOuter(a: Composable, offset: IntTuple): IntTuple {
  return offset_of(a, offset);
}

/** `layout(crd)`: the offset, or the slice where the coordinate holds a `_`. */
export function apply(layout: Composable, crd: IntTuple): IntTuple | AnyLayout {
  if (layout.is === 'swizzle' || !has_underscore(crd)) return offset_of(layout, crd);
  return slice_and_offset(crd, layout)[0];
}

/** The slice and the offset it starts at: `(slice, offset)`. */
export type SliceAndOffset = readonly [layout: AnyLayout, offset: IntTuple];

/** The modes that the coordinate marks with `_` as a layout, and the offset of the others. A composed layout may
 *  keep that offset itself and then gives 0. */
export function slice_and_offset(crd: IntTuple, layout: AnyLayout): SliceAndOffset {
  if (layout.is === 'composed') return slice_composed(crd, layout);
  return [slice(crd, layout), crd2idx(crd, layout.shape, layout.stride)];
}

/** The modes of a layout or a tuple that the coordinate marks with `_`. */
export function slice(crd: IntTuple, t: Layout): Layout;
export function slice(crd: IntTuple, t: AnyLayout): AnyLayout;
export function slice<T>(crd: IntTuple, t: Tree<T>): Tree<T>;
export function slice(crd: IntTuple, t: unknown): unknown {
  if (is_layout(t))
    return t.is === 'composed'
      ? slice_composed(crd, t)[0]
      : layoutOf(sliceTree<Leaf>(crd, t.shape), sliceTree<Leaf>(crd, t.stride));
  return sliceTree(crd, t);
}

/** The modes of a layout or a tuple that the coordinate does not mark with `_`. Throws: AlgebraError 'type' for a
 *  composed layout. */
export function dice(crd: Tree<unknown>, t: AnyLayout): Layout;
export function dice<T>(crd: Tree<unknown>, t: Tree<T>): Tree<T>;
export function dice(crd: Tree<unknown>, t: unknown): unknown {
  if (isLayout(t)) return layoutOf(diceTree<Leaf>(crd, t.shape), diceTree<Leaf>(crd, t.stride));
  if (is_layout(t)) throw refused('type')`dice has no overload for the composed layout ${{ t }}`;
  return diceTree(crd, t);
}

/** The layout that starts at `crd`, and the offset to add to the pointer. A composed layout keeps the offset
 *  itself and gives 0. Throws: AlgebraError 'type' for a coordinate with `_`. */
export function domain_offset(crd: IntTuple, layout: AnyLayout): SliceAndOffset {
  if (has_underscore(crd)) throw refused('type')`domain_offset: the coordinate ${{ crd }} must not hold a _`;
  if (layout.is === 'layout') return [layout, offset_of(layout, crd)];
  return [make_composed(layout.a, offsetPlus(layout.offset, offset_of(layout.b, crd)), layout.b), zero];
}

// ---- coordinates of a compact layout

/** The coordinate of an offset, with the profile of the shape. */
export function get_hier_coord(layout: Layout, idx: Int): IntTuple {
  return idx2crd(integral(idx, 'get_hier_coord'), layout.shape, layout.stride);
}
/** The coordinate of an offset, one number for each mode. */
export function get_flat_coord(layout: Layout, idx: Int): IntTuple {
  return crd2crd(get_hier_coord(layout, idx), layout.shape, repeat<Leaf>(one, rankOf(layout.shape)));
}
/** The column-major index of an offset. */
export function get_1d_coord(layout: Layout, idx: Int): IntTuple {
  return crd2idx(get_hier_coord(layout, idx), layout.shape);
}
function integral(idx: IntTuple, what: string): IntTuple {
  if (isInt(idx) || isUnderscore(idx)) return idx;
  throw refused('type')`${{ what }}: ${{ idx }} is not an integer`;
}

/** True for `Int<0>`. Casting an offset gives `C<0u>`, another type, for which CuTe does not drop a swizzle of 0
 *  bits. */
export function isIntZero(offset: ComposedOffset): boolean {
  return isC(offset, 0) && !('unsigned' in offset);
}
