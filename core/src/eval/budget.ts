// Bounds on evaluation, so that it never hangs: steps, nesting, loop iterations. Beyond them values are Unknown.
import type { AnalyzeInput } from '../analysis';
import type { Meter } from '../base/meter';

/** Steps are expressions and statements evaluated. The largest CUTLASS tutorial needs about 20,000. */
const defaultSteps = 400_000;
/** Nested calls of the program's own functions. */
const defaultDepth = 96;
/** Iterations of one loop whose effect matters after it. */
export const maxIterations = 4096;
/** Steps that one loop may take to its end, on the host and in a kernel, where layouts seldom depend on it. */
export const hostLoopSteps = 6000;
export const deviceLoopSteps = 600;
/** Nesting of expressions and statements, which is nesting of our own calls. */
const maxNesting = 240;
/** Of them, what is left for the body of one function: below that many, none is entered. */
const nestingOfBody = 40;
/** What a step is on the meter, whose units are elements made or looked at. */
const unitsOfStep = 64;

/** What a call of a builtin is, before it loops over anything. */
export const unitsOfCall = 512;
/** What one call of a builtin may make and look at. */
export const unitsOfBuiltin = 1 << 20;

/** Thrown to leave evaluation altogether; caught in evaluate.ts. */
export class Exhausted extends Error {
  override readonly name = 'Exhausted';
  constructor() {
    super('no steps are left');
  }
}

export class Budget {
  steps = 0;
  depth = 0;
  nesting = 0;
  exhausted = false;
  /** How often something was left out since it was too deep. */
  cuts = 0;
  private readonly limit: number;
  private readonly maxDepth: number;

  constructor(input: AnalyzeInput, readonly meter: Meter) {
    this.limit = input.budget?.steps ?? defaultSteps;
    this.maxDepth = input.budget?.depth ?? defaultDepth;
  }

  step(): void {
    this.steps++;
    if (this.steps > this.limit) {
      this.exhausted = true;
      throw new Exhausted();
    }
    this.meter.spend(unitsOfStep, 'steps');
  }

  /** True where no further function may be entered; the caller then leaves something out. */
  isDeep(): boolean {
    const isDeep = this.depth >= this.maxDepth || this.nesting >= maxNesting - nestingOfBody;
    if (isDeep) this.cuts++;
    return isDeep;
  }

  /** True where no further expression or statement may be entered; the caller then leaves something out. */
  isNested(): boolean {
    const isNested = this.nesting >= maxNesting;
    if (isNested) this.cuts++;
    return isNested;
  }
}

/** True where a loop that goes on as its first two iterations did takes more steps than it has: it is given up at once.
 *  `taken`: the steps of an iteration; the distances are those before the first, the second and the third. */
export function isHopeless([first, second, third]: readonly (number | undefined)[], taken: number, left: number): boolean {
  if (first === undefined || second === undefined || third === undefined) return false;
  const perIteration = second - third;
  return perIteration > 0 && first - second === perIteration && (third / perIteration) * taken > 1.25 * left;
}
