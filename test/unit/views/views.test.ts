// The model that each view makes of a value, and the answers for unknown and unbounded values. Cells are compared with
// what CuTe computes for one thread, one tile, one coordinate at a time.
import { beforeAll, describe, expect, test } from 'vitest';
import { cellsOf, propertiesOf, type Cells } from '../../../core/src/draw';
import type { FrontEnd } from '../../../core/src/frontends/front-end';
import type { ViewId, ViewModel } from '../../../core/src/views/model';
import { valuesOf } from '../../../core/src/ide';
import { analyzeText, programOf, resultOf } from '../../../server/src/lone-expression';
import { cudaFrontEnd } from '../../support/front-end';
import { modelOf, visualization, type Drawn } from '../../support/visualize';

let reader: FrontEnd;
beforeAll(async () => {
  reader = await cudaFrontEnd();
});

const draw = (drawn: Drawn): ViewModel => modelOf(drawn, reader);
const firstCells = (model: ViewModel): Cells => cellsOf(model)[0] as Cells;
const viewsOf = (drawn: Drawn): readonly ViewId[] => {
  const found = visualization(drawn, reader);
  return found.is === 'drawn' ? found.views.map(({ id }) => id) : [];
};
/** The values of an expression: the elements of a thread's part of a counting tensor, in order. */
const counted = (setup: string, expr: string): readonly (number | string)[] => {
  const value = resultOf(analyzeText(programOf(setup, expr), {}, reader))?.seen[0]?.value;
  return (value && valuesOf(value)) ?? [];
};

const smem = 'using T = half_t; extern __shared__ T s[]; ';
const copy =
  'auto copy = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_16,_8>,Stride<_8,_1>>{}, Layout<Shape<_1,_8>>{}); ';
const mma =
  'auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2,_1>>{}, Tile<_32,_32,_16>{}); ';

describe('layout', () => {
  test('draws rows and columns with offsets, as CuTe numbers them', () => {
    const cells = firstCells(draw({ expr: 'Layout<Shape<_4,Shape<_2,_4>>,Stride<_2,Stride<_1,_8>>>{}' }));
    expect([cells.grid.rows, cells.grid.columns]).toEqual([4, 8]);
    expect(Array.from({ length: 8 }, (_, i) => cells.offsetText(cells.grid.indexAt(1, i)))).toEqual([
      '2',
      '3',
      '10',
      '11',
      '18',
      '19',
      '26',
      '27',
    ]);
  });

  test('draws any rank: a strip, small multiples, and slices of what is larger', () => {
    expect(firstCells(draw({ expr: 'Layout<_8,_3>{}' })).grid).toMatchObject({ rows: 1, columns: 8 });
    expect(firstCells(draw({ expr: 'make_layout(_256{})' })).grid).toMatchObject({ rows: 8, columns: 32 });
    expect(firstCells(draw({ expr: 'make_layout(Shape<_4,_4,_3>{})' })).grid).toMatchObject({ rows: 4, columns: 12 });
    expect(firstCells(draw({ expr: 'make_layout(Shape<_64,_64,_8>{})' })).grid).toMatchObject({
      rows: 64,
      columns: 64,
      size: 32768,
    });
  });

  test('of 2^31 elements shows its corner and says so', () => {
    const model = draw({ expr: 'make_layout(make_shape(65536, 32768), make_stride(Int<1>{}, int64_t(65536)))' });
    const { grid } = firstCells(model);
    expect(grid.rows * grid.columns).toBe(1 << 20);
    expect(model.notes).toEqual([
      'The whole has 65536 × 32768 = 2,147,483,648 elements. This is its corner of 1024 × 1024, from coordinate 0 on.',
    ]);
    expect(JSON.stringify(model).length).toBeLessThan(1000);
  });

  test('cuts nested modes at whole inner ones', () => {
    const model = draw({
      expr: 'make_layout(make_shape(make_shape(_8{}, 100), make_shape(_3{}, 50)))',
      mostCells: 600,
    });
    expect(firstCells(model).grid.coordinateText(0)).toBe('((0,0),(0,0))');
    expect(model.pictures[0]?.shape).toBe('((_8,_3),(_3,_6))');
  });

  test('draws the coordinates of an identity tensor, from where it starts', () => {
    const cells = firstCells(
      draw({
        setup: 'auto t = local_tile(make_identity_tensor(Shape<_64,_64>{}), Shape<_8,_4>{}, make_coord(1, 2));',
        expr: 't',
        view: 'layout',
      }),
    );
    expect(cells.offsetText(cells.grid.indexAt(3, 2))).toBe('(11,10)');
  });
});

describe('partition', () => {
  const tensor = 'auto t = make_tensor(counting_iterator<int>(0), make_layout(Shape<_32,_128>{}, LayoutRight{})); ';

  /** Every element that a thread holds must be the one that the picture says. */
  function agrees(setup: string, expr: (thread: number) => string, threads: readonly number[]): void {
    const cells = firstCells(draw({ setup, expr: expr(0), view: 'partition' }));
    for (const thread of threads) {
      const wanted = counted(setup, expr(thread));
      const drawn = wanted.map((_, value) => cells.offsetAt(cells.owners?.elementOf(thread, value) ?? -1));
      expect(wanted.length).toBeGreaterThan(0);
      expect(drawn, `thread ${thread}`).toEqual(wanted);
      wanted.forEach((_, value) =>
        expect(cells.owners?.all(cells.owners.elementOf(thread, value) ?? -1)).toContainEqual({ thread, value }),
      );
    }
  }

  test('by a tiled copy is what partition_S gives each thread', () => {
    agrees(tensor + copy, (thread) => `copy.get_slice(${thread}).partition_S(t)`, [0, 1, 8, 77, 127]);
  });

  test('by a tiled MMA is what partition_A, B and C give each thread', () => {
    for (const operand of ['A', 'B', 'C'])
      agrees(tensor + mma, (thread) => `mma.get_slice(${thread}).partition_${operand}(t)`, [0, 1, 33, 64, 127]);
  });

  test('by a tiled MMA whose tile repeats: values count on along each mode in turn', () => {
    const square = 'auto t = make_tensor(counting_iterator<int>(0), make_layout(Shape<_64,_64>{}, LayoutRight{})); ';
    for (const operand of ['A', 'B', 'C'])
      agrees(square + mma, (thread) => `mma.get_slice(${thread}).partition_${operand}(t)`, [0, 1, 33, 64, 127]);
    const staged = 'auto t = make_tensor(counting_iterator<int>(0), make_layout(Shape<_64,_32,_3>{})); ';
    agrees(staged + mma, (thread) => `mma.get_slice(${thread}).partition_A(t)`, [0, 77]);
  });

  test('by an MMA with threads along K, who share C', () => {
    const along =
      'auto mma = make_tiled_mma(SM70_8x8x4_F32F16F16F32_TN{}, Layout<Shape<_1,_2,_2>>{}, Tile<_16,_16,_8>{}); ';
    for (const operand of ['A', 'B', 'C'])
      agrees(tensor + along, (thread) => `mma.get_slice(${thread}).partition_${operand}(t)`, [0, 5, 13, 31]);
  });

  test('by local_partition is what each thread gets, with and without a projection', () => {
    agrees(
      tensor,
      (thread) => `local_partition(t, Layout<Shape<_8,_16>,Stride<_16,_1>>{}, ${thread})`,
      [0, 1, 17, 127],
    );
    const projected = tensor + 'auto threads = Layout<Shape<_16,_8>>{}; ';
    agrees(projected, (thread) => `local_partition(t, threads, ${thread}, Step<_1,X>{})`, [0, 1, 17, 127]);
  });

  test('by a copy whose tile is spread over the tensor', () => {
    const spread =
      'auto copy = make_tiled_copy_impl(Copy_Atom<UniversalCopy<int>, int>{}, Layout<Shape<_8,_2>>{}, make_tile(Layout<_4,_2>{}, Layout<_4,_1>{})); ';
    agrees(tensor + spread, (thread) => `copy.get_slice(${thread}).partition_S(t)`, [0, 3, 7]);
  });

  test('by an MMA whose permutation spreads its tile over the tensor', () => {
    const spread =
      'auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_1,_2,_1>>{}, Tile<Layout<Shape<_8,_2>,Stride<_1,_16>>,_16,_16>{}); ';
    agrees(tensor + spread, (thread) => `mma.get_slice(${thread}).partition_C(t)`, [0, 5, 40]);
  });

  test('picks out the thread whose part the value is', () => {
    expect(draw({ setup: tensor + copy, expr: 'copy.get_slice(9).partition_S(t)' }).selection).toEqual({ thread: 9 });
  });

  test('hatches what a ragged tensor lacks', () => {
    const setup = 'auto t = make_tensor(counting_iterator<int>(0), make_shape(5, 6)); ';
    const cells = firstCells(draw({ setup, expr: 'local_partition(t, Layout<Shape<_4,_4>>{}, 3)' }));
    expect([cells.grid.rows, cells.grid.columns]).toEqual([8, 8]);
    expect(propertiesOf(cells, cells.grid.indexAt(5, 0))).toContainEqual({
      name: 'outside',
      value: 'beyond the tensor',
    });
    expect(cells.offsetAt(cells.grid.indexAt(4, 5))).toBe(29);
  });
});

describe('tiles', () => {
  const setup = 'auto t = make_tensor(counting_iterator<int>(0), make_layout(Shape<_12,_8>{})); ';

  test('outlines the tiles and picks out the one that was taken', () => {
    const model = draw({ setup, expr: 'local_tile(t, Shape<_4,_4>{}, make_coord(2, 1))' });
    expect([model.view, model.selection]).toEqual(['tiles', { tile: [2, 1] }]);
    const [tensor, result] = cellsOf(model) as [Cells, Cells];
    expect(result.regionAt(0)?.text).toBe('(2,1)');
    const picked = Array.from({ length: 96 }, (_, i) => i)
      .filter((i) => tensor.regionAt(i)?.text === '(2,1)')
      .map((i) => tensor.offsetAt(i));
    expect(picked).toEqual(Array.from({ length: 16 }, (_, i) => result.offsetAt(i)));
  });

  test('drops the modes that a projection leaves out', () => {
    const model = draw({ setup, expr: 'local_tile(t, Shape<_4,_2,_4>{}, make_coord(1, 7, _), Step<_1,X,_1>{})' });
    expect(model.pictures[0]?.tiles).toEqual({ is: 'extents', extents: [4, 4], name: 'tile' });
    expect(model.selection).toEqual({ tile: [1, 0] });
  });

  test('finds scattered tiles', () => {
    const [whole] = cellsOf(
      draw({ expr: 'zipped_divide(make_layout(Shape<_8,_8>{}), make_tile(Layout<_4,_2>{}, _4{}))' }),
    ) as [Cells];
    expect([0, 1, 2, 3].map((i) => whole.regionAt(i)?.number)).toEqual([0, 1, 0, 1]);
  });
});

test('a tiled MMA has B above C and A to its left, with atoms outlined', () => {
  const model = draw({ setup: mma, expr: 'mma' });
  const [b, a, c] = cellsOf(model) as [Cells, Cells, Cells];
  expect([a, b, c].map(({ grid }) => [grid.rows, grid.columns])).toEqual([
    [32, 16],
    [16, 32],
    [32, 32],
  ]);
  expect(c.owners?.first(0)).toEqual({ thread: 0, value: 0 });
  expect([0, 15, 16].map((row) => c.regionAt(c.grid.indexAt(row, 0))?.text)).toEqual(['(0,0)', '(0,0)', '(1,0)']);
});

test('a tiled copy has its two sides, and what one instruction moves', () => {
  const model = draw({ setup: copy, expr: 'copy' });
  expect(model.pictures.map(({ id, owners }) => [id, owners?.vector])).toEqual([
    ['source', 8],
    ['destination', 8],
  ]);
  expect(model.notes).toEqual([
    'One instruction moves 16 bytes for a thread at the source, 16 bytes at the destination.',
  ]);
});

describe('swizzle', () => {
  test('shows a layout before and after', () => {
    const model = draw({
      expr: 'composition(Swizzle<3,0,3>{}, Layout<Shape<_8,_8>,Stride<_8,_1>>{})',
      view: 'swizzle',
    });
    const [before, after] = cellsOf(model) as [Cells, Cells];
    expect([before.offsetAt(11), after.offsetAt(11)]).toEqual([25, 26]);
    expect(model.notes).toEqual(['Bits 0 to 2 of the offset are flipped where bits 3 to 5 are set.']);
  });

  test("counts a pointer's swizzle in elements", () => {
    const setup = `${smem} auto t = make_tensor(make_smem_ptr(s), tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_64,_64>{})); `;
    const [, after] = cellsOf(draw({ setup, expr: 't', view: 'swizzle' })) as [Cells, Cells];
    expect([0, 1, 2].map((row) => after.offsetAt(after.grid.indexAt(row, 0)))).toEqual([0, 72, 144]);
    expect([0, 1, 2].map((row) => after.bankAt(after.grid.indexAt(row, 0)))).toEqual([0, 4, 8]);
  });
});

describe('memory', () => {
  const tensors = (layout: string): string =>
    `${smem} half_t* p = nullptr; ${copy} auto sA = make_tensor(make_smem_ptr(s), ${layout}); auto gA = make_tensor(make_gmem_ptr(p), make_layout(Shape<_32,_128>{}, LayoutRight{})); `;

  test('counts the conflicts of a warp that stores to shared memory', () => {
    const rows = cellsOf(
      draw({
        setup: tensors('make_layout(Shape<_32,_128>{}, LayoutRight{})'),
        expr: 'copy.get_slice(0).partition_D(sA)',
        view: 'banks',
      }),
    )[0] as Cells;
    expect(rows.access?.summary).toBe('No bank conflict: 4 phases, 4 wavefronts.');
    const padded = 'make_layout(Shape<_32,_128>{}, make_stride(_64{}, _1{}))';
    const by =
      'auto rows = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_32,_4>>{}, Layout<Shape<_1,_8>>{}); ';
    const columns = cellsOf(
      draw({ setup: tensors(padded) + by, expr: 'rows.get_slice(0).partition_D(sA)', view: 'banks' }),
    )[0] as Cells;
    expect(columns.access?.summary).toBe(
      '8-way bank conflict: 4 phases, 32 wavefronts, 28 more than without conflicts.',
    );
  });

  test('counts the sectors of a warp that loads from global memory', () => {
    const words = firstCells(
      draw({
        setup: tensors('make_layout(Shape<_32,_128>{})'),
        expr: 'copy.get_slice(0).partition_S(gA)',
        view: 'coalescing',
      }),
    );
    expect(words.access?.summary).toBe(
      '16 sectors of 32 bytes in 4 lines, the fewest there can be; 100 % of the bytes fetched are used.',
    );
  });
});

test('a derivation goes from what was given to the result, in as many rows as columns', () => {
  const model = draw({
    setup: 'auto t = make_layout(Shape<_8,_8>{}); ',
    expr: 'zipped_divide(t, Shape<_4,_2>{})',
    view: 'explain',
  });
  expect(model.pictures[0]?.title).toBe('given');
  expect(model.pictures.map(({ at }) => [at.row, at.column])).toEqual([
    [0, 0],
    [0, 1],
    [1, 0],
  ]);
  expect(model.pictures.at(-1)?.layout).toBe('((_4,_2),(_2,_4)):((_1,_8),(_4,_16))');
});

test('an element is followed through every step of a derivation', () => {
  const model = draw({
    expr: 'logical_divide(Layout<Shape<_4,_6>,Stride<_6,_1>>{}, make_layout(_4{},_2{}))',
    view: 'explain',
  });
  expect(model.pictures.map(({ title }) => title)).toEqual([
    'given',
    '1. complement',
    '2. make_layout',
    '3. composition',
  ]);
  // Coordinate 2 of the divided layout is index 4 of the given one, (0,1), at offset 1; the tiler with its complement
  // says 4 there.
  const [given, , tiler, result] = cellsOf(model) as [Cells, Cells, Cells, Cells];
  expect([tiler.offsetAt(2), tiler.elementAt(2), result.elementAt(2), given.elementAt(4)]).toEqual([4, 1, 1, 1]);
});

describe('what can be chosen', () => {
  test.each<[string, Drawn, readonly ViewId[]]>([
    ['a layout', { expr: 'make_layout(Shape<_4,_4>{})' }, ['layout']],
    [
      'a swizzled layout',
      { expr: 'composition(Swizzle<2,0,3>{}, make_layout(Shape<_8,_8>{}))' },
      ['layout', 'swizzle', 'explain'],
    ],
    ['a tiled MMA', { setup: mma, expr: 'mma' }, ['tiled-mma']],
    ['an atom', { expr: 'MMA_Atom<SM80_16x8x8_F32F16F16F32_TN>{}' }, ['tiled-mma']],
    [
      'the inverse of a thread-value layout',
      { setup: 'auto tv = Layout<Shape<_4,_2>,Stride<_2,_1>>{};', expr: 'right_inverse(tv)' },
      ['partition', 'layout', 'explain'],
    ],
    ['a thread-value layout', { setup: mma, expr: 'mma.get_layoutA_TV()' }, ['partition', 'layout', 'explain']],
  ])('of %s', (_, drawn, ids) => {
    expect(viewsOf(drawn)).toEqual(ids);
  });
});

describe('what cannot be drawn', () => {
  test('says why, and what to pin', () => {
    const found = visualization({ setup: 'extern int M;', expr: 'make_layout(make_shape(M, _8{}))' }, reader);
    expect(found).toMatchObject({ is: 'unknown', needs: ['M'] });
  });

  test('leaves the word to the next view, with a note', () => {
    const setup =
      'int4b_t* p = nullptr; auto t = make_tensor(make_gmem_ptr<int4b_t>(p), make_layout(Shape<_8,_8>{})); ';
    const model = draw({ setup, expr: 'local_partition(t, Layout<Shape<_4,_8>>{}, 0)', view: 'coalescing' });
    expect(model.view).toBe('partition');
    expect(model.notes).toEqual([
      'Coalescing cannot be drawn: the threads of this partition do not copy whole elements of 1 to 16 bytes.',
    ]);
  });

  test('is said in a sentence', () => {
    expect(visualization({ expr: '_8{} * _2{}' }, reader)).toMatchObject({
      is: 'unknown',
      reason: expect.stringContaining('There is no picture of this: static integer') as string,
    });
  });
});

test('a model survives JSON', () => {
  for (const drawn of [
    { setup: mma, expr: 'mma' },
    { setup: copy, expr: 'copy' },
    { expr: 'composition(Swizzle<3,0,3>{}, make_layout(Shape<_8,_8>{}))', view: 'swizzle' as const },
  ]) {
    const model = draw(drawn);
    expect(JSON.parse(JSON.stringify(model))).toEqual(model);
  }
});

describe('what cannot be laid out', () => {
  test.each<[expr: string, reason: RegExp]>([
    ['make_layout(make_shape(528, -1))', /extent -1 has no cells/],
    [
      'make_tiled_copy(Copy_Atom<UniversalCopy<uint32_t>, float>{}, Layout<Shape<_32, Int<2147483647>>>{}, Layout<Shape<_4, _1>>{})',
      /too many/,
    ],
  ])('%s is not drawn, and a sentence says why', (expr, reason) => {
    const found = visualization({ expr }, reader);
    expect(found.is === 'unknown' ? found.reason : found.model.pictures.map(({ shape }) => shape)).toMatch(reason);
  });

  test('a cell whose coordinate no int holds says so; the others are drawn', () => {
    const cells = cellsOf({
      ...draw({ expr: 'make_identity_tensor(make_shape(_2{}, _2{}))' }),
      pictures: [
        {
          id: 'a',
          title: '',
          at: { row: 0, column: 0 },
          shape: '(_2,_2)',
          axes: { rows: [0], columns: [1], fixed: [0, 0] },
          layout: '(_2,_2):(1@0,1@1)',
          origin: '(2147483647,0)',
        },
      ],
    })[0] as Cells;
    expect([cells.offsetText(0), cells.offsetText(1)]).toEqual(['(2147483647,0)', '?']);
  });
});
