// The operands of `c ? a : b` where one of them at least is an object of the program and their types differ
// ([expr.cond]/4): exactly one has to convert to the type of the other one.
import { say } from '../../base/say';
import { nowhere } from '../../base/span';
import { isPointer } from '../../values/convert';
import type { Pointer, Value } from '../../values/value';
import { elementless } from '../overload/templates';
import { convertsByUser } from '../overload/template-conversions';
import { convert } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { derivesFrom } from '../values/base-parts';
import { erase, isTuple, isUnknown } from '../values/inspect';
import { isKnownWithConstants } from '../values/constant-bases';
import { holdsAddress } from '../values/elements';
import { classOf } from '../values/kinds';
import { constVolatile } from '../values/qualifiers';
import { contested, illFormed, isSubstitutionFailure, unknown } from '../values/unknown';
import { inCommon, promoted } from './arithmetic';
import { asArithmetic } from './object-conversions';

/** The operand that is taken, as the type that it has in common with the other one. */
export function commonObject(m: Machine, taken: Value, other: Value): Value {
  if (isUnknown(taken) || isUnknown(other)) return taken;
  if (isEmpty(taken) || isEmpty(other))
    return m.mode.unevaluated && isEmpty(taken) !== isEmpty(other) ? besideVoid() : taken;
  const [a, b] = [classOf(taken), classOf(other)];
  const isNear = a && b && (derivesFrom(a, b) || derivesFrom(b, a));
  const isKnown = [a, b].every((one) => !one || isKnownWithConstants(one));
  const [there, back] = isNear || !isKnown ? [] : [converts(m, taken, other), converts(m, other, taken)];
  if (there === undefined || back === undefined)
    return unknown('unsupported', say`which type the two operands have in common is not known`);
  if (there === back) return (there ? undefined : commonNumber(m, taken, other)) ?? withoutCommon();
  return there ? convert(m, taken, erase(other)) : taken;
}

/** Objects that convert to numbers, of which no one converts to the class of the other ([expr.cond]/6). */
function commonNumber(m: Machine, taken: Value, other: Value): Value | undefined {
  const [a, b] = [taken, other].map((one) => (classOf(one) ? asArithmetic(m, one, undefined, true) : undefined));
  if (a === undefined || b === undefined || isSubstitutionFailure(a) || isSubstitutionFailure(b)) return undefined;
  if (isUnknown(a) || isUnknown(b))
    return unknown('unsupported', say`which type the two operands have in common is not known`);
  return inCommon(m, promoted(a), promoted(b)) ?? promoted(a);
}

const withoutCommon = (): Value => illFormed('unsupported', say`the two operands have no type in common`);

function converts(m: Machine, from: Value, to: Value): boolean | undefined {
  return m.silently(() => convertsByUser(m, erase(from), erase(to)));
}

/** Only `throw` may stand beside an operand of another type. */
const besideVoid = (): Value => contested(say`which type the two operands have in common is not known`, nowhere);

/** `throw` has no type that counts. */
function isEmpty(value: Value): boolean {
  return !isTuple(value) && value.is === 'void';
}

/** A pointer that the other one makes one to a base, or to `void` ([conv.ptr], [expr.type]/3); undefined for others. */
export function commonPointer(m: Machine, taken: Value, other: Value): Value | undefined {
  const [from, to] = [taken, other].map((one) => (holdsAddress(one) || isPointer(one) ? elementless(one) : undefined));
  if (!from || !to || !isPointer(from) || !isPointer(to) || isTuple(to.element)) return undefined;
  const [derived, base] = [classOf(from.element), classOf(to.element)];
  const isOther = derived && base ? derived !== base && derivesFrom(derived, base) : isVoid(to) && !isVoid(from);
  if (!isOther) return undefined;
  const [a, b] = [constVolatile(from), constVolatile(to)];
  return convert(m, taken, { ...to, ...a, ...b });
}

const isVoid = ({ element }: Pointer): boolean => !isTuple(element) && element.is === 'void';
