// What a computation costs, counted while it runs. Whoever loops over elements, sizes or nodes says so with `spend`;
// whoever starts a computation says with `metered` how much it may be. Counted and never timed, so that the same input
// always ends in the same place. The host is asked now and then whether to go on. Knows neither programs nor values.

/** What the host wants: to go on; to stop, where what was found stands and the rest is unknown; or to abandon it, where
 *  nobody wants the result any more. */
export type Interruption = 'go on' | 'stop' | 'abandon';

/** Units between two questions to the host. A unit is about one element made or looked at: this is about a millisecond
 *  at most. */
const pollEvery = 1 << 12;

/** More was asked for than the meter that is running allows. */
export class TooMuch extends Error {
  override readonly name = 'TooMuch';
  constructor(
    /** What there was too much of: `elements`, `steps`. */
    readonly what: string,
    readonly limit: number,
    /** The ceiling that was reached: whoever set it answers for it. */
    readonly ceiling: Ceiling,
  ) {
    super(`it takes more than ${limit.toLocaleString('en-US')} ${what}`);
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

  spend(units: number, what: string): void {
    this.spent += units;
    if (this.spent >= this.next) this.pause(units, what);
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
    const outer = this.ceiling;
    const most = Math.min(limit, this.left);
    return this.under({ at: this.spent + most, limit: most, outer }, run, otherwise);
  }

  /** Runs a part on its own account: those around it, which happen to need it first, are not charged. */
  apart<T>(limit: number, run: () => T, otherwise: (error: TooMuch) => T = rethrow): T {
    const from = this.spent;
    const outer = this.ceiling;
    try {
      return this.under({ at: from + limit, limit, outer: undefined }, run, otherwise);
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

  private under<T>(ceiling: Ceiling, run: () => T, otherwise: (error: TooMuch) => T): T {
    const outer = this.ceiling;
    this.setCeiling(ceiling);
    try {
      return run();
    } catch (error) {
      if (!(error instanceof TooMuch) || error.ceiling !== ceiling) throw error;
      this.setCeiling(outer);
      return otherwise(error);
    } finally {
      this.setCeiling(outer);
    }
  }

  private setCeiling(ceiling: Ceiling | undefined): void {
    this.ceiling = ceiling;
    this.next = Math.min(this.nextPoll, ceiling?.at ?? Infinity);
  }

  private pause(units: number, what: string): void {
    const { ceiling } = this;
    if (ceiling && this.spent > ceiling.at) {
      // What is refused is not done.
      this.spent -= units;
      throw new TooMuch(what, ceiling.limit, ceiling);
    }
    if (this.spent >= this.nextPoll) this.ask();
    this.next = Math.min(this.nextPoll, ceiling?.at ?? Infinity);
  }

  /** The host may run other computations of ours while it is asked: they are not charged to this one. */
  private ask(): void {
    this.nextPoll = this.spent + pollEvery;
    if (!this.interrupt) return;
    const wish = aside(this.interrupt);
    if (wish === 'stop') throw new Stopped('the host stopped it');
    if (wish === 'abandon') throw new Abandoned('nobody wants the result any more');
  }
}

/** The meter of what is being computed now. */
let current: Meter | undefined;

function rethrow(error: TooMuch): never {
  throw error;
}

/** Charges what `run` spends to `meter`. */
export function metered<T>(meter: Meter, run: () => T): T {
  const outer = current;
  current = meter;
  try {
    return run();
  } finally {
    current = outer;
  }
}

/** Says that so many elements, sizes or nodes are made or looked at now: before they are, where they take memory. */
export function spend(units: number, what = 'elements'): void {
  current?.spend(units, what);
}

/** Runs a part that may take `limit` units, of the meter that is running where there is one. */
export function within<T>(limit: number, run: () => T, otherwise: (error: TooMuch) => T = rethrow): T {
  if (current) return current.within(limit, run, otherwise);
  const meter = new Meter();
  return metered(meter, () => meter.within(limit, run, otherwise));
}

function aside<T>(run: () => T): T {
  const running = current;
  current = undefined;
  try {
    return run();
  } finally {
    current = running;
  }
}
