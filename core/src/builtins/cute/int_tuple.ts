// Builtins on integer tuples: makers, products, divisions by mode, profiles and comparisons. Also the family that
// collects all builtins on integers.
// Source: cute/int_tuple.hpp. Computes nothing itself: the work is in algebra/.
import { words } from '../../base/say';
import * as a from '../../algebra/index';
import { hole, int, type Basis, type Int, type IntTuple } from '../../algebra/leaf';
import { asTiler, isA, isAnyLayout, refuse } from '../../values/convert';
import { typeOfNarrow } from '../../values/scalars';
import type { Value } from '../../values/value';
import { anInt, arg, fn, ints, type Entry } from '../entry';
import { family } from '../registry';
import { one, onInts, shaped, shapeOperand, two } from './int_operands';
import { intTupleTraits } from './int_tuple_traits';
import { intTupleTypes } from './int_tuple_types';
import { integers } from './math';
import { coordinates } from './stride';

const divisions: Record<string, Entry> = {
  product: onInts('t', 'the product of the leaves', ['product(make_shape(_2{}, 3)) // 6'], one(a.product)),
  product_each: onInts(
    't',
    'the product of each mode',
    ['product_each(make_shape(_2{}, make_shape(_3{}, 4))) // (_2,12)'],
    one(a.product_each),
  ),
  product_like: onInts(
    't, guide',
    'the products of t at the leaves of guide',
    ['product_like(make_shape(_2{}, make_shape(_3{}, _4{})), make_shape(0, 0)) // (_2,_12)'],
    two(a.product_like),
  ),
  sum: onInts('t', 'the sum of the leaves', ['sum(make_shape(_2{}, _3{})) // _5'], one(a.sum)),
  inner_product: onInts(
    'a, b',
    'the sum of the products of the leaves',
    ['inner_product(make_coord(2, 3), make_stride(_1{}, _0{})) // 2'],
    two(a.inner_product),
  ),
  ceil_div: fn(
    'a, b',
    'a / b rounded up, by mode',
    ['ceil_div(make_shape(4, 5, 6), 40) // (1,1,3)', 'ceil_div(_10{}, _4{}) // _3'],
    (c) => {
      const [x, b] = [arg(c, 0), arg(c, 1)];
      if (isAnyLayout(b)) return a.ceil_div(shaped(c, 0), b);
      const by = ints(c, 1, 'ceil_div');
      return a.isIntTuple(x) ? a.ceilDivTuples(x, by, 'ceil_div') : a.ceil_div(shapeOperand(c, 0), by);
    },
  ),
  round_up: onInts(
    'a, b',
    'a rounded up to a multiple of b, by mode',
    ['round_up(_10{}, _4{}) // _12'],
    two(a.round_up),
  ),
  shape_div: onInts(
    'a, b',
    'a / b rounded up; static integers must divide',
    ['shape_div(Shape<_4,_5,_6>{}, _40{}) // (_1,_1,_3)'],
    two(a.shape_div),
  ),
  elem_scale: onInts(
    'a, b',
    'the leaves of a times the sizes of b',
    ['elem_scale(Shape<_6,_12>{}, Shape<_2,_2>{}) // (_12,_24)'],
    two(a.elem_scale),
  ),
  congruent: fn(
    'a, b',
    'whether both have the same profile',
    ['congruent(make_shape(2, 3), make_shape(4, 5)) // _1'],
    (c) => a.congruent(shaped(c, 0), shaped(c, 1)),
  ),
  weakly_congruent: fn(
    'a, b',
    'whether the profile of a is that of b or coarser',
    ['weakly_congruent(_6{}, make_shape(2, 3)) // _1'],
    (c) => a.weakly_congruent(shaped(c, 0), shaped(c, 1)),
  ),
  compatible: fn(
    'a, b',
    'whether every coordinate of a is one of b',
    ['compatible(make_shape(8), make_shape(make_shape(2, 4))) // 1'],
    (c) => a.compatible(shaped(c, 0), shaped(c, 1)),
  ),
  evenly_divides: fn(
    'a, tiler',
    'whether the tiler divides a without remainder',
    ['evenly_divides(Shape<_8,_6>{}, Shape<_4,_4>{}) // _0'],
    (c) => a.evenly_divides(shaped(c, 0), asTiler(arg(c, 1), 'evenly_divides')),
  ),
};

function asBasis(value: Value): Basis {
  return isA(value, 'basis') ? value : refuse('mode()', words`a basis`, value);
}

type Compare = (x: IntTuple, y: IntTuple) => Int;
const compare = (gives: string, example: string, f: Compare): Entry => onInts('a, b', gives, [example], two(f));

const comparisons: Record<string, Entry> = {
  elem_less: compare(
    'whether every leaf of a is less than that of b',
    'elem_less(make_coord(_0{}, _0{}), make_coord(_1{}, _1{})) // _1',
    a.elem_less,
  ),
  elem_leq: compare(
    'whether b is not element-wise less than a',
    'elem_leq(make_coord(1, 2), make_coord(1, 2)) // 1',
    a.elem_leq,
  ),
  elem_gtr: compare('whether every leaf of b is less than that of a', 'elem_gtr(_2{}, _1{}) // _1', a.elem_gtr),
  elem_geq: compare('whether a is not element-wise less than b', 'elem_geq(_2{}, _2{}) // _1', a.elem_geq),
  lex_less: compare(
    'whether a comes before b, first mode first',
    'lex_less(make_coord(0, 3), make_coord(0, 4)) // 1',
    a.lex_less,
  ),
  lex_leq: compare('whether b does not come before a', 'lex_leq(_1{}, _1{}) // _1', a.lex_leq),
  lex_gtr: compare('whether b comes before a', 'lex_gtr(_2{}, _1{}) // _1', a.lex_gtr),
  lex_geq: compare('whether a does not come before b', 'lex_geq(_2{}, _1{}) // _1', a.lex_geq),
  colex_less: compare(
    'whether a comes before b, last mode first',
    'colex_less(make_coord(9, 3), make_coord(0, 4)) // 1',
    a.colex_less,
  ),
  colex_leq: compare('whether b does not come before a, last mode first', 'colex_leq(_1{}, _1{}) // _1', a.colex_leq),
  colex_gtr: compare('whether b comes before a, last mode first', 'colex_gtr(_2{}, _1{}) // _1', a.colex_gtr),
  colex_geq: compare('whether a does not come before b, last mode first', 'colex_geq(_2{}, _1{}) // _1', a.colex_geq),
};

const make = (gives: string, example: string): Entry => fn('modes...', gives, [example], (c) => c.args);
const makers: Record<string, Entry> = {
  make_shape: make('a shape', 'make_shape(_4{}, 8) // (_4,8)'),
  make_stride: make('a stride', 'make_stride(_1{}, 4) // (_1,4)'),
  make_coord: make('a coordinate', 'make_coord(1, _) // (1,_)'),
  make_step: make('an order of modes', 'make_step(_2{}, _1{}) // (_2,_1)'),
  make_tile: make('a tiler by mode', 'make_tile(_8{}, Layout<_4,_2>{}) // (_8,_4:_2)'),
  make_tuple: make('a tuple', 'make_tuple(_1{}, 2) // (_1,2)'),
};

export const intTuples = family('cute/int_tuple.hpp', {
  ...intTupleTypes,
  ...intTupleTraits,
  ...makers,
  ...integers,
  ...divisions,
  ...comparisons,
  ...coordinates,
  'int.operator()': {
    gives: 'the number of a static integer',
    examples: [],
    run: (c) => a.asDynamic(anInt(c, 0, 'operator()')),
  },
  'int::value_type': {
    gives: 'the type of the number',
    examples: [],
    run: (c) => {
      const of = arg(c, 0);
      return { is: 'type', of: isA(of, 'static') && of.type !== undefined ? typeOfNarrow(of.type) : hole() };
    },
  },
  'basis.value': {
    gives: 'the integer that scales the basis',
    examples: [],
    run: (c) => a.basis_value(ints(c, 0, 'value')),
  },
  'basis.mode': {
    gives: 'the first mode of the basis',
    examples: [],
    run: (c) => int(asBasis(arg(c, 0)).path[0] ?? 0),
  },
});
