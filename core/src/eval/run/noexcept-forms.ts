// Whether expressions throw nothing ([except.spec]/6) that are never evaluated: `new`, `delete`, `typeid`,
// `dynamic_cast`, and calls of destructors. Where g++ and clang++ differ, it is not known.
import { nowhere } from '../../base/span';
import { hole } from '../../algebra/leaf';
import type { Expr, Form } from '../../ir/program';
import type { TypeOf, Value } from '../../values/value';
import { lookupIn } from '../names/namespaces';
import { resolve } from '../overload/overloads';
import { evaluate } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { memberOf } from '../types/classes';
import { constructionThrowsNothing, initialisationThrowsNothing, specialThrowsNothing } from '../types/promises';
import { isPolymorphic, isScalarType, isOpen } from '../types/special-members';
import { derivesFrom } from '../values/base-parts';
import type { Arg, Scope } from '../values/entities';
import { isTuple, isUnknown } from '../values/inspect';
import { classOf } from '../values/kinds';
import { truth } from '../values/truth';

export type Answer = boolean | undefined;

/** One that may throw decides, whatever is not known of the others. */
export function all(answers: readonly Answer[]): Answer {
  return answers.includes(false) ? false : answers.includes(undefined) ? undefined : true;
}

/** The type of an expression, with its category; undefined where it is not known. */
export function typeOf(m: Machine, e: Expr, scope: Scope): TypeOf | undefined {
  const pointer = e.is === 'Unary' && e.op === '*' ? typeOf(m, e.arg, scope) : undefined;
  if (pointer && !isTuple(pointer.of) && pointer.of.is === 'pointer' && isFunctionType(pointer.of.element))
    return { is: 'type', of: pointer.of.element, ref: 'lvalue' };
  return known(evaluate(m, { is: 'Decltype', arg: e, parenthesised: true, span: e.span }, scope));
}

function isFunctionType(of: Value): boolean {
  return !isTuple(of) && of.is === 'function-type';
}

function known(type: Value): TypeOf | undefined {
  return isTuple(type) || type.is !== 'type' || type.vague || isUnknown(type.of) ? undefined : type;
}

/** `each`: whether the parts throw nothing. */
export function formThrowsNothing(m: Machine, form: Form, scope: Scope, each: (...parts: Expr[]) => Answer): Answer {
  switch (form.how) {
    case 'new':
      return all([each(...form.placement, ...form.args), newThrowsNothing(m, form, scope)]);
    case 'delete':
      return all([each(form.arg), deleteThrowsNothing(m, form.arg, scope)]);
    case 'pointed':
      return each(form.object, form.pointer);
  }
}

function newThrowsNothing(m: Machine, form: Form & { how: 'new' }, scope: Scope): Answer {
  const type = known(evaluate(m, form.type, scope));
  if (!type || type.ref) return undefined;
  const args = form.args.flatMap((arg) => (arg.is === 'Expand' ? [] : (typeOf(m, arg, scope) ?? [])));
  const instance = classOf(type.of);
  if (instance && isOpen(instance)) return undefined;
  const begins =
    args.length < form.args.length
      ? undefined
      : instance
        ? initialisationThrowsNothing(m, instance, type, args)
        : isScalarType(type.of)
          ? constructionThrowsNothing(m, type, args)
          : undefined;
  const allocates = instance && memberOf(instance, instance, 'operatornew') ? undefined : allocation(m, form, scope);
  return all([begins, allocates]);
}

/** The function that gives the storage: without arguments one that may throw. */
function allocation(m: Machine, { placement }: Form & { how: 'new' }, scope: Scope): Answer {
  if (placement.length === 0) return false;
  const found = lookupIn(m.global, 'operatornew');
  const declared = found?.kind === 'lazy' ? found.force() : found;
  const args = placement.map((one): Arg | undefined => {
    const type = one.is === 'Expand' ? undefined : typeOf(m, one, scope);
    return type && { value: type.of, span: one.span, written: { expr: one, scope } };
  });
  const given = args.flatMap((one) => one ?? []);
  if (given.length < args.length || declared?.kind !== 'functions') return undefined;
  const size: Arg = { value: hole(64, true), span: placement[0]?.span ?? nowhere };
  // Beside those of the program, <new> declares one that takes a pointer.
  if (given.some(({ value }) => !isTuple(value) && value.is === 'pointer')) return undefined;
  const picked = resolve(m, declared.overloads, [], [size, ...given]);
  if (picked.is !== 'picked') return undefined;
  const { noexcept } = picked.entity.decl;
  return noexcept ? truth(evaluate(m, noexcept, picked.scope)) : false;
}

/** A destructor that may throw counts for clang++ alone. */
function deleteThrowsNothing(m: Machine, arg: Expr, scope: Scope): Answer {
  const type = typeOf(m, arg, scope);
  if (!type || isTuple(type.of) || type.of.is !== 'pointer') return undefined;
  const { element } = type.of;
  const instance = classOf(element);
  if (!instance) return isScalarType(element) || undefined;
  if (memberOf(instance, instance, 'operatordelete')) return undefined;
  return specialThrowsNothing(m, 'destroy', element) === true || undefined;
}

/** `object.~T()`. */
export function endThrowsNothing(m: Machine, { object, arrow }: Expr & { is: 'Member' }, scope: Scope): Answer {
  const type = typeOf(m, object, scope);
  const of = !type || !arrow ? type?.of : !isTuple(type.of) && type.of.is === 'pointer' ? type.of.element : undefined;
  if (of === undefined) return undefined;
  return isScalarType(of) || specialThrowsNothing(m, 'destroy', of);
}

/** A `typeid` looks at the object at run time where that has virtual functions: `typeid(*pointer)` of a null pointer
 *  throws. Of other operands of such classes compilers differ. */
export function typeidThrowsNothing(m: Machine, [arg, ...others]: readonly Expr[], scope: Scope): Answer {
  if (!arg || others.length > 0) return undefined;
  const type = typeOf(m, arg, scope);
  const written = evaluate(m, arg, scope);
  if (!isTuple(written) && written.is === 'type') return true;
  const instance = type && classOf(type.of);
  if (!type) return undefined;
  if (!instance) return isScalarType(type.of) || undefined;
  if (isOpen(instance)) return undefined;
  if (!isPolymorphic(instance) || !type.ref) return true;
  return arg.is === 'Unary' && arg.op === '*' ? false : undefined;
}

/** A cast to a reference looks at the object at run time, but for one to a base. */
export function dynamicCastThrowsNothing(m: Machine, e: Expr & { is: 'Cast' }, scope: Scope): Answer {
  const to = known(evaluate(m, e.type, scope));
  if (!to) return undefined;
  if (!to.ref) return !isTuple(to.of) && to.of.is === 'pointer' ? true : undefined;
  const from = typeOf(m, e.arg, scope);
  const [derived, base] = [from && classOf(from.of), classOf(to.of)];
  if (!derived || !base || isOpen(derived)) return undefined;
  return derivesFrom(derived, base);
}
