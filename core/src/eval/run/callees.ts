// What a call names: functions, or an object and the variable that holds it.
import { isTensor } from '../../values/convert';
import type { Expr } from '../../ir/program';
import type { Value } from '../../values/value';
import { lookupName } from '../names/names';
import { variableNamed } from '../names/places';
import { evaluate, locate, type Located } from '../state/evaluator';
import type { Machine } from '../state/machine';
import type { Scope } from '../values/entities';
import { isTuple } from '../values/inspect';

/** The value that is called, and the variable that holds it if it is an object of the program. */
export function calleeOf(m: Machine, e: Expr, scope: Scope): Located {
  if (e.is !== 'Name') {
    const { value, place, as, category } = locate(m, e, scope);
    return { value, place: isObject(value) ? place : undefined, as, category };
  }
  const value = evaluate(m, e, scope);
  if (!isObject(value)) return { value, place: undefined };
  const entity = lookupName(scope, e);
  return { value, place: variableNamed(e, scope), as: entity?.kind === 'variable' ? entity.as : undefined };
}

export function isObject(value: Value): boolean {
  return !isTuple(value) && value.is === 'struct' && value.cls !== undefined;
}

/** An object whose call may depend on its value category. */
export function hasCategory(value: Value): boolean {
  return isObject(value) || isTensor(value);
}
