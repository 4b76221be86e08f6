// Tensors of cuTile Rust in the tiles of their partitions: coordinates, ragged edges, permuted axes, the block that is picked out.
import { describe, expect, test } from 'vitest';
import { cellsOf, propertiesOf } from '../../../core/src/draw';
import { visualizeFact } from '../../../core/src/ide/visualize';
import type { ViewModel } from '../../../core/src/views/model';
import { analyzeFiles, FOLDER } from '../../support/engine';
import { entryText, readFixture, ROOT } from '../../support/fixture';
import { fromPage } from '../../../protocol/src/webview';
import { join } from 'node:path';

/** What is drawn of the declaration or parameter `name` of one of the twelve programs. */
async function drawn(program: string, name: string): Promise<ViewModel> {
  const fixture = readFixture(join(ROOT, `test/fixtures/cutile/${program}.rs`));
  const analysis = await analyzeFiles([{ name: 'x.rs', text: entryText(fixture) }], { block: fixture.block });
  const fact = (analysis.facts.get(`${FOLDER}/x.rs`) ?? []).find((one) => one.name === name && (one.role === 'parameter' || one.role === 'declaration'));
  const found = fact && visualizeFact(fact, { analysis, active: undefined, textOf: () => undefined, explain: () => [] });
  if (found?.is !== 'drawn') throw new Error(`${name} of ${program} is not drawn`);
  return found.model;
}

describe('blocks', () => {
  test('draws the tensor, and picks out the part of the sample block', async () => {
    const model = await drawn('even', 'z');
    expect(fromPage({ type: 'view', view: model.view })).toBeDefined();
    expect(model).toMatchObject({ view: 'blocks', selection: { tile: [2, 1] }, labelBy: 'tile' });
    const [cells] = cellsOf(model);
    expect([cells?.grid.rows, cells?.grid.columns]).toEqual([128, 256]);
    const at = cells?.grid.indexAt(64, 64) ?? -1;
    expect(cells && propertiesOf(cells, at)).toEqual(expect.arrayContaining([expect.objectContaining({ value: '16448' })]));
  });

  test('hatches what a ragged tile has beyond the tensor', async () => {
    const [picture] = (await drawn('softmax', 'y')).pictures;
    expect(picture).toMatchObject({ shape: '(32,_64)', bounds: [32, 50], tiles: { extents: [16, 64] } });
  });

  test('lays the axes of a permuted tile along those of the tensor', async () => {
    const model = await drawn('permuted', 't');
    expect(model.pictures[0]).toMatchObject({ tiles: { extents: [32, 8] } });
    expect(model.selection).toEqual({ tile: [1, 2] });
  });
});
