// CuTe's function objects (`plus{}`, `max_fn{}`), and how a builtin calls one of its arguments: CuTe's objects are
// applied here, everything else is called through the evaluator.
// Source: cute/algorithm/functional.hpp. Knows no tuple algorithm.
import { refused } from '../../values/refused';
import * as a from '../../algebra/index';
import { raise } from '../../algebra/errors';
import { asIntTuple, isTuple } from '../../values/convert';
import type { Value } from '../../values/value';
import { arg, typeOf, type Entry } from '../entry';
import { binary, unary } from '../operators';
import type { BuiltinCall } from '../registry';

export type Apply = (...xs: readonly Value[]) => Value;

const unaryObjects: Readonly<Record<string, (x: Value) => Value>> = {
  identity: (x) => x,
  unary_plus: (x) => x,
  negate: (x) => unary('-', x),
  bit_not: (x) => unary('~', x),
  logical_not: (x) => unary('!', x),
  abs_fn: (x) => a.abs(asIntTuple(x, 'abs_fn')),
  conjugate: (x) => raise(refused('type')`the conjugate of ${{ number: x }} is not modelled`),
};
const binaryObjects: Readonly<Record<string, string>> = {
  plus: '+',
  minus: '-',
  multiplies: '*',
  divides: '/',
  modulus: '%',
  bit_and: '&',
  bit_or: '|',
  bit_xor: '^',
  left_shift: '<<',
  right_shift: '>>',
  logical_and: '&&',
  logical_or: '||',
  equal_to: '==',
  not_equal_to: '!=',
  greater: '>',
  less: '<',
  greater_equal: '>=',
  less_equal: '<=',
};

/** The function that a function object of CuTe applies; undefined for other names. */
function objectFunction(name: string): Apply | undefined {
  const one = unaryObjects[name];
  if (one) return (x) => one(x);
  const op = binaryObjects[name];
  if (op !== undefined) return (x, y) => binary(op, x, y);
  if (name === 'max_fn') return (...xs) => a.max(...xs.map((x) => asIntTuple(x, name)));
  if (name === 'min_fn') return (...xs) => a.min(...xs.map((x) => asIntTuple(x, name)));
  return undefined;
}

export const functionObjects: Record<string, Entry> = {
  ...Object.fromEntries(
    [...Object.keys(unaryObjects), ...Object.keys(binaryObjects), 'max_fn', 'min_fn'].map((name) => [
      name,
      typeOf('', `the function object ${name}`, [], () => ({ is: 'tag', name, args: [] })),
    ]),
  ),
  'tag.operator()': {
    gives: 'what the function object computes',
    examples: [],
    run: (c) => {
      const self = arg(c, 0);
      const f = !isTuple(self) && self.is === 'tag' ? objectFunction(self.name) : undefined;
      if (!f) throw refused('type')`${{ self }} cannot be called`;
      return f(...c.args.slice(1));
    },
  },
};

/** Argument i as a function. */
export function callee(c: BuiltinCall, i: number): Apply {
  const f = arg(c, i);
  const known = !isTuple(f) && f.is === 'tag' ? objectFunction(f.name) : undefined;
  return known ?? ((...xs) => c.ctx.call(f, xs));
}
