// What a swizzle does to one offset, bit by bit: which bits it reads, which it flips, and the result.
import { say } from '../base/say';
import { parse, yyyMask, zzzMask } from '../algebra/index';
import type { Swizzle } from '../algebra/types';
import { refused } from '../algebra/errors';

export type BitRole = 'kept' | 'read' | 'flipped' | 'both';

export interface SwizzleBits {
  /** The bits, the highest first. */
  readonly bits: readonly {
    readonly at: number;
    readonly role: BitRole;
    readonly before: 0 | 1;
    readonly after: 0 | 1;
  }[];
  readonly before: number;
  readonly after: number;
  /** `Bits 4 to 6 (010) are flipped by bits 7 to 9 (011).` */
  readonly sentence: string;
}

/** Reads `Sw<3,4,3>`. Throws: AlgebraError 'type' for other text. */
export function readSwizzle(text: string): Swizzle {
  const swizzle = parse(text);
  if (swizzle.is !== 'swizzle') throw refused('type')`${{ text }} is not a swizzle`;
  return swizzle;
}

/** The bits of `offset` under a swizzle, at least `width` of them. Offsets are not negative. */
export function swizzleBits(text: string, offset: number, width = 0): SwizzleBits {
  const swizzle = readSwizzle(text);
  const [reads, flips] = [yyyMask(swizzle), zzzMask(swizzle)];
  const after = applied(swizzle, offset);
  const bit = (x: number, at: number): 0 | 1 => (Math.floor(x / 2 ** at) % 2 === 1 ? 1 : 0);
  const length = Math.max(width, bitLength(reads), bitLength(flips), bitLength(offset), 1);
  const bits = Array.from({ length }, (_, i) => length - 1 - i).map((at) => ({
    at,
    before: bit(offset, at),
    after: bit(after, at),
    role: roleOf(bit(reads, at) === 1, bit(flips, at) === 1),
  }));
  return { bits, before: offset, after, sentence: sentence(swizzle, offset, reads, flips) };
}

/** Applies the swizzle to an offset. */
export function applied(swizzle: Swizzle, offset: number): number {
  const read = Math.floor(offset / 2 ** (swizzle.base + Math.max(0, swizzle.shift))) % 2 ** swizzle.bits;
  const at = swizzle.base - Math.min(0, swizzle.shift);
  const field = Math.floor(offset / 2 ** at) % 2 ** swizzle.bits;
  return offset + ((field ^ read) - field) * 2 ** at;
}

function roleOf(isRead: boolean, isFlipped: boolean): BitRole {
  return isRead ? (isFlipped ? 'both' : 'read') : isFlipped ? 'flipped' : 'kept';
}

function bitLength(x: number): number {
  return x === 0 ? 0 : Math.floor(Math.log2(x)) + 1;
}

function sentence({ bits, base, shift }: Swizzle, offset: number, reads: number, flips: number): string {
  if (bits === 0) return say`Nothing is flipped.`;
  const [from, to] = [base + Math.max(0, shift), base - Math.min(0, shift)];
  const field = (at: number, mask: number): string => {
    const value = Math.floor(offset / 2 ** at) % 2 ** bits;
    const name = bitLength(mask) - 1 === at ? say`bit ${at}` : say`bits ${at} to ${at + bits - 1}`;
    return `${name} (${value.toString(2).padStart(bits, '0')})`;
  };
  const text =
    bits === 1
      ? say`${field(to, flips)} is flipped by ${field(from, reads)}.`
      : say`${field(to, flips)} are flipped by ${field(from, reads)}.`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
