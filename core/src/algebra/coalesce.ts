// Coalescing: the same function with fewer modes. Two neighbouring modes merge only where the types prove that they
// may: the right one has a static size, and `s0*d0 == d1` holds statically. So modes with run-time sizes stay
// separate.
// Source: cute/layout.hpp (bw_coalesce, coalesce, coalesce_x, filter).
import { say, words } from '../base/say';
import { spend } from '../base/meter';
import { equal, isC, mul } from './arith';
import type { AlgebraError } from './errors';
import { modeAt, refused } from './errors';
import { int, isStatic, isTuple, type IntTuple, type Leaf } from './leaf';
import { filterZeros } from './int_tuple';
import { layoutOf, onInner, plain, trivial } from './layout';
import { noteWhole, type Note } from './steps';
import { flattenInts } from './stride';
import { flatten_to_tuple, getTree } from './tuple_algorithms';
import type { AnyLayout, Layout } from './types';

const two = int(2);

/** Merges neighbouring modes. The size and the values inside the domain stay the same; static-1 modes vanish. With
 *  a profile, each of its leaves is coalesced by itself, and modes beyond the profile stay. */
export function coalesce(layout: Layout, profile?: IntTuple): Layout;
export function coalesce(layout: AnyLayout, profile?: IntTuple): AnyLayout;
export function coalesce(layout: AnyLayout, profile?: IntTuple): AnyLayout {
  if (layout.is === 'layout')
    return profile === undefined ? coalesceLayout(layout) : atLeaves(layout, profile, coalesceLayout);
  return onInner(layout, (l) => coalesce(l, profile));
}

function coalesceLayout(layout: Layout): Layout {
  if (!isTuple(layout.shape)) return isC(layout.shape, 1) ? trivial : layout;
  return merge(layout, false);
}

/** As `coalesce`, but the result is the same function beyond the domain too: a last mode of size `_1` counts as
 *  unbounded. */
export function coalesce_x(layout: Layout, profile?: IntTuple): Layout {
  if (profile !== undefined && isTuple(profile)) return atLeaves(layout, profile, coalesce_x);
  if (!isTuple(layout.shape)) return isC(layout.shape, 1) ? layoutOf(two, layout.stride) : layout;
  return merge(layout, true);
}

function merge(layout: Layout, beyond: boolean): Layout {
  const shape = flatten_to_tuple(layout.shape);
  const stride = flattenInts(layout.stride);
  const n = shape.length;
  spend(n, 'modes');
  if (n === 0) throw refused('type')`an empty layout cannot be coalesced`;
  // Strides that have no mode are not looked at.
  if (!isTuple(stride) || stride.length < n)
    throw refused('congruence')`${{ layout }}: shape and stride have different profiles`;
  // Modes are merged from the back; (s, d) is the frontmost mode so far.
  let s = modeAt(shape, n - 1);
  let d = modeAt(stride, n - 1);
  if (beyond && isC(s, 1)) s = two;
  const shapes: IntTuple[] = [];
  const strides: IntTuple[] = [];
  for (let i = n - 2; i >= 0; i--) {
    const oldShape = modeAt(shape, i);
    if (isC(oldShape, 1)) continue;
    const oldStride = modeAt(stride, i);
    if (shapes.length === 0 && isC(s, 1)) {
      s = oldShape;
      d = oldStride;
    } else if (isStatic(s) && productIsStatically(oldShape, oldStride, d)) {
      s = mul(oldShape, s);
      d = oldStride;
    } else {
      shapes.push(s);
      strides.push(d);
      s = oldShape;
      d = oldStride;
    }
  }
  if (shapes.length === 0) return isC(s, 1) ? trivial : layoutOf(s, d);
  shapes.push(s);
  strides.push(d);
  return layoutOf(shapes.reverse(), strides.reverse());
}

/** `transform_layout(layout, profile, f)` down to the leaves of the profile. */
function atLeaves(layout: Layout, profile: IntTuple, f: (l: Layout) => Layout): Layout {
  if (!isTuple(profile)) return f(layout);
  return transformModes(layout, profile, (l, p) => atLeaves(l, p, f), 'profile');
}

function tooManyModes(
  layout: Layout,
  guide: readonly unknown[],
  what: 'tiler' | 'profile',
  rank: number,
): AlgebraError {
  const guideModes = guide.length;
  if (what === 'profile')
    return refused('rank')`the profile ${{ guide }} has ${{ guideModes }} modes, ${{ layout }} has ${{ rank }}`;
  const data = { is: 'tiler-rank', tiler: guideModes, modes: rank } as const;
  return refused('rank', { data })`the tiler ${{ guide }} has ${{ guideModes }} modes, ${{ layout }} has ${{ rank }}`;
}

/** Applies `f` to the first modes of a layout, one for each element of `guide`; the other modes stay. */
export function transformModes<G>(
  layout: Layout,
  guide: readonly G[],
  f: (l: Layout, g: G) => AnyLayout,
  what: 'tiler' | 'profile',
): Layout {
  const rank = isTuple(layout.shape) ? layout.shape.length : 1;
  if (guide.length > rank) throw tooManyModes(layout, guide, what, rank);
  if (rank === 0) throw refused('type')`a layout needs at least one mode`;
  spend(rank, 'modes');
  const shapes: IntTuple[] = [];
  const strides: IntTuple[] = [];
  for (let i = 0; i < rank; i++) {
    const mode = layoutOf(modeOf(layout.shape, i), modeOf(layout.stride, i));
    const now = i < guide.length ? plain(f(mode, modeAt(guide, i)), 'make_layout') : mode;
    shapes.push(now.shape);
    strides.push(now.stride);
  }
  return layoutOf(shapes, strides);
}

export function modeOf(t: IntTuple, i: number): IntTuple {
  return getTree<Leaf>(t, [i]);
}

/** The layout with size 1 for every mode of stride `_0`; with a profile, for every mode at one of its `_0`s. */
export function filter_zeros(layout: Layout, profile?: IntTuple): Layout {
  const shape = filterZeros(profile ?? layout.stride, layout.shape);
  return shape === layout.shape ? layout : layoutOf(shape, layout.stride);
}

/** Drops the modes of stride `_0` and size `_1` and coalesces the rest; with a profile, at its leaves. */
export function filter(layout: Layout, profile?: IntTuple, note?: Note): Layout;
export function filter(layout: AnyLayout, profile?: IntTuple, note?: Note): AnyLayout;
export function filter(layout: AnyLayout, profile?: IntTuple, note?: Note): AnyLayout {
  if (layout.is === 'layout')
    return profile === undefined ? filterLayout(layout, note) : filterLeaves(layout, profile, note);
  if (profile === undefined) plain(layout, words`filter without a profile`);
  return noteWhole(
    note,
    'filter',
    layout,
    onInner(layout, (l) => filter(l, profile, note)),
  );
}
function filterLayout(layout: Layout, note?: Note): Layout {
  const ones = filter_zeros(layout);
  note?.('filter_zeros', ones, say`gives modes of stride 0 the size 1`);
  const merged = coalesceLayout(ones);
  note?.('coalesce', merged, say`drops those modes and merges contiguous ones`);
  return merged;
}
function filterLeaves(layout: Layout, profile: IntTuple, note?: Note): Layout {
  const filtered = atLeaves(layout, profile, (l) => filterLayout(l));
  note?.('filter', filtered, say`at every leaf of the profile`, profile);
  return filtered;
}

/** `coalesce(shape)`: neighbours that are both static or both dynamic become their product. */
export function coalesce_shape(shape: IntTuple): IntTuple {
  const flat = flattenInts(shape);
  if (!isTuple(flat)) return flat;
  if (flat.length === 0) throw refused('type')`an empty shape cannot be coalesced`;
  const out: IntTuple[] = [modeAt(flat, 0)];
  for (let i = 1; i < flat.length; i++) {
    const last = modeAt(out, out.length - 1);
    const next = modeAt(flat, i);
    if (isStatic(last) === isStatic(next)) out[out.length - 1] = mul(last, next);
    else out.push(next);
  }
  return out.length === 1 ? modeAt(out, 0) : out;
}

/** True where `decltype(s * d == d2)` is statically true: CuTe's condition for merging two modes. */
function productIsStatically(s: IntTuple, d: IntTuple, d2: IntTuple): boolean {
  if (s.is === 'static' && d.is === 'static' && d2.is === 'static') {
    return s.n * d.n === d2.n;
  }
  return isC(equal(mul(s, d), d2), 1);
}
