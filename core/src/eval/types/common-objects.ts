// The operands of `c ? a : b` where one of them at least is an object of the program and their types differ
// ([expr.cond]/4): exactly one has to convert to the type of the other one.
import { say } from '../../base/say';
import type { Value } from '../../values/value';
import { convertsByUser } from '../overload/user-conversions';
import { convert } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { erase, isTuple, isUnknown } from '../values/inspect';
import { classOf } from '../values/kinds';
import { illFormed, unknown } from '../values/unknown';
import { derivesFrom, isWhollyKnown } from './classes';

/** The operand that is taken, as the type that it has in common with the other one. */
export function commonObject(m: Machine, taken: Value, other: Value): Value {
  if (isUnknown(taken) || isUnknown(other) || isEmpty(taken) || isEmpty(other)) return taken;
  const [a, b] = [classOf(taken), classOf(other)];
  const isNear = a && b && (derivesFrom(a, b) || derivesFrom(b, a));
  const isKnown = [a, b].every((one) => !one || isWhollyKnown(one));
  const [there, back] = isNear || !isKnown ? [] : [converts(m, taken, other), converts(m, other, taken)];
  if (there === undefined || back === undefined)
    return unknown('unsupported', say`which type the two operands have in common is not known`);
  if (there === back) return illFormed('unsupported', say`the two operands have no type in common`);
  return there ? convert(m, taken, erase(other)) : taken;
}

function converts(m: Machine, from: Value, to: Value): boolean | undefined {
  return m.silently(() => convertsByUser(m, erase(from), erase(to)));
}

/** `throw` has no type that counts. */
function isEmpty(value: Value): boolean {
  return !isTuple(value) && value.is === 'void';
}
