// Tells code from comments, literals and directives in a source text, for everything that looks at text and not at a
// tree. C++ is read by the front end's lexer; for Rust the tree provides comments and literals. Knows no grammar.
import { remembered } from '../base/remembered';
import { lex, literalsAmong } from '../frontends/cuda/lex';
import type { Stretch } from '../base/span';
import { lineAfter } from './lines';

/** A text with the comments and literals that its front end found. */
export interface Source {
  readonly text: string;
  readonly comments: readonly Stretch[];
  /** Strings and characters with their quotes. Absent for C++ that no front end has read: there they follow from the
   *  tokens. */
  readonly literals?: readonly Stretch[];
}

interface Read {
  readonly uncommented: string;
  readonly code: string;
  /** With their quotes. */
  readonly literals: readonly Stretch[];
}

/** The source's text with comments and what stands in literals blanked, so that what is found in it is code. Offsets
 *  and lines are those of the text, and quotes stay. */
export function codeOf(source: Source): string {
  return read(source).code;
}

/** The code of a file; empty where the file is absent. */
export function codeOfFile(sources: ReadonlyMap<string, Source>, file: string): string {
  const source = sources.get(file);
  return source ? codeOf(source) : '';
}

/** The source's text with comments blanked and literals kept. */
export function uncommented(source: Source): string {
  return read(source).uncommented;
}

/** A part of the source's text with comments blanked and literals kept. */
export function uncommentedAt({ text, comments }: Source, { start, end }: Stretch): string {
  const inside = comments.filter((comment) => comment.start < end && start < comment.end);
  return blanked(
    text.slice(start, end),
    inside.map((comment) => ({ start: Math.max(0, comment.start - start), end: Math.min(end, comment.end) - start })),
  );
}

/** The first line behind the line of `offset` that contains code; empty, at the end of the text, where none does. */
export function nextLineOfCode(source: Source, offset: number): Stretch {
  const { text } = source;
  let line = lineAfter(text, offset);
  while (line.start < text.length && uncommentedAt(source, line).trim() === '') line = lineAfter(text, line.start);
  return line;
}

/** Every name and keyword in the code of a C++ text, including those in directives. */
export function wordsOf(source: Source): ReadonlySet<string> {
  return new Set(codeOf(source).match(/[A-Za-z_]\w*/g) ?? []);
}

/** C++ that no front end has read, such as text that is being typed. */
export function sourceOf(text: string): Source {
  return { text, comments: lex(text).comments };
}

/** True where `offset` lies in a literal of the source, between its quotes. */
export function isInLiteral(source: Source, offset: number): boolean {
  return read(source).literals.some(({ start, end }) => start < offset && offset < end);
}

/** True where `offset` lies in a comment. The end of a `//` comment counts, since text typed there becomes part of
 *  the comment; the place before its first character does not. */
export function isInComment({ text, comments }: Source, offset: number): boolean {
  return comments.some(
    ({ start, end }) => start < offset && (offset < end || (offset === end && !isClosed(text, start, end))),
  );
}

/** True for a block comment that is closed; other comments end with their line. */
function isClosed(text: string, start: number, end: number): boolean {
  return text.startsWith('/*', start) && end - start >= 4 && text.startsWith('*/', end - 2);
}

export type Surroundings = 'code' | 'comment' | 'string' | 'directive';

/** What a cursor at `offset` of a C++ text stands in. A `#define` counts as code. */
export function surroundings(source: Source, offset: number): Surroundings {
  if (isInComment(source, offset)) return 'comment';
  const { text } = source;
  if (
    read(source).literals.some(
      ({ start, end }) => start < offset && (offset < end || (offset === end && isOpen(text, start, end))),
    )
  )
    return 'string';
  return directives(text).some(({ start, end }) => start < offset && offset <= end) ? 'directive' : 'code';
}

/** The code of a C++ text with its directives blanked. `#define` lines are kept. */
export function statementsOf(source: Source): string {
  return blanked(codeOf(source), directives(source.text));
}

// ---- C++ ------------------------------------------------------------------------------------------------------------

function directives(text: string): readonly Stretch[] {
  return lex(text).tokens.filter((token) => token.kind === 'directive' && !/^#\s*define\b/.test(token.text));
}

/** True for a literal without a closing quote, which ends with its line. */
function isOpen(text: string, start: number, end: number): boolean {
  const open = text.slice(start, end).search(/["']/);
  const quote = text[start + open];
  return end - 1 <= start + open || text[end - 1] !== quote || isEscaped(text, end - 1, start);
}

function isEscaped(text: string, at: number, from: number): boolean {
  let slashes = 0;
  while (at - 1 - slashes >= from && text[at - 1 - slashes] === '\\') slashes++;
  return slashes % 2 === 1 && !/^(?:u8|[uUL])?R"/.test(text.slice(from, from + 4));
}

// ---- Both -----------------------------------------------------------------------------------------------------------

const read = remembered(({ text, comments, literals }: Source): Read => {
  const without = blanked(text, comments);
  const all = literals ?? literalsAmong(lex(text).tokens, comments);
  return { uncommented: without, code: withoutLiterals(without, all), literals: all };
});

/** Blanks what stands between the quotes of literals. Prefixes and the delimiters of raw strings are blanked too;
 *  quotes are kept. */
function withoutLiterals(text: string, all: readonly Stretch[]): string {
  return blanked(
    text,
    all.map(({ start, end }) => {
      const open = start + text.slice(start, end).search(/["']/);
      const close = text.lastIndexOf(text[open] ?? '', end - 1);
      return { start: open + 1, end: close > open ? close : end };
    }),
  );
}

function blanked(text: string, stretches: readonly Stretch[]): string {
  let out = '';
  let done = 0;
  for (const { start, end } of [...stretches].sort((a, b) => a.start - b.start)) {
    if (start < done) continue;
    out += text.slice(done, start) + blank(text.slice(start, end));
    done = end;
  }
  return out + text.slice(done);
}

function blank(text: string): string {
  if (!/[\n\r]/.test(text)) return ' '.repeat(text.length);
  return text.replace(/[^\n\r]/g, ' ');
}
