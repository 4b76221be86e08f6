// Evaluates a part of the program (an entry point, a call, a statement) with a budget of its own. A part that takes too
// much, or that the algebra refuses, is given up, and what stands around it goes on as if it had been left out. Does
// not know what the part may have changed: its caller says what is unknown after it.
import { AlgebraError } from '../../algebra/errors';
import { isOver } from '../../base/meter';
import { say } from '../../base/say';
import type { Level } from './budget';
import type { Machine } from './machine';
import type { Mode } from './mode';
import type { Moment } from './state';

/** The mode, frame and depth at the beginning of a part. Each function that changes one of them restores it in a
 *  `finally`; they are restored here once more, since a `finally` may fail where the engine's stack is used up. */
interface Standing {
  readonly mode: Mode;
  readonly moment: Moment;
  readonly level: Level;
}

function standingOf({ state, budget, mode }: Machine): Standing {
  return { mode, moment: state.moment, level: budget.level };
}

function stand(m: Machine, to: Standing): void {
  m.recorder.modes.resume(to.mode);
  m.state.resume(to.moment);
  m.budget.resume(to.level);
}

/** Evaluates a call or a statement with its share of the budget that is left. Where that is too little, `otherwise`
 *  says what is unknown: everything that the part may have changed, what it did change among that. */
export function afford<T>(m: Machine, run: () => T, otherwise: (why: string) => T): T {
  const { meter } = m.budget;
  const standing = standingOf(m);
  const { frame } = m;
  const part = meter.begin(m.budget.share(frame.gaveUp === true));
  try {
    return run();
  } catch (error) {
    const over = isOver(error, part);
    meter.end(part);
    const why = over ? m.budget.giveUp(error) : whyNot(m, error);
    stand(m, standing);
    frame.gaveUp ||= !(error instanceof AlgebraError);
    m.simt?.giveUp();
    return otherwise(why);
  } finally {
    meter.end(part);
  }
}

/** Evaluates an entry point, or a declaration of a namespace, with a budget that is not part of its caller's. */
export function affordApart<T>(m: Machine, run: () => T, otherwise: (why: string) => T): T {
  const { budget } = m;
  const standing = standingOf(m);
  const giveUp = (why: string): T => {
    stand(m, standing);
    return otherwise(why);
  };
  try {
    return budget.meter.apart(budget.forEntry(), run, (error) => giveUp(budget.giveUp(error)));
  } catch (error) {
    return giveUp(whyNot(m, error));
  }
}

/** Why a part is given up although its budget is not spent: it has used up what the meter does not count, or it needs
 *  what CuTe's algebra refuses outside a builtin. Throws any other exception. */
function whyNot(m: Machine, error: unknown): string {
  if (error instanceof AlgebraError) return say`needs what cannot be computed: ${error.message}`;
  if (isStackOverflow(error)) return m.budget.giveUp('stack');
  if (!(error instanceof RangeError)) throw error;
  return m.budget.giveUp('size');
}

/** How engines end the message of an exception that says that the stack is used up: V8 and JavaScriptCore, V8 for a
 *  regular expression that it compiles then (a `SyntaxError`), SpiderMonkey. */
const stackIsUsedUp = ['call stack size exceeded', 'Stack overflow', 'too much recursion'];

/** The bounds on nesting keep clear of the engine's stack. Where a host's stack is smaller, or a value is nested
 *  deeper, the part that used it up is given up. This uses no regular expression: to compile one needs stack. */
export function isStackOverflow(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { message } = error;
  return stackIsUsedUp.some((end) => message.endsWith(end) || message.endsWith(`${end}.`));
}
