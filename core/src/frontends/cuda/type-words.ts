// Types of several words, `unsigned long`, and names that are types to the grammar alone.

/** The name that the grammar is shown for a template of the program that is called `size_t`, which is a type to it. */
export const SIZE_TEMPLATE = '_size_template_';

/** The words that types of several words are made of. */
export const TYPE_WORDS = /^(?:(?:un)?signed|char|short|int|long|double)$/;

const usualOrder = /^(?:(?:un)?signed ?)?(?:char|short(?: int)?|int|long(?: long)?(?: int)?|long double)?$/;

/** The words of a type may stand in any order: `long unsigned int long` is `unsigned long long`. */
export function inOrder(words: readonly string[]): string {
  const [only, second] = words;
  if (only !== undefined && second === undefined) return only;
  const written = words.join(' ');
  if (usualOrder.test(written) || !words.every((word) => TYPE_WORDS.test(word))) return written;
  const rank = ['unsigned', 'signed', 'short', 'long', 'char', 'double'];
  return words
    .filter((word) => word !== 'int')
    .sort((a, b) => rank.indexOf(a) - rank.indexOf(b))
    .join(' ');
}

/** Words that begin a statement which is no declaration. The grammar takes some of them for names where the text around
 *  them is damaged. */
export const STATEMENT_WORDS =
  /^(?:return|goto|throw|delete|new|case|default|else|do|if|for|while|switch|break|continue|try|co_\w+)$/;
