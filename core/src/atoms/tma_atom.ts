// TMA copies: the box that one instruction moves, the coordinate tensor that it takes, and how tensors are
// partitioned for it. Line by line as cute/atom/copy_traits_sm90_tma.hpp. The descriptor is not modelled: making one
// needs a driver.
import { say, words } from '../base/say';
import { refused } from '../values/refused';
import {
  append,
  basis_get,
  basis_value,
  coalesce,
  compact_major,
  composition,
  coprofile,
  cosize,
  domain_offset,
  equal,
  flatten,
  get,
  get_nonswizzle_portion,
  get_swizzle_portion,
  group,
  int,
  isBasis,
  isConstant,
  isInt,
  isTuple,
  layout_mode,
  logical_divide,
  make_basis_like,
  make_identity_layout,
  make_layout,
  make_layout_of,
  mul,
  number,
  offset_of,
  plain,
  product_each,
  rank,
  recast_layout,
  repeat,
  sameProfile,
  right_inverse,
  safe_div,
  scaled_basis,
  shape,
  size,
  slice,
  take,
  tile_to_shape,
  underscore,
  wrap,
} from '../algebra/index';
import type { Int, IntTuple } from '../algebra/leaf';
import { dyn, symbol } from '../algebra/leaf';
import { gcdOfNumbers } from '../algebra/gcd';
import type { AnyLayout, Layout, Tiler, TilerLeaf } from '../algebra/types';
import { advance, coordinateIterator } from '../values/pointer';
import { printValue } from '../values/print';
import { sizeofBits } from '../values/scalars';
import type { Note } from '../values/steps';
import { makeTensor } from '../values/tensor';
import type { CopyAtom, Tensor, TiledCopy, TiledMma, Value } from '../values/value';
import { make_tiled_copy_impl } from './copy_atom';
import { thrfrg } from './mma_atom';
import type { Operand } from './mma_atom';
import { layoutOf } from './rows';

/** The operands of a TMA copy. `element` is the type in which the hardware counts, by default that of the tensor. */
export interface TmaOperands {
  readonly op: string;
  readonly gtensor: Tensor;
  readonly slayout: AnyLayout;
  readonly element: Value;
  readonly note?: Note;
}

/** `make_tma_atom(op, gtensor, slayout, cta_tiler, cluster_size)`. */
export function make_tma_atom(operands: TmaOperands, ctaTiler: Tiler, clusterSize: Int): CopyAtom {
  return loadedBy(clusterSize, tmaAtom(operands, notedMap(operands, valueMap(operands.gtensor, ctaTiler))));
}

/** The atom whose boxes so many blocks of a cluster load together. */
function loadedBy(blocks: Int, atom: CopyAtom): CopyAtom {
  return { ...atom, loaders: blocks.is === 'static' ? dyn(blocks.n) : blocks };
}

/** `make_tma_copy(op, gtensor, slayout, cta_tiler, cluster_size)`: all CTAs of the cluster share the box. */
export function make_tma_copy(operands: TmaOperands, ctaTiler: Tiler, clusterSize: Int): TiledCopy {
  const values = notedMap(operands, valueMap(operands.gtensor, ctaTiler));
  return tmaTiled(operands, tmaAtom(operands, values), make_layout(clusterSize), values);
}

/** The tile of one operand of an MMA of sm_100, and how many CTAs share it. */
export interface UmmaTile {
  readonly mma: TiledMma;
  readonly operand: Operand;
  /** The (M,N,K) tile without the mode that the operand lacks. */
  readonly tiler: Tiler;
}

/** `make_tma_atom_A_sm100` and its like.  Source: cute/atom/copy_traits_sm100_tma.hpp */
export function make_tma_atom_sm100(operands: TmaOperands, tile: UmmaTile, cluster: IntTuple): CopyAtom {
  const atom = tmaAtom(operands, notedMap(operands, ummaValueMap(operands.gtensor, tile)));
  const isShared = operands.op.includes('MULTICAST') && tile.operand !== 'C';
  return loadedBy(isShared ? size(cluster, sharing[tile.operand]) : int(1), atom);
}

/** The mode of (V,M,N,K) along which the blocks of a cluster share an operand. */
const sharing = { A: 2, B: 1, C: 0 } as const;

/** `make_tma_copy_A_sm100` and its like: a multicast load is shared by the CTAs of the other mode. */
export function make_tma_copy_sm100(operands: TmaOperands, tile: UmmaTile): TiledCopy {
  const shared = operands.op.includes('MULTICAST') && tile.operand !== 'C';
  const vmnk = shape(tile.mma.thrLayoutVMNK);
  const strides = [0, 1, 2, 3].map((i) => int(shared && i === sharing[tile.operand] ? 1 : 0));
  const threads =
    tile.operand === 'C'
      ? make_layout(int(1), int(0))
      : coalesce(make_layout(vmnk, compact_major(vmnk, 'LayoutLeft', strides)));
  const values = notedMap(operands, ummaValueMap(operands.gtensor, tile));
  return tmaTiled(operands, tmaAtom(operands, values), threads, values);
}

/** Value index of one CTA → mode of the global tensor. */
function ummaValueMap(gtensor: Tensor, tile: UmmaTile): Layout {
  return ummaValues(valueMap(gtensor, tile.tiler), tile);
}

/** Value index of one CTA → the value of `tile` at its coordinates. */
export function ummaValues(tile: Layout, { mma, operand }: UmmaTile): Layout {
  const values = get(thrfrg(mma, operand, tile), 1);
  return slice([underscore, repeat<IntTuple>(underscore, rank(tile).n)], values);
}

/** The atom over the values of the tile, shared by the CTAs of `threads`. Boxes of tiles and of image patches are tiled
 *  alike. */
export function tmaTiled(operands: TmaOperands, atom: CopyAtom, threads: Layout, values: Layout): TiledCopy {
  const inverse = right_inverse(plainOf(operands.slayout));
  const perTma = size(atom.layoutRef, 1);
  const one = composition(inverse, make_layout(perTma));
  const all = tile_to_shape(make_layout_of([one]), size(values));
  const step = make_layout(cosize(threads), safe_div(perTma, cosize(threads)));
  const layoutT = composition(inverse, composition(step, threads));
  const tv = make_layout_of([layoutT, all]);
  operands.note?.(
    'make_layout',
    tv,
    say`(CTA, value) to coordinate in the tile: the share of each CTA, the order in which one TMA fills shared memory`,
  );
  return make_tiled_copy_impl(loadedBy(cosize(threads), atom), tv, product_each(shape(values)), operands.note);
}

export function notedMap({ note }: TmaOperands, map: Layout): Layout {
  note?.('composition', map, say`of the global tensor's coordinates with the tile: value of a CTA to global mode`);
  return map;
}

export function plainOf(layout: AnyLayout): Layout {
  return plain(get_nonswizzle_portion(layout), words`a TMA copy`);
}

/** CTA value index → mode of the global tensor. */
function valueMap(gtensor: Tensor, ctaTiler: Tiler): Layout {
  return plain(composition(make_identity_layout(shape(gtensor.layout)), ctaTiler), words`a TMA copy`);
}

function tmaAtom(operands: TmaOperands, values: Layout): CopyAtom {
  const { op, gtensor, slayout, element, note } = operands;
  const basis = tmaBasis(gtensor, plainOf(slayout), values, element, note);
  const bits = number(size(basis)) * sizeofBits(element);
  const gmemStride = gmemBasisStride(gtensor, basis, element);
  const atom = boxAtom(
    op,
    gtensor.data.element,
    bits,
    { gmemStride, basis, swizzle: get_swizzle_portion(slayout) },
    note,
  );
  return { ...atom, global: plainGlobal(gtensor) };
}

/** The atom of an operation that moves a box of the given number of bits for every CTA. */
export function boxAtom(
  op: string,
  type: Value,
  bits: number,
  tma: NonNullable<CopyAtom['tma']>,
  note: Note | undefined,
): CopyAtom {
  const sms = op.includes('2SM') ? 2 : 1;
  const inBits = sms === 2 ? make_layout([int(2), int(bits)], [int(bits), int(1)]) : make_layout([int(1), int(bits)]);
  const box = recast_layout(inBits, 1, sizeofBits(type));
  const atom: CopyAtom = {
    is: 'copy-atom',
    op,
    type,
    thrId: layoutOf(sms === 2 ? '_2:_1' : '_1:_0'),
    layoutSrc: box,
    layoutDst: box,
    layoutRef: box,
    tma,
  };
  note?.('Copy_Atom', atom, say`the TMA operation, (CTA, value) within the box as`, box);
  return atom;
}

// ---- The box ------------------------------------------------------------------------------------------------------

/** TMA box shape → global modes.  Source: `construct_tma_gbasis`.
 *  Throws: 'congruence' where tile and shared memory differ in size, 'static' where they share no contiguous vector. */
function tmaBasis(gtensor: Tensor, slayout: Layout, values: Layout, element: Value, note: Note | undefined): Layout {
  const glayout = plainGlobal(gtensor);
  if (size(slayout).n !== size(values).n) {
    throw refused(
      'congruence',
    )`TMA needs shared memory of the size of the tile: ${{ slayout }} has ${{ size: size(slayout) }}, the tile ${{ needed: size(values) }}`;
  }
  const full = coalesce(composition(values, right_inverse(slayout)));
  note?.(
    'composition',
    full,
    say`of that with the right_inverse of shared memory: offset in shared memory to global mode`,
    slayout,
  );
  const contiguous = wrap(full.stride).findIndex((e) => !isConstant(basis_value(e), 1));
  const kept = contiguous < 0 ? wrap(full.stride).length : contiguous;
  if (kept === 0)
    throw refused(
      'static',
    )`no common vectorization of tile and global memory: does the tile select the contiguous modes?`;
  const toModes = take(full, 0, kept);
  const [from, to] = [sizeofBits(gtensor.data.element), sizeofBits(element)];
  const gstride = recast_layout(composition(glayout, toModes), from, to);
  const boxShape = coalesce256(gstride).shape;
  const gbasis = make_identity_layout(glayout.shape);
  const tile = make_layout(gstride.shape, composition(gbasis, toModes).stride);
  const box = composition(tile, make_layout(wrap(boxShape)));
  note?.('composition', box, say`the box: what is contiguous on both sides, in modes of 256 at most, as global modes`);
  const basis = withMissing(box, gbasis, recast_layout(glayout, from, to));
  note?.('append', basis, say`the box with the global modes that it does not touch`);
  return basis;
}

function plainGlobal(gtensor: Tensor): Layout {
  if (gtensor.layout.is === 'layout') return gtensor.layout;
  throw refused('type')`TMA reads global memory with a plain layout, not ${{ layout: gtensor.layout }}`;
}

/** Merges modes as coalesce does, to extents of 256 at most.  Source: `coalesce_256` */
function coalesce256(layout: Layout): Layout {
  const shapes = wrap(flatten<IntTuple>(layout.shape));
  const strides = wrap(flatten<IntTuple>(layout.stride));
  const out: { s: IntTuple; d: IntTuple }[] = [];
  shapes.forEach((s, i) => {
    const d = strides[i] ?? int(0);
    const last = out[out.length - 1];
    if (i > 0 && isConstant(s, 1)) return;
    if (last && out.length === 1 && isConstant(last.s, 1)) out[0] = { s, d };
    else if (last && merges(last, { s, d })) out[out.length - 1] = { s: mul(s, last.s), d: last.d };
    else out.push({ s, d });
  });
  const only = out[0];
  if (!only || (out.length === 1 && isConstant(only.s, 1))) return make_layout(int(1), int(0));
  return out.length === 1
    ? { is: 'layout', shape: only.s, stride: only.d }
    : { is: 'layout', shape: out.map(({ s }) => s), stride: out.map(({ d }) => d) };
}

function merges(last: { s: IntTuple; d: IntTuple }, next: { s: IntTuple; d: IntTuple }): boolean {
  const product = mul(next.s, last.s);
  const meets = equal(mul(last.s, last.d), next.d);
  return meets.is === 'static' && meets.n !== 0 && isInt(product) && product.is === 'static' && product.n <= 256;
}

/** Appends the modes of the global tensor that the box does not touch, with size 1, in five modes at most. */
function withMissing(box: Layout, gbasis: Layout, recast: Layout): Layout {
  const found = wrap(flatten<IntTuple>(box.stride)).map((e) => printValue(e));
  const sizes = wrap(flatten<IntTuple>(recast.shape));
  const strides = wrap(flatten<IntTuple>(recast.stride));
  const missing = wrap(flatten<IntTuple>(gbasis.stride)).filter((e, i) => {
    const [s, d] = [sizes[i] ?? int(1), strides[i] ?? int(0)];
    return !isConstant(s, 1) && !isConstant(d, 0) && !found.includes(printValue(e));
  });
  const full: Layout = {
    is: 'layout',
    shape: [...wrap(box.shape), ...missing.map(() => int(1))],
    stride: [...wrap(box.stride), ...missing],
  };
  const n = rank(full).n;
  return n > 4 ? group(full, 4, n) : full;
}

/** What a step along each global mode adds to the TMA coordinate.  Source: `make_tma_copy_desc` */
function gmemBasisStride(gtensor: Tensor, basis: Layout, element: Value): IntTuple {
  const glayout = plainGlobal(gtensor);
  const bits = sizeofBits(element);
  const recast = recast_layout(glayout, sizeofBits(gtensor.data.element), bits);
  const boxModes = wrap(basis.stride);
  const leaf = (e: IntTuple): IntTuple => {
    if (isTuple(e)) return e.map(leaf);
    const s = basis_get<IntTuple>(e, recast.shape);
    const d = basis_get<IntTuple>(e, recast.stride);
    if (isConstant(s, 1) || isConstant(d, 0)) return int(0);
    const j = boxModes.findIndex((mode) => wrap(mode).some((one) => printValue(one) === printValue(e)));
    if (j < 0) return int(0);
    if (j === 0)
      return scaled(recastScale(basis_get<IntTuple>(e, glayout.stride), sizeofBits(gtensor.data.element), bits), j);
    const mode = boxModes[j] ?? e;
    return wrap(mode).length === 1 ? scaled(int(1), j) : scaled(dynamicScale(mode, d, recast.stride, bits), j);
  };
  return leaf(make_basis_like(glayout.shape));
}

/** A stride in elements of the type in which the hardware counts. A wider type gives fractions of a coordinate. */
function recastScale(stride: IntTuple, from: number, to: number): IntTuple {
  if (!Number.isInteger(Math.log2(from / to)) && from % to !== 0)
    throw refused(
      'type',
    )`TMA coordinates in elements of ${{ to }} bits of a tensor of ${{ from }}-bit elements are not modelled`;
  return mul(int(from / to), stride);
}

function scaled(n: IntTuple, mode: number): IntTuple {
  if (!isInt(n) && !isBasis(n)) throw refused('type')`the stride of a TMA mode is one number`;
  return scaled_basis(n, [mode]);
}

/** Several global modes share one TMA mode: a run-time scale in units of their common stride. */
function dynamicScale(mode: IntTuple, stride: IntTuple, strides: IntTuple, bits: number): Int {
  const numbers = wrap(mode)
    .map((e) => basis_get<IntTuple>(e, strides))
    .map((d) => (isInt(d) ? d.n : undefined));
  const known = numbers.filter((n) => n !== undefined);
  const own = isInt(stride) ? stride.n : undefined;
  if (own === undefined || known.length < numbers.length) return symbol('tma_scale');
  const common = known.reduce((a, b) => gcdOfNumbers(a, b), 0);
  return dyn(Math.ceil(Math.trunc((own * bits) / Math.max(Math.trunc((common * bits) / 8), 16)) / 8));
}

// ---- Use ----------------------------------------------------------------------------------------------------------

/** `tma.get_tma_tensor(shape)`: the tensor of coordinates that stands for global memory. A copy of image patches
 *  knows its shape and ignores `shape`. Throws: AlgebraError 'type' where the atom is not a TMA, 'congruence'
 *  where the shape is not that of the global tensor. */
export function get_tma_tensor(atom: CopyAtom, gshape: IntTuple): Tensor {
  if (!atom.tma) throw refused('type')`${{ op: atom.op }} is not a TMA operation`;
  if ('patches' in atom.tma) return atom.tma.patches;
  const { gmemStride: stride } = atom.tma;
  if (!sameProfile(gshape, stride))
    throw refused('congruence')`${{ shape: gshape }} and ${{ stride }} have different profiles`;
  const layout = make_layout(gshape, stride);
  return makeTensor(coordinateIterator(coprofile(layout)), layout);
}

/** `tma_partition(atom, cta_coord, cta_layout, stensor, gtensor…)`: mode 0 of every tensor becomes (TMA, iterations).
 *  Gives the global tensors in order, then the shared one. */
export function tma_partition(
  atom: CopyAtom,
  ctaCoord: IntTuple,
  ctaLayout: Layout,
  stensor: Tensor,
  gtensors: readonly Tensor[],
  note?: Note,
): readonly Tensor[] {
  const inverse = right_inverse(plainOf(layout_mode(stensor.layout, 0)));
  note?.('right_inverse', inverse, say`of mode 0 in shared memory: the order in which the TMA fills it`);
  const values = tile_to_shape(make_layout_of([inverse]), size(stensor.layout, 0));
  note?.('tile_to_shape', values, say`of that over all of mode 0`);
  const perTma = size(atom.layoutSrc, 1);
  const split = logical_divide(values, make_layout(perTma));
  note?.('logical_divide', split, say`into (TMA, iterations), by the elements of one TMA,`, perTma);
  const share = number(perTma) / number(cosize(ctaLayout), words`the CTAs of the cluster`);
  const offset = mul(offset_of(ctaLayout, ctaCoord), int(Math.trunc(share)));
  note?.('multicast_offset', offset, say`where the share of this CTA starts, by`, ctaLayout);
  const made = [...gtensors, stensor].map((tensor) => {
    if (size(tensor.layout, 0).n !== size(stensor.layout, 0).n) {
      throw refused(
        'congruence',
      )`tma_partition: mode 0 of ${{ layout: tensor.layout }} is not of the size of ${{ shared: stensor.layout }}`;
    }
    const n = rank(tensor.layout).n;
    const tiler = append<TilerLeaf>([split], underscore, n);
    const divided = coalesce(composition(tensor.layout, tiler), [[int(1), int(1)]]);
    const coord = append<IntTuple>([[offset, int(0)]], int(0), n);
    const [layout, moved] = domain_offset(coord, divided);
    const part = makeTensor(advance(tensor.data, moved), layout);
    note?.('composition', part, say`of mode 0 with that, moved by the offset, for`, tensor);
    return part;
  });
  note?.('make_tuple', made, say`the global tensors, then the shared one`);
  return made;
}
