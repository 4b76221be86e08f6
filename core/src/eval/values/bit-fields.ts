// What a bit-field keeps of a number: its low bits, read with the sign of its type. Clause [class.bit].
import { say } from '../../base/say';
import type { Value } from '../../values/value';
import { isTuple } from './inspect';
import { unknown } from './unknown';

/** The bits of a bit-field, where they are known, and the sign of its type: which integers an enumeration is made of is
 *  up to the compiler. */
export interface BitField {
  readonly width: number | undefined;
  readonly sign: 'signed' | 'unsigned' | 'open';
}

/** A value as a bit-field holds it. */
export function keptBits(value: Value, name: string, { width, sign }: BitField): Value {
  if (isTuple(value) || (value.is !== 'dynamic' && value.is !== 'scalar')) return value;
  if (value.n === undefined) return value.is === 'scalar' ? value : lost(name);
  if (width === undefined || !Number.isSafeInteger(value.n)) return lost(name);
  const range = 2 ** width;
  const low = value.n - range * Math.floor(value.n / range);
  const n = sign !== 'unsigned' && low >= range / 2 ? low - range : low;
  if (sign === 'open' && value.n !== n) return lost(name);
  return n === value.n ? value : { ...value, n };
}

function lost(name: string): Value {
  return unknown('unsupported', say`what the bits of \`${name}\` keep of this is not known`, undefined, [name]);
}

type Promotion = 'signed' | 'unsigned' | undefined;

/** What an expression names, and to what it is promoted. */
interface Located {
  readonly value: Value;
  readonly place: { readonly promotes?: Promotion } | undefined;
  readonly promotes?: Promotion;
}

/** To what the bit-field that is named is promoted. */
export function promotionIn({ place, promotes }: Omit<Located, 'value'>): Promotion {
  return place ? place.promotes : promotes;
}

/** Compilers differ on the type of `c ? x.wide : 0`: where `wide` is a bit-field of 64 bits that an `int` holds, some
 *  promote it, others do not. */
export function disputedType(operands: readonly Located[]): Value | undefined {
  const wide = operands.filter(({ value }) => !isTuple(value) && value.is === 'dynamic' && value.bits === 64);
  return wide.length > 0 && wide.every(promotionIn)
    ? unknown('unsupported', say`compilers differ on the type of a bit-field here`)
    : undefined;
}
