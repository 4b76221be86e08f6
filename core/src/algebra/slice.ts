// Slicing with `_`: slice keeps the modes that the coordinate marks with `_`, dice keeps the others. Kept modes move
// up to the top level. Swizzled layouts are sliced in layout_composed.ts.
// Source: cute/underscore.hpp, layout.hpp.
import { words } from '../base/say';
import { tagOf } from '../base/tuple';
import { modeAt, refused } from './errors';
import { isTuple, type IntTuple } from './leaf';
import { sameRank, type Tree } from './tuple_algorithms';

/** The modes of `t` that `crd` marks with `_`: all of `t` for a plain `_`, an empty tuple for an integer. Throws:
 *  AlgebraError 'rank' where `crd` does not fit. */
export function sliceTree<T>(crd: IntTuple, t: Tree<T>): Tree<T> {
  return keep(crd, t, true);
}

/** The modes of `t` that `crd` marks with an integer: all of `t` for a plain integer, an empty tuple for a `_`.
 *  Throws: AlgebraError 'rank' where `crd` does not fit. */
export function diceTree<T>(crd: Tree<unknown>, t: Tree<T>): Tree<T> {
  return keep(crd, t, false);
}

function keep<T>(crd: Tree<unknown>, t: Tree<T>, underscored: boolean): Tree<T> {
  if (!isTuple(crd)) return isMarked(crd) === underscored ? t : [];
  const out: Tree<T>[] = [];
  lift(crd, t, underscored, out);
  return out;
}

function lift<T>(crd: readonly Tree<unknown>[], t: Tree<T>, underscored: boolean, out: Tree<T>[]): void {
  if (!isTuple(t)) throw refused('rank')`the coordinate ${{ crd }} is deeper than ${{ t }}`;
  sameRank(crd, t, words`coordinate and sliced tuple`);
  for (let i = 0; i < crd.length; i++) {
    const c = modeAt(crd, i);
    const x = modeAt(t, i);
    if (isTuple(c)) lift(c, x, underscored, out);
    else if (isMarked(c) === underscored) out.push(x);
  }
}

function isMarked(crd: unknown): boolean {
  return tagOf(crd) === 'underscore';
}
