// In which order the warps of a block come: what one has done before a barrier is over for another one that waited at
// it with the first, and for those that waited with the other one later. Times are epochs, and a barrier begins one.
// Where all threads wait for each other, everything is over for all.
import { WARP_THREADS } from './shared';

const mostWarps = 32;

export const warpOf = (thread: number): number => (thread / WARP_THREADS) | 0;

export class Order {
  /** The time between two barriers. */
  epoch = 0;
  /** When all waited for each other last. */
  private common = 0;
  /** For two warps, the epoch before which all that the second did is over for the first. */
  private apart: Int32Array | undefined;

  /** All threads of the block wait for each other. */
  all(): void {
    this.common = ++this.epoch;
  }

  /** The threads of some warps do. */
  some(warps: readonly number[]): void {
    this.epoch++;
    const table = (this.apart ??= new Int32Array(mostWarps * mostWarps));
    for (let other = 0; other < mostWarps; other++) {
      const known = warps.map((warp) => table[warp * mostWarps + other] ?? 0);
      const latest = warps.includes(other) ? this.epoch : Math.max(0, ...known);
      for (const warp of warps) table[warp * mostWarps + other] = latest;
    }
  }

  /** Whether what a thread did in an epoch is over for what another one does now. */
  isOver(epoch: number, by: number, for_: number): boolean {
    return epoch < this.common || epoch < (this.apart?.[warpOf(for_) * mostWarps + warpOf(by)] ?? 0);
  }

  /** What was done since an epoch was done this much later. */
  age(since: number, by: number): void {
    if (this.common > since) this.common += by;
    const { apart } = this;
    for (let i = 0; apart && i < apart.length; i++) if ((apart[i] ?? 0) > since) apart[i] = (apart[i] ?? 0) + by;
    this.epoch += by;
  }
}
