// Static assertions ([dcl.pre]): their conditions are evaluated, and whether they hold is recorded. Reports no problem:
// the checks decide what a false one means.
import type { StaticAssert } from '../../ir/program';
import { evaluate } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { isCompiled } from '../types/classes';
import { asCondition } from '../types/object-conversions';
import type { Scope } from '../values/entities';
import { truth } from '../values/truth';

export function assertStatically(m: Machine, s: StaticAssert, scope: Scope): void {
  const value = evaluate(m, s.cond, scope);
  const asked = m.silently(() => asCondition(m, value));
  m.recorder.assertion(s.cond.span, asked, truth(asked));
}

/** One among the members of a class is asked where the compiler instantiates the class. */
export function assertLater(m: Machine, s: StaticAssert, scope: Scope): void {
  if (scope.owner && !isCompiled(scope.owner)) m.doubting(() => assertStatically(m, s, scope));
  else assertStatically(m, s, scope);
}
