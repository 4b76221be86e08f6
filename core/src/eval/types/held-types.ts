// The type of a variable by what it holds, for what is assigned to it.
import type { Value } from '../../values/value';
import { elementless } from '../overload/templates';
import { erase, isUnknown } from '../values/inspect';
import { targetOf } from '../values/kinds';

/** The type of a variable by what it holds: a pointer stays one to const, whatever it points to. */
export function typeOfHeld(old: Value): Value {
  const pointer = targetOf(old)?.kind === 'address' ? elementless(old) : old;
  return isUnknown(pointer) ? erase(old) : erase(pointer);
}
