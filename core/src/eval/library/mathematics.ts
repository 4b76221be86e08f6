// The functions of <cmath> whose results are exact, so that every library gives the same number, and those of <bit>
// that CuTe does not have. A result that libraries may round differently has its type alone.
import { dyn } from '../../algebra/leaf';
import type { Scalar, Value } from '../../values/value';
import { floating } from '../../values/floats';
import { isIntegerType } from '../../values/scalars';
import { boolean } from '../types/arithmetic';
import type { Arg } from '../values/entities';
import { isTuple, isUnknown } from '../values/inspect';
import { asNumber } from '../values/truth';
import { unknown } from '../values/unknown';
import { say } from '../../base/say';
import type { Span } from '../../base/span';

type Compute = (...numbers: readonly number[]) => number | undefined;

/** Half-way cases are rounded away from zero. */
function rounded(x: number): number {
  const low = Math.trunc(x);
  return Math.abs(x - low) < 0.5 ? low : low + Math.sign(x);
}
const inRange = (n: number): number | undefined => (Number.isSafeInteger(n) ? n : undefined);
const power = (x: number, y: number): number | undefined =>
  Number.isInteger(x) && Number.isInteger(y) && y >= 0 && y < 64 ? inRange(Number(BigInt(x) ** BigInt(y))) : undefined;

const functions: Readonly<Record<string, Compute>> = {
  ceil: (x = 0) => Math.ceil(x),
  floor: (x = 0) => Math.floor(x),
  trunc: (x = 0) => Math.trunc(x),
  round: (x = 0) => (Math.abs(x) < 2 ** 51 ? rounded(x) : x),
  sqrt: (x = 0) => (x >= 0 ? Math.sqrt(x) : undefined),
  fabs: (x = 0) => Math.abs(x),
  abs: (x = 0) => Math.abs(x),
  fmod: (x = 0, y = 0) => (y === 0 ? undefined : x % y),
  fmax: (x = 0, y = 0) => Math.max(x, y),
  fmin: (x = 0, y = 0) => Math.min(x, y),
  log2: (x = 0) => (x > 0 && Number.isInteger(Math.log2(x)) && 2 ** Math.log2(x) === x ? Math.log2(x) : undefined),
  exp2: (x = 0) => (Number.isInteger(x) && Math.abs(x) < 120 ? 2 ** x : undefined),
  pow: (x = 0, y = 0) => power(x, y),
  ldexp: (x = 0, y = 0) => (Math.abs(y) < 120 ? x * 2 ** y : undefined),
};
const arity = (name: string): number => (/^(fmod|fmax|fmin|pow|ldexp)$/.test(name) ? 2 : 1);

const questions: Readonly<Record<string, (x: number) => boolean>> = {
  isnan: (x) => Number.isNaN(x),
  isinf: (x) => Math.abs(x) === Infinity,
  isfinite: (x) => Number.isFinite(x),
};

/** Whether `mathematics` knows a function of this name. */
export function isMathematics(name: string): boolean {
  return Object.hasOwn(functions, plain(name)) || Object.hasOwn(questions, name);
}

/** `ceilf` is `ceil` of a float. */
function plain(name: string): string {
  return Object.hasOwn(functions, name) ? name : name.replace(/f$/, '');
}

/** A function of numbers; undefined where it is none, or its operands are no numbers. */
export function mathematics(name: string, args: readonly Arg[], span: Span): Value | undefined {
  const values = args.map(({ value }) => value);
  if (name === 'abs' && !values.every(isFloating)) return undefined;
  const bad = values.find(isUnknown);
  const question = Object.hasOwn(questions, name) ? questions[name] : undefined;
  const compute = Object.hasOwn(functions, plain(name)) ? functions[plain(name)] : undefined;
  if (!question && (!compute || values.length !== arity(plain(name)))) return undefined;
  if (bad) return bad;
  const types = values.map(floatOf);
  if (types.some((type) => type === undefined)) return undefined;
  const numbers = values.flatMap((value) => asNumber(value) ?? []);
  if (question)
    return numbers.length === 1
      ? boolean(dyn(question(numbers[0] ?? 0) ? 1 : 0))
      : unknown('input', say`the number is not known before the program runs`, span);
  const type = plain(name) === name ? widest(types) : float;
  const given = numbers.length === values.length ? compute?.(...numbers) : undefined;
  return given === undefined ? type : floating(type, given);
}

const float: Scalar = { is: 'scalar', type: 'float', bits: 32 };
const double: Scalar = { is: 'scalar', type: 'double', bits: 64 };
const longDouble: Scalar = { is: 'scalar', type: 'long double', bits: 128 };

/** The floating-point type as which a number counts: integers are of type `double` ([cmath.syn]). */
function floatOf(value: Value): Scalar | undefined {
  if (isTuple(value)) return undefined;
  if (value.is === 'dynamic' || value.is === 'static') return double;
  if (value.is !== 'scalar') return undefined;
  if (isIntegerType(value) || value.type === 'double') return double;
  return value.type === 'float' ? float : value.type === 'long double' ? longDouble : undefined;
}

/** Not so CuTe's `abs` of integers. */
function isFloating(value: Value): boolean {
  return !isTuple(value) && value.is === 'scalar' && !isIntegerType(value);
}

function widest(types: readonly (Scalar | undefined)[]): Scalar {
  return [longDouble, double].find((type) => types.includes(type)) ?? float;
}
