// Sums of scaled bases: `_3@0 + _5@1` is the arithmetic tuple `(_3,_5)`, padded with `_0` where the ranks differ.
// An arithmetic tuple is held as a plain tuple of integers: CuTe prints and indexes both alike.
// Source: cute/numeric/arithmetic_tuple.hpp.
import { words } from '../base/say';
import { elementAt } from '../base/assert';
import { counted } from './counted';
import { add, isC, neg, sub } from './arith';
import type { AlgebraError } from './errors';
import { modeAt, refused } from './errors';
import { basis, int, isBasis, isTuple, type Basis, type IntTuple } from './leaf';
import { type Tree } from '../base/tuple';

/** More modes than a tuple can have: compilers give up long before. */
const mostModes = 1 << 12;

const zero = int(0);
const one = int(1);

/** `E<path...>`: the basis vector scaled by `_1`. */
export function E(...path: readonly number[]): Basis {
  return basis(one, path);
}

/** `ScaledBasis<T, path...>`; a basis of a basis is flattened, outermost mode first. */
export function scaled_basis(n: Basis['n'], path: readonly number[]): Basis {
  return isBasis(n) ? basis(n.n, [...path, ...n.path]) : basis(n, path);
}

/** A basis as the tuple it stands for: `_3@1` is `(_0,_3)`. Tuples are converted leaf by leaf, integers stay. */
export function as_arithmetic_tuple(t: IntTuple): IntTuple {
  if (isTuple(t)) return t.map(as_arithmetic_tuple);
  if (t.is !== 'basis') return t;
  let out = as_arithmetic_tuple(t.n);
  for (let i = t.path.length - 1; i >= 0; i--) {
    const before = elementAt(t.path, i);
    if (before >= mostModes)
      throw refused('limit')`the basis ${{ t }} is a tuple of more than ${{ mostModes }} modes, which is not followed`;
    const modes: IntTuple[] = new Array<IntTuple>(counted(before, words`a basis`)).fill(zero);
    modes.push(out);
    out = modes;
  }
  return out;
}

/** `basis_get(e, t)`: the mode of `t` a basis points at; `t` itself for anything but a basis. */
export function basis_get<T>(e: IntTuple, t: Tree<T>): Tree<T> {
  if (!isBasis(e)) return t;
  let at = t;
  for (const i of e.path) {
    if (isTuple(at)) {
      if (i >= at.length)
        throw refused('range')`the basis ${{ e }} points at mode ${{ i }}, which ${{ t }} does not have`;
      at = modeAt(at, i);
    } else if (i !== 0) {
      throw refused('range')`the basis ${{ e }} points at mode ${{ i }}, which ${{ t }} does not have`;
    }
  }
  return at;
}

/** `basis_value(e)`: the integer that scales a basis. */
export function basis_value(e: IntTuple): IntTuple {
  return isBasis(e) ? basis_value(e.n) : e;
}

/** Bases that map every leaf of `shape` to itself: `(_1@0,(_1@0@1,_1@1@1))`. */
export function make_basis_like(shape: IntTuple, path: readonly number[] = []): IntTuple {
  return isTuple(shape) ? shape.map((s, i) => make_basis_like(s, [...path, i])) : basis(one, path);
}

/** `a + b` where one side is a basis or a tuple. A static 0 adds nothing. Throws: AlgebraError 'type' for other
 *  integers. */
export function addTuples(a: IntTuple, b: IntTuple): IntTuple {
  if (isBasis(a) && isBasis(b)) return add(as_arithmetic_tuple(a), as_arithmetic_tuple(b));
  if (isTuple(a) && isTuple(b)) return byMode(a, b, add);
  if (isTuple(a) && isBasis(b)) return add(a, as_arithmetic_tuple(b));
  if (isBasis(a) && isTuple(b)) return add(as_arithmetic_tuple(a), b);
  if (isBasis(b) && b.path.length === 0) return add(a, b.n);
  if (isBasis(a) && a.path.length === 0) return add(a.n, b);
  if (isZero(a)) return b;
  if (isZero(b)) return a;
  throw noOperator('+', a, b);
}

/** `a - b` where one side is a tuple. */
export function subTuples(a: IntTuple, b: IntTuple): IntTuple {
  if (isTuple(a) && isTuple(b)) return byMode(a, b, sub);
  if (isTuple(a) && isZero(b)) return a;
  if (isTuple(b) && isZero(a)) return negTuple(b);
  throw noOperator('-', a, b);
}

export function negTuple(t: readonly IntTuple[]): IntTuple {
  return t.map((x) => neg(x));
}

function isZero(x: IntTuple): boolean {
  return isC(x, 0) || (!isTuple(x) && x.is === 'underscore');
}

function byMode(a: readonly IntTuple[], b: readonly IntTuple[], f: (x: IntTuple, y: IntTuple) => IntTuple): IntTuple {
  const out: IntTuple[] = [];
  for (let i = 0; i < Math.max(a.length, b.length); i++) out.push(f(a[i] ?? zero, b[i] ?? zero));
  return out;
}

function noOperator(op: string, a: IntTuple, b: IntTuple): AlgebraError {
  return refused('static')`${{ a }} ${{ op }} ${{ b }}: only a static 0 can be added to a basis or an arithmetic tuple`;
}
