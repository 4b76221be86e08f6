// How far apart two words are, to guess what a misspelled one was meant to be. Knows no words.

/** Steps between two words: a letter added, left out, or replaced. Gives up past `limit`. */
export function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    if (Math.min(...next) > limit) return limit + 1;
    row = next;
  }
  return row[b.length] ?? limit + 1;
}

/** The word nearest to `word` among `known`, if one is near at all. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const limit = Math.max(2, Math.floor(word.length / 3));
  let best: { readonly known: string; readonly d: number } | undefined;
  for (const one of known) {
    const d = distance(word, one, limit);
    if (d <= limit && (!best || d < best.d)) best = { known: one, d };
  }
  return best?.known;
}
