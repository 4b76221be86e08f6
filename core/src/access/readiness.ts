// For whom a barrier with phases is ready: for the warp that initialised it, and for those that have waited for that
// warp since. A barrier of a cluster that threads reach by `cluster_arrive_relaxed` lets others see it only behind a
// fence. Source: PTX ISA, `mbarrier.init`, `barrier.cluster`, `fence.mbarrier_init`.
import type { Early } from './faults';
import { type Order } from './order';
import { inWarp, threadsOf, warpsOf } from './masks';

interface Made {
  /** The threads that initialised it, where, and in which epoch. */
  readonly who: Uint8Array;
  readonly site: number;
  epoch: number;
  isFenced: boolean;
  isRelaxed: boolean;
}

export class Readiness {
  readonly early: Early[] = [];
  private readonly made = new Map<number, Made>();
  /** Of what was initialised in one epoch, only the first use is told: the same wait is missing. */
  private readonly told = new Set<number>();
  private isRelaxed = false;

  constructor(private readonly order: Order) {}

  init(barrier: number, who: Uint8Array, site: number): void {
    this.made.set(barrier, { who, site, epoch: this.order.epoch, isFenced: false, isRelaxed: false });
  }

  fence(): void {
    for (const made of this.made.values()) made.isFenced = true;
  }

  /** The next barrier orders nothing but what is behind a fence. */
  relax(): void {
    this.isRelaxed = true;
  }

  /** All threads have waited for each other. */
  all(): void {
    const { epoch } = this.order;
    if (this.isRelaxed)
      for (const made of this.made.values()) if (!made.isFenced) Object.assign(made, { epoch, isRelaxed: true });
    this.isRelaxed = false;
  }

  /** Threads use a barrier. */
  use(barrier: number, who: Uint8Array, site: number): void {
    const made = this.made.get(barrier);
    if (!made || this.told.has(made.epoch)) return;
    const makers = warpsOf(made.who);
    for (const warp of warpsOf(who))
      for (const by of makers) {
        if (by === warp || this.order.isOver(made.epoch, by, warp)) continue;
        this.told.add(made.epoch);
        const [thread = 0] = threadsOf(inWarp(who, warp));
        const [madeBy = 0] = threadsOf(inWarp(made.who, by));
        this.early.push({ site, barrier, thread, who, madeBy, madeAt: made.site, isRelaxed: made.isRelaxed });
        return;
      }
  }
}
