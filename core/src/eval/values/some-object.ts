// Looks for something in an object and in what it consists of.
import type { Callable, Struct, Value } from '../../values/value';
import { isTuple } from './inspect';

/** Whether an object, or one that it consists of, is what is looked for. `look` says whether it is, or what else to
 *  look at. Members may share an object, and a closure may hold itself by way of one: each is looked at once. */
export function someObject(
  value: Value,
  look: (object: Struct | Callable) => boolean | Iterable<Value>,
  seen?: Set<Value>,
): boolean {
  if (isTuple(value)) return value.some((part) => someObject(part, look, seen));
  if (value.is === 'array') return value.elements.some((part) => someObject(part, look, seen));
  if ((value.is !== 'callable' && value.is !== 'struct') || seen?.has(value)) return false;
  const found = look(value);
  if (typeof found === 'boolean') return found;
  const all = (seen ?? new Set()).add(value);
  for (const part of found) if (someObject(part, look, all)) return true;
  return false;
}
