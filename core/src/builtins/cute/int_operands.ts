// How the builtins on integers read their operands: integer tuples, and shapes of operands that have one.
// Knows no function of CuTe.
import { words } from '../../base/say';
import * as a from '../../algebra/index';
import type { IntTuple } from '../../algebra/leaf';
import { asIntTuple, asTiler, isAnyLayout } from '../../values/convert';
import type { Value } from '../../values/value';
import { arg, fn, type Entry } from '../entry';
import type { BuiltinCall } from '../registry';
import { refused } from '../../values/refused';

type OnInts = (...xs: readonly IntTuple[]) => Value;

/** Declares a function whose arguments are all integer tuples. */
export function onInts(signature: string, gives: string, examples: readonly string[], f: OnInts): Entry {
  return fn(signature, gives, examples, (c) => f(...c.args.map((x) => asIntTuple(x, gives))));
}
/** Adapts a function of two integer tuples to `onInts`. Throws: AlgebraError 'type' where an argument is missing. */
export function two(f: (x: IntTuple, y: IntTuple) => Value): OnInts {
  return (x, y) => f(given(x), given(y));
}
/** Adapts a function of one integer tuple to `onInts`. Throws: AlgebraError 'type' where it is missing. */
export function one(f: (x: IntTuple) => Value): OnInts {
  return (x) => f(given(x));
}
function given(x: IntTuple | undefined): IntTuple {
  if (x === undefined) throw refused('type')`an argument is missing`;
  return x;
}

/** Operand i as a layout or a shape: integers, tuples, layouts, and tuples of layouts have one. */
export function shaped(c: BuiltinCall, i: number): IntTuple | a.AnyLayout {
  const x = arg(c, i);
  return isAnyLayout(x) ? x : a.shape(asTiler(x, words`this function`));
}

/** The shape of operand i. An integer tuple is its own shape, also where it holds bases. */
export function shapeOperand(c: BuiltinCall, i: number): IntTuple {
  const x = arg(c, i);
  return a.isIntTuple(x) ? x : a.shape(shaped(c, i));
}
