// `__builtin_add_overflow(a, b, &r)` and those of its kind: r is what a and b give in as many bits as it has, and the
// result says whether that is another number than they give.
import { mergeFrom } from '../../algebra/assumed';
import { dyn, withNarrow } from '../../algebra/leaf';
import type { Value } from '../../values/value';
import type { Machine } from '../state/machine';
import { convert } from '../types/construct';
import { numberType } from '../types/narrowing';
import type { Arg } from '../values/entities';
import { pointedAt } from '../values/elements';
import { erase, fromOf, isTuple } from '../values/inspect';
import { asNumber } from '../values/truth';

type Operation = (a: bigint, b: bigint) => bigint;

const operations: Readonly<Record<string, Operation>> = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
};

/** What the operands are converted to first: `__builtin_uadd_overflow` takes two `unsigned`. */
const operandTypes: Readonly<Record<string, (n: bigint) => bigint>> = {
  '': (n) => n,
  s: (n) => BigInt.asIntN(32, n),
  sl: (n) => BigInt.asIntN(64, n),
  sll: (n) => BigInt.asIntN(64, n),
  u: (n) => BigInt.asUintN(32, n),
  ul: (n) => BigInt.asUintN(64, n),
  ull: (n) => BigInt.asUintN(64, n),
};

type Overflowing = (m: Machine, args: readonly Arg[]) => Value | undefined;

export const overflowing: readonly (readonly [string, Overflowing])[] = Object.entries(operations).flatMap(
  ([name, operation]) =>
    Object.entries(operandTypes).map(([type, operand]): readonly [string, Overflowing] => [
      `__builtin_${type}${name}_overflow`,
      (m, args) => computed(m, args, (x, y) => operation(operand(x), operand(y))),
    ]),
);

function computed(m: Machine, [a, b, to]: readonly Arg[], operation: Operation): Value | undefined {
  const [left, right] = [a, b].map((arg) => arg && exactly(arg.value));
  const cell = to && pointedAt(to.value);
  const type = cell && numberType(erase(cell.read()));
  if (left === undefined || right === undefined || !cell || !type?.integer || type.truth) return undefined;
  const exact = operation(left, right);
  const kept = type.unsigned ? BigInt.asUintN(type.bits, exact) : BigInt.asIntN(type.bits, exact);
  const number = Number(kept);
  if (!Number.isSafeInteger(number)) return undefined;
  const from = mergeFrom(assumed(a), assumed(b));
  m.write(cell, convert(m, dyn(number, from, 64), erase(cell.read()), true, cell.name));
  return withNarrow(dyn(kept === exact ? 0 : 1, from), 'bool');
}

function assumed(arg: Arg | undefined): readonly number[] | undefined {
  return arg && !isTuple(arg.value) ? fromOf(arg.value) : undefined;
}

/** A number that is known to the last digit. */
function exactly(value: Value): bigint | undefined {
  const n = isTuple(value) ? undefined : asNumber(value);
  return n !== undefined && Number.isSafeInteger(n) ? BigInt(n) : undefined;
}
