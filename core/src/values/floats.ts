// What the floating-point types of C++ and CUTLASS keep of a number. Sources: cutlass/half.h, bfloat16.h, tfloat32.h,
// float8.h, as the host computes.

import type { Scalar } from './value';

interface Format {
  /** Bits of the mantissa that are stored. */
  readonly mantissa: number;
  /** The exponent of the smallest normal number. */
  readonly least: number;
  readonly most: number;
  /** A number beyond `most` becomes `most`, and not infinity. */
  readonly saturates?: true;
  /** How a number is rounded depends on what it comes from: only numbers that it holds are known. */
  readonly exact?: true;
}

const half: Format = { mantissa: 10, least: -14, most: 65504 };
const bfloat16: Format = { mantissa: 7, least: -126, most: (2 - 2 ** -7) * 2 ** 127 };
const formats: ReadonlyMap<string, Format> = new Map([
  ['half_t', half],
  ['half', half],
  ['bfloat16_t', bfloat16],
  ['__nv_bfloat16', bfloat16],
  ['tfloat32_t', { mantissa: 10, least: -126, most: (2 - 2 ** -10) * 2 ** 127, exact: true }],
  ['float_e4m3_t', { mantissa: 3, least: -6, most: 448, saturates: true }],
  ['float_e5m2_t', { mantissa: 2, least: -14, most: 57344, saturates: true }],
]);

/** The number of a floating-point type that another number becomes; without a number where that is not modelled. */
export function floating({ is, type, bits }: Scalar, n: number): Scalar {
  const kept = rounded(type, n);
  return kept === undefined ? { is, type, bits } : { is, type, bits, n: kept };
}

function rounded(type: string, n: number): number | undefined {
  if (type === 'double') return n;
  if (type === 'long double') return inLongDouble(n);
  const float = Math.fround(n);
  if (type === 'float') return float;
  const format = formats.get(type);
  if (!format) return undefined;
  if (!Number.isFinite(float)) return format.saturates ? undefined : float;
  const kept = nearest(float, format);
  return format.exact && kept !== float ? undefined : kept;
}

/** The number of a `long double`, whose precision is another one on each machine: known where 53 bits hold it with
 *  many to spare, so that nothing was rounded on the way. */
export function inLongDouble(n: number): number | undefined {
  return Math.abs(n) < 2 ** 30 && Number.isInteger(n * 2 ** 16) ? n : undefined;
}

/** The nearest number of a format, the even one of two. */
function nearest(n: number, { mantissa, least, most, saturates }: Format): number {
  const exponent = n === 0 ? least : Math.max(least, exponentOf(Math.abs(n)));
  const step = 2 ** (exponent - mantissa);
  const kept = evenly(n / step) * step;
  if (Math.abs(kept) <= most) return kept;
  return Math.sign(n) * (saturates ? most : Infinity);
}

function exponentOf(n: number): number {
  const guess = Math.floor(Math.log2(n));
  if (2 ** guess > n) return guess - 1;
  return 2 ** (guess + 1) <= n ? guess + 1 : guess;
}

function evenly(n: number): number {
  const low = Math.floor(n);
  const rest = n - low;
  if (rest === 0.5) return low % 2 === 0 ? low : low + 1;
  return rest < 0.5 ? (low === 0 && Object.is(Math.sign(n), -1) ? -0 : low) : Math.ceil(n);
}

/** A floating-point type of C++ itself. */
export function isPlainFloat(type: string): boolean {
  return type === 'float' || type === 'double' || type === 'long double';
}

/** A type of CUTLASS whose operators take two of it, and which is a `float` to every other operator. */
export function isClassOfFloats(type: string): boolean {
  return /^(half_t|bfloat16_t|tfloat32_t|float_e(4m3|5m2|2m1|2m3|3m2)_t)$/.test(type);
}
