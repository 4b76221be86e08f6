// Arithmetic on integers: absolute value, minimum and maximum, divisors, shifts, conditional_return.
// Source: cute/numeric/math.hpp, arithmetic_tuple.hpp, int_tuple.hpp.
// Products and divisions by mode are in int_tuple.ts, operators (`+`, `*`) in ../operators.ts.
import { words } from '../../base/say';
import * as a from '../../algebra/index';
import type { IntTuple } from '../../algebra/leaf';
import type { Value } from '../../values/value';
import { anInt, arg, fn, tnum, type Entry } from '../entry';
import type { BuiltinCall } from '../registry';
import { bitFunctions } from './bits';
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
  ...bitFunctions,
  conditional_return: fn(
    '<b>(cond?, yes, no)',
    'one of two values',
    ['conditional_return(true_type{}, _4{}, 5) // _4'],
    conditionalReturn,
  ),
};

function conditionalReturn(c: BuiltinCall): Value {
  if (c.targs.length > 0) return tnum(c, 0, 'conditional_return') !== 0 ? arg(c, 0) : arg(c, 1);
  const cond = anInt(c, 0, 'conditional_return');
  const [yes, no] = [arg(c, 1), arg(c, 2)];
  if (a.isIntTuple(yes) && a.isIntTuple(no)) return a.conditional_return(cond, yes, no);
  return a.number(cond, words`the condition`) !== 0 ? yes : no;
}
