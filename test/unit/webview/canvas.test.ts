// What a frame is drawn from: the scale of a slice, and the runs of cells that share a label. No pixels.
import { expect, test } from 'vitest';
import type { Picture } from '../../../core/src/views/model';
import { scaleOf } from '../../../webview/src/canvas/camera';
import { offsetRange } from '../../../webview/src/canvas/look';
import { runsIn } from '../../../webview/src/canvas/runs';
import type { Action } from '../../../webview/src/state';
import { page, picture } from './support';

test('a slice has a scale of its own', () => {
  const slices = picture({
    shape: '(_4,_4,_64)',
    layout: '(_4,_4,_64):(_1,_4,_16)',
    axes: { rows: [0], columns: [1], fixed: [0, 0, 0] },
  });
  const range = (...actions: readonly Action[]): readonly number[] | undefined => {
    const cells = page({ pictures: [slices] }, ...actions).scene.panes[0]?.cells;
    return cells && offsetRange(cells);
  };
  expect(range()).toEqual([0, 15]);
  expect(range({ type: 'slice', picture: 'a', mode: 2, at: 3 })).toEqual([48, 63]);
});

test('between pictures there is room for titles and numbers, however small the canvas', () => {
  const one = (id: string, row: number): Picture =>
    picture({ id, at: { row, column: 0 }, shape: '(_4,_64)', layout: '(_4,_64):(_64,_1)' });
  for (const width of [300, 400, 900]) {
    const { scene, camera } = page(
      { pictures: [one('a', 0), one('b', 1)] },
      { type: 'resize', extent: { width, height: 600 }, density: 1 },
    );
    const [above, below] = scene.panes;
    const gap = (below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0);
    expect(gap * scaleOf(camera)).toBeGreaterThanOrEqual(36);
  }
});

test('neighbours in a row that one thread owns are a run', () => {
  const threads = { tv: '(_8,_4):(_4,_1)', tile: [4, 8], names: { thread: 'T', value: 'V' } } as const;
  const across = { tv: '((_4,_2),_4):((_1,_16),_4)', tile: [4, 8], names: { thread: 'T', value: 'V' } } as const;
  const runs = (one: Picture['owners']): readonly (readonly number[])[] => {
    const cells = page({ pictures: [picture(one && { owners: one })] }).scene.panes[0]?.cells;
    const found = cells ? runsIn(cells, { top: 0, left: 0, bottom: 2, right: 8 }) : [];
    return found.map(({ row, column, length }) => [row, column, length]);
  };
  expect(runs(threads)).toEqual([]);
  expect(runs(across)).toEqual([
    [0, 0, 4],
    [0, 4, 4],
    [1, 0, 4],
    [1, 4, 4],
  ]);
  expect(runs(undefined)).toEqual([]);
});
