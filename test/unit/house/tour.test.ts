// The results that the tour prints are those that CuTe Lens computes, and what the walkthrough refers to exists.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { analyzeText, programOf, resultOf } from '../../../server/src/lone-expression';
import { factText } from '../../../core/src/values/print';
import { partOf } from '../../../client/src/glossary-part';
import { terms } from '../../../core/src/ide/blocks';
import { cudaFrontEnd } from '../../support/front-end';

const root = join(import.meta.dirname, '..', '..', '..');

test.each([
  ['tour', 6],
  ['glossary', 2],
])('the results in the %s are right', async (name, few) => {
  const page = readFileSync(join(root, 'docs', `${name}.md`), 'utf8');
  const reader = await cudaFrontEnd();
  const lines = [...page.matchAll(/^(\w.*;?)\s+\/\/ (\S.*)$/gm)];
  expect(lines.length).toBeGreaterThan(few);
  for (const [, expression = '', printed] of lines) {
    const value = resultOf(analyzeText(programOf('', expression.trim()), {}, reader))?.seen[0]?.value;
    expect(value && factText(value), expression).toBe(printed);
  }
});

test('every word that hovers link to has a part of its own in the glossary', () => {
  const page = readFileSync(join(root, 'docs', 'glossary.md'), 'utf8');
  for (const term of terms) expect(partOf(page, term), term).toMatch(/^## /);
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
