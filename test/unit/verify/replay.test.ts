// Replays the records of an H200: every probed fact is confirmed again, thread by thread, and the same comparison
// refutes mismatches that are planted into the same records.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../support/fixture';
import {
  exampleHash,
  isExample,
  readRecord,
  recordNames,
  recordsTable,
  verdictsAsPredicted,
  verdictsNow,
} from '../../support/verify-records';
import { atLeast } from '../../support/cases';

const all = recordNames();
const examples = all.filter((name) => isExample(readRecord(name)));
const drivers = all.filter((name) => name.startsWith('driver-'));
const tutorials = all.filter((name) => !examples.includes(name) && !drivers.includes(name));

const refutedIn = (
  verdicts: readonly { readonly says: string; readonly why?: string; readonly probe: number }[],
): readonly string[] =>
  verdicts.flatMap(({ says, why = '', probe }) => (says === 'confirmed' ? [] : [`${probe} ${says}: ${why}`]));

describe('what an H200 recorded', () => {
  test("of every example, as its text is now, and of eight of CUTLASS's tutorials", () => {
    expect(examples.map((name) => [name, readRecord(name).source])).toEqual(
      examples.map((name) => [name, exampleHash(`${name}.cu`)]),
    );
    expect([examples.length, new Set(tutorials.map((name) => readRecord(name).file)).size]).toEqual([14, 8]);
    for (const name of all)
      expect([name, readRecord(name).ended, readRecord(name).machine.device]).toEqual([name, 'exit 0', 'NVIDIA H200']);
  });
  test('of files without main, as their texts are now, through their drivers', () => {
    expect(drivers).toEqual(['driver-scale.cu', 'driver-stage.cuh']);
    for (const name of drivers) {
      const file = name.slice('driver-'.length);
      const text = readFileSync(join(ROOT, 'test/fixtures/verify', file), 'utf8');
      const probes = readRecord(name).probes.filter((probe) => basename(probe.file) === file);
      expect(probes.length).toBeGreaterThan(8);
      expect(probes.map(({ start, end }) => text.slice(start, end))).toEqual(probes.map((probe) => probe.name));
    }
  });
  test('covers at least 95 % of what is predicted, and refutes none', () => {
    const totals = all.map((name) => readRecord(name).totals);
    expect(totals.filter(({ probed, predicted, refuted }) => probed < 0.95 * predicted || refuted > 0)).toEqual([]);
  });
  test('is what docs/verify.md shows', () => {
    expect(readFileSync(join(ROOT, 'docs/verify.md'), 'utf8')).toContain(recordsTable());
  });
  test.each(atLeast(14, examples))(
    '%s: what the evaluator says today',
    async (name) => {
      const verdicts = await verdictsNow(readRecord(name));
      expect(refutedIn(verdicts)).toEqual([]);
      expect(new Set(verdicts.map(({ probe }) => probe)).size).toBe(readRecord(name).totals.confirmed);
    },
    60_000,
  );
  test.each(atLeast(18, [...tutorials, ...drivers]))('%s: what was predicted of it', (name) => {
    const verdicts = verdictsAsPredicted(readRecord(name));
    expect(refutedIn(verdicts)).toEqual([]);
    expect(new Set(verdicts.map(({ probe }) => probe)).size).toBe(readRecord(name).totals.confirmed);
  });
});

describe('a wrong prediction, planted in the records of a run', () => {
  const kept = readRecord('cutlass-sgemm_1-512-768-256-N-T');
  const says = (change: Partial<typeof kept>): readonly string[] =>
    refutedIn(verdictsAsPredicted({ ...kept, ...change }));

  test('a layout', () => {
    const wrong = kept.expected.map((one) =>
      one.text === '(_128,_128):(_1,512)' ? { ...one, text: '(_128,_128):(_1,768)' } : one,
    );
    expect(says({ expected: wrong })).toEqual([
      expect.stringMatching(/refuted: .*CuTe says \(_128,_128\):\(_1,512\), predicted \(_128,_128\):\(_1,768\)/),
    ]);
  });
  test('one element of one thread', () => {
    const [row] = kept.owned;
    const list = kept.lists[row?.[2] ?? 0] ?? [];
    const lists = [...kept.lists, [...list.slice(0, -1), 12345]];
    const owned = [[row?.[0] ?? 0, row?.[1] ?? 0, lists.length - 1, 77, row?.[4] ?? 0], ...kept.owned];
    expect(says({ lists, owned })).toEqual([expect.stringContaining('block 0, thread 77 has other elements')]);
  });
  test('the start of a tile', () => {
    const moved = kept.predicted.map(({ sample, rows }) => ({
      sample,
      rows: rows.map((row) =>
        sample === '1,0,0 0,0,0' ? row.map((n, at) => (at > 2 && at % 2 === 1 && n > 0 ? n + 4 : n)) : row,
      ),
    }));
    expect(says({ predicted: moved }).length).toBeGreaterThan(0);
  });
});
