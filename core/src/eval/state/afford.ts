// Parts of an evaluation that may take too much: they are given up, and what stands around them goes on as if they had been left
// out. What was counted up and set aside on the way in is put back here, in one place; nothing on the way out needs to do it.
// Does not know what a part may have changed: whoever gives one up says what is not known after it.
import type { TooMuch } from '../../base/meter';
import type { Cell } from '../values/entities';
import type { Frame, Machine, Pinned } from './machine';

/** Where an evaluation stands: what the code that runs now has set, and takes back when it ends. */
interface Standing {
  readonly frame: Frame;
  readonly returned: Frame['returned'];
  readonly pending: number;
  readonly depth: number;
  readonly nesting: number;
  readonly ways: number;
  readonly symbolicCalls: number;
  readonly loops: number;
  readonly unmarked: number;
  readonly probes: number;
  readonly unevaluated: number;
  readonly speculations: number;
  readonly supposed: number | undefined;
  readonly mayWrite: Set<Cell>;
  readonly pinned: ReadonlyMap<string, Pinned>;
  readonly instance: number;
  readonly extra: readonly number[];
  readonly muted: number;
  readonly doubtful: number;
  readonly guarded: number;
}

function standingOf(m: Machine): Standing {
  const { frame, budget, recorder } = m;
  return {
    frame, returned: frame.returned, pending: frame.pending.length, depth: budget.depth, nesting: budget.nesting,
    ways: m.ways, symbolicCalls: m.symbolicCalls, loops: m.loops, unmarked: m.unmarked, probes: m.probes, unevaluated: m.unevaluated,
    speculations: m.speculations, supposed: m.supposed, mayWrite: m.mayWrite, pinned: m.pinned,
    instance: recorder.instance, extra: recorder.extra, muted: recorder.muted, doubtful: recorder.doubtful, guarded: recorder.guarded,
  };
}

function stand(m: Machine, to: Standing): void {
  const { budget, recorder } = m;
  m.frame = to.frame;
  m.frame.returned = to.returned;
  m.frame.pending.length = to.pending;
  budget.depth = to.depth;
  budget.nesting = to.nesting;
  m.ways = to.ways;
  m.symbolicCalls = to.symbolicCalls;
  m.loops = to.loops;
  m.unmarked = to.unmarked;
  m.probes = to.probes;
  m.unevaluated = to.unevaluated;
  m.speculations = to.speculations;
  m.supposed = to.supposed;
  for (const cell of m.mayWrite) to.mayWrite.add(cell);
  m.mayWrite = to.mayWrite;
  m.pinned = to.pinned;
  recorder.instance = to.instance;
  recorder.extra = to.extra;
  recorder.muted = to.muted;
  recorder.doubtful = to.doubtful;
  recorder.guarded = to.guarded;
}

/** Runs a call or a statement with its share of what is left. Where that is too little, `otherwise` is told so:
 *  it makes unknown all that the part may have changed, what it changed so far among that. */
export function afford<T>(m: Machine, run: () => T, otherwise: (tooMuch: string) => T): T {
  const { budget } = m;
  const standing = standingOf(m);
  const { frame } = m;
  return givingUp(m, standing, (why) => {
    frame.gaveUp = true;
    return otherwise(why);
  }, (tooMuch) => budget.meter.within(budget.share(frame.gaveUp === true), run, tooMuch));
}

/** Runs an entry point, or what is evaluated for its own sake, on its own account. */
export function affordApart<T>(m: Machine, run: () => T, otherwise: (tooMuch: string) => T): T {
  const { budget } = m;
  const standing = standingOf(m);
  return givingUp(m, standing, otherwise, (tooMuch) => budget.meter.apart(budget.forEntry(), run, tooMuch));
}

function givingUp<T>(m: Machine, standing: Standing, otherwise: (tooMuch: string) => T, start: (tooMuch: (error: TooMuch) => T) => T): T {
  const giveUp = (tooMuch: string): T => {
    stand(m, standing);
    return otherwise(tooMuch);
  };
  try {
    return start((error) => giveUp(m.budget.giveUp(error)));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return giveUp(m.budget.giveUp(isStackOverflow(error) ? 'stack' : 'size'));
  }
}

/** Bounds keep clear of what an engine can do; should a host's stack be smaller, or a value nested deeper, it costs what ran on it. */
export function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && /call stack/i.test(error.message);
}
