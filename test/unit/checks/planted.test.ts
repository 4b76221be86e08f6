// Complete programs as users of CuTe write them, each correct or with one mistake that was planted in it. The
// first line
// of each says which: `// expect: none`, `// expect: CHECK line N`, or, where the mistake is not found today,
// `// expect: CHECK line N, not found: WHY`. In correct programs nothing is found at warning or above.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findingsOf } from '../../../server/src/cli/check';
import { analyzeFiles, FOLDER } from '../../support/engine';
import { ROOT } from '../../support/fixture';
import { atLeast } from '../../support/cases';

const folder = join(ROOT, 'test/fixtures/planted');

interface Planted {
  readonly name: string;
  readonly text: string;
  readonly mistake: string | undefined;
  readonly isFound: boolean;
}

const expected = /^\/\/ expect: ([\w-]+)(?: line (\d+))?(, not found: .+)?\n/;

const programs = readdirSync(folder).map((name): Planted => {
  const text = readFileSync(join(folder, name), 'utf8');
  const [, slug = 'none', line, missed] = expected.exec(text) ?? [];
  const mistake = slug === 'none' ? undefined : `${slug} ${line}`;
  return { name, text, mistake, isFound: missed === undefined };
});

async function found({ name, text }: Planted): Promise<readonly string[]> {
  const analysis = await analyzeFiles([{ name, text }], { arch: 900 });
  return findingsOf(analysis, (file) => file.slice(FOLDER.length + 1))
    .filter(({ level }) => level === 'error' || level === 'warning')
    .map(({ slug, line }) => `${slug} ${line}`);
}

const which = (holds: (one: Planted) => boolean) =>
  programs.filter(holds).map((one): [string, Planted] => [one.name, one]);

describe('programs', () => {
  const isCorrect = ({ mistake }: Planted): boolean => mistake === undefined;

  test.each(atLeast(28, which(isCorrect)))('%s is correct', async (_, program) => {
    expect(await found(program)).toEqual([]);
  });

  test.each(
    atLeast(
      55,
      which((one) => !isCorrect(one) && one.isFound),
    ),
  )('%s', async (_, program) => {
    expect(await found(program)).toContain(program.mistake);
  });

  test.each(
    atLeast(
      12,
      which(({ isFound }) => !isFound),
    ),
  )('%s: not found today', async (_, program) => {
    expect(await found(program)).not.toContain(program.mistake);
  });
});
