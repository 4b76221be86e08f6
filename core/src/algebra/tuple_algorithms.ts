// Tuples as trees of any leaves: shapes, tiles of layouts, tuples of tensors. An array is a tuple, everything else is
// a leaf. Template arguments come last: `take<0,2>(t)` is `take(t, 0, 2)`.
// Does not know what the leaves mean. Source: cute/algorithm/tuple_algorithms.hpp, underscore.hpp.
import { isTuple, type Tree, type Tuple } from '../base/tuple';
import { counted } from './counted';
import { modeAt, raise, refused } from './errors';

export type { Tree };

/** `get<I...>(t)`. A leaf counts as a tuple of itself: `get<0>(8)` is 8. Throws: AlgebraError 'range' where there
 *  is no such mode. */
export function getTree<T>(t: Tree<T>, path: readonly number[]): Tree<T> {
  let at = t;
  for (const i of path) {
    if (isTuple(at)) {
      if (i < 0 || i >= at.length)
        throw refused('range')`mode ${{ i }} of ${{ at }} does not exist: its rank is ${{ atCount: at.length }}`;
      at = modeAt(at, i);
    } else if (i !== 0) {
      throw refused('range')`mode ${{ i }} of ${{ at }} does not exist: it is not a tuple`;
    }
  }
  return at;
}

/** Throws: AlgebraError 'rank' where the ranks differ. `what` names the function in the message. */
export function sameRank(a: readonly unknown[], b: readonly unknown[], what: string): void {
  if (a.length !== b.length)
    throw refused(
      'rank',
    )`${{ what }}: ranks differ, ${{ a }} has ${{ aCount: a.length }} and ${{ b }} has ${{ bCount: b.length }}`;
}

/** Applies `f` mode by mode to several tuples. Throws: AlgebraError 'rank' where their ranks differ. */
export function transform<T, U>(ts: readonly Tree<T>[], f: (...xs: readonly Tree<T>[]) => Tree<U>): Tree<U> {
  const first = modeAt(ts, 0);
  if (!isTuple(first)) return f(...ts);
  const others: Tuple<T>[] = [];
  for (const t of ts.slice(1)) {
    if (!isTuple(t)) throw refused('rank')`transform: ${{ first }} and ${{ t }} have different profiles`;
    sameRank(first, t, 'transform');
    others.push(t);
  }
  return first.map((x, i) => f(x, ...others.map((t) => modeAt(t, i))));
}

/** Applies `f` to each leaf. */
export function transform_leaf<T, U>(t: Tree<T>, f: (x: T) => Tree<U>): Tree<U> {
  return isTuple(t) ? t.map((x) => transform_leaf(x, f)) : f(t);
}

/** Applies `f` to each leaf of `t` and the mode of `u` in the same position. Throws: AlgebraError 'rank' where `u`
 *  does not fit. */
export function transform_leaf2<T, S, U>(t: Tree<T>, u: Tree<S>, f: (x: T, y: Tree<S>) => Tree<U>): Tree<U> {
  if (!isTuple(t)) return f(t, u);
  if (!isTuple(u)) throw refused('rank')`${{ t }} and ${{ u }} have different profiles`;
  sameRank(t, u, 'transform_leaf');
  return t.map((x, i) => transform_leaf2(x, modeAt(u, i), f));
}

/** A depth-1 tuple of the leaves; a leaf becomes a tuple of one. */
export function flatten_to_tuple<T>(t: Tree<T>): readonly T[] {
  if (!isTuple(t)) return [t];
  if (is_flat(t)) return t;
  const out: T[] = [];
  pushLeaves(t, out);
  return out;
}

function pushLeaves<T>(t: readonly Tree<T>[], out: T[]): void {
  for (let i = 0; i < t.length; i++) {
    const x = modeAt(t, i);
    if (isTuple(x)) pushLeaves(x, out);
    else out.push(x);
  }
}

function is_flat<T>(t: readonly Tree<T>[]): t is readonly T[] {
  for (let i = 0; i < t.length; i++) if (isTuple(modeAt(t, i))) return false;
  return true;
}

/** A depth-1 tuple of the leaves; a leaf stays a leaf. */
export function flattenTree<T>(t: Tree<T>): Tree<T> {
  return isTuple(t) ? flatten_to_tuple(t) : t;
}

/** A flat tuple with the profile of `profile`. Throws: AlgebraError 'range' or 'rank' where their numbers of
 *  leaves differ. */
export function unflattenTree<T>(flat: readonly Tree<T>[], profile: Tree<unknown>): Tree<T> {
  let next = 0;
  const build = (p: Tree<unknown>): Tree<T> => {
    if (isTuple(p)) return p.map(build);
    if (next >= flat.length)
      throw refused('range')`unflatten: ${{ flat }} has too few elements for the profile ${{ profile }}`;
    return modeAt(flat, next++);
  };
  const out = build(profile);
  if (next !== flat.length)
    throw refused(
      'rank',
    )`unflatten: ${{ flat }} has ${{ flatCount: flat.length }} elements, the profile ${{ profile }} takes ${{ next }}`;
  return out;
}

/** The modes [B,E) as a tuple; E = -1 takes all from B on. Throws: AlgebraError 'range'. */
export function takeTree<T>(t: Tree<T>, B: number, E: number): readonly Tree<T>[] {
  const modes = isTuple(t) ? t : [t];
  const end = E === -1 ? modes.length : E;
  if (B > end || end > modes.length || B < 0)
    throw refused('range')`take<${{ B }},${{ E }}>: ${{ t }} has ${{ modesCount: modes.length }} modes`;
  return modes.slice(B, end);
}

/** The chosen modes as a tuple, also where it is only one. */
export function selectTree<T>(t: Tree<T>, I: readonly number[]): readonly Tree<T>[] {
  return I.map((i) => getTree(t, [i]));
}

/** A tuple itself; a leaf as a tuple of one. */
export function wrap<T>(t: Tree<T>): readonly Tree<T>[] {
  return isTuple(t) ? t : [t];
}

/** Removes rank-1 tuples from the outside. */
export function unwrap<T>(t: Tree<T>): Tree<T> {
  let at = t;
  while (isTuple(at) && at.length === 1) at = modeAt(at, 0);
  return at;
}

/** The tuple with `x` inserted before mode N. Throws: AlgebraError 'range'. */
export function insert<T>(t: readonly Tree<T>[], x: Tree<T>, N: number): readonly Tree<T>[] {
  if (N < 0 || N > t.length) throw refused('range')`insert<${{ N }}>: ${{ t }} has rank ${{ tCount: t.length }}`;
  return [...t.slice(0, N), x, ...t.slice(N)];
}

/** The tuple without mode N; for N = rank the whole tuple, as in CuTe. Throws: AlgebraError 'range'. */
export function remove<T>(t: readonly Tree<T>[], N: number): readonly Tree<T>[] {
  if (N < 0 || N > t.length) throw refused('range')`remove<${{ N }}>: ${{ t }} has rank ${{ tCount: t.length }}`;
  return [...t.slice(0, N), ...t.slice(N + 1)];
}

/** The tuple with `x` in the place of mode N; for N = rank `x` is appended, as in CuTe. Throws: AlgebraError
 *  'range'. */
export function replaceTree<T>(t: Tree<T>, x: Tree<T>, N: number): Tree<T> {
  if (!isTuple(t)) return N === 0 ? x : raise(refused('range')`replace<${{ N }}>: ${{ t }} is not a tuple`);
  if (N < 0 || N > t.length) throw refused('range')`replace<${{ N }}>: ${{ t }} has rank ${{ tCount: t.length }}`;
  return [...t.slice(0, N), x, ...t.slice(N + 1)];
}
/** The tuple with `x` in the place of its first mode; of a leaf, `x`. */
export function replace_front<T>(t: Tree<T>, x: Tree<T>): Tree<T> {
  return isTuple(t) ? [x, ...t.slice(1)] : x;
}
/** The tuple with `x` in the place of its last mode; of a leaf, `x`. */
export function replace_back<T>(t: Tree<T>, x: Tree<T>): Tree<T> {
  return isTuple(t) ? [...t.slice(0, -1), x] : x;
}

/** `repeat<N>(x)`; for N == 1 that is `x` itself. */
export function repeat<T>(x: Tree<T>, N: number): Tree<T> {
  return N === 1 ? x : tuple_repeat(x, N);
}
/** A tuple of `N` times `x`. Throws: AlgebraError 'range' for too many. */
export function tuple_repeat<T>(x: Tree<T>, N: number): readonly Tree<T>[] {
  return new Array<Tree<T>>(counted(N, 'repeat')).fill(x);
}

/** `x` at every leaf of `t`. */
export function repeat_like<X>(t: Tree<unknown>, x: X): Tree<X> {
  return isTuple(t) ? t.map((m) => repeat_like(m, x)) : x;
}

/** The tuple whose modes [B,E) become one nested mode; E = -1 takes all from B on. Throws: AlgebraError 'range'. */
export function groupTree<T>(t: Tree<T>, B: number, E: number): Tree<T> {
  const modes = isTuple(t) ? t : [t];
  const end = E === -1 ? modes.length : E;
  if (B > end || B < 0 || (isTuple(t) && end > modes.length))
    throw refused('range')`group<${{ B }},${{ E }}>: ${{ t }} has ${{ modesCount: modes.length }} modes`;
  const inner = B < end ? [takeTree(modes, B, end)] : [];
  return [...modes.slice(0, B), ...inner, ...modes.slice(end)];
}

/** The tuple with `x` appended once, or until the rank is N. Throws: AlgebraError 'rank' where the rank is above
 *  N. */
export function appendTree<T>(t: Tuple<T>, x: Tree<T>, N?: number): Tuple<T>;
export function appendTree<T>(t: Tree<T>, x: Tree<T>, N?: number): Tree<T>;
export function appendTree<T>(t: Tree<T>, x: Tree<T>, N?: number): Tree<T> {
  if (N === undefined) return isTuple(t) ? [...t, x] : [t, x];
  const padding = paddingFor(t, N, 'append');
  return padding === 0 ? t : [...wrap(t), ...tuple_repeat(x, padding)];
}
/** As `appendTree`, in front. */
export function prependTree<T>(t: Tree<T>, x: Tree<T>, N?: number): Tree<T> {
  if (N === undefined) return isTuple(t) ? [x, ...t] : [x, t];
  const padding = paddingFor(t, N, 'prepend');
  return padding === 0 ? t : [...tuple_repeat(x, padding), ...wrap(t)];
}
function paddingFor<T>(t: Tree<T>, N: number, what: string): number {
  const rank = isTuple(t) ? t.length : 1;
  if (N < rank) throw refused('rank')`${{ what }}<${{ N }}>: ${{ t }} already has rank ${{ rank }}`;
  return N - rank;
}

/** The modes of all tuples in one tuple. Throws: AlgebraError 'rank' for a leaf. */
export function tuple_cat<T>(ts: readonly Tree<T>[]): readonly Tree<T>[] {
  return ts.flatMap((t) => (isTuple(t) ? t : raise(refused('rank')`tuple_cat: ${{ t }} is not a tuple`)));
}

/** The modes in reverse order; a leaf itself. */
export function reverse<T>(t: Tree<T>): Tree<T> {
  return isTuple(t) ? [...t].reverse() : t;
}
/** The first leaf. */
export function front<T>(t: Tree<T>): Tree<T> {
  return isTuple(t) ? front(getTree(t, [0])) : t;
}
/** The last leaf. */
export function back<T>(t: Tree<T>): Tree<T> {
  return isTuple(t) ? back(getTree(t, [t.length - 1])) : t;
}

/** `((a,b),(x,y))` becomes `((a,x),(b,y))`. Throws: AlgebraError 'rank' where the ranks differ. */
export function zipTree<T>(t: Tree<T>): Tree<T> {
  if (!isTuple(t)) return t;
  const first = getTree(t, [0]);
  if (!isTuple(first)) return [t];
  const rows: Tuple<T>[] = [];
  for (const x of t) {
    if (!isTuple(x)) throw refused('rank')`zip: ${{ t }} mixes tuples and integers`;
    sameRank(first, x, 'zip');
    rows.push(x);
  }
  return first.map((_, j) => rows.map((x) => modeAt(x, j)));
}

/** Splits the rank-2 modes of `t` at the leaves of `guide`: `((A,a),((B,b),(C,c)),d)` becomes
 *  `((A,(B,C)),(a,(b,c),d))`. Throws: AlgebraError 'rank' where `t` does not fit. */
export function zip2_by<T>(t: Tree<T>, guide: Tree<unknown>): readonly [Tree<T>, Tree<T>] {
  if (!isTuple(guide)) {
    if (!isTuple(t)) throw refused('rank')`${{ t }} is not split into a tile and a rest`;
    return isPair(t) ? t : raise(refused('rank')`${{ t }} must have rank 2`);
  }
  if (!isTuple(t)) throw refused('rank')`${{ t }} has fewer modes than ${{ guide }}`;
  if (t.length < guide.length) throw refused('rank')`${{ t }} has fewer modes than ${{ guide }}`;
  const tiles: Tree<T>[] = [];
  const rests: Tree<T>[] = [];
  for (let i = 0; i < t.length; i++) {
    if (i < guide.length) {
      const [tile, rest] = zip2_by(modeAt(t, i), modeAt(guide, i));
      tiles.push(tile);
      rests.push(rest);
    } else {
      rests.push(modeAt(t, i));
    }
  }
  return [tiles, rests];
}

function isPair<T>(t: readonly T[]): t is readonly [T, T] {
  return t.length === 2;
}

/** `iscan`/`escan`: running folds, with or without the element itself. */
export function scan<T>(
  t: readonly Tree<T>[],
  v: Tree<T>,
  f: (v: Tree<T>, x: Tree<T>) => Tree<T>,
  inclusive: boolean,
): readonly Tree<T>[] {
  let at = v;
  return t.map((x) => {
    const before = at;
    at = f(at, x);
    return inclusive ? at : before;
  });
}
