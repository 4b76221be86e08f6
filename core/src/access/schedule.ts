// The order of a block in which threads wait for some others, or for copies in the background: at barriers with phases
// (`mbarrier`), at barriers with a number (`bar.sync`), for groups of copies and products. What threads do comes here
// in the order of the program, which is no order between threads that do not wait for each other: each goes on until it
// waits for something that has not come, and what it does afterwards is kept until then. That is one of the orders in
// which the block may run. Which of two accesses is over before the other follows from who waited for whom (`Order`)
// alone, so that it holds in all of them. Input and output are numbers.
import type { Memory } from './hazards';
import type { Early, Mismatch, Stuck } from './faults';
import { type Clock, joinInto, type Order, warpOf } from './order';
import { block, both, either, inWarp, isEmpty, justOne, threadsOf, warpsOf, without } from './masks';
import { PhaseBarrier } from './phases';
import { Readiness } from './readiness';
import { WARP_THREADS } from './shared';
import { accessOf, type Background, only, type Step } from './steps';

type Waiting = Step & { readonly is: 'await' | 'left' };

/** Threads that meet at a barrier with a number. */
interface Meeting {
  /** The threads that meet. */
  readonly threads: number;
  /** How often they have met. */
  met: number;
  arrived: number;
  clock: Clock;
  ended: Clock;
}

/** What a warp began and has not waited for: groups of copies by their numbers; of what reads, who does, and the epoch
 *  behind the last that it began. */
interface Begun {
  readonly actor: number;
  /** Of the open group. */
  group: number;
  until: number;
  readonly closed: { readonly group: number; readonly until: number }[];
}

export class Schedule {
  /** Why the order is not known. */
  isLost = false;
  private waiting: Step[] = [];
  /** The threads that wait. */
  private readonly blocked: Uint8Array;
  private readonly phases = new Map<number, PhaseBarrier>();
  private readonly ready: Readiness;
  private readonly meetings = new Map<number, Meeting>();
  /** For each warp and barrier the phases that had ended when it waited last. */
  private readonly seen = new Map<string, number>();
  private readonly begun = new Map<string, Begun>();
  private readonly memories = new Set<Memory>();
  private groups: number;
  /** Those that are no warps. */
  private actors = 0;
  private readonly readers = new Map<string, number>();

  /** `groups`: those of copies that were closed before, or are open. */
  constructor(
    threads: number,
    private readonly order: Order,
    private readonly firstGroup: number,
    memories: ReadonlySet<Memory>,
  ) {
    this.blocked = new Uint8Array(threads);
    this.ready = new Readiness(order);
    this.groups = firstGroup;
    for (const memory of memories) this.memories.add(memory);
  }

  add(step: Step): void {
    if (this.isLost) return;
    const ended = this.ended;
    this.keep(this.runUnblocked(step));
    if (this.ended !== ended) this.resume();
  }

  /** Phases and meetings that have ended so far. */
  private ended = 0;

  private keep(rest: Step | undefined): void {
    if (!rest) return;
    this.waiting.push(rest);
    block(this.blocked, rest.who);
  }

  /** Goes on with what waited. */
  private resume(): void {
    for (let before = -1; before !== this.ended && !this.isLost;) {
      before = this.ended;
      const all = this.waiting;
      this.waiting = [];
      this.blocked.fill(0);
      for (const step of all) this.keep(this.runUnblocked(step));
    }
  }

  /** Does a step for the threads that do not wait; what is left of it. */
  private runUnblocked(step: Step): Step | undefined {
    const { blocked } = this;
    const { who } = step;
    const rest = both(who, blocked);
    if (isEmpty(rest)) return this.run(step);
    if (step.is === 'barrier') return step;
    const free = without(who, blocked);
    if (isEmpty(free)) return step;
    const left = this.run(only(step, free));
    return only(step, left ? either(left.who, rest) : rest);
  }

  /** Does a step; what is left of it. */
  private run(step: Step): Step | undefined {
    switch (step.is) {
      case 'barrier':
        if (step.warps) this.order.some(step.warps);
        else this.order.all();
        if (!step.warps) this.ready.all();
        return undefined;
      case 'fence':
        if (step.of === 'proxy') for (const memory of this.memories) memory.fence();
        this.ready.fence();
        return undefined;
      case 'relax':
        this.ready.relax();
        return undefined;
      case 'access':
        return this.access(step);
      case 'begin':
        for (const [actor, warps] of this.actorsOf(step.of, step.who)) this.begin(step.of, actor, warps);
        return undefined;
      case 'copy':
        return this.copy(step);
      case 'report':
        return this.report(step);
      case 'close':
        for (const warp of warpsOf(step.who)) this.close(this.begunBy(step.of, warp));
        return undefined;
      case 'drain':
        for (const warp of warpsOf(step.who)) this.drain(step, warp);
        return undefined;
      case 'meet':
        return this.meet(step);
      case 'left':
        return this.leave(step);
      case 'init':
        this.phases.set(step.barrier, new PhaseBarrier(step.count, this.newActor()));
        this.ready.init(step.barrier, step.who, step.site);
        return undefined;
      default:
        return this.atPhases(step);
    }
  }

  private access({ memory, access, to, who }: Step & { is: 'access' }): undefined {
    this.memories.add(memory);
    const { epoch } = this.order;
    if (to === undefined && !access.isAsync) {
      memory.access(access, epoch, 0, this.order);
      return;
    }
    const warps = warpsOf(who);
    if (to === undefined) {
      for (const warp of warps)
        memory.access(
          accessOf(access, inWarp(access.who, warp)),
          epoch,
          this.begunBy('copies', warp).group,
          this.order,
        );
      return;
    }
    for (const [actor, together] of this.actorsOf(to, who)) {
      const thread = access.who.findIndex((one, i) => one !== 0 && together.includes(warpOf(i)));
      this.begin(to, actor, together, (epoch) =>
        memory.access({ ...accessOf(access, justOne(who.length, thread)), actor }, epoch, 0, this.order),
      );
    }
  }

  /** The actors of what threads begin, with their warps: those of a warpgroup begin a product together. */
  private actorsOf(of: Background, who: Uint8Array): ReadonlyMap<number, readonly number[]> {
    const perActor = new Map<number, number[]>();
    for (const warp of warpsOf(who)) {
      const { actor } = this.begunBy(of, warp);
      perActor.set(actor, [...(perActor.get(actor) ?? []), warp]);
    }
    return perActor;
  }

  /** What warps begin comes behind all that they have done. */
  private begin(of: Background, actor: number, warps: readonly number[], run?: (epoch: number) => void): void {
    this.order.epoch++;
    this.order.acquire(actor, this.order.releasedBy(warps));
    run?.(this.order.epoch++);
    for (const warp of warps) this.begunBy(of, warp).until = this.order.epoch;
  }

  private copy({ to, barrier, bytes, site, who }: Step & { is: 'copy' }): undefined {
    const phases = this.phases.get(barrier);
    if (!phases) return this.lose();
    this.ready.use(barrier, who, site);
    if (to) this.memories.add(to.memory);
    for (const thread of threadsOf(who)) {
      if (to) {
        const own = { ...accessOf(to.access, justOne(who.length, thread)), actor: phases.actor };
        to.memory.access(own, this.order.epoch, 0, this.order);
      }
      const before = phases.phase;
      phases.copy(bytes, ++this.order.epoch);
      this.ended += phases.phase - before;
    }
  }

  private atPhases(step: Step & { is: 'arrive' | 'expect' | 'await' }): Step | undefined {
    const phases = this.phases.get(step.barrier);
    if (!phases) return this.lose();
    this.ready.use(step.barrier, step.who, step.site);
    const before = phases.phase;
    if (step.is === 'await') {
      const going = phases.goingOn(step.phase, step.who);
      for (const warp of warpsOf(going)) {
        this.order.acquire(warp, phases.ended);
        this.seen.set(`${warp} ${step.barrier}`, phases.phase);
      }
      const rest = without(step.who, going);
      return isEmpty(rest) ? undefined : isEmpty(going) ? step : only(step, rest);
    }
    this.order.epoch++;
    if (step.bytes !== undefined) phases.expectFrom(step.site, step.who);
    for (const warp of warpsOf(step.who)) {
      const released = this.order.releasedBy([warp]);
      for (const thread of threadsOf(inWarp(step.who, warp))) {
        if (step.bytes !== undefined) phases.expect(step.bytes);
        if (step.is !== 'arrive') continue;
        const { times = 1, token } = step;
        // More arrivals than a phase waits for are not defined.
        if (times > 1 && times > phases.missing) return this.lose();
        if (token !== undefined) phases.keep(token, thread, step.who.length);
        for (let i = 0; i < times; i++) phases.arrive(released);
      }
    }
    this.ended += phases.phase - before;
    return undefined;
  }

  /** `tcgen05.commit`: one arrival, when the products have ended that the warp has begun. They came behind what it had
   *  waited for. */
  private report({ barrier, site, who }: Step & { is: 'report' }): undefined {
    const phases = this.phases.get(barrier);
    if (!phases) return this.lose();
    this.ready.use(barrier, who, site);
    const before = phases.phase;
    for (const warp of warpsOf(who)) {
      this.order.epoch++;
      phases.arrive(this.order.releasedBy([this.begunBy('tensor-products', warp).actor]));
    }
    this.ended += phases.phase - before;
  }

  private meet(step: Step & { is: 'meet' }): Step | undefined {
    const meeting = this.meetings.get(step.barrier) ?? {
      threads: step.threads,
      met: 0,
      arrived: 0,
      clock: [],
      ended: [],
    };
    this.meetings.set(step.barrier, meeting);
    const { met } = meeting;
    this.order.epoch++;
    for (const warp of warpsOf(step.who)) {
      joinInto(meeting.clock, this.order.releasedBy([warp]));
      meeting.arrived += WARP_THREADS;
    }
    if (meeting.threads !== step.threads || meeting.arrived > step.threads) return this.lose();
    if (meeting.arrived === step.threads) {
      joinInto(meeting.ended, meeting.clock);
      meeting.arrived = 0;
      meeting.met++;
      this.ended++;
    }
    return step.waits ? this.leave({ ...step, is: 'left', meeting: met }) : undefined;
  }

  private leave(step: Step & { is: 'left' }): Step | undefined {
    const meeting = this.meetings.get(step.barrier);
    if (!meeting || meeting.met === step.meeting) return step;
    for (const warp of warpsOf(step.who)) this.order.acquire(warp, meeting.ended);
    return undefined;
  }

  private begunBy(of: Background, warp: number): Begun {
    const key = `${of} ${warp}`;
    const known = this.begun.get(key);
    if (known) return known;
    // Groups from before count for all warps.
    const first = of === 'copies' ? this.firstGroup : 0;
    const past = Math.min(first, mostPending);
    const closed = Array.from({ length: past }, (_, i) => ({ group: first - past + i, until: 0 }));
    const made: Begun = { actor: this.readerOf(of, warp), closed, group: first, until: 0 };
    this.begun.set(key, made);
    return made;
  }

  private newActor(): number {
    return this.order.warps + this.actors++;
  }

  /** The actor of what reads in the background: of a warpgroup's products, of a warp's copies out of shared memory. */
  private readerOf(of: Background, warp: number): number {
    const key = of === 'products' ? `${of} ${Math.floor(warp / warpsOfGroup)}` : `${of} ${warp}`;
    const known = this.readers.get(key) ?? this.newActor();
    this.readers.set(key, known);
    return known;
  }

  private close(begun: Begun): void {
    begun.closed.push({ group: begun.group, until: begun.until });
    begun.group = ++this.groups;
  }

  private drain({ of, pending, ofGroups }: Step & { is: 'drain' }, warp: number): void {
    const begun = this.begunBy(of, warp);
    // Where none is left, copies that no group closes have come, too: CuTe waits by `cp.async.wait_all` then.
    if (of === 'copies' && pending === 0 && ofGroups !== true) this.close(begun);
    for (const { group, until } of begun.closed.splice(0, Math.max(0, begun.closed.length - pending))) {
      if (of === 'copies') for (const memory of this.memories) memory.arrivedAlone(group, this.order.epoch);
      else this.order.finish(warp, begun.actor, until);
    }
  }

  private lose(): undefined {
    this.isLost = true;
    this.waiting = [];
  }

  get early(): readonly Early[] {
    return this.isLost ? [] : this.ready.early;
  }

  /** Barriers at which more or fewer bytes are expected than are copied, when the block has ended. */
  get mismatches(): readonly Mismatch[] {
    if (this.isLost) return [];
    return [...this.phases].flatMap(([barrier, { expected, copied, expectations, expectedAt, actor }]) => {
      if (expected === copied || expectedAt === undefined || copied === 0) return [];
      const [each, came] = [expected / expectations, copied / expectations];
      return [{ ...expectedAt, barrier, expected: each, copied: came, actor }];
    });
  }

  /** The waits that do not end, and that wait for nothing which another of them keeps from happening; else one of them.
   *  Each barrier once. */
  get stuck(): readonly Stuck[] {
    if (this.isLost) return [];
    const reached = new Uint8Array(this.blocked.length);
    const waits: Waiting[] = [];
    const promised = new Set<number>();
    for (const step of this.waiting) {
      const isFirst = step.who.some((one, i) => one !== 0 && reached[i] === 0);
      const isWait = step.is === 'await' || step.is === 'left';
      if (isFirst && isWait && !waits.some((one) => one.barrier === step.barrier && one.site === step.site))
        waits.push(step);
      if (/^(arrive|expect|copy|meet|report)$/.test(step.is) && 'barrier' in step) promised.add(step.barrier);
      block(reached, step.who);
    }
    const roots = waits.filter(({ barrier }) => !promised.has(barrier));
    const all = (roots.length > 0 ? roots : waits).map((step) => this.stuckAt(step));
    if (roots.length > 0) return all;
    // They wait for each other: one lacks bytes, or waits for a later phase than the next, or the first is told.
    const first =
      all.find(({ missing, bytes }) => missing <= 0 && bytes !== 0) ?? all.find(({ skips }) => skips) ?? all[0];
    return first ? [first] : [];
  }

  private stuckAt(step: Waiting): Stuck {
    const { barrier, site, who } = step;
    const thread = who.findIndex((one) => one !== 0);
    const phases = this.phases.get(barrier);
    const seen = this.seen.get(`${warpOf(thread)} ${barrier}`) ?? 0;
    const here = this.waiting.filter((one) => one.is === step.is && one.barrier === barrier && one.site === site);
    const all = here.reduce((some, one) => either(some, one.who), who);
    const at = { site, barrier, thread, who: all, skips: phases !== undefined && phases.phase > seen };
    if (step.is === 'left' || !phases)
      return { ...at, count: 0, missing: 0, bytes: 0, phase: this.meetings.get(barrier)?.met ?? 0 };
    return { ...at, count: phases.count, missing: phases.missing, bytes: phases.bytes, phase: phases.phase };
  }
}

const warpsOfGroup = 4;
/** Groups of copies from before that may still be waited for. */
const mostPending = 8;
