// Every check: its fixtures say exactly what it finds, its examples are true, and its repairs repair.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checks } from '../../../core/src/checks/index';
import { claimedRefusals, readRefusals } from '../../oracle/refusals';
import { checkFixtures, exampleProgram, marksAndFindings, remarked, tryFixes } from '../../support/check-fixture';
import { analyzeFiles } from '../../support/engine';
import { entryText, parseFixture, readFixture, ROOT } from '../../support/fixture';

const fixtures = checkFixtures();

describe('fixtures', () => {
  test.each(fixtures.map((fixture) => [fixture.name, fixture] as const))('%s', async (_, fixture) => {
    if (process.env['UPDATE_EXPECT'] === '1') writeFileSync(fixture.path, await remarked(fixture));
    const { marked, found } = await marksAndFindings(
      process.env['UPDATE_EXPECT'] === '1' ? readFixture(fixture.path) : fixture,
    );
    expect(found).toEqual(marked);
  });

  test('a finding that is not marked, and a mark that is not found, fail', async () => {
    const fixture = (text: string) =>
      parseFixture(
        join(ROOT, 'test/fixtures/checks/one.cu'),
        `#include <cute/tensor.hpp>\nusing namespace cute;\nvoid f() {\n${text}\n}\n`,
      );
    const unmarked = await marksAndFindings(fixture('  auto a = logical_divide(Layout<Int<100>>{}, _32{});'));
    expect(unmarked.found).toHaveLength(1);
    expect(unmarked.marked).toEqual([]);
    const wrong = await marksAndFindings(
      fixture('  auto a = Layout<_100>{};\n  //       ^^^^^^^^^^^^^^ warning[tile-remainder]: no'),
    );
    expect(wrong.found).toEqual([]);
    expect(wrong.marked).toHaveLength(1);
  });
});

describe('repairs remove the finding and evaluate', () => {
  test.each(fixtures.map((fixture) => [fixture.name, fixture] as const))('%s', async (name, fixture) => {
    if (fixture.files.length > 1) return;
    const repairs = await tryFixes(fixture.files[0]?.name ?? '', entryText(fixture));
    expect(
      repairs
        .filter(({ faults }) => faults.length > 0)
        .map(({ diagnostic, fix, faults }) => `${name}: ${diagnostic.message}: ${fix.title}: ${faults.join(', ')}`),
    ).toEqual([]);
  });
});

test('a bank conflict is repaired by a swizzle and by padding, which keeps what a copy needs to be aligned', async () => {
  const { bad } = checks.find(({ slug }) => slug === 'bank-conflict') ?? { bad: '' };
  const repairs = await tryFixes('example.cu', exampleProgram(bad));
  expect(repairs.map(({ fix }) => [fix.title, ...fix.edits.map(({ text }) => text)])).toEqual([
    [
      'Swizzle the layout with Swizzle<3,3,3>: no conflict',
      'composition(Swizzle<3, 3, 3>{}, Layout<Shape<_16, _64>, Stride<_64, _1>>{})',
    ],
    ['Pad to a stride of 72 instead of 64: no conflict', 'Layout<Shape<_16, _64>, Stride<_72, _1>>{}', '1144'],
  ]);
  expect(repairs.flatMap(({ faults }) => faults)).toEqual([]);
});

test('a launch is repaired by the names that it gives extents, tiles and layouts', async () => {
  const titles = async (slug: string): Promise<readonly string[]> => {
    const fixture = fixtures.find(({ name }) => name.endsWith(`/${slug}.cu`));
    return fixture ? (await tryFixes('launch.cu', entryText(fixture))).map(({ fix }) => fix.title) : [];
  };
  expect(await titles('grid-size')).toContain('Launch ceil_div(m, bM) blocks in x');
  expect(await titles('block-size')).toContain('Launch size(threads) threads');
});

describe('CuTe itself refuses what fixtures say it does (npm run test:oracle -- refusals)', () => {
  const confirmed = readRefusals();
  test.each(
    fixtures
      .map((fixture) => [fixture.name, claimedRefusals(fixture).length, fixture.hash] as const)
      .filter(([, claims]) => claims > 0),
  )('%s', (name, claims, hash) => {
    expect(confirmed[name]).toMatchObject({ hash, refusals: claims });
  });
});

describe.each(checks.map((check) => [check.slug, check] as const))('%s', (slug, check) => {
  const suffix = check.language ? 'rs' : 'cu';
  const name = `example.${suffix}`;
  const found = async (text: string) =>
    (await analyzeFiles([{ name, text: exampleProgram(text, check.language) }])).diagnostics;

  test('has a fixture of its own, with a place where it speaks', () => {
    expect(existsSync(join(ROOT, `test/fixtures/checks/${slug}.${suffix}`))).toBe(true);
    const own = fixtures.find(({ name: path }) => path.endsWith(`/${slug}.${suffix}`));
    expect(own?.annotations.some(({ text }) => text.startsWith(`${check.level}[${slug}]: `))).toBe(true);
  });

  test('finds something in its bad example and nothing in its good one', async () => {
    expect((await found(check.bad)).map(({ code }) => code)).toContain(slug);
    expect((await found(check.good)).filter(({ code, level }) => code === slug || level !== 'hint')).toEqual([]);
  });

  test('its repairs of the bad example repair', async () => {
    const repairs = await tryFixes(name, exampleProgram(check.bad, check.language));
    expect(repairs.flatMap(({ fix, faults }) => faults.map((fault) => `${fix.title}: ${fault}`))).toEqual([]);
  });

  test('is described', () => {
    expect(slug).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(check.title).toMatch(/^[A-Z].*[^.]$/);
    expect(check.explains.trim()).not.toBe('');
  });
});

test('slugs are unique', () => {
  expect(new Set(checks.map(({ slug }) => slug)).size).toBe(checks.length);
});
