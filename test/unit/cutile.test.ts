// cuTile Rust: twelve programs, each with what the rules of cutile-rs give for it, and the programs' findings; broken
// and edited text.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { analyzeFixture, checkFixtures } from '../support/check-fixture';
import { damage } from '../support/damage';
import { analyzeFiles, STEPS } from '../support/engine';
import { ROOT } from '../support/fixture';
import { allLanguages } from '../support/front-end';
import { random } from '../support/random';
import { marksAndValues, tileFixtures } from '../support/tile-fixture';
import { present } from '../support/present';
import { atLeast } from '../support/cases';

const fixtures = tileFixtures();
const example = readFileSync(join(ROOT, 'examples/tiles.rs'), 'utf8');

describe('programs say what the rules of cuTile give', () => {
  test.each(
    atLeast(
      13,
      fixtures.map((fixture) => [fixture.name, fixture] as const),
    ),
  )('%s', async (_, fixture) => {
    expect(fixture.annotations.length).toBeGreaterThan(0);
    const { marked, found } = await marksAndValues(fixture);
    expect(found).toEqual(marked);
  });
});

test.each([
  ['0..3', 3],
  ['0..=3', 4],
])('a loop over %s has %i rounds', async (range, end) => {
  const languages = await allLanguages();
  const document = languages.open('loop.rs', `fn f() { for i in ${range} { g(i); } }`);
  const [loop] = document.program().items.flatMap((item) => (item.is === 'Func' ? (item.body?.body ?? []) : []));
  const until = loop?.is === 'For' ? loop.until : undefined;
  const rounds = until?.is === 'Binary' ? [until.left, until.right] : [until];
  expect(rounds.reduce((sum, one) => sum + (one?.is === 'Int' ? one.value : NaN), 0)).toBe(end);
  document.dispose();
});

describe('repairs', () => {
  // That each takes its finding away and brings up no other is asked of all fixtures of checks.
  test.each([
    ['explicit-grid', ["Launch the partition's grid (4, 4, 1)", "Launch the partition's grid (4, 4, 1)"]],
    ['no-grid', ['Launch all of it: .grid((3, 1, 1))']],
    ['broadcast-rank', ['Reshape [16] to [16, 1] first']],
    ['index-oob', ['Count to num_tiles(&p, 1)']],
    ['loop-truncates', ['Count to num_tiles(&p, 1)']],
    ['nested-gap', ['Cut into 32, which divides 96']],
    ['tile-power-of-two', ['Make axis 0 64', 'Make axis 0 32', 'Make axis 1 32', 'Make axis 1 16']],
    ['old-spelling', ['Write load_tile_like', 'Write &', 'Write &']],
  ])('of %s', async (slug, titles) => {
    const fixture = checkFixtures().find(({ name }) => name.endsWith(`${slug}.rs`));
    const { diagnostics } = await analyzeFixture(present(fixture));
    expect(diagnostics.flatMap(({ fixes }) => fixes.map(({ title }) => title))).toEqual(titles);
  });
});

describe('text that is typed', () => {
  test('300 damaged versions of the example are answered within the budget', async () => {
    const rng = random(7);
    for (let i = 0; i < 300; i++) {
      const broken = damage(example, rng);
      const { stats, bugs } = await analyzeFiles([{ name: 'tiles.rs', text: broken }]);
      expect(bugs, `version ${i}\n${broken}`).toEqual([]);
      // The step that finds the budget spent is the last one.
      expect(stats.steps, `version ${i}\n${broken}`).toBeLessThanOrEqual(STEPS + 1);
    }
  }, 120_000);

  test('a document that was edited 150 times has the program of a fresh one after each', async () => {
    const rng = random(11);
    const languages = await allLanguages();
    const file = '/test/tiles.rs';
    const document = languages.open(file, example);
    let text = example;
    for (let i = 0; i < 150; i++) {
      // A broken text stays for a while, and then the example is typed again.
      text = rng.chance(0.3) ? example : damage(text, rng);
      document.update(text);
      const fresh = languages.open(file, text);
      expect(document.program(), `edit ${i}\n${text}`).toEqual(fresh.program());
      fresh.dispose();
    }
    document.dispose();
  }, 60_000);
});
