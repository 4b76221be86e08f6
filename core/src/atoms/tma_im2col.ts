// TMA copies of image patches (im2col): a convolution reads its activations as a matrix of pixels by filter taps.
// Line by line as cute/atom/copy_traits_sm90_im2col.hpp. The descriptor is not modelled: making one needs a driver.
import { say, words } from '../base/say';
import { refused } from '../values/refused';
import { elementAt } from '../base/assert';
import {
  add,
  append,
  basis_get,
  basis_value,
  coalesce,
  composeOffset,
  composition,
  compact_col_major,
  conditional_return,
  cosize,
  div,
  elem_scale,
  flatten,
  get,
  greater,
  int,
  isConstant,
  isIntTuple,
  layoutOf,
  make_basis_like,
  make_identity_layout,
  make_layout,
  mod,
  plain,
  prepend,
  product_each,
  right_inverse,
  shape,
  size,
  staticNumber,
  sub,
  take,
  wrap,
} from '../algebra/index';
import { tupleOf, type Int, type IntTuple, type Leaf } from '../algebra/leaf';
import type { Layout, Tiler } from '../algebra/types';
import { coordinateIterator } from '../values/pointer';
import { printValue } from '../values/print';
import { sizeofBits } from '../values/scalars';
import { makeTensor } from '../values/tensor';
import type { CopyAtom, Tensor, TiledCopy } from '../values/value';
import { boxAtom, notedMap, plainOf, tmaTiled, ummaValues } from './tma_atom';
import type { TmaOperands, UmmaTile } from './tma_atom';

/** The parameters of a convolution. Each is a tuple over the spatial modes, innermost (width) first, in pixels. */
export interface Convolution {
  readonly lowerCorner: IntTuple;
  readonly upperCorner: IntTuple;
  readonly lowerPadding: IntTuple;
  readonly upperPadding: IntTuple;
  readonly stride: IntTuple;
  readonly lowerTap: IntTuple;
  readonly dilation: IntTuple;
}

/** The convolution of the overloads without parameters: one filter tap, no padding. */
export function pointwise(gtensor: Tensor): Convolution {
  const modes = wrap(get(shape(gtensor.layout), 0)).length - 1;
  const all = (n: Int): IntTuple => Array.from({ length: modes }, () => n);
  const [none, one] = [all(int(0)), all(int(1))];
  return {
    lowerCorner: none,
    upperCorner: none,
    lowerPadding: none,
    upperPadding: none,
    stride: one,
    lowerTap: none,
    dilation: one,
  };
}

/** `make_im2col_tma_copy(op, gtensor, slayout, cta_tiler, multicast, …)`. */
export function make_im2col_tma_copy(
  operands: TmaOperands,
  ctaTiler: Tiler,
  multicast: Int,
  convolution: Convolution,
): TiledCopy {
  const values = plain(composition(pixelsByChannels(operands.gtensor), ctaTiler), words`a TMA copy`);
  return make_tma_copy_im2col(operands, make_layout(multicast), values, convolution);
}

/** `detail::make_tma_copy_im2col(op, gtensor, slayout, cta_t_map, cta_v_map, …)`.
 *  Throws: 'divisibility' where the CTAs do not share shared memory evenly. */
export function make_tma_copy_im2col(
  operands: TmaOperands,
  threads: Layout,
  values: Layout,
  convolution: Convolution,
): TiledCopy {
  const shared = mod(size(operands.slayout), cosize(threads));
  if (!isConstant(shared, 0)) {
    throw refused(
      'divisibility',
    )`TMA: ${{ cosize: cosize(threads) }} CTAs do not share ${{ size: size(operands.slayout) }} elements evenly`;
  }
  return tmaTiled(operands, make_tma_atom_im2col(operands, values, convolution), threads, values);
}

/** `make_im2col_tma_copy_A_sm100` and its like: a multicast load is shared by the CTAs of the other mode.
 *  Source: cute/atom/copy_traits_sm100_im2col.hpp */
export function make_im2col_tma_copy_sm100(operands: TmaOperands, tile: UmmaTile, convolution: Convolution): TiledCopy {
  const shared = operands.op.includes('MULTICAST') ? (tile.operand === 'A' ? 2 : 1) : -1;
  const vmnk = shape(tile.mma.thrLayoutVMNK);
  const threads = make_layout(
    vmnk,
    compact_col_major(
      vmnk,
      [0, 1, 2, 3].map((i) => int(i === shared ? 1 : 0)),
    ),
  );
  return make_tma_copy_im2col(operands, threads, tileOfUmma(operands, tile), convolution);
}

/** `make_im2col_tma_atom_A_sm100` and its like. */
export function make_im2col_tma_atom_sm100(operands: TmaOperands, tile: UmmaTile, convolution: Convolution): CopyAtom {
  return make_tma_atom_im2col(operands, tileOfUmma(operands, tile), convolution);
}

function tileOfUmma({ gtensor }: TmaOperands, tile: UmmaTile): Layout {
  const modes = wrap(shape(gtensor.layout)).length;
  if (!isIntTuple(tile.tiler))
    throw refused('type')`TMA reads patches by a tile of integers, not ${{ tiler: tile.tiler }}`;
  const tiler = append<Leaf>(tile.tiler, int(1), modes);
  return ummaValues(make_identity_layout(tiler), tile);
}

/** `detail::make_tma_atom_im2col(op, gtensor, slayout, num_multicast, cta_v_map, …)`. The number of CTAs that
 *  share the box changes only the descriptor. Throws: AlgebraError 'congruence' where tile and shared memory
 *  differ in shape, 'static' where fewer than two modes of shared memory are contiguous in global memory. */
export function make_tma_atom_im2col(operands: TmaOperands, values: Layout, convolution: Convolution): CopyAtom {
  const { op, gtensor, slayout, note } = operands;
  notedMap(operands, values);
  const [tile, inShared] = [product_each(shape(values)), product_each(shape(slayout))];
  if (printValue(tile) !== printValue(inShared)) {
    throw refused(
      'congruence',
    )`TMA needs shared memory of the shape of the tile: ${{ slayout }} has ${{ inShared }}, the tile ${{ tile }}`;
  }
  const toModes = coalesce(composition(values, right_inverse(plainOf(slayout))));
  const whole = composition(pixelsByChannels(gtensor), toModes);
  const full = layoutOf(flatten<IntTuple>(whole.shape), flatten<IntTuple>(whole.stride));
  note?.(
    'composition',
    full,
    say`of that with the right_inverse of shared memory: offset in shared memory to pixel and channel`,
    slayout,
  );
  const strides = wrap(full.stride);
  const scaled = strides.findIndex((e) => !isConstant(basis_value(e), 1));
  if ((scaled < 0 ? strides.length : scaled) < 2) {
    throw refused('static')`IM2COL expects at least 2 modes of the smem to vectorize with gmem`;
  }
  const box = take(full, 0, 2);
  note?.('take', box, say`the box: channels of so many pixels, or pixels of so many channels`);
  const bytes = Math.ceil(sizeofBits(gtensor.data.element) / 8);
  const patches = patchTensor(gtensor, wrap(box.stride), convolution);
  note?.('get_tma_tensor', patches, say`the coordinates (c,(w,h,d),n,(s,r,t)) of pixels by taps`);
  return boxAtom(op, gtensor.data.element, staticNumber(size(box), words`the box`) * bytes * 8, { patches }, note);
}

/** (pixel, channel) of the global tensor, or the other way round, as basis vectors. */
function pixelsByChannels(gtensor: Tensor): Layout {
  return make_identity_layout(product_each(shape(gtensor.layout)));
}

/** The coordinates that the instruction takes, over ((q,p,z,n),(c,s,r,t)) with the pixels as one mode.
 *  `contiguous` names the global modes of the box, the contiguous one first.  Source: `make_im2col_tma_copy_desc` */
function patchTensor(gtensor: Tensor, contiguous: readonly IntTuple[], of: Convolution): Tensor {
  const [inner, outer] = [elementAt(contiguous, 0), elementAt(contiguous, 1)];
  const glayout = gtensor.layout;
  if (glayout.is !== 'layout') throw refused('type')`TMA reads global memory with a plain layout, not ${{ glayout }}`;
  const sides = [outer, inner];
  const cwhdn = [inner, outer].flatMap((e) => flatModes(basis_get(e, glayout.shape)));
  if (cwhdn.length < 3 || cwhdn.length > 5)
    throw refused(
      'rank',
    )`TMA reads patches of 1 to 3 spatial modes: ${{ glayout }} has ${{ cwhdnCount: cwhdn.length }} modes, with channels and images`;
  const spatial = cwhdn.slice(1, -1);
  const along = (t: IntTuple, i: number): IntTuple => spatialPart(t, i, spatial.length);
  const outputs = spatial.map((extent, i) => {
    const span = sub(sub(add(extent, along(of.upperCorner, i)), along(of.lowerCorner, i)), int(1));
    return add(div(span, along(of.stride, i)), int(1));
  });
  const pixels: IntTuple = [...outputs, elementAt(cwhdn, cwhdn.length - 1)];
  const taps = spatial.map((_, i) => {
    const dilation = along(of.dilation, i);
    const padding = conditional_return(
      greater(dilation, int(0)),
      sub(along(of.upperPadding, i), along(of.upperCorner, i)),
      sub(along(of.lowerCorner, i), along(of.lowerPadding, i)),
    );
    return add(int(1), div(padding, dilation));
  });
  const channels: IntTuple = [elementAt(cwhdn, 0), ...taps];
  const scale: IntTuple = [int(1), of.stride, int(1), of.dilation];
  const unit = tupleOf(elem_scale(scale, make_basis_like(scale)));
  const [c, whd, n, srt] = [elementAt(unit, 0), elementAt(unit, 1), elementAt(unit, 2), elementAt(unit, 3)];
  const strides: IntTuple = [append<Leaf>(whd, n), prepend<Leaf>(srt, c)];
  const ordered = (common: IntTuple): IntTuple => sides.map((e) => basis_get(e, common));
  const several = layoutOf(ordered([pixels, channels]), ordered(strides));
  const linear = make_identity_layout(ordered([size(pixels), channels]));
  const origin = ordered([int(0), channels.map(() => int(0))]);
  return makeTensor(
    coordinateIterator([int(0), of.lowerCorner, int(0), of.lowerTap]),
    composeOffset(several, origin, linear),
  );
}

/** One spatial mode of a parameter.  Throws: 'rank' where it has another number of them. */
function spatialPart(t: IntTuple, i: number, modes: number): IntTuple {
  const parts = wrap(t);
  if (parts.length !== modes)
    throw refused('rank')`the convolution has ${{ modes }} spatial modes, ${{ t }} has ${{ partsCount: parts.length }}`;
  return elementAt(parts, i);
}

function flatModes(t: IntTuple): readonly IntTuple[] {
  return wrap(flatten<IntTuple>(t));
}
