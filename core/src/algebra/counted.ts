// The limit on enumeration. Sizes come from programs and may be arbitrarily large, so a count is checked and charged
// to the meter before that many elements are made or visited.
import { refused } from './errors';
import { spend } from '../base/meter';

/** The largest number of coordinates that is enumerated. */
export const largestEnumeration = 1 << 24;

/** `n` itself, charged to the running meter; `what` names the operation in errors. Throws: AlgebraError 'range'
 *  where `n` is not a natural number, or above `largestEnumeration`. */
export function counted(n: number, what: string): number {
  if (!Number.isInteger(n) || n < 0) throw refused('range')`${{ what }}: ${{ n }} is not a number of elements`;
  if (n > largestEnumeration) throw refused('limit')`${{ what }}: ${{ n }} elements are too many to enumerate`;
  spend(n);
  return n;
}
