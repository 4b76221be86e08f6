// Compares a tuple in a comment with a tuple of the program, and writes the comment so that it agrees: names stay, and
// nothing changes but what is wrong. Names may stand for anything; it does not know what they mean.
import { say } from '../../base/say';
import type { Stretch } from '../../base/span';
import { print } from '../../algebra/index';
import { isBasis, isTuple, type IntTuple, type Leaf } from '../../algebra/leaf';
import { elementAt } from '../../base/assert';
import type { WrittenTuple } from '../../text/comments';

/** A part of a comment that contradicts the value. */
export interface Difference {
  /** The modes that lead to it: `1,0`; empty for the whole tuple. */
  readonly at: string;
  readonly written: WrittenTuple;
  readonly actual: IntTuple;
}

/** Where a comment contradicts a tuple, outermost first. `isSaid` decides whether a comment can be wrong about an
 *  integer at all. */
export function differencesOf(
  written: WrittenTuple,
  actual: IntTuple,
  isSaid: (leaf: Leaf) => boolean,
  at = '',
): readonly Difference[] {
  const { parts } = written;
  if (!parts) {
    const isWrong = isNumber(written.text) && !isTuple(actual) && isSaid(actual) && !isAlike(written.text, actual);
    return isWrong ? [{ at, written, actual }] : [];
  }
  if (!isTuple(actual) || parts.length !== actual.length) return [{ at, written, actual }];
  return parts.flatMap((part, i) =>
    differencesOf(part, elementAt(actual, i), isSaid, at === '' ? `${i}` : `${at},${i}`),
  );
}

/** What is wrong, as the end of a sentence. */
export function saysOf({ at, written, actual }: Difference, of: string): string {
  const where = at === '' ? '' : say` in mode ${at}`;
  if (!written.parts) return say`the comment says ${written.text} for ${of}mode ${at}`;
  const there = isTuple(actual) && actual.length !== 1 ? say`there are ${actual.length}` : say`there is one`;
  return say`the comment gives ${written.parts.length} modes${where}, ${there}`;
}

/** The edits of a text that make it agree. Numbers are written with underscores where the comment has some. */
export function corrections(
  text: string,
  differences: readonly Difference[],
): readonly (Stretch & { readonly text: string })[] {
  const hasMarks = /(?<!\w)_\d/.test(text) || !/(?<![\w@])\d/.test(text);
  return differences.map(({ written, actual }) => {
    const exact = print(actual);
    const right = hasMarks ? exact : exact.replace(/_(?=\d)/g, '');
    return { start: written.start, end: written.start + written.text.length, text: right };
  });
}

/** A text after edits that do not overlap. */
export function edited(text: string, edits: readonly (Stretch & { readonly text: string })[]): string {
  return [...edits]
    .sort((a, b) => b.start - a.start)
    .reduce((now, edit) => now.slice(0, edit.start) + edit.text + now.slice(edit.end), text);
}

const isNumber = (text: string): boolean => /^_?-?\d+(?:@\d+)*$/.test(text);

/** Comments omit the underscores of static integers. */
function isAlike(text: string, actual: Leaf): boolean {
  const plain = (one: string): string => one.replace(/_(?=-?\d)/g, '');
  return plain(text) === plain(print(actual));
}

/** True where the number of an integer is known. */
export function isKnownNumber(leaf: Leaf): boolean {
  if (leaf.is === 'underscore') return false;
  if (isBasis(leaf)) return isKnownNumber(leaf.n);
  return leaf.n !== undefined;
}
