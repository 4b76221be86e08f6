// Inverses: right_inverse(L) maps offsets back to coordinates, as far as L is contiguous from 0; left_inverse(L)
// undoes an injective L. Both sort the modes by their static strides.
// Source: cute/layout.hpp, layout_composed.hpp, swizzle_layout.hpp.
import { say } from '../base/say';
import { elementAt } from '../base/assert';
import { spend } from '../base/meter';
import { div, isC, mod, mul, neg, smaller } from './arith';
import { coalesce, modeOf } from './coalesce';
import { composition } from './composition';
import { modeAt, refused } from './errors';
import { int, isStaticInt, isStatic, isTuple, tupleOf, type Int, type IntTuple, type Leaf, type Static } from './leaf';
import { gcd, product, shape } from './int_tuple';
import { layoutOf, plain, trivial } from './layout';
import { composeOffset } from './layout_composed';
import { logical_divide } from './divide';
import type { Note } from './steps';
import { compact_major, flattenInts } from './stride';
import { max_alignment_offset, swizzleEquals } from './swizzle';
import { unwrap, wrap, type Tree } from './tuple_algorithms';
import type { AnyLayout, Composable, ComposedOffset, Layout } from './types';

const zero = int(0);
const one = int(1);

interface Modes {
  readonly shape: readonly IntTuple[];
  readonly stride: readonly IntTuple[];
  /** Prefix products of the shape: the coordinate at which each mode starts. */
  readonly before: readonly IntTuple[];
}

function modesOf(layout: Layout, note?: Note): Modes {
  const flat = coalesce(layout);
  note?.('coalesce', flat, say`merges contiguous modes`);
  const shape = wrap<Leaf>(flat.shape);
  const stride = wrap<Leaf>(flat.stride);
  const before: IntTuple[] = [one];
  for (const s of shape) before.push(mul(s, modeAt(before, before.length - 1)));
  return { shape, stride, before };
}

/** The numbers of the modes, sorted by static stride with CuTe's exchange sort, which is not stable. */
function sortedByStride(stride: readonly IntTuple[]): number[] {
  const order = stride.flatMap((d, i) => (isStatic(d) ? [i] : []));
  const key = (i: number): number => {
    const d = modeAt(stride, i);
    if (!isStaticInt(d)) throw refused('type')`the stride ${{ d }} cannot be sorted`;
    return d.n;
  };
  spend(order.length * order.length, 'modes');
  if (order.length > 0) key(elementAt(order, 0));
  for (let i = 0; i < order.length; i++) {
    for (let j = i + 1; j < order.length; j++) {
      const a = elementAt(order, i);
      const b = elementAt(order, j);
      if (key(b) < key(a)) {
        order[i] = b;
        order[j] = a;
      }
    }
  }
  return order;
}

/** The layout R with L(R(i)) == i, up to the first gap between static strides. Modes with run-time strides are
 *  left out. */
export function right_inverse(layout: Layout, note?: Note): Layout;
export function right_inverse(layout: AnyLayout, note?: Note): Composable;
export function right_inverse(layout: AnyLayout, note?: Note): Composable {
  if (layout.is === 'composed') return inverseOf(layout, (l) => right_inverse(l), note);
  const { shape, stride, before } = modesOf(layout, note);
  const shapes: IntTuple[] = [one];
  const strides: IntTuple[] = [zero];
  let reached: IntTuple = one;
  for (const i of sortedByStride(stride)) {
    const d = modeAt(stride, i);
    if (!isStaticInt(d) || !isC(reached, d.n)) continue;
    shapes.push(modeAt(shape, i));
    strides.push(modeAt(before, i));
    reached = mul(modeAt(shape, i), d);
  }
  return merged(layoutOf(shapes, strides), note);
}

/** The layout R with L(R(L(i))) == L(i). Throws: AlgebraError 'static' for run-time strides; 'divisibility' where
 *  a stride is not a multiple of the number of offsets below it. */
export function left_inverse(layout: Layout, note?: Note): Layout;
export function left_inverse(layout: AnyLayout, note?: Note): Composable;
export function left_inverse(layout: AnyLayout, note?: Note): Composable {
  if (layout.is === 'composed') return inverseOf(layout, (l) => left_inverse(l), note);
  const { shape, stride, before } = modesOf(layout, note);
  if (!isStatic(stride)) throw refused('static')`left_inverse of ${{ layout }}: strides must be static`;
  const order = sortedByStride(stride);
  const shapes: IntTuple[] = [];
  const strides: IntTuple[] = [zero];
  for (const i of order) {
    const d = modeAt(stride, i);
    if (!isStaticInt(d) || d.n === 0) continue;
    const reached = product(shapes);
    if (!isC(mod(d, reached), 0)) {
      throw refused(
        isStatic(reached) ? 'divisibility' : 'static',
      )`left_inverse of ${{ layout }}: the stride ${{ d }} is no multiple of ${{ reached }}`;
    }
    shapes.push(div(d, reached));
    strides.push(modeAt(before, i));
  }
  shapes.push(modeAt(shape, elementAt(order, order.length - 1)));
  return merged(layoutOf(shapes, strides), note);
}

/** The inverse: the modes sorted by stride, each with the coordinate at which it starts as its stride, coalesced. */
function merged(sorted: Layout, note?: Note): Layout {
  note?.('sort', sorted, say`by stride: each mode maps back to the coordinate at which it starts`);
  const result = coalesce(sorted);
  note?.('coalesce', result, say`merges contiguous modes`);
  return result;
}

function inverseOf(
  layout: { a: Composable; offset: ComposedOffset; b: Composable },
  inverse: (l: AnyLayout) => Composable,
  note?: Note,
): Composable {
  const of = (part: Composable): Composable => (part.is === 'swizzle' ? part : inverse(part));
  const b = of(layout.b);
  note?.('inverse', b, say`of the inner layout`);
  const result =
    layout.a.is === 'swizzle' && isC(layout.offset, 0)
      ? composition(b, layout.a)
      : composeOffset(b, inverseOffset(layout.offset), of(layout.a));
  note?.('composition', result, say`with the inverse of the outer part,`, layout.a);
  return result;
}

function inverseOffset(offset: ComposedOffset): IntTuple {
  if (offset.is === 'underscore') return offset;
  // CuTe declares the overload for integers after this use, so it is found only for types of namespace cute: a plain
  // `int` does not compile.
  if (offset.is === 'static') return neg(offset);
  throw refused('type')`the offset ${{ offset }} has no inverse`;
}

/** The longest layout R with a(R(i)) == b(R(i)) == i: the elements that correspond and are contiguous from 0 in
 *  both. */
export function max_common_layout(a: AnyLayout, b: AnyLayout, note?: Note): Layout {
  if (a.is === 'composed') return commonOfSwizzled(a, b, note);
  if (b.is === 'composed') return commonOfSwizzled(b, a, note);
  const inverse = right_inverse(b);
  const first = commonMode(a, inverse, note);
  const result = isStatic(first.shape) && isC(first.stride, 1) ? composition(inverse, first) : trivial;
  note?.('composition', result, say`of the inverse with mode 0, where that is contiguous and static`, first);
  return result;
}

/** Mode 0 of `a` composed with the inverse of the other layout. Where its stride is 1, its elements are contiguous
 *  in both. */
function commonMode(a: Layout, inverse: Layout, note?: Note): Layout {
  note?.('right_inverse', inverse, say`of the second layout`);
  const common = coalesce(composition(a, inverse));
  note?.('composition', common, say`of the first layout with it, coalesced`);
  return firstMode(common);
}

function commonOfSwizzled(a: AnyLayout, b: AnyLayout, note?: Note): Layout {
  const base = swizzleBase(a, 'max_common_layout');
  const common = max_common_layout(inner(a, 'max_common_layout'), plain(b, 'max_common_layout'));
  note?.('max_common_layout', common, say`without the swizzle`);
  const n = product(common.shape);
  if (n.is !== 'static') throw refused('static')`max_common_layout: the size of ${{ common }} must be static`;
  const result = base.n < n.n ? composition(common, base) : common;
  note?.('composition', result, say`limited to the elements that the swizzle keeps contiguous,`, base);
  return result;
}

/** The size of `max_common_layout`: the number of elements that one vector access may move. */
export function max_common_vector(a: AnyLayout, b: AnyLayout, note?: Note): Int {
  if (a.is === 'composed' && b.is === 'composed') {
    const vec = max_common_vector(inner(a, 'max_common_vector'), inner(b, 'max_common_vector'));
    const [baseA, baseB] = [swizzleBase(a, 'max_common_vector'), swizzleBase(b, 'max_common_vector')];
    return swizzleEquals(a.a, b.a) ? vec : smaller(vec, smaller(baseA, baseB));
  }
  if (a.is === 'composed')
    return smaller(max_common_vector(inner(a, 'max_common_vector'), b), swizzleBase(a, 'max_common_vector'));
  if (b.is === 'composed') return max_common_vector(b, a);
  const first = commonMode(a, right_inverse(b), note);
  const result = isStaticInt(first.shape) && isC(first.stride, 1) ? first.shape : one;
  note?.('size', result, say`of mode 0, where that is contiguous and static`, first);
  return result;
}

function firstMode(layout: Layout): Layout {
  if (!isTuple(layout.shape)) return layout;
  return layoutOf(modeAt(layout.shape, 0), modeAt(tupleOf(layout.stride), 0));
}
function inner(layout: AnyLayout, what: string): AnyLayout {
  if (layout.is === 'layout' || layout.b.is === 'swizzle')
    throw refused('type')`${{ what }} has no overload for ${{ layout }}`;
  return layout.b;
}
function swizzleBase(layout: AnyLayout, what: string): Static {
  if (layout.is !== 'composed' || layout.a.is !== 'swizzle')
    throw refused('type')`${{ what }} has no overload for ${{ layout }}`;
  return int(2 ** layout.a.base);
}

/** The modes of stride `_0`: the coordinates a layout maps to 0. */
export function nullspace(layout: AnyLayout): Layout {
  if (layout.is === 'composed') return trivial;
  const stride = wrap<Leaf>(flattenInts(layout.stride));
  const modes = stride.flatMap((d, i) => (isC(d, 0) ? [i] : []));
  if (modes.length === 0) return trivial;
  const flatShape = flattenInts(layout.shape);
  const shape = wrap<Leaf>(flatShape);
  const start = wrap<Leaf>(compact_major(flatShape, 'LayoutLeft'));
  const pick = (t: readonly Tree<Leaf>[]): IntTuple => unwrap<Leaf>(modes.map((i) => modeAt(t, i)));
  return layoutOf(pick(shape), pick(start));
}

/** A tiler of `b` elements spread over the modes of shape `a`, taking as many as divide from each mode. */
export function domain_distribute(a: IntTuple | AnyLayout, b: IntTuple): Layout {
  const flat = flattenInts(shape(a));
  if (isTuple(b) || !isStaticInt(b)) throw refused('static')`domain_distribute: ${{ b }} must be a static integer`;
  if (!isStatic(flat)) throw refused('static')`domain_distribute: ${{ flat }} must be static`;
  let rest: Int = b;
  const shapes = wrap<Leaf>(flat).map((s) => {
    const common = gcd(s, rest);
    rest = div(rest, common);
    return common;
  });
  return coalesce(layoutOf(shapes, wrap<Leaf>(compact_major(flat, 'LayoutLeft'))));
}

/** The largest N for which `upcast<N>` compiles, judged by the static sizes and strides alone. */
export function max_alignment(layout: AnyLayout, note?: Note): Int {
  if (layout.is === 'composed') {
    if (layout.a.is !== 'swizzle') return one;
    const parts = layout.b.is === 'swizzle' ? int(2 ** layout.b.base) : max_alignment(layout.b);
    return gcd(int(2 ** layout.a.base), max_alignment_offset(layout.offset), parts);
  }
  const flat = coalesce(layout);
  const known = layoutOf(staticOr(flat.shape, one), staticOr(flat.stride, zero));
  note?.('coalesce', known, say`of the static modes`);
  const permuted = logical_divide(known, right_inverse(known));
  note?.('logical_divide', permuted, say`by its right_inverse: (contiguous part, rest)`);
  const largest = gcd(product(modeOf(permuted.shape, 0)), modeOf(permuted.stride, 1));
  note?.('gcd', largest, say`of the size of mode 0 and the strides of mode 1`);
  return largest;
}
function staticOr(t: IntTuple, other: Static): IntTuple {
  return isTuple(t) ? t.map((x) => staticOr(x, other)) : isStatic(t) ? t : other;
}
