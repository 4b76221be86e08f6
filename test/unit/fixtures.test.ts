// Every fixture and every example: what the evaluator says of each marked place is exactly what real CuTe prints there.
import { describe, expect, test } from 'vitest';
import { readConfirmed } from '../oracle/confirmed';
import { placeOf, readGpuRecords, SAMPLES, type GpuRecord, type GpuValue } from '../oracle/gpu';
import { places, report } from '../support/expect';
import { allFixtures, type Annotation, type Fixture } from '../support/fixture';

const fixtures = allFixtures();

describe('annotations', () => {
  test.each(fixtures.map((fixture) => [fixture.name, fixture] as const))('%s', async (_, fixture) => {
    expect(fixture.annotations.length).toBeGreaterThan(0);
    expect(report(fixture, await places(fixture))).toBe('');
  });
});

describe('provenance', () => {
  const confirmed = readConfirmed();
  const recorded = new Map(readGpuRecords().map((record) => [record.example, record]));
  const asked = fixtures.filter(({ name, oracle }) => oracle === true || recorded.has(name));
  test.each(asked.map((fixture) => [fixture.name, fixture] as const))(
    'CuTe itself confirmed the present text of %s: on the host (npm run test:oracle) or on a GPU (scripts/gpu.ts)',
    (name, fixture) => {
      const byHost = fixture.oracle === true && confirmed[name]?.hash === fixture.hash;
      const record = recorded.get(name);
      expect(byHost || (record !== undefined && unconfirmed(fixture, record).length === 0)).toBe(true);
    },
  );
});

/** The annotations that a GPU did not print so. All of them where another text was run there. */
function unconfirmed(fixture: Fixture, record: GpuRecord): Annotation[] {
  if (record.hash !== fixture.hash) return [...fixture.annotations];
  const at = (place: Omit<GpuValue, 'texts'>): string => `${place.file}:${place.line}:${place.column}:${place.name}`;
  const texts = new Map(record.values.map((value) => [at(value), value.texts[SAMPLES[0]] ?? []]));
  return fixture.annotations.filter((annotation) => !texts.get(at(placeOf(fixture, annotation)))?.includes(annotation.text));
}
