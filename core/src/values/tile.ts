// The values of the tile programming model (cuTile): tensors, their partitions, the tiles on which a block computes,
// launches. Shapes are flat lists of integers; a number known only at run time is a symbol. The model does not say
// which thread holds which element.
import { spend } from '../base/meter';
import type { Int } from '../algebra/leaf';
import { ceilDiv, mul, operate } from '../algebra/arith';
import { dyn } from '../algebra/leaf';
import { isA } from './kind';
import type { Value } from './value';

export type Extents = readonly Int[];

/** A tensor on the host, or the whole tensor as a kernel sees it. With `slab`, the part of it that a tile block
 *  owns, which has the shape of the block's tile. Strides and offsets count elements. */
export interface TileTensor {
  readonly is: 'tile-tensor';
  readonly element: Value;
  readonly shape: Extents;
  readonly stride: Extents;
  readonly where: 'host' | 'device';
  readonly slab?: Slab;
}

/** Which tile of a partition a block owns. */
export interface Slab {
  readonly of: TilePartition;
  readonly block: Extents;
}

/** What the lanes of a tile past the edge of the tensor hold: 'zero' as loaded, 'unspecified' values on which
 *  nothing may rely, or 'other' values computed from the zeros. Stores past the edge are masked. */
export type TilePadding = 'zero' | 'unspecified' | 'other';

/** A tensor cut into tiles. `grid` counts the tiles along each axis of the tile.
 *  Tile axis i lies along tensor axis `order[i]`. */
export interface TilePartition {
  readonly is: 'tile-partition';
  readonly tensor: TileTensor;
  readonly tile: Extents;
  readonly order: readonly number[];
  readonly grid: Extents;
  /** On the host: whether the launch grid has to equal this grid or only to lie within it. */
  readonly bound: 'exact' | 'at-most';
  readonly where: 'host' | 'device';
  readonly padding: TilePadding;
  /** For a partition of a slab: the index, in the whole tensor, of its first tile. */
  readonly first?: Extents;
  /** A mapped partition: how many tiles along each axis belong together, how many blocks share the walk, and in a
   *  kernel which of them this one is. */
  readonly map?: { readonly steps: Extents; readonly blocks: Int; readonly block?: Int };
}

/** A tile, on which a block computes: a shape and an element type. */
export interface Tile {
  readonly is: 'tile';
  readonly element: Value;
  readonly shape: Extents;
  /** For a tile that is loaded or stored: its partition, and its index there. */
  readonly from?: { readonly partition: TilePartition; readonly index: Extents };
  /** For each axis, the number of elements of the last tile that lie inside the tensor, where that tile is ragged;
   *  undefined where it is not. Absent where no axis is ragged. */
  readonly ragged?: readonly (number | undefined)[];
  readonly padding?: TilePadding;
}

/** A call of a kernel that has not run yet: what `.grid`, `.generics` and `.sync` are called on. */
export interface TileLaunch {
  readonly is: 'tile-launch';
  /** The kernel, its arguments, and what the methods in between have set. Only the evaluator looks inside. */
  readonly state: unknown;
  readonly name: string;
}

export type TileValue = TileTensor | TilePartition | Tile | TileLaunch;

/** Row-major strides. */
export function rowMajor(shape: Extents): Extents {
  const stride: Int[] = [];
  let step: Int = dyn(1);
  for (let i = shape.length - 1; i >= 0; i--) {
    stride[i] = step;
    step = mul(step, shape[i] ?? dyn(1));
  }
  return stride;
}

export function count(shape: Extents): Int {
  return shape.reduce<Int>((n, extent) => mul(n, extent), dyn(1));
}

/** Tiles along each axis: `ceil(shape / tile)`. */
export function gridOf(shape: Extents, tile: Extents, order: readonly number[]): Extents {
  return tile.map((t, i) => ceilDiv(shape[order[i] ?? i] ?? dyn(1), t));
}

/** The axes of a grid as a launch counts them: x, y, z, padded with 1. */
export function launchGrid(grid: Extents): Extents {
  return [0, 1, 2].map((i) => grid[i] ?? dyn(1));
}

/** The elements that a tile covers: `[start, end)` along each axis of the tensor, and how many of them exist. */
export interface Region {
  readonly start: number;
  readonly end: number;
  readonly inside: number;
}

/** The region of tile `index` along each axis of the tensor. Undefined where a number is not known. */
export function regionOf(partition: TilePartition, index: readonly number[]): readonly Region[] | undefined {
  const regions: Region[] = [];
  for (const [i, axis] of partition.order.entries()) {
    const extent = partition.tensor.shape[axis]?.n;
    const tile = partition.tile[i]?.n;
    const at = index[i];
    if (extent === undefined || tile === undefined || at === undefined) return undefined;
    const start = at * tile;
    regions[axis] = { start, end: start + tile, inside: Math.max(0, Math.min(extent, start + tile) - start) };
  }
  return regions;
}

/** For each axis of the tile the elements of its last tile that exist, where the tile does not divide the extent. */
export function raggedOf(partition: TilePartition): readonly (number | undefined)[] {
  return partition.tile.map((tile, i) => {
    const extent = partition.tensor.shape[partition.order[i] ?? i]?.n;
    const rest = extent === undefined || tile.n === undefined ? 0 : extent % tile.n;
    return rest === 0 ? undefined : rest;
  });
}

/** The offset of a tile's first element, in elements from the tensor's base. */
export function baseOf(partition: TilePartition, index: Extents): Int {
  return partition.order.reduce<Int>((sum, axis, i) => {
    const along = mul(mul(index[i] ?? dyn(0), partition.tile[i] ?? dyn(1)), partition.tensor.stride[axis] ?? dyn(0));
    return operate('add', sum, along);
  }, dyn(0));
}

export function isTileValue(value: Value): value is TileValue {
  return isA(value, 'tile') || isA(value, 'tile-tensor') || isA(value, 'tile-partition') || isA(value, 'tile-launch');
}

/** The tiles that a persistent block visits, in order, no more than `most`. Undefined where a number is not known.
 *  Only the last two axes are walked in groups: with steps (G, H) groups of G rows and H columns of tiles stay
 *  together.
 *  Source: cutile-rs 0839fe4, cutile-compiler/src/compiler/compile_intrinsic.rs, 2439 to 2783. */
export function walkOf(
  { grid, map }: TilePartition,
  block: number,
  most: number,
): readonly (readonly number[])[] | undefined {
  const extents = grid.map(({ n }) => n ?? NaN);
  const [steps, blocks] = [map?.steps.map(({ n }) => n ?? NaN), map?.blocks.n];
  if (!steps || blocks === undefined || blocks < 1 || [...extents, ...steps].some(Number.isNaN)) return undefined;
  const [rows, columns] = lastTwo(extents);
  const [tall, wide] = extents.length > 1 ? lastTwo(steps) : [1, steps[0] ?? 1];
  const total = extents.reduce((n, extent) => n * extent, 1);
  const visited: (readonly number[])[] = [];
  for (let t = block; t < total && visited.length < most; t += blocks) {
    spend(1, 'tiles');
    const matrix = Math.floor(t / (rows * columns));
    const [row, column] = grouped(t % (rows * columns), rows, columns, Math.max(1, tall), Math.max(1, wide));
    visited.push(extents.length > 2 ? [matrix, row, column] : extents.length > 1 ? [row, column] : [column]);
  }
  return visited;
}

/** The last two of one or more numbers; a 1 stands for the first where there is only one. */
function lastTwo(numbers: readonly number[]): readonly [number, number] {
  const n = numbers.length;
  return [numbers[n - 2] ?? 1, numbers[n - 1] ?? 1];
}

/** Groups of `tall` rows one below the other; inside of one `wide` columns at a time, each column from top to
 *  bottom. */
function grouped(t: number, rows: number, columns: number, tall: number, wide: number): readonly [number, number] {
  const group = Math.floor(t / (tall * columns));
  const first = group * tall;
  const high = Math.min(rows - first, tall);
  const rest = t - group * tall * columns;
  if (wide === 1 && tall === 1) return [first, rest];
  const part = Math.floor(rest / (high * wide));
  const within = rest % (high * wide);
  return [first + (within % high), part * wide + Math.floor(within / high)];
}

/** `[64, 32]`. A number that is not known is written as its name, or `?`. */
export function spellExtents(extents: Extents): string {
  return `[${extents.map(spellInt).join(', ')}]`;
}

/** `(64, 32)`: a grid, or a place in one. */
export function spellGrid(grid: Extents): string {
  return `(${grid.map(spellInt).join(', ')})`;
}

export function spellInt(x: Int): string {
  return x.n !== undefined ? String(x.n) : x.is === 'dynamic' ? (x.name ?? '?') : '?';
}
