// For every fixture and example, the evaluator's value at each marked place is exactly what the real CuTe prints there.
import { describe, expect, test } from 'vitest';
import { readConfirmed } from '../oracle/confirmed';
import { places, report } from '../support/expect';
import { allFixtures, type Fixture } from '../support/fixture';
import { unconfirmedOnGpu } from '../support/verify-records';
import { atLeast } from '../support/cases';

const fixtures = allFixtures();

describe('annotations', () => {
  test.each(
    atLeast(
      90,
      fixtures.map((fixture) => [fixture.name, fixture] as const),
    ),
  )('%s', async (_, fixture) => {
    expect(fixture.annotations.length).toBeGreaterThan(0);
    expect(report(fixture, await places(fixture))).toBe('');
  });
});

describe('provenance', () => {
  const confirmed = readConfirmed();
  const isExample = ({ name }: Fixture): boolean => name.startsWith('examples/');
  const asked = fixtures.filter((fixture) => fixture.oracle === true || isExample(fixture));
  test.each(
    atLeast(
      80,
      asked.map((fixture) => [fixture.name, fixture] as const),
    ),
  )(
    'CuTe itself confirmed the present text of %s: on the host (npm run test:oracle) or on a GPU (scripts/verify-programs.mjs)',
    (name, fixture) => {
      const byHost = fixture.oracle === true && confirmed[name]?.hash === fixture.hash;
      expect(byHost || (isExample(fixture) && unconfirmedOnGpu(fixture).length === 0)).toBe(true);
    },
  );
});
