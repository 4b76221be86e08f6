// How the builtins on integers read their operands: tuples of integers, and shapes of what has one.
// Knows no function of CuTe.
import * as a from '../../algebra/index';
import { AlgebraError } from '../../algebra/errors';
import type { IntTuple } from '../../algebra/leaf';
import { asIntTuple, asTiler, isAnyLayout } from '../../values/convert';
import type { Value } from '../../values/value';
import { arg, fn, type Entry } from '../entry';
import type { BuiltinCall } from '../registry';

type OnInts = (...xs: readonly IntTuple[]) => Value;

/** A function of integer tuples. */
export function onInts(signature: string, gives: string, examples: readonly string[], f: OnInts): Entry {
  return fn(signature, gives, examples, (c) => f(...c.args.map((x) => asIntTuple(x, gives))));
}
/** A function of two tuples of integers, as one of any number. */
export function two(f: (x: IntTuple, y: IntTuple) => Value): OnInts {
  return (x, y) => f(given(x), given(y));
}
/** A function of one tuple of integers, as one of any number. */
export function one(f: (x: IntTuple) => Value): OnInts {
  return (x) => f(given(x));
}
function given(x: IntTuple | undefined): IntTuple {
  if (x === undefined) throw new AlgebraError('type', 'an argument is missing');
  return x;
}

/** Shape-like operands: integers, tuples, layouts and tuples of layouts. */
export function shaped(c: BuiltinCall, i: number): IntTuple | a.AnyLayout {
  const x = arg(c, i);
  return isAnyLayout(x) ? x : a.shape(asTiler(x, 'this function'));
}

/** The shape of operand i; plain integers stay as they are, bases included. */
export function shapeOperand(c: BuiltinCall, i: number): IntTuple {
  const x = arg(c, i);
  return a.isIntTuple(x) ? x : a.shape(shaped(c, i));
}
