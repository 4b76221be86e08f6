// A window into a layout that is too large: wherever it stands, cells have the coordinates, indices and offsets of the
// whole.
import { expect, test } from 'vitest';
import { offset_of, parse, print } from '../../../core/src/algebra/index';
import type { Layout } from '../../../core/src/algebra/types';
import { int, type IntTuple } from '../../../core/src/algebra/leaf';
import { visualizeValue } from '../../../core/src/ide/index';
import { cellsOf } from '../../../core/src/draw/cells';
import { propertiesOf } from '../../../core/src/draw/labels';
import { movedTo, windowsOf } from '../../../core/src/draw/part';
import { columnHeaders, rowHeaders } from '../../../core/src/draw/geometry';
import type { ViewModel } from '../../../core/src/views/model';

const numberOf = (offset: IntTuple): string => print(offset).replace('_', '');

function modelOf(text: string): ViewModel {
  const drawn = visualizeValue({ value: parse(text) as Layout, title: 'x', steps: () => [] }, { mostCells: 64 });
  if (drawn.is !== 'drawn') throw new Error(drawn.reason);
  return drawn.model;
}

function moved(model: ViewModel, ...moves: readonly (readonly [mode: number, at: number])[]): ViewModel {
  const pictures = model.pictures.map((picture) => moves.reduce((one, [mode, at]) => movedTo(one, mode, at), picture));
  return { ...model, pictures };
}

test.each([
  ['(100,30):(1,128)', 2, 3],
  ['(_100,30):(_30,_1)', 12, 1],
  ['(20,(_4,_2),5):(_1,(_20,_160),_80)', 1, 0],
])('the cells of a part of %s are those of the whole', (text, row, column) => {
  const whole = parse(text) as Layout;
  const first = modelOf(text);
  const windows = windowsOf(first.pictures[0] ?? expect.fail('no picture'));
  expect(windows.length).toBeGreaterThan(0);
  const model = moved(first, ...windows.map(({ mode }) => [mode, mode === 0 ? row : column] as const));
  const [cells] = cellsOf(model);
  if (!cells) return expect.fail('no cells');
  expect(windowsOf(cells.picture).map(({ at }) => at)).toEqual(windows.map(({ mode }) => (mode === 0 ? row : column)));
  for (let index = 0; index < cells.grid.size; index++) {
    const said = new Map(propertiesOf(cells, index).map(({ name, value }) => [name, value]));
    const at = Number(said.get('index'));
    expect(said.get('offset')).toBe(numberOf(offset_of(whole, int(at))));
    expect(numberOf(offset_of(whole, parse(said.get('coordinate') ?? '') as never))).toBe(
      numberOf(offset_of(whole, int(at))),
    );
  }
  const [firstWindow] = windowsOf(cells.picture);
  const headers = firstWindow?.mode === 0 ? rowHeaders(cells) : columnHeaders(cells);
  expect(headers[0]?.[0]?.text).toBe(String(firstWindow?.from));
});

test('the last window ends with the mode, and moving back gives the first', () => {
  const first = modelOf('(100,30):(1,128)');
  const picture = first.pictures[0] ?? expect.fail('no picture');
  const [rows] = windowsOf(picture);
  const last = movedTo(picture, 0, (rows?.count ?? 0) - 1);
  expect(windowsOf(last)[0]?.to).toBe(99);
  expect(movedTo(last, 0, 0)).toMatchObject({ shape: picture.shape, layout: picture.layout });
});

test('a swizzled layout has no window', () => {
  expect(windowsOf(modelOf('Sw<2,0,3> o _0 o (_32,_32):(_32,_1)').pictures[0] ?? expect.fail('no picture'))).toEqual(
    [],
  );
});
