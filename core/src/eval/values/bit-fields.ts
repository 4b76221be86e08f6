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
