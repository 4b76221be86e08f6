// Types of arrays ([dcl.array]): `T[n]` has one form, whether it comes from a variable that holds its elements or from
// a written type. The elements are const, and volatile, where the array is ([basic.type.qualifier]/3).
import { dyn, hole } from '../algebra/leaf';
import { isA } from './kind';
import type { ArrayValue, Pointer, TypeOf, Value } from './value';

/** The type of a C array as a written `T[n]` is; any other type as it is. */
export function arrayType(of: Value): Value {
  return isA(of, 'array') && of.of === 'c' ? typeOfElements(of) : of;
}

function typeOfElements({ element, elements }: ArrayValue): Pointer {
  return {
    is: 'pointer',
    space: 'generic',
    element: arrayType(element),
    offset: hole(64),
    length: dyn(elements.length),
  };
}

/** The same type; const and volatile of an array are those of its elements, of arrays of arrays the innermost ones. */
export function withElementConst(type: TypeOf): TypeOf {
  const of = arrayType(type.of);
  if (!isA(of, 'pointer') || of.length === undefined) return type;
  const { constant = of.constant, volatile = of.volatile, ...rest } = type;
  const { is, space, element, offset, length } = of;
  const qualifiers = { ...(constant && { constant }), ...(volatile && { volatile }) };
  if (!isArray(element)) return { ...rest, of: { is, space, element, offset, length, ...qualifiers } };
  const inner = withElementConst({ is: 'type', of: element, ...qualifiers });
  return { ...rest, of: { is, space, element: inner.of, offset, length } };
}

function isArray(of: Value): boolean {
  const type = arrayType(of);
  return isA(type, 'pointer') && type.length !== undefined;
}

/** The same type; const and volatile of the elements of an array are those of the array. */
export function withArrayConst(type: TypeOf): TypeOf {
  const { of, ...rest } = withElementConst(type);
  if (!isA(of, 'pointer') || of.length === undefined) return type;
  const { constant: own, volatile: ownVolatile, ...array } = of;
  const inner = isArray(of.element) ? withArrayConst({ is: 'type', of: of.element }) : undefined;
  const [constant, volatile] = [own ?? inner?.constant, ownVolatile ?? inner?.volatile];
  return {
    ...rest,
    of: inner ? { ...array, element: inner.of } : array,
    ...(constant && { constant }),
    ...(volatile && { volatile }),
  };
}
