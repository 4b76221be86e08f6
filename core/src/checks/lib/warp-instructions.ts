// Loads and stores of a warp, as the threads of a block are followed: each place of the program once for an instance of
// its kernel. Where the addresses of a copy follow from a partition, that is given too: it can say what they would be
// with another layout. Where threads are not followed up to a copy, as behind a condition on what memory holds, the
// partition alone says what a warp does there.
import type { WarpAddresses } from '../../access/index';
import { print } from '../../algebra/index';
import type { AccessPlace, BlockRun, WarpInstructions } from '../../analysis';
import { assignment } from '../../atoms/copy_addressing';
import { groupBy } from '../../base/collect';
import { remembered } from '../../base/remembered';
import type { Span } from '../../base/span';
import type { Tensor } from '../../values/value';
import type { Facts } from './facts';
import { moved, startOf, warpAccesses, type WarpAccess } from './warp-accesses';

export interface WarpPlace {
  readonly instance: number;
  readonly access: WarpInstructions;
  /** What the block does at all places. */
  readonly beside: readonly WarpInstructions[];
  /** The same in all blocks in which they are kept. */
  readonly all: readonly WarpInstructions[];
  readonly partition?: WarpAccess;
}

export function warpInstructions(facts: Facts, space: 'smem' | 'gmem'): readonly WarpPlace[] {
  return warpPlaces(facts).filter(({ access }) => access.place.memory.isShared === (space === 'smem'));
}

/** Where a finding about a place stands: at the operand of the copy, where that is known. */
export function placeOf({ place }: WarpInstructions, partition: WarpAccess | undefined): Span {
  return partition?.call.operands[partition.operand]?.span ?? place.span;
}

/** A block at the edge of the grid may leave something out, so that the last one counts, which is at the origin. */
export const warpPlaces = remembered((facts: Facts): readonly WarpPlace[] => {
  const places = new Map<string, WarpPlace>();
  for (const run of facts.evaluation.blocks ?? [])
    for (const access of run.instructions) {
      const key = placeKey(run, access);
      const all = [...(places.get(key)?.all ?? []), access];
      places.set(key, { instance: run.instance, access, beside: run.instructions, all });
    }
  if (!facts.evaluation.blocks) return [];
  const partitions = groupBy(warpAccesses(facts), ({ call, op }) => keyOf(call.instance, call.span, writes(op)));
  const followed = new Set<string>();
  const found = [...places.values()].map((one): WarpPlace => {
    const { instance, access } = one;
    const key = keyOf(instance, access.place.span, access.place.writes);
    followed.add(key);
    const partition = access.isCopy ? partitionOf(access, partitions.get(key) ?? []) : undefined;
    return partition ? { ...one, partition } : one;
  });
  const others = [...partitions].flatMap(([key, all]) => (followed.has(key) ? [] : all));
  return [...found, ...others.flatMap(placeOfPartition)];
});

/** What a warp does by a copy of which only the partition is known; nothing where a tensor in global memory starts
 *  at an unknown place. */
function placeOfPartition(partition: WarpAccess): readonly WarpPlace[] {
  const { call, op, matrices, bytes, root, instructions, complete, counterpart } = partition;
  const own = addressesFrom(root, instructions);
  const other = counterpart && addressesFrom(counterpart.root, counterpart.instructions);
  if (!own || (counterpart && !other)) return [];
  const place = (of: Tensor, isWritten: boolean): AccessPlace => {
    const memory = { name: of.data.base ?? '?', isShared: of.data.space === 'smem' };
    return { span: call.span, writes: isWritten, memory };
  };
  const by = [op, counterpart?.op].find((one) => one === 'async' || one === 'async-bypass');
  const access: WarpInstructions = {
    place: place(root, writes(op)),
    how: op === 'ldmatrix' || op === 'stmatrix' ? { op, matrices } : assignment[writes(op) ? 'D' : 'S'],
    isCopy: true,
    bytes,
    instructions: other ? own.slice(0, other.length) : own,
    ...(complete && { count: instructions.length }),
    ...(by && other && { pair: { by, place: place(counterpart.root, !writes(op)), instructions: other } }),
  };
  return [{ instance: call.instance, access, beside: [], all: [access], partition }];
}

/** The addresses from the start of a line. In shared memory conflicts are the same wherever a tensor starts. */
function addressesFrom(root: Tensor, instructions: readonly WarpAddresses[]): readonly WarpAddresses[] | undefined {
  const start = startOf(root) ?? (root.data.space === 'smem' ? 0 : undefined);
  return start === undefined ? undefined : instructions.map((addresses) => moved(addresses, start));
}

const writes = (op: WarpAccess['op']): boolean => op !== 'load' && op !== 'ldmatrix';

function placeKey({ instance }: BlockRun, { place: { span, writes, memory, part } }: WarpInstructions): string {
  return [keyOf(instance, span, writes), memory.name, part?.name].join(' ');
}

const keyOf = (instance: number, { file, start, end }: Span, writes: boolean): string =>
  `${instance} ${file} ${start} ${end} ${String(writes)}`;

/** The partition that the addresses follow from; undefined where there is none, or where they follow from several of
 *  different layouts, as in a function that copies more than one tensor. */
function partitionOf(access: WarpInstructions, all: readonly WarpAccess[]): WarpAccess | undefined {
  const fitting = all.filter((one) => one.bytes === access.bytes && isAlike(one.instructions, access.instructions));
  const layouts = new Set(fitting.map(({ root }) => print(root.layout)));
  return layouts.size === 1 ? fitting[0] : undefined;
}

/** Whether the threads lie to each other as they do in the other instructions, each of which may start elsewhere. */
function isAlike(some: readonly WarpAddresses[], others: readonly WarpAddresses[]): boolean {
  return some.slice(0, others.length).every((addresses, at) => {
    const other = others[at] ?? [];
    const by = (other[0] ?? NaN) - (addresses[0] ?? NaN);
    return addresses.every((address, lane) => address !== undefined && other[lane] === address + by);
  });
}
