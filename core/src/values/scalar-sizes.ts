// How large scalars are in memory, and how they align.
import { cudaVectors } from './cuda-vectors';
import type { Scalar } from './value';

/** In bits. */
interface Sized {
  readonly bits: number;
  readonly align: number;
  readonly filled?: number;
}

/** The types of C++ itself: CUTLASS's are classes with constructors, CUDA's vectors are none. */
const isOfLanguage =
  /^(bool|char|u?int(8|16)_t|char(8|16|32)_t|wchar_t|float|double|long double|byte|__.*|u?int128_t)$/;

/** Size and alignment of a scalar; `filled` of a class that is no plain old data. */
export function sizeOfScalar({ type, bits }: Scalar): Sized {
  const vector = cudaVectors.get(type);
  if (vector) return { bits, align: vector.align };
  const size = { bits, align: alignOf(bits) };
  return isOfLanguage.test(type) ? size : { ...size, filled: bits };
}

/** A scalar aligns to its size where that is a power of two, up to 16 bytes. */
function alignOf(bits: number): number {
  let align = 8;
  while (align < 128 && bits % (2 * align) === 0) align *= 2;
  return align;
}
