// Products: repeating a block over a tiler. logical_product gives (block, repeats); zipped, tiled and flat products
// arrange the modes as the divisions do; blocked_product and raked_product pair them up by rank.
// Source: cute/layout.hpp, layout_composed.hpp, swizzle_layout.hpp.
import { isC, bitAnd, lessEqual, mul } from './arith';
import { transformModes } from './coalesce';
import { complement } from './complement';
import { composition } from './composition';
import { ceil_div, evenly_divides, unpackBoth, unpackRest, unzip } from './divide';
import { AlgebraError } from './errors';
import { int, isStatic, type Int, type IntTuple, type Underscore } from './leaf';
import { product, product_each, rank, rankOf, shape, shapeOf } from './int_tuple';
import { append, cosize, layoutOf, make_layout, make_ordered_layout, offset_of, onInner, plain, zip } from './layout';
import { composeOffset, onlyZY } from './layout_composed';
import { print } from './print';
import type { Order } from './stride';
import { make_swizzle_masks, yyyMask, zzzMask } from './swizzle';
import type { AnyLayout, Composable, ComposedLayout, Layout, Tiler } from './types';

const zero = int(0);

/** `(block, repeats)`: the block, and where its copies go. A tuple works mode by mode, an integer n counts as n:1. */
export function logical_product(block: Layout, tiler: Layout): Layout;
export function logical_product(block: AnyLayout, tiler: Tiler): AnyLayout;
export function logical_product(block: AnyLayout, tiler: Tiler): AnyLayout {
  return onInner(block, (l) => productOf(l, tiler));
}

function productOf(block: Layout, tiler: Tiler): AnyLayout {
  if (Array.isArray(tiler)) return transformModes(block, tiler as readonly Tiler[], (l, t) => productOf(l, t), 'tiler');
  const t = tiler as Int | Underscore | Composable;
  switch (t.is) {
    case 'layout': {
      const copies = composition(complement(block, mul(product(block.shape), cosize(t))), t);
      return layoutOf([block.shape, copies.shape], [block.stride, copies.stride]);
    }
    case 'underscore': return block;
    case 'static': case 'dynamic': return productOf(block, make_layout(t));
    case 'composed': return productWithSwizzled(block, t);
    case 'swizzle': throw new AlgebraError('type', `logical_product has no overload for the tiler ${print(t)}`);
  }
}

/** The swizzle of the tiler is carried over to the product: the bits it touches are traced through both layouts. */
function productWithSwizzled(block: Layout, tiler: ComposedLayout): AnyLayout {
  const swizzle = tiler.a;
  if (swizzle.is !== 'swizzle' || tiler.b.is !== 'layout') throw new AlgebraError('type', `logical_product has no overload for the tiler ${print(tiler)}`);
  const flag = (tiler.offset as { is?: string }).is === 'smem-ptr-flag';
  if (!flag && !isC(tiler.offset as IntTuple, 0)) throw new AlgebraError('static', `logical_product: the offset of ${print(tiler)} must be a static 0`);
  const result = productOf(block, tiler.b) as Layout;
  const touched = composition(onlyZY(swizzle), tiler.b);
  const active = offset_of(touched, int((product(touched.shape).n as number) - 1));
  const through = (mask: number): IntTuple => offset_of(result, [zero, offset_of(tiler.b, bitAnd(active, int(mask)))]);
  return composeOffset(make_swizzle_masks(through(yyyMask(swizzle)), through(zzzMask(swizzle))), zero, result);
}

/** `((block…),(repeats…))`. */
export function zipped_product(block: AnyLayout, tiler: Tiler): AnyLayout {
  return onInner(block, (l) => onInner(productOf(l, tiler), (r) => unzip(r, tiler)));
}
/** `((block…),repeats…)`. */
export function tiled_product(block: AnyLayout, tiler: Tiler): AnyLayout {
  return onInner(block, (l) => onInner(zipped_product(l, tiler), unpackRest));
}
/** `(block…,repeats…)`. */
export function flat_product(block: AnyLayout, tiler: Tiler): AnyLayout {
  return onInner(block, (l) => onInner(zipped_product(l, tiler), unpackBoth));
}

/** Rank-sensitive: mode i is `(block_i, repeats_i)`, blocks stay together. Ranks are padded to the larger one. */
export function blocked_product(block: AnyLayout, tiler: AnyLayout): AnyLayout {
  return onInner(block, (l) => paired(l, plain(tiler, 'blocked_product'), false));
}
/** Rank-sensitive: mode i is `(repeats_i, block_i)`, blocks are interleaved. */
export function raked_product(block: AnyLayout, tiler: AnyLayout): AnyLayout {
  return onInner(block, (l) => paired(l, plain(tiler, 'raked_product'), true));
}

function paired(block: Layout, tiler: Layout, raked: boolean): Layout {
  const R = Math.max(rankOf(block.shape), rankOf(tiler.shape));
  const result = productOf(append(block, undefined, R), append(tiler, undefined, R)) as Layout;
  const [s0, s1] = result.shape as readonly [IntTuple, IntTuple];
  const [d0, d1] = result.stride as readonly [IntTuple, IntTuple];
  const a = layoutOf(s0, d0);
  const b = layoutOf(s1, d1);
  return raked ? zip(b, a) : zip(a, b);
}

/** Repeats `block` until it fills `trg_shape`; `ord_shape` says which mode fills first. Each mode stays `(block_i, count_i)`.
 *  Throws: AlgebraError 'rank', and 'divisibility' where a static block does not divide a static target. */
export function tile_to_shape(block: AnyLayout, trg_shape: IntTuple, ord_shape: Order = 'LayoutLeft'): AnyLayout {
  return onInner(block, (l) => tileLayout(l, trg_shape, ord_shape));
}

function tileLayout(block: Layout, trg_shape: IntTuple, order: Order): Layout {
  if (!isC(lessEqual(rank(block), rank(trg_shape)), 1)) {
    throw new AlgebraError('rank', `tile_to_shape: ${print(block)} has more modes than the target ${print(trg_shape)}`);
  }
  const padded = append(block, undefined, rankOf(trg_shape));
  const blockShape = product_each(shapeOf(padded));
  const target = product_each(shape(trg_shape));
  if (isStatic(target)) {
    const divides = evenly_divides(target, blockShape as Tiler);
    if (!isC(divides, 1)) {
      const code = isStatic(divides) ? 'divisibility' : 'static';
      throw new AlgebraError(code, `tile_to_shape: the block ${print(blockShape)} does not divide the target ${print(target)}`);
    }
  }
  return paired(padded, make_ordered_layout(ceil_div(target, blockShape), order), false);
}
