// Arithmetic on integers: absolute value, minimum and maximum, divisors, shifts, bit functions, conditional_return.
// Source: cute/numeric/math.hpp, arithmetic_tuple.hpp, int_tuple.hpp, and the bit functions of compilers and CUDA.
// Products and divisions by mode are in int_tuple.ts, operators (`+`, `*`) in ../operators.ts.
import { words } from '../../base/say';
import { refused } from '../../values/refused';
import * as a from '../../algebra/index';
import { int, type IntTuple } from '../../algebra/leaf';
import type { Value } from '../../values/value';
import { anInt, arg, fn, tnum, type Entry } from '../entry';
import type { BuiltinCall } from '../registry';
import { one, onInts, two } from './int_operands';

/** What has no sign keeps its type. */
function absolute(x: IntTuple): IntTuple {
  return x.is === 'dynamic' && typeof x.narrow === 'string' && /^[bu]/.test(x.narrow) ? x : a.abs(x);
}

export const integers: Record<string, Entry> = {
  abs: onInts('x', 'the absolute value', ['abs(Int<-3>{}) // _3'], one(absolute)),
  signum: onInts('x', '-1, 0 or 1', ['signum(Int<-3>{}) // _-1'], one(a.signum)),
  max: onInts('x, more...', 'the largest leaf', ['cute::max(_2{}, make_shape(_7{}, _3{})) // _7'], a.max),
  min: onInts('x, more...', 'the smallest leaf', ['cute::min(_2{}, 3) // 2'], a.min),
  gcd: onInts('x, more...', 'the greatest common divisor of the leaves', ['cute::gcd(_12{}, Int<18>{}) // _6'], a.gcd),
  lcm: onInts('x, y', 'the least common multiple', ['cute::lcm(_4{}, _6{}) // _12'], two(a.lcm)),
  shiftl: onInts('x, s', 'x shifted left by s', [], two(a.shiftl)),
  shiftr: onInts('x, s', 'x shifted right by s', [], two(a.shiftr)),
  safe_div: onInts(
    'x, y',
    'x / y, which must be exact where both are static',
    ['safe_div(_12{}, _4{}) // _3'],
    two(a.safe_div),
  ),
  has_single_bit: fn('x', 'whether x is a power of two', [], (c) => bits(c, (n) => (a.has_single_bit(n) ? 1 : 0))),
  bit_width: fn('x', 'the number of bits that x needs', [], (c) =>
    bits(c, (n) => (n === 0 ? 0 : Math.floor(Math.log2(n)) + 1)),
  ),
  bit_ceil: fn('x', 'the smallest power of two that is at least x', [], (c) =>
    bits(c, (n) => (n <= 1 ? 1 : 2 ** Math.ceil(Math.log2(n)))),
  ),
  bit_floor: fn('x', 'the largest power of two that is at most x', [], (c) =>
    bits(c, (n) => (n === 0 ? 0 : 2 ** Math.floor(Math.log2(n)))),
  ),
  popcount: fn('x', 'the number of one bits in x', [], (c) => bits(c, (n) => n.toString(2).replace(/0/g, '').length)),
  countr_zero: fn('x', 'the number of trailing zero bits of x', [], (c) =>
    bits(c, (n) => (n === 0 ? 32 : Math.log2(n & -n))),
  ),
  ...compilerBits(['__builtin_ctz'], 'the number of trailing zero bits of x, which must not be 0', (n) =>
    n === 0 ? undefined : 31 - Math.clz32(n & -n),
  ),
  ...compilerBits(['__builtin_clz'], 'the number of leading zero bits of x, which must not be 0', (n) =>
    n === 0 ? undefined : Math.clz32(n),
  ),
  ...compilerBits(['__clz'], 'the number of leading zero bits of x', (n) => Math.clz32(n)),
  ...compilerBits(
    ['__builtin_ffs', '__ffs'],
    'the position of the lowest one bit of x, counted from 1; 0 for x = 0',
    (n) => (n === 0 ? 0 : 32 - Math.clz32(n & -n)),
  ),
  ...compilerBits(
    ['__builtin_popcount', '__popc'],
    'the number of one bits in x',
    (n) => (n >>> 0).toString(2).replace(/0/g, '').length,
  ),
  log_2: fn('x', 'the base-2 logarithm of x, rounded down', [], (c) => bits(c, (n) => Math.floor(Math.log2(n)))),
  conditional_return: fn(
    '<b>(cond?, yes, no)',
    'one of two values',
    ['conditional_return(true_type{}, _4{}, 5) // _4'],
    conditionalReturn,
  ),
};

/** Declares bit functions of compilers and CUDA, which take an `int` and give an `int`. `f` gives undefined for
 *  numbers for which the function is undefined. */
function compilerBits(
  names: readonly string[],
  gives: string,
  f: (n: number) => number | undefined,
): Readonly<Record<string, Entry>> {
  return Object.fromEntries(
    names.map((name) => [
      name,
      fn('x', gives, [], (c) => {
        const x = anInt(c, 0, name);
        const n = f(a.number(x));
        if (n === undefined) throw refused('undefined')`${{ name }} of 0 is not defined`;
        return a.asDynamic({ ...x, n });
      }),
    ]),
  );
}

function bits(c: BuiltinCall, f: (n: number) => number): Value {
  const x = anInt(c, 0, words`this function`);
  const n = f(a.number(x));
  return x.is === 'static' ? int(n) : a.asDynamic({ ...x, n });
}

function conditionalReturn(c: BuiltinCall): Value {
  if (c.targs.length > 0) return tnum(c, 0, 'conditional_return') !== 0 ? arg(c, 0) : arg(c, 1);
  const cond = anInt(c, 0, 'conditional_return');
  const [yes, no] = [arg(c, 1), arg(c, 2)];
  if (a.isIntTuple(yes) && a.isIntTuple(no)) return a.conditional_return(cond, yes, no);
  return a.number(cond, words`the condition`) !== 0 ? yes : no;
}
