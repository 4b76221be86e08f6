// Type traits of <type_traits> and cute/util/type_traits.hpp on which CuTe code branches: sameness of types, choice
// between types, properties of types. Reads a type by its example.
import { refused } from '../../values/refused';
import { isTuple, untype } from '../../values/convert';
import { AlgebraError } from '../../algebra/errors';
import { isIntegerType } from '../../values/scalars';
import type { Qualifiers, Single, TypeOf, Value } from '../../values/value';
import { family } from '../registry';
import { flag, type Entry } from '../entry';
import type { BuiltinCall } from '../registry';

function example(call: BuiltinCall, i: number): Value {
  const targ = call.targs[i];
  if (targ === undefined) throw refused('type')`template argument ${{ position: i + 1 }} is missing`;
  return untype(targ);
}

/** A text that is equal for equal types: the example without what only a value has. Throws: AlgebraError
 *  'symbolic' where the type of a function or template is not known. */
function identity(value: Value): string {
  return JSON.stringify(value, (key, part: unknown) => {
    if (key === 'from' || key === 'base' || (key === 'offset' && typeof part === 'object')) return undefined;
    if (key === 'n' && typeof part === 'number') return part;
    if (key === 'is' && part === 'unknown') throw new AlgebraError('symbolic', 'a part of the type is not known here');
    if (key === 'cls') return undefined;
    // A function, or a template without arguments, has no type that is known here.
    if (key === 'target')
      throw refused(
        'symbolic',
      )`the type of \`${{ which: ('name' in value ? value.name : undefined) ?? 'this' }}\` is not known here`;
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

function holder(type: TypeOf): TypeOf {
  return { ...type, holds: true };
}

/** A type function, a class with the member `type`, and its `_t` form, the type itself. */
function alias(name: string, gives: string, choose: (call: BuiltinCall) => TypeOf): Record<string, Entry> {
  const entry: Entry = { kind: 'type', templateParams: ['T'], gives, examples: [], run: choose };
  return { [name]: { ...entry, run: (call) => holder(choose(call)) }, [`${name}_t`]: entry };
}

/** Template argument i as a type, with const and reference. */
function typeAt(call: BuiltinCall, i: number): TypeOf {
  const targ = call.targs[i];
  if (targ === undefined) throw refused('type')`template argument ${{ position: i + 1 }} is missing`;
  if (targ.is !== 'type') return { is: 'type', of: targ };
  const { holds: _class, ...type } = targ;
  return type;
}

/** A type whose const and reference are known. */
function clearType(call: BuiltinCall, i: number): TypeOf {
  const type = typeAt(call, i);
  if (type.vague) throw new AlgebraError('symbolic', 'whether the type is const or a reference is not known here');
  return type;
}

/** A type with other qualifiers: what is left out is dropped. */
function qualified({ of }: TypeOf, { constant, ref }: Qualifiers): TypeOf {
  return { is: 'type', of, ...(constant && { constant }), ...(ref && { ref }) };
}

function same(call: BuiltinCall): boolean {
  if (identity(example(call, 0)) !== identity(example(call, 1))) return false;
  const [a, b] = [clearType(call, 0), clearType(call, 1)];
  return a.constant === b.constant && a.ref === b.ref;
}

function reference(ref: 'lvalue' | 'rvalue'): (call: BuiltinCall) => TypeOf {
  return (call) => {
    const type = clearType(call, 0);
    if (type.of.is === 'void') return type;
    return { ...type, ref: type.ref === 'lvalue' ? 'lvalue' : ref };
  };
}

/** What a value of the type is when it is passed: an array is a pointer to its first element. */
function decayed(call: BuiltinCall): TypeOf {
  const { of } = typeAt(call, 0);
  if (of.is !== 'pointer' || of.length === undefined) return { is: 'type', of };
  const { length: _elements, ...pointer } = of;
  return { is: 'type', of: pointer };
}

function chosen(call: BuiltinCall): TypeOf {
  const [cond] = call.targs;
  if (cond === undefined || cond.is !== 'static')
    throw new AlgebraError('static', 'the condition of conditional_t is not a constant here');
  return typeAt(call, cond.n !== 0 ? 1 : 2);
}

function enabled(call: BuiltinCall): TypeOf {
  const [cond] = call.targs;
  if (cond !== undefined && cond.is === 'static' && cond.n === 0)
    throw new AlgebraError('substitution', 'enable_if is not satisfied');
  return call.targs[1] === undefined ? { is: 'type', of: { is: 'void' } } : typeAt(call, 1);
}

/** The bool of a trait given as a type. Throws: AlgebraError 'static' where it is not a constant. */
function holds(targ: Value): boolean {
  const of = untype(targ);
  if ((of.is !== 'static' && of.is !== 'dynamic') || of.n === undefined)
    throw new AlgebraError('static', 'a trait with a constant value is needed');
  return of.n !== 0;
}

function pointee(call: BuiltinCall): TypeOf {
  const type = typeAt(call, 0);
  const { of } = type;
  if (of.is !== 'pointer' || of.length !== undefined) return type;
  return qualified({ is: 'type', of: of.element }, { ...(of.constant && { constant: of.constant }) });
}

/** A reference is not const itself. */
function unconst(call: BuiltinCall): TypeOf {
  const type = typeAt(call, 0);
  return type.ref || type.vague ? type : qualified(type, {});
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
  ...trait('is_const', 'whether the type is const', (call) => {
    const { constant, ref } = clearType(call, 0);
    return constant === true && ref === undefined;
  }),
  ...trait('is_reference', 'whether the type is a reference', (call) => clearType(call, 0).ref !== undefined),
  ...trait('is_lvalue_reference', 'whether the type is `T&`', (call) => clearType(call, 0).ref === 'lvalue'),
  ...trait('is_rvalue_reference', 'whether the type is `T&&`', (call) => clearType(call, 0).ref === 'rvalue'),
  ...alias('remove_cvref', 'the type without const and reference', (call) => qualified(typeAt(call, 0), {})),
  ...alias('remove_reference', 'the type without reference', (call) => {
    const { constant, vague, of } = typeAt(call, 0);
    return { is: 'type', of, ...(constant && { constant }), ...(vague && { vague }) };
  }),
  ...alias('remove_const', 'the type without const', unconst),
  ...alias('remove_cv', 'the type without const', unconst),
  ...alias('decay', 'the type of a value', decayed),
  ...alias('add_const', 'the type, const', (call) => {
    const type = clearType(call, 0);
    return type.ref ? type : { ...type, constant: true };
  }),
  ...alias('add_lvalue_reference', 'a reference to the type', reference('lvalue')),
  ...alias('add_rvalue_reference', 'an rvalue reference to the type', reference('rvalue')),
  ...alias('type_identity', 'the type itself', (call) => typeAt(call, 0)),
  ...alias('remove_pointer', 'what a pointer points to', pointee),
  ...alias('conditional', 'one of two types', chosen),
  ...alias('enable_if', 'the type, where the condition holds', enabled),
  void_t: {
    kind: 'type',
    templateParams: ['T...'],
    gives: 'void',
    examples: [],
    run: () => ({ is: 'type', of: { is: 'void' } }),
  },
});
