// In which order the warps of a block come: what one has done before a barrier is over for another one that waited at
// it with the first, and for those that waited with the other one later. Times are epochs, and a barrier begins one.
// Where all threads wait for each other, everything is over for all. Beside the warps, each barrier with phases acts
// for the copies that report to it: what they write is over only for those that waited for the phase.
import { WARP_THREADS } from './shared';

const mostWarps = 32;

export const warpOf = (thread: number): number => (thread / WARP_THREADS) | 0;

/** For each actor (a warp, or a number from `firstCopier`), the epoch before which all that it did is over. */
export type Clock = number[];

/** The number of the first actor that is no warp. */
export const firstCopier = mostWarps;

/** What is over by either of two clocks. */
export function joinInto(clock: Clock, other: Clock): void {
  for (const [actor, epoch] of other.entries()) if (epoch > (clock[actor] ?? 0)) clock[actor] = epoch;
}

export class Order {
  /** The time between two barriers. */
  epoch = 0;
  /** When all waited for each other last. */
  private common = 0;
  /** For each warp what is over beside that. */
  private clocks: Clock[] | undefined;

  /** All threads of the block wait for each other. What copies do in the background goes on. */
  all(): void {
    this.common = ++this.epoch;
    const { clocks } = this;
    if (!clocks) return;
    const copies: Clock = [];
    for (const clock of clocks) joinInto(copies, clock);
    for (const clock of clocks)
      for (let actor = firstCopier; actor < copies.length; actor++) clock[actor] = copies[actor] ?? 0;
  }

  /** The threads of some warps do. */
  some(warps: readonly number[]): void {
    this.epoch++;
    const together: Clock = [];
    for (const warp of warps) joinInto(together, this.released(warp));
    for (const warp of warps) this.acquire(warp, together);
  }

  /** What is over for those that wait for a warp: all that it has done, and what is over for itself. A new epoch has
   *  begun. */
  released(warp: number): Clock {
    const clock: Clock = Array.from({ length: mostWarps }, () => this.common);
    joinInto(clock, this.clockOf(warp));
    clock[warp] = this.epoch;
    return clock;
  }

  /** A warp has waited. */
  acquire(warp: number, clock: Clock): void {
    joinInto(this.clockOf(warp), clock);
  }

  private clockOf(warp: number): Clock {
    this.clocks ??= Array.from({ length: mostWarps }, () => Array.from({ length: mostWarps }, () => 0));
    return this.clocks[warp] ?? [];
  }

  /** Whether what an actor did in an epoch is over for what a warp does now. */
  isOver(epoch: number, by: number, warp: number): boolean {
    if (by < mostWarps && epoch < this.common) return true;
    return epoch < (this.clocks?.[warp]?.[by] ?? 0);
  }

  /** What was done since an epoch was done this much later. */
  age(since: number, by: number): void {
    if (this.common > since) this.common += by;
    for (const clock of this.clocks ?? [])
      for (const [actor, epoch] of clock.entries()) if (epoch > since) clock[actor] = epoch + by;
    this.epoch += by;
  }
}
