// Static assertions ([dcl.pre]): their conditions are evaluated, and whether they hold is recorded. Reports no problem:
// the checks decide what a false one means.
import type { StaticAssert } from '../../ir/program';
import { convert, evaluate } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { isCompiled } from '../types/classes';
import type { Scope } from '../values/entities';
import { isTuple } from '../values/inspect';
import { classOf } from '../values/kinds';
import { truth } from '../values/truth';
import type { Value } from '../../values/value';

export function assertStatically(m: Machine, s: StaticAssert, scope: Scope): void {
  const value = evaluate(m, s.cond, scope);
  const asked = asCondition(m, value);
  m.recorder.assertion(s.cond.span, asked, truth(asked));
}

/** One among the members of a class is asked where the compiler instantiates the class. */
export function assertLater(m: Machine, s: StaticAssert, scope: Scope): void {
  if (scope.owner && !isCompiled(scope.owner)) m.doubting(() => assertStatically(m, s, scope));
  else assertStatically(m, s, scope);
}

/** What a condition is as a bool: an object of a class of the program converts to one. */
function asCondition(m: Machine, value: Value): Value {
  if (isTuple(value) || !classOf(value)) return value;
  return m.silently(() => convert(m, value, { is: 'scalar', type: 'bool', bits: 1 }, true));
}
