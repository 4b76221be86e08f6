// The boxes of a TMA copy: how far one reaches, how many a tile has, and that they are the same in shared memory.
import { beforeAll, expect, test } from 'vitest';
import { cellsOf, type Cells } from '../../../core/src/draw';
import type { FrontEnd } from '../../../core/src/frontends/front-end';
import { cudaFrontEnd } from '../../support/front-end';
import { modelOf } from '../../support/visualize';

let reader: FrontEnd;
beforeAll(async () => {
  reader = await cudaFrontEnd();
});

const tensor = (shape: string, stride: string): string =>
  `make_tensor(make_gmem_ptr((half_t*)nullptr), ${shape}, ${stride})`;

test.each([
  ['M major', tensor('make_shape(512, 256)', 'LayoutLeft{}'), 'GMMA::Layout_MN_SW128_Atom<half_t>', [64, 8], 16],
  ['K major', tensor('make_shape(512, 256)', 'LayoutRight{}'), 'GMMA::Layout_K_SW64_Atom<half_t>', [128, 32], 2],
])('%s: the tile and shared memory are cut into the same boxes', (_, gtensor, atom, extents, count) => {
  const setup = `auto s = tile_to_shape(${atom}{}, Shape<_128,_64>{}); auto g = ${gtensor}; `;
  const made = 'make_tma_atom(SM90_TMA_LOAD{}, g, s, Shape<_128,_64>{})';
  const model = modelOf({ setup, expr: made, view: 'boxes' }, reader);
  expect(model.pictures.map(({ tiles }) => tiles)).toEqual(
    ['box', 'box'].map((name) => ({ is: 'extents', extents, name })),
  );
  expect(model.notes[0]).toBe(
    `One instruction moves a box of ${extents.join(' × ')} half_t (${(2 * (extents[0] ?? 1) * (extents[1] ?? 1)) / 1024} KiB). A tile has ${count}.`,
  );
  const [from, to] = cellsOf(model) as [Cells, Cells];
  for (const cell of [0, 77, 128 * 64 - 1]) expect(to.regionAt(cell)?.number).toBe(from.regionAt(cell)?.number);
});

test('of a copy whose tile is not known the whole tensor is drawn', () => {
  const setup =
    'auto s = tile_to_shape(GMMA::Layout_K_SW64_Atom<half_t>{}, Shape<_64,_64>{}); ' +
    `auto tma = make_tma_atom(SM90_TMA_LOAD{}, ${tensor('make_shape(128, 96)', 'LayoutRight{}')}, s, Shape<_64,_64>{}); `;
  const model = modelOf({ setup, expr: 'tma.with(0)', view: 'boxes' }, reader);
  expect(model.pictures.map(({ title, shape }) => [title, shape])).toEqual([['Global memory', '(128,96)']]);
});
