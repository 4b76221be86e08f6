// The only place that catches what builtins throw: a rule of CuTe that the program breaks becomes an Unknown with the rule.
// A failure of our own becomes an Unknown too, so that it costs one value and not the file; it is kept in `bugs`.
import { AlgebraError } from '../algebra/errors';
import type { Span } from '../base/span';
import type { Unknown, Value } from '../values/value';
import { Exhausted } from './budget';
import type { Machine } from './machine';
import { unknown } from './machine';

export function guarded(m: Machine, at: Span, compute: () => Value): Value {
  try {
    return compute();
  } catch (error) {
    if (error instanceof AlgebraError) return refused(m, error, at);
    if (error instanceof Exhausted || error instanceof RangeError || !(error instanceof Error)) throw error;
    m.bugs.push(error.stack ?? error.message);
    return unknown('bug', 'CuTe Lens failed here; please report it', at);
  }
}

function refused(m: Machine, error: AlgebraError, at: Span): Unknown {
  if (error.code !== 'symbolic') m.recorder.refuse(at, error.code, error.message);
  const code = error.code === 'symbolic' ? 'symbol' : 'algebra';
  return { is: 'unknown', cause: { code, message: error.message, rule: error.code, needs: error.needs }, at };
}
