// Integers: what stays static, what overflows, and where a run-time number comes from.
import { describe, expect, it } from 'vitest';
import {
  add,
  AlgebraError,
  bitAnd,
  bitNot,
  bitOr,
  bitXor,
  ceil_div,
  conditional_return,
  div,
  dyn,
  equal,
  gcd,
  hole,
  int,
  less,
  logicalAnd,
  logicalNot,
  logicalOr,
  max,
  min,
  mod,
  mul,
  neg,
  notEqual,
  number,
  print,
  round_up,
  safe_div,
  shape_div,
  shiftl,
  shiftr,
  shl,
  shr,
  signum,
  staticInt,
  sub,
  symbol,
  underscore,
  withSign,
  type Dynamic,
  type IntTuple,
} from '../../../core/src/algebra/index';

const code = (f: () => unknown): string => {
  try {
    return `no error, but ${print(f())}`;
  } catch (error) {
    if (error instanceof AlgebraError) return error.code;
    throw error;
  }
};
const shown = (x: IntTuple): string => print(x);

describe('static and dynamic integers', () => {
  it('static with static is static', () => {
    expect([add, sub, mul, div, mod].map((f) => shown(f(int(12), int(5))))).toEqual(['_17', '_7', '_60', '_2', '_2']);
    expect([bitAnd, bitOr, bitXor, shl, shr].map((f) => shown(f(int(12), int(2))))).toEqual([
      '_0',
      '_14',
      '_14',
      '_48',
      '_3',
    ]);
    expect([shown(neg(int(8))), shown(bitNot(int(0))), shown(logicalNot(int(3))), shown(signum(int(-3)))]).toEqual([
      '_-8',
      '_-1',
      '_0',
      '_-1',
    ]);
    expect([equal, notEqual, less].map((f) => shown(f(int(1), int(2))))).toEqual(['_0', '_1', '_1']);
  });

  it('a dynamic operand makes the result dynamic, also where the number would be neutral', () => {
    expect([
      shown(add(dyn(8), int(0))),
      shown(mul(dyn(8), int(1))),
      shown(div(dyn(8), int(1))),
      shown(max(int(3), dyn(2))),
    ]).toEqual(['8', '8', '8', '3']);
  });

  it('except where the type alone decides', () => {
    expect([
      shown(mul(int(0), dyn(8))),
      shown(mul(dyn(8), int(0))),
      shown(div(int(0), dyn(8))),
      shown(mod(int(0), dyn(8))),
    ]).toEqual(['_0', '_0', '_0', '_0']);
    expect([shown(mod(dyn(8), int(1))), shown(mod(dyn(8), int(-1))), shown(bitAnd(dyn(8), int(0)))]).toEqual([
      '_0',
      '_0',
      '_0',
    ]);
    expect([
      shown(logicalAnd(int(0), dyn(1))),
      shown(logicalOr(dyn(0), int(1))),
      shown(logicalOr(dyn(0), int(0))),
    ]).toEqual(['_0', '_1', '0']);
  });

  it('the underscore counts as static 0', () => {
    expect([shown(add(underscore, int(3))), shown(mul(underscore, dyn(3)))]).toEqual(['_3', '_0']);
  });

  it('division and remainder round towards zero, shifts keep the sign', () => {
    expect([
      shown(div(int(-7), int(2))),
      shown(mod(int(-7), int(2))),
      shown(shr(int(-7), int(1))),
      shown(shiftr(int(8), int(-2))),
      shown(shiftl(int(8), int(-2))),
    ]).toEqual(['_-3', '_-1', '_-4', '_32', '_2']);
    expect(Object.is((mul(dyn(0), dyn(-5)) as Dynamic).n, 0)).toBe(true);
  });

  it('bits beyond 32 are kept', () => {
    expect(shown(bitAnd(staticInt(2 ** 40 + 5), staticInt(2 ** 40)))).toBe('_1099511627776');
    expect(shown(bitXor(dyn(2 ** 33, undefined, 64), int(1)))).toBe('8589934593');
  });

  it('a choice under a run-time condition is a run-time number, unless both sides are the same constant', () => {
    expect(shown(conditional_return(dyn(1), int(4), int(8)))).toBe('4');
    expect(shown(conditional_return(dyn(0), int(4), int(4)))).toBe('_4');
    expect(shown(conditional_return(int(0), int(4), dyn(8)))).toBe('8');
    expect(shown(conditional_return(symbol('p'), int(4), int(8)))).toBe('(p?4:8)');
  });

  it('functions of several numbers', () => {
    expect([
      shown(max(int(2), [int(7), [dyn(3)]])),
      shown(min(int(3), int(5))),
      shown(gcd(int(12), [int(18), int(4)])),
    ]).toEqual(['7', '_3', '_2']);
    expect([
      shown(ceil_div([dyn(4), dyn(5), dyn(6)], dyn(40))),
      shown(shape_div([int(4), int(5), int(6)], int(40))),
      shown(round_up(int(10), int(4))),
    ]).toEqual(['(1,1,3)', '(_1,_1,_3)', '_12']);
    expect([
      shown(safe_div(int(12), int(4))),
      shown(safe_div(int(12), dyn(4))),
      shown(safe_div(int(0), dyn(4))),
    ]).toEqual(['_3', '3', '0']);
  });
});

describe('what cannot be computed', () => {
  it('a 32-bit int that overflows', () => {
    expect(code(() => mul(dyn(65536), dyn(65536)))).toBe('overflow');
    expect(code(() => add(dyn(2 ** 31 - 1), int(1)))).toBe('overflow');
    expect(code(() => neg(dyn(-(2 ** 31))))).toBe('overflow');
    expect(shown(sub(dyn(-(2 ** 31) + 1), int(1)))).toBe('-2147483648');
  });

  it('not where a 64-bit operand takes part', () => {
    expect(shown(mul(dyn(65536, undefined, 64), dyn(65536)))).toBe('4294967296');
    expect(shown(mul(staticInt(2 ** 40), dyn(4)))).toBe('4398046511104');
    expect(shown(mul(dyn(2 ** 40, undefined, 64), dyn(2 ** 14, undefined, 64)))).toBe('18014398509481984');
    expect(code(() => mul(dyn(2 ** 40, undefined, 64), dyn(2 ** 23, undefined, 64)))).toBe('overflow');
    expect(code(() => mul(staticInt(2 ** 40), staticInt(2 ** 14)))).toBe('overflow');
  });

  it('division by zero', () => {
    for (const f of [div, mod, ceil_div] as readonly ((a: IntTuple, b: IntTuple) => IntTuple)[]) {
      expect(shown(f(int(4), int(0)))).toMatch(/\b4[/%,]0\)?$/);
      expect(shown(f(dyn(4), dyn(0)))).toMatch(/\b4[/%,]0\)?$/);
      expect(shown(f(symbol('M'), int(0)))).toMatch(/\bM[/%,]0\)?$/);
    }
  });

  it('safe_div and shape_div of static numbers that do not divide', () => {
    expect([code(() => safe_div(int(7), int(2))), code(() => shape_div(int(6), int(4)))]).toEqual([
      'divisibility',
      'divisibility',
    ]);
    expect(shown(shape_div(dyn(6), int(4)))).toBe('2');
  });

  it('the number of a name', () => {
    try {
      number(symbol('ceil_div(M,params.tile)'), 'the size');
      expect.fail('a name has no number');
    } catch (error) {
      expect(error).toMatchObject({ code: 'symbolic', needs: ['M', 'params.tile'] });
    }
  });
});

describe('where a number comes from', () => {
  it('the assumptions of both operands are joined', () => {
    expect((add(dyn(1, [3]), dyn(2, [1, 3])) as Dynamic).from).toEqual([1, 3]);
    expect((mul(symbol('M', [2]), int(4)) as Dynamic).from).toEqual([2]);
    expect((ceil_div(dyn(100, [5]), symbol('t', [4])) as Dynamic).from).toEqual([4, 5]);
    expect((conditional_return(dyn(1, [7]), int(4), int(8)) as Dynamic).from).toEqual([7]);
  });

  it('the wider type wins', () => {
    expect((add(dyn(1), dyn(2, undefined, 64)) as Dynamic).bits).toBe(64);
    expect((add(symbol('M'), symbol('N', undefined, 64)) as Dynamic).bits).toBe(64);
  });

  it('a type without a number stays one', () => {
    expect(
      shown([add(hole(), int(1)), mul(hole(64), symbol('M')), ceil_div(hole(), int(8)), mul(hole(), int(0))]),
    ).toBe('(int,int64_t,int,_0)');
  });
});

describe('unsigned integers', () => {
  const unsigned = (n: number, bits: 32 | 64 = 32) => withSign(dyn(n, undefined, bits), true);

  it('wrap modulo 2^32', () => {
    expect(sub(unsigned(0), unsigned(1))).toMatchObject({ n: 4294967295, unsigned: true });
    expect(mul(unsigned(65536), unsigned(65537))).toMatchObject({ n: 65536 });
    expect(mul(unsigned(4294967295), unsigned(4294967295))).toMatchObject({ n: 1 });
    expect(add(dyn(-1), unsigned(2))).toMatchObject({ n: 1 });
  });

  it('wrap modulo 2^64', () => {
    expect(shown(sub(unsigned(0, 64), unsigned(1, 64)))).toBe('18446744073709551615');
    expect(mul(unsigned(2 ** 40, 64), unsigned(2 ** 40, 64))).toMatchObject({ n: 0, unsigned: true });
    expect(shown(mul(unsigned(2 ** 40, 64), unsigned(2 ** 23 + 1, 64)))).toBe('9223373136366403584');
    expect(shown(neg(unsigned(1, 64)))).toBe('18446744073709551615');
  });
});
