// Composition: the layout R with R(c) == A(B(c)) for every coordinate c of B, with the profile of B. A leaf `s:d` of
// B takes every d-th element of A, s of them in all: it is divided through the modes of A, left to right.
// Source: cute/layout.hpp (composition_impl), layout_composed.hpp, swizzle.hpp, swizzle_layout.hpp.
import { say } from '../base/say';
import { type Tuple } from '../base/tuple';
import { spend } from '../base/meter';
import { abs, ceilDiv, div, equal, isC, less, logicalOr, mod, mul, signum, smaller } from './arith';
import { basis_get, basis_value } from './arithmetic_tuple';
import { coalesce_x, modeOf } from './coalesce';
import { modeAt, refused } from './errors';
import { int, isBasis, isTuple, tupleOf, type Int, type IntTuple } from './leaf';
import { coprofile, layoutOf, offset_of } from './layout';
import { composeOffset } from './layout_composed';
import { composeModes as composeStatic } from './static-composition';
import { readMerged, staticModes } from './static-modes';
import { noteWhole, type Note } from './steps';
import { compose_swizzles, make_swizzle_masks, yyyMask, zzzMask } from './swizzle';
import { unwrap } from './tuple_algorithms';
import type { AnyLayout, Composable, ComposedLayout, Layout, Swizzle, Tiler, TilerLeaf } from './types';

const zero = int(0);
const one = int(1);
const outer = staticModes();

/** `composition(A, B)`. B may be a layout, a swizzle, or a tiler: an integer n counts as n:1, `_` leaves A as it is,
 *  a tuple works mode by mode and drops the modes of A beyond it.
 *  Throws: AlgebraError 'divisibility' where static sizes or strides do not divide; 'rank' for a tiler of too many
 *  modes. */
export function composition(a: Layout, b: Layout | Int | Tuple<TilerLeaf>, note?: Note): Layout;
export function composition(a: AnyLayout, b: Tiler, note?: Note): AnyLayout;
export function composition(a: Composable, b: Tiler, note?: Note): Composable;
export function composition(a: Composable, b: Tiler, note?: Note): Composable {
  if (a.is === 'layout') return b.is === 'layout' ? composeLayouts(a, b, note) : composeTiler(a, b, note);
  if (a.is === 'composed')
    return noteWhole(note, 'composition', a, composeOffset(a.a, a.offset, composition(a.b, b, note)));
  if (b.is === 'layout') {
    const swizzled = composeOffset(a, zero, b);
    note?.('make_composed_layout', swizzled, say`keeps the swizzle beside the layout`);
    return swizzled;
  }
  if (b.is === 'swizzle') return compose_swizzles(a, b);
  throw refused('type')`composition has no overload for ${{ a }} and ${{ b }}`;
}

function composeTiler(a: Layout, tiler: Tiler, note?: Note): AnyLayout {
  if (isTuple(tiler)) return composeModes(a, tiler, note);
  switch (tiler.is) {
    case 'underscore':
      note?.('composition', a, say`with _: the mode stays whole`);
      return a;
    case 'static':
    case 'dynamic':
      return composeLayouts(a, layoutOf(tiler, one), note);
    case 'layout':
      return composeLayouts(a, tiler, note);
    case 'swizzle':
      return passSwizzle(a, tiler, note);
    case 'composed':
      return composeComposed(a, tiler, note);
  }
}

function composeModes(a: Layout, tilers: readonly Tiler[], note?: Note): Layout {
  const rank = isTuple(a.shape) ? a.shape.length : 1;
  if (tilers.length > rank)
    throw refused('rank', {
      data: { is: 'tiler-rank', tiler: tilers.length, modes: rank },
    })`the tiler ${{ tilers }} has ${{ tilerModes: tilers.length }} modes, ${{ a }} has ${{ rank }}`;
  if (tilers.length === 0) throw refused('type')`composition with an empty tiler`;
  const shapes: IntTuple[] = [];
  const strides: IntTuple[] = [];
  for (let i = 0; i < tilers.length; i++) {
    const mode = composition(layoutOf(modeOf(a.shape, i), modeOf(a.stride, i)), modeAt(tilers, i));
    note?.('composition', mode, say`of one mode with`, modeAt(tilers, i));
    if (mode.is !== 'layout') throw refused('type')`make_layout cannot concatenate ${{ mode }}`;
    shapes.push(mode.shape);
    strides.push(mode.stride);
  }
  const result = layoutOf(shapes, strides);
  note?.('make_layout', result, say`of the modes`);
  return result;
}

/** `A o Swizzle`: the swizzle moves to the left of A, where A maps its bits to the bits of another swizzle. */
function passSwizzle(a: Layout, swizzle: Swizzle, note?: Note): AnyLayout {
  const activeY = offset_of(a, int(yyyMask(swizzle)));
  const activeZ = offset_of(a, int(zzzMask(swizzle)));
  const passed = composeOffset(make_swizzle_masks(activeY, activeZ), zero, a);
  note?.('make_swizzle', passed, say`of the bits to which the layout maps those of`, swizzle);
  return passed;
}

function composeComposed(a: Layout, b: ComposedLayout, note?: Note): AnyLayout {
  const flag = b.offset.is === 'smem-ptr-flag';
  if (!flag && !isC(b.offset, 0)) throw refused('static')`composition with ${{ b }}: its offset must be a static 0`;
  const left = composition(a, b.a);
  note?.('composition', left, say`with the outer part,`, b.a);
  const result = composition(left, b.b);
  note?.('composition', result, say`of that with the inner part,`, b.b);
  return result;
}

function composeLayouts(a: Layout, b: Layout, note?: Note): Layout {
  if (note === undefined && readMerged(a.shape, a.stride, outer)) {
    const composed = composeStatic(outer, b.shape, b.stride);
    if (composed) return composed;
  }
  const flat = hasBasis(b.stride) ? coalesce_x(a, coprofile(b)) : coalesce_x(a);
  note?.('coalesce', flat, say`the outer layout, with as few modes as possible`);
  const result = compose(flat.shape, flat.stride, b.shape, b.stride);
  note?.('composition', result, say`of the coalesced layout with each mode of`, b);
  return result;
}

function hasBasis(t: IntTuple): boolean {
  if (!isTuple(t)) return t.is === 'basis';
  for (let i = 0; i < t.length; i++) if (hasBasis(modeAt(t, i))) return true;
  return false;
}

/** `composition_impl`, leaf by leaf of B. A is flat and coalesced. */
function compose(lShape: IntTuple, lStride: IntTuple, rShape: IntTuple, rStride: IntTuple): Layout {
  if (isTuple(rShape)) {
    const n = rShape.length;
    if (n === 0) throw refused('type')`composition with an empty layout`;
    const shapes = new Array<IntTuple>(n);
    const strides = new Array<IntTuple>(n);
    for (let i = 0; i < n; i++) {
      const mode = compose(lShape, lStride, modeAt(rShape, i), modeOf(rStride, i));
      shapes[i] = mode.shape;
      strides[i] = mode.stride;
    }
    return layoutOf(shapes, strides);
  }
  if (isBasis(rStride))
    return compose(basis_get(rStride, lShape), basis_get(rStride, lStride), rShape, basis_value(rStride));
  if (isC(rStride, 0)) return layoutOf(rShape, rStride);
  if (!isTuple(lShape)) return layoutOf(rShape, mul(rStride, lStride));
  return walk(lShape, tupleOf(lStride), rShape, rStride);
}

/** The composition with one leaf `shape:stride` of B, which is divided through the modes of A, left to right. */
function walk(lShape: readonly IntTuple[], lStride: readonly IntTuple[], shape: IntTuple, stride: IntTuple): Layout {
  const shapes: IntTuple[] = [];
  const strides: IntTuple[] = [];
  const last = lShape.length - 1;
  spend(last, 'modes');
  let restShape = shape;
  let restStride = stride;
  for (let i = 0; i < last; i++) {
    const s = modeAt(lShape, i);
    checkStride(s, restStride, lShape, stride);
    const step = abs(restStride);
    const nextShape = ceilDiv(s, step);
    const nextStride = mul(ceilDiv(step, s), signum(restStride));
    if (!isC(nextShape, 1) && !isC(restShape, 1)) {
      const taken = smaller(nextShape, restShape);
      checkShape(taken, restShape, lShape, shape, stride);
      shapes.push(taken);
      strides.push(mul(restStride, modeAt(lStride, i)));
      restShape = div(restShape, taken);
    }
    restStride = nextStride;
  }
  if (shapes.length === 0) return layoutOf(restShape, mul(restStride, modeAt(lStride, last)));
  if (!isC(restShape, 1)) {
    shapes.push(restShape);
    strides.push(mul(restStride, modeAt(lStride, last)));
  }
  return shapes.length === 1
    ? layoutOf(unwrap(modeAt(shapes, 0)), unwrap(modeAt(strides, 0)))
    : layoutOf(shapes, strides);
}

function checkStride(s: IntTuple, restStride: IntTuple, lShape: IntTuple, stride: IntTuple): void {
  if (s.is !== 'static' || restStride.is !== 'static') return;
  if (s.n !== 0 && (restStride.n % s.n === 0 || restStride.n < s.n)) return;
  if (s.n !== 0 && isC(logicalOr(equal(mod(restStride, s), zero), less(restStride, s)), 1)) return;
  throw refused(
    'divisibility',
  )`composition: the stride ${{ stride }} does not divide into the modes of ${{ lShape }} (${{ restStride }} against a mode of ${{ s }})`;
}

function checkShape(taken: Int, restShape: IntTuple, lShape: IntTuple, shape: IntTuple, stride: IntTuple): void {
  if (taken.is !== 'static' || restShape.is !== 'static') return;
  if (taken.n !== 0 && restShape.n % taken.n === 0) return;
  throw refused(
    'divisibility',
  )`composition: ${{ shape }}:${{ stride }} does not divide into the modes of ${{ lShape }} (${{ restShape }} left, ${{ taken }} fit)`;
}
