// How a program reads its arguments: sscanf, atoi and their like, on texts that are known.
import { say } from '../../base/say';
import { dyn } from '../../algebra/leaf';
import type { Span } from '../../base/span';
import { floating } from '../../values/floats';
import type { Scalar, Text, Value } from '../../values/value';
import type { Machine } from '../state/machine';
import type { Cell } from '../values/cells';
import type { Arg } from '../values/entities';
import { isTuple } from '../values/inspect';
import { targetOf } from '../values/kinds';
import { asNumber } from '../values/truth';
import { unknown } from '../values/unknown';

/** `sscanf(text, "%d", &m)`: writes what the format reads; where the text is not known, the variables are lost. */
export function readFormatted(m: Machine, args: readonly Arg[], span: Span): Value {
  const [source, format, ...outputs] = args;
  const text = source && textOf(source.value);
  const pattern = format && textOf(format.value);
  const cells = outputs.map((arg) => cellOf(arg.value));
  if (!text || !pattern) {
    for (const cell of cells) if (cell) loseInput(m, cell, span);
    return unknown('input', say`the text is not known before the program runs`, span);
  }
  let rest = text.text;
  let read = 0;
  for (const conversion of pattern.text.matchAll(/%(l{0,2}|z|h{0,2})([dioxufgecs])/g)) {
    const token = takeToken(rest, conversion[2] ?? 'd');
    const cell = cells[read];
    if (!token || !cell) break;
    m.write(
      cell,
      inputValue(
        m,
        cell,
        token.text,
        conversion[2] ?? 'd',
        text,
        (conversion[1] ?? '') !== '' && conversion[1] !== 'h',
        span,
      ),
    );
    rest = rest.slice(token.length);
    read++;
  }
  return dyn(read);
}

function textOf(value: Value): Text | undefined {
  return !isTuple(value) && value.is === 'text' ? value : undefined;
}

function cellOf(value: Value): Cell | undefined {
  const target = targetOf(value);
  return target?.kind === 'address' ? target.cell : undefined;
}

function takeToken(text: string, conversion: string): { text: string; length: number } | undefined {
  const pattern =
    conversion === 'c'
      ? /^[\s\S]/
      : /[diu]/.test(conversion)
        ? /^\s*[-+]?\d+/
        : conversion === 'x'
          ? /^\s*(0x)?[\da-f]+/i
          : conversion === 's'
            ? /^\s*\S+/
            : /^\s*[-+]?[\d.]+(e[-+]?\d+)?/i;
  const found = pattern.exec(text);
  return found ? { text: found[0], length: found[0].length } : undefined;
}

function inputValue(
  m: Machine,
  cell: Cell,
  token: string,
  conversion: string,
  source: Text,
  wide: boolean,
  span: Span,
): Value {
  if (conversion === 'c') return { is: 'scalar', type: 'char', bits: 8, n: token.charCodeAt(0) };
  if (conversion === 's') return { is: 'text', text: token.trim() };
  if (/[fge]/.test(conversion))
    return { is: 'scalar', type: wide ? 'double' : 'float', bits: wide ? 64 : 32, n: Number(token) };
  const n = conversion === 'x' ? parseInt(token, 16) : parseInt(token, 10);
  const held = cell.read();
  const bits = !isTuple(held) && held.is === 'dynamic' ? held.bits : wide ? 64 : 32;
  return dyn(n, [argumentId(m, `${cell.name} = ${n}`, source, span)], bits);
}

function argumentId(m: Machine, what: string, source: Text, span: Span): number {
  const text = source.arg === undefined ? what : say`${what}, program argument ${source.arg}`;
  return m.recorder.assume({ kind: 'argument', text, at: span });
}

function loseInput(m: Machine, cell: Cell, span: Span): void {
  const held = cell.read();
  const bits = !isTuple(held) && held.is === 'dynamic' ? held.bits : 32;
  const integer = !isTuple(held) && (held.is === 'dynamic' || held.is === 'unknown');
  m.write(
    cell,
    integer
      ? m.unknownInt(cell.name, say`${cell.name} is read from input`, 'input', span, bits)
      : unknown('input', say`\`${cell.name}\` is read from input`, span, [cell.name]),
  );
}

/** `atoi(text)` and its like. */
export function readNumber(m: Machine, name: string, args: readonly Arg[], span: Span): Value {
  const source = args[0]?.value;
  const text = source === undefined ? undefined : textOf(source);
  const type = floatType(name);
  const bits = /^(atoi|stoi)$/.test(name) ? 32 : 64;
  if (!text) return type ?? missingNumber(m, source, bits, span);
  if (type) return /^\s*[-+]?(0x|inf|nan)/i.test(text.text) ? type : floating(type, parseFloat(text.text) || 0);
  const base = args[2] ? asNumber(args[2].value) : 10;
  // A base of 0 is that of the text's prefix.
  if (base === undefined || base < 2) return missingNumber(m, undefined, bits, span);
  const parsed = parseInt(text.text, base);
  const n = Number.isNaN(parsed) ? 0 : parsed;
  return dyn(n, [argumentId(m, `${n}`, text, span)], bits);
}

/** What a function that reads a floating-point number gives; undefined where it reads an integer. */
function floatType(name: string): Scalar | undefined {
  if (/^(stof|strtof)$/.test(name)) return { is: 'scalar', type: 'float', bits: 32 };
  return /^(atof|stod|strtod)$/.test(name) ? { is: 'scalar', type: 'double', bits: 64 } : undefined;
}

/** The value that is read where the argument is not given: a symbol with the name of the variable. */
function missingNumber(m: Machine, source: Value | undefined, bits: 32 | 64, span: Span): Value {
  const needs =
    source !== undefined && !isTuple(source) && source.is === 'unknown' ? source.cause.needs?.[0] : undefined;
  return m.unknownInt(needs ?? 'input', say`${needs ?? say`the number`} is not given`, 'input', span, bits);
}
