// Every declaration of the examples can be asked for a picture: each view that accepts its value draws it, or says why
// not.
import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { cellsOf, geometryOf, labelOf } from '../../../core/src/draw';
import type { FrontEnd } from '../../../core/src/frontends/front-end';
import { activeInstance, visualizeFact } from '../../../core/src/ide';
import { explain } from '../../../core/src/index';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyzeFile } from '../../../server/src/cli/inspect';
import { cudaFrontEnd } from '../../support/front-end';
import { ROOT } from '../../support/fixture';
import { atLeast } from '../../support/cases';

let reader: FrontEnd;
beforeAll(async () => {
  reader = await cudaFrontEnd();
});

const room = { titleHeight: 0, captionHeight: 0, widthOf: () => 0 };
const examples = readdirSync(join(ROOT, 'examples')).filter((name) => name.endsWith('.cu'));

describe('every value of', () => {
  test.each(atLeast(14, examples))('%s', (name) => {
    const file = join(ROOT, 'examples', name);
    const given = {
      file,
      args: '',
      defines: {},
      includePaths: [],
      thread: [0, 0, 0],
      block: [0, 0, 0],
      arch: 900,
    } as const;
    const { entry, analysis, sources } = analyzeFile(readFileSync(file, 'utf8'), given, reader);
    const active = activeInstance(analysis, undefined);
    let drawn = 0;
    for (const fact of (analysis.facts.get(entry) ?? []).filter(({ role }) => role === 'declaration')) {
      const input = { analysis, active, textOf: (path: string) => sources.textOf(path), explain, mostCells: 1 << 12 };
      const first = visualizeFact(fact, input);
      if (first?.is !== 'drawn') continue;
      for (const { id } of first.views) {
        const found = visualizeFact(fact, { ...input, view: id });
        if (found?.is !== 'drawn') throw new Error(`${fact.name ?? ''} has the view ${id}, which is not drawn`);
        const { model } = found;
        expect(JSON.parse(JSON.stringify(model))).toEqual(model);
        expect(JSON.stringify(model).length, `${fact.name ?? ''} as ${id}`).toBeLessThan(40_000);
        const cells = cellsOf(model);
        geometryOf(cells, room);
        for (const one of cells) labelOf(one, one.grid.size - 1, model.labelBy);
        drawn++;
      }
    }
    sources.close(entry);
    expect(drawn).toBeGreaterThan(0);
  });
});
