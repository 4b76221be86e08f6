// What the modes of a layout mean, where the author wrote it down: CuTe code ends declarations with `// (BLK_M,BLK_K,k)`.
// Reads text only; a comment that does not fit the rank says nothing.

/** The names in the comment after the statement in which `offset` stands, one per mode; empty where there are none. */
export function modeNames(text: string, offset: number, rank: number): readonly string[] {
  const group = firstGroup(trailingComment(text, offset));
  const names = group === undefined ? [] : splitTopLevel(group);
  return names.length === rank && names.every((name) => /[A-Za-z]/.test(name)) ? names : [];
}

/** The `//` comment on the line on which the statement ends. */
function trailingComment(text: string, offset: number): string {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const semicolon = text.indexOf(';', offset);
  const limit = Math.min(semicolon < 0 ? offset : semicolon, lineStart + 2000);
  const lineEnd = text.indexOf('\n', limit);
  const line = text.slice(limit, lineEnd < 0 ? text.length : lineEnd);
  const comment = line.indexOf('//');
  return comment < 0 ? '' : line.slice(comment + 2);
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
