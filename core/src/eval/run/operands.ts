// Operands of operators: as arguments of functions of the program, and as the operators of the language take them.
import type { Expr } from '../../ir/program';
import type { Value } from '../../values/value';
import { hole } from '../../algebra/leaf';
import { accessElement, followed } from '../memory/accesses';
import { readElement } from '../memory/loading';
import { heldInRegister } from '../memory/registers';
import { argOf } from '../names/packs';
import { locate, type Located } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { promoted } from '../types/arithmetic';
import { convert } from '../types/construct';
import { asCondition, asOperandOf } from '../types/object-conversions';
import { promotionIn } from '../values/bit-fields';
import { elementName } from '../values/choices';
import type { Arg, Scope } from '../values/entities';
import { enumerationOfValue } from '../values/enumerations';
import { unwrapped } from '../values/holders';
import { isTuple } from '../values/inspect';
import { classOf } from '../values/kinds';

export interface Operand {
  /** As a function is given it: an integer has its own type, and may be referred to. */
  readonly given: Arg;
  /** As an operator of the language takes it: integers are promoted ([conv.prom]). */
  readonly number: Value;
}

export function operandAt(m: Machine, e: Expr, scope: Scope): Operand {
  const located = locate(m, e, scope);
  const value = loadedOperand(m, located.value, e);
  return { given: argOf({ ...located, value }, e, scope, e.span), number: asOperand(m, located, value) };
}

/** The value of an operand of an operator of the language. */
export function operand(m: Machine, e: Expr, scope: Scope): Value {
  return operandAt(m, e, scope).number;
}

/** An operand as an operator of the language takes it: an object of the program converts to a number. */
export function numberOf(m: Machine, op: string, { given, number }: Operand): Value {
  if (!classOf(number)) return number;
  const converted = asOperandOf(m, op, number, given);
  return converted === undefined ? number : promoted(converted);
}

/** A bit-field that an `int` or an `unsigned` holds is promoted to one ([conv.prom]/5). */
function asOperand(m: Machine, located: Located, loaded: Value): Value {
  const given = enumerationOfValue(loaded) ? loaded : promoted(loaded);
  const to = promotionIn(located);
  if (!to || isTuple(given) || given.is !== 'dynamic') return given;
  return convert(m, given, hole(32, to === 'unsigned' || undefined));
}

/** A condition as a truth value, where it is read from memory as well. */
export function condition(m: Machine, e: Expr, scope: Scope): Value {
  const located = locate(m, e, scope);
  const value = m.simt ? loadedOperand(m, located.value, e) : located.value;
  return asCondition(m, value, classOf(value) && argOf({ ...located, value }, e, scope, e.span));
}

/** An operand that is read from memory: an unknown number of the element's type. */
export function loadedOperand(m: Machine, given: Value, e: Expr): Value {
  const value = unwrapped(given);
  if (isTuple(value) || value.is !== 'element') return value;
  accessElement(m, value.pointer, false, e.span);
  const held = heldInRegister(followed(m), value.pointer);
  if (held) return held;
  return readElement(m, value.pointer, elementName(e), e.span);
}
