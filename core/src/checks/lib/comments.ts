// Comments that say what a value is: a shape after a declaration, a thread layout after an argument. Reads them; judges nothing.
import type { FileId, Span } from '../../base/span';
import type { Fact } from '../../analysis';
import { codeOfFile } from '../../text/code';
import type { Facts } from './facts';

/** A tuple as a comment writes it: names, numbers, tuples of them. */
export type Written = string | readonly Written[];

export interface ShapeComment {
  readonly fact: Fact;
  readonly shape: readonly Written[];
  /** The tuple in the comment. */
  readonly span: Span;
  /** What follows the tuple, such as `-> smem_idx; k-major`. */
  readonly rest: string;
}

/** Declarations with a comment that starts with a tuple of at least two parts, on the line on which they end. */
export function shapeComments(facts: Facts): readonly ShapeComment[] {
  return facts.once(commentsByLine).flatMap(({ comment, text, before, lineStart }) => {
    const open = /^\/\/[/!<]*\s*(?=\()/.exec(text);
    const tuple = open && readTuple(text.slice(open[0].length));
    if (!tuple || tuple.shape.length < 2 || !/;\s*$/.test(before)) return [];
    const declared = declarationsOn(facts, { file: comment.file, start: lineStart, end: comment.start });
    const [fact] = declared;
    const start = comment.start + open[0].length;
    const span = { file: comment.file, start, end: start + tuple.length };
    return fact && declared.length === 1 ? [{ fact, shape: tuple.shape, span, rest: text.slice(open[0].length + tuple.length) }] : [];
  });
}

interface Line {
  readonly comment: Span;
  /** The comment with its slashes, to the end of its line. */
  readonly text: string;
  /** The code before it on its line. */
  readonly before: string;
  readonly lineStart: number;
}

/** Comments that stand behind code. */
export function commentsByLine({ evaluation }: Facts): readonly Line[] {
  return [...evaluation.sources.values()].flatMap(({ text, comments }) =>
    comments.flatMap((comment) => {
      const lineStart = text.lastIndexOf('\n', comment.start - 1) + 1;
      const before = text.slice(lineStart, comment.start);
      return before.trim() === '' || !text.startsWith('//', comment.start) ? [] : [{ comment, text: text.slice(comment.start, comment.end), before, lineStart }];
    }),
  );
}

/** Declarations that end on a line: the statement may start earlier. */
function declarationsOn(facts: Facts, line: Span): readonly Fact[] {
  const all = facts.once(declarations).get(line.file) ?? [];
  return all.filter(({ fact, end }) => end >= line.start && end < line.end && fact.start >= line.start - 400).map(({ fact }) => fact);
}

interface Declaration {
  readonly fact: Fact;
  /** Of the semicolon behind it; -1 where there is none. */
  readonly end: number;
}

function declarations({ evaluation }: Facts): ReadonlyMap<FileId, readonly Declaration[]> {
  return new Map([...evaluation.facts].map(([file, facts]) => {
    const text = codeOfFile(evaluation.sources, file);
    return [file, facts.filter(({ role }) => role === 'declaration').map((fact) => ({ fact, end: text.indexOf(';', fact.span.end) }))];
  }));
}

const word = /^(?:_?\d+|[A-Za-z_][\w']*(?:[-+*/][\w']+)*)$/;

/** A tuple at the start of a text. Undefined where it is prose in parentheses. */
function readTuple(text: string): { readonly shape: readonly Written[]; readonly length: number } | undefined {
  let at = 0;
  const tuple = (): readonly Written[] | undefined => {
    const parts: Written[] = [];
    at++;
    for (;;) {
      while (text[at] === ' ') at++;
      const part = text[at] === '(' ? tuple() : leaf();
      if (part === undefined) return undefined;
      parts.push(part);
      while (text[at] === ' ') at++;
      if (text[at] === ')') break;
      if (text[at] !== ',') return undefined;
      at++;
    }
    at++;
    return parts;
  };
  const leaf = (): string | undefined => {
    const found = /^[^,() ]+/.exec(text.slice(at))?.[0];
    if (found === undefined || !word.test(found)) return undefined;
    at += found.length;
    return found;
  };
  const shape = tuple();
  return shape && { shape, length: at };
}
