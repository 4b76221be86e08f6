// cuTile's tensors and their partitions as values: cutting into tiles, permuting, mapping; loading and storing tiles.
// Semantics: cutile-rs 0839fe4, cutile/src/{tensor,_core}.rs. Declares no builtin and reads no call.
import { say } from '../../base/say';
import { refused } from '../../values/refused';
import { ceilDiv, mul, sub } from '../../algebra/arith';
import { dyn, hole, type Int } from '../../algebra/leaf';
import { isA } from '../../values/convert';
import {
  gridOf,
  raggedOf,
  rowMajor,
  spellExtents,
  walkOf,
  type Extents,
  type Tile,
  type TilePartition,
  type TileTensor,
} from '../../values/tile';
import type { Value } from '../../values/value';
import { countOf, differ } from './arguments';
import { raise, spelled } from '../../algebra/errors';

/** A row-major tensor. Throws: AlgebraError 'range' for a host tensor without elements. */
export function tensor(element: Value, shape: Extents, where: TileTensor['where'] = 'host'): TileTensor {
  if (where === 'host' && countOf(shape) === 0)
    throw refused('range')`a tensor of shape ${{ shape: spelled(spellExtents, shape) }} has no elements`;
  return { is: 'tile-tensor', element, shape, stride: rowMajor(shape), where };
}

const inOrder = (rank: number): readonly number[] => Array.from({ length: rank }, (_, i) => i);

/** A tensor cut into tiles of one shape. Throws: AlgebraError 'rank-mismatch' where the tile has another rank,
 *  'range' where an extent of the tile is not positive. */
export function partition(of: TileTensor, tile: Extents, options: Partial<TilePartition> = {}): TilePartition {
  const order = options.order ?? inOrder(tile.length);
  if (tile.length !== of.shape.length) {
    const [own, rank] = [tile.length, of.shape.length];
    const [part, whole] = [spelled(spellExtents, tile), spelled(spellExtents, of.shape)];
    throw refused(
      'rank-mismatch',
    )`a tile of rank ${{ own }} cannot partition a tensor of rank ${{ rank }}: ${{ part }} of ${{ whole }}`;
  }
  tile.forEach((t, i) => {
    if (t.n !== undefined && t.n <= 0)
      throw refused('range')`axis ${{ i }} of the tile ${{ tile: spelled(spellExtents, tile) }} is not positive`;
  });
  const padding = of.where === 'device' && !of.slab ? 'zero' : 'unspecified';
  return {
    is: 'tile-partition',
    tensor: of,
    tile,
    order,
    grid: gridOf(of.shape, tile, order),
    bound: 'exact',
    where: of.where,
    padding,
    ...options,
  };
}

/** A partition of a slab, the part of a tensor that a block owns; of a whole tensor, as `partition`. The partition
 *  is one of the whole tensor, whose tiles are counted from the block's first tile. */
export function partitionSlab(of: TileTensor, tile: Extents): TilePartition {
  if (!of.slab) return partition(of, tile);
  if (tile.length !== of.shape.length) return partition(of, tile);
  const { of: outer, block } = of.slab;
  const local = of.shape.map((extent, i) => ceilDiv(extent, tile[i] ?? dyn(1)));
  const first = local.map((n, i) => mul(block[i] ?? dyn(0), n));
  return { ...partition(outer.tensor, tile), grid: local, padding: 'unspecified', first };
}

/** A partition whose tile axis i lies along tensor axis `order[i]`. Throws: AlgebraError 'rank-mismatch' where
 *  `order` is not a permutation. */
export function permuted(of: TileTensor, tile: Extents, order: readonly number[]): TilePartition {
  const isPermutation =
    order.length === of.shape.length &&
    new Set(order).size === order.length &&
    order.every((axis) => axis >= 0 && axis < of.shape.length);
  if (!isPermutation)
    throw refused(
      'rank-mismatch',
    )`[${{ order: order.join(', ') }}] is not a permutation of the ${{ rank: of.shape.length }} axes`;
  return partition(of, tile, { order });
}

/** A partition whose tiles are shared out among `blocks` persistent blocks. Throws: AlgebraError 'tile-map' where
 *  the ranks differ, or where there are more blocks than tiles (axes of step 0 do not count). */
export function mapped(of: TilePartition, steps: Extents, blocks: Int): TilePartition {
  if (steps.length !== of.grid.length)
    throw refused(
      'tile-map',
    )`a map of rank ${{ stepsCount: steps.length }} on a grid of rank ${{ gridCount: of.grid.length }}`;
  if (blocks.n === 0) throw refused('tile-map')`a mapped partition needs at least one tile block`;
  const streamed = of.grid.reduce<Int>((n, extent, i) => (steps[i]?.n === 0 ? n : mul(n, extent)), dyn(1));
  if (blocks.n !== undefined && streamed.n !== undefined && blocks.n > streamed.n)
    throw refused(
      'tile-map',
    )`${{ blocks: blocks.n }} tile blocks for ${{ streamed: streamed.n }} tiles: there may not be more blocks than tiles`;
  return { ...of, map: { steps, blocks } };
}

function whole(of: TilePartition, index: Extents): Extents {
  return of.first
    ? of.first.map((n, i) => {
        const at = index[i];
        return at ? addInts(n, at) : n;
      })
    : index;
}

function addInts(a: Int, b: Int): Int {
  return sub(a, sub(dyn(0), b));
}

/** The tile at `index`. `what` is the function named in errors. Throws: AlgebraError 'rank-mismatch'; 'index-oob'
 *  for a constant index outside of the grid, as cuTile's compiler does. */
export function load(of: TilePartition, index: Extents, what: string): Tile {
  if (index.length !== of.tile.length)
    throw refused(
      'rank-mismatch',
    )`${{ what }}: an index of rank ${{ indexCount: index.length }} into a partition of rank ${{ tileCount: of.tile.length }}`;
  index.forEach((at, axis) => checkIndex(of, at, axis, what));
  const ragged = of.first ? undefined : raggedOf(of);
  const isRagged = ragged?.some((n) => n !== undefined) === true;
  return {
    is: 'tile',
    element: of.tensor.element,
    shape: of.tile,
    from: { partition: of, index: whole(of, index) },
    ...(isRagged && { ragged, padding: of.padding }),
  };
}

function checkIndex(of: TilePartition, at: Int, axis: number, what: string): void {
  const tiles = of.grid[axis]?.n;
  const isConstant = at.is === 'static' || at.from === undefined || at.from.length === 0;
  if (at.n === undefined || !isConstant) return;
  const index = at.n;
  if (index >= 0 && (tiles === undefined || index < tiles)) return;
  if (tiles === undefined)
    throw refused('index-oob')`${{ what }}: the index ${{ index }} along axis ${{ axis }} is negative`;
  const has = tiles === 1 ? say`1 tile` : say`${tiles} tiles`;
  throw refused(
    'index-oob',
  )`${{ what }}: axis ${{ axis }} has ${{ has }} (0..${{ last: tiles - 1 }}), and ${{ index }} is none of them`;
}

function blockOf(slab: TileTensor, what: string): Extents {
  return slab.slab?.block ?? raise(refused('type')`${{ what }} needs the \`&mut\` tensor that the block owns`);
}

/** The tile that the block owns. Throws: AlgebraError 'type' where the tensor is not a slab. */
export function loadOwn(slab: TileTensor, what: string): Tile {
  const block = blockOf(slab, what);
  if (slab.slab === undefined) throw refused('type')`${{ what }}`;
  const { first: _first, ...whole } = slab.slab.of;
  return { ...load(whole, block, what), shape: slab.shape };
}

/** The tile of `x` that lies where the block's own tile lies in `z`. */
export function loadLike(x: TileTensor, z: TileTensor, what: string): Tile {
  const of = partition(x, z.shape);
  return load(of, blockOf(z, what).slice(0, z.shape.length), what);
}

/** The index at which a block's walk begins. It differs between blocks, so it is not checked as a constant. */
export function firstIndex(of: TilePartition): Extents {
  const block = of.map?.block;
  const [first] = (block?.n === undefined ? undefined : walkOf(of, block.n, 1)) ?? [];
  const from = block?.is === 'dynamic' ? block.from : undefined;
  return of.grid.map((_, i) => (first?.[i] === undefined ? hole() : dyn(first[i], from)));
}

/** The number of tiles along an axis. Throws: AlgebraError 'range' where there is no such axis. */
export function tilesAlong(of: TilePartition, axis: number): Int {
  return (
    of.grid[axis] ??
    raise(
      refused('range')`num_tiles: there is no axis ${{ axis }} in a partition of rank ${{ gridCount: of.grid.length }}`,
    )
  );
}

/** Checks a store of `value` to a place of `shape`, and gives void. Throws: AlgebraError 'tile-operands' for a
 *  tile of another shape. */
export function stored(shape: Extents, value: Value): Value {
  if (isA(value, 'tile')) {
    if (value.shape.length !== shape.length || value.shape.some((x, i) => differ(x, shape[i])))
      throw refused(
        'tile-operands',
      )`store: a tile of ${{ shape: spelled(spellExtents, value.shape) }} into ${{ to: spelled(spellExtents, shape) }}`;
  }
  return { is: 'void' };
}
