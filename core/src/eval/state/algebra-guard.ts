// Runs builtins and catches what they throw; nothing else does. An `AlgebraError`, a rule of CuTe that the program
// breaks, becomes an Unknown with that rule and a refusal for the checks. Any other exception is a bug of ours: it
// becomes an Unknown too, so that it costs one value and not the file, and is kept in `bugs`.
import { say } from '../../base/say';
import { isRecord } from '../../base/record';
import { AlgebraError } from '../../algebra/errors';
import { Abandoned, isOver, Stopped, TooMuch } from '../../base/meter';
import type { Span } from '../../base/span';
import type { Unknown, Value } from '../../values/value';
import { causeOf } from '../../values/refused';
import { unknown } from '../values/unknown';
import { isStackOverflow } from './afford';
import { Exhausted, unitsOfBuiltin, unitsOfCall, unitsOfPart } from './budget';
import type { Machine } from './machine';

/** Integers and other parts of one value. What compilers take has hundreds; a recursion without an end doubles them. */
const maxParts = 8192;

/** Runs a builtin, and charges it and the parts of its value to the budget. */
export function guarded(m: Machine, at: Span, compute: () => Value): Value {
  const { meter } = m.budget;
  meter.spend(unitsOfCall, 'calls');
  const part = meter.begin(unitsOfBuiltin);
  let value: Value;
  try {
    value = compute();
  } catch (error) {
    meter.end(part);
    if (!isOver(error, part)) return failed(m, error, at);
    value = unknown('budget', error.message, at);
  } finally {
    meter.end(part);
  }
  const parts = partsOf(value, maxParts);
  meter.spend(unitsOfPart * parts, 'parts');
  return parts > maxParts ? unknown('budget', say`it has more than ${maxParts} parts`, at) : value;
}

/** What a builtin gives that has thrown. Throws what ends more than this one value. */
function failed(m: Machine, error: unknown, at: Span): Unknown {
  if (error instanceof AlgebraError) return refused(m, error, at);
  if (isEnd(error)) throw error;
  m.bugs.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return unknown('bug', say`CuTe Lens failed here; please report it`, at);
}

/** Exceptions that end more than this one value. */
function isEnd(error: unknown): boolean {
  return (
    error instanceof Exhausted ||
    error instanceof TooMuch ||
    error instanceof Stopped ||
    error instanceof Abandoned ||
    isStackOverflow(error)
  );
}

function refused(m: Machine, error: AlgebraError, at: Span): Unknown {
  if (error.code !== 'symbolic') m.recorder.refuse(at, error);
  return { is: 'unknown', cause: causeOf(error), at };
}

/** How many parts a value has, counted until there are more than `limit`. */
function partsOf(value: unknown, limit: number): number {
  if (Array.isArray(value)) {
    let parts = 1;
    for (let i = 0; i < value.length && parts <= limit; i++) parts += partsOf(value[i], limit - parts);
    return parts;
  }
  if (!isRecord(value)) return 0;
  switch (value['is']) {
    case 'layout':
      return partsOf(value['shape'], limit) + partsOf(value['stride'], limit);
    case 'tensor':
      return partsOf(value['layout'], limit);
    case 'composed':
      return partsOf(value['a'], limit) + partsOf(value['b'], limit);
    default:
      return 1;
  }
}
