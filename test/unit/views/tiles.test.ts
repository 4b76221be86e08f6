// The tiles of a divided tensor: both pictures of the division number them alike, so that they have the same colours.
import { beforeAll, expect, test } from 'vitest';
import { cellsOf, type Cells } from '../../../core/src/draw';
import { classOf } from '../../../core/src/draw/colours';
import type { FrontEnd } from '../../../core/src/frontends/front-end';
import { cudaFrontEnd } from '../../support/front-end';
import { modelOf } from '../../support/visualize';

let reader: FrontEnd;
beforeAll(async () => {
  reader = await cudaFrontEnd();
});

test.each([
  'zipped_divide(t, Shape<_4,_3>{})',
  'tiled_divide(t, Shape<_4,_3>{})',
  'flat_divide(t, Shape<_4,_3>{})',
  'logical_divide(t, Shape<_4,_3>{})',
  'logical_divide(t, make_tile(Layout<_4,_2>{}, _3{}))',
  'tiled_divide(t, make_tile(Layout<_4,_2>{}, _3{}))',
])('%s: an element is in the same tile in both pictures', (expr) => {
  const setup = 'auto t = make_layout(Shape<_8,_12>{}, Stride<_12,_1>{}); ';
  const model = modelOf({ setup, expr, view: 'tiles' }, reader);
  const [tensor, result] = cellsOf(model) as [Cells, Cells];
  const tiles = (cells: Cells): readonly string[] =>
    Array.from({ length: 96 }, (_, at) => `${cells.offsetAt(at)} in ${cells.regionAt(at)?.number}`).sort();
  expect(tiles(result)).toEqual(tiles(tensor));
  const colours = (cells: Cells): readonly string[] =>
    Array.from({ length: 96 }, (_, at) => `${cells.offsetAt(at)} as ${classOf(cells, at, 'tile')}`).sort();
  expect(colours(result)).toEqual(colours(tensor));
  expect(new Set(tiles(result).map((one) => one.split(' ')[2])).size).toBe(8);
});
