// cuTile Rust: twelve programs, each with what the rules of cutile-rs give for it, and the programs' findings.
import { describe, expect, test } from 'vitest';
import { marksAndValues, tileFixtures } from '../support/tile-fixture';

const fixtures = tileFixtures();

describe('programs say what the rules of cuTile give', () => {
  test.each(fixtures.map((fixture) => [fixture.name, fixture] as const))('%s', async (_, fixture) => {
    expect(fixture.annotations.length).toBeGreaterThan(0);
    const { marked, found } = await marksAndValues(fixture);
    expect(found).toEqual(marked);
  });
});
