// Coordinates and indices: crd2idx, idx2crd, crd2crd, and the compact strides of a shape.
// An integer coordinate walks a tuple of modes from the left; the last mode takes what is left, unbounded.
// Source: cute/stride.hpp.
import { words } from '../base/say';
import { add, conditional_return, div, isC, less, mod, mul } from './arith';
import { as_arithmetic_tuple, make_basis_like } from './arithmetic_tuple';
import { modeAt, refused } from './errors';
import { int, isStaticInt, isTuple, type IntTuple, type Leaf, type Static } from './leaf';
import { isLayout, product, product_like } from './int_tuple';
import { flatten_to_tuple, flattenTree, sameRank, unflattenTree } from './tuple_algorithms';
import type { Layout } from './types';

const zero = int(0);
const one = int(1);

/** The order of compact strides: leftmost mode fastest, or rightmost. */
export type Major = 'LayoutLeft' | 'LayoutRight';
/** A mode order for compact strides: `Step<_2,_1>`, or a major. */
export type Order = IntTuple | Major;

/** `crd2idx(crd, shape, stride)`, `crd2idx(crd, layout)`: the offset of a coordinate.
 *  `crd2idx(crd, shape)`: its column-major index. Coordinates are not checked against the shape.
 *  Throws: AlgebraError 'rank' where the coordinate has more or fewer modes than the shape. */
export function crd2idx(crd: IntTuple, shape: IntTuple | Layout, stride?: IntTuple): IntTuple {
  if (isLayout(shape)) return offsetOf(crd, shape.shape, shape.stride);
  return stride === undefined ? columnMajor(crd, shape) : offsetOf(crd, shape, stride);
}

function offsetOf(crd: IntTuple, shape: IntTuple, stride: IntTuple): IntTuple {
  if (isTuple(crd)) {
    if (!isTuple(shape)) throw refused('congruence')`the coordinate ${{ crd }} is deeper than the shape ${{ shape }}`;
    sameRank(crd, shape, words`coordinate and shape`);
    const strides = strideModes(stride, shape);
    if (crd.length === 0) throw refused('type')`an empty coordinate has no offset`;
    let sum = offsetOf(modeAt(crd, 0), modeAt(shape, 0), modeAt(strides, 0));
    for (let i = 1; i < crd.length; i++) sum = add(sum, offsetOf(modeAt(crd, i), modeAt(shape, i), modeAt(strides, i)));
    return sum;
  }
  return isTuple(shape) ? walk(crd, shape, strideModes(stride, shape), 0) : mul(crd, stride);
}

function strideModes(stride: IntTuple, shape: readonly IntTuple[]): readonly IntTuple[] {
  if (!isTuple(stride))
    throw refused(
      'rank',
    )`the stride ${{ stride }} has no modes, the shape ${{ shape }} has ${{ shapeCount: shape.length }}`;
  sameRank(shape, stride, words`shape and stride`);
  return stride;
}

function walk(crd: IntTuple, shape: readonly IntTuple[], stride: readonly IntTuple[], i: number): IntTuple {
  if (shape.length === 0) throw refused('type')`an empty shape has no coordinates`;
  const s = modeAt(shape, i);
  const d = modeAt(stride, i);
  if (i === shape.length - 1) return offsetOf(crd, s, d);
  if (isC(crd, 0)) {
    let rest: IntTuple = zero;
    for (let j = i + 1; j < shape.length; j++) rest = add(rest, offsetOf(zero, modeAt(shape, j), modeAt(stride, j)));
    return add(offsetOf(zero, s, d), rest);
  }
  const n = product(s);
  return add(offsetOf(mod(crd, n), s, d), walk(div(crd, n), shape, stride, i + 1));
}

function columnMajor(crd: IntTuple, shape: IntTuple): IntTuple {
  if (!isTuple(crd)) return crd;
  if (!isTuple(shape)) throw refused('congruence')`the coordinate ${{ crd }} is deeper than the shape ${{ shape }}`;
  sameRank(crd, shape, words`coordinate and shape`);
  const flatCrd = flatten_to_tuple<Leaf>(crd);
  if (flatCrd.length === 0) throw refused('type')`an empty coordinate has no index`;
  const flatShape = flatten_to_tuple<Leaf>(product_like(shape, crd));
  let idx: IntTuple = modeAt(flatCrd, flatCrd.length - 1);
  for (let i = flatCrd.length - 2; i >= 0; i--) idx = add(modeAt(flatCrd, i), mul(modeAt(flatShape, i), idx));
  return idx;
}

/** `idx2crd(idx, shape)`: the coordinate of a column-major index; `idx2crd(idx, shape, stride)`: that of an offset
 *  in a compact layout. Throws: AlgebraError 'range' where a stride is 0. */
export function idx2crd(idx: IntTuple, shape: IntTuple, stride?: IntTuple): IntTuple {
  if (isTuple(idx)) {
    if (!isTuple(shape)) throw refused('congruence')`the index ${{ idx }} is deeper than the shape ${{ shape }}`;
    sameRank(idx, shape, words`index and shape`);
    const strides = stride === undefined ? undefined : strideModes(stride, shape);
    return idx.map((x, i) => idx2crd(x, modeAt(shape, i), strides?.[i]));
  }
  if (stride === undefined)
    return isTuple(shape) ? as_arithmetic_tuple(crd2idx(idx, shape, make_basis_like(shape))) : idx;
  if (isTuple(shape)) {
    const strides = isTuple(stride) ? strideModes(stride, shape) : compactModes(shape, true, { stride });
    return shape.map((s, i) => idx2crd(idx, s, modeAt(strides, i)));
  }
  return isC(shape, 1) ? zero : mod(div(idx, stride), shape);
}

/** The coordinate of the same element in another shape. */
export function crd2crd(crd: IntTuple, src_shape: IntTuple, dst_shape: IntTuple): IntTuple {
  if (isTuple(crd) && isTuple(src_shape) && isTuple(dst_shape)) {
    sameRank(crd, src_shape, words`coordinate and source shape`);
    sameRank(crd, dst_shape, words`coordinate and destination shape`);
    return crd.map((c, i) => crd2crd(c, modeAt(src_shape, i), modeAt(dst_shape, i)));
  }
  return idx2crd(crd2idx(crd, src_shape), dst_shape);
}

/** Compact strides of a shape, starting at `current`. Static-1 modes get stride `_0`. */
export function compact_major(shape: IntTuple, major: Major, current: IntTuple = one): IntTuple {
  if (isTuple(current)) {
    if (!isTuple(shape))
      throw refused(
        'rank',
      )`the shape ${{ shape }} has no modes, the strides ${{ current }} have ${{ currentCount: current.length }}`;
    sameRank(shape, current, words`shape and strides`);
    return shape.map((s, i) => compact_major(s, major, modeAt(current, i)));
  }
  if (!isTuple(shape)) return isC(shape, 1) ? zero : current;
  const at = { stride: current };
  return compactModes(shape, major === 'LayoutLeft', at);
}
export function compact_col_major(shape: IntTuple, current: IntTuple = one): IntTuple {
  return compact_major(shape, 'LayoutLeft', current);
}
export function compact_row_major(shape: IntTuple, current: IntTuple = one): IntTuple {
  return compact_major(shape, 'LayoutRight', current);
}

function compactModes(shape: readonly IntTuple[], left: boolean, at: { stride: IntTuple }): readonly IntTuple[] {
  const n = shape.length;
  const out = new Array<IntTuple>(n);
  for (let k = 0; k < n; k++) {
    const i = left ? k : n - 1 - k;
    const s = modeAt(shape, i);
    if (isTuple(s)) out[i] = compactModes(s, left, at);
    else if (isC(s, 1)) out[i] = zero;
    else {
      out[i] = at.stride;
      at.stride = mul(at.stride, s);
    }
  }
  return out;
}

/** Compact strides that follow an order of the modes. Dynamic entries of the order count as larger than all static
 *  ones, from left to right. */
export function compact_order(shape: IntTuple, order: Order): IntTuple {
  if (order === 'LayoutLeft' || order === 'LayoutRight') return compact_major(shape, order);
  const refShape = flatten_to_tuple<Leaf>(product_like(shape, order, words`order and shape`));
  const flatOrder = flatten_to_tuple<Leaf>(order);
  let largest = 0;
  for (const o of flatOrder) if (isStaticInt(o) && o.n > largest) largest = o.n;
  const refOrder = flatOrder.map((o, i): Static => (o.is === 'dynamic' ? int(largest + 1 + i) : staticOrder(o)));
  return orderedStrides(shape, unflattenTree<Leaf>(refOrder, order), refShape, refOrder);
}

function staticOrder(o: Leaf): Static {
  if (o.is === 'static') return o;
  if (o.is === 'underscore') return zero;
  throw refused('type')`the order ${{ o }} is not an integer`;
}

function orderedStrides(
  shape: IntTuple,
  order: IntTuple,
  refShape: readonly Leaf[],
  refOrder: readonly Static[],
): IntTuple {
  if (isTuple(order)) {
    if (!isTuple(shape)) throw refused('rank')`the order ${{ order }} is deeper than the shape ${{ shape }}`;
    sameRank(shape, order, words`shape and order`);
    return order.map((o, i) => orderedStrides(modeAt(shape, i), o, refShape, refOrder));
  }
  const before = refShape.map((s, i) => conditional_return(less(modeAt(refOrder, i), order), s, one));
  return compact_major(shape, 'LayoutLeft', product(before));
}

/** `flatten` of an IntTuple: a tuple of leaves, or the leaf itself. */
export function flattenInts(t: IntTuple): IntTuple {
  return flattenTree<Leaf>(t);
}
