// What lowering keeps from one version of a file to the next. Knows texts and what they gave, nothing of how.
import type { Stmt, SyntaxProblem } from '../../ir/program';

/** What one declaration gave. Spans count from the start of the file at the time. */
export interface Lowered {
  readonly start: number;
  readonly items: readonly Stmt[];
  readonly problems: readonly SyntaxProblem[];
}

/** By the text of a declaration, as written and as masked. */
export type LoweredByText = Map<string, Lowered>;

/** What the last lowering gave, and statements that only those before it met: an edit elsewhere in a function, or damage
 *  that is undone, finds them again. */
export interface LoweringCache {
  readonly last: LoweredByText;
  readonly older: LoweredByText;
  /** The characters that the keys of `older` take. */
  readonly size: number;
}

export function newCache(): LoweringCache {
  return { last: new Map(), older: new Map(), size: 0 };
}

/** Beyond this many characters older statements are let go. */
const MAX_OLDER = 1_000_000;
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
function withStatements({ last, older, size }: LoweringCache, from: LoweredByText, except: LoweredByText): LoweringCache {
  const kept = size > MAX_OLDER ? new Map<string, Lowered>() : older;
  let length = kept === older ? size : 0;
  for (const [key, lowered] of from) {
    if (key.length > MAX_STATEMENT || !key.startsWith('function') || lowered.problems.length > 0 || except.has(key) || kept.has(key)) continue;
    kept.set(key, lowered);
    length += key.length;
  }
  return { last, older: kept, size: length };
}
