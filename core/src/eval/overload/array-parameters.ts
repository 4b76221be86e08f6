// Arrays as operands and parameters: what a reference to one may be bound to, and what one is that is passed by value.
import { withArrayConst } from '../../values/array-types';
import { isPointer } from '../../values/convert';
import type { Pointer, Qualifiers, Value } from '../../values/value';
import { isA } from '../../values/kind';
import { isOfMember, pointerTo } from '../values/function-types';
import { constVolatile } from '../values/qualifiers';
import type { Operand } from './conversions';

/** A pointer of C++ itself, or an array: CuTe's tagged pointers are classes. */
export function isRawPointer(value: Value): value is Pointer {
  return isPointer(value) && value.space === 'generic';
}

/** A reference to an array of const, volatile elements is one to such an array. */
export function withElements(type: Value, written: Qualifiers): Qualifiers {
  return isRawPointer(type) && type.length !== undefined
    ? { ...written, ...constVolatile(withArrayConst({ is: 'type', of: type })) }
    : written;
}

/** An array is const where its elements are ([basic.type.qualifier]/3). */
export function withArray(operand: Operand): Operand {
  const { of, ...qualifiers } = withArrayConst({ is: 'type', of: operand.type });
  return of === operand.type
    ? operand
    : { ...operand, type: of, category: { ...operand.category, ...constVolatile(qualifiers) } };
}

/** The type of an array without const and volatile; any other type as it is. */
export const plainArray = (type: Value): Value => withArrayConst({ is: 'type', of: type }).of;

/** A parameter of the type of an array or a function is a pointer ([dcl.fct]/5). */
export function adjusted(type: Value): Value {
  if (isA(type, 'function-type') && !isOfMember(type)) return pointerTo({ is: 'type', of: type });
  if (!isRawPointer(type) || type.length === undefined) return type;
  const { length: _length, ...pointer } = type;
  return pointer;
}
