// Barriers with a number, at which some warps of a block wait for each other: `bar.sync`, `bar.arrive`. A barrier lets
// its threads go when as many have come as it is told, and counts whole warps. Source: PTX ISA, `bar`;
// cutlass/arch/barrier.h.
import { say } from '../../base/say';
import type { Span } from '../../base/span';
import { WARP_THREADS } from '../../access/shared';
import { loseAccesses } from '../memory/accesses';
import { lanesIn } from '../memory/addresses';
import type { Machine } from '../state/machine';
import type { Mask } from '../state/running';
import type { Simt } from '../state/simt';
import type { Numbering } from '../state/waits';
import type { Arg } from '../values/entities';

interface Group {
  readonly block: number;
  readonly barrier: number;
  readonly expected: number;
  readonly warps: number[];
}

/** Threads come to barriers with a number, and wait there, or only arrive. `args`: how many threads meet, and the
 *  number; `by`: who counts. */
export function meetAt(m: Machine, simt: Simt, args: readonly Arg[], waits: boolean, span: Span, by: Numbering): void {
  simt.waits.count(by);
  const [threads, barrier] = args.map(({ value }) => lanesIn(simt, value));
  const groups = threads && barrier && !simt.waits.isUnclear ? groupsOf(simt, threads, barrier) : undefined;
  if (!groups) return loseAccesses(m, say`which threads meet at a named barrier is not known`, undefined);
  const areAll = groups.every(({ expected, warps }) => expected === warps.length * WARP_THREADS);
  if (areAll && waits && !simt.timeline.isScheduled) return simt.barrierOf(groups.map(({ warps }) => warps));
  for (const { block, barrier: number, expected, warps } of groups) {
    const site = simt.waits.site(simt.placeOf(span), '');
    const barrierIn = simt.waits.numberIn(block, number);
    simt.waits.step({ is: 'meet', barrier: barrierIn, threads: expected, waits, site }, threadsOf(simt, warps));
  }
}

/** The warps that come to each barrier, where those that come are whole and certain. */
function groupsOf(
  { count, blocks, running }: Simt,
  threads: Float64Array,
  barrier: Float64Array,
): readonly Group[] | undefined {
  const groups = new Map<string, Group>();
  for (let first = 0; first < count; first += WARP_THREADS) {
    const end = Math.min(first + WARP_THREADS, count);
    const active = running.active.subarray(first, end);
    if (!active.includes(1)) continue;
    const [number, expected] = [barrier[first] ?? NaN, threads[first] ?? NaN];
    const isWhole =
      running.certain.subarray(first, end).every((one) => one === 1) &&
      barrier.subarray(first, end).every((one) => one === number) &&
      threads.subarray(first, end).every((one) => one === expected);
    if (!isWhole || Number.isNaN(number)) return undefined;
    const block = blocks[first] ?? 0;
    const group = groups.get(`${block} ${number}`) ?? { block, barrier: number, expected, warps: [] };
    if (group.expected !== expected) return undefined;
    groups.set(`${block} ${number}`, group);
    group.warps.push(first / WARP_THREADS);
  }
  return [...groups.values()];
}

function threadsOf({ count }: Simt, warps: readonly number[]): Mask {
  return Uint8Array.from({ length: count }, (_, i) => (warps.includes(Math.floor(i / WARP_THREADS)) ? 1 : 0));
}
