// The only error that the algebra throws, and how it is worded. The evaluator catches it in one place
// (eval/state/algebra-guard.ts) and turns it into an unknown value and a diagnostic.
import { said, say } from '../base/say';
import { Untraced } from '../base/untraced';
import { print } from './print';

/** Which rule of CuTe an operand breaks. Codes are stable: the command line prints them, and diagnostics are keyed
 *  by them. */
export type AlgebraCode =
  | 'divisibility' // a size, stride or shape does not divide the other
  | 'non-injective' // two coordinates share an offset where that is refused
  | 'rank' // ranks differ, or a mode does not exist
  | 'congruence' // profiles (nesting) differ
  | 'static' // CuTe needs a static integer here
  | 'overflow' // the exact integer does not fit the C++ type, or 2^53
  | 'symbolic' // the number behind a name is needed; `needs` says which
  | 'type' // CuTe has no overload for operands of this kind
  | 'substitution' // the compiler refuses it, in the declaration of a template silently
  | 'deleted' // CuTe deletes the operation (stride of a ComposedLayout)
  | 'range' // a coordinate, mode or bit field out of range
  | 'undefined' // C++ compiles it, and leaves open what it gives: a shift by too much, the logarithm of zero
  | 'limit' // CuTe accepts it; it is too large to be followed, enumerated or drawn here
  | TileCode;

/** Rules of cuTile: what its launcher, its compiler or Tile IR's verifier refuses. Each is the slug of a check. */
export const tileCodes = [
  'grid-mismatch',
  'explicit-grid',
  'no-grid',
  'uninferred-generic',
  'generics-arity',
  'shape-mismatch',
  'rank-mismatch',
  'mut-rank',
  'reshape-count',
  'broadcast-dim',
  'broadcast-rank',
  'mma-shape',
  'reduce-axis',
  'tile-operands',
  'index-oob',
  'tile-map',
] as const;
export type TileCode = (typeof tileCodes)[number];

/** The operands of a refusal as data, for repairs and checks that need them or tell refusals of one rule apart.
 *  They do not read the message, so it can be reworded without changing anything else. */
export type RefusalData =
  /** What the message names, by name: values, numbers, words. `refused` fills it from the message itself. */
  | { readonly is: 'operands'; readonly of: Operands }
  /** A tiler has more modes than what it tiles. */
  | { readonly is: 'tiler-rank'; readonly tiler: number; readonly modes: number }
  /** A TiledCopy does not have a multiple of the threads or values that its atom needs. */
  | { readonly is: 'atom-multiple'; readonly of: 'threads' | 'values'; readonly given: number; readonly needed: number }
  /** The grid that a launch must have, or its upper bound; an extent is undefined where it is not known. */
  | { readonly is: 'launch-grid'; readonly extents: readonly (number | undefined)[] };

/** An operation that CuTe refuses, with the operands in the message ("tiler size 6 does not divide mode 1 of
 *  (_8,_8):(_1,_8)"). */
export class AlgebraError extends Untraced {
  override readonly name = 'AlgebraError';
  /** `needs`: the names of run-time numbers that would have to be known (code `symbolic`). Only this file makes one:
   *  `refused` gives each refusal its operands. */
  constructor(
    readonly code: AlgebraCode,
    message: string,
    readonly data: RefusalData | undefined,
    readonly needs: readonly string[],
  ) {
    super(message);
  }
}

/** What a message names. Values are those of any room, so whoever reads one has to look at what it is. */
export type Operands = Readonly<Record<string, unknown>>;

/** An operand that the message writes in a way of its own. The data has the operand itself. */
export function spelled<T>(spell: (operand: T) => string, operand: T): Spelled {
  return new Spelled(operand, spell(operand));
}

class Spelled {
  constructor(
    readonly operand: unknown,
    readonly text: string,
  ) {}
}

/** What a refusal has beside its code and its message. */
export interface Refused {
  /** Replaces the operands where a check or a repair asks for data of its own kind. */
  readonly data?: RefusalData | undefined;
  /** The names of run-time numbers that would have to be known (code `symbolic`). */
  readonly needs?: readonly string[];
}

/** A refusal whose message and data are made of the same operands, so that they cannot differ:
 *  refused('rank')`${{ layout }} has ${{ rank }} modes` says both in words, and has `layout` and `rank` in its data.
 *  Each `${{ … }}` has one operand.
 *  `show` prints values; that of values/refused.ts knows those that the algebra does not. */
export function refused(
  code: AlgebraCode,
  { data, needs = [] }: Refused = {},
  show: (value: unknown) => string = print,
): (words: TemplateStringsArray, ...named: readonly Operands[]) => AlgebraError {
  return (words, ...named) => {
    const operands = named.flatMap((one) => Object.entries(one));
    const spoken = operands.map(([, operand]) => shown(operand, show));
    const of = Object.fromEntries(operands.map(([name, one]) => [name, one instanceof Spelled ? one.operand : one]));
    return new AlgebraError(code, say(words, ...spoken), data ?? { is: 'operands', of }, needs);
  };
}

function shown(operand: unknown, show: (value: unknown) => string): string {
  if (operand instanceof Spelled) return operand.text;
  // A noun of `words` has several words, a name of CuTe or of the program has one.
  if (typeof operand === 'string' && operand.includes(' ')) return said(operand);
  return typeof operand === 'object' && operand !== null ? show(operand) : String(operand);
}

/** The refusal of an operation whose operand is not known, for the reason why it is not known. */
export function notKnown({ message, data, needs = [] }: Refused & { readonly message: string }): AlgebraError {
  return new AlgebraError('symbolic', message, data, needs);
}

/** Throws where an expression is expected. */
export function raise(error: AlgebraError): never {
  throw error;
}

/** The result of `compute`, or of `otherwise` where `compute` throws an AlgebraError. Other errors pass through. */
export function unlessRefused<T, U>(compute: () => T, otherwise: (error: AlgebraError) => U): T | U {
  try {
    return compute();
  } catch (error) {
    if (error instanceof AlgebraError) return otherwise(error);
    throw error;
  }
}

/** The result of `compute`; undefined where it throws an AlgebraError. */
export function known<T>(compute: () => T): T | undefined {
  return unlessRefused(compute, () => undefined);
}

/** The mode `i` of a tuple. Throws: AlgebraError 'rank' where there is none, as in operands whose profiles differ. */
export function modeAt<T>(t: readonly T[], i: number): T {
  return t[i] ?? noMode(i);
}

/** A function of its own, so that `modeAt` is small enough for the engine to inline. */
function noMode(i: number): never {
  throw refused('rank')`there is no mode ${{ i }}`;
}
