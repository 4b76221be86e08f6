// Random kernels: index arithmetic, partitions and copies in the idioms of kernels that people write.
import { random, type Random } from '../../support/random';
import { arithmetic, data, functions, storage, strided, vectors } from './index-idioms';
import { KernelDraft, type Kernel } from './kernel';
import { predicates } from './predicate-idioms';
import { cooperative, elements, partition, product, threadValue, tiledCopy } from './tensor-idioms';
import type { Idiom } from './words';

const idioms: Readonly<Record<string, Idiom>> = {
  arithmetic,
  functions,
  vectors,
  partition,
  tiledCopy,
  cooperative,
  elements,
  threadValue,
  product,
  storage,
  data,
  strided,
  predicates,
};

const extents = (
  rng: Random,
): { readonly grid: readonly [number, number, number]; readonly block: readonly [number, number, number] } => ({
  grid: [rng.int(1, 3), rng.int(1, 2), 1],
  block: rng.pick([
    [32, 1, 1],
    [64, 1, 1],
    [96, 1, 1],
    [48, 1, 1],
    [16, 4, 1],
    [32, 2, 1],
  ] as const),
});

export const accessIdioms = Object.keys(idioms);

/** The kernel of a seed. */
export function kernelOf(seed: number): Kernel {
  const rng = random(seed);
  const name = rng.pick(accessIdioms);
  const { grid, block } = extents(rng);
  const draft = new KernelDraft(rng, grid, block);
  idioms[name]?.(draft);
  return draft.done(`${name}-${seed}`);
}
