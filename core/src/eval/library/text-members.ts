// Member functions of texts: `std::string`, `std::string_view`, and what an argument of the program is. One that is not
// here may change its object.
import { say } from '../../base/say';
import { dyn } from '../../algebra/leaf';
import { held64, wideOf } from '../../algebra/wide';
import type { Span } from '../../base/span';
import type { Scalar, Text, Value } from '../../values/value';
import { isIntegerType } from '../../values/scalars';
import { loseCell } from '../memory/losing';
import type { Machine } from '../state/machine';
import { boolean } from '../types/arithmetic';
import type { Cell } from '../values/cells';
import type { Arg } from '../values/entities';
import { isTuple } from '../values/inspect';
import { isText } from '../values/kinds';
import { isDynamicIntValue } from '../values/template-args';
import { charactersOf } from '../values/texts';
import { asNumber } from '../values/truth';
import { unknown } from '../values/unknown';

/** A call of a member function; undefined where it is not modelled. */
export function textMember(
  m: Machine,
  object: Text,
  cell: Cell | undefined,
  name: string,
  args: readonly Arg[],
  span: Span,
): Value | undefined {
  if (object.of === undefined && name !== 'operator[]') return undefined;
  // What is written through the address that `data` returns is not followed.
  if (name === 'data' && object.of === 'string' && cell)
    loseCell(m, cell, say`${cell.name} may be set through its \`data\``, span);
  if (name === 'c_str' || name === 'data')
    return { is: 'text', text: object.text, ...(cell && !cell.fixed && { lent: true as const }) };
  if (!known.has(name)) {
    if (cell) loseCell(m, cell, say`${cell.name} may be set by its function \`${name}\``, span);
    return undefined;
  }
  // How many bytes other characters take depends on the encoding.
  if (/[^\0-\x7f]/.test(object.text))
    return unknown('unsupported', say`texts with characters beyond ASCII are not modelled`, span);
  return member(object, name, args) ?? unknown('input', say`the index is not known`, span);
}

const known = new Set(
  'size length empty at operator[] front back substr find rfind starts_with ends_with compare'.split(' '),
);

/** Undefined where the operands are not known, or lead out of the text. */
function member({ text, of }: Text, name: string, args: readonly Arg[]): Value | undefined {
  const [first, second] = args.map(({ value }) => value);
  const index = first === undefined ? undefined : asNumber(first);
  const given = first === undefined ? undefined : searched(first);
  switch (name) {
    case 'size':
    case 'length':
      return size(text.length);
    case 'empty':
      return boolean(dyn(text.length === 0 ? 1 : 0));
    case 'front':
      return character(text, 0);
    case 'back':
      return character(text, text.length - 1);
    case 'at':
    case 'operator[]':
      return index === undefined ? undefined : character(text, index);
    case 'substr':
      return part(text, first === undefined ? 0 : index, second === undefined ? text.length : asNumber(second), of);
    case 'find':
      return found(text, given, second, (one, from) => text.indexOf(one, from));
    case 'rfind':
      return second === undefined ? found(text, given, second, (one) => text.lastIndexOf(one)) : undefined;
    case 'starts_with':
      return given === undefined ? undefined : boolean(dyn(text.startsWith(given) ? 1 : 0));
    case 'ends_with':
      return given === undefined ? undefined : boolean(dyn(text.endsWith(given) ? 1 : 0));
    default:
      return args.length === 1 && given === text ? dyn(0) : undefined;
  }
}

function size(n: number): Value {
  return held64(BigInt(n), true);
}

function character(text: string, index: number): Scalar | undefined {
  const code = index === text.length ? 0 : text.charCodeAt(index);
  return Number.isNaN(code) ? undefined : { is: 'scalar', type: 'char', bits: 8, n: code };
}

function part(text: string, from: number | undefined, count: number | undefined, of: Text['of']): Text | undefined {
  const isInside = from !== undefined && count !== undefined && from <= text.length && count >= 0;
  return isInside ? { is: 'text', text: text.slice(from, from + count), ...(of && { of }) } : undefined;
}

/** A text or a character to look for. */
function searched(value: Value): string | undefined {
  if (isText(value)) return charactersOf(value);
  const isCharacter = !isTuple(value) && value.is === 'scalar' && value.type === 'char' && value.n !== undefined;
  return isCharacter ? String.fromCharCode(value.n) : undefined;
}

/** Where nothing is found, `npos`. */
function found(
  text: string,
  given: string | undefined,
  from: Value | undefined,
  search: (one: string, from: number) => number,
): Value | undefined {
  const start = from === undefined ? 0 : asNumber(from);
  if (given === undefined || start === undefined || start > text.length) return undefined;
  const at = search(given, start);
  return at < 0 ? held64(-1n, true) : size(at);
}

/** `std::to_string` of an integer. */
export function asText([given]: readonly Arg[], span: Span): Value {
  const value = given?.value;
  const n = value === undefined ? undefined : asNumber(value);
  const isFloating = value !== undefined && !isTuple(value) && value.is === 'scalar' && !isIntegerType(value);
  const wide = value && isDynamicIntValue(value) ? wideOf(value) : undefined;
  if (wide !== undefined) return { is: 'text', text: String(wide), of: 'string' };
  if (n === undefined || isFloating) return unknown('input', say`the text is not known before the program runs`, span);
  return { is: 'text', text: String(n), of: 'string' };
}

/** `std::strcmp` of texts that are known. */
export function compareText(args: readonly Arg[], span: Span): Value {
  const [a, b] = args.map(({ value }) => (isText(value) ? charactersOf(value) : undefined));
  if (a !== undefined && b !== undefined) return dyn(a < b ? -1 : a > b ? 1 : 0);
  return unknown('input', say`the text is not known before the program runs`, span);
}
