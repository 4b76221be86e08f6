// Type traits of <type_traits> and cute/util/type_traits.hpp on which CuTe code branches: sameness of types, choice
// between types, properties of types. Reads a type by its example.
import { isTuple, untype } from '../../values/convert';
import { AlgebraError } from '../../algebra/errors';
import { isIntegerType } from '../../values/scalars';
import type { Single, Value } from '../../values/value';
import { family } from '../registry';
import { flag, type Entry } from '../entry';
import type { BuiltinCall } from '../registry';

function example(call: BuiltinCall, i: number): Value {
  const targ = call.targs[i];
  if (targ === undefined) throw new AlgebraError('type', `template argument ${i + 1} is missing`);
  return untype(targ);
}

/** A text that is equal for equal types: the example without what only a value has. Throws: AlgebraError
 *  'symbolic' where the type of a function or template is not known. */
function identity(value: Value): string {
  return JSON.stringify(value, (key, part: unknown) => {
    if (key === 'from' || key === 'base' || (key === 'offset' && typeof part === 'object')) return undefined;
    if (key === 'n' && typeof part === 'number') return part;
    if (key === 'cls') return undefined;
    // A function, or a template without arguments, has no type that is known here.
    if (key === 'target')
      throw new AlgebraError(
        'symbolic',
        `the type of \`${('name' in value ? value.name : undefined) ?? 'this'}\` is not known here`,
      );
    return part;
  });
}

/** Declares a trait, a type with `::value`, and its `_v` form. */
function trait(name: string, gives: string, test: (call: BuiltinCall) => boolean): Record<string, Entry> {
  return {
    [name]: { kind: 'type', templateParams: ['T'], gives, examples: [], run: (call) => flag(test(call)) },
    [`${name}_v`]: {
      kind: 'value',
      templateParams: ['T'],
      gives,
      examples: [],
      run: (call) => ({ is: 'dynamic', n: test(call) ? 1 : 0, name: undefined, bits: 32, from: undefined }),
    },
  };
}

/** Declares a type function and its `_t` form. */
function alias(name: string, gives: string, choose: (call: BuiltinCall) => Value): Record<string, Entry> {
  const entry: Entry = { kind: 'type', templateParams: ['T'], gives, examples: [], run: choose };
  return { [name]: entry, [`${name}_t`]: entry };
}

function same(call: BuiltinCall): boolean {
  return identity(example(call, 0)) === identity(example(call, 1));
}

function chosen(call: BuiltinCall): Value {
  const [cond] = call.targs;
  if (cond === undefined || cond.is !== 'static')
    throw new AlgebraError('static', 'the condition of conditional_t is not a constant here');
  return cond.n !== 0 ? example(call, 1) : example(call, 2);
}

function enabled(call: BuiltinCall): Value {
  const [cond] = call.targs;
  if (cond !== undefined && cond.is === 'static' && cond.n === 0)
    throw new AlgebraError('type', 'enable_if is not satisfied');
  return call.targs[1] === undefined ? { is: 'void' } : example(call, 1);
}

/** The bool of a trait given as a type. Throws: AlgebraError 'static' where it is not a constant. */
function holds(targ: Value): boolean {
  const of = untype(targ);
  if ((of.is !== 'static' && of.is !== 'dynamic') || of.n === undefined)
    throw new AlgebraError('static', 'a trait with a constant value is needed');
  return of.n !== 0;
}

function pointee(call: BuiltinCall): Value {
  const of = example(call, 0);
  return of.is === 'pointer' ? of.element : of;
}

function isKind(...kinds: readonly Single['is'][]): (call: BuiltinCall) => boolean {
  return (call) => {
    const of = example(call, 0);
    return !isTuple(of) && kinds.includes(of.is);
  };
}

const floats = /^(float|double|half_t|bfloat16_t|tfloat32_t|long double)/;

export const typeTraits = family('cute/util/type_traits.hpp', {
  ...trait('is_same', 'whether two types are the same', same),
  ...trait('is_pointer', 'whether the type is a pointer', isKind('pointer')),
  ...trait('is_void', 'whether the type is void', isKind('void')),
  ...trait(
    'is_integral',
    'whether the type is an integer, static or not',
    (call) => isKind('static', 'dynamic', 'underscore')(call) || isIntegerType(example(call, 0)),
  ),
  ...trait('is_std_integral', 'whether the type is a C++ integer', (call) => isIntegerType(example(call, 0))),
  ...trait('is_floating_point', 'whether the type is a C++ floating type', (call) => {
    const of = example(call, 0);
    return of.is === 'scalar' && floats.test(of.type);
  }),
  ...trait('is_empty', 'whether the type has no data', (call) => {
    const of = example(call, 0);
    return of.is === 'static' || of.is === 'tag' || of.is === 'underscore';
  }),
  ...trait('conjunction', 'whether all of the traits hold', (call) => call.targs.every(holds)),
  ...trait('disjunction', 'whether one of the traits holds', (call) => call.targs.some(holds)),
  ...trait('negation', 'whether the trait does not hold', (call) => !holds(call.targs[0] ?? flag(false))),
  ...alias('remove_cvref', 'the type without const and reference', (call) => example(call, 0)),
  ...alias('remove_reference', 'the type without reference', (call) => example(call, 0)),
  ...alias('remove_const', 'the type without const', (call) => example(call, 0)),
  ...alias('remove_cv', 'the type without const', (call) => example(call, 0)),
  ...alias('decay', 'the type of a value', (call) => example(call, 0)),
  ...alias('add_const', 'the type, const', (call) => example(call, 0)),
  ...alias('type_identity', 'the type itself', (call) => example(call, 0)),
  ...alias('remove_pointer', 'what a pointer points to', pointee),
  ...alias('conditional', 'one of two types', chosen),
  ...alias('enable_if', 'the type, where the condition holds', enabled),
  void_t: { kind: 'type', templateParams: ['T...'], gives: 'void', examples: [], run: () => ({ is: 'void' }) },
});
