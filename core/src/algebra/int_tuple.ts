// Integers and tuples of them: rank, depth, size, divisions and comparisons, for shapes, strides and coordinates.
// Takes layouts where CuTe's overloads do, but does not evaluate them.
// Source: cute/int_tuple.hpp; the layout overloads of cute/layout.hpp and layout_composed.hpp.
import { tagOf } from '../base/tuple';
import {
  add,
  ceilDiv,
  type CeilDivision,
  equal,
  gcd2,
  isC,
  larger,
  less,
  logicalAnd,
  logicalNot,
  logicalOr,
  mul,
  smaller,
  sub,
} from './arith';
import { modeAt, refused } from './errors';
import { int, isTuple, type Int, type IntTuple, type Leaf, type Static } from './leaf';
import { appendTree, getTree, repeat_like, sameRank, wrap, type Tree } from './tuple_algorithms';
import type { AnyLayout, Composable, Layout, Tiler } from './types';

const zero = int(0);
const one = int(1);

type Shaped = Tree<Leaf | Composable>;

/** True for a plain Layout. */
export function isLayout(x: unknown): x is Layout {
  return tagOf(x) === 'layout';
}
/** `is_layout`: a Layout or a ComposedLayout. */
export function is_layout(x: unknown): x is AnyLayout {
  const tag = tagOf(x);
  return tag === 'layout' || tag === 'composed';
}

/** The shape of the domain of a layout. Throws: AlgebraError 'type' for a swizzle, which has none. */
export function shapeOf(layout: Composable): IntTuple {
  if (layout.is === 'layout') return layout.shape;
  if (layout.is === 'composed') return shapeOf(layout.b);
  throw refused('type')`${{ layout }} has no shape`;
}

/** `shape<I...>(x)`: of a layout, of an integer (itself), of a tuple of layouts (their shapes). */
export function shape(x: Shaped, ...I: readonly number[]): IntTuple {
  return getTree(wholeShape(x), I);
}
function wholeShape(x: Shaped): IntTuple {
  if (isTuple(x)) return x.map(wholeShape);
  return x.is === 'layout' || x.is === 'composed' || x.is === 'swizzle' ? shapeOf(x) : x;
}

function domain(x: unknown, I: readonly number[]): unknown {
  return getTree(is_layout(x) ? shapeOf(x) : x, I);
}

/** The number of modes, always static: 1 for an integer. */
export function rank(x: unknown, ...I: readonly number[]): Static {
  return int(rankOf(domain(x, I)));
}
/** The rank as a plain number. */
export function rankOf(x: unknown): number {
  const t = is_layout(x) ? shapeOf(x) : x;
  return isTuple(t) ? t.length : 1;
}

/** The depth of nesting, always static: 0 for an integer. */
export function depth(x: unknown, ...I: readonly number[]): Static {
  return int(depthOf(domain(x, I)));
}
/** The depth as a plain number. */
export function depthOf(t: unknown): number {
  return isTuple(t) ? 1 + Math.max(0, ...t.map(depthOf)) : 0;
}

/** The product of all leaves. */
export function product(t: IntTuple): Int {
  if (!isTuple(t)) return leafInt(t, 'product');
  if (t.length === 0) return one;
  let p = product(modeAt(t, 0));
  for (let i = 1; i < t.length; i++) p = mul(p, product(modeAt(t, i)));
  return p;
}
function leafInt(x: Leaf | Layout, what: string): Int {
  if (x.is === 'static' || x.is === 'dynamic') return x;
  if (x.is === 'underscore' || x.is === 'basis') return passedOn(x);
  throw refused('type')`${{ what }}: ${{ x }} is not an integer`;
}

/** A leaf where an integer is expected. CuTe counts a basis and `_` as integral types and passes them through, so
 *  they stay, although the result type excludes them. Arithmetic refuses them. */
function passedOn(x: IntTuple): Int {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- as in CuTe, a basis or `_` stays
  return x as Int;
}

/** One product per top mode, always a tuple. */
export function product_each(t: IntTuple): readonly Int[] {
  return wrap<Leaf>(t).map((m) => product(m));
}

/** The products of the modes of `t` that stand at the leaves of `guide`. `what` names the function in errors.
 *  Throws: AlgebraError 'rank' where the profiles do not fit. */
export function product_like(t: IntTuple, guide: IntTuple, what = 'product_like'): IntTuple {
  if (!isTuple(guide)) return product(t);
  const modes = pairUp(guide, t, what);
  return guide.map((g, i) => product_like(modeAt(modes, i), g, what));
}

/** `size<I...>(x)`: the number of coordinates of a shape or a layout. */
export function size(x: IntTuple | AnyLayout, ...I: readonly number[]): Int {
  return product(getTree(is_layout(x) ? shapeOf(x) : x, I));
}

/** The sum of all leaves. */
export function sum(t: IntTuple): IntTuple {
  return isTuple(t) ? t.reduce<IntTuple>((s, x) => add(s, sum(x)), zero) : t;
}

/** The sum of the products of corresponding leaves. Throws: AlgebraError 'rank' where the profiles differ. */
export function inner_product(a: IntTuple, b: IntTuple): IntTuple {
  if (!isTuple(a) || !isTuple(b)) return mul(a, b);
  sameRank(a, b, 'inner_product');
  let s: IntTuple = zero;
  for (let i = 0; i < a.length; i++) s = add(s, inner_product(modeAt(a, i), modeAt(b, i)));
  return s;
}

// ---- divisions

function padded(a: readonly IntTuple[], b: readonly IntTuple[], what: string): readonly IntTuple[] {
  if (a.length < b.length) throw refused('rank')`${{ what }}: ${{ b }} has more modes than ${{ a }}`;
  return appendTree<Leaf>(b, one, a.length);
}

/** `ceil_div(a, b)` on integers and tuples: missing modes of `b` count as 1; an integer `b` is divided through the
 *  modes in turn. */
export function ceilDivTuples(a: IntTuple, b: IntTuple, op: CeilDivision = 'size_div'): IntTuple {
  if (!isTuple(a)) return ceilDiv(a, isTuple(b) ? product(b) : b, op);
  if (!isTuple(b)) return foldDivision(a, b, (x, y) => ceilDivTuples(x, y, op));
  const full = padded(a, b, 'ceil_div');
  return a.map((x, i) => ceilDivTuples(x, modeAt(full, i), op));
}

function foldDivision(a: readonly IntTuple[], b: IntTuple, f: (x: IntTuple, y: IntTuple) => IntTuple): IntTuple {
  let rest = b;
  return a.map((x) => {
    const quotient = f(x, rest);
    rest = f(rest, x);
    return quotient;
  });
}

/** `a` rounded up to a multiple of `b`, mode by mode. */
export function round_up(a: IntTuple, b: IntTuple): IntTuple {
  if (isTuple(a) && isTuple(b)) {
    const full = padded(a, b, 'round_up');
    return a.map((x, i) => round_up(x, modeAt(full, i)));
  }
  if (isTuple(a) || isTuple(b))
    throw refused('type')`round_up: ${{ a }} and ${{ b }} must both be tuples or both integers`;
  return mul(ceilDiv(a, b, 'ceil_div'), b);
}

/** Division of shapes: as `ceil_div`, but throws AlgebraError 'divisibility' for static integers neither of which
 *  divides the other. */
export function shape_div(a: IntTuple, b: IntTuple): IntTuple {
  if (isTuple(a)) {
    if (!isTuple(b)) return foldDivision(a, b, shape_div);
    sameRank(a, b, 'shape_div');
    return a.map((x, i) => shape_div(x, modeAt(b, i)));
  }
  if (isTuple(b)) return shape_div(a, product(b));
  if (a.is === 'static' && b.is === 'static') {
    if (a.n === 0 || b.n === 0) throw refused('range')`shape_div: ${{ a }} and ${{ b }}: division by zero`;
    if (a.n % b.n !== 0 && b.n % a.n !== 0)
      throw refused('divisibility')`shape_div: neither of ${{ a }} and ${{ b }} divides the other`;
  }
  return ceilDiv(a, b);
}

/** Multiplies each leaf of `a` by the product of the mode of `b` in the same position. Throws: AlgebraError
 *  'rank'. */
export function elem_scale(a: IntTuple, b: IntTuple): IntTuple {
  if (!isTuple(a)) return mul(a, product(b));
  const modes = pairUp(a, b, 'elem_scale');
  return a.map((x, i) => elem_scale(x, modeAt(modes, i)));
}

function pairUp(a: readonly IntTuple[], b: IntTuple, what: string): readonly IntTuple[] {
  if (!isTuple(b)) throw refused('rank')`${{ what }}: ${{ a }} is a tuple, ${{ b }} is not`;
  sameRank(a, b, what);
  return b;
}

// ---- largest, smallest, common divisor

function foldLeaves(ts: readonly IntTuple[], f: (a: IntTuple, b: IntTuple) => Int, what: string): Int {
  const [first, ...rest] = ts;
  if (first === undefined) throw refused('type')`${{ what }} of nothing`;
  const head: IntTuple = isTuple(first) ? foldLeaves(first, f, what) : first;
  return rest.length === 0 ? passedOn(head) : f(head, foldLeaves(rest, f, what));
}
/** The largest leaf of all arguments. */
export function max(...ts: readonly IntTuple[]): Int {
  return foldLeaves(ts, larger, 'max');
}
/** The smallest leaf of all arguments. */
export function min(...ts: readonly IntTuple[]): Int {
  return foldLeaves(ts, smaller, 'min');
}
/** The greatest common divisor of the leaves of all arguments. */
export function gcd(...ts: readonly IntTuple[]): Int {
  return foldLeaves(ts, gcd2, 'gcd');
}

// ---- profiles

/** Whether both have the same profile (nesting), as a static integer. */
export function congruent(a: Shaped, b: Shaped): Static {
  return sameProfile(wholeShape(a), wholeShape(b)) ? one : zero;
}
/** As `congruent`, as a bool. */
export function sameProfile(a: Tree<unknown>, b: Tree<unknown>): boolean {
  if (!isTuple(a) || !isTuple(b)) return isTuple(a) === isTuple(b);
  return a.length === b.length && a.every((x, i) => sameProfile(x, b[i]));
}

/** Whether the profile of `a` is that of `b` or coarser, as a static integer. */
export function weakly_congruent(a: Shaped, b: Shaped): Static {
  const test = (x: IntTuple, y: IntTuple): boolean => {
    if (!isTuple(x)) return true;
    return isTuple(y) && x.length === y.length && x.every((m, i) => test(m, modeAt(y, i)));
  };
  return test(wholeShape(a), wholeShape(b)) ? one : zero;
}

/** Whether every coordinate of `a` is a coordinate of `b`: the sizes agree at each leaf of `a`. Static where the
 *  sizes are. */
export function compatible(a: Shaped, b: Shaped): Int {
  const x = wholeShape(a);
  const y = wholeShape(b);
  if (!isTuple(x)) return equal(x, product(y));
  if (!isTuple(y) || x.length !== y.length) return zero;
  return allOf(x.map((m, i) => compatible(m, modeAt(y, i))));
}

function allOf(xs: readonly Int[]): Int {
  return xs.reduce<Int>((all, x) => logicalAnd(all, x), one);
}

/** Whether `logical_divide` by `b` leaves no remainder. `rest` gives the number of tiles of a tiler that is a
 *  layout. */
export function evenlyDivides(a: IntTuple, b: Tiler, rest: (a: IntTuple, b: Tiler) => IntTuple): Int {
  if (isTuple(b)) {
    if (b.length > rankOf(a)) return zero;
    return allOf(b.map((t, i) => evenlyDivides(getTree<Leaf>(a, [i]), t, rest)));
  }
  return equal(product(a), mul(size(wholeShape(b)), product(rest(a, b))));
}

/** The tuple `b` with static 1s at the positions of the static 0s of `a`: modes with stride 0 count as size 1. */
export function filterZeros(a: IntTuple, b: IntTuple): IntTuple {
  if (isTuple(a)) {
    const modes = pairUp(a, b, 'filter_zeros');
    let same = true;
    const out = a.map((x, i) => {
      const old = modeAt(modes, i);
      const now = filterZeros(x, old);
      if (now !== old) same = false;
      return now;
    });
    return same ? b : out;
  }
  return isC(a, 0) ? repeat_like(b, one) : b;
}

/** True where some leaf is `_`. */
export function has_underscore(t: unknown): boolean {
  return isTuple(t) ? t.some(has_underscore) : tagOf(t) === 'underscore';
}
/** True where every leaf is `_`. */
export function all_underscore(t: unknown): boolean {
  return isTuple(t) ? t.every(all_underscore) : tagOf(t) === 'underscore';
}
/** True where some leaf is the static 1. */
export function has_int1(t: IntTuple): boolean {
  return isTuple(t) ? t.some(has_int1) : isC(t, 1);
}

// ---- comparisons: static where the types decide

type Compare = (a: IntTuple, b: IntTuple) => Int;

function ordered(a: IntTuple, b: IntTuple, place: (t: readonly IntTuple[], i: number) => IntTuple): Int {
  if (!isTuple(a) || !isTuple(b)) return less(a, b);
  const from = (i: number): Int => {
    if (i === b.length) return zero;
    if (i === a.length) return one;
    const x = place(a, i);
    const y = place(b, i);
    return logicalOr(ordered(x, y, place), logicalAnd(equal(x, y), from(i + 1)));
  };
  return from(0);
}
export const lex_less: Compare = (a, b) => ordered(a, b, (t, i) => modeAt(t, i));
export const colex_less: Compare = (a, b) => ordered(a, b, (t, i) => modeAt(t, t.length - 1 - i));
export function elem_less(a: IntTuple, b: IntTuple): Int {
  if (!isTuple(a) || !isTuple(b)) return less(a, b);
  const from = (i: number): Int => {
    if (i === a.length) return one;
    if (i === b.length) return zero;
    return logicalAnd(elem_less(modeAt(a, i), modeAt(b, i)), from(i + 1));
  };
  return from(0);
}
export const lex_leq: Compare = (a, b) => logicalNot(lex_less(b, a));
export const lex_gtr: Compare = (a, b) => lex_less(b, a);
export const lex_geq: Compare = (a, b) => logicalNot(lex_less(a, b));
export const colex_leq: Compare = (a, b) => logicalNot(colex_less(b, a));
export const colex_gtr: Compare = (a, b) => colex_less(b, a);
export const colex_geq: Compare = (a, b) => logicalNot(colex_less(a, b));
export const elem_leq: Compare = (a, b) => logicalNot(elem_less(b, a));
export const elem_gtr: Compare = (a, b) => elem_less(b, a);
export const elem_geq: Compare = (a, b) => logicalNot(elem_less(a, b));

/** `x - 1` at every leaf. */
export function minusOne(t: IntTuple): IntTuple {
  return isTuple(t) ? t.map(minusOne) : sub(t, one);
}
/** `x + 1` at every leaf. */
export function plusOne(t: IntTuple): IntTuple {
  return isTuple(t) ? t.map(plusOne) : add(t, one);
}
/** True where every leaf is an integer, a basis or `_`: no layout, tensor or other value. */
export function isIntTuple(t: unknown): t is IntTuple {
  if (isTuple(t)) return t.every(isIntTuple);
  const is = tagOf(t);
  return is === 'static' || is === 'dynamic' || is === 'basis' || is === 'underscore';
}
