// Tensors, each a pointer with a layout: making, slicing, tiling and recasting them, as cute/tensor_impl.hpp does.
// Operations on layouts are in algebra/; here they are applied to a tensor's layout, and the pointer is kept or
// moved.
import { say } from '../base/say';
import { causeOf, refused } from './refused';
import {
  append,
  dice,
  domain_offset,
  flatten,
  get_flat_coord,
  has_underscore,
  int,
  isStatic,
  isTuple,
  make_layout,
  mul,
  number,
  offset_of,
  product_each,
  rank,
  recast_layout,
  repeat,
  slice,
  slice_and_offset,
  sub,
  underscore,
  zipped_divide,
  type SliceAndOffset,
} from '../algebra/index';
import type { Int, IntTuple } from '../algebra/leaf';
import { isInt } from '../algebra/leaf';
import type { AlgebraError } from '../algebra/errors';
import { spelled, unlessRefused } from '../algebra/errors';
import type { AnyLayout, ComposedLayout, Layout, SmemPtrFlag, Swizzle, Tiler, TilerLeaf } from '../algebra/types';
import { invariant } from '../base/assert';
import { advance, dropSwizzle, makePointer, readElement, recastPointer, swizzlePointer } from './pointer';
import { sparsePointer } from './sparse';
import { spellType } from './print';
import { isScalar, sizeofBits } from './scalars';
import type { Note } from './steps';
import type { Pointer, Tensor, Unknown, Value } from './value';

/** `make_tensor(pointer, layout)`. The swizzle of a layout with an unset shared-memory pointer moves into
 *  `pointer`. Throws: AlgebraError 'type' where such a layout is used with other memory or another element width.
 *  Source: cute/tensor_impl.hpp, cute/pointer_flagged.hpp */
export function makeTensor(data: Pointer, layout: AnyLayout): Tensor {
  if (layout.is === 'composed' && layout.offset.is === 'smem-ptr-flag') return makeFlagged(data, layout, layout.offset);
  return { is: 'tensor', data, layout, owning: false };
}

function makeFlagged(data: Pointer, layout: ComposedLayout, { bits, sparsity }: SmemPtrFlag): Tensor {
  if (data.space !== 'smem')
    throw refused('type')`the layout ${{ layout }} is for shared memory: make the pointer with make_smem_ptr`;
  if (data.sparse !== sparsity)
    throw refused(
      'type',
    )`the layout ${{ layout }} is not for this pointer: one of them is for elements of which one is stored for several`;
  const stored = isScalar(data.element) && data.element.sparse ? data.element.sparse.of : data.element;
  const width = sizeofBits(stored);
  if (width !== bits)
    throw refused(
      'type',
    )`the layout ${{ layout }} is for ${{ bits }}-bit elements, ${{ element: spelled(spellType, stored) }} has ${{ width }} bits`;
  invariant(
    layout.a.is === 'swizzle' && layout.b.is === 'layout',
    'a layout that waits for its pointer is a swizzle of a plain layout',
  );
  return { is: 'tensor', data: swizzlePointer(dropSwizzle(data), layout.a), layout: layout.b, owning: false };
}

/** `make_tensor<T>(layout)`: a tensor that holds its elements.
 *  Throws: 'static' where the layout has a run-time part, since storage is an array of a fixed size. */
export function makeOwning(element: Value, layout: AnyLayout): Tensor {
  if (!isStaticLayout(layout)) {
    throw refused('static')`a tensor that owns its elements needs a static layout, ${{ layout }} is dynamic`;
  }
  return { is: 'tensor', data: sparsePointer(makePointer('rmem', element)), layout, owning: true };
}

export function isStaticLayout(layout: AnyLayout | Swizzle): boolean {
  if (layout.is === 'swizzle') return true;
  if (layout.is === 'layout') return isStatic(layout.shape) && isStatic(layout.stride);
  const { offset } = layout;
  const staticOffset = isTuple(offset)
    ? isStatic(offset)
    : offset.is === 'mixed-bits'
      ? isStatic(offset.dynamic)
      : offset.is === 'smem-ptr-flag' || isStatic(offset);
  return isStaticLayout(layout.a) && staticOffset && isStaticLayout(layout.b);
}

/** `tensor(crd)`: the element, or the subtensor where `crd` holds a `_`. */
export function callTensor(tensor: Tensor, crd: IntTuple): Value {
  return has_underscore(crd) ? sliceTensor(tensor, crd) : readElement(tensor.data, offset_of(tensor.layout, crd));
}

/** `tensor(crd)` for a coordinate with `_`. A swizzled layout may keep the offset itself, or give a plain layout. */
export function sliceTensor(tensor: Tensor, crd: IntTuple): Tensor {
  return moved(
    tensor,
    () => slice_and_offset(crd, tensor.layout),
    (layout) => slice(crd, layout),
  );
}

/** A tensor whose start has moved. Where the offset is an expression that is too long, the offset of a pointer to
 *  memory becomes unknown, and the layout stays known. */
function moved(tensor: Tensor, whole: () => SliceAndOffset, alone: (layout: Layout) => Layout): Tensor {
  const { data, layout } = tensor;
  const somewhere = (error: AlgebraError): Tensor => {
    const isMemory = data.space !== 'coordinates' && data.space !== 'counting';
    if (error.code !== 'symbolic' || layout.is !== 'layout' || !isMemory) throw error;
    const offset: Unknown = { is: 'unknown', cause: causeOf(error), at: undefined };
    return makeTensor({ ...data, offset }, alone(layout));
  };
  return unlessRefused(() => {
    const [part, offset] = whole();
    return makeTensor(advance(data, offset), part);
  }, somewhere);
}

/** `tensor[crd]`: always an element. */
export function indexTensor(tensor: Tensor, crd: IntTuple): Value {
  if (has_underscore(crd)) throw refused('type')`tensor[…] reads one element; use tensor(…) to slice with _`;
  return readElement(tensor.data, offset_of(tensor.layout, crd));
}

/** The tensor of the same data with the layout `op(layout)`. */
export function mapLayout(tensor: Tensor, op: (layout: AnyLayout) => AnyLayout): Tensor {
  return makeTensor(tensor.data, op(tensor.layout));
}

/** Tiles `tensor` and picks one tile, all of whose elements it keeps: `((tile),(rest))` sliced in the rest.
 *  Source: inner_partition */
export function inner_partition(tensor: Tensor, tiler: Tiler, crd: IntTuple, note?: Note): Tensor {
  const tiled = mapLayout(tensor, (layout) => zipped_divide(layout, tiler));
  note?.('zipped_divide', tiled, say`as ((tile),(rest)), by`, tiler);
  const tile = repeatUnderscore(rank(tiled.layout, 0).n);
  const rest = filledUp(crd, rank(tiled.layout, 1).n, say`the tiles`);
  const at: IntTuple = [tile, rest];
  const picked = sliceTensor(tiled, at);
  note?.('slice', picked, say`all of the tile, the rest at the coordinate:`, at);
  return picked;
}

/** Tiles `tensor` and picks one position in the tile, keeping that element of every tile. Source: outer_partition */
export function outer_partition(tensor: Tensor, tiler: Tiler, crd: IntTuple, note?: Note): Tensor {
  const tiled = mapLayout(tensor, (layout) => zipped_divide(layout, tiler));
  note?.('zipped_divide', tiled, say`as ((tile),(rest)), by`, tiler);
  const rest = repeatUnderscore(rank(tiled.layout, 1).n);
  const tile = filledUp(crd, rank(tiled.layout, 0).n, say`the elements of a tile`);
  const at: IntTuple = [tile, rest];
  const picked = sliceTensor(tiled, at);
  note?.('slice', picked, say`the tile at the coordinate, all of the rest:`, at);
  return picked;
}

/** A coordinate filled up with `_` to the given number of modes. */
function filledUp(crd: IntTuple, modes: number, of: string): IntTuple {
  if (!isTuple(crd)) return crd;
  if (crd.length > modes)
    throw modes === 1
      ? refused('rank')`the coordinate ${{ crd }} has ${{ crdCount: crd.length }} parts, ${{ of }} have one mode`
      : refused(
          'rank',
        )`the coordinate ${{ crd }} has ${{ crdCount: crd.length }} parts, ${{ of }} have ${{ modes }} modes`;
  return append<IntTuple>(crd, underscore, modes);
}

/** `local_tile(tensor, tiler, crd, proj)`. `proj` removes the modes that it marks with `X` from tiler and
 *  coordinate. Source: cute/tensor_impl.hpp */
export function local_tile(tensor: Tensor, tiler: Tiler, crd: IntTuple, proj?: IntTuple, note?: Note): Tensor {
  if (proj === undefined) return inner_partition(tensor, tiler, crd, note);
  const kept = diceTiler(proj, tiler);
  note?.('dice', kept, say`of the tiler: its modes at a number of`, proj);
  const at = dice<IntTuple>(proj, crd);
  note?.('dice', at, say`of the coordinate, likewise by`, proj);
  return inner_partition(tensor, kept, at, note);
}

/** The modes of a tiler that `proj` does not mark. */
export function diceTiler(proj: Value, tiler: Tiler): Tiler {
  return tiler.is === 'layout' ? dice(proj, tiler) : dice<TilerLeaf>(proj, tiler);
}

/** The elements of thread `index` for threads laid out as `tile`. Threads are interleaved: neighbouring elements
 *  belong to neighbouring threads. Source: cute/tensor_impl.hpp `local_partition` */
export function local_partition(tensor: Tensor, tile: Layout, index: Int, proj?: IntTuple, note?: Note): Tensor {
  const threads = proj === undefined ? tile : dice(proj, tile);
  if (proj !== undefined) note?.('dice', threads, say`of the thread layout: its modes at a number of`, proj);
  const tiler = product_each(threads.shape);
  note?.(
    'product_each',
    tiler,
    say`of the shape of the thread layout: one tile has one element for every thread of`,
    threads,
  );
  const at = get_flat_coord(threads, index);
  note?.('get_flat_coord', at, say`of the thread in its layout: thread`, index);
  return outer_partition(tensor, tiler, at, note);
}

/** `domain_offset(crd, tensor)`: the tensor that starts at a coordinate, with the same shape. */
export function offsetTensor(crd: IntTuple, tensor: Tensor): Tensor {
  return moved(
    tensor,
    () => domain_offset(crd, tensor.layout),
    (layout) => layout,
  );
}

/** `recast<New>(tensor)`: the same memory read as elements of another width.
 *  Negative strides move the start when elements become wider, as in cute/tensor_impl.hpp. */
export function recastTensor(tensor: Tensor, element: Value, note?: Note): Tensor {
  const old = tensor.data.element;
  if (spellType(old) === spellType(element)) return makeTensor(tensor.data, tensor.layout);
  const [from, to] = [sizeofBits(old), sizeofBits(element)];
  const layout = recast_layout(tensor.layout, from, to, note);
  const wider = Math.ceil(from / 8) < Math.ceil(to / 8);
  const data =
    wider && tensor.layout.is === 'layout' && layout.is === 'layout'
      ? advance(tensor.data, negativeExtent(tensor.layout, layout))
      : tensor.data;
  const made = makeTensor(sparsePointer(recastPointer(data, element, 'packed')), layout);
  note?.('make_tensor', made, say`the same memory under that layout`);
  return made;
}

function negativeExtent(old: Layout, cast: Layout): IntTuple {
  const leaves = (t: IntTuple): readonly IntTuple[] => {
    const flat = flatten<IntTuple>(t);
    return isTuple(flat) ? flat : [flat];
  };
  const [shapes, casts, strides] = [leaves(old.shape), leaves(cast.shape), leaves(old.stride)];
  let total = 0;
  shapes.forEach((s, i) => {
    const stride = strides[i];
    const after = casts[i];
    if (stride === undefined || after === undefined || !isInt(stride) || (stride.n ?? 0) >= 0) return;
    const extent = mul(sub(s, after), stride);
    total += isInt(extent) ? Math.min(0, number(extent)) : 0;
  });
  return int(total);
}

/** `make_tensor(pointer, shape[, stride])`'s layout. */
export function layoutOf(shape: IntTuple, stride?: IntTuple | 'LayoutLeft' | 'LayoutRight'): Layout {
  return make_layout(shape, stride);
}

function repeatUnderscore(n: number): IntTuple {
  return repeat<IntTuple>(underscore, n);
}
