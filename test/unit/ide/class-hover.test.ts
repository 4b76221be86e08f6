// Hovers on aliases of classes, as builders of collectives give them: the class that was chosen, what CuTe computes
// with of it, and where it is declared.
import { beforeAll, expect, test } from 'vitest';
import type { Analysis } from '../../../core/src/analysis';
import { hover } from '../../../core/src/ide/index';
import { analyzeFiles, FOLDER } from '../../support/engine';
import { hoverText } from '../../support/hover-text';

const header = `#pragma once
#include <cute/tensor.hpp>
using namespace cute;
template <int Stages> struct Policy {};
template <class P, class Tile, class T> struct Mainloop;
template <int Stages, class Tile, class T>
struct Mainloop<Policy<Stages>, Tile, T> {
  using Element = T;
  using TileShape = Tile;
  using TiledMma = decltype(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2>>{}));
  using SmemLayoutA = decltype(tile_to_shape(GMMA::Layout_K_SW64_Atom<T>{}, append(Tile{}, Int<Stages>{})));
  template <class U> using Other = Layout<U>;
  struct Arguments { int m; };
  using Wrong = typename T::nothing;
};
template <class T, class Tile> struct Builder { using Op = Mainloop<Policy<3>, Tile, T>; };
`;
const text = `#include "mainloop.hpp"
using Collective = typename Builder<half_t, Shape<_64, _32>>::Op;
using Arguments = typename Collective::Arguments;
Collective::TileShape tile;
`;

let analysis: Analysis;
beforeAll(async () => {
  analysis = await analyzeFiles(
    [
      { name: 'x.cu', text },
      { name: 'mainloop.hpp', text: header },
    ],
    { arch: 800 },
  );
});

test('an alias of a class says which class it is, and what CuTe computes with of it', () => {
  expect(hoverText(analysis, text, 'Collective =').split('\n')).toEqual([
    '**Collective** type: `Mainloop<Policy<…>, (_64,_32), half_t>`',
    '',
    'declared in mainloop.hpp',
    '',
    '| member | value |',
    '| --- | --- |',
    '| `TileShape` | `(_64,_32)` |',
    expect.stringMatching(/^\| `TiledMma` \| tiled MMA: 128 threads .* atom SM80/),
    '| `SmemLayoutA` | `Sw<2,4,3> o smem_ptr[16b](unset) o ((_8,_8),(_32,_1),(_1,_3)):((_32,_256),(_1,_0),(_0,_2048))` |',
  ]);
});

test('so do the names that lead to it', () => {
  const expected = hoverText(analysis, text, 'Collective =').replace('**Collective**', '**Op**');
  expect(hoverText(analysis, text, 'Op;')).toBe(expected);
  expect(hoverText(analysis, text, 'Collective::TileShape')).toContain('SmemLayoutA');
});

test('a class without layouts has no hover', () => {
  expect(hoverText(analysis, text, 'Arguments =')).toBe('');
});

test('the declaration is that of the specialisation that was chosen', () => {
  const shown = hover({
    analysis,
    file: `${FOLDER}/x.cu`,
    offset: text.indexOf('Collective ='),
    active: undefined,
    textOf: () => undefined,
  });
  const places = (shown?.blocks ?? []).flatMap((block) => (block.is === 'line' ? block.content : []));
  const at = places.flatMap((piece) => (piece.is === 'place' ? [piece.at] : []));
  expect(at.map(({ start, end }) => header.slice(start, end))).toEqual(['Mainloop']);
});
