// A barrier with phases in shared memory, `mbarrier` of PTX: a phase ends when as many threads have arrived as it is
// made for, and as many bytes as they expect were copied. A thread waits for a phase by its parity, and goes on where
// that phase is over: the present one has the other parity then. Source: PTX ISA, "Parallel Synchronization and
// Communication Instructions: mbarrier".
import { type Clock, joinInto } from './order';
import type { Awaited } from './steps';

export class PhaseBarrier {
  /** The phases that have ended. */
  phase = 0;
  /** Arrivals that are missing in this phase, and bytes that are expected and not copied yet. */
  missing: number;
  bytes = 0;
  /** What is over for those that have waited for the last phase that ended. */
  readonly ended: Clock = [];
  /** All bytes that were expected and that were copied so far, how often, and where they were expected first. */
  expected = 0;
  copied = 0;
  expectations = 0;
  expectedAt: { readonly site: number; readonly who: Uint8Array } | undefined;
  private readonly clock: Clock = [];
  /** The phases in which threads arrived, by the tokens of these arrivals. */
  private readonly arrivals = new Map<number, Float64Array>();

  /** `actor`: that of the copies to this barrier. */
  constructor(
    readonly count: number,
    readonly actor: number,
  ) {
    this.missing = count;
  }

  /** Those of the threads that go on, which wait for a phase. */
  goingOn(of: Awaited, who: Uint8Array): Uint8Array {
    if ('parity' in of) return (this.phase & 1) === of.parity ? new Uint8Array(who.length) : who;
    const arrived = this.arrivals.get(of.token);
    return who.map((one, i) => (this.phase > (arrived?.[i] ?? Infinity) ? one : 0));
  }

  /** A thread is about to arrive, and may wait for the phase by this token. */
  keep(token: number, thread: number, threads: number): void {
    const arrived = this.arrivals.get(token) ?? new Float64Array(threads).fill(Infinity);
    arrived[thread] = this.phase;
    this.arrivals.set(token, arrived);
  }

  /** A thread arrives, and whoever waits for the phase waits for what it has done. */
  arrive(clock: Clock): void {
    joinInto(this.clock, clock);
    this.missing--;
    this.end();
  }

  /** More bytes belong to the phase. */
  expect(bytes: number): void {
    this.bytes += bytes;
    this.expected += bytes;
    this.expectations++;
  }

  /** Threads say at a place of the program how many bytes belong to the phase. */
  expectFrom(site: number, who: Uint8Array): void {
    this.expectedAt ??= { site, who };
  }

  /** A copy that began in the present epoch has come; the next epoch is `now`. */
  copy(bytes: number, now: number): void {
    this.bytes -= bytes;
    this.copied += bytes;
    this.clock[this.actor] = now;
    this.end();
  }

  private end(): void {
    if (this.missing > 0 || this.bytes !== 0) return;
    this.phase++;
    this.missing = this.count;
    joinInto(this.ended, this.clock);
  }
}
