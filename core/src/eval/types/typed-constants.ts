// Constants whose type is not `int`: `C<5u>`, `C<true>`, `integral_constant<short, 3>`. What CuTe computes from them
// has the type that C++ computes in, and wraps around in it. Constants of type `int` carry no type, and are the
// algebra's.
import { dyn, type Dynamic, type Static, withSign } from '../../algebra/leaf';
import type { Span } from '../../base/span';
import { binary, unary } from '../../builtins/operators';
import { scalarTypes } from '../../values/scalars';
import type { Value } from '../../values/value';
import { guarded } from '../state/algebra-guard';
import type { Machine } from '../state/machine';
import { isTuple } from '../values/inspect';
import { isStaticIntValue } from '../values/template-args';

/** The name under which a constant keeps the type of a value; undefined for `int`, and for what is no integer. */
function typeName(value: Value): string | undefined {
  if (isTuple(value)) return undefined;
  if (value.is === 'scalar') return scalarTypes.get(value.type)?.integer ? value.type : undefined;
  if (value.is !== 'dynamic') return undefined;
  if (value.boolean) return 'bool';
  if (value.bits === 64) return value.unsigned ? 'uint64_t' : 'int64_t';
  return value.unsigned ? 'uint32_t' : undefined;
}

/** The constant with the type of what it was made of. */
export function typed(constant: Value, of: Value): Value {
  const type = typeName(of);
  if (isTuple(constant) || constant.is !== 'static' || type === undefined) return constant;
  return { is: 'static', n: constant.n, type };
}

/** The number that a constant is in arithmetic. */
function promotedNumber({ n, type }: Static): Dynamic {
  const bits = type !== undefined && /64/.test(type) ? 64 : 32;
  return withSign(dyn(n, undefined, bits), type === 'uint32_t' || type === 'uint64_t' || undefined);
}

function asConstant(value: Value, isTruth: boolean): Value {
  if (isTuple(value) || value.is !== 'dynamic' || value.n === undefined) return value;
  return typed({ is: 'static', n: value.n }, isTruth ? { ...value, boolean: true as const } : value);
}

const truths = /^([!=<>]=|[<>]|&&|\|\|)$/;

/** The result of an operator on constants, where one of them has a type of its own; undefined for other operands. */
export function constantOperator(m: Machine, op: string, left: Value, right: Value, span: Span): Value | undefined {
  if (![left, right].some((value) => isStaticIntValue(value) && value.type !== undefined)) return undefined;
  if (isStaticIntValue(left) && isStaticIntValue(right)) {
    const [a, b] = [promotedNumber(left), promotedNumber(right)];
    // A shift has the type of its left operand.
    const by = op === '<<' || op === '>>' ? dyn(right.n, undefined, a.bits) : b;
    return asConstant(
      guarded(m, span, () => binary(op, a, by)),
      truths.test(op),
    );
  }
  const [a, b] = [left, right].map((value) =>
    isStaticIntValue(value) && value.type !== undefined && value.n !== 0 ? promotedNumber(value) : value,
  );
  return a === undefined || b === undefined ? undefined : guarded(m, span, () => binary(op, a, b));
}

/** The same for one operand. */
export function constantUnary(m: Machine, op: string, arg: Value, span: Span): Value | undefined {
  if (!isStaticIntValue(arg) || arg.type === undefined) return undefined;
  return asConstant(
    guarded(m, span, () => unary(op, promotedNumber(arg))),
    op === '!',
  );
}
