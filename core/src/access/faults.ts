// What is wrong with the barriers of a block when it has ended, and what follows from that. A barrier and a place of
// the program are numbers.
import type { Hazard } from './hazards';

/** A wait that does not end. */
export interface Stuck {
  readonly site: number;
  readonly barrier: number;
  readonly thread: number;
  /** All threads that wait there. */
  readonly who: Uint8Array;
  /** Arrivals that the barrier needs, and those that are missing; bytes that are expected and not copied. */
  readonly count: number;
  readonly missing: number;
  readonly bytes: number;
  /** The phase that it waits for, from 0; of a barrier with a number, how often threads have met at it. */
  readonly phase: number;
  /** A phase has ended for which the thread has not waited: it waits for a later one. */
  readonly skips: boolean;
}

/** A barrier that expects other bytes than are copied. */
export interface Mismatch {
  readonly site: number;
  /** The threads that say there how many it expects. */
  readonly who: Uint8Array;
  readonly barrier: number;
  /** In one phase. */
  readonly expected: number;
  readonly copied: number;
  /** The actor of the copies. */
  readonly actor: number;
}

/** A thread uses a barrier that another one has initialised, and need not see that. */
export interface Early {
  readonly site: number;
  readonly barrier: number;
  readonly thread: number;
  /** All threads that use it there. */
  readonly who: Uint8Array;
  /** The thread that has initialised it, and where. */
  readonly madeBy: number;
  readonly madeAt: number;
  /** They have met at a barrier of the cluster that orders nothing but what is behind a fence. */
  readonly isRelaxed: boolean;
}

/** Whether a mistake follows from another one: what a copy writes is there too early or never where its barrier expects
 *  other bytes; and who reads it too early seldom waits before it is overwritten. */
export function followsFrom({ kind, actor }: Hazard, all: readonly Hazard[], wrong: ReadonlySet<number>): boolean {
  if (actor === undefined) return false;
  return (
    wrong.has(actor) || (kind === 'unwaited-write' && all.some((one) => one.kind === 'unwaited' && one.actor === actor))
  );
}
