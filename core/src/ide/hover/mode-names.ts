// What the modes of a layout mean, where the author wrote it down: CuTe code ends declarations with `// (BLK_M,BLK_K,k)`.
// A comment that does not fit the rank says nothing.
import { codeOf, type Source } from '../../text/code';

/** The names in the comment after the statement in which `offset` stands, one per mode; empty where there are none. */
export function modeNames(source: Source, offset: number, rank: number): readonly string[] {
  const group = firstGroup(trailingComment(source, offset));
  const names = group === undefined ? [] : splitTopLevel(group);
  return names.length === rank && names.every((name) => /[A-Za-z]/.test(name)) ? names : [];
}

/** The `//` comment on the line on which the statement ends. */
function trailingComment(source: Source, offset: number): string {
  const { text, comments } = source;
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const semicolon = codeOf(source).indexOf(';', offset);
  const limit = Math.min(semicolon < 0 ? offset : semicolon, lineStart + 2000);
  const newline = text.indexOf('\n', limit);
  const lineEnd = newline < 0 ? text.length : newline;
  const comment = comments.find(({ start }) => start >= limit && start < lineEnd && text.startsWith('//', start));
  return comment ? text.slice(comment.start + 2, comment.end) : '';
}

/** The inside of the first balanced parentheses, only where the comment starts with them: prose in brackets is no shape. */
function firstGroup(comment: string): string | undefined {
  const trimmed = comment.trimStart();
  if (!trimmed.startsWith('(')) return undefined;
  let depth = 0;
  for (let at = 0; at < trimmed.length; at++) {
    if (trimmed[at] === '(') depth++;
    if (trimmed[at] === ')' && --depth === 0) return trimmed.slice(1, at);
  }
  return undefined;
}

function splitTopLevel(text: string): string[] {
  const parts: string[] = [];
  let [depth, start] = [0, 0];
  for (let at = 0; at <= text.length; at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')') depth--;
    if (at === text.length || (text[at] === ',' && depth === 0)) {
      parts.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  return parts;
}
