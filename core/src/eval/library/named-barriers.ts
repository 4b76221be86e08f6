// Barriers with a number, at which some warps of a block wait for each other: `bar.sync`. A barrier lets its threads go
// when as many have come as it is told, and counts whole warps. Source: PTX ISA, `bar`; cutlass/arch/barrier.h.
import { WARP_THREADS } from '../../access/shared';
import type { Simt } from '../state/simt';

/** The warps that come to each barrier, where all that it waits for come for certain. Undefined where others may come
 *  elsewhere in the program, or where that is not known. */
export function arrivingWarps(
  { count, running }: Simt,
  threads: Float64Array,
  barrier: Float64Array,
): readonly (readonly number[])[] | undefined {
  const groups = new Map<number, { readonly expected: number; readonly warps: number[] }>();
  for (let first = 0; first < count; first += WARP_THREADS) {
    const end = Math.min(first + WARP_THREADS, count);
    const active = running.active.subarray(first, end);
    if (!active.includes(1)) continue;
    const [number, expected] = [barrier[first] ?? NaN, threads[first] ?? NaN];
    const isWhole =
      running.certain.subarray(first, end).every((one) => one === 1) &&
      barrier.subarray(first, end).every((one) => one === number) &&
      threads.subarray(first, end).every((one) => one === expected);
    if (!isWhole) return undefined;
    const group = groups.get(number) ?? { expected, warps: [] };
    if (group.expected !== expected) return undefined;
    groups.set(number, group);
    group.warps.push(first / WARP_THREADS);
  }
  const all = [...groups.values()];
  return all.every(({ expected, warps }) => expected === warps.length * WARP_THREADS)
    ? all.map(({ warps }) => warps)
    : undefined;
}
