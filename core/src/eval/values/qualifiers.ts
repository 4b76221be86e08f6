// const and references of types ([basic.type.qualifier], [dcl.ref]): how they combine and compare. Pure functions on
// what is written beside a type; the type itself is an example (values/value.ts).
import type { Qualifiers, TypeOf, Value } from '../../values/value';
import { isTuple } from './inspect';

const none: Qualifiers = {};

/** The qualifiers of a type, or of the type that a template argument is. */
export function qualifiersOf(type: Value): Qualifiers {
  return !isTuple(type) && type.is === 'type' ? type : none;
}

export function isQualified({ constant, ref, vague }: Qualifiers): boolean {
  return constant !== undefined || ref !== undefined || vague !== undefined;
}

/** The qualifiers of a type without the type; undefined where it has none. */
export function writtenOf(type: Qualifiers): Qualifiers | undefined {
  const { constant, ref, vague } = type;
  if (!constant && !ref && !vague) return undefined;
  return { ...(constant && { constant }), ...(ref && { ref }), ...(vague && { vague }) };
}

export function typeWith(of: Value, written: Qualifiers | undefined): TypeOf {
  return written ? { is: 'type', of, ...writtenOf(written) } : { is: 'type', of };
}

/** `T const`: a reference is never const itself. */
export function constType(type: TypeOf): TypeOf {
  return type.ref || type.constant ? type : { ...type, constant: true };
}

/** `T&` and `T&&`; references to references collapse ([dcl.ref]/6). */
export function referenceTo(type: TypeOf, ref: 'lvalue' | 'rvalue'): TypeOf {
  return { ...type, ref: type.ref === 'lvalue' ? 'lvalue' : ref };
}

export function sameQualifiers(a: Qualifiers, b: Qualifiers): boolean {
  return a.constant === b.constant && a.ref === b.ref && a.vague === b.vague;
}

/** The qualifiers as they are written behind the name of a type: `const&`. */
export function spelledQualifiers({ constant, ref, vague }: Qualifiers): string {
  return `${constant ? ' const' : ''}${ref === 'lvalue' ? '&' : ref === 'rvalue' ? '&&' : ''}${vague ? ' (&)' : ''}`;
}
