// Comments that describe a value: a shape behind a declaration, a thread layout behind an argument. Reads them; judges
// nothing.
import type { FileId, Span } from '../../base/span';
import type { Fact } from '../../analysis';
import { declarationAt, endOf } from '../../ir/outline';
import { trailingComments, tupleAt, type TrailingComment, type WrittenTuple } from '../../text/comments';
import { oncePerAnalysis, type Facts } from './facts';

/** A tuple in a comment: names, numbers, tuples of them. */
export type Written = string | readonly Written[];

export interface ShapeComment {
  readonly fact: Fact;
  readonly shape: readonly Written[];
  /** The place of the tuple in the comment. */
  readonly span: Span;
  /** The text behind the tuple, such as `-> smem_idx; k-major`. */
  readonly rest: string;
}

/** Declarations with a comment on their last line that begins with a tuple of at least two parts. */
export function shapeComments(facts: Facts): readonly ShapeComment[] {
  return commentsBehindCode(facts).flatMap(({ comment, text, lineStart }) => {
    const open = /^\/\/[/!<]*\s*(?=\()/.exec(text)?.[0].length;
    const found = open === undefined ? undefined : tupleAt(text, open);
    const shape = found && shapeIn(found.tuple);
    if (open === undefined || !shape || shape.length < 2) return [];
    const line = { ...comment, start: lineStart, end: comment.start };
    const declared = (declarations(facts).get(comment.file) ?? []).filter(
      ({ end }) => end > line.start && end <= line.end,
    );
    const [only] = declared;
    if (!only || declared.length > 1 || facts.textAt({ ...line, start: only.end }).trim() !== '') return [];
    const span = { ...comment, start: comment.start + open, end: comment.start + found.end };
    return [{ fact: only.fact, shape, span, rest: text.slice(found.end) }];
  });
}

/** The `//` comments of all files that have code before them on their line. */
export const commentsBehindCode = oncePerAnalysis(allCommentsBehindCode);

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

const declarations = oncePerAnalysis(allDeclarations);

function allDeclarations({ evaluation }: Facts): ReadonlyMap<FileId, readonly Declared[]> {
  return new Map(
    [...evaluation.facts].map(([file, facts]) => {
      const source = evaluation.sources.get(file);
      return [
        file,
        facts.flatMap((fact) => {
          const declaration = source && fact.role === 'declaration' ? declarationAt(source, fact.span) : undefined;
          const end = source && declaration && endOf(source, declaration);
          return end === undefined ? [] : [{ fact, end }];
        }),
      ];
    }),
  );
}

const word = /^(?:_?\d+|[A-Za-z_][\w']*(?:[-+*/][\w']+)*)$/;

/** The parts of a tuple; undefined where the parentheses contain prose. */
function shapeIn({ parts }: WrittenTuple): readonly Written[] | undefined {
  const shape = parts?.map((part) => (part.parts ? shapeIn(part) : word.test(part.text) ? part.text : undefined));
  return shape?.every((part) => part !== undefined) ? shape : undefined;
}
