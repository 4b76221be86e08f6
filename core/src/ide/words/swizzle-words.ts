// A swizzle in words: `128-byte swizzle` for the patterns that TMA, WGMMA and bank-free shared memory use, by the bytes
// within which they permute. Other swizzles have no such name and are spelled.
import { say } from '../../base/say';
import { print } from '../../algebra/index';
import type { Swizzle } from '../../algebra/types';

/** The swizzle of addresses that count elements of `bits` bits. */
export function swizzleWords(swizzle: Swizzle, bits: number): string {
  if (swizzle.bits === 0) return say`not swizzled`;
  // What is permuted are pieces of 16 bytes within rows, by the eight rows of 128 bytes that hold them.
  const pieceBits = 2 ** swizzle.base * bits;
  const isNamed = pieceBits === 128 && swizzle.shift === 3 && swizzle.bits <= 3;
  return isNamed ? say`${2 ** swizzle.bits * 16}-byte swizzle` : say`swizzle ${print(swizzle)}`;
}
