// The array of characters that a string literal is ([lex.string]/9), for pointers into it. Literals of one text are one
// array, as compilers have it.
import type { Pointer, Scalar, Text, Value } from '../../values/value';
import type { Machine } from '../state/machine';
import { type Cell, partOf, VarCell } from '../values/cells';
import { sameType } from '../values/inspect';
import { callable, isArray, isText } from '../values/kinds';

/** Longer literals are not read character by character. */
const longest = 1_000;

/** The address of the first character of a literal; undefined for other values, and where its bytes depend on the
 *  encoding. */
export function addressOfText(m: Machine, value: Value): Value | undefined {
  const isLiteral =
    isText(value) && value.arg === undefined && !value.lent && value.of === undefined && value.text.length <= longest;
  if (!isLiteral || /[^\0-\x7f]/.test(value.text)) return undefined;
  m.addresses++;
  const cell = partOf(arrayOf(m, value), 0);
  return callable(`&${cell.name}`, { kind: 'address', cell, constant: true });
}

function arrayOf(m: Machine, { text }: Text): Cell {
  const known = m.literals.get(text);
  const held = known?.read();
  if (known && held !== undefined && isArray(held) && !held.shared) return known;
  const elements = [...text, '\0'].map((c): Scalar => ({ ...character, n: c.charCodeAt(0) }));
  const cell = new VarCell(JSON.stringify(text), { is: 'array', of: 'c', element: character, elements }, true);
  m.literals.set(text, cell);
  return cell;
}

const character: Scalar = { is: 'scalar', type: 'char', bits: 8 };

/** A literal as a `char const*`, where that is the type. */
export function literalAs(m: Machine, value: Value, { space, element, constant, length }: Pointer): Value | undefined {
  const isOfType = space === 'generic' && constant === true && length === undefined && sameType(element, character);
  return isOfType ? addressOfText(m, value) : undefined;
}
