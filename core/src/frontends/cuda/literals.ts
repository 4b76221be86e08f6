// Reads the text of C++ literals. Knows nothing of trees.
import { say } from '../../base/say';
import type { Span } from '../../base/span';
import type { Expr } from '../../ir/program';

const floatTypeOf = (text: string): 'float' | 'double' | 'long double' =>
  /[fF]$/.test(text) ? 'float' : /[lL]$/.test(text) ? 'long double' : 'double';

/** `128`, `0x10ul`, `1'000`, `1.5f`. A sign in front is the caller's business. */
export function readNumber(text: string, at: Span): Expr {
  const clean = text.replace(/'/g, '');
  if (isFloating(clean)) {
    const value = Number(clean.replace(/[fFlL]$/, '').replace(/^\./, '0.'));
    if (Number.isNaN(value)) return { is: 'Opaque', why: say`The number ${text} could not be read.`, span: at };
    return { is: 'Float', value, type: floatTypeOf(clean), span: at };
  }
  const match = /^(0[xX][\da-fA-F]+|0[bB][01]+|\d+)([uUlLzZ]*)$/.exec(clean);
  if (match === null) return userLiteral(clean, text, at);
  const digits = match[1] ?? '';
  const octal = /^0\d+$/.test(digits);
  const exact = octal && /[89]/.test(digits) ? undefined : BigInt(octal ? `0o${digits.slice(1)}` : digits);
  const value = exact === undefined ? NaN : Number(exact);
  const number = {
    type: integerType(exact ?? 0n, (match[2] ?? '').toLowerCase(), !octal && /^\d+$/.test(digits)),
    ...(/ll/i.test(match[2] ?? '') && { longLong: true as const }),
  };
  if (!Number.isSafeInteger(value))
    return {
      is: 'Opaque',
      why: say`The number ${text} needs more than 64 bits.`,
      number: { ...number, exact },
      span: at,
    };
  return { is: 'Int', value, ...number, span: at };
}

function isFloating(text: string): boolean {
  if (/^0[xX]/.test(text)) return /[pP]/.test(text);
  return /^[\d.]+(?:[eE][+-]?\d+)?[fFlL]?$/.test(text) && /[.eE]|[fF]$/.test(text) && !/^\d+[lL]+$/.test(text);
}

/** `8_c` is CuTe's `Int<8>{}`, where the program has no operator of its own; no other suffix is known. */
function userLiteral(clean: string, text: string, at: Span): Expr {
  const cute = /^(\d+)_c$/.exec(clean);
  if (cute === null) return { is: 'Opaque', why: say`The suffix of the literal ${text} is not known.`, span: at };
  const value: Expr = { is: 'Int', value: Number(cute[1]), type: 'int', span: at };
  const type: Expr = { is: 'Name', id: 'Int', args: [value], span: at };
  return { is: 'Brace', type, args: [], literal: 'operator""_c', span: at };
}

/** The first of the types that C++ tries for a literal and that holds `value`. */
function integerType(value: bigint, suffix: string, decimal: boolean): string {
  const unsigned = suffix.includes('u');
  const long = suffix.includes('l') || suffix.includes('z');
  if (!unsigned && !long && value <= 0x7fffffff) return 'int';
  if (!long && value <= 0xffffffff && (unsigned || !decimal)) return 'unsigned';
  return unsigned || (!decimal && value >= 2n ** 63n) ? 'size_t' : 'int64_t';
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  0: '\0',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
};

function unescape(text: string): string {
  return text.replace(
    /\\(?:x([\da-fA-F]+)|([0-7]{1,3})|u([\da-fA-F]{4})|([\s\S]))/g,
    (_, hex?: string, octal?: string, unicode?: string, other = '') => {
      if (hex !== undefined) return String.fromCharCode(parseInt(hex, 16) & 0xffff);
      if (octal !== undefined) return String.fromCharCode(parseInt(octal, 8));
      if (unicode !== undefined) return String.fromCharCode(parseInt(unicode, 16));
      return ESCAPES[other] ?? other;
    },
  );
}

/** The characters of a string or character literal, its prefix and quotes taken off. */
export function readQuoted(text: string): string {
  const raw = /^(?:u8|u|U|L)?R"([^(]{0,16})\(([\s\S]*)\)\1"$/.exec(text);
  // A line ends in one character, however the file writes it ([lex.phases]).
  if (raw !== null) return (raw[2] ?? '').replace(/\r\n/g, '\n');
  const body = text.replace(/^(?:u8|u|U|L)?["']/, '').replace(/["']$/, '');
  return body.includes('\\') ? unescape(body) : body;
}

/** How many bytes the array of literals that stand side by side takes, with the zero behind it ([lex.string]). */
export function quotedBytes(parts: readonly string[]): number {
  const prefix = parts.map((part) => /^(u8|u|U|L)?/.exec(part)?.[1]).find((found) => found !== undefined);
  const unit = prefix === 'u' ? 2 : prefix === 'U' || prefix === 'L' ? 4 : 1;
  return parts.reduce((bytes, part) => bytes + unit * unitsOf(part, unit), unit);
}

function unitsOf(text: string, unit: number): number {
  const isRaw = /^(?:u8|u|U|L)?R"/.test(text);
  let units = 0;
  const content = isRaw ? readQuoted(text) : text.replace(/^(?:u8|u|U|L)?"/, '').replace(/"$/, '');
  const characters = isRaw
    ? content
    : content.replace(
        /\\(?:u([\da-fA-F]{4})|U([\da-fA-F]{8})|x[\da-fA-F]+|[0-7]{1,3}|[^])/g,
        (_, u?: string, v?: string) =>
          u === undefined && v === undefined
            ? '.'
            : String.fromCodePoint(Math.min(parseInt(u ?? v ?? '', 16), 0x10ffff)),
      );
  for (const character of characters)
    units += unit === 4 ? 1 : unit === 2 ? character.length : utf8Bytes(character.codePointAt(0) ?? 0);
  return units;
}

const utf8Bytes = (code: number): number => (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4);
