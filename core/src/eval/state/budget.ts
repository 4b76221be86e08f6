// Bounds on evaluation, so that it always ends. Beyond them values are Unknown. All of them count something and none
// measures time: steps and elements (on a meter), nested calls, nested expressions. What a program may spend grows with
// its text. Each entry point has a share of that, each call and each statement a share of what is left around it, so
// that one part cannot use up another's.
import { say } from '../../base/say';
import type { AnalyzeInput } from '../../analysis';
import { Held } from '../../base/held';
import { type Ceiling, type Meter, TooMuch } from '../../base/meter';
import { Untraced } from '../../base/untraced';

/** Steps are expressions and statements evaluated. The largest CUTLASS tutorial needs about 20,000, flash-attention's
 *  largest unit 300,000. */
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
/** The nesting that must be left where a function is entered; with less, it is not entered. */
const nestingOfBody = 40;

/** What a step is on the meter, whose units are elements made or looked at. */
const unitsOfStep = 64;
/** What a call of a builtin is, before it loops over anything. */
export const unitsOfCall = 512;
/** What each part of its value is, which others will look at. */
export const unitsOfPart = 8;
/** What one call of a builtin may make and look at. */
export const unitsOfBuiltin = 1 << 18;

/** What any program may spend, what it may for each character of its text, and for all of that at most for each step it
 *  may take. */
const unitsOfProgram = 1 << 22;
const unitsOfCharacter = 160;
const unitsForStep = 128;
/** What an entry point may spend whatever others took. */
const unitsOfEntry = 1 << 16;
/** What a function may that calls itself: so much, or a part of what the program may spend. */
const unitsOfRecursion = 1 << 20;
const partOfRecursion = 1 / 16;
/** Of what is left, the part that a call or a statement leaves to those behind it; in a function that has given one up,
 *  more. */
const reserved = 1 / 32;
const reservedLater = 1 / 2;

/** Thrown to leave evaluation altogether; caught in evaluate.ts. */
export class Exhausted extends Untraced {
  override readonly name = 'Exhausted';
  constructor() {
    super(say`no steps are left`);
  }
}

/** The outermost call of a function that runs. */
export interface Activation {
  readonly part: Ceiling | undefined;
  /** What was spent before it. */
  readonly from: number;
}

/** How many calls, and how many expressions and statements, the code that runs is inside of. */
export interface Level {
  readonly depth: number;
  readonly nesting: number;
}

/** The steps that the program may take, or a part of it that has steps of its own. */
interface Account {
  used: number;
  readonly limit: number;
  isExhausted: boolean;
}

export class Budget {
  private readonly account: Held<Account>;
  private readonly depth = new Held(0);
  private readonly nesting = new Held(0);
  /** How often something was left out since it was too deep, or took too much. */
  cuts = 0;
  private readonly maxDepth: number;
  private readonly units: number;
  private readonly from: number;
  /** How often something was given up. */
  private givenUp = 0;

  constructor(
    input: AnalyzeInput,
    readonly meter: Meter,
  ) {
    const limit = input.budget?.steps ?? defaultSteps;
    this.account = new Held(accountOf(limit));
    this.maxDepth = input.budget?.depth ?? defaultDepth;
    this.units = Math.min(limit * unitsForStep, unitsOfProgram + unitsOfCharacter * charactersOf(input));
    this.from = meter.spent;
  }

  /** Steps taken so far. */
  get steps(): number {
    return this.account.now.used;
  }

  /** Whether the program would have taken more than it may. */
  get exhausted(): boolean {
    return this.account.now.isExhausted;
  }

  step(): void {
    const { now } = this.account;
    if (++now.used > now.limit) this.exhaust();
    this.meter.spend(unitsOfStep, 'steps');
  }

  private exhaust(): never {
    this.account.now.isExhausted = true;
    throw new Exhausted();
  }

  /** Evaluates something that has steps of its own. Throws: Exhausted beyond them. */
  allowing<T>(steps: number, run: () => T): T {
    return this.account.during(accountOf(steps), run);
  }

  /** Evaluates something one call deeper. */
  deeper<T>(run: () => T): T {
    return this.depth.during(this.depth.now + 1, run);
  }

  /** Evaluates an expression or a statement one level deeper. */
  nested<M, N, S, T>(run: (m: M, node: N, scope: S) => T, m: M, node: N, scope: S): T {
    return this.nesting.duringCall(this.nesting.now + 1, run, m, node, scope);
  }

  get level(): Level {
    return { depth: this.depth.now, nesting: this.nesting.now };
  }

  /** Goes back to the level at which a part began that was given up. */
  resume({ depth, nesting }: Level): void {
    this.depth.resume(depth);
    this.nesting.resume(nesting);
  }

  /** True where no further function may be entered; the caller then leaves something out. */
  isDeep(): boolean {
    const isDeep = this.depth.now >= this.maxDepth || this.nesting.now >= maxNesting - nestingOfBody;
    if (isDeep) this.cuts++;
    return isDeep;
  }

  /** True where no further expression or statement may be entered; the caller then leaves something out. */
  isNested(): boolean {
    const isNested = this.nesting.now >= maxNesting;
    if (isNested) this.cuts++;
    return isNested;
  }

  /** What an entry point may spend: most of what others left, and never nothing. */
  forEntry(): number {
    const left = this.units - (this.meter.spent - this.from);
    if (left < -this.units) this.exhaust();
    return Math.max(unitsOfEntry, left * (this.givenUp > 0 ? 1 / 4 : 3 / 4));
  }

  /** What a call or a statement may spend of what is left; `again`: after another one of the same function that took
   *  too much. */
  share(again: boolean): number {
    return this.meter.left * (1 - (again ? reservedLater : reserved));
  }

  /** The outermost call of a function is given up where all the calls that it makes of itself take too much: the inner
   *  ones alone would be given up again and again. */
  recurse({ part, from }: Activation): void {
    const most = Math.max(unitsOfRecursion, Math.floor(this.units * partOfRecursion));
    if (part && this.meter.spent - from > most) throw new TooMuch('steps', most, part);
  }

  /** Something was given up: what follows has less to spend. Gives what was too much, as the end of a sentence. */
  giveUp(error: TooMuch | 'stack' | 'size'): string {
    this.givenUp++;
    this.cuts++;
    if (error === 'size') return say`makes something too large`;
    return error === 'stack'
      ? say`is nested too deeply`
      : say`takes more than ${Math.floor(error.limit / unitsOfStep).toLocaleString('en-US')} steps`;
  }
}

function accountOf(limit: number): Account {
  return { used: 0, limit, isExhausted: false };
}

function charactersOf({ files }: AnalyzeInput): number {
  let characters = 0;
  for (const { text } of files.values()) characters += text.length;
  return characters;
}

/** True where a loop that goes on as its first two iterations did takes more steps than it has: it is given up at once.
 *  `taken`: the steps of an iteration; the distances are those before the first, the second and the third. */
export function isHopeless(
  [first, second, third]: readonly (number | undefined)[],
  taken: number,
  left: number,
): boolean {
  if (first === undefined || second === undefined || third === undefined) return false;
  const perIteration = second - third;
  return perIteration > 0 && first - second === perIteration && (third / perIteration) * taken > 1.25 * left;
}
