// What kind of value a value is: the test of a tag, and that of a tuple.
export { isTuple } from '../base/tuple';
import { isRecord } from '../base/record';
import type { Single, Value } from './value';

/** True for a value with the tag `tag`; false for undefined. */
export function isA<Tag extends string>(
  value: Value | undefined,
  tag: Tag,
): value is Extract<Single, { readonly is: Tag }> {
  return value?.is === tag;
}

/** True for a part of a value that is a value itself: a list, or an object with a tag. Parts that are plain data (the
 *  cause of an unknown value, the fragments of an atom) have no tag. */
export function isValue(x: unknown): x is Value {
  return Array.isArray(x) || (isRecord(x) && typeof x['is'] === 'string');
}
