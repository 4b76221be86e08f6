// The operators of C++ on plain integers: what arith.ts computes where both operands are known. Results are exact or
// refused.
// Does not know whether an integer is static or dynamic, nor the width of its type.
import { refused } from './errors';
import { gcdOfNumbers } from './gcd';
import { spellOperation, type SymbolicOperator } from './symbols';

/** Any operator on two plain integers. Throws: AlgebraError 'undefined' for a division by zero, 'overflow' for bit
 *  operations beyond 2^53. */
export function numeric(op: SymbolicOperator, a: number, b: number): number {
  switch (op) {
    case 'add':
      return a + b;
    case 'sub':
      return a - b;
    case 'mul':
      return a * b;
    case 'div':
      return quotient(a, b);
    case 'mod':
      return b === 0 ? divisionByZero(a, '%') : a % b;
    case 'and':
    case 'or':
    case 'xor':
      return bitwise(op, a, b);
    case 'shl':
      return shifted(a, b);
    case 'shr':
      return shifted(a, -b);
    case 'land':
      return a !== 0 && b !== 0 ? 1 : 0;
    case 'lor':
      return a !== 0 || b !== 0 ? 1 : 0;
    case 'eq':
      return a === b ? 1 : 0;
    case 'ne':
      return a !== b ? 1 : 0;
    case 'lt':
      return a < b ? 1 : 0;
    case 'le':
      return a <= b ? 1 : 0;
    case 'gt':
      return a > b ? 1 : 0;
    case 'ge':
      return a >= b ? 1 : 0;
    case 'min':
      return Math.min(a, b);
    case 'max':
      return Math.max(a, b);
    case 'gcd':
      return gcdOfNumbers(a, b);
    case 'lcm':
      return quotient(a, gcdOfNumbers(a, b)) * b;
    case 'ceil_div':
    case 'size_div':
      return quotient(a + b - 1, b);
  }
}

export function isDivision(op: SymbolicOperator): boolean {
  return op === 'div' || op === 'mod' || op === 'ceil_div' || op === 'size_div';
}

/** `a / b` of C++, toward zero. Throws: AlgebraError 'undefined' for a division by zero. */
export function quotient(a: number, b: number): number {
  return b === 0 ? divisionByZero(a, '/') : Math.trunc(a / b);
}

function divisionByZero(a: number, op: string): never {
  throw refused('undefined')`division by zero: ${{ a }} ${{ op }} 0`;
}

/** What an operator gives of integers with a sign. */
export function signed(op: SymbolicOperator, a: number, b: number, bits: 32 | 64): number {
  return op === 'shl' ? intoSign(shifted(a, b), bits) : numeric(op, a, b);
}

/** What is shifted into the sign is converted to the type ([expr.shift]/2): `1 << 31` is the least `int`. */
export function intoSign(n: number, bits: 32 | 64): number {
  return bits === 32 && n > 0x7fffffff && n <= 0xffffffff ? n - 2 ** 32 : n;
}

function shifted(a: number, by: number): number {
  return by >= 0 ? a * 2 ** by : Math.floor(a / 2 ** -by);
}

function bitwise(op: 'and' | 'or' | 'xor', a: number, b: number): number {
  if (a === (a | 0) && b === (b | 0)) return op === 'and' ? a & b : op === 'or' ? a | b : a ^ b;
  if (!Number.isSafeInteger(a) || !Number.isSafeInteger(b))
    throw refused('overflow')`${{ operation: spellOperation(op, String(a), String(b)) }} does not fit 53 bits`;
  const x = BigInt(a);
  const y = BigInt(b);
  return Number(op === 'and' ? x & y : op === 'or' ? x | y : x ^ y);
}
