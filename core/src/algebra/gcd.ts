// The greatest common divisor of plain numbers.

/** `cute::gcd` on plain integers, with C++'s signs; also on fractions whose denominators are powers of two. NaN where
 *  one is not finite. */
export function gcdOfNumbers(t: number, u: number): number {
  if (!Number.isFinite(t) || !Number.isFinite(u)) return NaN;
  for (;;) {
    if (t === 0) return u;
    u %= t;
    if (u === 0) return t;
    t %= u;
  }
}
