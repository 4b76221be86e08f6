// The types of values that are not known: an operator and a conversion give a type whatever the numbers are.
import { dyn, type Dynamic, ofType } from '../../algebra/leaf';
import type { Scalar, Unknown, Value } from '../../values/value';
import type { Machine } from '../state/machine';
import { isTuple, isUnknown } from '../values/inspect';
import { becauseOf, isSubstitutionFailure, unknown } from '../values/unknown';

/** An operand that is not known as the result of an operator or a conversion: the reason stays, the type is that of the
 *  result. */
export function typedAs(value: Unknown, type: Value | undefined): Unknown {
  if (value.type === undefined || isSubstitutionFailure(value)) return value;
  return type === undefined ? becauseOf(value) : { ...value, type };
}

/** What an operator gives whose operands are known and whose result is not: its type is known all the same. */
export function failedAs(value: Unknown, type: Value | undefined): Unknown {
  return type === undefined || isSubstitutionFailure(value) ? value : { ...value, type };
}

/** A number of the type of an operand. */
export function someNumber(value: Value): Dynamic | Scalar | undefined {
  const example = isUnknown(value) ? value.type : value;
  if (example === undefined || isTuple(example)) return undefined;
  if (example.is === 'dynamic') return ofType(dyn(1, undefined, example.bits), example);
  return example.is === 'scalar' ? { ...example, n: 1 } : undefined;
}

/** A value that is not known, of a known type. */
export const typedUnknown = (why: string, type: Dynamic): Value => ({ ...unknown('unsupported', why), type });

/** Of a number's variable the type is known where its value is not; an integer becomes a symbol of its name. */
export function unknownOfType(m: Machine, value: Unknown, example: Value, name: string): Value {
  const { code, message } = value.cause;
  if (isTuple(example)) return value;
  const isNumber = example.is === 'dynamic' || (example.is === 'scalar' && !isScalarPlaceholder(example));
  if (code === 'algebra' || code === 'budget' || code === 'depth' || code === 'bug')
    return isNumber ? typedAs(value, example) : value;
  if (example.is === 'scalar' && !isScalarPlaceholder(example))
    return { is: 'scalar', type: example.type, bits: example.bits };
  if (example.is !== 'dynamic') return value;
  return ofType(m.unknownInt(name, `${name}: ${message}`, 'input', value.at, example.bits), example);
}

/** A template parameter that nothing binds stands as a scalar without a size. */
export function isScalarPlaceholder(value: Value): boolean {
  return !isTuple(value) && value.is === 'scalar' && value.bits === 0;
}
