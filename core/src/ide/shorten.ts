// Makes a printed layout fit a width without saying anything that is not so: what is left out becomes an ellipsis.

/** `text` in at most `width` characters: without the strides where that is enough, else with its innermost parentheses folded,
 *  deepest first; at worst its beginning. */
export function shorten(text: string, width: number): string {
  const line = text.replace(/\s*\n\s*/g, '; ').trim();
  if (line.length <= width) return line;
  const colon = line.lastIndexOf(':');
  const shape = colon > 0 ? `${line.slice(0, colon)}:…` : line;
  for (let depth = depthOf(shape) + 1; depth >= 2; depth--) {
    const folded = fold(shape, depth);
    if (folded.length <= width) return folded;
  }
  return `${line.slice(0, Math.max(1, width - 1))}…`;
}

function depthOf(text: string): number {
  let [depth, deepest] = [0, 0];
  for (const c of text) {
    if (c === '(') deepest = Math.max(deepest, ++depth);
    if (c === ')') depth--;
  }
  return deepest;
}

/** Replaces what stands in parentheses `depth` deep or deeper. */
function fold(text: string, depth: number): string {
  let [at, out] = [0, ''];
  for (const c of text) {
    if (c === ')') at--;
    if (at < depth) out += c;
    if (c === '(' && ++at === depth) out += '…';
  }
  return out;
}
