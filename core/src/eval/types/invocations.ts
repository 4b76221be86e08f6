// INVOKE ([func.require]): what is called, and with what, where a pointer to a function or to a member is invoked.
// Objects and closures are called by their operators (type-relations.ts).
import type { FunctionType, TypeOf, Value } from '../../values/value';
import { derivesFrom } from '../values/base-parts';
import { isOfMember } from '../values/function-types';
import { isTuple, sameType } from '../values/inspect';
import { classOf } from '../values/kinds';
import { constVolatile, isAtMost } from '../values/qualifiers';

interface Invocation {
  readonly func: FunctionType;
  readonly args: readonly TypeOf[];
}

/** What is called; undefined for what is no function and no pointer to one. */
export function invocation({ of }: TypeOf, args: readonly TypeOf[]): Invocation | 'none' | 'unknown' | undefined {
  if (isTuple(of)) return undefined;
  if (of.is === 'function-type') return isOfMember(of) ? undefined : { func: of, args };
  if (of.is === 'pointer' && of.space === 'generic' && of.length === undefined && isFunctionType(of.element))
    return { func: of.element, args };
  return of.is === 'member-pointer' ? ofMember(of.of, of.member, args) : undefined;
}

function isFunctionType(of: Value): of is FunctionType {
  return !isTuple(of) && of.is === 'function-type';
}

/** `(object.*f)(args)`, `((*object).*f)(args)`, and `object.*member`. */
function ofMember(owner: Value, member: TypeOf, [first, ...rest]: readonly TypeOf[]): Invocation | 'none' | 'unknown' {
  if (!first) return 'none';
  const object = objectIn(owner, first);
  if (!object) return isPlain(first.of) ? 'none' : 'unknown';
  const is = object.ref === 'lvalue' ? 'lvalue' : 'rvalue';
  if (!isFunctionType(member.of)) {
    if (rest.length > 0) return 'none';
    const { constant, volatile } = { ...constVolatile(object), ...constVolatile(member) };
    const returns: TypeOf = {
      is: 'type',
      of: member.of,
      ...(constant && { constant }),
      ...(volatile && { volatile }),
      ref: is,
    };
    return { func: { is: 'function-type', returns, params: [] }, args: [] };
  }
  const { constant, volatile, ref, ...func } = member.of;
  if (!isAtMost(constVolatile(object), { ...(constant && { constant }), ...(volatile && { volatile }) })) return 'none';
  if (ref === 'rvalue' && is === 'lvalue') return 'none';
  // Since C++20 a function for const lvalues takes an rvalue, too.
  if (ref === 'lvalue' && is === 'rvalue') return constant && !volatile ? 'unknown' : 'none';
  return { func, args: rest };
}

/** The object of the class, or the one that a pointer points to. */
function objectIn(owner: Value, type: TypeOf): TypeOf | undefined {
  if (isOf(owner, type.of)) return type;
  if (isTuple(type.of) || type.of.is !== 'pointer' || type.of.space !== 'generic') return undefined;
  const { element } = type.of;
  return isOf(owner, element) ? { is: 'type', of: element, ...constVolatile(type.of), ref: 'lvalue' } : undefined;
}

function isOf(owner: Value, of: Value): boolean {
  const [base, derived] = [classOf(owner), classOf(of)];
  return sameType(owner, of) || (base !== undefined && derived !== undefined && derivesFrom(derived, base));
}

function isPlain(of: Value): boolean {
  if (isTuple(of)) return false;
  if (of.is === 'pointer') return isPlain(of.element);
  return of.is === 'dynamic' || of.is === 'scalar' || of.is === 'void';
}
