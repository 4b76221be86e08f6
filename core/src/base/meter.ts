// What a computation costs, counted while it runs. Whoever loops over elements, sizes or nodes says so with `spend`; whoever starts
// a computation says with `metered` how much it may be. Counted and never timed, so that the same input always ends in the same place.
// The host is asked now and then whether to go on. Knows neither programs nor values.

/** What the host wants: to go on; to stop, where what was found stands and the rest is unknown; or to abandon it, where nobody
 *  wants the result any more. */
export type Interruption = 'go on' | 'stop' | 'abandon';

/** Units between two questions to the host. A unit is about one element made or looked at: this is about a millisecond at most. */
const pollEvery = 1 << 12;

/** More was asked for than the meter that is running allows. */
export class TooMuch extends Error {
  override readonly name = 'TooMuch';
  constructor(
    /** What there was too much of: `elements`, `steps`. */
    readonly what: string,
    readonly limit: number,
    /** The ceiling that was reached: whoever set it answers for it. */
    readonly ceiling: Ceiling | undefined,
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
  readonly at: number;
  readonly limit: number;
}

export class Meter {
  /** Units spent so far. */
  spent = 0;
  private ceiling: Ceiling | undefined;
  private nextPoll = pollEvery;
  /** Where something is to be done: the ceiling or the next question, whichever comes first. */
  private next = pollEvery;

  constructor(limit = Infinity, private readonly interrupt?: () => Interruption) {
    if (limit < Infinity) this.setCeiling({ at: limit, limit });
  }

  spend(units: number, what: string): void {
    this.spent += units;
    if (this.spent >= this.next) this.pause(units, what);
  }

  /** Runs a part that may take `limit` units, or what is left of those around it where that is less. */
  within<T>(limit: number, run: () => T): T {
    const outer = this.ceiling;
    const at = this.spent + limit;
    if (!outer || at < outer.at) this.setCeiling({ at, limit });
    try {
      return run();
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

/** Runs a part that may take `limit` units of the meter that is running. */
export function within<T>(limit: number, run: () => T): T {
  return current ? current.within(limit, run) : metered(new Meter(limit), run);
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
