// Compares the bytes that threads of random kernels access with those that the evaluator says they do.
import { compareKernel, touchedHere, type Outcome } from './accesses/compare';
import { kernelOf } from './accesses/generate';
import { seedsFrom } from './accesses/gpu/bundle';
import type { Played } from './accesses/gpu/results';
import { judge, type Judged } from './accesses/judge';
import { programOf, type Kernel } from './accesses/kernel';
import { recordOf, type RecordedKernel } from './accesses/recorded';
import type { Host } from './host';

export interface AccessOptions {
  readonly count: number;
  /** Of the first kernel; the others follow. */
  readonly seed: number;
  /** Kernels in one unit. */
  readonly unit: number;
}

/** Kernels of a run that are kept for the unit tests. */
const maxKept = 40;

export interface AccessTally {
  readonly seed: number;
  readonly kernels: number;
  /** Those that the compiler refused, or that did not end. */
  readonly failed: number;
  /** Blocks of which the evaluator follows all threads. */
  readonly blocks: number;
  /** Threads' bytes of a buffer, read or written, that were compared. */
  readonly compared: number;
  /** Of these, those where the evaluator does not follow everything. */
  readonly partly: number;
  /** Kernels in which something differs. */
  readonly wrong: number;
}

export interface Comparison {
  /** Kernels whose code lacks reads of what nothing uses. */
  readonly removed: number;
  readonly tally: AccessTally;
  readonly kept: readonly RecordedKernel[];
}

/** Compares with what a host compiler records, and prints what differs. */
export async function accesses(host: Host, { count, seed, unit }: AccessOptions): Promise<Comparison> {
  return compared(seedsFrom(seed, count).map(kernelOf), seed, unit, (some) => judge(host, some));
}

/** Compares with what a GPU recorded, and prints what differs. Kernels that lack reads were recorded again without any
 *  optimisation; reads that they lack then, too, are of values that nothing uses: `k += g[i]`, and no `k` behind it. */
export function playedAccesses({ judged, again }: Played): Promise<Comparison> {
  const [first = 0] = judged.keys();
  const seeds = [...judged.keys()];
  const mayLackReads = new Set(seeds.flatMap((seed) => (again.has(seed) ? kernelOf(seed).id : [])));
  const all = [...judged.values()];
  return compared(seeds.map(kernelOf), first, judged.size, () => Promise.resolve(all), mayLackReads);
}

async function compared(
  kernels: readonly Kernel[],
  seed: number,
  unit: number,
  judgeOf: (some: readonly Kernel[]) => Promise<readonly Judged[]>,
  mayLackReads: ReadonlySet<string> = new Set(),
): Promise<Comparison> {
  const count = kernels.length;
  const reasons = new Map<string, number>();
  const done: Outcome[] = [];
  const kept: RecordedKernel[] = [];
  let [failed, wrong, removed] = [0, 0, 0];
  const compare = async (kernel: Kernel, touched: Parameters<typeof compareKernel>[1]): Promise<void> => {
    const outcome = await compareKernel(kernel, touched);
    done.push(outcome);
    for (const why of new Set(outcome.reasons)) reasons.set(why, (reasons.get(why) ?? 0) + 1);
    if (outcome.wrong.length === 0) {
      const mayKeep = kept.length < maxKept && outcome.blocks > 0 && outcome.partly === 0;
      if (mayKeep && (await touchedHere(kernel)).length > 0) kept.push(recordOf(kernel, touched));
      return;
    }
    const isRemoved = outcome.lacksReads && mayLackReads.has(kernel.id);
    if (isRemoved) removed++;
    else wrong++;
    console.log(
      [
        `== ${kernel.id}${isRemoved ? ': reads of what nothing uses' : ''}`,
        programOf(kernel),
        ...outcome.wrong.slice(0, 4),
      ].join('\n'),
    );
  };
  for (let at = 0; at < kernels.length; at += unit) {
    const some = kernels.slice(at, at + unit);
    const judged = await judgeOf(some);
    for (const [i, one] of judged.entries()) {
      const kernel = some[i];
      if (kernel && 'touched' in one) await compare(kernel, one.touched);
      else {
        failed++;
        console.log(`${kernel?.id ?? ''}: ${'refused' in one ? one.refused : 'crashed' in one ? one.crashed : ''}`);
      }
      process.stderr.write(`\raccesses: ${done.length + failed} of ${count}`);
    }
  }
  process.stderr.write('\n');
  const sum = (of: (outcome: Outcome) => number): number => done.reduce((n, outcome) => n + of(outcome), 0);
  const tally = {
    seed,
    kernels: count,
    failed,
    blocks: sum(({ blocks }) => blocks),
    compared: sum(({ compared }) => compared),
    partly: sum(({ partly }) => partly),
    wrong,
  };
  console.log(JSON.stringify(tally));
  for (const [why, n] of [...reasons].sort((a, b) => b[1] - a[1]).slice(0, 20)) console.log(`  ${n}: ${why}`);
  return { tally, kept, removed };
}
