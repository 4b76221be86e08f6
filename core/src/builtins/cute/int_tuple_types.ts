// The types of integers, of integer tuples and of sequences: `Int<8>`, `Shape<_2,_3>`, `make_seq<3>`.
// Source: cute/numeric/integral_constant.hpp, integer_sequence.hpp, arithmetic_tuple.hpp, cute/container/tuple.hpp.
// Makes examples of types; traits of types are in int_tuple_traits.ts.
import { spend } from '../../base/meter';
import * as a from '../../algebra/index';
import { AlgebraError } from '../../algebra/errors';
import { hole, int, type Basis, type Int, type IntTuple } from '../../algebra/leaf';
import { asIntTuple, isTuple, refuse, untype } from '../../values/convert';
import { constantType } from '../../values/scalars';
import type { Single, Value } from '../../values/value';
import { texample, tnum, tnums, typeOf, type Entry } from '../entry';
import type { BuiltinCall } from '../registry';

const tupleType = (gives: string): Entry => typeOf('T...', gives, [], ({ targs }) => targs.map(untype));

function staticArgument(call: BuiltinCall, i: number, what: string): Value {
  return a.staticInt(tnum(call, i, what));
}

function scaledBasisType(call: BuiltinCall): Value {
  return a.scaled_basis(
    scaleOf(asIntTuple(texample(call, 0, 'ScaledBasis'), 'ScaledBasis')),
    tnums({ ...call, targs: call.targs.slice(1) }, 'ScaledBasis'),
  );
}

function scaleOf(n: IntTuple): Basis['n'] {
  if (n.is === 'static' || n.is === 'dynamic' || n.is === 'basis') return n;
  return refuse('ScaledBasis', 'an integer or a basis', n);
}

export const intTupleTypes: Record<string, Entry> = {
  Int: typeOf('v', 'the static integer v', ['Int<8>{} // _8'], (c) => staticArgument(c, 0, 'Int')),
  C: typeOf('v', 'the static integer v', ['C<3>{} // _3'], (c) => staticArgument(c, 0, 'C')),
  bool_constant: typeOf('b', 'the static bool b', ['bool_constant<true>{} // _1'], (c) =>
    a.bool(tnum(c, 0, 'bool_constant') !== 0),
  ),
  integral_constant: typeOf('T, v', 'the static integer v of type T', ['integral_constant<int,5>{} // _5'], (c) =>
    typedArgument(c, 'integral_constant'),
  ),
  constant: typeOf('T, v', 'the static integer v', ['constant<int,5>{} // _5'], (c) => typedArgument(c, 'constant')),
  Shape: tupleType('the type of a shape with these modes'),
  Stride: tupleType('the type of a stride with these modes'),
  Step: tupleType('the type of an order of modes'),
  Coord: tupleType('the type of a coordinate'),
  Tile: tupleType('the type of a tiler by mode'),
  tuple: tupleType('the type of a tuple'),
  ArithmeticTuple: tupleType('the type of a tuple that can be added mode by mode'),
  E: typeOf('N...', 'the basis vector along mode N...', ['E<1,0>{} // _1@0@1'], (c) => a.E(...tnums(c, 'E'))),
  ScaledBasis: typeOf('T, N...', 'the type of a basis vector scaled by a T', [], scaledBasisType),
  seq: typeOf('I...', 'a sequence of integers', [], (c) => tnums(c, 'seq').map((n) => int(n))),
  int_sequence: typeOf('I...', 'a sequence of integers', [], (c) => tnums(c, 'int_sequence').map((n) => int(n))),
  index_sequence: typeOf('I...', 'a sequence of integers', [], (c) =>
    tnums(c, 'index_sequence').map((n) => typedInt(n, size)),
  ),
  integer_sequence: typeOf('T, I...', 'a sequence of integers', [], (c) =>
    tnums({ ...c, targs: c.targs.slice(1) }, 'integer_sequence').map((n) =>
      typedInt(n, texample(c, 0, 'integer_sequence')),
    ),
  ),
  make_seq: typeOf('N', 'the integers 0 … N-1', ['make_seq<3>{} // (_0,_1,_2)'], (c) =>
    range(0, tnum(c, 0, 'make_seq')),
  ),
  make_int_sequence: typeOf('N', 'the integers 0 … N-1', [], (c) => range(0, tnum(c, 0, 'make_int_sequence'))),
  make_index_sequence: typeOf('N', 'the integers 0 … N-1', [], (c) =>
    range(0, tnum(c, 0, 'make_index_sequence'), size),
  ),
  make_integer_sequence: typeOf('T, N', 'the integers 0 … N-1', [], (c) =>
    range(0, tnum(c, 1, 'make_integer_sequence'), texample(c, 0, 'make_integer_sequence')),
  ),
  index_sequence_for: typeOf('T...', 'the integers 0 … sizeof...(T)-1', [], (c) => range(0, c.targs.length, size)),
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

/** `integral_constant<T, v>`: the constant keeps the type T. */
function typedArgument(call: BuiltinCall, what: string): Value {
  const value = staticArgument(call, 1, what);
  return isTuple(value) || value.is !== 'static' ? value : typedInt(value.n, texample(call, 0, what));
}

const size = hole(64, true);

function typedInt(n: number, of: Value): Int {
  const type = constantType(of);
  return type === undefined ? int(n) : { is: 'static', n, type };
}

function range(begin: number, end: number, of: Value = hole()): Int[] {
  spend(Math.max(0, end - begin));
  const out: Int[] = [];
  for (let i = begin; i < end; i++) out.push(typedInt(i, of));
  return out;
}
export function tupleSize(of: Value): number {
  if (isTuple(of)) return of.length;
  throw new AlgebraError('type', 'tuple_size of a type that is no tuple');
}
function elementType(call: BuiltinCall): Value {
  const of = texample(call, 1, 'tuple_element');
  tupleSize(of);
  return a.get<Single>(of, tnum(call, 0, 'tuple_element'));
}
