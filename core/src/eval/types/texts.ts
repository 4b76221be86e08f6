// What an object of `std::string` or `std::string_view` holds that is made of another text ([string.cons],
// [string.view.cons]).
import { say } from '../../base/say';
import type { Text, Value } from '../../values/value';
import type { Source } from '../values/entities';
import { isTuple } from '../values/inspect';
import { isText } from '../values/kinds';
import { charactersOf } from '../values/texts';
import { asNumber } from '../values/truth';
import { unknown } from '../values/unknown';

/** A text is known where it is made of known ones. `from`: the variable of which it is made. */
export function constructText(example: Text, args: readonly Value[], from?: Source): Value {
  const [only, ...others] = args;
  if (only === undefined) return example;
  const open = unknown('input', say`the text is not known before the program runs`);
  if (isTuple(only)) return only.length === 0 && others.length === 0 ? example : open;
  if (only.is === 'unknown') return only;
  if (others.length > 0) return pieceOf(example, only, others) ?? open;
  if (!isText(only)) return open;
  const { of, arg } = example;
  if (of === undefined || only.of === of) return only;
  if (of === 'string_view' && isLent(only, from))
    return unknown('unsupported', say`how the characters change that a view leads to is not followed`);
  return { is: 'text', text: charactersOf(only), of, ...(arg !== undefined && { arg }) };
}

/** Whether a view leads to characters that may change. */
function isLent(text: Text, from: Source | undefined): boolean {
  if (text.of === undefined) return text.lent === true || text.arg !== undefined;
  return from === undefined || (from.cell !== undefined && !from.cell.fixed);
}

/** `string(text, n)`, `string(other, from, n)`, `string(n, 'x')`. */
function pieceOf({ of }: Text, first: Exclude<Value, readonly Value[]>, others: readonly Value[]): Value | undefined {
  const [second, third] = others.map(asNumber);
  if (of === undefined || second === undefined || others.length > 2) return undefined;
  if (isText(first)) {
    const isObject = first.of !== undefined;
    if (isObject && of === 'string_view') return undefined;
    const { text } = first;
    if (/[^\0-\x7f]/.test(text) || first.lent === true || (!isObject && others.length > 1)) return undefined;
    const from = isObject ? second : 0;
    const count = isObject ? (others.length > 1 ? third : text.length) : second;
    const most = isObject ? Infinity : text.length + 1;
    if (count === undefined || from < 0 || count < 0 || from > text.length || count > most) return undefined;
    return { is: 'text', text: (isObject ? text : text + '\0').slice(from, from + count), of };
  }
  return undefined;
}
