// Types of functions and pointers to members ([dcl.fct], [dcl.mptr]): how they are made of other types, and what
// distinguishes them. Pure functions on types by example; evaluates nothing.
import type { FunctionType, MemberPointer, Pointer, TypeOf, Value } from '../../values/value';
import { hole } from '../../algebra/leaf';
import { withElementConst } from '../../values/array-types';
import { isA } from '../../values/kind';
import { constVolatile, typeWith } from './qualifiers';

/** What stands behind the parameters of a function. */
export type FunctionQualifiers = Omit<FunctionType, 'is' | 'returns' | 'params'>;

/** The type of a function; `params` as they are written. */
export function functionType(returns: TypeOf, params: readonly TypeOf[], written: FunctionQualifiers): FunctionType {
  const { variadic, constant, volatile, ref, noexcept } = written;
  return {
    is: 'function-type',
    returns: typeWith(returns.of, returns),
    params: params.map(adjusted),
    ...(variadic && { variadic }),
    ...(constant && { constant }),
    ...(volatile && { volatile }),
    ...(ref && { ref }),
    ...(noexcept && { noexcept }),
  };
}

/** The type of a parameter: an array and a function are pointers, and const of the parameter itself is no part of the
 *  function's type ([dcl.fct]/5). */
function adjusted(type: TypeOf): TypeOf {
  if (type.ref || type.vague) return typeWith(type.of, type);
  const { of } = withElementConst(type);
  if (isA(of, 'function-type')) return { is: 'type', of: pointerTo({ is: 'type', of }) };
  if (!isA(of, 'pointer') || of.space !== 'generic' || of.length === undefined) return { is: 'type', of };
  const { length: _elements, ...pointer } = of;
  return { is: 'type', of: pointer };
}

export function pointerTo(type: TypeOf): Pointer {
  return { is: 'pointer', space: 'generic', element: type.of, offset: hole(64), ...constVolatile(type) };
}

/** A function type that only a member function has: there are no pointers and references to it ([dcl.fct]/6). */
export function isOfMember(of: Value): boolean {
  return isA(of, 'function-type') && (of.constant ?? of.volatile ?? of.ref) !== undefined;
}

/** A key that no other type has. `keyOf` gives those of the types in it. */
export function functionKey(type: FunctionType, keyOf: (type: Value) => string): string {
  const { returns, params, variadic, constant, volatile, ref, noexcept } = type;
  const behind = [variadic && '...', constant && 'const', volatile && 'volatile', ref, noexcept && 'noexcept'];
  return `${keyOf(returns)}(${params.map(keyOf).join(',')})${behind.filter(Boolean).join(' ')}`;
}

export function memberPointerKey({ of, member }: MemberPointer, keyOf: (type: Value) => string): string {
  return `${keyOf(member)} ${keyOf(of)}::*`;
}
