// String literals: how many bytes they have, and the array that each of them is ([lex.string]).
import { say } from '../../base/say';
import { dyn, hole, withSign } from '../../algebra/leaf';
import type { Expr } from '../../ir/program';
import type { Text, Value } from '../../values/value';
import { asNumber } from './truth';
import { unknown } from './unknown';

/** The bytes of a string literal, its end among them. */
export function bytesOfText(e: Expr & { is: 'String' }): Value {
  const { value, width } = e;
  const characters = [...value];
  // An escape may stand for one byte or for a character of two.
  if (width === undefined && characters.some((c) => c >= '\u0080' && c <= '\u00ff'))
    return unknown('unsupported', say`how many bytes these characters have is not known`, e.span);
  const narrow = (c: string): number =>
    c < '\u0080' ? 1 : c < '\u0800' ? 2 : c < '\u{10000}' && c.length === 1 ? 3 : 4;
  const bytes =
    width === 4
      ? 4 * (characters.length + 1)
      : width === 2
        ? 2 * (value.length + 1)
        : 1 + characters.reduce((sum, c) => sum + narrow(c), 0);
  return withSign(dyn(bytes, undefined, 64), true);
}

/** The characters that a text has: where it is a pointer to them, those before the first that is 0. */
export function charactersOf({ text, of }: Text): string {
  const end = of === undefined ? text.indexOf('\0') : -1;
  return end < 0 ? text : text.slice(0, end);
}

/** The type of a string literal, `char const[n]`, by example. */
export function arrayOfText(e: Expr & { is: 'String' }): Value {
  const length = bytesOfText(e);
  if (e.width !== undefined) return unknown('unsupported', say`the type of these characters is not known`, e.span);
  const count = asNumber(length);
  if (count === undefined) return length;
  return {
    is: 'pointer',
    space: 'generic',
    element: { is: 'scalar', type: 'char', bits: 8 },
    offset: hole(),
    constant: true,
    length: dyn(count),
  };
}
