// CuTe's type traits: whether a type is static, a tuple, a layout, or congruent to another; its rank, depth and size.
// Source: cute/int_tuple.hpp, layout.hpp, numeric/integral_constant.hpp. Reads a type by its example. Traits of the
// C++ library are in type_traits.ts.
import { words } from '../../base/say';
import * as a from '../../algebra/index';
import type { Int, IntTuple } from '../../algebra/leaf';
import { asIntTuple, isA, isAnyLayout, isTuple } from '../../values/convert';
import type { Value } from '../../values/value';
import { constant, flag, fn, isQualified, texample, tnum, typeOf, type Entry } from '../entry';
import type { BuiltinCall } from '../registry';
import { refused } from '../../values/refused';

/** Declares `is_x<T>`, a type that wraps a bool, and the constant `is_x_v<T>`. */
function property(name: string, gives: string, test: (of: Value, call: BuiltinCall) => boolean): Record<string, Entry> {
  const run = (call: BuiltinCall): Value => flag(test(texample(call, 0, name), call));
  return { [name]: typeOf('T', gives, [], run), [`${name}_v`]: constant('T', gives, run) };
}

/** One that a specialisation gives: what it says of all other types, and of those that are const or references. */
function specialised(name: string, gives: string, test: (of: Value) => boolean, others = false): Record<string, Entry> {
  return property(name, gives, (of, call) => {
    const holds = test(of);
    return holds !== others && isQualified(call, 0) ? others : holds;
  });
}

/** True where a value of the type holds no run-time data. Of classes of the program the evaluator knows that. */
function isStaticType(of: Value, call: BuiltinCall): boolean {
  const isStatic = (part: Value): boolean => isStaticType(part, call);
  if (isTuple(of)) return of.every(isStatic);
  switch (of.is) {
    case 'static':
    case 'underscore':
    case 'swizzle':
    case 'smem-ptr-flag':
    case 'tag':
    case 'mma-atom':
    case 'copy-atom':
    case 'tiled-copy':
    case 'tiled-mma':
      return true;
    case 'basis':
      return isStatic(of.n);
    case 'layout':
      return isStatic(of.shape) && isStatic(of.stride);
    case 'composed':
      return isStatic(of.a) && isStatic(of.offset) && isStatic(of.b);
    case 'struct': {
      const isEmpty = call.ctx.isEmpty?.(of);
      if (isEmpty === undefined) throw refused('symbolic')`the size of the type is not known here`;
      return isEmpty;
    }
    default:
      return false;
  }
}
const kindIs =
  (...kinds: readonly string[]) =>
  (of: Value): boolean =>
    !isTuple(of) && kinds.includes(of.is);

export const intTupleTraits: Record<string, Entry> = {
  ...property('is_static', 'whether the type holds no run-time data', isStaticType),
  ...property('is_tuple', 'whether the type is a tuple', isTuple),
  ...specialised(
    'is_flat',
    'whether no element of the tuple is a tuple',
    (of) => !isTuple(of) || !of.some(isTuple),
    true,
  ),
  ...specialised('is_tensor', 'whether the type is a tensor', kindIs('tensor')),
  ...specialised('is_underscore', 'whether the type is that of `_`', kindIs('underscore')),
  ...specialised('is_scaled_basis', 'whether the type is a scaled basis', kindIs('basis')),
  ...specialised('is_layout', 'whether the type is a layout, plain or composed', kindIs('layout', 'composed')),
  ...specialised('is_composed_layout', 'whether the type is a composed layout', kindIs('composed')),
  ...specialised('has_underscore', 'whether some leaf of the type is `_`', (of) => a.has_underscore(of)),
  ...specialised('all_underscore', 'whether every leaf of the type is `_`', (of) => a.all_underscore(of)),
  ...specialised('has_int1', 'whether some leaf of the type is the static 1', (of) =>
    a.has_int1(asIntTuple(of, 'has_int1')),
  ),
  is_constant: typeOf('n, T', 'whether the type is the static integer n', [], (c) => flag(isConstantType(c))),
  is_constant_v: constant('n, T', 'whether the type is the static integer n', (c) => flag(isConstantType(c))),
  is_congruent: typeOf('A, B', 'whether the types have the same profile', [], (c) =>
    a.congruent(typeInts(c, 0), typeInts(c, 1)),
  ),
  is_weakly_congruent: typeOf('A, B', 'whether the profile of A is that of B or coarser', [], (c) =>
    a.weakly_congruent(typeInts(c, 0), typeInts(c, 1)),
  ),
  is_compatible: typeOf('A, B', 'whether every coordinate of A is one of B', [], (c) =>
    a.compatible(typeInts(c, 0), typeInts(c, 1)),
  ),
  rank_t: typeOf('T', 'the rank of the type', [], (c) => a.rank(laidOut(c, 'rank_t'))),
  depth_t: typeOf('T', 'the depth of the type', [], (c) => a.depth(laidOut(c, 'depth_t'))),
  cosize_t: typeOf('Layout', 'the cosize of the layout type', [], (c) => cosizeOfType(c)),
  rank_v: constant('T', 'the rank of the type', (c) => a.rank(laidOut(c, 'rank_v'))),
  depth_v: constant('T', 'the depth of the type', (c) => a.depth(laidOut(c, 'depth_v'))),
  size_v: constant('T', 'the size of the type', (c) => sizeOfType(c)),
  cosize_v: constant('Layout', 'the cosize of the layout type', (c) => cosizeOfType(c)),
  static_value: fn('<Trait>()', 'the constant of a type as a static integer', [], (c) => {
    const of = texample(c, 0, 'static_value');
    if (!isTuple(of) && (of.is === 'static' || of.is === 'swizzle')) return of;
    throw refused('type')`static_value takes a type with a constant`;
  }),
};

/** Of a tensor its layout is asked. */
function laidOut(call: BuiltinCall, what: string): Value {
  const of = texample(call, 0, what);
  return isA(of, 'tensor') ? of.layout : of;
}

function isConstantType(call: BuiltinCall): boolean {
  const of = texample(call, 1, 'is_constant');
  return !isTuple(of) && of.is === 'static' && of.of !== 'std' && of.n === tnum(call, 0, 'is_constant');
}
function typeInts(call: BuiltinCall, i: number): IntTuple | a.AnyLayout {
  const of = texample(call, i, words`this trait`);
  return isAnyLayout(of) ? of : asIntTuple(of, words`this trait`);
}
function sizeOfType(call: BuiltinCall): Int {
  return a.size(typeInts(call, 0));
}
function cosizeOfType(call: BuiltinCall): Int {
  const of = texample(call, 0, 'cosize_v');
  if (!isAnyLayout(of)) throw refused('type')`cosize_v takes a layout type`;
  return a.cosize(of);
}
