// The results that the tour prints are those that CuTe Lens computes, and what the walkthrough refers to exists.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { analyzeText, programOf, resultOf } from '../../../server/src/lone-expression';
import { factText } from '../../../core/src/values/print';
import { cudaFrontEnd } from '../../support/front-end';

const root = join(import.meta.dirname, '..', '..', '..');
const tour = readFileSync(join(root, 'docs', 'tour.md'), 'utf8');

test('the results in the tour are right', async () => {
  const reader = await cudaFrontEnd();
  const lines = [...tour.matchAll(/^(\w.*;?)\s+\/\/ (\S+)$/gm)];
  expect(lines.length).toBeGreaterThan(6);
  for (const [, expression = '', printed] of lines) {
    const value = resultOf(analyzeText(programOf('', expression.trim()), {}, reader))?.seen[0]?.value;
    expect(value && factText(value), expression).toBe(printed);
  }
});

test('the walkthrough names commands and files that exist', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    contributes: {
      commands: { command: string }[];
      walkthroughs: { steps: { description: string; media: { image?: string; markdown?: string } }[] }[];
    };
  };
  const commands = new Set(manifest.contributes.commands.map(({ command }) => command));
  for (const { description, media } of manifest.contributes.walkthroughs.flatMap(({ steps }) => steps)) {
    const file = media.image ?? media.markdown ?? '';
    expect(existsSync(join(root, file)), file).toBe(true);
    for (const [, command = ''] of description.matchAll(/\(command:(cuteLens\.\w+)\)/g))
      expect(commands.has(command), command).toBe(true);
  }
});
