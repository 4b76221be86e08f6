// In which order the warps of a block come: what one has done before a barrier is over for another one that waited at
// it with the first, and for those that waited with the other one later. Times are epochs, and a barrier begins one.
// Where all threads wait for each other, everything is over for all. Beside the warps there are actors for what runs in
// the background: what copies and products do is over only for those that waited for it.
import { WARP_THREADS } from './shared';

export const warpOf = (thread: number): number => (thread / WARP_THREADS) | 0;

/** For each actor (a warp, or a number from `Order.warps` on), the epoch before which all that it did is over. */
export type Clock = number[];

/** What is over by either of two clocks. */
export function joinInto(clock: Clock, other: Clock): void {
  for (let actor = 0; actor < other.length; actor++) clock[actor] = Math.max(clock[actor] ?? 0, other[actor] ?? 0);
}

export class Order {
  /** The time between two barriers. */
  epoch = 0;
  /** When all waited for each other last. */
  private common = 0;
  /** For each actor what is over beside that. */
  private readonly clocks = new Map<number, Clock>();

  /** `warps`: how many there are, and the number of the first actor that is none. */
  constructor(readonly warps: number) {}

  /** All threads wait for each other. What runs in the background goes on. */
  all(): void {
    this.common = ++this.epoch;
    const { clocks } = this;
    const background: Clock = [];
    for (const clock of clocks.values()) joinInto(background, clock);
    if (background.length <= this.warps) return;
    for (let warp = 0; warp < this.warps; warp++) {
      const clock = this.clockOf(warp);
      for (let actor = this.warps; actor < background.length; actor++) clock[actor] = background[actor] ?? 0;
    }
  }

  /** The threads of some warps do. */
  some(warps: readonly number[]): void {
    this.epoch++;
    const together = this.releasedBy(warps);
    for (const warp of warps) this.acquire(warp, together);
  }

  /** What is over for those that wait for some warps: all that they have done, and what is over for one of them. A new
   *  epoch has begun. */
  releasedBy(warps: readonly number[]): Clock {
    const clock: Clock = Array.from({ length: this.warps }, () => this.common);
    for (const warp of warps) {
      joinInto(clock, this.clockOf(warp));
      clock[warp] = this.epoch;
    }
    return clock;
  }

  /** An actor has waited. */
  acquire(actor: number, clock: Clock): void {
    joinInto(this.clockOf(actor), clock);
  }

  /** What an actor did before an epoch is over for a warp. */
  finish(warp: number, actor: number, before: number): void {
    const clock = this.clockOf(warp);
    clock[actor] = Math.max(clock[actor] ?? 0, before);
  }

  private clockOf(actor: number): Clock {
    const known = this.clocks.get(actor) ?? Array.from({ length: this.warps }, () => 0);
    this.clocks.set(actor, known);
    return known;
  }

  /** Whether what an actor did in an epoch is over for what another one does now. */
  isOver(epoch: number, by: number, for_: number): boolean {
    if (by < this.warps && epoch < this.common) return true;
    return epoch < (this.clocks.get(for_)?.[by] ?? 0);
  }

  /** What was done since an epoch was done this much later. */
  age(since: number, by: number): void {
    if (this.common > since) this.common += by;
    for (const clock of this.clocks.values())
      for (const [actor, epoch] of clock.entries()) if (epoch > since) clock[actor] = epoch + by;
    this.epoch += by;
  }
}
