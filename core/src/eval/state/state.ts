// The state that a program changes while it runs: the values of its variables, and whether the current function may
// have returned. `fork` and `discard` execute code on a copy of the state. The copy is made by keeping a journal of old
// values and restoring them afterwards; only this file knows that. Forks are joined in memory/join.ts.
import type { Func } from '../../ir/program';
import type { Value } from '../../values/value';
import type { Cell, Journal, Scope } from '../values/entities';

/** A function, kernel or lambda body that is being evaluated. */
export interface Frame {
  /** Values returned in branches that may or may not be taken. */
  readonly pending: Value[];
  returned: Value | undefined;
  /** A branch that may or may not be taken has returned: what was written since may not have been. */
  left?: boolean;
  /** How often code that a loop passed over returns. */
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
  result?: Cell;
  /** Of a function that returns a reference: the variables that it returned. */
  readonly places?: Cell[];
}

export interface Launch {
  readonly grid: Value;
  readonly block: Value;
  readonly cluster?: Value;
}

/** Code that has run in place, and may still be taken back. */
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

  /** Gives them what they held before; nor has the function returned anything since. */
  undo(): void {
    restore(this.journal);
    this.undoReturn();
  }

  /** What the function returns is what it was before. */
  undoReturn(): void {
    this.frame.returned = this.returned;
  }
}

/** What code did to its own copy of the state. */
export interface Fork<T> {
  readonly given: T;
  /** The variables that it wrote, with what they hold at its end. */
  readonly after: ReadonlyMap<Cell, Value>;
  readonly returned: Value | undefined;
}

export class State {
  private running: Frame = {
    pending: [],
    returned: undefined,
    launch: undefined,
    name: '',
    entry: false,
    template: false,
  };
  private readonly journals: Journal[] = [];
  /** How often a branch that may or may not be taken has left a loop, an iteration or a switch. */
  jumps = 0;

  get frame(): Frame {
    return this.running;
  }

  /** Runs the body of a function. */
  enter<T>(frame: Frame, run: () => T): T {
    const outer = this.running;
    this.running = frame;
    try {
      return run();
    } finally {
      this.running = outer;
    }
  }

  /** For a part of an evaluation that was given up: the function that ran when it began. */
  resume(frame: Frame): void {
    this.running = frame;
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
      const { given, written } = this.trial(run, journal);
      const after = new Map<Cell, Value>();
      for (const cell of written) if (lives(cell)) after.set(cell, cell.read());
      return { given, after, returned: frame.returned };
    } finally {
      restore(journal);
      frame.returned = returned;
    }
  }

  /** As `fork`, for code that other threads run: what that code returns by reference is not a result of this
   *  function. */
  forkOfOthers<T>(run: () => T, lives: (cell: Cell) => boolean): Fork<T> {
    const { places } = this.frame;
    const known = places?.length ?? 0;
    try {
      return this.fork(run, lives);
    } finally {
      if (places) places.length = known;
    }
  }

  /** Runs code of which no trace stays in the state: what it wrote, what it returned, how it left. Gives which
   *  variables it wrote, and whether it may return. */
  discard<T>(run: () => T): { readonly given: T; readonly written: readonly Cell[]; readonly returns: boolean } {
    const { frame, jumps } = this;
    const { left } = frame;
    const pending = frame.pending.length;
    const written: Cell[] = [];
    try {
      const { given } = this.fork(run, (cell) => written.push(cell) > 0);
      return { given, written, returns: frame.pending.length > pending };
    } finally {
      frame.left = left ?? false;
      frame.pending.length = pending;
      this.jumps = jumps;
    }
  }
}

/** Gives variables what they held, the one written last first: a part may have been written before its whole. */
function restore(journal: Journal): void {
  for (const [cell, old] of [...journal].reverse()) cell.set(old);
}
