// Loads and stores of a warp, as the threads of a block are followed: each place of the program once for an instance of
// its kernel. Where the addresses of a copy follow from a partition, that is given too: it can say what they would be
// with another layout. A copy that a warp only may make counts where it is one: a partition deals to all its threads.
import type { WarpAddresses } from '../../access/index';
import { print } from '../../algebra/index';
import type { BlockRun, WarpInstructions } from '../../analysis';
import { groupBy } from '../../base/collect';
import { remembered } from '../../base/remembered';
import type { Span } from '../../base/span';
import type { Facts } from './facts';
import { warpAccesses, type WarpAccess } from './warp-accesses';

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
  return [...places.values()].flatMap((one): readonly WarpPlace[] => {
    const { instance, access } = one;
    const key = keyOf(instance, access.place.span, access.place.writes);
    const partition = access.isCopy ? partitionOf(access, partitions.get(key) ?? []) : undefined;
    if (partition) return [{ ...one, partition }];
    return access.isSupposed ? [] : [one];
  });
});

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
