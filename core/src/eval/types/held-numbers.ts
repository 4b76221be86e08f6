// What a variable of an integer or floating-point type keeps of a number.
import { dyn, type Dynamic, withNumber, withSign } from '../../algebra/leaf';
import { held64 } from '../../algebra/wide';
import { floating } from '../../values/floats';
import { isIntegerType, isUnsignedScalar } from '../../values/scalars';
import type { Scalar } from '../../values/value';

/** What an integer variable keeps of a number ([conv.integral]). */
export function heldAs(number: Dynamic, n: number, bits: 32 | 64, unsigned: true | undefined): Dynamic {
  if (bits === 64 && (!Number.isSafeInteger(n) || (unsigned && n < 0)))
    return heldWide(number, BigInt(n), bits, unsigned);
  const kept = bits === 64 ? n : unsigned ? n - 4294967296 * Math.floor(n / 4294967296) : wrapped(n);
  return withSign(withNumber(number, kept, bits), unsigned);
}

/** The same of a number of any size. */
export function heldWide({ from }: Dynamic, n: bigint, bits: 32 | 64, unsigned: true | undefined): Dynamic {
  if (bits === 64) return held64(n, unsigned, from);
  const kept = Number(unsigned ? BigInt.asUintN(32, n) : BigInt.asIntN(32, n));
  return withSign(dyn(kept, from), unsigned);
}

function wrapped(n: number): number {
  const low = n - 4294967296 * Math.floor(n / 4294967296);
  return low >= 2147483648 ? low - 4294967296 : low;
}

/** What a narrow integer or a floating-point number keeps of a number beyond 2^53. */
export function wideAsScalar(wide: bigint, example: Scalar): Scalar {
  const { is, type, bits } = example;
  if (type === 'bool') return { is, type, bits, n: 1 };
  if (isIntegerType(example)) return { is, type, bits, n: narrowed(Number(BigInt.asUintN(32, wide)), example) };
  return floating(example, type === 'double' ? Number(wide) : sticky(wide));
}

/** A number beyond 2^53 with 50 bits, whose last one says that others are lost: rounded to fewer bits it is what the
 *  number itself is. */
function sticky(wide: bigint): number {
  const size = wide < 0n ? -wide : wide;
  const lost = BigInt(size.toString(2).length - 50);
  const kept = Number((size >> lost) | (BigInt.asUintN(Number(lost), size) === 0n ? 0n : 1n)) * 2 ** Number(lost);
  return wide < 0n ? -kept : kept;
}

/** What a narrow integer (`int8_t`, `bool`, `char`) keeps of a number. */
export function narrowed(n: number, example: Scalar): number {
  if (example.type === 'bool') return n === 0 ? 0 : 1;
  const range = 2 ** example.bits;
  const low = n - range * Math.floor(n / range);
  return isUnsignedScalar(example) || low < range / 2 ? low : low - range;
}
