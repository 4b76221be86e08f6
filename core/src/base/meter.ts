// What a computation costs, counted while it runs. Whoever loops over elements, sizes or nodes says so with `spend`;
// whoever starts a computation says with `metered` how much it may be. Counted and never timed, so that the same input
// always ends in the same place. The host is asked now and then whether to go on. Knows neither programs nor values.
import { Held } from './held';
import { said, say, words } from './say';
import { Untraced } from './untraced';

/** What the host wants: to go on; to stop, where what was found stands and the rest is unknown; or to abandon it, where
 *  nobody wants the result any more. */
export type Interruption = 'go on' | 'stop' | 'abandon';

/** Units between two questions to the host. A unit is an element made or looked at, or a step of a program, which takes
 *  up to ten microseconds: this is a few milliseconds at most. */
const pollEvery = 1 << 9;

/** What is counted. */
const units = {
  accesses: words`accesses`,
  addresses: words`addresses`,
  assumptions: words`assumptions`,
  calls: words`calls`,
  characters: words`characters`,
  coordinates: words`coordinates`,
  elements: words`elements`,
  facts: words`facts`,
  findings: words`findings`,
  instructions: words`instructions`,
  members: words`members`,
  messages: words`messages`,
  modes: words`modes`,
  names: words`names`,
  overloads: words`overloads`,
  parts: words`parts`,
  steps: words`steps`,
  threads: words`threads`,
  tiles: words`tiles`,
  types: words`types`,
  variables: words`variables`,
} as const;
export type Unit = keyof typeof units;

/** More was asked for than the meter that is running allows. */
export class TooMuch extends Untraced {
  override readonly name = 'TooMuch';
  constructor(
    /** What there was too much of. */
    readonly what: Unit,
    readonly limit: number,
    /** The ceiling that was reached: whoever set it answers for it. */
    readonly ceiling: Ceiling,
  ) {
    super(say`it takes more than ${limit.toLocaleString('en-US')} ${said(units[what])}`);
  }
}

/** The host's time is up. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** Nobody wants the result any more. */
export class Abandoned extends Error {
  override readonly name = 'Abandoned';
}

/** How far a meter may run for one part of a computation. */
export interface Ceiling {
  /** What it may have spent in the end. */
  at: number;
  /** How much that was when the part began. */
  readonly limit: number;
  /** Of the part around it. */
  readonly outer: Ceiling | undefined;
}

export class Meter {
  /** Units spent so far. */
  spent = 0;
  private ceiling: Ceiling | undefined;
  private nextPoll = pollEvery;
  /** Where something is to be done: the ceiling or the next question, whichever comes first. */
  private next = pollEvery;

  constructor(
    limit = Infinity,
    private readonly interrupt?: () => Interruption,
  ) {
    if (limit < Infinity) this.setCeiling({ at: limit, limit, outer: undefined });
  }

  /** A size that a program computes may be negative or unknown: nothing is given back for it. */
  spend(spent: number, what: Unit): void {
    if (spent > 0) this.spent += spent;
    if (this.spent >= this.next) this.pause(spent, what);
  }

  /** Units that the part that runs now may still spend. */
  get left(): number {
    return this.ceiling ? this.ceiling.at - this.spent : Infinity;
  }

  /** The part that runs now. */
  get part(): Ceiling | undefined {
    return this.ceiling;
  }

  /** Runs a part that may take `limit` units, or what is left of the part around it where that is less. Where it takes
   *  more, `otherwise` says what stands in its place. */
  within<T>(limit: number, run: () => T, otherwise: (error: TooMuch) => T = rethrow): T {
    const part = this.begin(limit);
    try {
      return run();
    } catch (error) {
      if (!isOver(error, part)) throw error;
      this.end(part);
      return otherwise(error);
    } finally {
      this.end(part);
    }
  }

  /** Begins a part as `within` runs one, for code that is run too often for two functions to be made each time. The
   *  part has to be ended, however its code ends. */
  begin(limit: number): Ceiling {
    const most = Math.min(limit, this.left);
    const part = { at: this.spent + most, limit: most, outer: this.ceiling };
    this.setCeiling(part);
    return part;
  }

  end({ outer }: Ceiling): void {
    this.setCeiling(outer);
  }

  /** Runs a part on its own account: those around it, which happen to need it first, are not charged. */
  apart<T>(limit: number, run: () => T, otherwise: (error: TooMuch) => T = rethrow): T {
    const from = this.spent;
    const outer = this.ceiling;
    const part = { at: from + limit, limit, outer: undefined };
    this.setCeiling(part);
    try {
      return run();
    } catch (error) {
      if (!isOver(error, part)) throw error;
      this.setCeiling(outer);
      return otherwise(error);
    } finally {
      for (let c = outer; c; c = c.outer) c.at += this.spent - from;
      this.setCeiling(outer);
    }
  }

  /** Runs what a part asks of those around it, on their account. */
  outside<T>(run: () => T): T {
    const inner = this.ceiling;
    const from = this.spent;
    this.setCeiling(inner?.outer);
    try {
      return run();
    } finally {
      if (inner) inner.at += this.spent - from;
      this.setCeiling(inner);
    }
  }

  /** Runs what is charged to nobody. The host is asked meanwhile, as around it. */
  beside<T>(run: () => T): T {
    return metered(new Meter(Infinity, this.interrupt), run);
  }

  private setCeiling(ceiling: Ceiling | undefined): void {
    this.ceiling = ceiling;
    this.next = Math.min(this.nextPoll, ceiling?.at ?? Infinity);
  }

  private pause(spent: number, what: Unit): void {
    const { ceiling } = this;
    if (ceiling && this.spent > ceiling.at) {
      // What is refused is not done.
      this.spent -= spent;
      throw new TooMuch(what, ceiling.limit, ceiling);
    }
    if (this.spent >= this.nextPoll) this.ask();
    this.next = Math.min(this.nextPoll, ceiling?.at ?? Infinity);
  }

  /** The host may run other computations of ours while it is asked: they are not charged to this one. */
  ask(): void {
    this.nextPoll = this.spent + pollEvery;
    if (!this.interrupt) return;
    const wish = current.during(undefined, this.interrupt);
    if (wish === 'stop') throw new Stopped('the host stopped it');
    if (wish === 'abandon') throw new Abandoned('nobody wants the result any more');
  }
}

/** True for the exception that says that a part has taken too much. */
export function isOver(error: unknown, part: Ceiling): error is TooMuch {
  return error instanceof TooMuch && error.ceiling === part;
}

/** The meter of what is being computed now. */
const current = new Held<Meter | undefined>(undefined);

function rethrow(error: TooMuch): never {
  throw error;
}

/** Charges what `run` spends to `meter`. */
export function metered<T>(meter: Meter, run: () => T): T {
  return current.during(meter, run);
}

/** Says that so many elements, sizes or nodes are made or looked at now: before they are, where they take memory. */
export function spend(spent: number, what: Unit = 'elements'): void {
  current.now?.spend(spent, what);
}

/** Runs a part that may take `limit` units, of the meter that is running where there is one. */
export function within<T>(limit: number, run: () => T, otherwise: (error: TooMuch) => T = rethrow): T {
  if (current.now) return current.now.within(limit, run, otherwise);
  const meter = new Meter();
  return metered(meter, () => meter.within(limit, run, otherwise));
}

/** Asks the host whether to go on: for work that is not counted, about once in a millisecond. */
export function poll(): void {
  current.now?.ask();
}

/** Asks the host once in so many rounds of a loop, tokens or nodes, which `round` counts. */
export function pollAt(round: number): void {
  if ((round & 0x1ff) === 0) current.now?.ask();
}

/** Runs what no part is charged for, whoever happens to need it first. The host is asked meanwhile. */
export function unmetered<T>(run: () => T): T {
  return current.now ? current.now.beside(run) : metered(new Meter(), run);
}
