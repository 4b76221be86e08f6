// Where pictures stand: as large as the canvas lets them be, without losing what their places mean.
import { expect, test } from 'vitest';
import { cellsOf } from '../../../core/src/draw';
import { layOut } from '../../../webview/src/canvas/scene';
import { model, picture } from './support';

/** Pictures of 4 by 32 at places of a table, laid out on a canvas, and how many columns they stand in. */
function columnsOf(places: readonly (readonly [number, number])[], width: number, height: number): number {
  const pictures = places.map(([row, column], at) =>
    picture({ id: `p${at}`, at: { row, column }, shape: '(_4,_32)', layout: '(_4,_32):(_32,_1)' }),
  );
  return new Set(layOut(cellsOf(model({ pictures })), { width, height }).panes.map(({ x }) => x)).size;
}

const [side, table, corner] = [
  [
    [0, 0],
    [0, 1],
  ],
  [
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 1],
  ],
  [
    [0, 1],
    [1, 0],
    [1, 1],
  ],
] as const;

test('pictures side by side stand below each other where that makes them larger', () => {
  expect([columnsOf(side, 1500, 300), columnsOf(side, 400, 900)]).toEqual([2, 1]);
});

test('so do those of a full table', () => {
  expect([columnsOf(table, 2000, 500), columnsOf(table, 400, 900)]).toEqual([2, 1]);
});

test('the place of the empty corner of A, B and C has a meaning', () => {
  expect([columnsOf(corner, 1500, 400), columnsOf(corner, 400, 900)]).toEqual([2, 2]);
});
