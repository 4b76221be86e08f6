// Which category a C++ type belongs to ([basic.types], [meta.unary.cat]): the base of <type_traits>. Reads a type by
// its example; what classes of the program are, the evaluator says (`BuiltinContext.category`).
import type { AlgebraError } from '../../algebra/errors';
import { isTuple } from '../../values/convert';
import { isPlainFloat } from '../../values/floats';
import { isIntegerType } from '../../values/scalars';
import type { Scalar, TypeOf, Value } from '../../values/value';
import type { BuiltinContext } from '../registry';
import { refused } from '../../values/refused';

/** One of the primary categories; every type is of exactly one. */
export type TypeCategory =
  | 'void'
  | 'nullptr'
  | 'integral'
  | 'floating'
  | 'array'
  | 'enum'
  | 'scoped-enum'
  | 'union'
  | 'class'
  | 'function'
  | 'pointer'
  | 'member-object-pointer'
  | 'member-function-pointer'
  | 'lvalue-reference'
  | 'rvalue-reference';

/** Integers of C++ itself: CuTe's of fewer bits than a byte are classes. */
const narrow = /^(bool|char|u?int8_t|u?int16_t|char8_t|char16_t|wchar_t|char32_t|short|unsigned short)$/;

/** The category of a type. Throws: AlgebraError 'symbolic' where it is not known. */
export function categoryOfType(type: TypeOf, ctx: BuiltinContext): TypeCategory {
  if (type.vague) throw notKnown();
  if (type.ref) return `${type.ref}-reference`;
  return categoryOf(type.of, ctx);
}

function categoryOf(of: Value, ctx: BuiltinContext): TypeCategory {
  if (isTuple(of)) return 'class';
  switch (of.is) {
    case 'void':
      return 'void';
    case 'dynamic':
      return 'integral';
    case 'scalar':
      return scalarCategory(of);
    case 'pointer':
      return of.space !== 'generic' ? 'class' : of.length === undefined ? 'pointer' : 'array';
    case 'text':
      return of.of === undefined ? 'pointer' : 'class';
    case 'array':
      return of.of === 'c' ? 'array' : 'class';
    case 'function-type':
      return 'function';
    case 'member-pointer':
      return isFunctionType(of.member.of) ? 'member-function-pointer' : 'member-object-pointer';
    case 'tag':
      if (of.name === 'aligned_storage') return unclear();
      return of.name === 'nullptr_t' ? 'nullptr' : 'class';
    case 'struct':
    case 'callable':
      return ctx.category?.(of) ?? unclear();
    case 'unknown':
    case 'type':
    case 'element':
      return unclear();
    default:
      return 'class';
  }
}

function isFunctionType(of: Value): boolean {
  return !isTuple(of) && of.is === 'function-type';
}

function scalarCategory(of: Scalar): TypeCategory {
  if (of.bits === 0 || /int128/.test(of.type)) throw notKnown();
  if (isPlainFloat(of.type)) return 'floating';
  if (of.type === 'byte') return 'scoped-enum';
  return isIntegerType(of) && narrow.test(of.type) ? 'integral' : 'class';
}

function notKnown(): AlgebraError {
  return refused('symbolic')`what kind of type this is is not known here`;
}

function unclear(): never {
  throw notKnown();
}

/** Whether an arithmetic type has a sign. `char` has one on the hosts and devices of CUDA. */
export function isSignedType(type: TypeOf): boolean {
  const { of } = type;
  if (isTuple(of)) return false;
  if (of.is === 'dynamic') return of.unsigned !== true;
  return of.is === 'scalar' && !/^(bool|u|char8_t|char16_t|char32_t)/.test(of.type);
}
