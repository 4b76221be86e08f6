// Makes unknown values, with the reason and the names that the user could pin to make them known.
import { say } from '../../base/say';
import type { Span } from '../../base/span';
import type { Cause, Unknown, Value } from '../../values/value';

export function unknown(code: Cause['code'], message: string, at?: Span, needs?: readonly string[]): Unknown {
  return { is: 'unknown', cause: { code, message, ...(needs && { needs }) }, at };
}

/** An unknown as what depends on it: the reason stays, the type was that of the operand. */
export function becauseOf(value: Unknown): Unknown {
  if (value.type === undefined) return value;
  const { type: _ofOperand, ...reason } = value;
  return reason;
}

/** What the compiler refuses. In a declaration of a template it is a substitution failure ([temp.deduct]/8), which
 *  takes the template out of consideration. */
export function illFormed(code: Cause['code'], message: string, at?: Span, needs?: readonly string[]): Unknown {
  const { cause, ...rest } = unknown(code, message, at, needs);
  return { ...rest, cause: { ...cause, rule: 'substitution' } };
}

/** An expression of which it is not known whether the compiler refuses it: its declared type does not make it valid. */
export function contested(message: string, at: Span): Unknown {
  const { cause, ...rest } = unknown('unsupported', message, at);
  return { ...rest, cause: { ...cause, contested: true } };
}

export function isContested(value: Value): boolean {
  return 'is' in value && value.is === 'unknown' && value.cause.contested === true;
}

/** What is made or asked of a type that is a parameter of a template which nothing instantiates. */
export function ofOpenType(type: string, at: Span): Unknown {
  return unknown('symbol', say`the type \`${type}\` is not known: nothing instantiates this template`, at, [type]);
}

/** The elements of a pack that nothing binds: how many there are is not known. */
export function unboundPack(name: string, at?: Span): Unknown {
  const message = say`how many elements \`${name}\` has is not known: nothing instantiates this template`;
  const { cause, ...rest } = unknown('symbol', message, at, [name]);
  return { ...rest, cause: { ...cause, pack: true } };
}

export function isUnboundPack(value: Value): value is Unknown {
  return 'is' in value && value.is === 'unknown' && value.cause.pack === true;
}

export function isSubstitutionFailure(value: Value): boolean {
  return 'is' in value && value.is === 'unknown' && value.cause.rule === 'substitution';
}

/** An operand that fails, or of which neither its value nor its type is known: it may fail. */
export function mayBeInvalid(value: Value): boolean {
  return 'is' in value && value.is === 'unknown' && (value.type === undefined || isSubstitutionFailure(value));
}
