// Requires-expressions ([expr.prim.req]): whether what they ask for is valid and holds. An expression is valid where it
// has a type, whether its value is known or not; an expression that the compiler refuses is a substitution failure.
import { say } from '../../base/say';
import { dyn } from '../../algebra/leaf';
import type { Expr, Param, Requirement } from '../../ir/program';
import type { Value } from '../../values/value';
import { expandPack, namesPack } from '../names/packs';
import { evaluate } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { VarCell } from '../values/cells';
import { Scope } from '../values/entities';
import { isTuple, isUnknown } from '../values/inspect';
import { targetOf } from '../values/kinds';
import { qualifiersOf, writtenOf } from '../values/qualifiers';
import { truth } from '../values/truth';
import { isSubstitutionFailure, unknown } from '../values/unknown';
import { withoutPack } from './deduced-types';
import { namesType, usesMembers } from './member-uses';

export function requiresValue(m: Machine, e: Expr & { is: 'Requires' }, outer: Scope): Value {
  const scope = new Scope(outer);
  const failed = declareParameters(m, e.params, outer, scope);
  let sure = true;
  for (const requirement of failed ? [] : e.requirements) {
    const holds = m.silently(() => isMet(m, requirement, scope));
    if (holds === false) return truthValue(false);
    if (holds === undefined) sure = false;
  }
  if (failed) return truthValue(false);
  return sure ? truthValue(true) : unknown('unsupported', say`whether a requirement is met is not known`, e.span);
}

function truthValue(holds: boolean): Value {
  return { ...dyn(holds ? 1 : 0), narrow: 'bool' };
}

/** Parameters whose names types and requirements may use: values of their types, which nobody reads. True where a
 *  type is not valid. */
export function declareParameters(m: Machine, params: readonly Param[], scope: Scope, inner: Scope): boolean {
  for (const param of params) {
    const { name, type, pack } = param;
    if (pack) {
      declarePack(m, param, scope, inner);
      continue;
    }
    const value = m.silently(() => evaluate(m, type, scope));
    if (isSubstitutionFailure(value)) return true;
    if (name === undefined) continue;
    const of = isTuple(value) || value.is !== 'type' ? value : value.of;
    const written = writtenOf(qualifiersOf(value));
    const cell = new VarCell(name, of, true);
    inner.names.set(name, { kind: 'variable', cell, at: undefined, written: written ?? {} });
  }
  return false;
}

/** A parameter pack has one element for each element of the packs in its type. */
function declarePack(m: Machine, { name, type }: Param, scope: Scope, inner: Scope): void {
  const pattern = withoutPack(type);
  if (name === undefined || !namesPack(pattern, scope)) return;
  const types = expandPack(m, pattern, scope);
  const values = types.map((one) => (isTuple(one) || one.is !== 'type' ? one : one.of));
  const cells = values.map((value) => new VarCell(name, value, true));
  inner.names.set(name, {
    kind: 'pack',
    values,
    cells,
    writtenOfEach: types.map((one) => writtenOf(qualifiersOf(one)) ?? {}),
  });
}

function isMet(m: Machine, requirement: Requirement, scope: Scope): boolean | undefined {
  const { what, of } = requirement;
  const uses = what === 'type' ? namesType(m, of, scope) : usesMembers(m, of, scope);
  if (uses === false) return false;
  const met = isMetByValue(m, requirement, scope);
  return met === true ? uses : met;
}

function isMetByValue(m: Machine, requirement: Requirement, scope: Scope): boolean | undefined {
  const value = unevaluated(m, requirement.of, scope);
  if (requirement.what === 'condition') return isSubstitutionFailure(value) ? false : truth(value);
  const valid = isValid(value);
  if (requirement.what === 'type') return valid;
  if (valid !== true) return valid;
  const typed = requirement.returns ? hasType(m, requirement.of, requirement.returns, scope) : true;
  return typed === true && requirement.noexcept ? truth(noexceptOf(m, requirement.of, scope)) : typed;
}

function noexceptOf(m: Machine, arg: Expr, scope: Scope): Value {
  return evaluate(m, { is: 'Sizeof', op: 'noexcept', arg, span: arg.span }, scope);
}

/** `{ e } -> C<A>` asks `C<decltype((e)), A>`. */
function hasType(m: Machine, of: Expr, constraint: Expr, scope: Scope): boolean | undefined {
  if (constraint.is !== 'Name' && constraint.is !== 'Scope') return undefined;
  const type: Expr = { is: 'Decltype', arg: of, parenthesised: true, span: of.span };
  const value = unevaluated(m, { ...constraint, args: [type, ...(constraint.args ?? [])] }, scope);
  return isSubstitutionFailure(value) ? false : truth(value);
}

function unevaluated(m: Machine, e: Expr, scope: Scope): Value {
  return m.aside('unevaluated', e.span, () => evaluate(m, e, scope));
}

/** Whether an expression is one that the compiler takes: values may be unknown that only run time gives. */
function isValid(value: Value): boolean | undefined {
  if (isSubstitutionFailure(value)) return false;
  // A member of a class of the library, of which only the name is known.
  if (targetOf(value)?.kind === 'builtin-method') return undefined;
  if (!isUnknown(value)) return !isTuple(value) && value.is === 'type' && isUnknown(value.of) ? undefined : true;
  return value.type !== undefined || /^(input|uninitialised|branch|loop)$/.test(value.cause.code) ? true : undefined;
}
