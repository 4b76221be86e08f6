// Sequences of integers: `std::integer_sequence<T, I...>` and CuTe's class of that name. Their values are tuples of
// constants, with a mark that says of which template they are; a tuple without a mark is a tuple.
import { spend } from '../base/meter';
import { isTuple } from '../base/tuple';
import { scalarExample } from './scalars';
import type { Value } from './value';

export interface Sequence {
  readonly of: 'std' | 'cute';
  /** The type of its integers, by example. */
  readonly type: Value;
}

const marks = new WeakMap<object, Sequence>();

/** The sequence of the integers, which has a type of its own. */
export function sequence(numbers: readonly number[], type: string, of: Sequence['of'] = 'cute'): readonly Value[] {
  const name = type === 'int' ? undefined : type;
  // An element is an `integral_constant<T, n>`, which is derived from `C<n>`.
  const values = numbers.map((n): Value => ({ is: 'static', n, ...(name !== undefined && { type: name }), of }));
  return marked(values, { of, type: scalarExample(type) ?? { is: 'void' } });
}

function marked(values: readonly Value[], mark: Sequence): readonly Value[] {
  marks.set(values, mark);
  return values;
}

/** The same sequence, of the standard library's class. */
export function standardSequence(value: Value): Value {
  const mark = sequenceOf(value);
  if (!mark || !isTuple(value)) return value;
  spend(value.length, 'elements');
  const constants: readonly Value[] = value.map((one) =>
    !isTuple(one) && one.is === 'static' ? { ...one, of: 'std' as const } : one,
  );
  return marked(constants, { ...mark, of: 'std' });
}

/** Of which template a sequence is; undefined for every other value. */
export function sequenceOf(value: Value): Sequence | undefined {
  return isTuple(value) ? marks.get(value) : undefined;
}
