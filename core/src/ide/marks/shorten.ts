// Shortens a printed layout to a width without changing its meaning: an ellipsis replaces what is left out.

/** `text` in at most `width` characters: without the strides if that is enough, or else with its innermost
 *  parentheses folded, the deepest first, or else its beginning. */
export function shorten(text: string, width: number): string {
  const line = text.replace(/\s*\n\s*/g, '; ').trim();
  if (line.length <= width) return line;
  const colon = line.lastIndexOf(':');
  const shape = colon > 0 ? `${line.slice(0, colon)}:…` : line;
  const lengths = foldedLengths(shape);
  for (let depth = lengths.length; depth >= 2; depth--)
    if ((lengths[depth - 1] ?? 0) <= width) return fold(shape, depth);
  return `${line.slice(0, Math.max(1, width - 1))}…`;
}

/** The length of `fold(text, depth)` for each depth from 1 to one more than the nesting. */
function foldedLengths(text: string): readonly number[] {
  // The number of characters, and of opening parentheses, at each depth.
  const characters: number[] = [0];
  const opened: number[] = [0];
  let at = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === ')') at--;
    const level = Math.max(0, at);
    characters[level] = (characters[level] ?? 0) + 1;
    if (text[i] !== '(') continue;
    at++;
    opened[Math.max(0, at)] = (opened[Math.max(0, at)] ?? 0) + 1;
  }
  const lengths: number[] = [];
  let shown = 0;
  for (let depth = 1; depth <= opened.length; depth++) {
    shown += characters[depth - 1] ?? 0;
    lengths.push(shown + (opened[depth] ?? 0));
  }
  return lengths;
}

/** Replaces everything in parentheses of this depth or deeper. */
function fold(text: string, depth: number): string {
  let [at, out] = [0, ''];
  for (const c of text) {
    if (c === ')') at--;
    if (at < depth) out += c;
    if (c === '(' && ++at === depth) out += '…';
  }
  return out;
}
