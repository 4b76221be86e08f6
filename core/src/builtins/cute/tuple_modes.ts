// Builtins that take tuples apart and put them together by mode: get, take, group, flatten, append, zip.
// Source: cute/algorithm/tuple_algorithms.hpp, cute/layout.hpp. Builtins that call a function for each mode are in
// tuple_algorithms.ts.
import { joinedTuple } from '../../values/standard-tuples';
import { refused } from '../../values/refused';
import * as a from '../../algebra/index';
import { isA, isAnyLayout, isTuple } from '../../values/convert';
import type { Single, Tuple, Value } from '../../values/value';
import { arg, fn, tnum, tnums, type Entry } from '../entry';
import type { BuiltinCall } from '../registry';

function modeFn(
  name: string,
  onLayout: (l: a.AnyLayout, n: readonly number[]) => Value,
  onTree: (t: Value, n: readonly number[]) => Value,
): (c: BuiltinCall) => Value {
  return (c) => {
    const t = arg(c, 0);
    if (!isTuple(t) && t.is !== 'composed' && t.is !== 'layout') leafOnly(t, name);
    return isAnyLayout(t) ? onLayout(t, tnums(c, name)) : onTree(t, tnums(c, name));
  };
}

/** Refuses tensors, atoms and other objects without modes. Integers count as tuples of themselves. */
function leafOnly(t: Value, name: string): void {
  if (!a.isIntTuple(t) && !isTuple(t) && t.is !== 'swizzle' && t.is !== 'tag' && t.is !== 'type' && t.is !== 'scalar') {
    throw refused('type')`${{ name }} has no overload for ${{ t }}`;
  }
}

/** A function `(t, x)` or `<N>(t, x)`: `onTree` for tuples, `onLayout` for layouts, and `onLayoutAlone` for layouts
 *  without x, where x has a default; `onElement` for a layout beside what is no layout, as an element of a tuple. */
function withElement(
  name: string,
  onTree: (t: Value, x: Value, N?: number) => Value,
  onLayout: (t: a.AnyLayout, x: a.Layout, N?: number) => a.AnyLayout,
  onLayoutAlone?: (t: a.AnyLayout, N?: number) => a.AnyLayout,
  onElement?: (t: Value, x: Value, N?: number) => Value,
): (c: BuiltinCall) => Value {
  return (c) => {
    const N = c.targs.length > 0 ? tnum(c, 0, name) : undefined;
    const t = arg(c, 0);
    if (!isAnyLayout(t)) return onTree(t, arg(c, 1), N);
    const x = c.args[1];
    if (x === undefined && onLayoutAlone) return onLayoutAlone(t, N);
    if (x !== undefined && onElement && (isTuple(x) || !isAnyLayout(x))) return onElement(t, x, N);
    if (x === undefined || isTuple(x) || x.is !== 'layout')
      throw refused('type')`${{ name }} of a layout takes a layout`;
    return onLayout(t, x, N);
  };
}

function needN(N: number | undefined, name: string): number {
  if (N === undefined) throw refused('type')`${{ name }} needs a template argument`;
  return N;
}

export function tupleOperand(c: BuiltinCall, i: number, name: string): Tuple {
  const t = arg(c, i);
  if (isTuple(t)) return t;
  throw refused('type')`${{ name }} takes a tuple, not ${{ t }}`;
}

export const tupleModes: Record<string, Entry> = {
  get: fn(
    '<I...>(t)',
    'mode I… of a tuple or layout',
    ['get<1,0>(Layout<Shape<_2,Shape<_3,_4>>>{}) // _3:_2'],
    modeFn(
      'get',
      (l, n) => a.get(l, ...n),
      (t, n) => a.get<Single>(t, ...n),
    ),
  ),
  select: fn(
    '<I...>(t)',
    'the chosen modes',
    ['select<0,2>(make_shape(1, 2, 3)) // (1,3)'],
    modeFn(
      'select',
      (l, n) => a.select(l, ...n),
      (t, n) => a.select<Single>(t, ...n),
    ),
  ),
  take: fn(
    '<B, E>(t)',
    'the modes B … E-1',
    ['take<1,2>(make_shape(1, 2, 3)) // (2)'],
    modeFn(
      'take',
      (l, [b, e]) => a.take(l, needN(b, 'take'), needN(e, 'take')),
      (t, [b, e]) => a.take<Single>(t, needN(b, 'take'), needN(e, 'take')),
    ),
  ),
  group: fn(
    '<B, E>(t)',
    'the modes B … E-1 grouped into one',
    ['group<0,2>(Layout<Shape<_2,_3,_4>>{}) // ((_2,_3),_4):((_1,_2),_6)'],
    modeFn(
      'group',
      (l, [b, e]) => a.group(l, needN(b, 'group'), needN(e, 'group')),
      (t, [b, e]) => a.group<Single>(t, needN(b, 'group'), needN(e, 'group')),
    ),
  ),
  flatten: fn(
    't',
    'one flat tuple of the leaves',
    ['flatten(make_shape(1, make_shape(2, 3))) // (1,2,3)'],
    modeFn(
      'flatten',
      (l) => a.flatten(l),
      (t) => a.flatten<Single>(t),
    ),
  ),
  flatten_to_tuple: fn('t', 'one flat tuple of the leaves, also of a single one', ['flatten_to_tuple(4) // (4)'], (c) =>
    a.flatten_to_tuple<Single>(arg(c, 0)),
  ),
  unflatten: fn(
    't, profile',
    'a flat tuple with the profile of another',
    ['unflatten(make_shape(1, 2, 3), make_shape(0, make_shape(0, 0))) // (1,(2,3))'],
    (c) => {
      const t = arg(c, 0);
      return isAnyLayout(t) ? a.unflatten(t, arg(c, 1)) : a.unflatten<Single>(t, arg(c, 1));
    },
  ),
  append: fn(
    '<N>(t, x?)',
    'x appended once, or until the rank is N',
    ['append<3>(Layout<_4,_1>{}) // (_4,_1,_1):(_1,_0,_0)', 'append(make_shape(1, 2), 3) // (1,2,3)'],
    withElement(
      'append',
      (t, x, N) => a.append<Single>(t, x, N),
      (t, x, N) => a.append(t, x, N),
      (t, N) => a.append(t, undefined, N),
      (t, x, N) => a.appendTree<Single>(t, x, N),
    ),
  ),
  prepend: fn(
    '<N>(t, x?)',
    'x put in front once, or until the rank is N',
    ['prepend(make_shape(1, 2), 3) // (3,1,2)'],
    withElement(
      'prepend',
      (t, x, N) => a.prepend<Single>(t, x, N),
      (t, x, N) => a.prepend(t, x, N),
      (t, N) => a.prepend(t, undefined, N),
      (t, x, N) => a.prependTree<Single>(t, x, N),
    ),
  ),
  replace: fn(
    '<N>(t, x)',
    'mode N replaced by x',
    ['replace<1>(make_shape(1, 2), 5) // (1,5)'],
    withElement(
      'replace',
      (t, x, N) => a.replace<Single>(t, x, needN(N, 'replace')),
      (t, x, N) => a.replace(t, x, needN(N, 'replace')),
    ),
  ),
  replace_front: fn('t, x', 'the first element replaced by x', [], (c) =>
    a.replace_front<Single>(arg(c, 0), arg(c, 1)),
  ),
  replace_back: fn('t, x', 'the last element replaced by x', [], (c) => a.replace_back<Single>(arg(c, 0), arg(c, 1))),
  insert: fn('<N>(t, x)', 'x inserted before mode N', ['insert<1>(make_shape(1, 2), 5) // (1,5,2)'], (c) =>
    a.insert<Single>(tupleOperand(c, 0, 'insert'), arg(c, 1), tnum(c, 0, 'insert')),
  ),
  remove: fn('<N>(t)', 'mode N removed', ['remove<0>(make_shape(1, 2)) // (2)'], (c) =>
    a.remove<Single>(tupleOperand(c, 0, 'remove'), tnum(c, 0, 'remove')),
  ),
  wrap: fn('t', 'a tuple of one, unless it is a tuple already', ['wrap(4) // (4)'], (c) => a.wrap<Single>(arg(c, 0))),
  unwrap: fn('t', 'rank-1 tuples removed from the outside', ['unwrap(make_tuple(make_tuple(4))) // 4'], (c) =>
    a.unwrap<Single>(arg(c, 0)),
  ),
  repeat: fn('<N>(x)', 'x N times; x itself for N = 1', ['repeat<3>(_) // (_,_,_)'], (c) =>
    a.repeat<Single>(arg(c, 0), tnum(c, 0, 'repeat')),
  ),
  tuple_repeat: fn('<N>(x)', 'a tuple of x N times', ['tuple_repeat<1>(_4{}) // (_4)'], (c) =>
    a.tuple_repeat<Single>(arg(c, 0), tnum(c, 0, 'tuple_repeat')),
  ),
  repeat_like: fn(
    't, x',
    'x at every leaf of t',
    ['repeat_like(make_shape(1, make_shape(2)), _0{}) // (_0,(_0))'],
    (c) => a.repeat_like<Value>(arg(c, 0), arg(c, 1)),
  ),
  tuple_cat: fn('tuples...', 'the tuples joined', ['tuple_cat(make_tuple(1), make_tuple(2, 3)) // (1,2,3)'], (c) =>
    joinedTuple(a.tuple_cat<Single>(c.args), c.args),
  ),
  reverse: fn('t', 'the modes in reverse', ['reverse(make_tuple(1, 2)) // (2,1)'], (c) => a.reverse<Single>(arg(c, 0))),
  front: fn('t', 'the first leaf', ['front(make_shape(make_shape(1, 2), 3)) // 1'], (c) => a.front<Single>(arg(c, 0))),
  back: fn('t', 'the last leaf', ['back(make_shape(1, make_shape(2, 3))) // 3'], (c) => a.back<Single>(arg(c, 0))),
  zip: fn('a, more...', 'modes paired up', ['zip(make_tuple(1, 2), make_tuple(3, 4)) // ((1,3),(2,4))'], (c) => {
    const x = arg(c, 0);
    const y = c.args[1];
    if (!c.args.every(isAnyLayout)) return a.zip<Single>(...c.args);
    if (y === undefined) return a.zip<Single>(x);
    return isA(x, 'layout') && isA(y, 'layout') ? a.zip(x, y) : a.zip<Single>(x, y);
  }),
  zip2_by: fn(
    't, guide',
    'the (tile, rest) pairs at the leaves of the guide, gathered',
    ['zip2_by(make_tuple(make_tuple(1, 2), make_tuple(3, 4), 5), make_tuple(0, 0)) // ((1,3),(2,4,5))'],
    (c) => a.zip2_by<Single>(arg(c, 0), arg(c, 1)),
  ),
};
