// Objects of types that are no classes, as `T{}` makes them.
import { dyn } from '../../algebra/leaf';
import { likeTuple } from '../../values/standard-tuples';
import type { Value } from '../../values/value';
import { isTuple, zero } from '../values/inspect';

/** `T{}` of a type that is no class. */
export function zeroOf(example: Value): Value {
  if (isTuple(example)) {
    const parts = example.map(zeroOf);
    // A sequence of constants stays one.
    return parts.every((part, i) => part === example[i]) ? example : likeTuple(parts, example);
  }
  if (example.is === 'scalar') return { ...example, n: 0 };
  if (example.is === 'pointer' && example.space === 'generic' && example.length === undefined)
    return { ...example, offset: dyn(0), null: true as const };
  return zero(example);
}
