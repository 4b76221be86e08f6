// The order in which a block accesses its memories: accesses, barriers between them, groups of asynchronous copies. In
// a loop whose iterations repeat the same accesses, only the first iterations are examined in full, since a later one
// cannot have a mistake that they do not have. Input and output are numbers: accesses in, mistakes out.
import type { BlockAccess, Memory } from './hazards';
import { Order, warpOf } from './order';
import type { Early, Mismatch, Stuck } from './faults';
import { Schedule } from './schedule';
import { WARP_THREADS } from './shared';
import type { Step } from './steps';

/** What happens at one moment. */
export type Event =
  | { readonly is: 'access'; readonly memory: Memory; readonly access: BlockAccess }
  /** The threads of some warps wait for each other, group by group; all do where there are no groups, or those for
   *  which `who` is not 0. */
  | { readonly is: 'barrier'; readonly groups?: readonly (readonly number[])[]; readonly who?: Uint8Array }
  | { readonly is: 'commit' }
  | { readonly is: 'fence' }
  | { readonly is: 'wait'; readonly pending: number };

/** Iterations repeat each other after one iteration, or after this many (the stages of a pipeline). */
const mostPeriod = 8;
/** Groups of asynchronous copies that are let go on; there are seldom more stages than this. */
const mostPending = 8;
/** A loop whose iterations do more than this is followed to its end. */
const mostEvents = 1 << 14;

const mostPast = (3 + mostPending) * mostPeriod + 1;

/** A loop that runs. */
interface Loop {
  /** What the present iteration did, and the ones before it, the last of which comes last. */
  events: Event[];
  readonly past: (readonly Event[])[];
  /** Iterations at the end of `past` that were not looked at, since they repeat those before them. */
  skipped: number;
  /** After how many iterations they repeat. */
  period: number;
  isHopeless: boolean;
}

export class Timeline {
  private readonly order: Order;
  /** Groups of asynchronous copies that were closed. */
  private group = 0;
  private loop: Loop | undefined;
  private depth = 0;
  private readonly memories = new Set<Memory>();
  /** Present once threads wait for some others or for copies in the background: their order is another one from there
   *  on. */
  private schedule: Schedule | undefined;

  private readonly all: Uint8Array;

  constructor(threads: number) {
    this.all = new Uint8Array(threads).fill(2);
    this.order = new Order(Math.ceil(threads / WARP_THREADS));
  }

  /** What threads do whose order is that of a schedule. */
  step(step: Step): void {
    this.scheduled.add(step);
  }

  get isScheduled(): boolean {
    return this.schedule !== undefined;
  }

  private get scheduled(): Schedule {
    const { loop } = this;
    if (this.schedule) return this.schedule;
    if (loop && !loop.isHopeless) {
      this.resume(loop);
      loop.isHopeless = true;
      for (const one of loop.events) this.apply(one);
    }
    return (this.schedule = new Schedule(this.all.length, this.order, this.group, this.memories));
  }

  /** Nothing is claimed of the order from here on. */
  lose(): void {
    if (this.schedule) this.schedule.isLost = true;
  }

  get isLost(): boolean {
    return this.schedule?.isLost === true;
  }

  /** What is wrong when the block has ended. */
  get mismatches(): readonly Mismatch[] {
    return this.schedule?.mismatches ?? [];
  }

  get early(): readonly Early[] {
    return this.schedule?.early ?? [];
  }

  get stuck(): readonly Stuck[] {
    return this.schedule?.stuck ?? [];
  }

  add(event: Event): void {
    const { loop, schedule } = this;
    if (schedule) return this.stepsOf(event).forEach((step) => schedule.add(step));
    if (!loop || loop.isHopeless) return this.apply(event);
    loop.events.push(event);
    if (loop.events.length <= mostEvents) return;
    this.resume(loop);
    loop.isHopeless = true;
    for (const one of loop.events) this.apply(one);
  }

  /** An event as steps of a schedule. Groups of copies are steps from the beginning. */
  private stepsOf(event: Event): readonly Step[] {
    const { all } = this;
    switch (event.is) {
      case 'access':
        return [{ ...event, who: event.access.who }];
      case 'barrier': {
        const { who = all, groups } = event;
        return (groups ?? [undefined]).map((warps) =>
          warps
            ? { is: 'barrier', warps, who: who.map((one, i) => (warps.includes(warpOf(i)) ? one : 0)) }
            : { is: 'barrier', who },
        );
      }
      case 'commit':
        return [{ is: 'close', of: 'copies', who: all }];
      case 'fence':
        return [{ is: 'fence', of: 'proxy', who: all }];
      case 'wait':
        return [{ is: 'drain', of: 'copies', pending: event.pending, who: all }];
    }
  }

  /** A loop begins. Of loops in one another the outermost counts. */
  enter(): void {
    if (this.depth++ === 0) this.loop = { events: [], past: [], skipped: 0, period: 0, isHopeless: false };
  }

  /** An iteration has ended. */
  iterate(): void {
    const { loop } = this;
    if (!loop || this.depth !== 1 || loop.isHopeless) return;
    const { events, past } = loop;
    loop.events = [];
    past.push(events);
    if (loop.skipped > 0 && repeats(past, past.length - 1, loop.period)) loop.skipped++;
    else {
      if (loop.skipped > 0) this.resume({ ...loop, past: past.slice(0, -1) });
      loop.skipped = 0;
      const period = periodOf(past);
      if (period === undefined) for (const one of events) this.apply(one);
      else [loop.period, loop.skipped] = [period, 1];
    }
    if (past.length > mostPast) past.splice(0, past.length - mostPast);
  }

  leave(): void {
    const { loop } = this;
    if (--this.depth > 0 || !loop) return;
    this.loop = undefined;
    if (loop.isHopeless) return;
    this.resume(loop);
    for (const one of loop.events) this.apply(one);
  }

  /** Goes on behind iterations that were not looked at: what is known of each memory is as old as the last of them. */
  private resume({ past, skipped, period }: Loop): void {
    if (skipped === 0) return;
    const rest = skipped % period;
    const cycles = (skipped - rest) / period;
    const cycle = past.slice(-period);
    const all = cycle.flat();
    const count = (is: Event['is']): number =>
      all.reduce((sum, one) => sum + (one.is !== is ? 0 : one.is === 'barrier' ? (one.groups?.length ?? 1) : 1), 0);
    if (cycles > 0) {
      const by = { epochs: count('barrier') * cycles, groups: count('commit') * cycles, waits: count('wait') > 0 };
      const since = { epoch: this.order.epoch - count('barrier'), group: this.group - count('commit') };
      for (const memory of this.memories) memory.age(since, by);
      this.order.age(since.epoch, by.epochs);
      this.group += by.groups;
    }
    for (const events of past.slice(past.length - rest)) for (const one of events) this.apply(one);
  }

  private apply(event: Event): void {
    switch (event.is) {
      case 'access': {
        this.memories.add(event.memory);
        event.memory.access(event.access, this.order.epoch, this.group, this.order);
        return;
      }
      case 'barrier':
        if (!event.groups) this.order.all();
        for (const warps of event.groups ?? []) this.order.some(warps);
        return;
      case 'commit':
        this.group++;
        return;
      case 'fence':
        for (const memory of this.memories) memory.fence();
        return;
      case 'wait':
        for (const memory of this.memories) memory.arrived(this.group - event.pending, this.order.epoch);
    }
  }
}

/** The smallest number of iterations after which the last ones repeat: two whole cycles equal those before them, and as
 *  many more as a group of asynchronous copies from before may be on its way. */
function periodOf(past: readonly (readonly Event[])[]): number | undefined {
  const pending = Math.max(
    0,
    ...past
      .slice(-mostPeriod)
      .flat()
      .map((event) => (event.is === 'wait' ? event.pending : 0)),
  );
  for (let period = 1; period <= mostPeriod; period++) {
    const length = (2 + Math.min(pending, mostPending)) * period;
    if (past.length <= length + period) return undefined;
    const isCycle = Array.from({ length }, (_, i) => past.length - 1 - i).every((at) => repeats(past, at, period));
    if (isCycle) return period;
  }
  return undefined;
}

function repeats(past: readonly (readonly Event[])[], at: number, period: number): boolean {
  const [now, before] = [past[at], past[at - period]];
  return now?.length === before?.length && now?.every((event, i) => isSame(event, before?.[i])) === true;
}

function isSame(a: Event, b: Event | undefined): boolean {
  if (a === b) return true;
  if (a.is === 'barrier' && b?.is === 'barrier')
    return (
      a.groups?.length === b.groups?.length && a.groups?.every((one, i) => isEqual(one, b.groups?.[i] ?? [])) !== false
    );
  if (a.is !== 'access' || b?.is !== 'access')
    return a.is === b?.is && (a.is !== 'wait' || b.is !== 'wait' || a.pending === b.pending);
  if (a.memory !== b.memory) return false;
  const [x, y] = [a.access, b.access];
  return (
    x.site === y.site &&
    x.writes === y.writes &&
    x.bytes === y.bytes &&
    x.vector === y.vector &&
    x.together === y.together &&
    x.isAsync === y.isAsync &&
    x.spread === y.spread &&
    isEqual(x.starts, y.starts) &&
    isEqual(x.offsets, y.offsets) &&
    isEqual(x.who, y.who)
  );
}

function isEqual(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[i])) return false;
  return true;
}
