// Swizzles: XOR of `bits` bits at `base` with those `shift` above, and the MixedBits that track which bits of an
// offset are known statically. Bit arithmetic only; what a swizzle does to a layout is in layout_composed.ts.
// Source: cute/swizzle.hpp.
import { words } from '../base/say';
import { refused } from './errors';
import {
  add,
  asDynamic,
  bitAnd,
  bitOr,
  bitXor,
  isC,
  mul,
  number,
  operate,
  safe_div,
  shiftr,
  staticInt,
  staticNumber,
} from './arith';
import { int, type Dynamic, type Int, type IntTuple } from './leaf';
import type { Composable, ComposedOffset, MixedBits, Swizzle } from './types';

const zero = int(0);

/** `Swizzle<bits, base, shift>`. Throws: AlgebraError 'range' for parameters CuTe refuses. */
export function make_swizzle(bits: number, base: number, shift: number = bits): Swizzle {
  if (bits < 0 || base < 0 || Math.abs(shift) < bits) {
    throw refused(
      'range',
    )`Swizzle<${{ bits }},${{ base }},${{ shift }}>: bits and base must not be negative, and |shift| must be at least bits`;
  }
  return { is: 'swizzle', bits, base, shift };
}

/** The Y bits, which a swizzle reads: `bits` ones, `shift` above the base. */
export function yyyMask(s: Swizzle): number {
  return (2 ** s.bits - 1) * 2 ** (s.base + Math.max(0, s.shift));
}
/** The Z bits, which a swizzle flips. */
export function zzzMask(s: Swizzle): number {
  return (2 ** s.bits - 1) * 2 ** (s.base - Math.min(0, s.shift));
}

export function swizzleEquals(a: Composable, b: Composable): boolean {
  return a.is === 'swizzle' && b.is === 'swizzle' && a.bits === b.bits && a.base === b.base && a.shift === b.shift;
}

/** `Swizzle::apply`: `offset ^ ((offset & yyy) >> shift)`. Static stays static, mixed bits stay mixed. */
export function apply_swizzle(s: Swizzle, offset: IntTuple): Int;
export function apply_swizzle(s: Swizzle, offset: IntTuple | MixedBits): Int | MixedBits;
export function apply_swizzle(s: Swizzle, offset: IntTuple | MixedBits): Int | MixedBits {
  if (isMixed(offset)) return xorMixed(offset, shiftMixed(andMixed(offset, yyyMask(s)), -s.shift));
  return bitXor(offset, shiftr(bitAnd(offset, int(yyyMask(s))), int(s.shift)));
}

/** `make_swizzle<Y,Z>()`: the swizzle with these masks. Throws: AlgebraError 'static'; 'range' where no swizzle has
 *  them. */
export function make_swizzle_masks(Y: IntTuple, Z: IntTuple): Swizzle {
  const y = staticNumber(Y, words`the Y bits of a swizzle`) >>> 0;
  const z = staticNumber(Z, words`the Z bits of a swizzle`) >>> 0;
  const bits = popcount(y);
  if (bits !== popcount(z))
    throw refused('range')`make_swizzle: Y = ${{ y }} and Z = ${{ z }} have different numbers of bits`;
  const shift = trailingZeros(y) - trailingZeros(z);
  const base = Math.min(trailingZeros(y), trailingZeros(z)) % 32;
  const swizzle = Math.abs(shift) >= bits ? make_swizzle(bits, base, shift) : undefined;
  if (!swizzle || (yyyMask(swizzle) | zzzMask(swizzle)) >>> 0 !== (y | z) >>> 0) {
    throw refused('range')`make_swizzle: no swizzle has the bits Y = ${{ y }} and Z = ${{ z }}`;
  }
  return swizzle;
}

/** The composition of two swizzles. Throws: AlgebraError 'range' where their shifts differ. */
export function compose_swizzles(a: Swizzle, b: Swizzle): Swizzle {
  if (a.shift !== b.shift) throw refused('range')`composition: ${{ a }} and ${{ b }} have different shifts`;
  return make_swizzle_masks(int((yyyMask(a) ^ yyyMask(b)) >>> 0), int((zzzMask(a) ^ zzzMask(b)) >>> 0));
}

function popcount(n: number): number {
  let c = 0;
  for (let x = n >>> 0; x !== 0; x = (x & (x - 1)) >>> 0) c++;
  return c;
}
function trailingZeros(n: number): number {
  return n === 0 ? 32 : 31 - Math.clz32(n & -n);
}
/** `has_single_bit`: a power of two. */
export function has_single_bit(n: number): boolean {
  return n > 0 && Number.isInteger(Math.log2(n));
}

// ---- MixedBits: staticBits | (dynamic & flags), on 32 bits

export function isMixed(x: { readonly is?: string | undefined }): x is MixedBits {
  return x.is === 'mixed-bits';
}

/** `make_mixed_bits(C<s>, d, C<f>)`: a static integer where no dynamic bit is left. */
export function make_mixed_bits(s: number, d: IntTuple, f: number): Int | MixedBits {
  const flags = (f & ~s) >>> 0;
  if (flags === 0) return staticInt(s >>> 0);
  if (d.is === 'static') return bitOr(staticInt(s >>> 0), bitAnd(d, staticInt(flags)));
  return { is: 'mixed-bits', staticBits: s >>> 0, dynamic: bitAnd(d, staticInt(flags)), flags };
}

/** The number that mixed bits make, as a run-time integer. */
export function mixedValue(m: MixedBits): Int {
  return asDynamic(bitOr(staticInt(m.staticBits), m.dynamic));
}

/** `m & C<mask>`. */
export function andMixed(m: MixedBits, mask: number): Int | MixedBits {
  return make_mixed_bits(m.staticBits & mask, m.dynamic, m.flags & mask);
}

/** `a ^ b` where at least one side is mixed. A plain run-time integer makes the result one too. */
export function xorMixed(a: Int | MixedBits, b: Int | MixedBits): Int | MixedBits {
  if (!isMixed(a)) return isMixed(b) ? xorMixed(b, a) : bitXor(a, b);
  if (!isMixed(b) && b.is === 'dynamic') return bitXor(mixedValue(a), b);
  const [S0, F0] = [a.staticBits, a.flags];
  const S1 = isMixed(b) ? b.staticBits : number(b) >>> 0;
  const F1 = isMixed(b) ? b.flags : 0;
  const s = (~S0 & S1 & ~F0) | (S0 & ~S1 & ~F1);
  const right = isMixed(b) ? bitOr(staticInt(S1), b.dynamic) : staticInt(S1);
  return make_mixed_bits(s, bitXor(bitOr(staticInt(S0), a.dynamic), right), F0 | F1);
}

/** Shifts left by a positive amount, right by a negative one; bits above 32 are lost. */
export function shiftMixed(m: Int | MixedBits, by: number): Int | MixedBits {
  if (!isMixed(m)) return shiftr(m, int(-by));
  const move = (x: number): number => (by >= 0 ? (x << by) >>> 0 : x >>> -by);
  return make_mixed_bits(
    move(m.staticBits),
    operate(by >= 0 ? 'shl' : 'shr', m.dynamic, int(Math.abs(by))),
    move(m.flags),
  );
}

/** `(m & mask) == 0`. */
export function bitsAreZero(offset: Int | MixedBits, mask: number): Int {
  const masked = isMixed(offset) ? andMixed(offset, mask) : bitAnd(offset, int(mask));
  if (!isMixed(masked)) return operate('eq', masked, zero);
  // (S0 == 0) && (dynamic == 0)
  return masked.staticBits === 0 ? operate('eq', masked.dynamic, zero) : dynamicFalse(masked.dynamic);
}
function dynamicFalse(like: Int): Dynamic {
  return { is: 'dynamic', n: 0, name: undefined, bits: 32, from: like.is === 'dynamic' ? like.from : undefined };
}

/** An offset as an integer, plus `x`: mixed bits count with their value, an unset smem pointer as 0. */
export function addToOffset(offset: ComposedOffset, x: IntTuple | undefined): IntTuple {
  if (isMixed(offset)) return x === undefined ? mixedValue(offset) : add(mixedValue(offset), x);
  if (offset.is === 'smem-ptr-flag') return x === undefined ? zero : add(zero, x);
  return x === undefined ? offset : add(offset, x);
}

/** `max_alignment(offset)`. Throws: AlgebraError 'type' for run-time offsets. */
export function max_alignment_offset(offset: ComposedOffset): Int {
  if (isMixed(offset)) return int(2 ** trailingZeros((offset.staticBits | offset.flags) >>> 0));
  if (offset.is === 'smem-ptr-flag' || offset.is === 'underscore') return zero;
  if (offset.is === 'static') return offset;
  throw refused('type')`max_alignment has no overload for the offset ${{ offset }}`;
}

/** `upcast<N>(offset)` and `downcast<N>(offset)`. Throws: AlgebraError 'range' for mixed bits where N is not a
 *  power of two, 'type' for other offsets. */
export function castOffset(offset: ComposedOffset, N: number, up: boolean): ComposedOffset {
  if (isMixed(offset)) {
    if (!has_single_bit(N)) throw refused('range')`cast of ${{ offset }}: ${{ N }} is not a power of two`;
    const f = (x: number): number => (up ? exact(x, N) : (x * N) >>> 0);
    const d = up ? safe_div(offset.dynamic, int(N)) : mul(offset.dynamic, int(N));
    return make_mixed_bits(f(offset.staticBits), d, f(offset.flags));
  }
  if (offset.is === 'static' || offset.is === 'dynamic' || offset.is === 'underscore') {
    const cast = up ? safe_div(offset, int(N)) : mul(offset, int(N));
    // In CuTe N is unsigned, so the zero is `C<0u>`, with which a swizzle of 0 bits is not dropped.
    return isC(cast, 0) ? { is: 'static', n: 0, unsigned: true } : cast;
  }
  throw refused('type')`cast has no overload for the offset ${{ offset }}`;
}
function exact(x: number, N: number): number {
  if (x % N !== 0) throw refused('divisibility')`safe_div: ${{ N }} does not divide ${{ x }}`;
  return x / N;
}
