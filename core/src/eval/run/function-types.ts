// Evaluates written types of functions and of pointers to members (`R(A, B...) const&`, `T C::*`).
import { say } from '../../base/say';
import type { Expr, TypeOfType } from '../../ir/program';
import type { TypeOf, Value } from '../../values/value';
import { argsOf, namesPack } from '../names/packs';
import { evaluate } from '../state/evaluator';
import type { Machine } from '../state/machine';
import type { Scope } from '../values/entities';
import { functionType, type FunctionQualifiers } from '../values/function-types';
import { isTuple, isUnknown } from '../values/inspect';
import { underlyingType } from '../values/kinds';
import { asNumber } from '../values/truth';
import { illFormed, isSubstitutionFailure, isUnboundPack, unknown } from '../values/unknown';

/** `R(A, B...) const&`. */
export function functionTypeValue(m: Machine, e: TypeOfType, scope: Scope): Value {
  const { signature } = e;
  const returns = typeAt(m, e.of, scope);
  if (returns.is !== 'type') return returns;
  if (!signature) return unknown('unsupported', say`this type of a function could not be read`, e.span);
  if (!returns.ref && isArrayOrFunction(returns.of))
    return illFormed('unsupported', say`a function returns no array and no function`, e.span);
  const params: TypeOf[] = [];
  // `int...` that names no pack is `int, ...`.
  let variadic = signature.variadic === true;
  const written = signature.params.map(({ type, pack }): Expr => {
    const of = type.is === 'Expand' ? type.of : type;
    const isPack = pack && namesPack(of, scope);
    if (pack && !isPack) variadic = true;
    return isPack ? { is: 'Expand', of, span: of.span } : of;
  });
  for (const { value } of argsOf(m, written, scope)) {
    const type = asType(value);
    if (isUnboundPack(value) || isSubstitutionFailure(value) || isUnknown(type.of)) return value;
    if (isVoid(type)) return illFormed('unsupported', say`there are no parameters of type void`, e.span);
    params.push(type);
  }
  const noexcept = signature.noexcept ? asNumber(evaluate(m, signature.noexcept, scope)) : 0;
  if (noexcept === undefined) return unknown('unsupported', say`whether the function throws is not known`, e.span);
  const behind: FunctionQualifiers = {
    ...(variadic && { variadic }),
    ...(signature.const && { constant: true }),
    ...(signature.volatile && { volatile: true }),
    ...(signature.refQualifier && { ref: signature.refQualifier }),
    ...(noexcept !== 0 && { noexcept: true }),
  };
  return { is: 'type', of: functionType(returns, params, behind) };
}

/** `T C::*`. */
export function memberPointerValue(m: Machine, e: TypeOfType, scope: Scope): Value {
  const member = typeAt(m, e.of, scope);
  if (member.is !== 'type') return member;
  const owner = e.class ? typeAt(m, e.class, scope) : undefined;
  if (!owner) return unknown('unsupported', say`this type could not be read`, e.span);
  if (owner.is !== 'type') return owner;
  if (member.ref || isVoid(member) || isNoClass(owner.of))
    return illFormed('unsupported', say`there are no such pointers to members`, e.span);
  return { is: 'type', of: { is: 'member-pointer', of: owner.of, member } };
}

function isNoClass(of: Value): boolean {
  if (isTuple(of)) return false;
  return ['dynamic', 'pointer', 'void', 'function-type', 'member-pointer'].includes(of.is) || underlyingType(of) !== of;
}

/** A type; an unknown value where it is not known. */
function typeAt(m: Machine, e: Expr, scope: Scope): TypeOf | (Value & { readonly is: 'unknown' }) {
  const value = evaluate(m, e, scope);
  if (isUnknown(value)) return value;
  const type = asType(value);
  return isUnknown(type.of) ? type.of : type;
}

function asType(value: Value): TypeOf {
  return isTuple(value) || value.is !== 'type' ? { is: 'type', of: value } : value;
}

function isVoid({ of, ref }: TypeOf): boolean {
  return !ref && !isTuple(of) && of.is === 'void';
}

function isArrayOrFunction(of: Value): boolean {
  if (isTuple(of)) return false;
  return of.is === 'function-type' || (of.is === 'pointer' && of.space === 'generic' && of.length !== undefined);
}

/** Whether `R(A)` as a template argument is the type of a function: R and A are types ([temp.arg]/2). */
export function isTypeOfFunction(m: Machine, { callee, args }: Expr & { is: 'Call' }, scope: Scope): boolean {
  return m.silently(
    () => isType(evaluate(m, callee, scope)) && argsOf(m, args, scope).every(({ value }) => isType(value)),
  );
}

function isType(value: Value): boolean {
  return !isTuple(value) && value.is === 'type';
}
