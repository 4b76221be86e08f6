// Sparse elements and what CuTe computes with their widths: `sparse_elem<S, T>` stores one T for S elements, so its
// width may be a fraction of a bit, a `cute::R<n, d>`.
// Source: cute/pointer_sparse.hpp, cute/numeric/integral_ratio.hpp.
import { asFraction } from '../algebra/fractions';
import { int } from '../algebra/leaf';
import type { Static } from '../algebra/leaf';
import { gcdOfNumbers } from '../algebra/gcd';
import { refused } from './refused';
import { isA } from './kind';
import { constantType, isScalar, sizeofBits } from './scalars';
import type { Pointer, Scalar, Tag, Value } from './value';

/** The parts of a bit that widths are multiples of. They are powers of two, so that widths are exact. */
const finestPart = 1 << 16;

/** The example of `sparse_elem<S, T>`, which has the S-th part of the bits of a T. */
export function sparseOf(factor: number, of: Value): Scalar {
  const isNumber = isScalar(of) || isA(of, 'dynamic');
  if (!isNumber) throw refused('type')`sparse_elem takes an element, not ${{ type: of }}`;
  if (!(factor >= 1)) throw refused('limit')`an element that stands for ${{ factor }} elements is not followed`;
  const name = isScalar(of) ? of.type : (constantType(of) ?? 'int');
  const type = `sparse_elem<${factor},${name}>`;
  if (isScalar(of) && of.bits === 0) return { is: 'scalar', type, bits: 0 };
  const bits = sizeofBits(of) / factor;
  if (!Number.isInteger(bits * finestPart))
    throw refused('limit')`an element of ${{ bits: sizeofBits(of) }}/${{ factor }} bits is not followed`;
  return { is: 'scalar', type, bits, sparse: { of, factor } };
}

/** Whether a type stores one element for several. */
export function isSparse(type: Value): boolean {
  return isScalar(type) && type.sparse !== undefined;
}

/** What `make_sparse_ptr` and `recast_ptr` make of a plain pointer to such elements. */
export function sparsePointer(pointer: Pointer): Pointer {
  const { sparse: _, ...plain } = pointer;
  const factor = isScalar(pointer.element) ? pointer.element.sparse?.factor : undefined;
  return factor === undefined || factor === 1 ? plain : { ...plain, sparse: factor };
}

/** A `cute::R<n, d>`. */
export interface Ratio extends Tag {
  readonly name: 'R';
  readonly args: readonly [Static, Static];
}

export function isRatio(value: Value | undefined): value is Ratio {
  return isA(value, 'tag') && value.name === 'R';
}

/** `R<n, d>::type`: a constant where the quotient is an integer. */
export function ratioOf(n: number, d: number): Ratio | Static {
  const [num, den] = reduced(n, d);
  return den === 1 ? int(num) : plainRatio(num, den);
}

/** `R<n, d>` as it is. */
export function plainRatio(n: number, d: number): Ratio {
  if (d === 0) throw refused('range')`a ratio has a denominator other than 0`;
  return { is: 'tag', name: 'R', args: [int(n), int(d)] };
}

/** Numerator and denominator in lowest terms, the latter positive. */
export function reduced(n: number, d: number): readonly [num: number, den: number] {
  if (d === 0) throw refused('range')`a ratio has a denominator other than 0`;
  const divisor = gcdOfNumbers(Math.abs(n), Math.abs(d));
  const num = (Math.sign(n) * Math.sign(d) * Math.abs(n)) / divisor;
  return [num === 0 ? 0 : num, Math.abs(d) / divisor];
}

/** A constant or a ratio as its two numbers; undefined for other values. */
export function fractionOf(value: Value | undefined): readonly [n: number, d: number] | undefined {
  if (isRatio(value)) return reduced(value.args[0].n, value.args[1].n);
  return isA(value, 'static') ? [value.n, 1] : undefined;
}

/** A width in bits, which may be a fraction, as what `sizeof_bits` of a sparse element gives. */
export function ratioOfBits(bits: number): Ratio | Static {
  return ratioOf(...asFraction(bits));
}
