// Lines of a text: where they begin and end, and how far they are indented. Knows no language.

/** The beginning of the line of `offset`. */
export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** The end of the line of `offset`, before its line break. */
export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end;
}

/** The line behind the one of `offset`, without its line break; empty, at the end of the text, where there is none. */
export function lineAfter(text: string, offset: number): { readonly start: number; readonly end: number } {
  const start = Math.min(lineEnd(text, offset) + 1, text.length);
  const end = lineEnd(text, start);
  return { start, end: text[end - 1] === '\r' && end > start ? end - 1 : end };
}

/** The blanks at the beginning of the line of `offset`. */
export function indentOf(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, offset), lineEnd(text, offset)))?.[0] ?? '';
}

/** The number of the line of `offset`, from 1. */
export function lineNumber(text: string, offset: number): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
