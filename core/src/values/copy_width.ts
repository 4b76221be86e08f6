// How many elements `copy(source, destination)` moves at once. Knows no copy operation.
import { gcd2, int, max_common_vector, number } from '../algebra/index';
import { sizeofBits } from './scalars';
import { isStaticLayout } from './tensor';
import type { Tensor } from './value';

/** As many as are contiguous on both sides, up to 128 bits, if both layouts are static; otherwise one.
 *  Source: cute/algorithm/copy.hpp. Throws: AlgebraError where the layouts cannot be compared. */
export function copyVector(source: Tensor, destination: Tensor): number {
  const bits = sizeofBits(source.data.element);
  const isStatic = isStaticLayout(source.layout) && isStaticLayout(destination.layout);
  if (!isStatic || bits !== sizeofBits(destination.data.element)) return 1;
  let common = number(max_common_vector(source.layout, destination.layout)) * bits;
  while (common % 2 === 0 && common > 128) common /= 2;
  const vector = number(gcd2(int(common), int(128)));
  return vector > bits && vector % bits === 0 ? vector / bits : 1;
}
