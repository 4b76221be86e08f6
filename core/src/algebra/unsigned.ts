// Unsigned integers of C++: arithmetic modulo 2^bits, on plain numbers.
import { refused } from './errors';
import type { SymbolicOperator } from './symbols';

/** The result of a product or a shift that exceeds 2^53, modulo 2^32. */
export function exactly(op: SymbolicOperator, a: number, b: number): number {
  const wide = op === 'mul' ? BigInt(a) * BigInt(b) : op === 'shl' ? BigInt(a) << BigInt(b) : BigInt(a) + BigInt(b);
  return Number(wide & 0xffffffffn);
}

/** An integer as the unsigned type holds it. 64-bit values are exact up to 2^53. */
export function modulo(n: number, bits: 32 | 64): number {
  if (!Number.isInteger(n)) throw refused('overflow')`${{ n }} is not an integer`;
  if (bits === 32) return n >= 0 && n <= 0xffffffff ? n : ((n % 4294967296) + 4294967296) % 4294967296;
  if (n < 0 || n > Number.MAX_SAFE_INTEGER)
    throw refused('overflow')`${{ n }} as an unsigned 64-bit integer does not fit 53 bits`;
  return n;
}
