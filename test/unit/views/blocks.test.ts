// Tensors of cuTile Rust in the tiles of their partitions: coordinates, ragged edges, permuted axes, the block that is
// picked out.
import { describe, expect, test } from 'vitest';
import { cellsOf, propertiesOf, svg, text as textOf } from '../../../core/src/draw';
import { visualizeFact } from '../../../core/src/ide/pictures/visualize';
import type { ViewId, ViewModel } from '../../../core/src/views/model';
import { analyzeFiles, FOLDER } from '../../support/engine';
import { entryText, readFixture, ROOT } from '../../support/fixture';
import { fromPage } from '../../../protocol/src/webview';
import { join } from 'node:path';

/** What is drawn of the declaration or parameter `name` of one of the twelve programs. */
async function drawn(program: string, name: string, view?: ViewId): Promise<ViewModel> {
  const fixture = readFixture(join(ROOT, `test/fixtures/cutile/${program}.rs`));
  const text = entryText(fixture);
  const analysis = await analyzeFiles([{ name: 'x.rs', text }], { block: fixture.block });
  const fact = (analysis.facts.get(`${FOLDER}/x.rs`) ?? []).find(
    (one) => one.name === name && (one.role === 'parameter' || one.role === 'declaration'),
  );
  const found =
    fact &&
    visualizeFact(fact, { analysis, active: undefined, textOf: () => text, explain: () => [], ...(view && { view }) });
  if (found?.is !== 'drawn') throw new Error(`${name} of ${program} is not drawn`);
  return found.model;
}

describe('blocks', () => {
  test('draws the tensor, and picks out the part of the sample block', async () => {
    const model = await drawn('even', 'z', 'blocks');
    expect(fromPage({ type: 'view', view: model.view })).toBeDefined();
    expect(model).toMatchObject({ view: 'blocks', selection: { tile: [2, 1] }, labelBy: 'tile' });
    const [cells] = cellsOf(model);
    expect([cells?.grid.rows, cells?.grid.columns]).toEqual([128, 256]);
    const at = cells?.grid.indexAt(64, 64) ?? -1;
    expect(cells && propertiesOf(cells, at)).toEqual(
      expect.arrayContaining([expect.objectContaining({ value: '16448' })]),
    );
  });

  test('hatches what a ragged tile has beyond the tensor', async () => {
    const [picture] = (await drawn('softmax', 'y', 'blocks')).pictures;
    expect(picture).toMatchObject({ shape: '(32,_64)', bounds: [32, 50], tiles: { extents: [16, 64] } });
  });

  test('lays the axes of a permuted tile along those of the tensor', async () => {
    const model = await drawn('permuted', 't', 'blocks');
    expect(model.pictures[0]).toMatchObject({ tiles: { extents: [32, 8] } });
    expect(model.selection).toEqual({ tile: [1, 2] });
  });
});

/** The cells of a picture in words, row by row. */
function rows(model: ViewModel): string[] {
  return textOf(model)
    .split('\n')
    .filter((line) => /^ ?\d+ {2}\|/.test(line))
    .map((line) => line.replace(/^ *\d+ {2}\| *| *\|$/g, '').replace(/ *\| */g, ' | '));
}

describe('grid', () => {
  test('has a cell for each tile, and outlines the sample block', async () => {
    const model = await drawn('even', 'z');
    expect(model).toMatchObject({
      view: 'block-grid',
      selection: { tile: [2, 1] },
      labelBy: 'tile',
      pictures: [{ caption: 'grid (4, 4, 1)' }],
    });
    expect(rows(model)[2]).toBe('(2,0) | (2,1) | (2,2) | (2,3)');
    expect(
      svg(model)
        .match(/class="picked" d="([^"]*)"/)?.[1]
        ?.match(/z/g),
    ).toHaveLength(1);
  });

  test('shows the order in which persistent blocks take tiles', async () => {
    const model = await drawn('mapped', 'z');
    expect(model).toMatchObject({
      labelBy: 'owner',
      colourBy: 'thread',
      selection: { thread: 2 },
      pictures: [{ caption: '4 persistent blocks take (4, 4) tiles in turn' }],
    });
    expect(rows(model)).toEqual(
      [0, 1, 2, 3].map((block) => [0, 1, 2, 3].map((turn) => `B${block} #${turn}`).join(' | ')),
    );
  });

  test('shows which tiles a load takes while a loop counts', async () => {
    const model = await drawn('gemm', 'a');
    expect(model).toMatchObject({ labelBy: 'owner', colourBy: 'value' });
    expect(rows(model)[2]).toBe('i = 0 | i = 1 | i = 2 | i = 3');
    expect(rows(model).join('').match(/=/g)).toHaveLength(4);
  });

  test('puts matrices of rank 3 side by side, and says what is ragged', async () => {
    const model = await drawn('rank3', 'c');
    expect(model).toMatchObject({
      notes: ['Axis 2 is ragged: 16 of the 32 elements of its last tile exist.'],
      selection: { tile: [2, 1, 2] },
    });
    expect(rows(model)[1]?.split(' | ').slice(6, 9)).toEqual(['(2,1,0)', '(2,1,1)', '(2,1,2)']);
  });

  test('says along which axes a permuted partition lies', async () => {
    expect((await drawn('permuted', 'p')).notes).toEqual([
      'Axis i of the grid lies along axis [1, 0][i] of the tensor.',
    ]);
  });
});
