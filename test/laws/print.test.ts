// The printed form can be read back: print(parse(print(x))) == print(x), and nothing is lost on known numbers.
import { describe, expect, it } from 'vitest';
import {
  AlgebraError,
  basis,
  composition,
  dyn,
  hole,
  int,
  make_composed_layout,
  make_layout,
  make_swizzle,
  parse,
  print,
  symbol,
  underscore,
  type IntTuple,
} from '../../core/src/algebra/index';
import { randomLayout, randomSource } from './small-layouts';

const roundTrip = (x: Parameters<typeof print>[0]): void => expect(print(parse(print(x)))).toBe(print(x));

describe('print and parse', () => {
  it('round trip on random layouts of static and dynamic integers', () => {
    const random = randomSource(7);
    for (let k = 0; k < 1000; k++) {
      const layout = randomLayout(random, { sizes: [1, 2, 4, 100], strides: [0, 1, -8, 64], dynamic: 40 });
      expect(parse(print(layout))).toEqual(layout);
    }
  });

  it('round trip on what is not a plain layout', () => {
    const swizzled = composition(make_swizzle(3, 3, 3), make_layout([int(8), int(64)], [int(64), int(1)]));
    const nested = make_composed_layout(make_layout(int(8)), int(-4), make_swizzle(2, 1, 3));
    const values: readonly unknown[] = [
      underscore,
      [],
      [[underscore, int(3)], dyn(-2)],
      basis(dyn(3), [1, 0]),
      make_layout([int(4), int(8)], [basis(int(1), [0]), basis(int(2), [1, 0])]),
      make_swizzle(2, 1, -3),
      swizzled,
      nested,
      { ...(swizzled as object), offset: { is: 'smem-ptr-flag', bits: 16 } },
      { ...(swizzled as object), offset: { is: 'mixed-bits', staticBits: 4, dynamic: dyn(8), flags: 8 } },
    ];
    for (const x of values) roundTrip(x);
  });

  it('round trip on names and types without a number', () => {
    const names: IntTuple = [
      symbol('M'),
      symbol('params.seqlen_q'),
      symbol('ceil_div(M,128)'),
      symbol('(M+3)*K'),
      symbol('size<0>(gA)'),
      symbol('a::b'),
      hole(),
      hole(64),
    ];
    roundTrip(names);
    roundTrip(make_layout([symbol('M'), int(4)], [symbol('(t%16)*8'), symbol('((t&1)==0?16:-16)')]));
    expect(print(names)).toBe('(M,params.seqlen_q,ceil_div(M,128),(M+3)*K,size<0>(gA),a::b,int,int64_t)');
  });

  it('refuses text that nobody printed', () => {
    for (const text of ['', '(', '(_4,_8', '_4:', '_4:_1:_2', 'Sw<3,3,3> o _4:_1', '4)', '#'])
      expect(() => parse(text), text).toThrow(AlgebraError);
  });
});
