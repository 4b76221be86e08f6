// The operators of C++ on CuTe's values: integers, bases, arithmetic tuples, mixed bits; equality of tuples and
// layouts. The evaluator handles operators on pointers and floating-point numbers.
import { refused } from '../values/refused';
import { isA, isTuple } from '../values/convert';
import * as arith from '../algebra/arith';
import type { AlgebraError } from '../algebra/errors';
import { modeAt } from '../algebra/errors';
import { int, isInt, type Int, type IntTuple } from '../algebra/leaf';
import { andMixed, isMixed, mixedValue, shiftMixed, swizzleEquals, xorMixed } from '../algebra/swizzle';
import { make_mixed_bits } from '../algebra/swizzle';
import { isIntTuple } from '../algebra/int_tuple';
import type { MixedBits } from '../algebra/types';
import { isTileValue } from '../values/tile';
import { fractionOf, isRatio, ratioOf } from '../values/sparse';
import type { Value } from '../values/value';
import { tileBinary } from './cutile/operations';

type Binary = (a: IntTuple, b: IntTuple) => IntTuple;

const binaries: Readonly<Record<string, Binary>> = {
  '+': arith.add,
  '-': arith.sub,
  '*': arith.mul,
  '/': arith.div,
  '%': arith.mod,
  '&': arith.bitAnd,
  '|': arith.bitOr,
  '^': arith.bitXor,
  '<<': arith.shl,
  '>>': arith.shr,
  '&&': arith.logicalAnd,
  '||': arith.logicalOr,
  '<': arith.less,
  '<=': arith.lessEqual,
  '>': arith.greater,
  '>=': arith.greaterEqual,
};
const unaries: Readonly<Record<string, (a: IntTuple) => IntTuple>> = {
  '+': (a) => a,
  '-': arith.neg,
  '!': arith.logicalNot,
  '~': arith.bitNot,
};

/** `a op b`. Static operands give static results; `_` counts as 0.
 *  Throws: AlgebraError 'type' where CuTe has no such operator, 'overflow' and 'range' (division by zero). */
export function binary(op: string, a: Value, b: Value): Value {
  if (isTileValue(a) || isTileValue(b)) return tileBinary(op, a, b);
  if (isRatio(a) || isRatio(b)) return ofRatios(op, a, b);
  if (op === '==') return equals(a, b);
  if (op === '!=') return notEquals(a, b);
  if (isMixed(a)) return mixed(op, a, b, a);
  if (isMixed(b)) return mixed(op, a, b, b);
  const f = binaries[op];
  if (f && isIntTuple(a) && isIntTuple(b)) return f(a, b);
  throw noOperator(op, a, b);
}

/** `op a`. Throws: AlgebraError 'type' where CuTe has no such operator. */
export function unary(op: string, a: Value): Value {
  const operand = isMixed(a) ? mixedValue(a) : a;
  const f = unaries[op];
  if (f && isIntTuple(operand)) return f(operand);
  throw refused('substitution')`CuTe has no operator '${{ op }}' for ${{ a }}`;
}

/** Operators of fractions with each other and with integers: a run-time integer gives one.
 *  Source: cute/numeric/integral_ratio.hpp */
function ofRatios(op: string, a: Value, b: Value): Value {
  const [x, y] = [fractionOf(a), fractionOf(b)];
  if (!x || !y) return withInteger(op, a, b);
  switch (op) {
    case '*':
      return ratioOf(x[0] * y[0], x[1] * y[1]);
    case '+':
      return ratioOf(x[0] * y[1] + y[0] * x[1], x[1] * y[1]);
    case '/':
      if (isRatio(b)) return ratioOf(x[0] * y[1], x[1] * y[0]);
      throw noOperator(op, a, b);
    case '==':
      return arith.bool(x[0] * y[1] === y[0] * x[1]);
    case '<':
      return arith.bool(x[0] * y[1] < y[0] * x[1]);
    default:
      throw noOperator(op, a, b);
  }
}

function withInteger(op: string, a: Value, b: Value): Value {
  const [other, [n, d]] = isRatio(a) ? [b, fractionOf(a) ?? [0, 1]] : [a, fractionOf(b) ?? [0, 1]];
  if (!isIntTuple(other) || !isInt(other)) throw noOperator(op, a, b);
  if (op === '*') return arith.div(arith.mul(other, int(n)), int(d));
  if (op === '/' && isRatio(b)) return arith.div(arith.mul(other, int(d)), int(n));
  throw noOperator(op, a, b);
}

function noOperator(op: string, a: Value, b: Value): AlgebraError {
  return refused('substitution')`CuTe has no operator '${{ op }}' for ${{ a }} and ${{ b }}`;
}

function equals(a: Value, b: Value): Int {
  if (isMixed(a) || isMixed(b)) return arith.equal(asInteger(a), asInteger(b));
  if (isIntTuple(a) && isIntTuple(b)) return arith.equal(a, b);
  if (isTuple(a) || isTuple(b)) return tuplesEqual(a, b);
  if (a.is === 'swizzle' && b.is === 'swizzle') return arith.bool(swizzleEquals(a, b));
  if (a.is === 'layout' && b.is === 'layout')
    return arith.logicalAnd(arith.equal(a.shape, b.shape), arith.equal(a.stride, b.stride));
  if (a.is === 'composed' && b.is === 'composed')
    return arith.logicalAnd(arith.logicalAnd(equals(a.a, b.a), equals(a.b, b.b)), equals(a.offset, b.offset));
  throw noOperator('==', a, b);
}

function notEquals(a: Value, b: Value): Int {
  const same = equals(a, b);
  if (isA(a, 'layout') || isA(a, 'composed') || isA(a, 'swizzle')) throw noOperator('!=', a, b);
  return arith.logicalNot(same);
}

function tuplesEqual(a: Value, b: Value): Int {
  if (!isTuple(a) || !isTuple(b) || a.length !== b.length) return arith.bool(false);
  return a.reduce<Int>((all, x, i) => arith.logicalAnd(all, equals(x, modeAt(b, i))), arith.bool(true));
}

/** `a op b` where one operand is the mixed bits `m`. Bit operations with constants keep the static bits apart from the
 *  run-time ones; other operators compute with the number that the bits make. */
function mixed(op: string, a: Value, b: Value, m: MixedBits): Value {
  const other = isMixed(a) ? b : a;
  const constant = isIntTuple(other) ? arith.constantValue(other) : undefined;
  if (op === '^' && (isMixed(other) || (isIntTuple(other) && isInt(other)))) return xorMixed(m, other);
  if (constant !== undefined) {
    if (op === '&') return andMixed(m, constant);
    if (op === '|') return make_mixed_bits((m.staticBits | constant) >>> 0, m.dynamic, m.flags & ~constant);
    if (isMixed(a) && op === '<<') return shiftMixed(m, constant);
    if (isMixed(a) && op === '>>') return shiftMixed(m, -constant);
  }
  const f = binaries[op];
  if (f) return f(asInteger(a), asInteger(b));
  throw noOperator(op, a, b);
}

function asInteger(x: Value): IntTuple {
  if (isMixed(x)) return mixedValue(x);
  if (isIntTuple(x)) return x;
  if (isA(x, 'smem-ptr-flag')) return arith.bool(false);
  throw refused('type')`${{ x }} is not an integer`;
}
