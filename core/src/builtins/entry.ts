// Shorthands that declare the entries of a family, and readers of a call's operands.
// Knows no function of CuTe.
import { refused } from '../values/refused';
import { dyn, type Int, type IntTuple, withSign } from '../algebra/leaf';
import { constantValue } from '../algebra/arith';
import { isIntTuple } from '../algebra/int_tuple';
import { asInt, asIntTuple, isA, untype } from '../values/convert';
import type { TypeOf, Value } from '../values/value';
import { optional, param, rest, type Builtin, type BuiltinCall, type BuiltinParam } from './registry';

export type Entry = Omit<Builtin, 'kind' | 'on'> & { readonly kind?: Builtin['kind'] };
type Run = Builtin['run'];

/** Parses a parameter list: `x` must be given, `x?` may be left out, `x...` takes all further arguments. */
function paramsOf(signature: string): readonly BuiltinParam[] {
  return split(signature).map((p) =>
    p.endsWith('...') ? rest(p.slice(0, -3)) : p.endsWith('?') ? optional(p.slice(0, -1)) : param(p),
  );
}
function split(list: string): string[] {
  return list
    .split(',')
    .map((p) => p.trim())
    .filter((p) => p !== '');
}

/** Declares a function. `signature` is its parameters (`layout, profile?`), or template parameters and parameters
 *  (`<I...>(x)`). `gives` documents it in one line; `examples` are executed as tests. */
export function fn(signature: string, gives: string, examples: readonly string[], run: Run): Entry {
  const [, templates, params] =
    /^(?:<(.*)>\((.*)\)|(.*))$/
      .exec(signature)
      ?.slice(0)
      .map((s) => s ?? '') ?? [];
  const plain = templates === '' && params === '' ? signature : params;
  return {
    params: paramsOf(plain ?? ''),
    ...(templates ? { templateParams: split(templates) } : {}),
    gives,
    examples,
    run,
  };
}

/** Declares that an entry's `gives` says what it does. */
export const acts = (entry: Entry): Entry => ({ ...entry, acts: true });

/** Declares a class or alias template. `run` gives an example of the type, without the TypeOf. */
export function typeOf(templates: string, gives: string, examples: readonly string[], run: Run): Entry {
  return { kind: 'type', templateParams: split(templates), gives, examples, run };
}

/** Declares a constant template (`rank_v<T>`). The constant is an `int` in C++, so a static integer that `run`
 *  gives becomes a run-time one. */
export function constant(templates: string, gives: string, run: (call: BuiltinCall) => Value): Entry {
  return { kind: 'value', templateParams: split(templates), gives, examples: [], run: (call) => loosen(run(call)) };
}

/** Declares a class template whose constant is a `size_t`, and the constant beside it (`extent`, `extent_v`). */
export function sized(name: string, gives: string, count: (call: BuiltinCall) => number): Record<string, Entry> {
  const entry = { templateParams: split('T'), gives, examples: [] };
  return {
    [name]: { kind: 'type', ...entry, run: (call) => ({ is: 'static', n: count(call), type: 'uint64_t' }) },
    [`${name}_v`]: { kind: 'value', ...entry, run: (call) => withSign(dyn(count(call), undefined, 64), true) },
  };
}

/** A static integer as a run-time `int`; every other value unchanged. */
function loosen(value: Value): Value {
  const n = isIntTuple(value) ? constantValue(value) : undefined;
  return n === undefined ? value : { is: 'dynamic', n, name: undefined, bits: 32, from: undefined };
}

/** Argument i. Throws: AlgebraError 'type' where it is missing. */
export function arg(call: BuiltinCall, i: number): Value {
  const value = call.args[i];
  if (value === undefined) throw refused('type')`argument ${{ position: i + 1 }} is missing`;
  return value;
}

/** Argument i as an integer tuple. Throws: AlgebraError 'type', or 'symbolic' where a part of it is unknown. */
export function ints(call: BuiltinCall, i: number, what: string): IntTuple {
  return asIntTuple(call.args[i], what);
}
/** Argument i as an integer; `_` counts as 0. Throws: AlgebraError 'type', or 'symbolic' where it is unknown. */
export function anInt(call: BuiltinCall, i: number, what: string): Int {
  return asInt(call.args[i], what);
}

/** Template argument i as a number (`2` in `take<0,2>`). Throws: AlgebraError 'type' where it is missing, 'static'
 *  where it has no known number. */
export function tnum(call: BuiltinCall, i: number, what: string): number {
  const value = call.targs[i];
  const known = value === undefined ? undefined : numberOf(value);
  if (known !== undefined) return known;
  if (value === undefined) throw refused('type')`${{ what }} needs template argument ${{ position: i + 1 }}`;
  throw refused('static')`${{ what }}: the template argument ${{ value }} must be a constant`;
}
/** All template arguments as numbers: the path of `get<1,0>`. */
export function tnums(call: BuiltinCall, what: string): readonly number[] {
  return call.targs.map((_, i) => tnum(call, i, what));
}
function numberOf(value: Value): number | undefined {
  const v = untype(value);
  return v.is === 'static' || v.is === 'dynamic' || v.is === 'scalar' ? v.n : undefined;
}

/** The example of the type that is template argument i. Throws: AlgebraError 'type' where it is missing. */
export function texample(call: BuiltinCall, i: number, what: string): Value {
  const value = call.targs[i];
  if (value === undefined) throw refused('type')`${{ what }} needs template argument ${{ position: i + 1 }}`;
  const of = untype(value);
  // For CuTe's traits, `cute::array` and `std::array` are tuples of their elements.
  return isA(of, 'array') && (of.of === 'cute' || of.of === 'std') ? of.elements : of;
}

/** Whether the type that is template argument i is const, volatile or a reference: what CuTe says of a class by a
 *  specialisation it does not say of those. Throws: AlgebraError 'symbolic' where that is not known. */
export function isQualified({ targs }: BuiltinCall, i: number): boolean {
  const type = targs[i];
  if (!isA(type, 'type')) return false;
  const { constant: isConst, volatile, ref } = clear(type);
  return isConst === true || volatile === true || ref !== undefined;
}

/** A type whose const and reference are known. Throws: AlgebraError 'symbolic' where they are not. */
export function clear(type: TypeOf): TypeOf {
  if (type.vague) throw refused('symbolic')`whether the type is const or a reference is not known here`;
  return type;
}

/** A bool as a constant: `true_type` or `false_type`. */
export function flag(holds: boolean): Value {
  return { is: 'static', n: holds ? 1 : 0, type: 'bool' };
}
