// Pictures against CuTe: the owner of every cell is who CuTe's own print_latex says, and texts are what print_layout
// and print_latex write. test/golden/pictures.json holds CuTe's answers.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { cellsOf, text, tikz, type Cells } from '../../../core/src/draw';
import type { FrontEnd } from '../../../core/src/frontends/front-end';
import { cudaFrontEnd } from '../../support/front-end';
import { ROOT } from '../../support/fixture';
import type { PictureGolden } from '../../support/pictures';
import { modelOf } from '../../support/visualize';
import { atLeast } from '../../support/cases';

const golden = JSON.parse(readFileSync(join(ROOT, 'test/golden/pictures.json'), 'utf8')) as PictureGolden;

let reader: FrontEnd;
beforeAll(async () => {
  reader = await cudaFrontEnd();
});

/** `thread.value` of each cell, row by row. */
function drawn({ grid, owners }: Cells): string[] {
  return Array.from({ length: grid.rows }, (_, row) =>
    Array.from({ length: grid.columns }, (_c, column) => {
      const owner = owners?.first(grid.indexAt(row, column));
      return owner ? `${owner.thread}.${owner.value}` : '-';
    }).join(' '),
  );
}

test('CuTe has drawn ten MMA atoms and five tiled copies or more', () => {
  const of = (kind: string): number => golden.cases.filter((one) => one.kind === kind).length;
  expect(of('mma')).toBeGreaterThanOrEqual(10);
  expect(of('copy')).toBeGreaterThanOrEqual(5);
  for (const { pictures } of golden.cases)
    for (const rows of Object.values(pictures)) expect(rows.join('')).toMatch(/\d/);
});

describe('every cell has the owner that CuTe draws', () => {
  test.each(
    atLeast(
      21,
      golden.cases.map((one) => [`${one.setup.split(' auto ').at(-1) ?? ''} ${one.expr}`.trim(), one] as const),
    ),
  )('%s', (_, { setup, expr, pictures }) => {
    const cells = cellsOf(modelOf({ setup, expr }, reader));
    for (const [id, rows] of Object.entries(pictures))
      expect(drawn(cells.find(({ picture }) => picture.id === id) as Cells), id).toEqual(rows);
  });
});

/** Lines that put something into the picture; comments and the order of nodes make no difference. */
const strokes = (latex: readonly string[]): string[] => latex.filter((line) => /^\\(?:node|draw)/.test(line)).sort();

describe('what CuTe writes for a layout', () => {
  test.each(
    atLeast(
      4,
      golden.layouts.map((one) => [one.expr, one] as const),
    ),
  )('%s', (_, { expr, printLayout, printLatex }) => {
    const model = modelOf({ expr, view: 'layout' }, reader);
    expect(text(model)).toBe(printLayout.join('\n'));
    expect(strokes(tikz(model).split('\n'))).toEqual(strokes(printLatex));
  });
});
