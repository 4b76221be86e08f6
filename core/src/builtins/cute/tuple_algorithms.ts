// Builtins on tuples of anything: modes, transforms, folds, zips. Functions given as arguments are called through the
// evaluator; the function objects of CuTe (`plus{}`, `max_fn{}`) are known here.
// Source: cute/algorithm/tuple_algorithms.hpp, functional.hpp, underscore.hpp.
import * as a from '../../algebra/index';
import { AlgebraError } from '../../algebra/errors';
import { int, type IntTuple } from '../../algebra/leaf';
import { asIntTuple, isAnyLayout, isTuple } from '../../values/convert';
import { printValue } from '../../values/print';
import type { Value } from '../../values/value';
import { arg, fn, tnum, tnums, tree, typeOf, type Entry } from '../entry';
import { binary, unary } from '../operators';
import { family, type BuiltinCall } from '../registry';

type Tree = a.Tree<Value>;
type Apply = (...xs: readonly Value[]) => Value;

// ---- function objects

const unaryObjects: Readonly<Record<string, (x: Value) => Value>> = {
  identity: (x) => x,
  unary_plus: (x) => x,
  negate: (x) => unary('-', x),
  bit_not: (x) => unary('~', x),
  logical_not: (x) => unary('!', x),
  abs_fn: (x) => a.abs(asIntTuple(x, 'abs_fn')),
};
const binaryObjects: Readonly<Record<string, string>> = {
  plus: '+',
  minus: '-',
  multiplies: '*',
  divides: '/',
  modulus: '%',
  bit_and: '&',
  bit_or: '|',
  bit_xor: '^',
  left_shift: '<<',
  right_shift: '>>',
  logical_and: '&&',
  logical_or: '||',
  equal_to: '==',
  not_equal_to: '!=',
  greater: '>',
  less: '<',
  greater_equal: '>=',
  less_equal: '<=',
};

/** What a function object of CuTe computes; undefined for a name that is none. */
function objectFunction(name: string): Apply | undefined {
  const one = unaryObjects[name];
  if (one) return (x) => one(x as Value);
  const op = binaryObjects[name];
  if (op !== undefined) return (x, y) => binary(op, x as Value, y as Value);
  if (name === 'max_fn') return (...xs) => a.max(...xs.map((x) => asIntTuple(x, name)));
  if (name === 'min_fn') return (...xs) => a.min(...xs.map((x) => asIntTuple(x, name)));
  return undefined;
}

const objects: Record<string, Entry> = Object.fromEntries(
  [...Object.keys(unaryObjects), ...Object.keys(binaryObjects), 'max_fn', 'min_fn'].map((name) => [
    name,
    typeOf('', `the function object ${name}`, [], () => ({ is: 'tag', name, args: [] })),
  ]),
);

/** Argument i as something to call. */
function callee(c: BuiltinCall, i: number): Apply {
  const f = arg(c, i);
  const known = !isTuple(f) && f.is === 'tag' ? objectFunction(f.name) : undefined;
  return known ?? ((...xs) => c.ctx.call(f, xs));
}

// ---- modes

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

function tupleOperand(c: BuiltinCall, i: number, name: string): readonly Tree[] {
  const t = arg(c, i);
  if (isTuple(t)) return t as readonly Tree[];
  throw new AlgebraError('type', `${name} takes a tuple, not ${printValue(t)}`);
}

const modes: Record<string, Entry> = {
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

// ---- transforms and folds

function elements(t: Value): readonly Value[] {
  return isTuple(t) ? t : [t];
}

function transformed(c: BuiltinCall): Value {
  const f = callee(c, c.args.length - 1);
  return a.transform<Value, Value>(c.args.slice(0, -1) as readonly Tree[], (...xs) =>
    f(...(xs as readonly Value[])),
  ) as Value;
}

function transformLeaf(c: BuiltinCall): Value {
  const f = callee(c, c.args.length - 1);
  if (c.args.length === 2) return a.transform_leaf<Value, Value>(tree(c, 0), (x) => f(x)) as Value;
  return a.transform_leaf2<Value, Value, Value>(tree(c, 0), tree(c, 1), (x, y) => f(x, y as Value)) as Value;
}

/** The values that `f` gives for the modes of one or more tuples. */
function mapped(c: BuiltinCall, count: number, f: Apply): readonly Value[] {
  const ts = c.args.slice(0, count);
  const first = ts[0] as Value;
  if (!isTuple(first)) return [f(...ts)];
  return first.map((x, i) => f(x, ...ts.slice(1).map((t) => elements(t)[i] as Value)));
}

function folded(t: readonly Value[], v: Value, f: Apply): Value {
  return t.reduce<Value>((acc, x) => f(acc, x), v);
}

function found(c: BuiltinCall, test: (x: Value) => Value): Value {
  const t = elements(arg(c, 0));
  const at = t.findIndex((x) => {
    const hit = test(x);
    if (!a.isIntTuple(hit) || a.constantValue(hit) === undefined)
      throw new AlgebraError('static', 'find needs a test that is decided by the types');
    return a.constantValue(hit) !== 0;
  });
  return int(at < 0 ? t.length : at);
}

function quantified(c: BuiltinCall, op: '||' | '&&', negate: boolean): Value {
  const f = callee(c, 1);
  const t = arg(c, 0);
  const all = isTuple(t)
    ? folded(
        t.map((x) => f(x)),
        a.bool(op === '&&'),
        (x, y) => binary(op, x as Value, y as Value),
      )
    : f(t);
  return negate ? unary('!', all) : all;
}

const folds: Record<string, Entry> = {
  transform: fn('t, more..., f', 'f of each mode', ['transform(make_tuple(1, 2), negate{}) // (-1,-2)'], transformed),
  transform_leaf: fn(
    't, more..., f',
    'f of each leaf',
    ['transform_leaf(make_shape(1, make_shape(2)), negate{}) // (-1,(-2))'],
    transformLeaf,
  ),
  transform_apply: fn('t, more..., f, g', 'g of the values that f gives for the modes', [], (c) =>
    callee(c, c.args.length - 1)(...mapped(c, c.args.length - 2, callee(c, c.args.length - 2))),
  ),
  filter_tuple: fn(
    't, more..., f',
    'the tuples that f gives for the modes, joined',
    [],
    (c) => a.tuple_cat<Value>(mapped(c, c.args.length - 1, callee(c, c.args.length - 1)) as readonly Tree[]) as Value,
  ),
  apply: fn('t, f', 'f called with the modes as arguments', [], (c) => callee(c, 1)(...elements(arg(c, 0)))),
  for_each: fn('t, f', 'f called with each mode', [], (c) => {
    mapped(c, c.args.length - 1, callee(c, c.args.length - 1));
    return { is: 'void' };
  }),
  for_each_leaf: fn('t, f', 'f called with each leaf', [], (c) => {
    const f = callee(c, 1);
    for (const x of a.flatten_to_tuple<Value>(tree(c, 0))) f(x);
    return { is: 'void' };
  }),
  fold: fn('t, v, f', 'f(…f(f(v, t0), t1)…)', ['fold(make_tuple(_1{}, _2{}), _0{}, plus{}) // _3'], (c) =>
    folded(elements(arg(c, 0)), arg(c, 1), callee(c, 2)),
  ),
  fold_first: fn(
    't, f',
    'the fold of the other modes onto the first',
    ['fold_first(make_tuple(_1{}, _2{}), plus{}) // _3'],
    (c) => {
      const t = arg(c, 0);
      return isTuple(t) ? folded(t.slice(1), t[0] as Value, callee(c, 1)) : t;
    },
  ),
  iscan: fn('t, v, f', 'the running fold, each with its element', [], (c) => scanned(c, true)),
  escan: fn(
    't, v, f',
    'the running fold, each before its element',
    ['escan(make_tuple(_2{}, _3{}, _4{}), _1{}, multiplies{}) // (_1,_2,_6)'],
    (c) => scanned(c, false),
  ),
  find: fn('t, x', 'the first place of x', ['find(make_tuple(_1{}, _2{}), _2{}) // _1'], (c) =>
    found(c, (v) => binary('==', v, arg(c, 1))),
  ),
  find_if: fn('t, f', 'the first place for which f holds', [], (c) => found(c, (v) => callee(c, 1)(v))),
  any_of: fn('t, f', 'whether f holds for some mode', [], (c) => quantified(c, '||', false)),
  all_of: fn('t, f', 'whether f holds for every mode', [], (c) => quantified(c, '&&', false)),
  none_of: fn('t, f', 'whether f holds for no mode', [], (c) => quantified(c, '||', true)),
};

function scanned(c: BuiltinCall, inclusive: boolean): Value {
  const f = callee(c, 2);
  return a.scan<Value>(tupleOperand(c, 0, 'scan'), tree(c, 1), (v, x) => f(v as Value, x as Value), inclusive) as Value;
}

export const tupleAlgorithms = family('cute/algorithm/tuple_algorithms.hpp', {
  ...modes,
  ...folds,
  ...objects,
  'tag.operator()': {
    gives: 'what the function object computes',
    examples: [],
    run: (c) => {
      const self = arg(c, 0);
      const f = !isTuple(self) && self.is === 'tag' ? objectFunction(self.name) : undefined;
      if (!f) throw new AlgebraError('type', `${printValue(self)} cannot be called`);
      return f(...c.args.slice(1));
    },
  },
});
