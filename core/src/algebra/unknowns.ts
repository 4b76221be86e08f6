// Integers whose numbers are not known: their expressions, among integers of other types, and modulo 2^32.
// Does not know operators of CuTe (arith.ts), nor what holds for an expression (symbols.ts).
import { words } from '../base/say';
import { refused } from './errors';
import { type Dynamic, hole, type Int, withNumber, withSign } from './leaf';
import * as symbols from './symbols';
import type { Expression, SymbolicOperator } from './symbols';
import { modulo } from './unsigned';

const MAX = Number.MAX_SAFE_INTEGER;
const MAX32 = 0x7fffffff;

const sizeNames = { 32: words`a 32-bit int`, 64: words`53 bits` };

/** The dynamic integer `n`. `what` names the operation in errors and is called only for them. Throws: AlgebraError
 *  'overflow' where `n` does not fit. */
export function dynamic(n: number, bits: 32 | 64, from: readonly number[] | undefined, what: () => string): Dynamic {
  const most = bits === 32 ? MAX32 : MAX;
  if (n > most || n < -most - 1)
    throw refused('overflow')`${{ what: what() }} does not fit ${{ bits: sizeNames[bits] }}`;
  return { is: 'dynamic', n: n === 0 ? 0 : n, name: undefined, bits, from };
}

/** The integer that an expression gives. */
export function named(e: Expression, bits: 32 | 64, from: readonly number[] | undefined): Dynamic {
  const n = symbols.constantOf(e);
  if (n !== undefined) return dynamic(n, bits, from, () => String(n));
  return { is: 'dynamic', n: undefined, name: symbols.nameOf(e), bits, from };
}

export function nameOf(x: Int): string | undefined {
  return x.is === 'dynamic' ? x.name : undefined;
}

export function expressionOf(x: Int): Expression {
  return x.n !== undefined ? symbols.constant(x.n) : symbols.expression(nameOf(x) ?? '?');
}

/** Whether only the type of an integer is known. */
export const isHole = (x: Int): boolean => x.is === 'dynamic' && x.n === undefined && x.name === undefined;

/** The expression of a number among those of so many bits. Of 64, what an unsigned number of 32 is made of is no part
 *  of it: `uint32_t(n)` of what has a sign, `uint32_t(u*2)` of what may have wrapped around. */
export function expressionAmong(x: Int, bits: 32 | 64): Expression {
  const e = expressionOf(x);
  const isWidened = bits === 64 && x.is === 'dynamic' && x.unsigned === true && x.bits === 32 && !isHole(x);
  if (!isWidened || x.n !== undefined) return e;
  return x.modular || !symbols.isAtomic(e) ? asUnsigned(e) : e;
}

const asUnsigned = (e: Expression): Expression => symbols.converted('uint32_t', e);

/** A number that is not known as one of another type ([conv.integral]). Numbers of 64 bits are taken to be exact, and
 *  what becomes a signed number of 32 bits is taken to fit it. */
export function unknownAs(x: Dynamic, bits: 32 | 64, unsigned: true | undefined): Dynamic {
  if (x.bits === bits && x.unsigned === unsigned) return x;
  const wide = isHole(x) ? x : { ...withoutModulus(x), name: symbols.nameOf(expressionAmong(x, bits)) };
  const made = withSign(withNumber(wide, undefined, bits), unsigned);
  return bits === 32 && unsigned && !isHole(x) && !x.unsigned ? { ...made, modular: true } : made;
}

function withoutModulus(x: Dynamic): Dynamic {
  if (!x.modular) return x;
  const { modular: _before, ...plain } = x;
  return plain;
}

/** Operators whose result modulo 2^32 follows from their operands modulo 2^32. */
const ofResidues: ReadonlySet<SymbolicOperator> = new Set<SymbolicOperator>([
  'add',
  'sub',
  'mul',
  'and',
  'or',
  'xor',
  'shl',
  'eq',
  'ne',
  'land',
  'lor',
]);

/** An operator on two numbers as unsigned ones of 32 bits, of which one is not known. */
export function unknownModulo32(op: SymbolicOperator, a: Int, b: Int, from: readonly number[] | undefined): Dynamic {
  if (!ofResidues.has(op)) return unsigned32(symbols.combineModulo32(op, residue(a), residue(b)), from);
  const made = symbols.combineModulo32(op, expressionOf(a), expressionOf(b));
  const isMasked = op === 'and' && (isMask(a) || isMask(b));
  return unsigned32(made, from, !isMasked && (isModular(a) || isModular(b)));
}

/** The unsigned integer of 32 bits that an expression gives, or that it gives modulo 2^32. */
export function unsigned32(e: Expression, from: readonly number[] | undefined, modular = false): Dynamic {
  const n = symbols.constantOf(e);
  const made = withSign(n === undefined ? named(e, 32, from) : { ...hole(32), n: modulo(n, 32), from }, true);
  return modular && n === undefined ? { ...made, modular } : made;
}

/** The expression of a number from 0 to 2^32-1. */
function residue(x: Int): Expression {
  if (x.n !== undefined) return symbols.constant(modulo(x.n, 32));
  return isModular(x) ? asUnsigned(expressionOf(x)) : expressionOf(x);
}

/** Whether an operand, once it is converted, is its expression modulo 2^32 only. */
function isModular(x: Int): boolean {
  return x.is === 'dynamic' && x.n === undefined && (x.unsigned !== true || x.modular === true);
}

/** What is left of any number by `&` with it is the same number with and without a sign. */
const isMask = ({ n }: Int): boolean => n !== undefined && n >= 0 && n <= MAX32;
