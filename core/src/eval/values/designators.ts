// Names that a braced list gives its elements, `{.x = 1}`, for lists within lists: the list is a value, and its names
// are kept beside it.
import type { Value } from '../../values/value';

const names = new WeakMap<readonly Value[], readonly (string | undefined)[]>();

/** The same list, with names for its elements. */
export function designated(list: readonly Value[], designators: readonly (string | undefined)[]): readonly Value[] {
  names.set(list, designators);
  return list;
}

export function designatorsOf(list: readonly Value[]): readonly (string | undefined)[] | undefined {
  return names.get(list);
}
