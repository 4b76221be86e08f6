// Tuples: trees of anything in nested read-only arrays, and the one test that tells a tuple from a leaf.
// Knows nothing of what the leaves are.

import { outside } from './assert';

/** A leaf, or a tuple of trees. */
export type Tree<T> = T | Tuple<T>;

/** The modes of a tuple, in order. A tuple has no `is`: a test of the tag of a leaf (`x.is === 'static'`) therefore
 *  tells the compiler, at no cost, that `x` is not a tuple. */
export interface Tuple<T> extends ReadonlyArray<Tree<T>> {
  readonly is?: undefined;
}

/** The mode `i` of a tuple that is known to have one. Apart from `elementAt`, so that the engine meets arrays of
 *  objects only here and reads them fast. */
export function modeAt<T>(t: readonly T[], i: number): T {
  return t[i] ?? outside(i);
}

/** The tag that says what a value of the core is (its `is`), of a value that nothing is known of. */
export function tagOf(x: unknown): unknown {
  return typeof x === 'object' && x !== null && 'is' in x ? x.is : undefined;
}

/** True for a tuple, false for a leaf; the compiler knows on both branches which one it is. */
export function isTuple<T>(x: Tree<T>): x is Tuple<T> {
  return Array.isArray(x);
}
