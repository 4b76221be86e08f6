// The types of integers, of integer tuples and of sequences: `Int<8>`, `Shape<_2,_3>`, `make_seq<3>`.
// Source: cute/numeric/integral_constant.hpp, integer_sequence.hpp, arithmetic_tuple.hpp, cute/container/tuple.hpp.
// Makes examples of types; traits of types are in int_tuple_traits.ts.
import { words } from '../../base/say';
import { spend } from '../../base/meter';
import * as a from '../../algebra/index';
import { int, type Basis, type Int, type IntTuple } from '../../algebra/leaf';
import { sequence } from '../../values/sequences';
import { elementTypes, hasQualifiedElements } from '../../values/standard-tuples';
import { asIntTuple, isA, isTuple, refuse, untype } from '../../values/convert';
import { constantType } from '../../values/scalars';
import type { Single, TypeOf, Value } from '../../values/value';
import { flag, isQualified, sized, texample, tnum, tnums, typeOf, type Entry } from '../entry';
import type { BuiltinCall } from '../registry';
import { refused } from '../../values/refused';

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
  return refuse('ScaledBasis', words`an integer or a basis`, n);
}

export const intTupleTypes: Record<string, Entry> = {
  Int: typeOf('v', 'the static integer v', ['Int<8>{} // _8'], (c) => staticArgument(c, 0, 'Int')),
  C: typeOf('v', 'the static integer v', ['C<3>{} // _3'], (c) => staticArgument(c, 0, 'C')),
  bool_constant: typeOf('b', 'the static bool b', ['bool_constant<true>{} // _1'], (c) =>
    flag(tnum(c, 0, 'bool_constant') !== 0),
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
  seq: typeOf('I...', 'a sequence of integers', [], (c) => sequence(tnums(c, 'seq'), 'int')),
  int_sequence: typeOf('I...', 'a sequence of integers', [], (c) => sequence(tnums(c, 'int_sequence'), 'int')),
  index_sequence: typeOf('I...', 'a sequence of integers', [], (c) => sequence(tnums(c, 'index_sequence'), 'uint64_t')),
  integer_sequence: typeOf('T, I...', 'a sequence of integers', [], (c) =>
    sequence(tnums({ ...c, targs: c.targs.slice(1) }, 'integer_sequence'), integerName(c)),
  ),
  make_seq: typeOf('N', 'the integers 0 … N-1', ['make_seq<3>{} // (_0,_1,_2)'], (c) =>
    sequence(range(0, tnum(c, 0, 'make_seq')), 'int'),
  ),
  make_int_sequence: typeOf('N', 'the integers 0 … N-1', [], (c) =>
    sequence(range(0, tnum(c, 0, 'make_int_sequence')), 'int'),
  ),
  make_index_sequence: typeOf('N', 'the integers 0 … N-1', [], (c) =>
    sequence(range(0, tnum(c, 0, 'make_index_sequence')), 'uint64_t'),
  ),
  make_integer_sequence: typeOf('T, N', 'the integers 0 … N-1', [], (c) =>
    sequence(range(0, tnum(c, 1, 'make_integer_sequence')), integerName(c)),
  ),
  index_sequence_for: typeOf('T...', 'the integers 0 … sizeof...(T)-1', [], (c) =>
    sequence(range(0, c.targs.length), 'uint64_t'),
  ),
  make_rseq: typeOf('N', 'the integers N-1 … 0', [], (c) =>
    sequence(range(0, tnum(c, 0, 'make_rseq')).reverse(), 'int'),
  ),
  make_range: typeOf('B, E', 'the integers B … E-1', ['make_range<2,4>{} // (_2,_3)'], (c) =>
    sequence(range(tnum(c, 0, 'make_range'), tnum(c, 1, 'make_range')), 'int'),
  ),
  make_int_range: typeOf('B, E', 'the integers B … E-1', [], (c) =>
    sequence(range(tnum(c, 0, 'make_int_range'), tnum(c, 1, 'make_int_range')), 'int'),
  ),
  tuple_seq: typeOf('T', 'the integers 0 … rank-1', [], (c) =>
    sequence(range(0, tupleSize(texample(c, 0, 'tuple_seq'))), 'int'),
  ),
  ...sized('tuple_size', 'the number of elements of a tuple', (c) => tupleSize(texample(c, 0, 'tuple_size'))),
  tuple_element: typeOf('I, T', 'the type of element I of a tuple', [], elementType),
  tuple_element_t: typeOf('I, T', 'the type of element I of a tuple', [], elementType),
};

/** `integral_constant<T, v>`: the constant keeps the type T. */
function typedArgument(call: BuiltinCall, what: string): Value {
  const value = staticArgument(call, 1, what);
  return isTuple(value) || value.is !== 'static' ? value : typedInt(value.n, texample(call, 0, what));
}

function typedInt(n: number, of: Value): Int {
  const type = constantType(of);
  return type === undefined ? int(n) : { is: 'static', n, type };
}

/** The name of the integer type that is the first template argument. */
function integerName({ targs: [type] }: BuiltinCall): string {
  const name = (type === undefined ? undefined : constantType(untype(type))) ?? 'int';
  if (typeof name === 'object') throw refused('type')`sequences of values of ${{ type: name.name }} are not modelled`;
  return name;
}

/** The integers of a sequence. Making an element of it takes about as long as reading eight. */
function range(begin: number, end: number): number[] {
  spend(8 * Math.max(0, end - begin));
  const out: number[] = [];
  for (let i = begin; i < end; i++) out.push(i);
  return out;
}

export function tupleSize(of: Value): number {
  if (isTuple(of)) return of.length;
  throw refused('type')`tuple_size of a type that is no tuple`;
}
function elementType(call: BuiltinCall): Value {
  const of = texample(call, 1, 'tuple_element');
  tupleSize(of);
  const i = tnum(call, 0, 'tuple_element');
  const written = isTuple(of) && hasQualifiedElements(of) ? elementTypes(of)[i] : undefined;
  const element: TypeOf = written ?? { is: 'type', of: a.get<Single>(of, i) };
  if (!isQualified(call, 1)) return written ?? element.of;
  // Elements of a tuple that is const are const; there is no tuple among references.
  const [, tuple] = call.targs;
  if (!isA(tuple, 'type') || tuple.ref) throw refused('type')`tuple_size of a type that is no tuple`;
  if (element.ref) return element;
  return {
    ...element,
    ...(tuple.constant === true && { constant: true as const }),
    ...(tuple.volatile === true && { volatile: true as const }),
  };
}
