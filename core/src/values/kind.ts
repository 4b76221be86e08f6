// What kind of value a value is: the one test of a tag, and the one of a tuple. Knows nothing of what the kinds mean.
export { isTuple } from '../base/tuple';
import type { Single, Value } from './value';

/** True for a value of the kind `tag`; nothing is of no kind. */
export function isA<Tag extends string>(
  value: Value | undefined,
  tag: Tag,
): value is Extract<Single, { readonly is: Tag }> {
  return value?.is === tag;
}
