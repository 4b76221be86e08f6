// The analyses of the examples stay far below the limits. test/fuzz tests damaged examples.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { analyzeFiles, STEPS } from '../support/engine';
import { ROOT } from '../support/fixture';
import { atLeast } from '../support/cases';

const folder = join(ROOT, 'examples');
const examples = readdirSync(folder).filter((name) => name.endsWith('.cu'));

test.each(atLeast(14, examples))('%s needs less than a tenth of the budget', async (name) => {
  const { stats } = await analyzeFiles([{ name, text: readFileSync(join(folder, name), 'utf8') }]);
  expect(stats.exhausted).toBe(false);
  expect(stats.steps).toBeLessThan(STEPS / 10);
});
