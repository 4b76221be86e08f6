// Every fixture and every example: what the evaluator says of each marked place is exactly what real CuTe prints there.
import { describe, expect, test } from 'vitest';
import { readConfirmed } from '../oracle/confirmed';
import { places, report } from '../support/expect';
import { allFixtures } from '../support/fixture';

const fixtures = allFixtures();

describe('annotations', () => {
  test.each(fixtures.map((fixture) => [fixture.name, fixture] as const))('%s', async (_, fixture) => {
    expect(fixture.annotations.length).toBeGreaterThan(0);
    expect(report(fixture, await places(fixture))).toBe('');
  });
});

describe('provenance', () => {
  const confirmed = readConfirmed();
  test.each(fixtures.filter(({ oracle }) => oracle === true).map((fixture) => [fixture.name, fixture.hash] as const))(
    'CuTe itself confirmed the present text of %s (npm run test:oracle)',
    (name, hash) => {
      expect(confirmed[name]?.hash).toBe(hash);
    },
  );
});
