// Types of several words: `unsigned long`.
const usualOrder = /^(?:(?:un)?signed ?)?(?:char|short(?: int)?|int|long(?: long)?(?: int)?|long double)?$/;

/** The words of a type may stand in any order: `long unsigned int long` is `unsigned long long`. */
export function inOrder(words: readonly string[]): string {
  const [only, second] = words;
  if (only !== undefined && second === undefined) return only;
  const written = words.join(' ');
  if (usualOrder.test(written) || !words.every((word) => /^(?:(?:un)?signed|char|short|int|long|double)$/.test(word)))
    return written;
  const rank = ['unsigned', 'signed', 'short', 'long', 'char', 'double'];
  return words
    .filter((word) => word !== 'int')
    .sort((a, b) => rank.indexOf(a) - rank.indexOf(b))
    .join(' ');
}
