// Broken programs: whatever is typed, the engine answers, and no input takes it past its budget of steps.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { damage } from '../support/damage';
import { analyzeFiles, STEPS } from '../support/engine';
import { ROOT } from '../support/fixture';
import { random } from '../support/random';

const folder = join(ROOT, 'examples');
const examples = readdirSync(folder).filter((name) => name.endsWith('.cu'));
const INPUTS = 2000;

describe('damaged examples', () => {
  const each = INPUTS / examples.length;
  test.each(examples)(`${each} versions of %s`, async (name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    const rng = random(examples.indexOf(name) + 1);
    for (let i = 0; i < each; i++) {
      const broken = damage(text, rng);
      const { stats } = await analyzeFiles([{ name, text: broken }]).catch((error: unknown) => {
        throw new Error(`version ${i} of ${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n----\n${broken}`);
      });
      // The step that finds the budget spent is the last one.
      expect(stats.steps, `version ${i} of ${name}: past the budget of steps\n${broken}`).toBeLessThanOrEqual(STEPS + 1);
    }
  }, 120_000);

  test.each(examples)('%s itself needs less than a tenth of the budget', async (name) => {
    const { stats } = await analyzeFiles([{ name, text: readFileSync(join(folder, name), 'utf8') }]);
    expect(stats.exhausted).toBe(false);
    expect(stats.steps).toBeLessThan(STEPS / 10);
  });
});
