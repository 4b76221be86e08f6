// Static fractions, `cute::R<1,2>`: what TMA coordinates are multiplied by where the hardware counts in wider elements
// than a tensor has. They occur as the values of bases and as coordinates, and their denominators are powers of two.
// Source: cute/numeric/integral_ratio.hpp.
import type { IntTuple } from './leaf';

/** A binary fraction in lowest terms. */
export function asFraction(n: number): readonly [num: number, den: number] {
  let den = 1;
  while (Number.isFinite(n) && !Number.isInteger(n * den)) den *= 2;
  return [n * den, den];
}

/** Of two operands the fraction in lowest terms, and the other one; undefined where neither is a fraction. */
export function fractionAmong(
  a: IntTuple,
  b: IntTuple,
): readonly [num: number, den: number, other: IntTuple] | undefined {
  if (isFraction(a)) return [...asFraction(a.n), b];
  return isFraction(b) ? [...asFraction(b.n), a] : undefined;
}

const isFraction = (x: IntTuple): x is Extract<IntTuple, { readonly is: 'static' }> =>
  x.is === 'static' && !Number.isInteger(x.n);
