// How many elements `copy(source, destination)` moves at once. Knows no copy operation.
import { logical_divide, max_alignment, max_common_layout, max_common_vector, number } from '../algebra/index';
import { compile } from '../algebra/compile';
import type { AnyLayout } from '../algebra/types';
import { gcdOfNumbers } from '../algebra/gcd';
import { sizeofBits } from './scalars';
import { isStaticLayout } from './tensor';
import { isTuple } from './convert';
import type { Tensor, Value } from './value';

/** The bits that a copy may move at once where none is asked for: CuTe takes tensors with static layouts to be aligned
 *  to 128 bits. */
function assumedAlignment(source: Tensor, destination: Tensor): number {
  return isStaticLayout(source.layout) && isStaticLayout(destination.layout) ? 128 : 8;
}

/** The bits that an operation such as `AutoVectorizingCopyWithAssumedAlignment<64>` may move at once. */
export function alignmentOf(operation: string): number | undefined {
  const bits = /^AutoVectorizingCopyWithAssumedAlignment<_?(\d+)>/.exec(operation)?.[1];
  return bits === undefined ? undefined : Number(bits);
}

/** As many elements as are contiguous on both sides and begin at a multiple of their bits, up to `mostBits`.
 *  Source: `copy(AutoVectorizingCopyWithAssumedAlignment<mostBits>, …)` of cute/algorithm/copy.hpp. Throws:
 *  AlgebraError where the layouts cannot be compared. */
export function copyVector(
  source: Tensor,
  destination: Tensor,
  mostBits = assumedAlignment(source, destination),
): number {
  const bits = sizeofBits(source.data.element);
  // Between different types it is a cast.
  if (!isSameScalar(source.data.element, destination.data.element)) return 1;
  const common = number(max_common_vector(source.layout, destination.layout));
  if (common <= 1) return 1;
  const aligned = [source, destination].map(alignmentBits).reduce((a, b) => gcdOfNumbers(a, b), mostBits);
  const vector = gcdOfNumbers(common * bits, aligned);
  return vector % 8 === 0 && vector > bits && vector % bits === 0 ? vector / bits : 1;
}

/** Whether a layout has the elements of each vector one after the other, as the tensors of most threads do. */
export function isInVectors(layout: AnyLayout, vector: number): boolean {
  if (vector === 1) return true;
  const at = compile(layout);
  return Array.from({ length: vector }, (_, i) => at(i) - at(0)).every((offset, i) => offset === i);
}

/** Both tensors with the elements of each vector one after the other, whichever mode has the stride 1: CuTe divides
 *  them by what they have in common. Throws: AlgebraError where the layouts cannot be divided. */
export function inVectors(source: Tensor, destination: Tensor, vector: number): readonly [Tensor, Tensor] {
  if ([source, destination].every(({ layout }) => isInVectors(layout, vector))) return [source, destination];
  const common = max_common_layout(source.layout, destination.layout);
  const divided = (tensor: Tensor): Tensor => ({ ...tensor, layout: logical_divide(tensor.layout, common) });
  return [divided(source), divided(destination)];
}

/** Whether two elements have the same arithmetic type, by their examples. */
function isSameScalar(a: Value, b: Value): boolean {
  if (isTuple(a) || isTuple(b)) return false;
  if (a.is === 'scalar' && b.is === 'scalar') return a.type === b.type && a.bits === b.bits;
  if (a.is !== 'dynamic' || b.is !== 'dynamic') return false;
  return a.bits === b.bits && a.unsigned === b.unsigned && a.narrow === b.narrow;
}

/** `max_alignment(tensor)`, in bits: a raw pointer limits nothing, a swizzle to the runs that it keeps. */
function alignmentBits({ data, layout }: Tensor): number {
  const ofLayout = number(max_alignment(layout)) * sizeofBits(data.element);
  return data.swizzle ? gcdOfNumbers(8 * 2 ** data.swizzle.base, ofLayout) : ofLayout;
}
