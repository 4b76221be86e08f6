// Builtins that take tuples apart and put them together by mode: get, take, group, flatten, append, zip.
// Source: cute/algorithm/tuple_algorithms.hpp, cute/layout.hpp. Calls no function that a program hands over; those that
// do are in tuple_algorithms.ts.
import * as a from '../../algebra/index';
import { AlgebraError } from '../../algebra/errors';
import type { IntTuple } from '../../algebra/leaf';
import { isAnyLayout, isTuple } from '../../values/convert';
import { printValue } from '../../values/print';
import type { Value } from '../../values/value';
import { arg, fn, tnum, tnums, tree, type Entry } from '../entry';
import type { BuiltinCall } from '../registry';

type Tree = a.Tree<Value>;

function modeFn(
  name: string,
  onLayout: (l: a.AnyLayout, n: readonly number[]) => Value,
  onTree: (t: Tree, n: readonly number[]) => unknown,
): (c: BuiltinCall) => Value {
  return (c) => {
    const t = arg(c, 0);
    if (!isTuple(t) && t.is !== 'composed' && t.is !== 'layout') leafOnly(t, name);
    return isAnyLayout(t) ? onLayout(t, tnums(c, name)) : (onTree(t as Tree, tnums(c, name)) as Value);
  };
}

/** Integers count as tuples of themselves; other single objects (tensors, atoms) have no modes here. */
function leafOnly(t: Value, name: string): void {
  if (!a.isIntTuple(t) && !isTuple(t) && t.is !== 'swizzle' && t.is !== 'tag' && t.is !== 'type' && t.is !== 'scalar') {
    throw new AlgebraError('type', `${name} has no overload for ${printValue(t)}`);
  }
}

/** A function of (tuple, x) or <N>(tuple, x), for tuples and layouts. */
function withElement(
  name: string,
  optional: boolean,
  f: (t: Tree, x: Tree, N?: number) => unknown,
  g: (t: a.AnyLayout, x: a.Layout | undefined, N?: number) => a.AnyLayout,
): (c: BuiltinCall) => Value {
  return (c) => {
    const N = c.targs.length > 0 ? tnum(c, 0, name) : undefined;
    const t = arg(c, 0);
    if (!isAnyLayout(t)) return f(t as Tree, tree(c, 1), N) as Value;
    const x = c.args[1];
    if (x === undefined && optional) return g(t, undefined, N);
    if (x === undefined || isTuple(x) || x.is !== 'layout')
      throw new AlgebraError('type', `${name} of a layout takes a layout`);
    return g(t, x, N);
  };
}

function needN(N: number | undefined, name: string): number {
  if (N === undefined) throw new AlgebraError('type', `${name} needs a template argument`);
  return N;
}

export function tupleOperand(c: BuiltinCall, i: number, name: string): readonly Tree[] {
  const t = arg(c, i);
  if (isTuple(t)) return t as readonly Tree[];
  throw new AlgebraError('type', `${name} takes a tuple, not ${printValue(t)}`);
}

export const tupleModes: Record<string, Entry> = {
  get: fn(
    '<I...>(t)',
    'mode I… of a tuple or layout',
    ['get<1,0>(Layout<Shape<_2,Shape<_3,_4>>>{}) // _3:_2'],
    modeFn(
      'get',
      (l, n) => a.get(l, ...n),
      (t, n) => a.get<Value>(t, ...n),
    ),
  ),
  select: fn(
    '<I...>(t)',
    'the chosen modes',
    ['select<0,2>(make_shape(1, 2, 3)) // (1,3)'],
    modeFn(
      'select',
      (l, n) => a.select(l as a.Layout, ...n),
      (t, n) => a.select<Value>(t, ...n),
    ),
  ),
  take: fn(
    '<B, E>(t)',
    'the modes B … E-1',
    ['take<1,2>(make_shape(1, 2, 3)) // (2)'],
    modeFn(
      'take',
      (l, [b, e]) => a.take(l, needN(b, 'take'), needN(e, 'take')),
      (t, [b, e]) => a.take<Value>(t, needN(b, 'take'), needN(e, 'take')),
    ),
  ),
  group: fn(
    '<B, E>(t)',
    'the modes B … E-1 grouped into one',
    ['group<0,2>(Layout<Shape<_2,_3,_4>>{}) // ((_2,_3),_4):((_1,_2),_6)'],
    modeFn(
      'group',
      (l, [b, e]) => a.group(l, needN(b, 'group'), needN(e, 'group')),
      (t, [b, e]) => a.group<Value>(t, needN(b, 'group'), needN(e, 'group')),
    ),
  ),
  flatten: fn(
    't',
    'one flat tuple of the leaves',
    ['flatten(make_shape(1, make_shape(2, 3))) // (1,2,3)'],
    modeFn(
      'flatten',
      (l) => a.flatten(l),
      (t) => a.flatten<Value>(t),
    ),
  ),
  flatten_to_tuple: fn('t', 'one flat tuple of the leaves, also of a single one', ['flatten_to_tuple(4) // (4)'], (c) =>
    a.flatten_to_tuple<Value>(tree(c, 0)),
  ),
  unflatten: fn(
    't, profile',
    'a flat tuple with the profile of another',
    ['unflatten(make_shape(1, 2, 3), make_shape(0, make_shape(0, 0))) // (1,(2,3))'],
    (c) => {
      const t = arg(c, 0);
      return isAnyLayout(t)
        ? a.unflatten(t as a.Layout, tree(c, 1) as IntTuple)
        : (a.unflatten<Value>(t as Tree, tree(c, 1)) as Value);
    },
  ),
  append: fn(
    '<N>(t, x?)',
    'x appended, or as often as it takes to reach rank N',
    ['append<3>(Layout<_4,_1>{}) // (_4,_1,_1):(_1,_0,_0)', 'append(make_shape(1, 2), 3) // (1,2,3)'],
    withElement(
      'append',
      true,
      (t, x, N) => a.append<Value>(t, x, N),
      (t, x, N) => a.append(t, x, N),
    ),
  ),
  prepend: fn(
    '<N>(t, x?)',
    'x put in front, or as often as it takes to reach rank N',
    ['prepend(make_shape(1, 2), 3) // (3,1,2)'],
    withElement(
      'prepend',
      true,
      (t, x, N) => a.prepend<Value>(t, x, N),
      (t, x, N) => a.prepend(t as a.Layout, x, N),
    ),
  ),
  replace: fn(
    '<N>(t, x)',
    'mode N replaced by x',
    ['replace<1>(make_shape(1, 2), 5) // (1,5)'],
    withElement(
      'replace',
      false,
      (t, x, N) => a.replace<Value>(t, x, needN(N, 'replace')),
      (t, x, N) => a.replace(t as a.Layout, x as a.Layout, needN(N, 'replace')),
    ),
  ),
  replace_front: fn(
    't, x',
    'the first element replaced by x',
    [],
    (c) => a.replace_front<Value>(tree(c, 0), tree(c, 1)) as Value,
  ),
  replace_back: fn(
    't, x',
    'the last element replaced by x',
    [],
    (c) => a.replace_back<Value>(tree(c, 0), tree(c, 1)) as Value,
  ),
  insert: fn(
    '<N>(t, x)',
    'x inserted before mode N',
    ['insert<1>(make_shape(1, 2), 5) // (1,5,2)'],
    (c) => a.insert<Value>(tupleOperand(c, 0, 'insert'), tree(c, 1), tnum(c, 0, 'insert')) as Value,
  ),
  remove: fn(
    '<N>(t)',
    'mode N removed',
    ['remove<0>(make_shape(1, 2)) // (2)'],
    (c) => a.remove<Value>(tupleOperand(c, 0, 'remove'), tnum(c, 0, 'remove')) as Value,
  ),
  wrap: fn(
    't',
    'a tuple of one, unless it is a tuple already',
    ['wrap(4) // (4)'],
    (c) => a.wrap<Value>(tree(c, 0)) as Value,
  ),
  unwrap: fn(
    't',
    'rank-1 tuples removed from the outside',
    ['unwrap(make_tuple(make_tuple(4))) // 4'],
    (c) => a.unwrap<Value>(tree(c, 0)) as Value,
  ),
  repeat: fn(
    '<N>(x)',
    'x N times; x itself for N = 1',
    ['repeat<3>(_) // (_,_,_)'],
    (c) => a.repeat<Value>(tree(c, 0), tnum(c, 0, 'repeat')) as Value,
  ),
  tuple_repeat: fn(
    '<N>(x)',
    'a tuple of x N times',
    ['tuple_repeat<1>(_4{}) // (_4)'],
    (c) => a.tuple_repeat<Value>(tree(c, 0), tnum(c, 0, 'tuple_repeat')) as Value,
  ),
  repeat_like: fn(
    't, x',
    'x at every leaf of t',
    ['repeat_like(make_shape(1, make_shape(2)), _0{}) // (_0,(_0))'],
    (c) => a.repeat_like<Value>(tree(c, 0), arg(c, 1)) as Value,
  ),
  tuple_cat: fn(
    'tuples...',
    'the tuples joined',
    ['tuple_cat(make_tuple(1), make_tuple(2, 3)) // (1,2,3)'],
    (c) => a.tuple_cat<Value>(c.args as readonly Tree[]) as Value,
  ),
  reverse: fn(
    't',
    'the modes in reverse',
    ['reverse(make_tuple(1, 2)) // (2,1)'],
    (c) => a.reverse<Value>(tree(c, 0)) as Value,
  ),
  front: fn(
    't',
    'the first leaf',
    ['front(make_shape(make_shape(1, 2), 3)) // 1'],
    (c) => a.front<Value>(tree(c, 0)) as Value,
  ),
  back: fn(
    't',
    'the last leaf',
    ['back(make_shape(1, make_shape(2, 3))) // 3'],
    (c) => a.back<Value>(tree(c, 0)) as Value,
  ),
  zip: fn('a, more...', 'modes paired up', ['zip(make_tuple(1, 2), make_tuple(3, 4)) // ((1,3),(2,4))'], (c) => {
    arg(c, 0);
    const layouts = c.args.filter(isAnyLayout);
    if (layouts.length !== c.args.length) return a.zip<Value>(...(c.args as readonly Tree[])) as Value;
    const [x, y] = layouts;
    return y === undefined ? a.zip(x as a.AnyLayout) : a.zip(x as a.Layout, y as a.Layout);
  }),
  zip2_by: fn(
    't, guide',
    'the (tile, rest) pairs at the leaves of the guide, gathered',
    ['zip2_by(make_tuple(make_tuple(1, 2), make_tuple(3, 4), 5), make_tuple(0, 0)) // ((1,3),(2,4,5))'],
    (c) => a.zip2_by<Value>(tree(c, 0), tree(c, 1)) as Value,
  ),
};
