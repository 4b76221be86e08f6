// `// cute-lens-disable-next-line <slug>, <slug>`: the findings that the source silences. Knows neither checks nor
// findings, only names and lines.
import type { Evaluation, SourceText } from '../../analysis';
import type { FileId, Span } from '../../base/span';
import { nextLineOfCode } from '../../text/code';

/** One slug in a comment. */
export interface Suppression {
  readonly slug: string;
  /** The place of the slug; the whole comment where it contains none. */
  readonly span: Span;
  /** The text to which it applies: the next line with code. */
  readonly covers: Span;
}

export const directive = 'cute-lens-disable-next-line';

/** Every suppression in the evaluated files. A comment without a slug gives one with an empty slug. */
export function suppressions({ sources }: Pick<Evaluation, 'sources'>): readonly Suppression[] {
  return [...sources].flatMap(([file, source]) => suppressionsIn(file, source));
}

export function suppressionsIn(file: FileId, source: SourceText): readonly Suppression[] {
  return source.comments.flatMap((comment) =>
    source.text.startsWith(directive, afterOpening(source.text, comment.start)) ? read(file, source, comment) : [],
  );
}

function afterOpening(text: string, start: number): number {
  let at = start + 2;
  while (text[at] === ' ') at++;
  return at;
}

function read(file: FileId, source: SourceText, comment: Span): Suppression[] {
  const { text } = source;
  const covers = { file, ...nextLineOfCode(source, comment.end) };
  const from = afterOpening(text, comment.start) + directive.length;
  const body =
    text
      .slice(from, comment.end)
      .replace(/\*\/$/, '')
      .split(/\s--\s/)[0] ?? '';
  const named = [...body.matchAll(/[^\s,]+/g)].map((match) => ({
    slug: match[0],
    span: { file, start: from + match.index, end: from + match.index + match[0].length },
    covers,
  }));
  return named.length > 0 ? named : [{ slug: '', span: comment, covers }];
}
