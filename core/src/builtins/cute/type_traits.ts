// Type traits of <type_traits> and cute/util/type_traits.hpp on which CuTe code branches: sameness of types, choice
// between types, properties of types. Reads a type by its example.
import { refused } from '../../values/refused';
import { isA, isTuple, untype } from '../../values/convert';
import { hole, withLongLong } from '../../algebra/leaf';
import { sequenceOf } from '../../values/sequences';
import { scalarExample } from '../../values/scalars';
import type { Pointer, Qualifiers, TypeOf, Value } from '../../values/value';
import { family } from '../registry';
import { clear, flag, type Entry } from '../entry';
import { categoryOfType, isSignedType, type TypeCategory } from './type_categories';
import type { BuiltinCall, BuiltinContext } from '../registry';
import { withArrayConst, withElementConst } from '../../values/array-types';
import { identity, isUnclearTuple, mayBeOneClosure } from './type_identity';

function example(call: BuiltinCall, i: number): Value {
  const targ = call.targs[i];
  if (targ === undefined) throw refused('type')`template argument ${{ position: i + 1 }} is missing`;
  return untype(targ);
}

/** A constant of the standard library's class. */
function standard(constant: Value): Value {
  return isA(constant, 'static') ? { ...constant, of: 'std' as const } : constant;
}

/** Declares a trait, a type with `::value`, and its `_v` form. */
function trait(name: string, gives: string, test: (call: BuiltinCall) => boolean): Record<string, Entry> {
  return {
    [name]: { kind: 'type', templateParams: ['T'], gives, examples: [], run: (call) => standard(flag(test(call))) },
    [`${name}_v`]: {
      kind: 'value',
      templateParams: ['T'],
      gives,
      examples: [],
      run: (call) => truthOf(test(call)),
    },
  };
}

/** A bool. */
function truthOf(holds: boolean): Value {
  return { is: 'dynamic', n: holds ? 1 : 0, name: undefined, bits: 32, from: undefined, narrow: 'bool' };
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
  return clear(typeAt(call, i));
}

/** A type with other qualifiers: what is left out is dropped. */
function qualified({ of }: TypeOf, { constant, volatile, ref }: Qualifiers): TypeOf {
  return { is: 'type', of, ...(constant && { constant }), ...(volatile && { volatile }), ...(ref && { ref }) };
}

export function same(call: BuiltinCall): boolean {
  const [first, second] = [typeAt(call, 0), typeAt(call, 1)].map(withArrayConst);
  if (first && second && isTuple(first.of) && isTuple(second.of) && first.of.length !== second.of.length) return false;
  const [key, other] = [first, second].map((type) => type && identity(type.of, call.ctx));
  if (first && second && key !== other) {
    if (key !== undefined && other !== undefined && mayBeOneClosure(key, other))
      throw refused('symbolic')`in which instance of a template this lambda stands is not known here`;
    if (isEngine(first.of, second.of) || isEngine(second.of, first.of))
      throw refused('symbolic')`which type a tensor has for what holds its elements is not known here`;
    if (isUnclearTuple(first.of, second.of))
      throw refused('symbolic')`of which class template this tuple is, is not known here`;
    return false;
  }
  if (first && second && !sameSequence(first.of, second.of)) return false;
  const [a, b] = [clearType(call, 0), clearType(call, 1)].map(withArrayConst);
  if (!a || !b || a.constant !== b.constant || a.volatile !== b.volatile || a.ref !== b.ref) return false;
  if (call.targs.slice(0, 2).some(isHolder))
    throw refused('symbolic')`whether a class of the library is meant or its member \`type\` is not known here`;
  return true;
}

/** `Tensor::engine_type` is held as the tensor. */
function isEngine(tensor: Value, other: Value): boolean {
  return isA(tensor, 'tensor') && isA(other, 'tag') && other.name.endsWith('Engine');
}

/** `enable_if<b, T>`, which is held as the type that is its member. */
function isHolder(targ: Value): boolean {
  return !isTuple(targ) && targ.is === 'type' && targ.holds === true;
}

/** Sequences of CuTe, of the standard library and of another type of numbers are types of their own. */
function sameSequence(first: Value, second: Value): boolean {
  const [a, b] = [sequenceOf(first), sequenceOf(second)];
  return a?.of === b?.of && a?.type === b?.type;
}

function reference(ref: 'lvalue' | 'rvalue'): (call: BuiltinCall) => TypeOf {
  return (call) => {
    const type = clearType(call, 0);
    if (type.of.is === 'void' || isOfMember(type.of)) return type;
    return { ...type, ref: type.ref === 'lvalue' ? 'lvalue' : ref };
  };
}

/** What a value of the type is when it is passed: an array is a pointer to its first element. */
function decayed(call: BuiltinCall): TypeOf {
  const { of } = withElementConst({ ...typeAt(call, 0) });
  if (isA(of, 'function-type')) return { is: 'type', of: isOfMember(of) ? of : pointerToType({ is: 'type', of }) };
  if (of.is !== 'pointer' || of.length === undefined) return { is: 'type', of };
  const { length: _elements, ...pointer } = of;
  return { is: 'type', of: pointer };
}

function chosen(call: BuiltinCall): TypeOf {
  const [cond] = call.targs;
  if (cond === undefined || cond.is !== 'static')
    throw refused('static')`the condition of conditional_t is not a constant here`;
  return typeAt(call, cond.n !== 0 ? 1 : 2);
}

function enabled(call: BuiltinCall): TypeOf {
  const [cond] = call.targs;
  if (cond !== undefined && cond.is === 'static' && cond.n === 0)
    throw refused('substitution')`enable_if is not satisfied`;
  return call.targs[1] === undefined ? { is: 'type', of: { is: 'void' } } : typeAt(call, 1);
}

/** The bool of a trait given as a type. Throws: AlgebraError 'static' where it is not a constant. */
function holds(targ: Value, ctx: BuiltinContext): boolean {
  const type = untype(targ);
  const of = isA(type, 'struct') ? (ctx.member?.(type, 'value') ?? type) : type;
  if ((of.is !== 'static' && of.is !== 'dynamic') || of.n === undefined)
    throw refused('static')`a trait with a constant value is needed`;
  return of.n !== 0;
}

function pointee(call: BuiltinCall): TypeOf {
  const type = typeAt(call, 0);
  const { of } = type;
  if (of.is !== 'pointer' || of.length !== undefined || type.ref) return type;
  return qualified({ is: 'type', of: of.element }, qualifiersOfPointee(of));
}

function qualifiersOfPointee({ constant, volatile }: Pointer): Qualifiers {
  return { ...(constant && { constant }), ...(volatile && { volatile }) };
}

/** A reference is not const or volatile itself. */
function without(...left: readonly ('constant' | 'volatile')[]): (call: BuiltinCall) => TypeOf {
  return (call) => {
    const type = typeAt(call, 0);
    return type.ref || type.vague ? type : unqualified(type, left);
  };
}

/** An array is const, volatile where its elements are. */
function unqualified(type: TypeOf, left: readonly ('constant' | 'volatile')[]): TypeOf {
  const { of, constant, volatile } = withArrayConst(type);
  return withElementConst({
    is: 'type',
    of,
    ...(constant && !left.includes('constant') && { constant: true }),
    ...(volatile && !left.includes('volatile') && { volatile: true }),
  });
}

/** Whether a type, or the elements of an array, are qualified so. */
function isQualified(qualifier: 'constant' | 'volatile'): (call: BuiltinCall) => boolean {
  return (call) => {
    const type = withArrayConst(clearType(call, 0));
    return type.ref === undefined && type[qualifier] === true;
  };
}

function adding(qualifiers: Qualifiers): (call: BuiltinCall) => TypeOf {
  return (call) => {
    const type = clearType(call, 0);
    return type.ref || isA(type.of, 'function-type') ? type : withElementConst({ ...type, ...qualifiers });
  };
}

/** A trait that holds for types of these categories. */
function isOneOf(...categories: readonly TypeCategory[]): (call: BuiltinCall) => boolean {
  return (call) => categories.includes(categoryOfType(typeAt(call, 0), call.ctx));
}

const memberPointers = ['member-object-pointer', 'member-function-pointer'] as const;

const isInteger = isOneOf('integral');
const isFloating = isOneOf('floating');
const isArithmetic = isOneOf('integral', 'floating');

/** Source: cutlass/complex.h. A qualified type is none. */
function isComplex(call: BuiltinCall): boolean {
  if (!isOneOf('class')(call)) return false;
  const { of, ref, constant, volatile } = clearType(call, 0);
  return isA(of, 'scalar') && of.type.startsWith('complex<') && !ref && !constant && !volatile;
}

/** CuTe's `is_integral` holds for its constants too. */
function isCuteIntegral(call: BuiltinCall): boolean {
  const { of, ref, constant, volatile } = clearType(call, 0);
  const isConstant = isA(of, 'static') && of.of !== 'std' && !ref && !constant && !volatile;
  return isConstant || isInteger(call);
}

/** `make_unsigned_t<T>` and `make_signed_t<T>`. */
function withSign(unsigned: boolean): (call: BuiltinCall) => TypeOf {
  return (call) => {
    const type = clearType(call, 0);
    const { of } = type;
    if (isA(of, 'dynamic')) return { ...type, of: withLongLong(hole(of.bits, unsigned || undefined), of.longLong) };
    const bits = isA(of, 'scalar') && isInteger(call) && of.type !== 'bool' ? of.bits : undefined;
    const other = bits === undefined ? undefined : scalarExample(`${unsigned ? 'uint' : 'int'}${bits}_t`);
    if (!other) throw refused('substitution')`an integer type is needed`;
    return { ...type, of: other };
  };
}

/** `T[n]` without its outermost bound. */
function withoutExtent({ of, ...rest }: TypeOf): TypeOf | undefined {
  if (rest.ref) return undefined;
  if (isA(of, 'array') && of.of === 'c') return { ...rest, of: of.element };
  if (!isA(of, 'pointer') || of.length === undefined) return undefined;
  return { ...rest, of: of.element, ...qualifiersOfPointee(of) };
}

function withoutExtents(type: TypeOf): TypeOf {
  const inner = withoutExtent(type);
  return inner ? withoutExtents(inner) : type;
}

function pointerTo(call: BuiltinCall): TypeOf {
  const { ref: _ref, ...type } = clearType(call, 0);
  return isOfMember(type.of) ? type : { is: 'type', of: pointerToType(type) };
}

/** A function type that only a member function has: there are no pointers and references to it ([dcl.fct]/6). */
function isOfMember(of: Value): boolean {
  return isA(of, 'function-type') && (of.constant ?? of.volatile ?? of.ref) !== undefined;
}

function pointerToType({ of, constant, volatile }: TypeOf): Pointer {
  const qualifiers = { ...(constant && { constant }), ...(volatile && { volatile }) };
  return { is: 'pointer', space: 'generic', element: of, offset: hole(64), ...qualifiers };
}

export const complexTraits = family(
  'cute/numeric/complex.hpp',
  trait('is_complex', 'whether the type is complex<T>', isComplex),
);

export const typeTraits = family('cute/util/type_traits.hpp', {
  ...trait('is_same', 'whether two types are the same', same),
  ...trait('is_any_of', 'whether the first type is one of the others', (call) =>
    call.targs.slice(1).some((other) => same({ ...call, targs: [call.targs[0] ?? other, other] })),
  ),
  ...trait('is_pointer', 'whether the type is a pointer', isOneOf('pointer')),
  ...trait('is_member_pointer', 'whether the type is `T C::*`', isOneOf(...memberPointers)),
  ...trait(
    'is_member_object_pointer',
    'whether the type is a pointer to a data member',
    isOneOf('member-object-pointer'),
  ),
  ...trait(
    'is_member_function_pointer',
    'whether the type is a pointer to a member function',
    isOneOf('member-function-pointer'),
  ),
  ...trait('is_void', 'whether the type is void', isOneOf('void')),
  ...trait('is_null_pointer', 'whether the type is nullptr_t', isOneOf('nullptr')),
  ...trait('is_integral', 'whether the type is an integer, static or not', isCuteIntegral),
  ...trait('is_std_integral', 'whether the type is a C++ integer', isInteger),
  ...trait('is_floating_point', 'whether the type is a C++ floating type', isFloating),
  ...trait('is_arithmetic', 'whether the type is a C++ number', isArithmetic),
  ...trait('is_array', 'whether the type is `T[n]`', isOneOf('array')),
  ...trait('is_enum', 'whether the type is an enumeration', isOneOf('enum', 'scoped-enum')),
  ...trait('is_scoped_enum', 'whether the type is an `enum class`', isOneOf('scoped-enum')),
  ...trait('is_union', 'whether the type is a union', isOneOf('union')),
  ...trait('is_class', 'whether the type is a class', isOneOf('class')),
  ...trait('is_function', 'whether the type is a function', isOneOf('function')),
  ...trait(
    'is_fundamental',
    'whether the type is a number, void or nullptr_t',
    isOneOf('void', 'nullptr', 'integral', 'floating'),
  ),
  ...trait(
    'is_scalar',
    'whether the type is a number, an enumeration or a pointer',
    isOneOf('nullptr', 'integral', 'floating', 'enum', 'scoped-enum', 'pointer', ...memberPointers),
  ),
  ...trait(
    'is_compound',
    'whether the type is made of others',
    (call) => !isOneOf('void', 'nullptr', 'integral', 'floating')(call),
  ),
  ...trait(
    'is_object',
    'whether a variable can have the type',
    (call) => !isOneOf('function', 'void', 'lvalue-reference', 'rvalue-reference')(call),
  ),
  ...trait(
    'is_signed',
    'whether the type is a number with a sign',
    (call) => isArithmetic(call) && isSignedType(typeAt(call, 0)),
  ),
  ...trait(
    'is_unsigned',
    'whether the type is a number without a sign',
    (call) => isArithmetic(call) && !isSignedType(typeAt(call, 0)),
  ),
  ...trait('is_empty', 'whether the type is a class without data', (call) => {
    if (!isOneOf('class')(call)) return false;
    const isEmpty = call.ctx.isEmpty?.(example(call, 0));
    if (isEmpty === undefined) throw refused('symbolic')`the size of the type is not known here`;
    return isEmpty;
  }),
  ...trait('conjunction', 'whether all of the traits hold', ({ targs, ctx }) => targs.every((one) => holds(one, ctx))),
  ...trait('disjunction', 'whether one of the traits holds', ({ targs, ctx }) => targs.some((one) => holds(one, ctx))),
  ...trait('negation', 'whether the trait does not hold', ({ targs, ctx }) => !holds(targs[0] ?? flag(false), ctx)),
  ...trait('is_const', 'whether the type is const', isQualified('constant')),
  ...trait('is_volatile', 'whether the type is volatile', isQualified('volatile')),
  ...trait('is_reference', 'whether the type is a reference', (call) => clearType(call, 0).ref !== undefined),
  ...trait('is_lvalue_reference', 'whether the type is `T&`', (call) => clearType(call, 0).ref === 'lvalue'),
  ...trait('is_rvalue_reference', 'whether the type is `T&&`', (call) => clearType(call, 0).ref === 'rvalue'),
  ...alias('remove_cvref', 'the type without const and reference', (call) =>
    unqualified(typeAt(call, 0), ['constant', 'volatile']),
  ),
  ...alias('remove_reference', 'the type without reference', (call) => {
    const { ref: _ref, ...type } = typeAt(call, 0);
    return type;
  }),
  ...alias('remove_const', 'the type without const', without('constant')),
  ...alias('remove_volatile', 'the type without volatile', without('volatile')),
  ...alias('remove_cv', 'the type without const and volatile', without('constant', 'volatile')),
  ...alias('decay', 'the type of a value', decayed),
  ...alias('add_const', 'the type, const', adding({ constant: true })),
  ...alias('add_volatile', 'the type, volatile', adding({ volatile: true })),
  ...alias('add_cv', 'the type, const and volatile', adding({ constant: true, volatile: true })),
  ...alias('add_lvalue_reference', 'a reference to the type', reference('lvalue')),
  ...alias('add_rvalue_reference', 'an rvalue reference to the type', reference('rvalue')),
  ...alias('type_identity', 'the type itself', (call) => typeAt(call, 0)),
  ...alias('remove_pointer', 'what a pointer points to', pointee),
  ...alias('conditional', 'one of two types', chosen),
  ...alias('enable_if', 'the type, where the condition holds', enabled),
  ...alias('make_unsigned', 'the integer of the same width without a sign', withSign(true)),
  ...alias('make_signed', 'the integer of the same width with a sign', withSign(false)),
  ...alias('remove_extent', 'the elements of an array', (call) => withoutExtent(clearType(call, 0)) ?? typeAt(call, 0)),
  ...alias('remove_all_extents', 'the elements of an array of arrays', (call) => withoutExtents(clearType(call, 0))),
  ...alias('add_pointer', 'a pointer to the type', pointerTo),
  void_t: {
    kind: 'type',
    templateParams: ['T...'],
    gives: 'void',
    examples: [],
    run: () => ({ is: 'type', of: { is: 'void' } }),
  },
});
