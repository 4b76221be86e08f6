// The state that a program changes while it runs: the values of its variables, and whether the current function may
// have returned. `fork` and `discard` execute code on a copy of the state. The copy is made by keeping a journal of old
// values and restoring them afterwards; only this file knows that. Forks are joined in memory/join.ts.
import { Held } from '../../base/held';
import type { Func } from '../../ir/program';
import type { Value } from '../../values/value';
import type { Cell, Journal } from '../values/cells';
import type { Category, Scope } from '../values/entities';
import { addressedIn } from '../values/elements';

/** A function, kernel or lambda body that is being evaluated. */
export interface Frame {
  /** Values returned in branches that may or may not be taken. */
  readonly pending: Value[];
  /** What the last `return` gave. `State.returned` is what the function returns. */
  returned: Value | undefined;
  /** A branch that may or may not be taken has returned: what was written since may not have been. */
  left: boolean;
  /** It returns here for the sample thread, or for the arguments of `main`, and may go on for others. */
  parts?: boolean;
  /** The number of branches on unknown conditions that have left a loop, an iteration or a switch. */
  jumps: number;
  /** The number of returns in code that a loop skipped. */
  mayReturn?: number;
  /** A call or a statement of it took too much. */
  gaveUp?: boolean;
  /** The kernel's launch, for `blockDim` and `gridDim`. */
  readonly launch: Launch | undefined;
  /** The code runs on the device: in a kernel, or in a function that is for the device alone. */
  readonly device?: boolean;
  readonly name: string;
  /** In `main` and symbolic entry points, initial values of variables are assumptions worth naming. */
  readonly entry: boolean;
  /** The function or the class around it has template arguments: its static variables are not those of its other
   *  instances. */
  readonly template: boolean;
  /** The function, and its own scope, in which its parameters are. */
  readonly own?: { readonly decl: Func; readonly scope: Scope };
  /** The variable that is what the function returns: it is made where the caller wants it. */
  result?: Cell | undefined;
  /** For a function that returns a reference: the variables that its return statements name. */
  readonly places?: Cell[];
  /** For one that returns `decltype(auto)`: the categories of what its return statements give. */
  readonly categories?: Category[];
}

export interface Launch {
  readonly grid: Value;
  readonly block: Value;
  readonly cluster?: Value;
}

/** A moment of the function that runs: what it had returned by then, and how it may have been left. */
export interface Moment {
  readonly frame: Frame;
  readonly returned: Value | undefined;
  readonly result: Cell | undefined;
  readonly left: boolean;
  readonly jumps: number;
  readonly pending: number;
  readonly places: number;
  readonly categories: number;
}

/** Code that has run on the state itself, and can be undone. */
export class Trial<T> {
  constructor(
    readonly given: T,
    private readonly journal: Journal,
    private readonly frame: Frame,
    private readonly returned: Value | undefined,
  ) {}

  /** The variables that it wrote. */
  get written(): readonly Cell[] {
    return [...this.journal.keys()];
  }

  /** Whether a variable, of those asked for, holds addresses that it did not hold before. */
  redirects(of: (cell: Cell) => boolean): boolean {
    for (const [cell, old] of this.journal) {
      const now = of(cell) ? addressedIn(cell.peek()) : [];
      if (now.length === 0) continue;
      const before = new Set(addressedIn(old));
      if (now.some((one) => !before.has(one))) return true;
    }
    return false;
  }

  /** Restores the variables that the code wrote, and what the function had returned before. */
  undo(): void {
    restore(this.journal);
    this.undoReturn();
  }

  /** Restores what the function had returned before the code ran. */
  undoReturn(): void {
    this.frame.returned = this.returned;
  }
}

/** The result of code that ran on a copy of the state. */
export interface Fork<T> {
  readonly given: T;
  /** The variables that it wrote, with their values at its end. */
  readonly after: ReadonlyMap<Cell, Value>;
  readonly returned: Value | undefined;
}

export class State {
  private readonly running = new Held<Frame>({
    pending: [],
    returned: undefined,
    left: false,
    jumps: 0,
    launch: undefined,
    name: '',
    entry: false,
    template: false,
  });
  private readonly journals: Journal[] = [];
  private readonly forked = new Held(0);

  get frame(): Frame {
    return this.running.now;
  }

  /** How many copies of the state the code runs on, one of the other. */
  get forks(): number {
    return this.forked.now;
  }

  /** What the function returns, where it has returned. A variable that is made where the caller wants it is read now:
   *  destructors that ran since the `return` may have changed it. */
  get returned(): Value | undefined {
    const { returned, result } = this.running.now;
    return returned !== undefined && result ? result.read() : returned;
  }

  /** Runs the body of a function. */
  enter<T>(frame: Frame, run: () => T): T {
    return this.running.during(frame, run);
  }

  get moment(): Moment {
    const frame = this.running.now;
    const { returned, result, left, jumps, pending, places, categories } = frame;
    const counts = { pending: pending.length, places: places?.length ?? 0, categories: categories?.length ?? 0 };
    return { frame, returned, result, left, jumps, ...counts };
  }

  /** Makes the function of an earlier moment current again, and drops what it has returned since. */
  resume({ frame, returned, result, left, jumps, pending, places, categories }: Moment): void {
    this.running.resume(frame);
    frame.returned = returned;
    frame.result = result;
    frame.left = left;
    frame.jumps = jumps;
    frame.pending.length = pending;
    if (frame.places) frame.places.length = places;
    if (frame.categories) frame.categories.length = categories;
  }

  /** A variable is about to be written: the innermost journal keeps what it held. */
  writing(cell: Cell): void {
    const journal = this.journals[this.journals.length - 1];
    if (journal && !journal.has(cell)) journal.set(cell, cell.read());
  }

  /** Runs code on the state itself; the result can undo it. `journal` gets the earlier value of each variable that the
   *  code writes, also where the code throws. */
  trial<T>(run: () => T, journal: Journal = new Map()): Trial<T> {
    const { frame } = this;
    const { returned } = frame;
    this.journals.push(journal);
    try {
      return new Trial(run(), journal, frame, returned);
    } finally {
      this.journals.pop();
      const outer = this.journals[this.journals.length - 1];
      if (outer) for (const [cell, old] of journal) if (!outer.has(cell)) outer.set(cell, old);
    }
  }

  /** Runs code on a copy of the state. `lives` tells which variables outlive the code; the others are not reported. */
  fork<T>(run: () => T, lives: (cell: Cell) => boolean): Fork<T> {
    const { frame } = this;
    const { returned } = frame;
    const journal: Journal = new Map();
    try {
      const { given, written } = this.trial(() => this.forked.during(this.forked.now + 1, run), journal);
      const after = new Map<Cell, Value>();
      for (const cell of written) if (lives(cell)) after.set(cell, cell.read());
      return { given, after, returned: this.returned };
    } finally {
      restore(journal);
      frame.returned = returned;
    }
  }

  /** Runs code and discards all its effects on the state: writes, returns, jumps. The result says which variables it
   *  wrote, with their values then, and whether it may return. */
  discard<T>(run: () => T): Pick<Fork<T>, 'given' | 'after'> & { readonly returns: boolean } {
    const { moment } = this;
    try {
      const { given, after } = this.fork(run, () => true);
      return { given, after, returns: this.frame.pending.length > moment.pending };
    } finally {
      this.resume(moment);
    }
  }
}

/** Restores earlier values, the latest write first, since a part may have been written before its whole. */
function restore(journal: Journal): void {
  const cells = [...journal.keys()];
  for (let i = cells.length - 1; i >= 0; i--) {
    const cell = cells[i];
    const old = cell && journal.get(cell);
    if (old !== undefined) cell?.set(old);
  }
}
