// Smaller versions of a program: without a line, or without a block of lines.
import type { Source } from './generate';

/** Each version has something less; many of them do not compile. */
export function smallerPrograms({ id, text }: Source): Source[] {
  const lines = text.split('\n');
  const found = new Set<string>();
  const without = (from: number, to: number, kept: readonly string[] = []): void =>
    void found.add([...lines.slice(0, from), ...kept, ...lines.slice(to + 1)].join('\n'));
  lines.forEach((line, at) => {
    if (at < 2 || line.trim() === '' || /^int main/.test(line)) return;
    const opens = /\{( \/\/.*)?$/.test(line) && !/^\s*\}/.test(line);
    if (/^\s*\}/.test(line)) return;
    if (!opens) return without(at, at);
    const end = closing(lines, at);
    if (end === undefined) return;
    const from = /^template\b/.test(lines[at - 1] ?? '') ? at - 1 : at;
    without(from, end);
    if (/^\s/.test(line))
      without(
        from,
        end,
        lines.slice(at + 1, end).some((inner) => /^\s*\} else/.test(inner)) ? [] : lines.slice(at + 1, end),
      );
  });
  for (const match of text.matchAll(/\(([^()]*|\([^()]*\))\)/g)) {
    const inner = match[1] ?? '';
    if (!/ [-+*%/&|^<>=!?]+ /.test(inner)) continue;
    for (const part of inner.split(/ (?:[-+*%/&|^<>]|==|!=|<=|>=|<<|&&|\|\||\?|:) /))
      found.add(text.slice(0, match.index) + part + text.slice(match.index + match[0].length));
  }
  return [...found].filter((other) => other !== text).map((other) => ({ id, text: other }));
}

function closing(lines: readonly string[], from: number): number | undefined {
  let depth = 0;
  for (let i = from; i < lines.length; i++) {
    const code = (lines[i] ?? '').replace(/\/\/.*/, '');
    for (const c of code) {
      if (c === '{') depth++;
      if (c === '}') depth--;
    }
    if (depth <= 0 && i > from && !/\{\s*$/.test(code)) return i;
    if (depth <= 0 && i > from) depth = Math.max(depth, 1);
  }
  return undefined;
}
