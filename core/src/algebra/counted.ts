// Numbers of elements that are about to be made or looked at one by one. Sizes come from programs, and may be anything.
import { spend } from '../base/meter';
import { AlgebraError } from './errors';

/** No more coordinates than this are looked at. */
export const largestEnumeration = 1 << 24;

/** `n` itself, charged to the meter that is running. Throws: AlgebraError 'range' where so many are not looked at, or
 *  none can be. */
export function counted(n: number, what: string): number {
  if (!Number.isInteger(n) || n < 0) throw new AlgebraError('range', `${what}: ${n} is no number of elements`);
  if (n > largestEnumeration) throw new AlgebraError('range', `${what}: ${n} elements are too many to enumerate`);
  spend(n);
  return n;
}
