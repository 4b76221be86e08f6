// `std::source_location`: the line, which all compilers give alike. Pure functions.
import { say } from '../../base/say';
import { hole } from '../../algebra/leaf';
import type { Struct, Value } from '../../values/value';
import { asNumber } from './truth';
import { unknown } from './unknown';

/** An object of which nothing is known, and the type. */
export const sourceLocation: Struct = {
  is: 'struct',
  name: 'source_location',
  cls: undefined,
  fields: new Map<string, Value>([['#line', hole(32, true)]]),
};

/** The result of a member function; undefined for other objects. */
export function sourceLocationMember({ name: of, fields }: Struct, name: string): Value | undefined {
  if (of !== sourceLocation.name) return undefined;
  const line = fields.get('#line');
  if (name === 'line' && line !== undefined && asNumber(line) !== undefined) return line;
  return unknown('unsupported', say`what \`${name}\` gives here is not known`, undefined, [name]);
}
