// Parts of an evaluation that may take too much: they are given up, and what stands around them goes on as if they had been left
// out. What the part had returned so far is put back here.
// Does not know what a part may have changed: whoever gives one up says what is not known after it.
import type { TooMuch } from '../../base/meter';
import type { Machine } from './machine';
import type { Mode } from './mode';
import type { Frame } from './state';

/** Where an evaluation stands. Mode, frame and depth are put back by those who changed them; this holds where even that failed, since
 *  the engine's stack was used up. */
interface Standing {
  readonly mode: Mode;
  readonly frame: Frame;
  readonly returned: Frame['returned'];
  readonly pending: number;
  readonly depth: number;
  readonly nesting: number;
}

function standingOf({ frame, budget, mode }: Machine): Standing {
  return { mode, frame, returned: frame.returned, pending: frame.pending.length, depth: budget.depth, nesting: budget.nesting };
}

function stand(m: Machine, to: Standing): void {
  m.recorder.modes.resume(to.mode);
  m.state.resume(to.frame);
  m.frame.returned = to.returned;
  m.frame.pending.length = to.pending;
  m.budget.depth = to.depth;
  m.budget.nesting = to.nesting;
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
