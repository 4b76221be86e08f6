// Casts: the same memory in elements N times as large (upcast) or N times as small (downcast). Sizes round up and
// strides never become zero, as in CuTe.
// Source: cute/layout.hpp, layout_composed.hpp, swizzle_layout.hpp.
import { say } from '../base/say';
import { abs, ceilDiv, mul, safe_div, signum } from './arith';
import { refused } from './errors';
import { int, isStatic, isTuple, type IntTuple, type Static } from './leaf';
import { ceilDivTuples, has_int1 } from './int_tuple';
import { layoutOf } from './layout';
import { composeOffset } from './layout_composed';
import { modeOf } from './coalesce';
import { gcdOfNumbers } from './gcd';
import type { Note } from './steps';
import { castOffset, has_single_bit, make_swizzle } from './swizzle';
import type { Composable, ComposedLayout, Layout, Swizzle } from './types';

/** The layout in elements N times as large. Throws: AlgebraError 'divisibility' where neither of N and a static
 *  stride divides the other. */
export function upcast<L extends Composable>(layout: L, N: number): L;
export function upcast(layout: Composable, N: number): Composable {
  switch (layout.is) {
    case 'layout':
      return upcastModes(layout.shape, layout.stride, N);
    case 'swizzle':
      return castSwizzle(layout, N, true);
    case 'composed':
      return castComposed(layout, N, true);
  }
}

/** The layout in elements N times as small. Throws: AlgebraError 'static' where no stride is a static 1. */
export function downcast<L extends Composable>(layout: L, N: number): L;
export function downcast(layout: Composable, N: number): Composable {
  switch (layout.is) {
    case 'layout':
      if (!has_int1(layout.stride))
        throw refused('static')`downcast<${{ N }}> of ${{ layout }}: some stride must be a static 1`;
      return downcastModes(layout.shape, layout.stride, int(N));
    case 'swizzle':
      return castSwizzle(layout, N, false);
    case 'composed':
      return castComposed(layout, N, false);
  }
}

/** The layout in elements of `newBits` bits, given one in elements of `oldBits` bits. */
export function recast_layout<L extends Composable>(layout: L, oldBits: number, newBits: number, note?: Note): L {
  const common = gcdOfNumbers(oldBits, newBits);
  const num = newBits / common;
  const den = oldBits / common;
  if (num === 1 && den === 1) return layout;
  const wide = num === 1 ? layout : upcast(layout, num);
  if (num !== 1) note?.('upcast', wide, say`counts elements ${num} times as large`);
  if (den === 1) return wide;
  const narrow = downcast(wide, den);
  note?.('downcast', narrow, say`counts elements ${den} times as small`);
  return narrow;
}

function upcastModes(shape: IntTuple, stride: IntTuple, N: number): Layout {
  if (isTuple(shape)) return byMode(shape, stride, (s, d) => upcastModes(s, d, N));
  if (isStatic(stride)) {
    if (stride.is !== 'static') throw refused('type')`upcast of the stride ${{ stride }}`;
    const d = stride.n;
    if (d === 0) return layoutOf(shape, stride);
    if (d % N !== 0 && N % d !== 0)
      throw refused('divisibility')`upcast<${{ N }}>: neither ${{ N }} nor the stride ${{ stride }} divides the other`;
    const step = abs(stride);
    return layoutOf(ceilDivTuples(shape, ceilDiv(int(N), step)), mul(signum(stride), ceilDiv(step, int(N))));
  }
  return layoutOf(shape, safe_div(stride, int(N)));
}

function downcastModes(shape: IntTuple, stride: IntTuple, N: Static): Layout {
  if (isTuple(shape)) return byMode(shape, stride, (s, d) => downcastModes(s, d, N));
  const unit = !isTuple(stride) && stride.is === 'static' && (stride.n === 1 || stride.n === -1);
  return unit ? layoutOf(mul(shape, N), stride) : layoutOf(shape, mul(stride, N));
}

function byMode(shape: readonly IntTuple[], stride: IntTuple, f: (s: IntTuple, d: IntTuple) => Layout): Layout {
  if (shape.length === 0) throw refused('type')`a layout needs at least one mode`;
  const modes = shape.map((s, i) => f(s, modeOf(stride, i)));
  return layoutOf(
    modes.map((m) => m.shape),
    modes.map((m) => m.stride),
  );
}

function castSwizzle(s: Swizzle, N: number, up: boolean): Swizzle {
  if (!has_single_bit(N))
    throw refused(
      'range',
    )`${{ cast: up ? 'upcast' : 'downcast' }}<${{ N }}> of ${{ s }}: ${{ N }} is not a power of two`;
  const base = s.base + (up ? -1 : 1) * Math.log2(N);
  return base >= 0 ? make_swizzle(s.bits, base, s.shift) : make_swizzle(Math.max(s.bits + base, 0), 0, s.shift);
}

function castComposed(layout: ComposedLayout, N: number, up: boolean): Composable {
  const cast = up ? upcast : downcast;
  const { offset } = layout;
  // With an unset shared-memory pointer, the swizzle permutes bytes and does not change; the flag records the width
  // of the elements.
  if (offset.is === 'smem-ptr-flag') {
    const { bits, sparsity } = offset;
    if (sparsity !== undefined)
      throw refused('type')`${{ cast: up ? 'upcast' : 'downcast' }} is not implemented for ${{ layout }}`;
    return composeOffset(
      layout.a,
      { is: 'smem-ptr-flag', bits: up ? bits * N : Math.trunc(bits / N) },
      cast(layout.b, N),
    );
  }
  // CuTe declares the overload for integers after this use, so it is found only for types of namespace cute: a plain
  // `int` does not compile.
  if (offset.is === 'dynamic') {
    throw refused(
      'type',
    )`${{ cast: up ? 'upcast' : 'downcast' }} has no overload for the run-time offset of ${{ layout }}`;
  }
  return composeOffset(cast(layout.a, N), castOffset(offset, N, up), cast(layout.b, N));
}
