// Looks for something in an object and in what it consists of.
import type { Callable, Struct, Value } from '../../values/value';
import { isTuple } from './inspect';

/** Whether an object, or one that it consists of, is what is looked for. `look` says whether it is, or what else to
 *  look at. Members, elements and modes may share an object, and a closure may hold itself by way of one: each is
 *  looked at once. */
export function someObject(
  value: Value,
  look: (object: Struct | Callable) => boolean | Iterable<Value>,
  seen?: Set<Value>,
): boolean {
  const isWhole = isTuple(value) || value.is === 'array' || value.is === 'callable' || value.is === 'struct';
  if (!isWhole || seen?.has(value)) return false;
  const parts = isTuple(value) ? value : value.is === 'array' ? value.elements : look(value);
  if (typeof parts === 'boolean') return parts;
  const all = (seen ?? new Set()).add(value);
  for (const part of parts) if (someObject(part, look, all)) return true;
  return false;
}
