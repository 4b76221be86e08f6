// The operators of C++ on one integer: on a plain number, on one beyond 2^53, and on an expression.
// Does not know whether an integer is static or dynamic, nor the width of its type.
import * as symbols from './symbols';
import type { Expression } from './symbols';

/** An operator on a known number, on one beyond 2^53, and on one that is not known. */
export interface UnaryOperator {
  readonly of: (n: number) => number;
  readonly ofWide: (n: bigint) => bigint;
  readonly ofUnknown: (e: Expression) => Expression;
}

export const negation: UnaryOperator = { of: (n) => -n, ofWide: (n) => -n, ofUnknown: symbols.negate };
export const complement: UnaryOperator = { of: (n) => -n - 1, ofWide: (n) => ~n, ofUnknown: symbols.complementBits };
export const absolute: UnaryOperator = {
  of: Math.abs,
  ofWide: (n) => (n < 0n ? -n : n),
  ofUnknown: symbols.absolute,
};
export const sign: UnaryOperator = { of: Math.sign, ofWide: (n) => (n < 0n ? -1n : 1n), ofUnknown: symbols.sign };
export const negated: UnaryOperator = { of: (n) => (n === 0 ? 1 : 0), ofWide: () => 0n, ofUnknown: symbols.not };
