// Comments that describe a value: a shape behind a declaration, a thread layout behind an argument. Reads them; judges
// nothing.
import { remembered } from '../../base/remembered';
import type { Span } from '../../base/span';
import type { Fact } from '../../analysis';
import { namesDeclaredBefore } from '../../ir/outline';
import { trailingComments, tupleAt, type TrailingComment, type WrittenTuple } from '../../text/comments';
import type { Facts } from './facts';

export interface ShapeComment {
  readonly fact: Fact;
  /** Its parts are names, numbers and tuples of them. Places are those in `text`. */
  readonly tuple: WrittenTuple & { readonly parts: readonly WrittenTuple[] };
  /** The place of the tuple in the comment. */
  readonly span: Span;
  readonly comment: Span;
  /** The comment with its slashes. */
  readonly text: string;
  /** The text behind the tuple, such as `-> smem_idx; k-major`. */
  readonly rest: string;
}

/** Declarations with a comment on their last line that begins with a tuple of at least two parts. */
export const shapeComments = remembered(allShapeComments);

function allShapeComments(facts: Facts): readonly ShapeComment[] {
  const written = commentsBehindCode(facts).flatMap((one) => {
    const { comment, text } = one;
    const open = /^\/\/[/!<]*\s*(?=\()/.exec(text)?.[0].length;
    const found = open === undefined ? undefined : tupleAt(text, open);
    const parts = found?.tuple.parts;
    if (!found || !parts || parts.length < 2 || !isShape(found.tuple)) return [];
    const span = { ...comment, start: comment.start + found.tuple.start, end: comment.start + found.end };
    return [{ ...one, tuple: { ...found.tuple, parts }, span, rest: text.slice(found.end) }];
  });
  // Where each line of an initialiser has a comment, the last one speaks of its line as well.
  const isOfItsLine = ({ start }: Fact, i: number, lineStart: number): boolean => {
    const [before, own] = [written[i - 1]?.comment, written[i]?.comment];
    return before?.file === own?.file && before !== undefined && before.start > start && before.start < lineStart;
  };
  return written.flatMap(({ comment, text, lineStart, tuple, span, rest }, i) => {
    const fact = declaredBefore(facts, comment, lineStart);
    return fact && !isOfItsLine(fact, i, lineStart) ? [{ fact, tuple, span, comment, text, rest }] : [];
  });
}

/** The only declaration that ends on the line of a comment, directly before it. */
export function declaredBefore(facts: Facts, comment: Span, lineStart: number): Fact | undefined {
  const line = { ...comment, start: lineStart, end: comment.start };
  const ends = declarationsOn(facts, line);
  const [only] = ends;
  return only && ends.length === 1 && facts.textAt({ ...line, start: only.end }).trim() === '' ? only.fact : undefined;
}

/** The `//` comments of all files that have code before them on their line. */
export const commentsBehindCode = remembered(allCommentsBehindCode);

function allCommentsBehindCode({ evaluation }: Facts): readonly (TrailingComment & { readonly comment: Span })[] {
  return [...evaluation.sources].flatMap(([file, source]) =>
    trailingComments(source).map((one) => ({ ...one, comment: { ...one.comment, file } })),
  );
}

interface Declared {
  readonly fact: Fact;
  /** The place behind the semicolon. */
  readonly end: number;
}

/** The declarations that end on a line, or on a part of one. Each ends with a semicolon, by which it is found in the
 *  tree: few lines are asked for, and a file has many declarations. */
function declarationsOn(facts: Facts, line: Span): readonly Declared[] {
  const source = facts.sourceOf(line);
  const found = new Map<Fact, Declared>();
  for (let at = source.text.indexOf(';', line.start); at >= 0 && at < line.end; at = source.text.indexOf(';', at + 1))
    for (const { start, end } of namesDeclaredBefore(source, at + 1))
      for (const fact of facts.factsAt({ file: line.file, start, end }))
        if (fact.role === 'declaration') found.set(fact, { fact, end: at + 1 });
  return [...found.values()];
}

const word = /^(?:_?\d+|[A-Za-z_][\w']*(?:[-+*/][\w']+)*)$/;

/** False where the parentheses contain prose. */
function isShape({ text, parts }: WrittenTuple): boolean {
  return parts ? parts.every(isShape) : word.test(text);
}
