// Places in source text. Offsets count UTF-16 code units, as VS Code and JavaScript strings do. Knows nothing of lines
// (text/lines.ts) nor of any language.

/** Names a source file. The host chooses the form (a URI, a path); the core only compares it. */
export type FileId = string;

/** A half-open range `[start, end)` of UTF-16 code units in one file. */
export interface Span {
  readonly file: FileId;
  readonly start: number;
  readonly end: number;
}

/** The place of what stands in no text. */
export const nowhere: Span = { file: '', start: 0, end: 0 };

/** True where `offset` lies in the span; the end counts, as an editor's caret may stand there. */
export function contains(span: Span, offset: number): boolean {
  return span.start <= offset && offset <= span.end;
}

/** A part of one text: `[start, end)`. */
export type Stretch = Pick<Span, 'start' | 'end'>;

export function isSamePlace(one: Stretch, other: Stretch): boolean {
  return one.start === other.start && one.end === other.end;
}

export function isSameSpan(one: Span, other: Span): boolean {
  return one.file === other.file && isSamePlace(one, other);
}

export function isWithin(inner: Stretch, outer: Stretch): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** Where a span begins, as a key. */
export const beginOf = ({ file, start }: Pick<Span, 'file' | 'start'>): string => `${file} ${start}`;
