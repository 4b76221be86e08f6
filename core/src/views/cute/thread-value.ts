// The owners of elements under tiled operations: layouts from `(thread, value)` to the column-major index in one tile.
// Where a tile is scattered over the tensor, or larger than the tensor, the layout leads to the index in the whole
// tensor.
import { say, words } from '../../base/say';
import { counted } from '../../algebra/index';
import {
  complement,
  composition,
  cosize,
  dice,
  get,
  get_flat_coord,
  is_layout,
  make_layout,
  make_layout_of,
  number,
  offset_of,
  print,
  product_each,
  rank,
  right_inverse,
  size,
  zipped_divide,
} from '../../algebra/index';
import { int, type IntTuple } from '../../algebra/leaf';
import type { Layout } from '../../algebra/types';
import { get_copy_layout_TV, tidfrg, type Side } from '../../atoms/copy_atom';
import { ownedValues, permutation_mnk, tile_size_mnk, type Operand } from '../../atoms/mma_atom';
import { asIntTuple, asLayout, asTiler } from '../../values/convert';
import type { CopyAtom, TiledCopy, TiledMma } from '../../values/value';
import type { Owners, Tiles } from '../model';
import { printed } from '../parts';
import { refused } from '../../values/refused';

const threadValue = { thread: 'T', value: 'V' } as const;

/** The modes of (M,N,K) that each operand has. */
export const operandModes: Readonly<Record<Operand, readonly [number, number]>> = { A: [0, 2], B: [1, 2], C: [0, 1] };

/** The extents and the owners of an operand's tile. */
export function mmaOwners(mma: TiledMma, operand: Operand): Owners {
  const tile = mmaTile(mma, operand);
  return { tv: printed(ownedValues(mma, operand)), tile, names: threadValue };
}

export function mmaTile(mma: TiledMma, operand: Operand): readonly number[] {
  return operandModes[operand].map((mode) => number(tile_size_mnk(mma, mode)));
}

/** The atoms of one tile: by mode, or by a layout where a permutation scatters them. */
export function mmaAtoms(mma: TiledMma, operand: Operand): Tiles {
  const atom = operandModes[operand].map((mode) => number(size(mma.atom.shapeMNK, mode)));
  const permutation = operandModes[operand].map((mode) => permutation_mnk(mma, mode));
  if (permutation.every((tiler) => !is_layout(tiler))) return { is: 'extents', extents: atom, name: words`atom` };
  const tile = make_layout(mmaTile(mma, operand).map(int));
  const permuted = composition(tile, permutation);
  return {
    is: 'layout',
    layout: printed(
      zipped_divide(
        permuted,
        atom.map((n) => make_layout(int(n))),
      ),
    ),
    name: words`atom`,
  };
}

/** The extents of a copy's tile in the data, by mode. A layout as tiler may spread the tile out. */
export function copyTile(copy: TiledCopy): readonly number[] {
  return copy.tilerMN.map((tiler) =>
    number(is_layout(tiler) ? cosize(tiler) : size(asIntTuple(tiler, say`the tile of a copy`))),
  );
}

/** The owners of the source or the destination of a copy, over one tile. */
export function copyOwners(copy: TiledCopy, side: Side): Owners {
  const tile = copyTile(copy);
  const inTile = get_copy_layout_TV(copy, side);
  const spread = composition(make_layout(tile.map(int)), asTiler(copy.tilerMN, say`the tiler of a TiledCopy`));
  return {
    tv: printed(composition(spread, inTile)),
    tile,
    names: threadValue,
    vector: copyVector(copy, side),
  };
}

/** The number of elements that one instruction moves for a thread. */
export function copyVector(copy: TiledCopy, side: Side): number {
  return vectorOf(copy.atom, side);
}

/** The same number for an atom alone. */
export function vectorOf(atom: CopyAtom, side: Side): number {
  return number(size(side === 'S' ? atom.layoutSrc : atom.layoutDst, 1));
}

/** The owners in a tensor of these extents that the copy partitions. */
export function copyOwnersOver(copy: TiledCopy, side: Side, extents: readonly number[]): Owners {
  if (copy.tilerMN.every((tiler) => !is_layout(tiler)))
    return { ...copyOwners(copy, side), tile: tileWithin(copyTile(copy), extents) };
  const threads = asLayout(tidfrg(copy, side, make_layout(extents.map(int))), say`the partition by a copy`);
  const modes = Array.from({ length: rank(threads).n }, (_, mode) => get(threads, mode));
  const tv = make_layout_of([get(threads, 0), make_layout_of(modes.slice(1))]);
  return { tv: printed(tv), tile: extents, names: threadValue, vector: copyVector(copy, side) };
}

/** The owners in a tensor of these extents that the MMA partitions. */
export function mmaOwnersOver(mma: TiledMma, operand: Operand, extents: readonly number[]): Owners {
  const isSpread = operandModes[operand].some((mode) => {
    const tiler = permutation_mnk(mma, mode);
    return is_layout(tiler) && number(cosize(tiler)) !== number(size(tiler));
  });
  const tile = tileWithin(mmaTile(mma, operand), extents);
  const whole = isSpread
    ? extents
    : extents.map((extent, mode) => Math.ceil(extent / (tile[mode] ?? 1)) * (tile[mode] ?? 1));
  const isOne = extents.slice(0, 2).every((extent, mode) => extent <= (tile[mode] ?? 1));
  const elements = whole.reduce((all, extent) => all * extent, 1);
  // Values count along a whole mode before they count along the next one, so the values of several tiles do not follow
  // the order of the tiles.
  if (!isSpread && (isOne || elements > mostInOneLayout)) return { ...mmaOwners(mma, operand), tile };
  return { tv: printed(ownedValues(mma, operand, make_layout(whole.map(int)))), tile: whole, names: threadValue };
}

/** The largest number of elements of one layout of threads and values, which is enumerated. */
const mostInOneLayout = 1 << 21;

/** The extents of a tile in a tensor. Along modes that the tile does not have, its extent is 1. */
export function tileWithin(tile: readonly number[], extents: readonly number[]): readonly number[] {
  return extents.map((_, mode) => tile[mode] ?? 1);
}

/** The owners under `local_partition(tensor, threads, index, proj)`: each thread holds one element of every tile,
 *  and a tile has the shape of the thread layout. */
export function partitionOwners(threads: Layout, proj: IntTuple | undefined): Owners {
  const kept = proj === undefined ? threads : dice(proj, threads);
  const tile = product_each(kept.shape);
  const extents = tile.map((n) => number(n, say`the threads along a mode`));
  const total = size(threads);
  const inverse = right_inverse(make_layout_of([kept, complement(kept, total)]));
  const projection = make_layout([size(kept), int(number(total) / number(size(kept)))], [int(1), int(0)]);
  const tile0 = composition(projection, inverse);
  checkThreads(kept, tile0, number(total));
  const tv = make_layout_of([tile0, make_layout(int(1), int(0))]);
  return { tv: printed(tv), tile: extents, names: threadValue };
}

/** Checks that `tv` gives each thread the element that CuTe gives it. Throws: AlgebraError 'type' for a thread
 *  layout with gaps. */
function checkThreads(threads: Layout, tv: Layout, count: number): void {
  const inTile = make_layout(threads.shape);
  counted(count, say`the threads`);
  for (let thread = 0; thread < count; thread++) {
    const wanted = offset_of(inTile, get_flat_coord(threads, int(thread)));
    if (print(wanted).replace('_', '') !== print(offset_of(tv, int(thread))).replace('_', '')) {
      throw refused('type')`the threads ${{ threads }} are laid out with gaps, which is not drawn`;
    }
  }
}
