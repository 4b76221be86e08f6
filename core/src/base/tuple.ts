// Tuples: trees of anything in nested read-only arrays, and the one test that tells a tuple from a leaf.
// Knows nothing of what the leaves are.

/** A leaf, or a tuple of trees. */
export type Tree<T> = T | Tuple<T>;

/** The modes of a tuple, in order. A tuple has no `is`: a test of the tag of a leaf (`x.is === 'static'`) therefore
 *  tells the compiler, at no cost, that `x` is not a tuple. */
export interface Tuple<T> extends ReadonlyArray<Tree<T>> {
  readonly is?: undefined;
}

/** The tag that says what a value of the core is (its `is`), of a value that nothing is known of. */
export function tagOf(x: unknown): unknown {
  return typeof x === 'object' && x !== null && 'is' in x ? x.is : undefined;
}

/** True for a tuple, false for a leaf; the compiler knows on both branches which one it is. */
export function isTuple<T>(x: Tree<T>): x is Tuple<T> {
  return Array.isArray(x);
}
