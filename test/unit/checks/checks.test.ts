// Tests every check: the marks of its fixtures are exactly its findings, its examples are correct, and its repairs
// remove the finding.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checks } from '../../../core/src/checks/index';
import { claimedRefusals, readRefusals } from '../../oracle/refusals';
import { countsOf, isCompiled, readRepaired } from '../../oracle/repairs';
import {
  checkFixtures,
  exampleProgram,
  marksAndFindings,
  remarked,
  repairsOf,
  tryFixes,
} from '../../support/check-fixture';
import { analyzeFiles } from '../../support/engine';
import { parseFixture, readFixture, ROOT } from '../../support/fixture';
import { present } from '../../support/present';
import { atLeast } from '../../support/cases';

const fixtures = checkFixtures();

describe('fixtures', () => {
  test.each(
    atLeast(
      60,
      fixtures.map((fixture) => [fixture.name, fixture] as const),
    ),
  )('%s', async (_, fixture) => {
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
  test.each(
    atLeast(
      60,
      fixtures.map((fixture) => [fixture.name, fixture] as const),
    ),
  )('%s', async (name, fixture) => {
    const repairs = await repairsOf(fixture);
    expect(
      repairs
        .filter(({ faults }) => faults.length > 0)
        .map(({ diagnostic, fix, faults }) => `${name}: ${diagnostic.message}: ${fix.title}: ${faults.join(', ')}`),
    ).toEqual([]);
    // What was compiled, and how often each check repaired something: a check that loses its repairs fails here.
    const kept = readRepaired()[name];
    expect(countsOf(repairs)).toEqual(kept?.repairs ?? {});
    if (repairs.length > 0) expect(kept).toMatchObject({ hash: fixture.hash });
  });
});

test('CuTe compiles what repairs write', () => {
  const refused = Object.entries(readRepaired()).flatMap(([name, kept]) =>
    (kept.refused ?? []).map((one) => [name, one]),
  );
  expect(refused).toEqual([]);
});

test('what is kept of repairs is of fixtures that exist, and CuTe compiled all that can be compiled', () => {
  const kept = readRepaired();
  expect(Object.keys(kept).length).toBeGreaterThan(10);
  for (const [name, { cutlass }] of Object.entries(kept)) {
    const fixture = fixtures.find((one) => one.name === name);
    expect(fixture, name).toBeDefined();
    expect(cutlass !== undefined, name).toBe(fixture !== undefined && isCompiled(fixture));
  }
});

test('a bank conflict is repaired by a swizzle and by padding, which keeps what a copy needs to be aligned', async () => {
  const { bad } = checks.find(({ slug }) => slug === 'bank-conflict') ?? { bad: '' };
  const repairs = await tryFixes([{ name: 'example.cu', text: exampleProgram(bad) }]);
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
    const fixture = present(fixtures.find(({ name }) => name.endsWith(`/${slug}.cu`)));
    return (await repairsOf(fixture)).map(({ fix }) => fix.title);
  };
  expect(await titles('grid-size')).toContain('Launch ceil_div(m, bM) blocks in x');
  expect(await titles('block-size')).toContain('Launch size(threads) threads');
});

test('the refusal of a name with template arguments has its operands as data', async () => {
  const text =
    '#include <cute/tensor.hpp>\nint main() { cute::tuple_element_t<5, cute::Shape<cute::_2, cute::_3>> x; }\n';
  const { refusals } = await analyzeFiles([{ name: 'main.cu', text }]);
  expect(refusals.map(({ rule }) => rule)).toEqual(['range']);
  expect(refusals.map(({ data }) => data)).toMatchObject([{ is: 'operands', of: { i: 5 } }]);
});

describe('CuTe itself refuses what fixtures say it does (npm run test:oracle -- refusals)', () => {
  const confirmed = readRefusals();
  test.each(
    atLeast(
      11,
      fixtures
        .map((fixture) => [fixture.name, claimedRefusals(fixture).length, fixture.hash] as const)
        .filter(([, claims]) => claims > 0),
    ),
  )('%s', (name, claims, hash) => {
    expect(confirmed[name]).toMatchObject({ hash, refusals: claims });
  });
});

describe.each(
  atLeast(
    60,
    checks.map((check) => [check.slug, check] as const),
  ),
)('%s', (slug, check) => {
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

  test('its repairs of the bad example repair, and its fixture has repairs where the example has', async () => {
    const repairs = await tryFixes([{ name, text: exampleProgram(check.bad, check.language) }]);
    expect(repairs.flatMap(({ fix, faults }) => faults.map((fault) => `${fix.title}: ${fault}`))).toEqual([]);
    const kept = readRepaired()[`test/fixtures/checks/${slug}.${suffix}`]?.repairs ?? {};
    if (repairs.some(({ diagnostic }) => diagnostic.code === slug)) expect(Object.keys(kept)).toContain(slug);
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
