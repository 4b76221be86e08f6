// A layout with unknown numbers, once the numbers are put into its names, is the layout computed with those numbers.
import { describe, expect, it } from 'vitest';
import {
  abs,
  add,
  AlgebraError,
  basis,
  bitAnd,
  bitOr,
  bitXor,
  ceil_div,
  coalesce,
  complement,
  composition,
  conditional_return,
  div,
  dyn,
  equal,
  int,
  isTuple,
  less,
  logical_divide,
  make_layout,
  max,
  min,
  mod,
  mul,
  print,
  make_swizzle,
  shl,
  shr,
  signum,
  size,
  slice_and_offset,
  sub,
  symbol,
  tile_to_shape,
  underscore,
  zipped_divide,
  type AnyLayout,
  type Dynamic,
  type Int,
  type IntTuple,
  type Layout,
} from '../../core/src/algebra/index';
import { randomSource } from './small-layouts';
import { Tally } from './tally';

/** The value of a name: C++ and BigInt share their integer arithmetic. */
function evaluate(name: string, numbers: Readonly<Record<string, number>>): number {
  const code = name.replace(/(?<![\w.])(\d+)(?![\w.])/g, '$1n');
  const names = Object.keys(numbers);
  const functions = {
    ceil_div: (x: bigint, y: bigint) => (x + y - 1n) / y,
    min: (x: bigint, y: bigint) => (x < y ? x : y),
    max: (x: bigint, y: bigint) => (x > y ? x : y),
    abs: (x: bigint) => (x < 0n ? -x : x),
    signum: (x: bigint) => (x > 0n ? 1n : x < 0n ? -1n : 0n),
  };
  const run = new Function(...names, ...Object.keys(functions), `return ${code};`) as (
    ...args: unknown[]
  ) => bigint | boolean;
  return Number(run(...names.map((n) => BigInt(numbers[n] as number)), ...Object.values(functions)));
}

/** Replaces every name by its number. */
function fill(t: IntTuple, numbers: Readonly<Record<string, number>>): IntTuple {
  if (isTuple(t)) return t.map((x) => fill(x, numbers));
  if (t.is === 'basis') return basis(fill(t.n, numbers) as Int, t.path);
  return t.is === 'dynamic' && t.n === undefined ? dyn(evaluate(t.name as string, numbers)) : t;
}
const fillLayout = (l: Layout, numbers: Readonly<Record<string, number>>): Layout => ({
  is: 'layout',
  shape: fill(l.shape, numbers),
  stride: fill(l.stride, numbers),
});

/** The value, or undefined where it is refused (an overflow, or, where allowed, a name too long to read). */
function attempt<T>(compute: () => T, mayBeLong = false): T | undefined {
  try {
    return compute();
  } catch (error) {
    if (error instanceof AlgebraError && (mayBeLong || error.code !== 'symbolic')) return undefined;
    throw error;
  }
}

describe('names of unknown numbers', () => {
  type Operation = (x: IntTuple, y: IntTuple) => IntTuple;
  type Names = 'M' | 'N' | 't';
  const anySign: readonly Operation[] = [add, sub, mul, bitAnd, bitOr, bitXor, min, max];
  const notNegative: readonly Operation[] = [add, mul, bitAnd, bitOr, bitXor, min, max];

  /** A random expression over M, N and t, the same one for the same random numbers. */
  function build(
    leaf: (name: Names) => IntTuple,
    next: (below: number) => number,
    depth: number,
    operations: readonly Operation[],
    divisions: readonly Operation[],
  ): IntTuple {
    if (depth === 0) return next(3) === 0 ? int(1 + next(16)) : leaf((['M', 'N', 't'] as const)[next(3)] as Names);
    const deeper = (d: number): IntTuple => build(leaf, next, d, operations, divisions);
    const x = deeper(depth - 1);
    switch (next(8)) {
      case 0:
      case 1:
      case 2:
        return (divisions[next(divisions.length)] as Operation)(x, int([2, 4, 8, 16, 3][next(5)] as number));
      case 3:
        return (next(2) ? shr : shl)(x, int(next(4)));
      case 4:
        return next(2) ? abs(x) : mul(abs(x), signum(x));
      case 5:
        return conditional_return((next(2) ? equal : less)(bitAnd(x, int(8)), int(1)) as Int, x, deeper(0));
      default:
        return (operations[next(operations.length)] as Operation)(x, deeper(depth - 1));
    }
  }

  function compareOn(operations: readonly Operation[], divisions: readonly Operation[], seedOfAll: number): Tally {
    const random = randomSource(seedOfAll);
    const tally = new Tally();
    for (let k = 0; k < 5000; k++) {
      const numbers = { M: 1 + random(300), N: 1 + random(40), t: random(256) };
      const seed = random(1 << 30);
      const known = attempt(() => build((name) => dyn(numbers[name]), randomSource(seed), 3, operations, divisions));
      const named = attempt(() => build((name) => symbol(name), randomSource(seed), 3, operations, divisions), true);
      if (known === undefined || named === undefined) {
        tally.skip();
        continue;
      }
      tally.hit();
      const got = (fill(named, numbers) as Dynamic).n;
      if (got !== (known as Dynamic).n)
        expect.fail(
          `${print(named)} is ${got} for ${JSON.stringify(numbers)}, but the arithmetic gives ${print(known)}`,
        );
    }
    return tally;
  }

  it('mean what the arithmetic means, for random expressions of any sign', () => {
    compareOn(anySign, [div, mod], 11).check({ least: 3000, share: 0 });
  });

  it('mean what the arithmetic means, for sizes and their divisions', () => {
    compareOn(notNegative, [div, mod, ceil_div as Operation], 12).check({ least: 3000, share: 0 });
  });

  it('go through the layout algebra', () => {
    const numbers = { M: 512, N: 96, ld: 1024 };
    const cases: readonly ((leaf: (name: 'M' | 'N' | 'ld') => IntTuple) => Layout)[] = [
      (s) => make_layout([s('M'), s('N')]),
      (s) => make_layout([s('M'), s('N')], 'LayoutRight'),
      (s) => zipped_divide(make_layout([s('M'), s('N')], [int(1), s('ld')]), [int(128), int(32)]),
      (s) => logical_divide(make_layout(s('M')), make_layout([int(4), int(2)], [int(1), int(8)])),
      (s) => zipped_divide(make_layout([s('M'), s('N')], [s('ld'), int(1)]), [int(100), int(7)]),
      (s) => composition(make_layout([s('M'), s('N')]), make_layout([int(128), int(8)])),
      (s) => composition(make_layout([s('M'), s('N')], [s('ld'), int(1)]), make_layout(int(128), int(2))),
      (s) => coalesce(make_layout([s('M'), int(4)], [int(1), s('M')])),
      (s) => complement(make_layout(int(4), int(2)), s('M')),
      (s) => complement(make_layout(s('N')), s('M')),
      (s) => tile_to_shape(make_layout([int(8), int(16)]), [s('M'), s('N')]) as Layout,
    ];
    for (const build of cases) {
      const named = build((name) => symbol(name));
      expect(print(fillLayout(named, numbers))).toBe(print(build((name) => dyn(numbers[name]))));
    }
  });
});

describe('a slice of a swizzled layout at an unknown thread', () => {
  it('is, for each thread, the slice at that thread', () => {
    const layouts = [
      composition(make_swizzle(3, 3, 3), make_layout([int(8), int(64)], 'LayoutRight')),
      composition(make_swizzle(2, 1, 4), make_layout([int(16), int(32)])),
      composition(make_swizzle(2, 3, -3), make_layout([int(8), int(64)], [int(64), int(1)])),
    ] as AnyLayout[];
    for (const layout of layouts) {
      const [named, start] = slice_and_offset([symbol('t'), underscore], layout);
      for (let t = 0; t < 8; t++) {
        const [known, offset] = slice_and_offset([dyn(t), underscore], layout);
        expect(named.is).toBe('layout');
        expect(print(fillLayout(named as Layout, { t }))).toBe(print(known));
        expect(print(fill(start, { t }))).toBe(print(offset));
      }
    }
  });
});

describe('names are readable', () => {
  const M = symbol('M');
  const K = symbol('K');
  const shown = (x: IntTuple | Layout): string => print(x);

  it('of products, sums and quotients', () => {
    expect(shown(mul(M, int(128)))).toBe('M*128');
    expect(shown(mul(mul(M, int(4)), dyn(8)))).toBe('M*32');
    expect(shown(ceil_div(M, int(128)))).toBe('ceil_div(M,128)');
    expect(shown(ceil_div(mul(M, int(256)), int(128)))).toBe('M*2');
    expect(shown(div(mul(M, K), K))).toBe('M');
    expect(shown(add(add(M, int(3)), int(-3)))).toBe('M');
    expect(shown(sub(int(128), M))).toBe('128-M');
    expect(shown(mul(div(M, int(4)), int(8)))).toBe('(M/4)*8');
    expect(shown(div(div(M, int(4)), int(8)))).toBe('M/32');
    expect(shown(min(M, int(128)))).toBe('min(M,128)');
    expect(shown(mod(mod(symbol('threadIdx.x'), int(16)), int(32)))).toBe('threadIdx.x%16');
  });

  it('of layouts as programs have them', () => {
    expect(shown(make_layout([M, K], [K, int(1)]))).toBe('(M,K):(K,_1)');
    expect(shown(make_layout([M, K]))).toBe('(M,K):(_1,M)');
    expect(shown(zipped_divide(make_layout([M, K], [int(1), symbol('ldA')]), [int(128), int(8)]))).toBe(
      '((_128,_8),(ceil_div(M,128),ceil_div(K,8))):((_1,ldA),(_128,ldA*8))',
    );
    expect(shown(size(make_layout([M, [K, int(4)]])))).toBe('M*K*4');
  });

  it('and a number that follows without knowing them is a number', () => {
    expect(sub(M, M)).toEqual(dyn(0));
    expect(div(M, M)).toEqual(dyn(1));
    expect(mod(mul(M, int(128)), int(64))).toEqual(dyn(0));
    expect(equal(add(M, int(1)), M)).toEqual(dyn(0));
    expect(bitAnd(mul(M, int(16)), int(8))).toEqual(dyn(0));
  });

  it('until they get too long: then the operation says which numbers it needs', () => {
    let x: IntTuple = M;
    const grow = (): void => {
      for (let i = 0; i < 100; i++) x = div(add(x, symbol(`extent_${i}`)), symbol(`step_${i}`));
    };
    expect(grow).toThrow(AlgebraError);
    try {
      grow();
    } catch (error) {
      expect((error as AlgebraError).code).toBe('symbolic');
      expect((error as AlgebraError).needs).toContain('M');
    }
  });
});
