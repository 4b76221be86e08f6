// Types of functions and of pointers to members: deduction from them ([temp.deduct.type]/8), and those of the functions
// of the program. A function of deduced type, and one of several of a name, has none here.
import type { Expr, Signature, TypeOfType } from '../../ir/program';
import { namesOneOf } from '../../ir/walk';
import type { TypeOf, Value } from '../../values/value';
import { namesPack } from '../names/packs';
import { evaluate } from '../state/evaluator';
import { isTuple, isUnknown } from '../values/inspect';
import { targetOf } from '../values/kinds';
import { asNumber } from '../values/truth';
import { type Deduction, deduce, deduceArgument, deduceArguments, deducePointee } from './deduction';
import { noteUndeduced, noteVague } from './nothing-deduced';
import { bindExplicit, declareTemplateParams, ownTemplateParams } from './templates';
import { type Machine } from '../state/machine';
import { isAuto } from '../values/declared-types';
import { type FunctionEntity, Scope } from '../values/entities';

/** `R(A)` as a template argument: a function type where R is a type. */
export function isTypeCall({ m, params, scope }: Deduction, { callee }: Expr & { is: 'Call' }): boolean {
  if (callee.is === 'Name' && params.has(callee.id)) return params.get(callee.id)?.kind === 'type';
  const value = m.silently(() => evaluate(m, callee, scope));
  return !isTuple(value) && value.is === 'type';
}

export function deduceFunction(d: Deduction, pattern: TypeOfType, type: TypeOf): boolean {
  const { of, ref } = type;
  if (noteVague(d, type)) return true;
  if (isUnknown(of) || targetOf(of)) {
    if ((isUnknown(of) || targetOf(of)?.kind === 'functions') && namesOneOf(pattern, d.params))
      noteUndeduced(d, pattern);
    return true;
  }
  const { signature } = pattern;
  if (isTuple(of) || of.is !== 'function-type' || (d.exact && ref)) return false;
  if (!signature) return true;
  const patterns = signature.params.map(({ type, pack }): Expr => {
    const one = type.is === 'Expand' ? type.of : type;
    return pack && isPack(d, one) ? { is: 'Expand', of: one, span: one.span } : one;
  });
  const isVariadic =
    signature.variadic === true || signature.params.some(({ pack }, i) => pack && patterns[i]?.is !== 'Expand');
  if (isVariadic !== (of.variadic === true) || (signature.const ?? false) !== (of.constant ?? false)) return false;
  if ((signature.volatile ?? false) !== (of.volatile ?? false) || signature.refQualifier !== of.ref) return false;
  return deduceNoexcept(d, signature.noexcept, of.noexcept === true) && deduceParts(d, pattern.of, patterns, of);
}

function deduceParts(
  d: Deduction,
  returns: Expr,
  patterns: readonly Expr[],
  of: Value & { readonly is: 'function-type' },
): boolean {
  return deduce({ ...d, exact: true }, returns, of.returns) && deduceArguments(d, patterns, of.params);
}

function isPack(d: Deduction, pattern: Expr): boolean {
  return namesOneOf(pattern, new Map([...d.params].filter(([, { pack }]) => pack))) || namesPack(pattern, d.scope);
}

/** Whether a function throws is a part of its type, and may be deduced. */
function deduceNoexcept(d: Deduction, condition: Expr | undefined, noexcept: boolean): boolean {
  if (!condition) return !noexcept || !d.exact;
  if (namesOneOf(condition, d.params))
    return deduceArgument(d, condition, { is: 'static', n: noexcept ? 1 : 0, type: 'bool' });
  return asNumber(evaluate(d.m, condition, d.scope)) === (noexcept ? 1 : 0);
}

export function deduceMemberPointer(outer: Deduction, pattern: TypeOfType, type: TypeOf): boolean {
  const { of, ref } = type;
  if (isUnknown(of) || noteVague(outer, type) || !pattern.class) return true;
  if (isTuple(of) || of.is !== 'member-pointer') return !outer.exact;
  if (outer.exact && ref) return false;
  // What is concrete may be converted to: conversions say whether it is.
  if (!outer.exact && !namesOneOf(pattern, outer.params)) return true;
  const d: Deduction = { ...outer, exact: true };
  if (!deduce(d, pattern.class, { is: 'type', of: of.of })) return false;
  return outer.exact ? deduce(d, pattern.of, of.member) : deducePointee(outer, pattern.of, of.member.of, of.member);
}

/** The declared type of a variable that leads to a function, or to a member; undefined where the initialiser says
 *  it. */
export function typeLeading(m: Machine, value: Value, type: Expr, scope: Scope): TypeOf | undefined {
  if (targetOf(value)?.kind !== 'functions' && !isOfMember(type)) return undefined;
  const written = m.silently(() => evaluate(m, type, scope));
  if (isTuple(written) || written.is !== 'type' || written.vague || isTuple(written.of)) return undefined;
  const { of } = written;
  const pointee = of.is === 'pointer' && !isTuple(of.element) ? of.element : of;
  return pointee.is === 'function-type' || pointee.is === 'member-pointer' ? written : undefined;
}

/** `T C::*`, as it is written. */
function isOfMember(type: Expr): boolean {
  return type.is === 'Wrap' && (type.how === 'member' || isOfMember(type.of));
}

/** The type of a function that a name stands for, where it is the only one and no template. */
export function typeOfFunction(m: Machine, value: Value): TypeOf | undefined {
  const target = targetOf(value);
  if (target?.kind !== 'functions' && target?.kind !== 'method') return undefined;
  const [only, ...others] = target.overloads;
  if (!only || others.length > 0) return undefined;
  return target.targs.length === 0 ? typeOfEntity(m, only) : typeOfInstance(m, only, target.targs);
}

/** The type of a template whose arguments are all written. */
function typeOfInstance(
  m: Machine,
  { decl, scope: outer, ...rest }: FunctionEntity,
  targs: readonly Value[],
): TypeOf | undefined {
  const params = ownTemplateParams(decl);
  if (params.length !== targs.length || params.some(({ pack }) => pack) || decl.specialises) return undefined;
  const scope = new Scope(outer);
  const declared = m.silently(() => declareTemplateParams(m, params, bindExplicit(params, targs), scope, false));
  return declared ? typeOfEntity(m, { ...rest, scope, decl: { ...decl, templates: [] } }) : undefined;
}

function typeOfEntity(m: Machine, { decl, scope }: FunctionEntity): TypeOf | undefined {
  if (!decl.returns || decl.templates.flat().length > 0 || isAuto(decl.returns)) return undefined;
  if (decl.params.some(({ type, pack }) => pack || isAuto(type))) return undefined;
  const { nameSpan: span, returns: of, const: isConst, ...written } = decl;
  const signature: Signature = { ...written, ...(isConst && { const: true }) };
  const type = m.silently(() => evaluate(m, { is: 'Wrap', how: 'function', of, signature, span }, scope));
  return !isTuple(type) && type.is === 'type' ? type : undefined;
}
