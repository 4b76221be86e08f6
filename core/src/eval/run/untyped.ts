// Variables of types and operators that are not modelled: what they are given, they may keep.
import { say } from '../../base/say';
import type { Span } from '../../base/span';
import type { Expr, Init, Let } from '../../ir/program';
import { namesUsed } from '../../ir/used';
import type { Value } from '../../values/value';
import { shareAddressed } from '../memory/losing';
import { loseArguments, loseCaptured, loseKept } from '../memory/reach';
import { lookup } from '../names/names';
import { argsOf } from '../names/packs';
import type { Machine } from '../state/machine';
import type { Arg, Scope } from '../values/entities';
import { isTuple, isUnknown } from '../values/inspect';
import { retyped } from '../values/kinds';
import { becauseOf } from '../values/unknown';

/** The type is unknown: the initialiser is evaluated all the same, so that its parts are shown. */
export function untyped(m: Machine, s: Let, scope: Scope, example: Value): Value {
  const { init } = s;
  const operands = operandsOf(init);
  const given = argsOf(m, operands, scope);
  const only = given[0]?.value;
  // What has a type that is not known may keep references and pointers to what it is made of.
  for (const { value } of given) shareAddressed(m, value, s.span);
  if (init.how === 'copy') loseCaptured(m, s.name, given, true);
  else if (isUnknown(example)) loseArguments(m, example, given);
  loseNamed(
    m,
    operands.filter(({ is }) => is === 'Brace'),
    scope,
    s.span,
  );
  if (init.how === 'copy' && only !== undefined && isUnknown(only)) return becauseOf(only);
  return init.how === 'copy' &&
    only !== undefined &&
    !isUnknown(only) &&
    !isTuple(only) &&
    only.is !== 'struct' &&
    only.is !== 'dynamic'
    ? retyped(only)
    : example;
}

/** What a variable is initialised with. */
export function operandsOf(init: Init): readonly Expr[] {
  if (init.how === 'copy') return [init.value];
  return init.how === 'none' ? [] : init.args;
}

/** Something keeps references to what it is made of: the variables that are named there lose their values, now and
 *  whenever something is written that is not known. */
export function loseNamed(m: Machine, operands: readonly Expr[], scope: Scope, at: Span): void {
  for (const id of namesUsed(operands)) {
    const entity = lookup(scope, id);
    if (entity?.kind === 'variable')
      loseKept(m, entity.cell, say`${entity.cell.name} may be set through a reference that is not followed`, at);
  }
}

/** An operator that is not known may be one of an object, which keeps the other operand. */
export function keepOperands(m: Machine, name: string, operands: readonly Arg[]): void {
  if (m.mode.unevaluated || !operands.some(({ value }) => isUnknown(value))) return;
  for (const { value, span } of operands) shareAddressed(m, value, span);
  loseCaptured(m, name, operands);
}
