// The blocks whose threads are followed together: one, or all blocks of its cluster. The one that is looked at comes
// first, and a thread of another block is counted behind those of the blocks before it. What a block does to its own
// shared memory is followed for the first alone; of the others counts what they do to it, and whom they wait for.
import { dyn, withSign, type Int } from '../../algebra/leaf';
import { WARP_THREADS } from '../../access/shared';
import { integerOfLanes } from '../../algebra/lanes';
import type { Struct, Value } from '../../values/value';

export type Extents = readonly [number, number, number];

export interface Together {
  /** `blockIdx` of each. */
  readonly blocks: readonly Extents[];
  /** The index of the block with each rank in the cluster. */
  readonly byRank: readonly number[];
}

/** The blocks of the cluster around a block, which has this shape. */
export function clusterAround(at: Extents, [x, y, z]: Extents): Together {
  const first: Extents = [at[0] - (at[0] % x), at[1] - (at[1] % y), at[2] - (at[2] % z)];
  const ranked = Array.from({ length: x * y * z }, (_, rank): Extents => [
    first[0] + (rank % x),
    first[1] + (Math.floor(rank / x) % y),
    first[2] + Math.floor(rank / (x * y)),
  ]);
  const own = ranked.findIndex((one) => one.every((n, i) => n === at[i]));
  const blocks = [at, ...ranked.filter((_, rank) => rank !== own)];
  return { blocks, byRank: ranked.map((one) => blocks.indexOf(one === ranked[own] ? at : one)) };
}

/** `threadIdx` of all threads of so many blocks. */
export function threadIndices(blocks: number, [x, y, z]: Extents): Struct {
  const each = x * y * z;
  return indices(blocks * each, [(i) => i % x, (i) => Math.floor(i / x) % y, (i) => Math.floor((i % each) / (x * y))]);
}

/** `blockIdx` of all threads. */
export function blockIndices({ blocks }: Together, each: number): Struct {
  const along = (axis: 0 | 1 | 2) => (i: number) => blocks[Math.floor(i / each)]?.[axis] ?? NaN;
  return indices(blocks.length * each, [along(0), along(1), along(2)]);
}

/** The warps of each block of which threads run. */
export function warpsOfBlocks(active: Uint8Array, each: number): readonly (readonly number[])[] {
  const warps = Math.ceil(each / WARP_THREADS);
  return Array.from({ length: active.length / each }, (_, block) =>
    active.subarray(block * each, (block + 1) * each).includes(1)
      ? Array.from({ length: warps }, (_warp, i) => block * warps + i)
      : [],
  ).filter(({ length }) => length > 0);
}

function indices(count: number, along: readonly ((i: number) => number)[]): Struct {
  const values = along.map((f): Int =>
    withSign(integerOfLanes(Float64Array.from({ length: count }, (_, i) => f(i))), true),
  );
  const fields = new Map<string, Value>(['x', 'y', 'z'].map((axis, i) => [axis, values[i] ?? dyn(0)]));
  return { is: 'struct', name: 'uint3', cls: undefined, fields };
}
