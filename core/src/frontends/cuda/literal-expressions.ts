// Lowers literals: numbers, characters, texts with the pieces that stand beside each other.
import { say } from '../../base/say';
import type { CharLit, Expr } from '../../ir/program';
import { type Syntax, namedChildren } from '../tree';
import { type Context, opaque, span, spanOf, textOf } from './context';
import { quotedBytes, readNumber, readQuoted } from './literals';

export function lowerNumber(ctx: Context, node: Syntax): Expr {
  const text = textOf(ctx, node);
  const sign = /^([+-])\s*/.exec(text);
  if (sign === null) return readNumber(text, spanOf(ctx, node));
  const arg = readNumber(text.slice(sign[0].length), span(ctx, node.start + sign[0].length, node.end));
  return { is: 'Unary', op: sign[1] ?? '', arg, span: spanOf(ctx, node) };
}

export function lowerString(ctx: Context, node: Syntax): Expr {
  const text = textOf(ctx, node);
  return {
    is: 'String',
    value: readQuoted(text),
    bytes: quotedBytes([text]),
    ...widthOf(text),
    span: spanOf(ctx, node),
  };
}

const characterTypes: ReadonlyMap<string, NonNullable<CharLit['type']>> = new Map([
  ['u8', 'char8_t'],
  ['u', 'char16_t'],
  ['U', 'char32_t'],
  ['L', 'wchar_t'],
]);

export function lowerCharacter(ctx: Context, node: Syntax): Expr {
  const text = textOf(ctx, node);
  const value = readQuoted(text);
  const [prefix] = /^(?:u8|u|U|L)?/.exec(text) ?? [''];
  const type = characterTypes.get(prefix ?? '');
  if ([...value].length > 1 || ((type === undefined || type === 'char8_t') && value > '\u00ff'))
    return opaque(ctx, node, say`A constant of several characters is not modelled.`);
  return { is: 'Char', value, ...(type && { type }), span: spanOf(ctx, node) };
}

/** How wide the characters of a literal are, by its prefix. */
function widthOf(text: string): { readonly width?: 2 | 4 } {
  const [prefix] = /^(?:u8|u|U|L)?/.exec(text) ?? [''];
  return prefix === 'u' ? { width: 2 } : prefix === 'U' || prefix === 'L' ? { width: 4 } : {};
}

export function lowerStrings(ctx: Context, node: Syntax): Expr {
  const parts: string[] = [];
  let width: { readonly width?: 2 | 4 } = {};
  for (const part of namedChildren(node)) {
    if (!/string_literal$/.test(part.type))
      return opaque(ctx, node, say`A part of this string comes from an unknown macro.`);
    const text = textOf(ctx, part);
    parts.push(text);
    width = { ...width, ...widthOf(text) };
  }
  const value = parts.map(readQuoted).join('');
  return { is: 'String', value, bytes: quotedBytes(parts), ...width, span: spanOf(ctx, node) };
}
