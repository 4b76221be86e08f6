// Builtins on integers and tuples of integers: making them, their types, arithmetic, divisions, comparisons, coordinates.
// The work is in algebra/. Source: cute/int_tuple.hpp, stride.hpp, numeric/integral_constant.hpp, math.hpp, arithmetic_tuple.hpp.
import { spend } from '../../base/meter';
import * as a from '../../algebra/index';
import { AlgebraError } from '../../algebra/errors';
import { int, underscore, type Basis, type Int, type IntTuple } from '../../algebra/leaf';
import { asIntTuple, asTiler, isAnyLayout, isTuple, untype } from '../../values/convert';
import type { Value } from '../../values/value';
import { anInt, arg, constant, flag, fn, ints, texample, tnum, tnums, typeOf, type Entry } from '../entry';
import { family, type BuiltinCall } from '../registry';

const smallConstants = new Set([
  ...[-32, -24, -16, -12, -10, -9, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12],
  ...Array.from({ length: 31 }, (_, i) => 16 + 8 * i),
  384,
  512,
  768,
  1024,
  2048,
  4096,
  8192,
  16384,
  32768,
  65536,
  131072,
  262144,
  524288,
]);

/** `_` (a value), and the types `_8`, `_m1`, `X`, `Underscore`, `true_type`, `false_type`; undefined for other names.
 *  Only the constants that cute/numeric/integral_constant.hpp defines exist: `_11` does not. */
export function namedConstant(name: string): Value | undefined {
  switch (name) {
    case '_':
      return underscore;
    case 'X':
    case 'Underscore':
      return { is: 'type', of: underscore };
    case 'true_type':
      return { is: 'type', of: int(1) };
    case 'false_type':
      return { is: 'type', of: int(0) };
    default: {
      const digits = /^_(m?)(0|[1-9]\d*)$/.exec(name);
      if (!digits) return undefined;
      const n = Number(digits[2]) * (digits[1] ? -1 : 1);
      return smallConstants.has(n) ? { is: 'type', of: int(n) } : undefined;
    }
  }
}

// ---- types

const tupleType = (gives: string): Entry => typeOf('T...', gives, [], ({ targs }) => targs.map(untype));

function staticArgument(call: BuiltinCall, i: number, what: string): Value {
  return a.staticInt(tnum(call, i, what));
}

function scaledBasisType(call: BuiltinCall): Value {
  return a.scaled_basis(
    asIntTuple(texample(call, 0, 'ScaledBasis'), 'ScaledBasis') as Basis['n'],
    tnums({ ...call, targs: call.targs.slice(1) }, 'ScaledBasis'),
  );
}

const types: Record<string, Entry> = {
  Int: typeOf('v', 'the static integer v', ['Int<8>{} // _8'], (c) => staticArgument(c, 0, 'Int')),
  C: typeOf('v', 'the static integer v', ['C<3>{} // _3'], (c) => staticArgument(c, 0, 'C')),
  bool_constant: typeOf('b', 'the static bool b', ['bool_constant<true>{} // _1'], (c) =>
    a.bool(tnum(c, 0, 'bool_constant') !== 0),
  ),
  integral_constant: typeOf('T, v', 'the static integer v of type T', ['integral_constant<int,5>{} // _5'], (c) =>
    staticArgument(c, 1, 'integral_constant'),
  ),
  constant: typeOf('T, v', 'the static integer v', ['constant<int,5>{} // _5'], (c) =>
    staticArgument(c, 1, 'constant'),
  ),
  Shape: tupleType('the type of a shape with these modes'),
  Stride: tupleType('the type of a stride with these modes'),
  Step: tupleType('the type of an order of modes'),
  Coord: tupleType('the type of a coordinate'),
  Tile: tupleType('the type of a tiler by mode'),
  tuple: tupleType('the type of a tuple'),
  ArithmeticTuple: tupleType('the type of a tuple that can be added'),
  E: typeOf('N...', 'the basis vector along mode N...', ['E<1,0>{} // _1@0@1'], (c) => a.E(...tnums(c, 'E'))),
  ScaledBasis: typeOf('T, N...', 'the type of a basis vector scaled by a T', [], scaledBasisType),
  seq: typeOf('I...', 'a sequence of integers', [], (c) => tnums(c, 'seq').map((n) => int(n))),
  int_sequence: typeOf('I...', 'a sequence of integers', [], (c) => tnums(c, 'int_sequence').map((n) => int(n))),
  index_sequence: typeOf('I...', 'a sequence of integers', [], (c) => tnums(c, 'index_sequence').map((n) => int(n))),
  integer_sequence: typeOf('T, I...', 'a sequence of integers', [], (c) =>
    tnums({ ...c, targs: c.targs.slice(1) }, 'integer_sequence').map((n) => int(n)),
  ),
  make_seq: typeOf('N', 'the integers 0 … N-1', ['make_seq<3>{} // (_0,_1,_2)'], (c) =>
    range(0, tnum(c, 0, 'make_seq')),
  ),
  make_int_sequence: typeOf('N', 'the integers 0 … N-1', [], (c) => range(0, tnum(c, 0, 'make_int_sequence'))),
  make_index_sequence: typeOf('N', 'the integers 0 … N-1', [], (c) => range(0, tnum(c, 0, 'make_index_sequence'))),
  make_rseq: typeOf('N', 'the integers N-1 … 0', [], (c) => range(0, tnum(c, 0, 'make_rseq')).reverse()),
  make_range: typeOf('B, E', 'the integers B … E-1', ['make_range<2,4>{} // (_2,_3)'], (c) =>
    range(tnum(c, 0, 'make_range'), tnum(c, 1, 'make_range')),
  ),
  make_int_range: typeOf('B, E', 'the integers B … E-1', [], (c) =>
    range(tnum(c, 0, 'make_int_range'), tnum(c, 1, 'make_int_range')),
  ),
  tuple_seq: typeOf('T', 'the integers 0 … rank-1', [], (c) => range(0, tupleSize(texample(c, 0, 'tuple_seq')))),
  tuple_size: typeOf('T', 'the number of elements of a tuple', [], (c) => int(tupleSize(texample(c, 0, 'tuple_size')))),
  tuple_element: typeOf('I, T', 'the type of element I of a tuple', [], elementType),
  tuple_element_t: typeOf('I, T', 'the type of element I of a tuple', [], elementType),
};

function range(begin: number, end: number): Int[] {
  spend(Math.max(0, end - begin));
  const out: Int[] = [];
  for (let i = begin; i < end; i++) out.push(int(i));
  return out;
}
function tupleSize(of: Value): number {
  if (isTuple(of)) return of.length;
  throw new AlgebraError('type', 'tuple_size of a type that is no tuple');
}
function elementType(call: BuiltinCall): Value {
  const of = texample(call, 1, 'tuple_element');
  tupleSize(of);
  return a.get<Value>(of as a.Tree<Value>, tnum(call, 0, 'tuple_element')) as Value;
}

// ---- properties of types

/** `is_x<T>` (a type that wraps a bool) and `is_x_v<T>`. */
function property(name: string, gives: string, test: (of: Value, call: BuiltinCall) => boolean): Record<string, Entry> {
  const run = (call: BuiltinCall): Value => flag(test(texample(call, 0, name), call));
  return { [name]: typeOf('T', gives, [], run), [`${name}_v`]: constant('T', gives, run) };
}

/** True where a value of the type holds no run-time data. */
function isStaticType(of: Value): boolean {
  if (isTuple(of)) return of.every(isStaticType);
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
      return isStaticType(of.n);
    case 'layout':
      return isStaticType(of.shape) && isStaticType(of.stride);
    case 'composed':
      return isStaticType(of.a) && isStaticType(of.offset as Value) && isStaticType(of.b);
    default:
      return false;
  }
}
const kindIs =
  (...kinds: readonly string[]) =>
  (of: Value): boolean =>
    !isTuple(of) && kinds.includes(of.is);

const properties: Record<string, Entry> = {
  ...property('is_static', 'whether the type holds no run-time data', isStaticType),
  ...property('is_tuple', 'whether the type is a tuple', isTuple),
  ...property('is_flat', 'whether no element of the tuple is a tuple', (of) => !isTuple(of) || !of.some(isTuple)),
  ...property('is_underscore', 'whether the type is that of `_`', kindIs('underscore')),
  ...property('is_scaled_basis', 'whether the type is a scaled basis', kindIs('basis')),
  ...property('is_layout', 'whether the type is a layout, plain or composed', kindIs('layout', 'composed')),
  ...property('is_composed_layout', 'whether the type is a composed layout', kindIs('composed')),
  ...property('has_underscore', 'whether some leaf of the type is `_`', (of) => a.has_underscore(of)),
  ...property('all_underscore', 'whether every leaf of the type is `_`', (of) => a.all_underscore(of)),
  ...property('has_int1', 'whether some leaf of the type is the static 1', (of) =>
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
  rank_t: typeOf('T', 'the rank of the type', [], (c) => a.rank(texample(c, 0, 'rank_t'))),
  depth_t: typeOf('T', 'the depth of the type', [], (c) => a.depth(texample(c, 0, 'depth_t'))),
  cosize_t: typeOf('Layout', 'the cosize of the layout type', [], (c) => cosizeOfType(c)),
  rank_v: constant('T', 'the rank of the type', (c) => a.rank(texample(c, 0, 'rank_v'))),
  depth_v: constant('T', 'the depth of the type', (c) => a.depth(texample(c, 0, 'depth_v'))),
  size_v: constant('T', 'the size of the type', (c) => sizeOfType(c)),
  cosize_v: constant('Layout', 'the cosize of the layout type', (c) => cosizeOfType(c)),
  tuple_size_v: constant('T', 'the number of elements of a tuple', (c) =>
    int(tupleSize(texample(c, 0, 'tuple_size_v'))),
  ),
  static_value: fn('<Trait>()', 'the constant of a type as a static integer', [], (c) => {
    const of = texample(c, 0, 'static_value');
    if (!isTuple(of) && (of.is === 'static' || of.is === 'swizzle')) return of;
    throw new AlgebraError('type', 'static_value takes a type with a constant');
  }),
};

function isConstantType(call: BuiltinCall): boolean {
  const of = texample(call, 1, 'is_constant');
  return !isTuple(of) && of.is === 'static' && of.n === tnum(call, 0, 'is_constant');
}
function typeInts(call: BuiltinCall, i: number): IntTuple | a.AnyLayout {
  const of = texample(call, i, 'this trait');
  return isAnyLayout(of) ? of : asIntTuple(of, 'this trait');
}
function sizeOfType(call: BuiltinCall): Int {
  return a.size(typeInts(call, 0));
}
function cosizeOfType(call: BuiltinCall): Int {
  const of = texample(call, 0, 'cosize_v');
  if (!isAnyLayout(of)) throw new AlgebraError('type', 'cosize_v takes a layout type');
  return a.cosize(of);
}

// ---- functions

type OnInts = (...xs: readonly IntTuple[]) => Value;

/** A function of integer tuples. */
function onInts(signature: string, gives: string, examples: readonly string[], f: OnInts): Entry {
  return fn(signature, gives, examples, (c) => f(...c.args.map((x) => asIntTuple(x, gives))));
}
function two(f: (x: IntTuple, y: IntTuple) => Value): OnInts {
  return (x, y) => f(given(x), given(y));
}
function one(f: (x: IntTuple) => Value): OnInts {
  return (x) => f(given(x));
}
function given(x: IntTuple | undefined): IntTuple {
  if (x === undefined) throw new AlgebraError('type', 'an argument is missing');
  return x;
}
const make = (gives: string, example: string): Entry => fn('modes...', gives, [example], (c) => c.args);

/** Shape-like operands: integers, tuples, layouts and tuples of layouts. */
function shaped(c: BuiltinCall, i: number): IntTuple | a.AnyLayout {
  const x = arg(c, i);
  return isAnyLayout(x) ? x : a.shape(asTiler(x, 'this function'));
}

/** The shape of operand i; plain integers stay as they are, bases included. */
function shapeOperand(c: BuiltinCall, i: number): IntTuple {
  const x = arg(c, i);
  return a.isIntTuple(x) ? x : a.shape(shaped(c, i));
}

const integers: Record<string, Entry> = {
  abs: onInts('x', 'the absolute value', ['abs(Int<-3>{}) // _3'], one(a.abs)),
  signum: onInts('x', '-1, 0 or 1', ['signum(Int<-3>{}) // _-1'], one(a.signum)),
  max: onInts('x, more...', 'the largest leaf', ['cute::max(_2{}, make_shape(_7{}, _3{})) // _7'], a.max),
  min: onInts('x, more...', 'the smallest leaf', ['cute::min(_2{}, 3) // 2'], a.min),
  gcd: onInts('x, more...', 'the greatest common divisor of the leaves', ['cute::gcd(_12{}, Int<18>{}) // _6'], a.gcd),
  lcm: onInts('x, y', 'the least common multiple', ['cute::lcm(_4{}, _6{}) // _12'], two(a.lcm)),
  shiftl: onInts('x, s', 'x shifted left by s', [], two(a.shiftl)),
  shiftr: onInts('x, s', 'x shifted right by s', [], two(a.shiftr)),
  safe_div: onInts(
    'x, y',
    'x / y, which must leave nothing over where both are static',
    ['safe_div(_12{}, _4{}) // _3'],
    two(a.safe_div),
  ),
  has_single_bit: fn('x', 'whether x is a power of two', [], (c) => bits(c, (n) => (a.has_single_bit(n) ? 1 : 0))),
  bit_width: fn('x', 'the number of bits of x', [], (c) =>
    bits(c, (n) => (n === 0 ? 0 : Math.floor(Math.log2(n)) + 1)),
  ),
  bit_ceil: fn('x', 'the power of two not below x', [], (c) =>
    bits(c, (n) => (n <= 1 ? 1 : 2 ** Math.ceil(Math.log2(n)))),
  ),
  bit_floor: fn('x', 'the power of two not above x', [], (c) =>
    bits(c, (n) => (n === 0 ? 0 : 2 ** Math.floor(Math.log2(n)))),
  ),
  popcount: fn('x', 'the number of ones in x', [], (c) => bits(c, (n) => n.toString(2).replace(/0/g, '').length)),
  countr_zero: fn('x', 'the number of zeros at the end of x', [], (c) =>
    bits(c, (n) => (n === 0 ? 32 : Math.log2(n & -n))),
  ),
  ...compilerBits(['__builtin_ctz'], 'the number of zeros at the end of x, which is not 0', (n) =>
    n === 0 ? undefined : 31 - Math.clz32(n & -n),
  ),
  ...compilerBits(['__builtin_clz'], 'the number of zeros before the first one of x, which is not 0', (n) =>
    n === 0 ? undefined : Math.clz32(n),
  ),
  ...compilerBits(['__clz'], 'the number of zeros before the first one of x', (n) => Math.clz32(n)),
  ...compilerBits(
    ['__builtin_ffs', '__ffs'],
    'the place of the last one of x, counted from 1; 0 where there is none',
    (n) => (n === 0 ? 0 : 32 - Math.clz32(n & -n)),
  ),
  ...compilerBits(
    ['__builtin_popcount', '__popc'],
    'the number of ones in x',
    (n) => (n >>> 0).toString(2).replace(/0/g, '').length,
  ),
  log_2: fn('x', 'the logarithm of x, rounded down', [], (c) => bits(c, (n) => Math.floor(Math.log2(n)))),
  conditional_return: fn(
    '<b>(cond?, yes, no)',
    'one of two values',
    ['conditional_return(true_type{}, _4{}, 5) // _4'],
    conditionalReturn,
  ),
};

/** What compilers and CUDA count of the bits of an `int`; the result is one, too. */
function compilerBits(
  names: readonly string[],
  gives: string,
  f: (n: number) => number | undefined,
): Readonly<Record<string, Entry>> {
  return Object.fromEntries(
    names.map((name) => [
      name,
      fn('x', gives, [], (c) => {
        const x = anInt(c, 0, name);
        const n = f(a.number(x));
        if (n === undefined) throw new AlgebraError('range', `${name} of 0 is not defined`);
        return a.asDynamic({ ...x, n });
      }),
    ]),
  );
}

function bits(c: BuiltinCall, f: (n: number) => number): Value {
  const x = anInt(c, 0, 'this function');
  const n = f(a.number(x));
  return x.is === 'static' ? int(n) : a.asDynamic({ ...x, n } as Int);
}

function conditionalReturn(c: BuiltinCall): Value {
  if (c.targs.length > 0) return tnum(c, 0, 'conditional_return') !== 0 ? arg(c, 0) : arg(c, 1);
  const cond = anInt(c, 0, 'conditional_return');
  const [yes, no] = [arg(c, 1), arg(c, 2)];
  if (a.isIntTuple(yes) && a.isIntTuple(no)) return a.conditional_return(cond, yes, no);
  return a.number(cond, 'the condition') !== 0 ? yes : no;
}

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
      const b = arg(c, 1);
      return isAnyLayout(b) ? a.ceil_div(shaped(c, 0), b) : a.ceil_div(shapeOperand(c, 0), ints(c, 1, 'ceil_div'));
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
    'whether dividing a by the tiler leaves nothing over',
    ['evenly_divides(Shape<_8,_6>{}, Shape<_4,_4>{}) // _0'],
    (c) => a.evenly_divides(shaped(c, 0), asTiler(arg(c, 1), 'evenly_divides')),
  ),
};

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

function crd2idx(c: BuiltinCall): Value {
  const crd = ints(c, 0, 'crd2idx');
  const shape = arg(c, 1);
  if (isAnyLayout(shape)) {
    if (shape.is === 'layout') return a.crd2idx(crd, shape);
    throw new AlgebraError('type', 'crd2idx has no overload for a composed layout');
  }
  return a.crd2idx(crd, asIntTuple(shape, 'crd2idx'), c.args[2] === undefined ? undefined : ints(c, 2, 'crd2idx'));
}

const coordinates: Record<string, Entry> = {
  crd2idx: fn(
    'crd, shape, stride?',
    'the offset of a coordinate; without strides, its column-major index',
    [
      'crd2idx(make_coord(1, 2), Shape<_4,_4>{}) // 9',
      'crd2idx(make_coord(_1{}, 3), Shape<_4,_4>{}, Stride<_1,_0>{}) // _1',
    ],
    crd2idx,
  ),
  idx2crd: fn('idx, shape, stride?', 'the coordinate of an index', ['idx2crd(37, Shape<_4,_4>{}) // (1,9)'], (c) =>
    a.idx2crd(
      ints(c, 0, 'idx2crd'),
      ints(c, 1, 'idx2crd'),
      c.args[2] === undefined ? undefined : ints(c, 2, 'idx2crd'),
    ),
  ),
  crd2crd: fn(
    'crd, src_shape, dst_shape',
    'the same element in another shape',
    ['crd2crd(6, _8{}, Shape<_2,_4>{}) // (0,3)'],
    (c) => a.crd2crd(ints(c, 0, 'crd2crd'), ints(c, 1, 'crd2crd'), ints(c, 2, 'crd2crd')),
  ),
  compact_col_major: fn(
    'shape, current?',
    'compact strides, first mode fastest',
    ['compact_col_major(Shape<_4,_8>{}) // (_1,_4)'],
    (c) =>
      a.compact_col_major(
        ints(c, 0, 'compact_col_major'),
        c.args[1] === undefined ? undefined : ints(c, 1, 'compact_col_major'),
      ),
  ),
  compact_row_major: fn(
    'shape, current?',
    'compact strides, last mode fastest',
    ['compact_row_major(Shape<_4,_8>{}) // (_8,_1)'],
    (c) =>
      a.compact_row_major(
        ints(c, 0, 'compact_row_major'),
        c.args[1] === undefined ? undefined : ints(c, 1, 'compact_row_major'),
      ),
  ),
  compact_order: fn(
    'shape, order',
    'compact strides in the order of the modes',
    ['compact_order(Shape<_4,_8>{}, Step<_1,_0>{}) // (_8,_1)'],
    (c) => a.compact_order(ints(c, 0, 'compact_order'), orderOf(arg(c, 1))),
  ),
  make_basis_like: fn(
    'shape',
    'the basis vectors of a shape',
    ['make_basis_like(Shape<_4,_8>{}) // (_1@0,_1@1)'],
    (c) => a.make_basis_like(ints(c, 0, 'make_basis_like')),
  ),
  basis_get: fn(
    'basis, t',
    'the mode of t that the basis points at',
    ['basis_get(E<1>{}, make_shape(_4{}, _8{})) // _8'],
    (c) => a.basis_get(ints(c, 0, 'basis_get'), arg(c, 1)),
  ),
  basis_value: fn('basis', 'the integer that scales a basis', ['basis_value(E<1>{} * _3{}) // _3'], (c) =>
    a.basis_value(ints(c, 0, 'basis_value')),
  ),
  as_arithmetic_tuple: fn(
    't',
    'the tuple a basis stands for',
    ['as_arithmetic_tuple(_3{} * E<1,0>{}) // (_0,(_3))'],
    (c) => a.as_arithmetic_tuple(ints(c, 0, 'as_arithmetic_tuple')),
  ),
  make_arithmetic_tuple: make('a tuple that can be added', 'make_arithmetic_tuple(_1{}, 2) // (_1,2)'),
};

/** A mode order: `LayoutLeft{}`, `LayoutRight{}`, or integers. */
export function orderOf(value: Value): a.Order {
  return majorOf(value) ?? asIntTuple(value, 'the order');
}
/** `LayoutLeft{}` or `LayoutRight{}` by any of their names. */
export function majorOf(value: Value): a.Major | undefined {
  if (isTuple(value) || value.is !== 'tag') return undefined;
  if (value.name === 'LayoutLeft' || value.name === 'GenColMajor') return 'LayoutLeft';
  return value.name === 'LayoutRight' || value.name === 'GenRowMajor' ? 'LayoutRight' : undefined;
}

const makers: Record<string, Entry> = {
  make_shape: make('a shape', 'make_shape(_4{}, 8) // (_4,8)'),
  make_stride: make('a stride', 'make_stride(_1{}, 4) // (_1,4)'),
  make_coord: make('a coordinate', 'make_coord(1, _) // (1,_)'),
  make_step: make('an order of modes', 'make_step(_2{}, _1{}) // (_2,_1)'),
  make_tile: make('a tiler by mode', 'make_tile(_8{}, Layout<_4,_2>{}) // (_8,_4:_2)'),
  make_tuple: make('a tuple', 'make_tuple(_1{}, 2) // (_1,2)'),
};

export const intTuples = family('cute/int_tuple.hpp', {
  ...types,
  ...properties,
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
    run: () => ({ is: 'type', of: { is: 'dynamic', n: undefined, name: undefined, bits: 32, from: undefined } }),
  },
  'basis.value': {
    gives: 'the integer that scales the basis',
    examples: [],
    run: (c) => a.basis_value(ints(c, 0, 'value')),
  },
  'basis.mode': {
    gives: 'the first mode of the basis',
    examples: [],
    run: (c) => int((arg(c, 0) as Basis).path[0] ?? 0),
  },
});
