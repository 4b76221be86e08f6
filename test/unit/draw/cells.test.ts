// From the layouts of a model to cells: places, offsets, owners, tiles, banks, and what an instruction touches.
import { describe, expect, test } from 'vitest';
import {
  accessTable,
  borderLevel,
  cellAt,
  cellsOf,
  checkDrawable,
  geometryOf,
  gridOf,
  labelOf,
  propertiesOf,
  rowHeaders,
  swizzleBits,
  type Cells,
} from '../../../core/src/draw';
import type { Picture, ViewModel } from '../../../core/src/views/model';

const picture = (given: Partial<Picture>): Picture => ({
  id: 'one',
  title: '',
  at: { row: 0, column: 0 },
  shape: '(_4,_8)',
  axes: { rows: [0], columns: [1], fixed: [0, 0] },
  ...given,
});
const model = (...pictures: Picture[]): ViewModel => ({
  view: 'layout',
  title: 't',
  printed: '',
  summary: '',
  pictures,
  labelBy: 'offset',
  colourBy: 'offset',
  notes: [],
});
const cellsFor = (given: Partial<Picture>): Cells => cellsOf(model(picture(given)))[0] as Cells;

describe('a grid', () => {
  test('puts mode 0 down and mode 1 across, and finds each element again', () => {
    const grid = gridOf('(_4,_8)', { rows: [0], columns: [1], fixed: [0, 0] });
    expect([grid.rows, grid.columns]).toEqual([4, 8]);
    expect(grid.indexAt(3, 2)).toBe(11);
    for (let index = 0; index < 32; index++) {
      const { row, column } = grid.placeOf(index) ?? { row: -1, column: -1 };
      expect(grid.indexAt(row, column)).toBe(index);
    }
  });

  test('shows one slice of a mode that has no direction, and several where it has', () => {
    const slice = gridOf('(_2,_3,_4)', { rows: [0], columns: [1], fixed: [0, 0, 2] });
    expect([slice.indexAt(0, 0), slice.indexAt(1, 2)]).toEqual([12, 17]);
    expect(slice.placeOf(0)).toBeUndefined();
    const all = gridOf('(_2,_3,_4)', { rows: [0], columns: [1, 2], fixed: [0, 0, 0] });
    expect([all.columns, all.indexAt(1, 5)]).toEqual([12, 11]);
  });

  test('is refused where a direction is longer than anybody can draw, though the other has no coordinate', () => {
    const axes = { rows: [0], columns: [1], fixed: [0, 0] };
    expect(() => gridOf('(2147483647,0)', axes)).toThrow('2147483647 × 0 are too many cells to draw');
    expect(gridOf('(7,0)', axes)).toMatchObject({ rows: 7, columns: 0, size: 0 });
  });

  test('is refused where a cell would show a coordinate of more modes than anybody can read', () => {
    const of = (mode: number): ViewModel => model(picture({ shape: '(_4,8)', layout: `(_4,8):(_3@${mode},_1@0)` }));
    expect(() => {
      checkDrawable(of(1_000_000));
    }).toThrow('coordinates of 1000001 modes are not drawn; 64 are the most');
    expect(cellsOf(of(2))[0]?.offsetText(5)).toBe('(1,0,3)');
  });

  test('wraps a strip, with nothing after its end', () => {
    const grid = gridOf('_10', { rows: [], columns: [0], fixed: [0], wrap: 4 });
    expect([grid.rows, grid.columns]).toEqual([3, 4]);
    expect([grid.indexAt(2, 1), grid.indexAt(2, 2)]).toEqual([9, -1]);
    expect(grid.placeOf(9)).toEqual({ row: 2, column: 1 });
  });

  test('numbers nested modes by their digits and draws stronger borders where outer ones move on', () => {
    const cells = cellsFor({ shape: '((_2,_3),_5)' });
    const { grid } = cells;
    expect(rowHeaders(cells)[0]).toEqual([
      { text: '0', from: 0, span: 2 },
      { text: '1', from: 2, span: 2 },
      { text: '2', from: 4, span: 2 },
    ]);
    expect(
      rowHeaders(cells)[1]
        ?.map(({ text }) => text)
        .join(''),
    ).toBe('010101');
    expect([1, 2, 3, 4].map((at) => borderLevel(grid.rowDigits, at))).toEqual([0, 1, 0, 1]);
    expect(grid.coordinateText(9)).toBe('((1,1),1)');
  });
});

describe('cells of a layout', () => {
  test('have the offsets of the layout, from where the tensor starts', () => {
    const cells = cellsFor({ layout: '(_4,_8):(_1,_4)', origin: '100' });
    expect([cells.offsetAt(0), cells.offsetAt(31)]).toEqual([100, 131]);
    expect(labelOf(cells, 5, 'offset')).toEqual(['105']);
  });

  test('have coordinates where strides are bases', () => {
    const cells = cellsFor({ layout: '(_4,_8):(_1@0,_2@1)' });
    expect([cells.offsetAt(5), cells.offsetText(5)]).toEqual([undefined, '(1,2)']);
  });

  test('say which share an offset', () => {
    const cells = cellsFor({ layout: '(_4,_8):(_0,_1)' });
    expect(cells.isShared(0)).toBe(true);
    expect(cellsFor({ layout: '(_4,_8):(_1,_4)' }).isShared(0)).toBe(false);
    expect(
      cellsFor({ shape: '_4', axes: { rows: [], columns: [0], fixed: [0] }, layout: '((_2,_2)):((_1,_1))' }).isShared(
        1,
      ),
    ).toBe(true);
  });

  test('have banks by byte address, after the swizzle of the pointer', () => {
    const half = { space: 'smem', widthBits: 16, element: 'half_t' } as const;
    const layout = '(_8,_64):(_64,_1)';
    const shape = { shape: '(_8,_64)', layout };
    expect(cellsFor({ ...shape, memory: half }).bankAt(1)).toBe(0);
    expect(cellsFor({ ...shape, memory: half }).bankAt(8 * 2)).toBe(1);
    const swizzled = cellsFor({ ...shape, memory: { ...half, swizzle: 'Sw<3,4,3>' } });
    expect([0, 1, 2, 7].map((row) => swizzled.bankAt(row))).toEqual([0, 4, 8, 28]);
  });

  test('beyond the bounds are outside and say nothing', () => {
    const cells = cellsFor({ layout: '(_4,_8):(_1,_4)', bounds: [3, 8] });
    expect([cells.isInside(2), cells.isInside(3)]).toEqual([true, false]);
    expect(labelOf(cells, 3, 'offset')).toEqual([]);
  });
});

describe('owners', () => {
  const names = { thread: 'T', value: 'V' };

  test('are found for each element, and repeat over tiles with values counting on', () => {
    const cells = cellsFor({ owners: { tv: '((_2,_2),_2):((_1,_4),_2)', tile: [4, 2], names } });
    expect(labelOf(cells, 0, 'owner')).toEqual(['T0', 'V0']);
    expect(labelOf(cells, 5, 'owner')).toEqual(['T3', 'V0']);
    expect(labelOf(cells, 8 + 6, 'owner')).toEqual(['T2', 'V3']);
    expect(cells.owners?.elementOf(2, 3)).toBe(14);
  });

  test('may be several; the first by thread, then value, leads', () => {
    const cells = cellsFor({ owners: { tv: '(_4,_2):(_0,_1)', tile: [4, 8], names } });
    expect(cells.owners?.first(1)).toEqual({ thread: 0, value: 1 });
    expect(cells.owners?.all(1)).toHaveLength(4);
    expect(cells.owners?.first(2)).toBeUndefined();
    expect(propertiesOf(cells, 2)).toContainEqual({ name: 'owner', value: 'none' });
  });
});

describe('regions', () => {
  test('are cut by mode, the last ragged', () => {
    const cells = cellsFor({ tiles: { is: 'extents', extents: [3, 4], name: 'tile' } });
    expect([0, 3, 16, 19].map((index) => cells.regionAt(index)?.text)).toEqual(['(0,0)', '(1,0)', '(0,1)', '(1,1)']);
  });

  test('may be scattered', () => {
    const cells = cellsFor({ tiles: { is: 'layout', layout: '(_2,_2):(_2,_1)', name: 'atom' } });
    expect([0, 1, 2, 3, 4].map((index) => cells.regionAt(index)?.number)).toEqual([0, 1, 0, 1, undefined]);
  });
});

describe('words of memory', () => {
  const addresses = [Array.from({ length: 32 }, (_, lane) => lane * 128)];

  test('show who touches them and where lanes conflict', () => {
    const table = accessTable(
      {
        op: 'load',
        bytesPerThread: 4,
        addresses,
        lines: Array.from({ length: 32 }, (_, i) => i),
        firstThread: 0,
        unit: 'bank',
      },
      0,
    );
    expect(table.at(32)).toEqual({ lanes: [1], phase: 0, conflicts: true });
    expect(table.at(33)).toBeUndefined();
    expect(table.summary).toBe('32-way bank conflict: 1 phase, 32 wavefronts, 31 more than without conflicts.');
  });

  test('show the sectors that are fetched', () => {
    const table = accessTable(
      { op: 'load', bytesPerThread: 4, addresses, lines: [0, 5], firstThread: 0, unit: 'sector' },
      0,
    );
    expect([table.isFetched(7), table.isFetched(8), table.at(32)?.lanes]).toEqual([true, false, [5]]);
    expect(table.summary).toContain('32 sectors of 32 bytes in 32 lines, 4 would hold as many bytes; 13 %');
  });
});

test('a swizzle tells its bits', () => {
  const { bits, after, sentence } = swizzleBits('Sw<3,4,3>', 0b1010000000);
  expect(after).toBe(0b1011010000);
  expect(bits.map(({ role }) => role[0]).join('')).toBe('rrrfffkkkk');
  expect(sentence).toBe('Bits 4 to 6 (000) are flipped by bits 7 to 9 (101).');
});

test('pictures stand in a table, one cell and the headers apart', () => {
  const all = cellsOf(
    model(
      picture({
        id: 'B',
        shape: '(_8,_2)',
        axes: { rows: [1], columns: [0], fixed: [0, 0] },
        at: { row: 0, column: 1 },
      }),
      picture({ id: 'A', shape: '(_4,_2)', at: { row: 1, column: 0 } }),
      picture({ id: 'C', at: { row: 1, column: 1 } }),
    ),
  );
  const geometry = geometryOf(all, { titleHeight: 0, captionHeight: 0, widthOf: () => 0 });
  expect(geometry.placed.map(({ x, y }) => [x, y])).toEqual([
    [5, 1],
    [1, 5],
    [5, 5],
  ]);
  expect([geometry.width, geometry.height]).toEqual([13, 9]);
  expect(cellAt(geometry, 5.5, 6.2)).toMatchObject({ row: 1, column: 0, index: 1 });
  expect(cellAt(geometry, 0.5, 0.5)).toBeUndefined();
});

test('a comparison marks what differs', () => {
  const [, other] = cellsOf(
    model(
      picture({ id: 'a', layout: '(_4,_8):(_1,_4)' }),
      picture({ id: 'b', layout: '(_4,_8):(_1,_5)', differsFrom: 'a' }),
    ),
  );
  expect([other?.differs(3), other?.differs(4)]).toEqual([false, true]);
});
