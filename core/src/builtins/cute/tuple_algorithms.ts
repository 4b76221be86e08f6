// Builtins that call a function for the elements of a tuple: transforms, folds, searches. Also the family that
// collects all tuple algorithms.
// Source: cute/algorithm/tuple_algorithms.hpp. functional.ts calls the function.
import * as a from '../../algebra/index';
import { int } from '../../algebra/leaf';
import { isTuple } from '../../values/convert';
import { sequenceOf } from '../../values/sequences';
import type { Single, Value } from '../../values/value';
import { arg, fn, type Entry } from '../entry';
import { binary, unary } from '../operators';
import { family, type BuiltinCall } from '../registry';
import { callee, functionObjects, type Apply } from './functional';
import { tupleModes, tupleOperand } from './tuple_modes';
import { refused } from '../../values/refused';

function transformed(c: BuiltinCall): Value {
  const f = callee(c, c.args.length - 1);
  return a.transform<Single, Single>(c.args.slice(0, -1), f);
}

function transformLeaf(c: BuiltinCall): Value {
  const f = callee(c, c.args.length - 1);
  if (c.args.length === 2) return a.transform_leaf<Single, Single>(arg(c, 0), (x) => f(x));
  return a.transform_leaf2<Single, Single, Single>(arg(c, 0), arg(c, 1), f);
}

/** The values that `f` gives for the modes of the first `count` arguments, mode by mode. */
function mapped(c: BuiltinCall, count: number, f: Apply): readonly Value[] {
  const ts = c.args.slice(0, count);
  const [first, ...others] = ts;
  if (first === undefined || !isTuple(first)) return [f(...ts)];
  return first.map((x, i) => f(x, ...others.map((t) => a.modeAt(a.wrap(t), i))));
}

/** The values that `f` gives for the chosen elements of all tuples, element by element. */
function mappedAt(ts: readonly (readonly Value[])[], seq: Value, f: Apply): readonly Value[] {
  return chosen(seq).map((i) => f(...ts.map((t) => a.modeAt(t, i))));
}

/** The numbers of a sequence. */
function chosen(seq: Value): readonly number[] {
  const numbers =
    isTuple(seq) && sequenceOf(seq) ? seq.flatMap((i) => (!isTuple(i) && i.is === 'static' ? [i.n] : [])) : undefined;
  if (!numbers) throw refused('type')`${{ seq }} is no sequence of integers`;
  return numbers;
}

function tuplesOf(c: BuiltinCall, count: number, name: string): readonly (readonly Value[])[] {
  return Array.from({ length: count }, (_, i) => tupleOperand(c, i, name));
}

function folded(t: readonly Value[], v: Value, f: Apply): Value {
  return t.reduce<Value>((acc, x) => f(acc, x), v);
}

function found(c: BuiltinCall, test: (x: Value) => Value): Value {
  const t = a.wrap(arg(c, 0));
  const at = t.findIndex((x) => {
    const hit = test(x);
    if (!a.isIntTuple(hit) || a.constantValue(hit) === undefined)
      throw refused('static')`find needs a test that is decided by the types`;
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
        (x, y) => binary(op, x, y),
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
  filter_tuple: fn('t, more..., f', 'the tuples that f gives for the modes, joined', [], (c) =>
    a.tuple_cat<Single>(mapped(c, c.args.length - 1, callee(c, c.args.length - 1))),
  ),
  tapply: fn('t, more..., f, g, seq', 'g of the values that f gives for the elements that seq names', [], (c) => {
    const [f, g, seq] = [c.args.length - 3, c.args.length - 2, c.args.length - 1];
    return callee(c, g)(...mappedAt(tuplesOf(c, f, 'tapply'), arg(c, seq), callee(c, f)));
  }),
  apply: fn('t, f, seq?', 'f called with the modes as arguments, or with those that seq names', [], (c) =>
    c.args.length < 3
      ? callee(c, 1)(...a.wrap(arg(c, 0)))
      : callee(c, 1)(...mappedAt(tuplesOf(c, 1, 'apply'), arg(c, 2), (x) => x)),
  ),
  for_each: fn('t, f', 'f called with each mode', [], (c) => {
    mapped(c, c.args.length - 1, callee(c, c.args.length - 1));
    return { is: 'void' };
  }),
  for_each_leaf: fn('t, f', 'f called with each leaf', [], (c) => {
    const f = callee(c, 1);
    for (const x of a.flatten_to_tuple<Single>(arg(c, 0))) f(x);
    return { is: 'void' };
  }),
  fold: fn('t, v, f', 'f(…f(f(v, t0), t1)…)', ['fold(make_tuple(_1{}, _2{}), _0{}, plus{}) // _3'], (c) =>
    folded(a.wrap(arg(c, 0)), arg(c, 1), callee(c, 2)),
  ),
  fold_first: fn(
    't, f',
    'the fold of the other modes onto the first',
    ['fold_first(make_tuple(_1{}, _2{}), plus{}) // _3'],
    (c) => {
      const t = arg(c, 0);
      return isTuple(t) ? folded(t.slice(1), a.modeAt(t, 0), callee(c, 1)) : t;
    },
  ),
  iscan: fn('t, v, f', 'the running fold, each entry with its own element', [], (c) => scanned(c, true)),
  escan: fn(
    't, v, f',
    'the running fold, each entry without its own element',
    ['escan(make_tuple(_2{}, _3{}, _4{}), _1{}, multiplies{}) // (_1,_2,_6)'],
    (c) => scanned(c, false),
  ),
  find: fn(
    't, x',
    'the index of the first element equal to x; the rank where there is none',
    ['find(make_tuple(_1{}, _2{}), _2{}) // _1'],
    (c) => found(c, (v) => binary('==', v, arg(c, 1))),
  ),
  find_if: fn('t, f', 'the index of the first element for which f holds; the rank where there is none', [], (c) =>
    found(c, (v) => callee(c, 1)(v)),
  ),
  any_of: fn('t, f', 'whether f holds for some mode', [], (c) => quantified(c, '||', false)),
  all_of: fn('t, f', 'whether f holds for every mode', [], (c) => quantified(c, '&&', false)),
  none_of: fn('t, f', 'whether f holds for no mode', [], (c) => quantified(c, '||', true)),
};

function scanned(c: BuiltinCall, inclusive: boolean): Value {
  const f = callee(c, 2);
  return a.scan<Single>(tupleOperand(c, 0, 'scan'), arg(c, 1), f, inclusive);
}

export const tupleAlgorithms = family('cute/algorithm/tuple_algorithms.hpp', {
  ...tupleModes,
  ...folds,
  ...functionObjects,
});
