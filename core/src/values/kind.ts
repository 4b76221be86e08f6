// What kind of value a value is: the test of a tag, and that of a tuple.
export { isTuple } from '../base/tuple';
import type { Single, Value } from './value';

/** True for a value with the tag `tag`; false for undefined. */
export function isA<Tag extends string>(
  value: Value | undefined,
  tag: Tag,
): value is Extract<Single, { readonly is: Tag }> {
  return value?.is === tag;
}
