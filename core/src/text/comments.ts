// Reads comments that follow a convention: a tuple at the beginning, as in `// (BLK_M,BLK_K,k)`, and comments behind
// code. Judges nothing.
import type { Stretch } from '../base/span';
import type { Source } from './code';
import { lineEnd, lineStart } from './lines';

/** A tuple in a comment: the text of each part, where it starts, and the parts of nested tuples. */
export interface WrittenTuple {
  readonly text: string;
  readonly start: number;
  readonly parts?: readonly WrittenTuple[];
}

/** The tuple that begins at an offset of a text, and where it ends. Undefined where the brackets do not match. */
export function tupleAt(
  text: string,
  start: number,
  depth = 0,
): { readonly tuple: WrittenTuple; readonly end: number } | undefined {
  const parts: WrittenTuple[] = [];
  let at = start + 1;
  if (text[start] !== '(' || depth > deepest) return undefined;
  for (;;) {
    const nested = text[skipBlanks(text, at)] === '(' ? tupleAt(text, skipBlanks(text, at), depth + 1) : undefined;
    const end = endOfPart(text, nested ? nested.end : at);
    if (end === undefined) return undefined;
    const first = skipBlanks(text, at);
    const written = text.slice(at, end).trim();
    parts.push(nested && nested.tuple.text === written ? nested.tuple : { text: written, start: first });
    at = end + 1;
    if (text[end] === ')') return { tuple: { text: text.slice(start, at), start, parts }, end: at };
  }
}

/** The tuples of a comment that begins with one. */
export function tuplesOf(text: string): readonly WrittenTuple[] {
  const found: WrittenTuple[] = [];
  for (let open = text.startsWith('(') ? 0 : -1; open >= 0;) {
    const next = tupleAt(text, open);
    if (next) found.push(next.tuple);
    open = text.indexOf('(', next?.end ?? open + 1);
  }
  return found;
}

/** The deepest nesting that is read. */
const deepest = 32;

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ') at++;
  return at;
}

/** The comma or bracket that ends a part; nested brackets are skipped. */
function endOfPart(text: string, from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const c = text[at] ?? '';
    if (c === '(') depth++;
    else if (depth === 0 && (c === ',' || c === ')')) return at;
    else if (c === ')') depth--;
  }
  return undefined;
}

/** A `//` comment behind code. */
export interface TrailingComment {
  readonly comment: Stretch;
  /** The place of the comment, including its slashes. */
  readonly text: string;
  readonly lineStart: number;
}

/** The `//` comments that have code before them on their line. */
export function trailingComments({ text, comments }: Source): readonly TrailingComment[] {
  return comments.flatMap((comment) => {
    const start = lineStart(text, comment.start);
    const isAlone = text.slice(start, comment.start).trim() === '';
    return isAlone || !text.startsWith('//', comment.start)
      ? []
      : [{ comment, text: text.slice(comment.start, comment.end), lineStart: start }];
  });
}

/** The `//` comment behind `offset` on its line. */
export function commentBehind({ text, comments }: Source, offset: number): Stretch | undefined {
  const end = lineEnd(text, offset);
  return comments.find(({ start }) => start >= offset && start < end && text.startsWith('//', start));
}

/** True where nothing but closing brackets, commas and semicolons stands between the end of an expression and a
 *  comment. */
export function closesBefore({ text }: Source, end: number, comment: Stretch): boolean {
  return end <= comment.start && /^[\s),;]*$/.test(text.slice(end, comment.start));
}
