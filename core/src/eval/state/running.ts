// Which threads run, and how they leave loops and functions: masks with a flag for each thread. Numbers only.
import type { Value } from '../../values/value';

/** One flag for each thread. */
export type Mask = Uint8Array;

/** The threads that run, those of which that is certain, and those of which it is if loops around the code run of which
 *  nobody knows how often. */
export interface Running {
  readonly active: Mask;
  readonly certain: Mask;
  readonly supposed: Mask;
}

/** Where a loop or a switch is that threads may leave before others do. */
export interface Exits {
  /** Threads are not followed one by one that leave a loop over a range. */
  readonly of: 'loop' | 'switch' | 'range';
  /** The threads that have left the iteration by `continue`, or the switch by `break`. */
  readonly left: Mask;
  /** Whether some thread has left is not known. */
  isDoubtful: boolean;
}

/** Where a function is that threads may leave before others do: what each of them returns. */
export interface Returns {
  readonly gone: Mask;
  readonly perhapsGone: Mask;
  readonly values: { readonly mask: Mask; readonly value: Value }[];
}

export function masked(count: number, holds: (i: number) => boolean): Mask {
  const mask = new Uint8Array(count);
  for (let i = 0; i < count; i++) if (holds(i)) mask[i] = 1;
  return mask;
}

/** The threads that take a branch, or that stay in a loop. Where the number of a thread is not known it may. */
export function taking({ active, certain, supposed }: Running, lanes: Float64Array, taken: boolean): Running {
  const holds = (i: number): boolean => (lanes[i] !== 0) === taken;
  const surely = (i: number): boolean => holds(i) && !Number.isNaN(lanes[i]);
  return {
    active: masked(active.length, (i) => active[i] === 1 && (holds(i) || Number.isNaN(lanes[i]))),
    certain: masked(active.length, (i) => certain[i] === 1 && surely(i)),
    supposed: masked(active.length, (i) => supposed[i] === 1 && surely(i)),
  };
}

/** No thread is certain. */
export function doubtful({ active }: Running): Running {
  const none = new Uint8Array(active.length);
  return { active, certain: none, supposed: none };
}
