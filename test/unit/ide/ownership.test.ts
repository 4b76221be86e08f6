// Thread-value layouts read backwards: who holds an element of a tile.
import { beforeAll, describe, expect, test } from 'vitest';
import type { FrontEnd } from '../../../core/src/frontends/front-end';
import type { Layout } from '../../../core/src/algebra/types';
import { ownership, ownershipsOf, type Ownership } from '../../../core/src/ide/index';
import { ownershipTable } from '../../../core/src/ide/hover/ownership';
import type { Value } from '../../../core/src/values/value';
import { analyzeText, programOf, resultOf } from '../../../server/src/lone-expression';
import { cudaFrontEnd } from '../../support/front-end';

let reader: FrontEnd;
beforeAll(async () => {
  reader = await cudaFrontEnd();
});

function valueOf(expr: string): Value {
  const value = resultOf(analyzeText(programOf('', expr), {}, reader))?.seen[0]?.value;
  if (value === undefined) throw new Error(`${expr} has no value`);
  return value;
}

const named = (all: readonly Ownership[], what: string): Ownership =>
  all.find((one) => one.what === what) ?? expect.fail(`no ${what} among ${all.map((one) => one.what).join(', ')}`);

/** The rows of the hover's table, as they read. */
function rows(expr: string): string[] {
  return ownershipTable(valueOf(expr)).flatMap((block) =>
    block.is === 'table'
      ? [
          block.header.map((cell) => (typeof cell === 'string' ? cell : cell.text)).join(' | '),
          ...block.rows.map((row) => row.map(({ text }) => text).join(' | ')),
        ]
      : [],
  );
}

const mma = 'make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{})';
const copy =
  'make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, half_t>{}, Layout<Shape<_16,_8>,Stride<_8,_1>>{}, Layout<Shape<_1,_8>>{})';

describe('an MMA', () => {
  test('the accumulator of m16n8k16 is spread as the PTX manual draws it', () => {
    const c = named(ownershipsOf(valueOf('make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{})')), 'C');
    expect(c.shape).toEqual([16, 8]);
    // Row groupID, columns 2·threadID_in_group and the next; values 2 and 3 lie eight rows below.
    expect(c.elementsOf(5)).toEqual([
      [1, 2],
      [1, 3],
      [9, 2],
      [9, 3],
    ]);
    expect(c.ownersOf([9, 3])).toEqual([{ thread: 5, value: 3 }]);
  });

  test('operands that several warps read have several owners', () => {
    const a = named(ownershipsOf(valueOf(mma)), 'A');
    expect(a.ownersOf([0, 0])).toEqual([
      { thread: 0, value: 0 },
      { thread: 64, value: 0 },
    ]);
    expect(a.ownersOf([16, 0])).toEqual([
      { thread: 32, value: 0 },
      { thread: 96, value: 0 },
    ]);
  });

  test('a permutation moves elements among threads', () => {
    const permuted =
      'make_tiled_mma(UniversalFMA<float>{}, Layout<Shape<_16,_16,_1>>{}, Tile<Layout<Shape<_16,_4>,Stride<_4,_1>>,Underscore,Underscore>{})';
    const c = named(ownershipsOf(valueOf(permuted)), 'C');
    expect(c.shape).toEqual([64, 16]);
    expect(c.elementsOf(1)).toEqual([
      [4, 0],
      [5, 0],
      [6, 0],
      [7, 0],
    ]);
  });
});

describe('a copy', () => {
  test('a vector of eight halves belongs to one thread', () => {
    const [both, ...rest] = ownershipsOf(valueOf(copy));
    expect(rest).toEqual([]);
    expect(both?.elementsOf(1)).toEqual(Array.from({ length: 8 }, (_, i) => [0, 8 + i]));
    expect(both?.ownersOf([1, 9])).toEqual([{ thread: 9, value: 1 }]);
  });

  test('ldmatrix reads rows and hands out pairs: its sides differ', () => {
    const sides = ownershipsOf(valueOf(`make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, ${mma})`));
    expect(sides.map(({ what }) => what)).toEqual(['source', 'destination']);
    expect(named(sides, 'source').elementsOf(0)).toEqual(Array.from({ length: 8 }, (_, i) => [0, i]));
    expect(named(sides, 'destination').elementsOf(0).slice(0, 4)).toEqual([
      [0, 0],
      [0, 1],
      [8, 0],
      [8, 1],
    ]);
  });
});

test('every element of a tile is held, and elementsOf and ownersOf agree', () => {
  for (const one of [...ownershipsOf(valueOf(mma)), ...ownershipsOf(valueOf(copy))]) {
    const held = new Set<string>();
    for (let thread = 0; thread < one.threads; thread++)
      one.elementsOf(thread).forEach((element) => held.add(String(element)));
    expect(held.size).toBe(one.shape.reduce((all, extent) => all * extent, 1));
    one.elementsOf(3).forEach((element, value) => expect(one.ownersOf(element)).toContainEqual({ thread: 3, value }));
  }
});

describe('the hover', () => {
  test('three rows for an MMA', () => {
    expect(rows(mma)).toEqual([
      ' | thread 0 holds | thread 1 holds | values each',
      'A (M,K) | (0,0) (0,1) (8,0) (8,1) … | (0,2) (0,3) (8,2) (8,3) … | 8 of 32 × 16',
      'B (N,K) | (0,0) (0,1) (0,8) (0,9) … | (0,2) (0,3) (0,10) (0,11) … | 8 of 32 × 16',
      'C (M,N) | (0,0) (0,1) (8,0) (8,1) … | (0,2) (0,3) (8,2) (8,3) … | 8 of 32 × 32',
    ]);
  });

  test('an operand that a warpgroup reads from shared memory belongs to nobody', () => {
    const lines = rows(
      'make_tiled_mma(SM90_64x256x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>{}, Layout<Shape<_2,_1,_1>>{})',
    );
    expect(lines.slice(1)).toEqual([
      'C (M,N) | (0,0) (0,1) (8,0) (8,1) … | (0,2) (0,3) (8,2) (8,3) … | 128 of 128 × 256',
    ]);
  });

  test('one row for a copy whose sides agree, none for what has no threads', () => {
    expect(rows(copy)).toEqual([
      ' | thread 0 holds | thread 1 holds | values each',
      'both sides | (0,0) (0,1) (0,2) (0,3) … | (0,8) (0,9) (0,10) (0,11) … | 8 of 16 × 64',
    ]);
    expect(rows('make_layout(_8{})')).toEqual([]);
    expect(rows('make_tiled_mma(UniversalFMA<float>{})')).toEqual([]);
  });
});

test('any layout of threads and values is read backwards, over the tile it maps to', () => {
  // Two threads with two values each: a 2 × 2 tile in row-major order, a row a thread.
  const tv = valueOf('Layout<Shape<_2,_2>,Stride<_1,_2>>{}') as Layout;
  const one = ownership('tile', '(M,N)', tv, [2, 2]);
  expect([one.elementsOf(0), one.elementsOf(1)]).toEqual([
    [
      [0, 0],
      [0, 1],
    ],
    [
      [1, 0],
      [1, 1],
    ],
  ]);
  expect(one.ownersOf([1, 0])).toEqual([{ thread: 1, value: 0 }]);
  expect(one.ownersOf([2, 0])).toEqual([]);
  expect(() => ownership('huge', '', valueOf('Layout<Shape<_1024,_1024>>{}') as Layout, [1024, 1024])).toThrow(
    /too many to enumerate/,
  );
});
