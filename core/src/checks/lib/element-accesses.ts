// Accesses to single elements of memory by a warp, in kernels whose threads are followed: each place of the program
// once for an instance of its kernel.
import type { BlockRun, ElementAccess } from '../../analysis';
import type { Facts } from './facts';

interface Seen {
  readonly run: BlockRun;
  readonly access: ElementAccess;
}

export function elementAccesses(facts: Facts, space: 'smem' | 'gmem'): readonly Seen[] {
  return (facts.evaluation.blocks ?? []).flatMap((run) =>
    run.elements
      .filter(({ place }) => place.memory.isShared === (space === 'smem'))
      .map((access): Seen => ({ run, access })),
  );
}
