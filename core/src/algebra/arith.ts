// Arithmetic on integers, scaled bases and arithmetic tuples. CuTe's rules decide which results are static.
// Integers are exact: a result that does not fit the C++ type is an AlgebraError 'overflow', never a wrapped number.
// The result of an operation on an unknown number is a readable expression (symbols.ts).
// Source: cute/numeric/integral_constant.hpp, math.hpp.
import { say, words } from '../base/say';
import { modeAt, refused, spelled } from './errors';
import { fractionAmong } from './fractions';
import {
  asTruth,
  basis,
  hole,
  int,
  isInt,
  isTuple,
  ofNarrowType,
  withSign,
  type Basis,
  type Dynamic,
  type Int,
  type IntTuple,
  type Static,
} from './leaf';
import { acrossLanes, chooseByLane, eachLane } from './lanes';
import { mixedStatic } from './mixed-static';
import { isDivision, numeric, signed } from './numeric';
import { print } from './print';
import * as symbols from './symbols';
import type { SymbolicOperator } from './symbols';
import { mergeFrom } from './assumed';
import { addTuples, negTuple, subTuples } from './arithmetic_tuple';
import type { ComposedOffset } from './types';
import { dynamic, expressionAmong, expressionOf, isHole, named, nameOf, unknownModulo32, unsigned32 } from './unknowns';
import { exactly, modulo } from './unsigned';
import * as unaries from './unary-operators';
import type { UnaryOperator } from './unary-operators';
import { beyond53, exactOf, held64, wideOf } from './wide';

const MAX = Number.MAX_SAFE_INTEGER;
const MAX32 = 0x7fffffff;
const zero = int(0);
const one = int(1);

/** The static integer `_n`. Throws: AlgebraError 'overflow' where it exceeds 2^53 - 1. */
export function staticInt(n: number): Static {
  if (n > MAX || n < -MAX) throw refused('overflow')`the static integer ${{ n }} does not fit 53 bits`;
  return int(n);
}

/** A bool as the constant `C<true>` or `C<false>`. */
export function bool(holds: boolean): Static {
  return { is: 'static', n: holds ? 1 : 0, type: 'bool' };
}

function bitsOf(x: Int): 32 | 64 {
  if (x.is === 'dynamic') return x.bits;
  if (x.type === 'uint32_t') return 32;
  return x.type === 'uint64_t' || x.type === 'int64_t' || x.n > MAX32 || x.n < -MAX32 - 1 ? 64 : 32;
}

function fromOf(x: Int): readonly number[] | undefined {
  return x.is === 'dynamic' ? x.from : undefined;
}

/** The number of an integer; `what` names it in errors. Throws: AlgebraError 'symbolic' where it is not known. */
export function number(x: Int, what = words`this number`): number {
  if (x.n !== undefined) return x.n;
  const name = nameOf(x);
  const needs = name ? symbols.unknownsOf(name) : [];
  throw refused('symbolic', { needs })`${{ what }} is ${{
    number: name ?? words`a run-time number`,
  }}, which is not known`;
}

/** The number of a static integer (`decltype(x)::value`); `what` names it in errors. Throws: AlgebraError 'static'
 *  for other leaves; `_` counts as 0. */
export function staticNumber(x: IntTuple, what: string): number {
  if (x.is === 'static') return x.n;
  if (x.is === 'underscore') return 0;
  throw refused('static')`${{ what }} must be static, but it is ${{ x }}`;
}

/** The number of a static integer; undefined for other leaves, `_` and bases among them (`is_constant`). */
export function constantValue(x: IntTuple): number | undefined {
  return x.is === 'static' ? x.n : undefined;
}

/** `is_constant<n, T>`: the leaf is exactly the static integer n. */
export function isC(x: ComposedOffset, n: number): boolean {
  return x.is === 'static' && x.n === n;
}

// ---- operators on two integers

/** Any operator on two integers: static for two static ones and where `mixedStatic` says so, else dynamic. Throws:
 *  AlgebraError 'overflow', 'range'. */
export function operate(op: SymbolicOperator, a: Int, b: Int): Int {
  if (a.is === 'static' && b.is === 'static')
    return divides(op, b) ? staticInt(numeric(op, a.n, b.n)) : quotientByZero(op, a, b);
  const fixed = mixedStatic(op, a, b);
  if (fixed) return fixed;
  return comparisons.has(op) ? asTruth(operateOnNumbers(op, a, b)) : operateOnNumbers(op, a, b);
}

/** Whether an operator is none that divides by zero. */
const divides = (op: SymbolicOperator, b: Int): boolean => b.n !== 0 || !isDivision(op);

/** Nothing is known of a quotient by zero but what it is, `(M/0)`. CuTe has no operator for `C<4>` and `C<0>`, so
 *  that they are taken as integers. */
function quotientByZero(op: SymbolicOperator, a: Int, b: Int): Int {
  const bits = bitsOf(a) === 64 || bitsOf(b) === 64 ? 64 : 32;
  return named(symbols.combine(op, expressionOf(a), expressionOf(b)), bits, mergeFrom(fromOf(a), fromOf(b)));
}

function operateOnNumbers(op: SymbolicOperator, a: Int, b: Int): Int {
  const from = mergeFrom(fromOf(a), fromOf(b));
  const bits = bitsOf(a) === 64 || bitsOf(b) === 64 ? 64 : 32;
  const isModular = isUnsigned(a, bits) || isUnsigned(b, bits);
  const each = acrossLanes(op, a, b, bits, isModular);
  if (each) return each;
  if (!divides(op, b)) return quotientByZero(op, a, b);
  if (bits === 64) {
    const wide = beyond53(op, a, b, isModular, from);
    if (wide) return wide;
  }
  if (isModular) return operateUnsigned(op, a, b, bits, from);
  if (a.n !== undefined && b.n !== undefined)
    return dynamic(signed(op, a.n, b.n, bits), bits, from, () => symbols.spellOperation(op, print(a), print(b)));
  if (isHole(a) || isHole(b)) return from ? { ...hole(bits), from } : hole(bits);
  return named(symbols.combine(op, expressionAmong(a, bits), expressionAmong(b, bits)), bits, from);
}

function isUnsigned(x: Int, bits: 32 | 64): boolean {
  if (x.is === 'static') return x.type === (bits === 32 ? 'uint32_t' : 'uint64_t');
  return x.unsigned === true && x.bits === bits;
}

const comparisons: ReadonlySet<SymbolicOperator> = new Set(['land', 'lor', 'eq', 'ne', 'lt', 'le', 'gt', 'ge']);

/** An operator with an unsigned operand: both are converted, and arithmetic is modulo 2^bits. */
function operateUnsigned(
  op: SymbolicOperator,
  a: Int,
  b: Int,
  bits: 32 | 64,
  from: readonly number[] | undefined,
): Int {
  if (a.n === undefined || b.n === undefined) {
    if (isHole(a) || isHole(b)) return from ? { ...hole(bits, true), from } : hole(bits, true);
    if (bits === 32) return unknownModulo32(op, a, b, from);
    return withSign(named(symbols.combine(op, expressionAmong(a, 64), expressionAmong(b, 64)), bits, from), true);
  }
  if ((op === 'shl' || op === 'shr') && (b.n < 0 || b.n >= bits))
    throw refused('undefined')`a shift of ${{ bits }} bits by ${{ b: b.n }} is undefined`;
  const n = numeric(op, modulo(a.n, bits), modulo(b.n, bits));
  const exact =
    Math.abs(n) <= MAX || bits === 64
      ? modulo(n, bits)
      : modulo(exactly(op, modulo(a.n, bits), modulo(b.n, bits)), bits);
  return withSign({ is: 'dynamic', n: exact, name: undefined, bits, from }, true);
}

function integers(op: SymbolicOperator, a: IntTuple, b: IntTuple): Int {
  const of = fractionAmong(a, b);
  if (of) return timesFraction(op, ...of);
  return operate(op, integer(a, op, b), integer(b, op, a));
}

/** A static fraction times an integer at run time, which is an integer: `c * num / den`. */
function timesFraction(op: SymbolicOperator, num: number, den: number, by: IntTuple): Int {
  const other = op === 'mul' && by.is !== 'static' ? by : [by];
  return operate('div', operate('mul', integer(other, op, other), int(num)), int(den));
}

/** The operand `x` of an operator as an integer; `_` counts as 0. Throws: AlgebraError 'type' for other leaves. */
function integer(x: IntTuple, op: string, other: IntTuple): Int {
  if (isInt(x)) return x;
  if (!isTuple(x) && x.is === 'underscore') return zero;
  const lacking = (o: string): string => (/^\w/.test(o) ? say`${o} has no overload` : say`CuTe has no operator '${o}'`);
  const operator = spelled(lacking, symbols.spellOperator(op));
  throw x === other
    ? refused('type')`${{ operator }} for ${{ x }}`
    : refused('type')`${{ operator }} for ${{ x }} and ${{ other }}`;
}

// ---- the operators of CuTe

export function add(a: Int, b: Int): Int;
export function add(a: IntTuple, b: IntTuple): IntTuple;
export function add(a: IntTuple, b: IntTuple): IntTuple {
  if (a.is === 'static' && b.is === 'static') return staticInt(a.n + b.n);
  if (isTuple(a) || isTuple(b) || a.is === 'basis' || b.is === 'basis') return addTuples(a, b);
  return integers('add', a, b);
}

export function sub(a: Int, b: Int): Int;
export function sub(a: IntTuple, b: IntTuple): IntTuple;
export function sub(a: IntTuple, b: IntTuple): IntTuple {
  if (a.is === 'static' && b.is === 'static') return staticInt(a.n - b.n);
  if (isTuple(a) || isTuple(b)) return subTuples(a, b);
  return integers('sub', a, b);
}

export function mul(a: Int, b: Int): Int;
export function mul(a: IntTuple, b: IntTuple): Int | Basis;
export function mul(a: IntTuple, b: IntTuple): Int | Basis {
  if (a.is === 'static' && b.is === 'static') return staticInt(a.n * b.n);
  if (a.is === 'basis') return scaleBasis(a, b, true);
  if (b.is === 'basis') return scaleBasis(b, a, false);
  return integers('mul', a, b);
}

function scaleBasis(e: Basis, by: IntTuple, basisFirst: boolean): Basis {
  const factor = integer(by, 'mul', e);
  return basis(basisFirst ? mul(e.n, factor) : mul(factor, e.n), e.path);
}

export function div(a: IntTuple, b: IntTuple): Int {
  if (a.is === 'static' && b.is === 'static' && b.n !== 0) return int(numeric('div', a.n, b.n));
  return integers('div', a, b);
}

export function mod(a: IntTuple, b: IntTuple): Int {
  return integers('mod', a, b);
}

export function neg(a: Int): Int;
export function neg(a: IntTuple): IntTuple;
export function neg(a: IntTuple): IntTuple {
  return isTuple(a) ? negTuple(a) : unaryOfType(integer(a, '-', a), unaries.negation);
}

function unary(a: Int, { of, ofWide, ofUnknown }: UnaryOperator): Int {
  if (a.is === 'static') return staticInt(of(a.n));
  const wide = a.bits === 64 && (a.n === undefined || (a.unsigned && of(a.n) < 0)) ? exactOf(a) : undefined;
  if (wide !== undefined) return held64(ofWide(wide), a.unsigned, a.from);
  if (a.unsigned && a.n !== undefined) return { ...a, n: modulo(of(a.n), a.bits) };
  if (a.n !== undefined) return dynamic(of(a.n), a.bits, a.from, () => print(a));
  if (a.lanes) return eachLane(a, of);
  return isHole(a) ? a : named(ofUnknown(expressionOf(a)), a.bits, a.from);
}

/** `-x` and `~x`, which of an unsigned number is one. */
function unaryOfType(a: Int, operator: UnaryOperator): Int {
  const isPlain = a.is !== 'dynamic' || a.n !== undefined || !a.unsigned || a.lanes !== undefined || isHole(a);
  if (isPlain || wideOf(a) !== undefined) return unary(a, operator);
  const e = operator.ofUnknown(expressionOf(a));
  return a.bits === 32 ? unsigned32(e, a.from, a.modular) : withSign(named(e, 64, a.from), true);
}

export function abs(a: Int): Int;
export function abs(a: IntTuple): Int | Basis;
export function abs(a: IntTuple): Int | Basis {
  if (!isTuple(a) && a.is === 'basis') return basis(abs(a.n), a.path);
  return unary(integer(a, 'abs', a), unaries.absolute);
}

export function signum(a: IntTuple): Int {
  return unary(integer(a, 'signum', a), unaries.sign);
}

export function bitNot(a: IntTuple): Int {
  return unaryOfType(integer(a, '~', a), unaries.complement);
}

export function logicalNot(a: IntTuple): Int {
  return asTruth(unary(integer(a, '!', a), unaries.negated));
}

export const bitAnd = (a: IntTuple, b: IntTuple): Int => integers('and', a, b);
export const bitOr = (a: IntTuple, b: IntTuple): Int => integers('or', a, b);
export const bitXor = (a: IntTuple, b: IntTuple): Int => integers('xor', a, b);
export const shl = (a: IntTuple, b: IntTuple): Int => integers('shl', a, b);
export const shr = (a: IntTuple, b: IntTuple): Int => integers('shr', a, b);
export const logicalAnd = (a: IntTuple, b: IntTuple): Int => integers('land', a, b);
export const logicalOr = (a: IntTuple, b: IntTuple): Int => integers('lor', a, b);
export const less = (a: IntTuple, b: IntTuple): Int => integers('lt', a, b);
export const lessEqual = (a: IntTuple, b: IntTuple): Int => integers('le', a, b);
export const greater = (a: IntTuple, b: IntTuple): Int => integers('gt', a, b);
export const greaterEqual = (a: IntTuple, b: IntTuple): Int => integers('ge', a, b);

/** `a == b` on integers, bases and tuples. Source: container/tuple.hpp, arithmetic_tuple.hpp. */
export function equal(a: IntTuple, b: IntTuple): Int {
  if (isTuple(a) || isTuple(b)) {
    if (!isTuple(a) || !isTuple(b) || a.length !== b.length) return zero;
    let all: Int = one;
    for (let i = 0; i < a.length; i++) all = logicalAnd(all, equal(modeAt(a, i), modeAt(b, i)));
    return all;
  }
  if (a.is === 'basis' || b.is === 'basis') {
    if (a.is !== 'basis' || b.is !== 'basis' || !samePath(a.path, b.path)) return zero;
    return logicalAnd(one, equal(a.n, b.n));
  }
  return integers('eq', a, b);
}

export function notEqual(a: IntTuple, b: IntTuple): Int {
  return logicalNot(equal(a, b));
}

function samePath(p: readonly number[], q: readonly number[]): boolean {
  return p.length === q.length && p.every((n, i) => n === q[i]);
}

// ---- named functions of math.hpp

/** How numbers are divided that are not known: as any (`ceil_div`), or as sizes, which are not negative. */
export type CeilDivision = 'ceil_div' | 'size_div';

/** `(a + b - 1) / b` on integers, or on the value of a basis. */
export function ceilDiv(a: Int, b: Int, op?: CeilDivision): Int;
export function ceilDiv(a: IntTuple, b: IntTuple, op?: CeilDivision): Int | Basis;
export function ceilDiv(a: IntTuple, b: IntTuple, op: CeilDivision = 'size_div'): Int | Basis {
  if (!isTuple(a) && a.is === 'basis') return basis(ceilDiv(a.n, b, op), a.path);
  const [x, y] = [integer(a, 'ceil_div', b), integer(b, 'ceil_div', a)];
  if (x.is === 'static' && y.is === 'static') {
    if (y.n === 0) return operate('ceil_div', x, y);
    if (!(x.type ?? y.type)) return int(numeric('ceil_div', x.n, y.n));
    return staticInt(number(ceilDiv(ofItsType(x), ofItsType(y))));
  }
  const isKnown = (one: Int): boolean => one.n !== undefined || (one.is === 'dynamic' && one.lanes !== undefined);
  if (!isKnown(x) || !isKnown(y) || y.n === 0) return operate(op, x, y);
  return operate('div', operate('sub', operate('add', x, y), one), y);
}

export function smaller(a: IntTuple, b: IntTuple): Int {
  return ofNarrowType(integers('min', a, b), a, b);
}
export function larger(a: IntTuple, b: IntTuple): Int {
  return ofNarrowType(integers('max', a, b), a, b);
}
export function gcd2(a: IntTuple, b: IntTuple): Int {
  return integers('gcd', a, b);
}
export function lcm(a: IntTuple, b: IntTuple): Int {
  return integers('lcm', a, b);
}

/** Shifts left; a negative static amount shifts right. */
export function shiftl(a: IntTuple, by: IntTuple): Int {
  const s = integer(by, 'shiftl', a);
  return s.n !== undefined && s.n < 0 ? shr(a, neg(s)) : shl(a, s);
}
/** Shifts right; a negative static amount shifts left. */
export function shiftr(a: IntTuple, by: IntTuple): Int {
  const s = integer(by, 'shiftr', a);
  return s.n !== undefined && s.n < 0 ? shl(a, neg(s)) : shr(a, s);
}

/** Division that must be exact where both are static, else throws AlgebraError 'divisibility'. Others give a
 *  dynamic integer. */
export function safe_div(a: Int, b: Int): Int;
export function safe_div(a: IntTuple, b: IntTuple): Int | Basis;
export function safe_div(a: IntTuple, b: IntTuple): Int | Basis {
  if (!isTuple(a) && a.is === 'basis') return basis(safe_div(a.n, b), a.path);
  const t = integer(a, 'safe_div', b);
  const u = integer(b, 'safe_div', a);
  if (t.is === 'static' && u.is === 'static') {
    if (u.n === 0 || t.n % u.n !== 0) throw refused('divisibility')`safe_div: ${{ u }} does not divide ${{ t }}`;
    return int(t.n / u.n);
  }
  return div(asDynamic(t), u);
}

/** A constant as a run-time number of its type, as far as it matters in what is computed. */
function ofItsType(x: Static): Dynamic {
  return withSign({ ...asDynamic(x), bits: bitsOf(x) }, isUnsigned(x, bitsOf(x)) || undefined);
}

/** The integer as a run-time one: its number is no longer part of the type. */
export function asDynamic(x: Int): Dynamic {
  return x.is === 'dynamic' ? x : { is: 'dynamic', n: x.n, name: undefined, bits: bitsOf(x), from: undefined };
}

/** `conditional_return(cond, a, b)`. Two different static integers under a run-time condition become dynamic. */
export function conditional_return(cond: Int, a: IntTuple, b: IntTuple): IntTuple {
  if (cond.is === 'static') return cond.n !== 0 ? a : b;
  if (isInt(a) && isInt(b)) {
    if (a.is === 'static' && b.is === 'static' && a.n === b.n) return a;
    if (cond.n !== undefined) {
      const taken = asDynamic(cond.n !== 0 ? a : b);
      return { ...taken, from: mergeFrom(cond.from, taken.from) };
    }
    const from = mergeFrom(cond.from, mergeFrom(fromOf(a), fromOf(b)));
    const bits = bitsOf(a) === 64 || bitsOf(b) === 64 ? 64 : 32;
    if (cond.lanes) return chooseByLane(cond.lanes, asDynamic(a), asDynamic(b), bits) ?? hole(bits);
    if (isHole(cond) || isHole(a) || isHole(b)) return hole(bits);
    return named(symbols.choose(expressionOf(cond), expressionAmong(a, bits), expressionAmong(b, bits)), bits, from);
  }
  return number(cond, words`the condition`) !== 0 ? a : b;
}
