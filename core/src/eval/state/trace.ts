// Notes what an evaluation did beside computing values and writing variables: the kernels that it launched, and the
// code that it passed over. It is only appended to. To know what some code did, take a mark before it and ask for what
// was added since. Facts, calls and guards, which users see, are in recorder.ts.
import type { Span } from '../../base/span';
import type { Value } from '../../values/value';
import type { Cell } from '../values/cells';

/** Code that is not seen runs, and the variables that have escaped are lost. */
export interface Unseen {
  readonly why: string;
  readonly at: Span;
  /** Of what is written. */
  readonly example: Value | undefined;
  /** How many forks of the state it ran in. */
  readonly forks: number;
}

/** A moment of an evaluation. */
export interface Mark {
  readonly launches: number;
  readonly skips: number;
  readonly passedOver: number;
  readonly unseen: number;
  readonly chosen: number;
  readonly rethrown: number;
  readonly divided: number;
  readonly compared: number;
}

export class Trace {
  private readonly launched: number[] = [];
  private readonly passed: Cell[] = [];
  private skipped = 0;
  private thrown = 0;
  private readonly beforeRethrown: Cell[] = [];
  private readonly unseen: (Unseen | undefined)[] = [];
  private chosen = 0;
  private divided = 0;
  private compared = 0;

  /** An instance of a kernel is launched. */
  launch(instance: number): void {
    this.launched.push(instance);
  }

  /** Code is passed over that another iteration, or another call, may run, and that may have side effects. */
  skip(): void {
    this.skipped++;
  }

  /** An exception is thrown. */
  throw(): void {
    this.thrown++;
  }

  /** Handlers throw once more what they were given, after they have written to variables. */
  rethrow(written: Iterable<Cell>): void {
    for (const cell of written) this.beforeRethrown.push(cell);
  }

  rethrownSince(mark: Mark): readonly Cell[] {
    return this.beforeRethrown.slice(mark.rethrown);
  }

  /** Looks at code that runs only where an exception is thrown: what that throws is not counted. */
  unlessThrown(run: () => void): void {
    const { thrown } = this;
    run();
    this.thrown = thrown;
  }

  /** How often one was. */
  get throws(): number {
    return this.thrown;
  }

  /** Code runs that is not seen: it may write every variable whose address it has. `what` is absent where what it would
   *  do another time is not told. */
  runUnseen(what?: Unseen): void {
    this.unseen.push(what);
  }

  /** A number decides which variable is meant (`c ? a : b`, `*pointers[i]`): another time it may be another one. */
  choose(): void {
    this.chosen++;
  }

  /** Code runs that is another one for the host than for the device. */
  divide(): void {
    this.divided++;
  }

  /** The number of unknown conditions around the code decides whether a function is entered. */
  compareWays(): void {
    this.compared++;
  }

  /** Variables that code would have written that was passed over. */
  passOver(cells: Iterable<Cell>): void {
    for (const cell of cells) this.passed.push(cell);
  }

  mark(): Mark {
    return {
      launches: this.launched.length,
      skips: this.skipped,
      passedOver: this.passed.length,
      unseen: this.unseen.length,
      chosen: this.chosen,
      rethrown: this.beforeRethrown.length,
      divided: this.divided,
      compared: this.compared,
    };
  }

  launchesSince(mark: Mark): readonly number[] {
    return [...new Set(this.launched.slice(mark.launches))];
  }

  hasSkippedSince(mark: Mark): boolean {
    return this.skipped > mark.skips;
  }

  unseenSince(mark: Mark): readonly (Unseen | undefined)[] {
    return this.unseen.slice(mark.unseen);
  }

  hasChosenSince(mark: Mark): boolean {
    return this.chosen > mark.chosen;
  }

  hasDividedSince(mark: Mark): boolean {
    return this.divided > mark.divided;
  }

  hasComparedWaysSince(mark: Mark): boolean {
    return this.compared > mark.compared;
  }

  passedOverSince(mark: Mark): ReadonlySet<Cell> {
    return new Set(this.passed.slice(mark.passedOver));
  }

  /** No loop runs any more that could ask what was passed over. */
  forgetPassedOver(): void {
    this.passed.length = 0;
  }
}
