// Tuples and pairs of the standard library. Their values are tuples like CuTe's, with a mark that says of which class
// template they are and what its arguments say beyond an example: const and references. A tuple without a mark is one
// of CuTe, or one whose mark was lost when a new tuple was made of its elements.
import { isTuple } from '../base/tuple';
import type { TypeOf, Value } from './value';

interface StandardTuple {
  readonly of: 'tuple' | 'pair';
  /** The types of its elements, where one of them is const or a reference. */
  readonly types?: readonly TypeOf[];
}

const marks = new WeakMap<object, StandardTuple>();

function typeOfArgument(targ: Value): TypeOf {
  if (isTuple(targ) || targ.is !== 'type') return { is: 'type', of: targ };
  const { holds: _class, ...type } = targ;
  return type;
}

/** The type `std::tuple<…>` or `std::pair<…>` with these template arguments, by example. */
export function standardTuple(of: StandardTuple['of'], targs: readonly Value[]): readonly Value[] {
  const types = targs.map(typeOfArgument);
  const isPlain = types.every(({ constant, volatile, ref, vague }) => !constant && !volatile && !ref && !vague);
  return marked(
    types.map((type) => type.of),
    isPlain ? { of } : { of, types },
  );
}

/** What `std::make_tuple` or `std::make_pair` makes of values. */
export function madeTuple(of: StandardTuple['of'], values: readonly Value[]): readonly Value[] {
  return marked([...values], { of });
}

/** A tuple of elements of these types. An element that is a reference is held as a `reference_wrapper`. */
export function tupleOfTypes(
  of: StandardTuple['of'],
  elements: readonly Value[],
  types: readonly TypeOf[],
): readonly Value[] {
  return marked([...elements], { of, types });
}

/** `std::tuple(a, b)`: a copy of a tuple, or a tuple of the values. */
export function deducedTuple(of: StandardTuple['of'], values: readonly Value[]): readonly Value[] {
  const [only] = values;
  const isCopy = values.length === 1 && only !== undefined && isTuple(only) && standardTupleOf(only) !== undefined;
  return isCopy && isTuple(only) ? marked([...only], { ...marks.get(only), of }) : madeTuple(of, values);
}

/** `std::tuple_cat(a, b)`: a standard tuple of the elements of standard ones; what it is given for others. */
export function joinedTuple(made: Value, tuples: readonly Value[]): Value {
  const all = tuples.map((one) => (isTuple(one) && standardTupleOf(one) !== undefined ? one : undefined));
  if (!isTuple(made) || all.length === 0 || all.includes(undefined)) return made;
  const types = all.flatMap((one) => (one ? elementTypes(one) : []));
  const isPlain = types.every(({ constant, volatile, ref, vague }) => !constant && !volatile && !ref && !vague);
  return types.length === made.length ? marked([...made], isPlain ? { of: 'tuple' } : { of: 'tuple', types }) : made;
}

function marked(elements: readonly Value[], mark: StandardTuple): readonly Value[] {
  marks.set(elements, mark);
  return elements;
}

/** The class template of a standard tuple; undefined for every other value. */
export function standardTupleOf(value: Value): StandardTuple['of'] | undefined {
  return isTuple(value) ? marks.get(value)?.of : undefined;
}

/** The types of the elements of a tuple. */
export function elementTypes(tuple: readonly Value[]): readonly TypeOf[] {
  return marks.get(tuple)?.types ?? tuple.map((of) => ({ is: 'type', of }));
}

/** What a type says of an element of a tuple or a pair; undefined for other values. */
export function partType(tuple: Value, index: number): TypeOf | undefined {
  return isTuple(tuple) ? marks.get(tuple)?.types?.[index] : undefined;
}

/** Which element of a pair `first` and `second` are. */
export function pairMember(id: string): 0 | 1 | undefined {
  return id === 'first' ? 0 : id === 'second' ? 1 : undefined;
}

/** True for a tuple with elements that are const or references. */
export function hasQualifiedElements(tuple: readonly Value[]): boolean {
  return marks.get(tuple)?.types !== undefined;
}

/** True for a tuple with elements that are references. */
export function hasReferences(tuple: readonly Value[]): boolean {
  return marks.get(tuple)?.types?.some(({ ref, vague }) => ref !== undefined || vague === true) ?? false;
}

/** A tuple that was made of the elements of another one, or for a variable of its type, has that type. */
export function likeTuple<T extends Value>(made: T, example: Value): T {
  if (!isTuple(example) || !isTuple(made)) return made;
  const mark = marks.get(example);
  if (mark && made.length === example.length) marks.set(made, mark);
  return made;
}

/** Whether a standard tuple meets one of CuTe, or one of which it is not known any more that it is a standard one. */
export function mayBeOtherTuple(given: Value, wanted: Value): boolean {
  return standardTupleOf(given) !== undefined && standardTupleOf(wanted) === undefined;
}
