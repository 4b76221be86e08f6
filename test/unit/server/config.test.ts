// Settings as the editor delivers them: nested, dotted, wrong, or not at all.
import { describe, expect, test } from 'vitest';
import { assumptionsOf, splitArguments } from '../../../server/src/assumptions';
import { configurationSection } from '../../../scripts/settings-page';
import { parseConfig } from '../../../server/src/config';
import { expandPath, fileOfUri, uriOfFile } from '../../../server/src/paths';
import { cudaFrontEnd } from '../../support/front-end';

describe('parseConfig', () => {
  test('nothing gives the defaults of the schema', () => {
    const config = parseConfig(undefined);
    expect(config).toMatchObject({
      programArgs: '',
      cudaArch: undefined,
      thread: [0, 0, 0],
      hoverEnabled: true,
      stopAfterMs: 20_000,
    });
    expect(parseConfig(null)).toEqual(config);
  });

  test('nested and dotted keys are the same', () => {
    const nested = parseConfig({ program: { args: '512 N' }, sample: { thread: [5] }, arch: 'sm_100' });
    expect(nested).toMatchObject({ programArgs: '512 N', thread: [5, 0, 0], cudaArch: 1000 });
    expect(parseConfig({ 'program.args': '512 N', 'sample.thread': [5], arch: 'sm_100' })).toEqual(nested);
  });

  test('a value of the wrong form is the default, and spoils nothing else', () => {
    const config = parseConfig({
      program: { args: 5 },
      arch: 'sm_1',
      sample: { thread: [-1], block: [1, 2, 3] },
      defines: { M: 512, L: null },
    });
    expect(config).toMatchObject({
      programArgs: '',
      cudaArch: undefined,
      thread: [0, 0, 0],
      block: [1, 2, 3],
      defines: { M: '512' },
    });
  });

  test('levels of checks are entries of one object, or settings of their own as before', () => {
    for (const section of [{ checks: { 'narrow-copy': 'off' } }, { 'checks.narrow-copy': 'off' }])
      expect(parseConfig(section).levels.get('narrow-copy')).toBe('off');
    expect(parseConfig({ checks: { 'narrow-copy': 'loud' } }).levels.get('narrow-copy')).toBe('information');
  });

  test('each setting has a description and a default in the section of the manifest', () => {
    const groups = configurationSection() as {
      properties: Record<string, { markdownDescription: string; default: unknown; scope: string }>;
    }[];
    const properties = Object.assign(
      {},
      ...groups.map((group) => group.properties),
    ) as (typeof groups)[0]['properties'];
    expect(Object.keys(properties).length).toBeLessThanOrEqual(30);
    for (const [key, property] of Object.entries(properties)) {
      expect(key).toMatch(/^cuteLens\./);
      expect(property.markdownDescription.length, key).toBeGreaterThan(20);
      expect(property.default, key).toBeDefined();
    }
    expect(properties['cuteLens.includePaths']?.scope).toBe('machine-overridable');
  });
});

test.each([
  ['512 768 256 N T', ['512', '768', '256', 'N', 'T']],
  ['  a   b ', ['a', 'b']],
  ['--name="two words" \'single one\'', ['--name=two words', 'single one']],
  ['', []],
])('arguments %j', (line, words) => {
  expect(splitArguments(line)).toEqual(words);
});

test('defines are read as expressions', async () => {
  const given = { args: '', defines: { M: '512' }, thread: [1, 2, 3], block: [0, 0, 0], arch: 800 } as const;
  const assumptions = assumptionsOf(given, await cudaFrontEnd());
  expect(assumptions.defines.get('M')).toMatchObject({ is: 'Int', value: 512 });
  expect(assumptions).toMatchObject({ threadIdx: [1, 2, 3], arch: 800 });
});

test('paths and URIs', () => {
  expect(fileOfUri('file:///a/b%20c.cu')).toBe('/a/b c.cu');
  expect(uriOfFile('/a/b c.cu')).toBe('file:///a/b%20c.cu');
  expect(fileOfUri('untitled:Untitled-1')).toBe('untitled:Untitled-1');
  expect(uriOfFile('untitled:Untitled-1')).toBe('untitled:Untitled-1');
  process.env['CUTE_LENS_TEST'] = '/somewhere';
  expect(expandPath('${workspaceFolder}/include', '/project')).toBe('/project/include');
  expect(expandPath('${env:CUTE_LENS_TEST}/include', '/project')).toBe('/somewhere/include');
  expect(expandPath('include', '/project')).toBe('/project/include');
});
