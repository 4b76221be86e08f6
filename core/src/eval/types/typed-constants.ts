// Constants whose type is not `int`: `C<5u>`, `C<true>`, `integral_constant<short, 3>`. What CuTe computes from them
// has the type that C++ computes in, and wraps around in it. Constants of type `int` carry no type, and are the
// algebra's.
import { say } from '../../base/say';
import { larger, smaller } from '../../algebra/arith';
import { dyn, type Dynamic, ofType, type Static, withNumber } from '../../algebra/leaf';
import { wideOf } from '../../algebra/wide';
import type { Span } from '../../base/span';
import { binary, unary } from '../../builtins/operators';
import { isIntegerType } from '../../values/scalars';
import type { Value } from '../../values/value';
import { guarded } from '../state/algebra-guard';
import type { Machine } from '../state/machine';
import { isTuple } from '../values/inspect';
import { isDynamicIntValue, isStaticIntValue, numberOfConstant, typed } from '../values/template-args';
import { unknown } from '../values/unknown';
import { promoted } from './arithmetic';

/** The number that a constant is in arithmetic. */
function promotedNumber(constant: Static): Dynamic {
  const number = promoted(numberOfConstant(constant));
  return !isTuple(number) && number.is === 'dynamic' ? number : dyn(constant.n);
}

/** CuTe has no operators for the constants of the standard library: they are the numbers that they convert to. */
function isStandard(value: Value): value is Static {
  return isStaticIntValue(value) && value.of === 'std';
}

/** Whether CuTe has an operator on a constant and a number whose result the constant alone decides. */
function absorbs(op: string, { n }: Static, isLeft: boolean): boolean {
  if (op === '%') return isLeft ? n === 0 : n === 1 || n === -1;
  if (op === '||') return n !== 0;
  return n === 0 && (op === '*' || op === '&' || op === '&&' || (op === '/' && isLeft));
}

function asConstant(value: Value, isTruth: boolean): Value {
  if (isTuple(value) || value.is !== 'dynamic') return value;
  if (wideOf(value) !== undefined)
    return unknown('algebra', say`the static integer ${value.name ?? ''} does not fit 53 bits`);
  if (value.n === undefined) return value;
  return typed({ is: 'static', n: value.n }, isTruth ? { ...value, narrow: 'bool' } : value);
}

const truths = /^([!=<>]=|[<>]|&&|\|\|)$/;

/** By how much something is shifted, as a number of its type: a shift has the type of what is shifted ([expr.shift]/1).
 *  Two constants stay constants. */
export function shiftCount(left: Value, by: Value): Value {
  if (isStaticIntValue(left) && isStaticIntValue(by)) return by;
  const shifted = isStaticIntValue(left) ? promotedNumber(left) : left;
  if (!isDynamicIntValue(shifted)) return by;
  if (isStaticIntValue(by)) return ofType(dyn(by.n, undefined, shifted.bits), shifted);
  return isDynamicIntValue(by) ? ofType(withNumber(by, by.n, shifted.bits), shifted) : by;
}

/** The result of an operator on constants, where one of them has a type of its own or the result is a `bool`; undefined
 *  for other operands. */
export function constantOperator(m: Machine, op: string, left: Value, right: Value, span: Span): Value | undefined {
  if ([left, right].some(isStandard)) {
    const [x, y] = [left, right].map((value) => (isStaticIntValue(value) ? promotedNumber(value) : value));
    return x === undefined || y === undefined ? undefined : guarded(m, span, () => binary(op, x, y));
  }
  const isTruth = truths.test(op) && isStaticIntValue(left) && isStaticIntValue(right);
  if (!isTruth && ![left, right].some((value) => isStaticIntValue(value) && value.type !== undefined)) return undefined;
  if (isStaticIntValue(left) && isStaticIntValue(right)) {
    const [a, b] = [promotedNumber(left), promotedNumber(right)];
    const by = op === '<<' || op === '>>' ? shiftCount(a, b) : b;
    return asConstant(
      guarded(m, span, () => binary(op, a, by)),
      truths.test(op),
    );
  }
  const [a, b] = [left, right].map((value, i) => {
    if (!isStaticIntValue(value) || value.type === undefined) return value;
    return absorbs(op, value, i === 0) ? ({ is: 'static', n: value.n } as const) : promotedNumber(value);
  });
  return a === undefined || b === undefined ? undefined : guarded(m, span, () => binary(op, a, b));
}

/** `max` and `min` of a constant that has a type of its own and a constant or a number: compared and given in the type
 *  that they have in common. */
export function constantExtreme(op: 'max' | 'min', left: Value, right: Value): Value | undefined {
  if (![left, right].some((value) => isStaticIntValue(value) && value.type !== undefined)) return undefined;
  if (!isStaticIntValue(left) || !isStaticIntValue(right)) {
    const [a, b] = [left, right].map((value) => asNumber(isStaticIntValue(value) ? numberOfConstant(value) : value));
    return a && b && isDynamicIntValue(a) && isDynamicIntValue(b)
      ? op === 'max'
        ? larger(a, b)
        : smaller(a, b)
      : undefined;
  }
  const [a, b] = [promotedNumber(left), promotedNumber(right)];
  const isLess = binary('<', a, b);
  const takesRight = knownNumber(isLess) === (op === 'max' ? 1 : 0);
  const [taken, other] = takesRight ? [b, a] : [a, b];
  return asConstant(binary('+', taken, binary('-', other, other)), false);
}

/** A narrow integer as CuTe compares it; numbers of one narrow type keep it. */
function asNumber(value: Value): Value {
  return !isTuple(value) && value.is === 'scalar' && isIntegerType(value) ? promoted(value) : value;
}

function knownNumber(value: Value): number | undefined {
  return !isTuple(value) && value.is === 'dynamic' ? value.n : undefined;
}

/** The same for one operand. */
export function constantUnary(m: Machine, op: string, arg: Value, span: Span): Value | undefined {
  if (!isStaticIntValue(arg) || (arg.type === undefined && arg.of === undefined && op !== '!')) return undefined;
  if (arg.of === 'std') return guarded(m, span, () => unary(op, promotedNumber(arg)));
  return asConstant(
    guarded(m, span, () => unary(op, promotedNumber(arg))),
    op === '!',
  );
}
