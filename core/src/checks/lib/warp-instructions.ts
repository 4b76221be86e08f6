// Loads and stores of a warp in kernels whose threads are followed: each place of the program once for an instance of
// its kernel. A copy whose addresses follow from its partition is left to `warpAccesses`, which can say what they would
// be with another layout.
import type { BlockRun, WarpInstructions } from '../../analysis';
import type { Span } from '../../base/span';
import type { Facts } from './facts';
import { warpAccesses } from './warp-accesses';

interface Seen {
  readonly run: BlockRun;
  readonly access: WarpInstructions;
}

export function warpInstructions(facts: Facts, space: 'smem' | 'gmem'): readonly Seen[] {
  const all = (facts.evaluation.blocks ?? []).flatMap((run) =>
    run.instructions
      .filter(({ place }) => place.memory.isShared === (space === 'smem'))
      .map((access): Seen => ({ run, access })),
  );
  if (!all.some(({ access }) => access.isCopy)) return all;
  const partitioned = new Set(
    warpAccesses(facts).map(({ call, op }) => keyOf(call.instance, call.span, op !== 'load' && op !== 'ldmatrix')),
  );
  return all.filter(
    ({ run, access: { isCopy, place } }) => !isCopy || !partitioned.has(keyOf(run.instance, place.span, place.writes)),
  );
}

const keyOf = (instance: number, { file, start, end }: Span, writes: boolean): string =>
  `${instance} ${file} ${start} ${end} ${String(writes)}`;
