// Products: repeating a block over a tiler. logical_product gives (block, repeats); zipped, tiled and flat products
// arrange the modes as the divisions do; blocked_product and raked_product pair them up by rank.
// Source: cute/layout.hpp, layout_composed.hpp, swizzle_layout.hpp.
import { say } from '../base/say';
import { refused } from './errors';
import { isC, bitAnd, lessEqual, mul } from './arith';
import { transformModes } from './coalesce';
import { complement } from './complement';
import { composition } from './composition';
import { ceil_div, evenly_divides, pairOf, unpackBoth, unpackRest, unzip } from './divide';
import { int, isStatic, isTuple, type IntTuple } from './leaf';
import { product, product_each, rank, rankOf, shape, shapeOf } from './int_tuple';
import { append, cosize, layoutOf, make_layout, make_ordered_layout, offset_of, onInner, plain, zip } from './layout';
import { composeOffset, onlyZY } from './layout_composed';
import { noteWhole, type Note } from './steps';
import type { Order } from './stride';
import { make_swizzle_masks, yyyMask, zzzMask } from './swizzle';
import type { AnyLayout, ComposedLayout, Layout, Tiler } from './types';

const zero = int(0);

/** `(block, repeats)`: the block, and where its copies go. A tuple works mode by mode, an integer n counts as n:1. */
export function logical_product(block: Layout, tiler: Layout, note?: Note): Layout;
export function logical_product(block: AnyLayout, tiler: Tiler, note?: Note): AnyLayout;
export function logical_product(block: AnyLayout, tiler: Tiler, note?: Note): AnyLayout {
  return noteWhole(
    note,
    'logical_product',
    block,
    onInner(block, (l) => productOf(l, tiler, note)),
  );
}

function productOf(block: Layout, tiler: Tiler, note?: Note): AnyLayout {
  if (isTuple(tiler)) return productOfModes(block, tiler, note);
  switch (tiler.is) {
    case 'layout':
      return repeated(block, tiler, note);
    case 'underscore':
      note?.('logical_product', block, say`by _: the mode stays as it is`);
      return block;
    case 'static':
    case 'dynamic':
      return productOf(block, make_layout(tiler), note);
    case 'composed': {
      const result = productWithSwizzled(block, tiler);
      note?.('logical_product', result, say`by the layout inside the swizzle, then the swizzle around it`);
      return result;
    }
    case 'swizzle':
      throw refused('type')`logical_product has no overload for the tiler ${{ tiler }}`;
  }
}

function repeated(block: Layout, tiler: Layout, note?: Note): Layout {
  const extent = mul(product(block.shape), cosize(tiler));
  const free = complement(block, extent);
  note?.('complement', free, say`of the block, up to its size times the cosize of the tiler,`, extent);
  const copies = composition(free, tiler);
  note?.('composition', copies, say`of that with the tiler: where the copies go`);
  const result = layoutOf([block.shape, copies.shape], [block.stride, copies.stride]);
  note?.('make_layout', result, say`of the block and its copies`);
  return result;
}

function productOfModes(block: Layout, tilers: readonly Tiler[], note?: Note): Layout {
  const result = transformModes(
    block,
    tilers,
    (l, t) => {
      const mode = productOf(l, t);
      note?.('logical_product', mode, say`of one mode by`, t);
      return mode;
    },
    'tiler',
  );
  note?.('make_layout', result, say`of the modes`);
  return result;
}

/** The product with a swizzled tiler: the bits of the swizzle are traced through both layouts, and the swizzle
 *  stands around the product. */
function productWithSwizzled(block: Layout, tiler: ComposedLayout): AnyLayout {
  const swizzle = tiler.a;
  if (swizzle.is !== 'swizzle' || tiler.b.is !== 'layout')
    throw refused('type')`logical_product has no overload for the tiler ${{ tiler }}`;
  const flag = tiler.offset.is === 'smem-ptr-flag';
  if (!flag && !isC(tiler.offset, 0))
    throw refused('static')`logical_product: the offset of ${{ tiler }} must be a static 0`;
  const result = repeated(block, tiler.b);
  const touched = composition(onlyZY(swizzle), tiler.b);
  const active = offset_of(touched, int((product(touched.shape).n ?? NaN) - 1));
  const through = (mask: number): IntTuple => offset_of(result, [zero, offset_of(tiler.b, bitAnd(active, int(mask)))]);
  return composeOffset(make_swizzle_masks(through(yyyMask(swizzle)), through(zzzMask(swizzle))), zero, result);
}

/** `((block…),(repeats…))`. */
export function zipped_product(block: AnyLayout, tiler: Tiler, note?: Note): AnyLayout {
  return noteWhole(
    note,
    'zipped_product',
    block,
    onInner(block, (l) => {
      const result = productOf(l, tiler);
      note?.('logical_product', result, say`by`, tiler);
      const zipped = onInner(result, (r) => unzip(r, tiler));
      note?.('tile_unzip', zipped, say`gathers the blocks in mode 0, the repeats in mode 1`);
      return zipped;
    }),
  );
}
/** `((block…),repeats…)`. */
export function tiled_product(block: Layout, tiler: Layout, note?: Note): Layout;
export function tiled_product(block: AnyLayout, tiler: Tiler, note?: Note): AnyLayout;
export function tiled_product(block: AnyLayout, tiler: Tiler, note?: Note): AnyLayout {
  return unpackedProduct('tiled_product', block, tiler, unpackRest, note);
}
/** `(block…,repeats…)`. */
export function flat_product(block: AnyLayout, tiler: Tiler, note?: Note): AnyLayout {
  return unpackedProduct('flat_product', block, tiler, unpackBoth, note);
}

function unpackedProduct(
  what: string,
  block: AnyLayout,
  tiler: Tiler,
  unpack: (zipped: Layout) => Layout,
  note?: Note,
): AnyLayout {
  return noteWhole(
    note,
    what,
    block,
    onInner(block, (l) => {
      const zipped = zipped_product(l, tiler);
      note?.('zipped_product', zipped, say`by`, tiler);
      const unpacked = onInner(zipped, unpack);
      note?.('slice', unpacked, what === 'flat_product' ? say`unpacks both modes` : say`unpacks the repeats`);
      return unpacked;
    }),
  );
}

/** Rank-sensitive: mode i is `(block_i, repeats_i)`, blocks stay together. Ranks are padded to the larger one. */
export function blocked_product(block: AnyLayout, tiler: AnyLayout, note?: Note): AnyLayout {
  return noteWhole(
    note,
    'blocked_product',
    block,
    onInner(block, (l) => paired(l, plain(tiler, 'blocked_product'), false, note)),
  );
}
/** Rank-sensitive: mode i is `(repeats_i, block_i)`, blocks are interleaved. */
export function raked_product(block: AnyLayout, tiler: AnyLayout, note?: Note): AnyLayout {
  return noteWhole(
    note,
    'raked_product',
    block,
    onInner(block, (l) => paired(l, plain(tiler, 'raked_product'), true, note)),
  );
}

function paired(block: Layout, tiler: Layout, raked: boolean, note?: Note): Layout {
  const R = Math.max(rankOf(block.shape), rankOf(tiler.shape));
  const repeats = append(tiler, undefined, R);
  const result = repeated(append(block, undefined, R), repeats);
  note?.('logical_product', result, say`by the tiler, both of rank ${R}:`, repeats);
  const [s0, s1] = pairOf(result.shape);
  const [d0, d1] = pairOf(result.stride);
  const a = layoutOf(s0, d0);
  const b = layoutOf(s1, d1);
  const zipped = raked ? zip(b, a) : zip(a, b);
  note?.(
    'zip',
    zipped,
    raked
      ? say`pairs each mode of the repeats with its mode of the block`
      : say`pairs each mode of the block with its repeats`,
  );
  return zipped;
}

/** Repeats `block` until it fills `trg_shape`; `ord_shape` says which mode fills first. Each mode stays
 *  `(block_i, count_i)`.
 *  Throws: AlgebraError 'rank', and 'divisibility' where a static block does not divide a static target. */
export function tile_to_shape(block: Layout, trg_shape: IntTuple, ord_shape?: Order, note?: Note): Layout;
export function tile_to_shape(block: AnyLayout, trg_shape: IntTuple, ord_shape?: Order, note?: Note): AnyLayout;
export function tile_to_shape(
  block: AnyLayout,
  trg_shape: IntTuple,
  ord_shape: Order = 'LayoutLeft',
  note?: Note,
): AnyLayout {
  return noteWhole(
    note,
    'tile_to_shape',
    block,
    onInner(block, (l) => tileLayout(l, trg_shape, ord_shape, note)),
  );
}

function tileLayout(block: Layout, trg_shape: IntTuple, order: Order, note?: Note): Layout {
  if (!isC(lessEqual(rank(block), rank(trg_shape)), 1)) {
    throw refused('rank')`tile_to_shape: ${{ block }} has more modes than the target ${{ trg_shape }}`;
  }
  const padded = append(block, undefined, rankOf(trg_shape));
  const blockShape = product_each(shapeOf(padded));
  const target = product_each(shape(trg_shape));
  if (isStatic(target)) {
    const divides = evenly_divides(target, blockShape);
    if (!isC(divides, 1)) {
      const code = isStatic(divides) ? 'divisibility' : 'static';
      throw refused(code)`tile_to_shape: the block ${{ blockShape }} does not divide the target ${{ target }}`;
    }
  }
  const counts = ceil_div(target, blockShape);
  note?.('ceil_div', counts, say`of the target by the shape of the block,`, blockShape);
  const repeats = make_ordered_layout(counts, order);
  note?.('make_ordered_layout', repeats, say`of the repeats, in the given order`);
  const result = paired(padded, repeats, false);
  note?.('blocked_product', result, say`of the block with them`);
  return result;
}
