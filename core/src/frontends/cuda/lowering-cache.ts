// What lowering keeps from one version of a file to the next. Maps texts to lowered items; does not know how they are
// lowered. Whatever is kept is a function of its key alone, so that an edited file and the same file opened afresh read
// alike.
import { elementAt } from '../../base/assert';
import type { Stmt, SyntaxProblem } from '../../ir/program';
import { firstMarkFrom, isDirectlyBehind, leadingMarks, originalStart } from './context';
import type { Masked } from './mask';
import type { Mark } from './mask-writer';
import { packAt } from './packing';

/** What one declaration gave. Spans count from the start of the file at the time. */
export interface Lowered {
  readonly start: number;
  readonly items: readonly Stmt[];
  readonly problems: readonly SyntaxProblem[];
}

/** By `keyOf` the declaration, and what else its reading rests on. */
export type LoweredByText = Map<string, Lowered>;

/** What the last lowering gave, and statements that only those before it met: an edit elsewhere in a function, or
 *  damage that is undone, finds them again. */
export interface LoweringCache {
  readonly last: LoweredByText;
  readonly older: LoweredByText;
  /** The characters that the keys of `older` take. */
  readonly size: number;
  /** Pieces of broken versions. */
  readonly pieces: Pieces;
}

export function newCache(): LoweringCache {
  return { last: new Map(), older: new Map(), size: 0, pieces: new Pieces() };
}

/** Older statements are let go once they have more characters than those of the present text, and than this. */
const FEW_CHARACTERS = 20_000;
/** A statement or a piece longer than this is not kept by itself: those that it is made of are, and keys would be as
 *  long again at each level. */
export const mostKept = 20_000;
/** A statement longer than this is mostly other statements. */
const MAX_STATEMENT = 4_000;

export function remembered({ last, older }: LoweringCache, key: string): Lowered | undefined {
  return last.get(key) ?? older.get(key);
}

/** The cache after a lowering of whole text, which gave or took over `now`. */
export function aged(before: LoweringCache, now: LoweredByText): LoweringCache {
  return { ...withStatements(before, before.last, now), last: now };
}

/** Moves statements among `from` to the older ones, where `except` has not got them. */
function withStatements(
  { last, older, size, ...rest }: LoweringCache,
  from: LoweredByText,
  except: LoweredByText,
): LoweringCache {
  const kept = size > Math.max(FEW_CHARACTERS, charactersOf(except)) ? new Map<string, Lowered>() : older;
  let length = kept === older ? size : 0;
  for (const [key, lowered] of from) {
    if (!isKept(key) || lowered.problems.length > 0 || except.has(key) || kept.has(key)) continue;
    kept.set(key, lowered);
    length += key.length;
  }
  return { ...rest, last, older: kept, size: length };
}

const isKept = (key: string): boolean => key.length <= MAX_STATEMENT && key.startsWith('function');

function charactersOf(statements: LoweredByText): number {
  let sum = 0;
  for (const key of statements.keys()) if (isKept(key)) sum += key.length;
  return sum;
}

/** What pieces of broken text gave, in this version and in the one before. */
export class Pieces {
  #young: LoweredByText = new Map();
  #old: LoweredByText = new Map();

  get(key: string): Lowered | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: string, lowered: Lowered): void {
    this.#young.set(key, lowered);
  }

  /** Begins a new version. */
  age(): void {
    this.#old = this.#young;
    this.#young = new Map();
  }
}

/** All that lowering `[start, end)` of the masked text can see: both texts, how the one comes from the other, the words
 *  that were blanked, what macros gave, and how classes are packed. Nothing where the text is not the file's own. */
export function keyOf(
  masked: Masked,
  start: number,
  end: number,
): { readonly from: number; readonly key: string } | undefined {
  const { map, original, text, marks, packings, expanded } = masked;
  if (!map.isOwnText(start, end)) return undefined;
  const from = originalStart(masked, start);
  const to = map.range(start, end)[1];
  let words = leadingMarks(masked, start).map(wordOf).join(' ');
  for (let i = firstMarkFrom(marks, start); i < marks.length && elementAt(marks, i).at < end; i++)
    words += ` ${elementAt(marks, i).at - start}${wordOf(elementAt(marks, i))}`;
  // An attribute behind the closing brace, which the class reads and does not contain.
  for (let i = firstMarkFrom(marks, end); i < marks.length && isDirectlyBehind(text, end, elementAt(marks, i).at); i++)
    words += ` ${text.slice(end, elementAt(marks, i).at)}${wordBehind(masked, elementAt(marks, i), from)}`;
  for (let i = firstMarkFrom(expanded, start); i < expanded.length && elementAt(expanded, i).at < end; i++)
    words += ` ${elementAt(expanded, i).at - start}<${elementAt(expanded, i).text}`;
  const inside = packings.filter((one) => one.from > from && one.from < to);
  const pack = [packAt(packings, from), ...inside.map((one) => one.pack)].join();
  const parts = [original.slice(from, to), text.slice(start, end), map.signature(start, end, from), pack, words];
  return { from, key: parts.join('\0') };
}

function wordOf({ what, argument }: Mark): string {
  return argument?.spelled === undefined ? what : `${what}(${argument.spelled})`;
}

/** A word that stands outside the text of its declaration: what its argument says, and where. */
function wordBehind({ original }: Masked, mark: Mark, from: number): string {
  const { argument } = mark;
  if (argument === undefined) return wordOf(mark);
  return `${wordOf(mark)}@${argument.start - from}:${original.slice(argument.start, argument.end)}`;
}
