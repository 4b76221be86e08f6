// Composed layouts `A o offset o B`: c → A(offset + B(c)). B spans the domain, so operations on modes act on B alone.
// Most of this file slices swizzled layouts, which may give a plain layout.
// Source: cute/layout_composed.hpp, swizzle_layout.hpp, pointer_flagged.hpp.
import { words } from '../base/say';
import { add, bitAnd, bitNot, conditional_return, isC, logicalNot, mul, neg, staticInt, sub } from './arith';
import { composition } from './composition';
import { modeAt, refused } from './errors';
import { int, isInt, isTuple, type Int, type IntTuple, type Leaf } from './leaf';
import { all_underscore, product, shapeOf } from './int_tuple';
import {
  dice,
  isIntZero,
  layoutOf,
  make_layout,
  offset_of,
  slice,
  slice_and_offset,
  swizzledInner,
  type SliceAndOffset,
} from './layout';
import { idx2crd } from './stride';
import {
  addToOffset,
  apply_swizzle,
  bitsAreZero,
  has_single_bit,
  isMixed,
  make_mixed_bits,
  make_swizzle,
  xorMixed,
  yyyMask,
  zzzMask,
} from './swizzle';
import { diceTree } from './slice';
import { getTree, sameRank } from './tuple_algorithms';
import type { AnyLayout, Composable, ComposedLayout, ComposedOffset, Layout, MixedBits, Swizzle } from './types';

const zero = int(0);
const one = int(1);
const two = int(2);

/** The composed layout of three parts, without simplification. */
export function make_composed(a: Composable, offset: ComposedOffset, b: Composable): ComposedLayout {
  return { is: 'composed', a, offset, b };
}
/** `make_composed_layout(A, offset, B)`. */
export const make_composed_layout = make_composed;

/** `composition(A, offset, B)`: as `make_composed`, but a swizzle of 0 bits with offset `_0` is dropped in front
 *  of a plain layout. */
export function composeOffset(a: Composable, offset: ComposedOffset, b: Composable): AnyLayout {
  if (a.is === 'swizzle' && a.bits === 0 && b.is === 'layout' && isIntZero(offset)) return b;
  return make_composed(a, offset, b);
}

/** `make_layout(Swizzle)`: the swizzle as a layout, over the smallest domain that has all of its bits. */
export function make_layout_swizzle(s: Swizzle): AnyLayout {
  return composeOffset(s, zero, layoutOf(int(s.base + s.bits + Math.abs(s.shift)), one));
}

/** The offset of a composed layout plus `x`, as an integer. */
export function offsetPlus(offset: ComposedOffset, x: IntTuple | undefined): IntTuple {
  return addToOffset(offset, x);
}

/** The swizzle of a layout; `Swizzle<0,4,3>` for a plain one. Throws: AlgebraError 'type' for other composed
 *  layouts. */
export function get_swizzle_portion(layout: AnyLayout): Swizzle {
  if (layout.is === 'layout') return make_swizzle(0, 4, 3);
  if (layout.a.is !== 'swizzle') throw refused('type')`get_swizzle_portion has no overload for ${{ layout }}`;
  return layout.a;
}
/** The layout inside the swizzle; a plain layout itself. Throws: AlgebraError 'type' for other composed layouts. */
export function get_nonswizzle_portion(layout: AnyLayout): AnyLayout {
  return layout.is === 'layout' ? layout : swizzledInner(layout, 'get_nonswizzle_portion');
}

/** A layout P that keeps the Y and Z bits of an offset and drops the others: `P o L` is what L contributes to
 *  these bits. */
export function onlyZY(s: Swizzle): Layout {
  const z = s.bits === 0 ? zero : int(2 ** s.base);
  const y = s.bits === 0 ? zero : int(2 ** (s.base + Math.abs(s.shift)));
  return layoutOf(projectionShape(s), [zero, z, zero, y, zero]);
}
function projectionShape(s: Swizzle): IntTuple {
  return [int(2 ** s.base), int(2 ** s.bits), int(2 ** (Math.abs(s.shift) - s.bits)), int(2 ** s.bits), one];
}
/** As `onlyZY`, for the bits that the swizzle neither reads nor flips. */
function antiZY(s: Swizzle): Layout {
  const shape = projectionShape(s);
  const { stride } = make_layout(shape);
  return layoutOf(shape, [getTree(stride, [0]), zero, getTree(stride, [2]), zero, product(shape)]);
}

/** `slice_and_offset(crd, A o offset o B)`. */
export function slice_composed(crd: IntTuple, layout: ComposedLayout): SliceAndOffset {
  if (layout.b.is === 'swizzle') throw refused('type')`${{ layout }} cannot be sliced`;
  if (layout.a.is === 'swizzle' && layout.b.is === 'layout') {
    const { offset } = layout;
    if (offset.is !== 'smem-ptr-flag') return sliceSwizzled(crd, layout.a, offset, layout.b);
    // The overload for the flag of a sparse pointer is missing, so that it counts as the offset 0.
    if (offset.sparsity === undefined || isAllUnderscore(crd)) return sliceFlagged(crd, layout, layout.b);
    return sliceSwizzled(crd, layout.a, zero, layout.b);
  }
  const [part, offset] = slice_and_offset(crd, layout.b);
  return [make_composed(layout.a, offsetPlus(layout.offset, offset), part), zero];
}

function isAllUnderscore(crd: IntTuple): boolean {
  return isTuple(crd) ? crd.every(isAllUnderscore) : crd.is === 'underscore';
}

/** Slices a layout with an unset shared-memory pointer. Its swizzle will move into the pointer, so every slice
 *  keeps it. */
function sliceFlagged(crd: IntTuple, layout: ComposedLayout, b: Layout): SliceAndOffset {
  const [part, offset] = slice_and_offset(crd, b);
  if (isC(offset, 0)) return [composeOffset(layout.a, layout.offset, part), zero];
  return [make_composed(layout.a, offsetPlus(layout.offset, offset), part), zero];
}

/** Slices a swizzled layout. The fixed modes go into the offset. Where the remaining modes touch both bits of a
 *  Y-Z pair, the result stays swizzled. Otherwise the swizzle is linear on them, and the result is a plain layout
 *  whose strides depend on the offset. */
function sliceSwizzled(crd: IntTuple, swizzle: Swizzle, offset: ComposedOffset, b: Layout): SliceAndOffset {
  if (all_underscore(crd)) return [composeOffset(swizzle, offset, slice(crd, b)), zero];
  const sliced = slice(crd, b);
  const diced = dice(crd, b);
  const dicedCrd = diceTree<Leaf>(crd, crd);
  const passing = composition(antiZY(swizzle), diced);
  const touching = composition(onlyZY(swizzle), diced);
  const offsetZY = xorMixed(
    offsetBits(offset),
    to_mixed_bits(touching.shape, touching.stride, idx2crd(dicedCrd, touching.shape)),
  );
  const offsetRest = offset_of(passing, dicedCrd);

  const keptZY = composition(onlyZY(swizzle), sliced);
  const active = offset_of(keptZY, sub(product(shapeOf(keptZY)), one));
  const collide = bitAnd(active, bitNot(apply_swizzle(swizzle, active)));
  if (isC(logicalNot(collide), 0)) return [composeOffset(swizzle, offsetZY, sliced), offsetRest];
  const linear = composition(linearised(swizzle, offsetZY), sliced);
  return [linear, add(asInteger(apply_swizzle(swizzle, offsetZY)), offsetRest)];
}

function offsetBits(offset: ComposedOffset): Int | MixedBits {
  if (isMixed(offset) || offset.is === 'static' || offset.is === 'dynamic') return offset;
  throw refused('type')`a swizzle cannot be applied to the offset ${{ offset }}`;
}
function asInteger(x: IntTuple | MixedBits): IntTuple {
  return addToOffset(x, undefined);
}

/** The swizzle around a fixed offset as a plain layout: one mode of 2 for every bit it touches. */
function linearised(s: Swizzle, offset: Int | MixedBits): Layout {
  const z = lowestBit(zzzMask(s));
  const y = lowestBit(yyyMask(s));
  const low = swizzleStrides(z < y, s.bits, z, y, offset);
  const high = swizzleStrides(z > y, s.bits, z, y, offset);
  const pairs: IntTuple = s.bits === 1 ? two : new Array<IntTuple>(s.bits).fill(two);
  const gap = Math.abs(s.shift) - s.bits;
  return layoutOf(
    [int(2 ** s.base), pairs, int(2 ** gap), pairs, one],
    [one, low, int(2 ** (s.base + s.bits)), high, int(2 ** (s.base + s.bits + Math.abs(s.shift)))],
  );
}

/** The strides of `linearised`. A step along a Z bit goes down instead of up where its Y bit is set in the offset;
 *  a step along a Y bit also moves its Z bit up or down. */
function swizzleStrides(alongZ: boolean, bits: number, z: number, y: number, offset: Int | MixedBits): IntTuple {
  const out: IntTuple[] = [];
  for (let i = 0; i < bits; i++) {
    const scale = staticInt(2 ** i);
    const [up, down] = alongZ ? [int(z), neg(int(z))] : [int(y + z), int(y - z)];
    const isUp = bitsAreZero(offset, (alongZ ? y : z) * 2 ** i);
    out.push(conditional_return(isUp, mul(up, scale), mul(down, scale)));
  }
  return out;
}
function lowestBit(n: number): number {
  return n & -n;
}

/** The offset of a coordinate as mixed bits: its static and its run-time bits. All sizes and strides must be
 *  powers of two. Throws: AlgebraError 'static' for run-time shapes or strides, 'divisibility' for other numbers. */
export function to_mixed_bits(shape: IntTuple, stride: IntTuple, crd: IntTuple): Int | MixedBits {
  if (isTuple(shape) && isTuple(stride) && isTuple(crd)) {
    sameRank(shape, stride, words`shape and stride`);
    sameRank(shape, crd, words`shape and coordinate`);
    const parts = shape.map((s, i) => to_mixed_bits(s, modeAt(stride, i), modeAt(crd, i)));
    const last = parts.pop();
    if (last === undefined) throw refused('type')`to_mixed_bits of nothing`;
    return parts.reduceRight<Int | MixedBits>((all, x) => xorMixed(x, all), last);
  }
  if (isTuple(shape) || isTuple(stride) || isTuple(crd)) {
    throw refused(
      'congruence',
    )`to_mixed_bits: ${{ shape }}:${{ stride }} and the coordinate ${{ crd }} have different profiles`;
  }
  const extent = mul(shape, stride);
  if (!isInt(extent) || extent.is !== 'static')
    throw refused('static')`slicing a swizzled layout: ${{ shape }}:${{ stride }} must be static`;
  if (extent.n !== 0 && !has_single_bit(extent.n))
    throw refused('divisibility')`slicing a swizzled layout: ${{ shape }}:${{ stride }} must be a power of two`;
  const mask = mul(sub(shape, one), stride);
  if (!isInt(mask) || mask.is !== 'static')
    throw refused('static')`slicing a swizzled layout: ${{ shape }}:${{ stride }} must be static`;
  return make_mixed_bits(0, mul(crd, stride), mask.n);
}
