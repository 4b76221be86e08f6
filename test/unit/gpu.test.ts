// Replays what an H200 printed: for every recorded place of every example, and for each thread that was asked there,
// the evaluator says the same, character by character.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { placeOf, readGpuRecords, SAMPLES, type GpuRecord, type GpuValue } from '../oracle/gpu';
import { places } from '../support/expect';
import { allFixtures, readFixture, ROOT } from '../support/fixture';

const records = readGpuRecords();
const where = ({ file, line, column, name }: Omit<GpuValue, 'texts'>): string => `${file}:${line}:${column} ${name}`;

/** What the record says thread `thread` printed, by place. A place is left out where its blocks have no such thread. */
function printed(record: GpuRecord, thread: number): Record<string, readonly string[]> {
  const all = record.values.map((value) => [where(value), [...(value.texts[thread] ?? value.texts[SAMPLES[0]] ?? [])].sort()] as const);
  return Object.fromEntries(all.filter(([, texts]) => texts.length > 0));
}

async function predicted(record: GpuRecord, thread: number): Promise<Record<string, readonly string[]>> {
  const fixture = readFixture(join(ROOT, record.example));
  const checked = await places({ ...fixture, thread: [thread, 0, 0] });
  return Object.fromEntries(checked.map(({ annotation, found }) => [where(placeOf(fixture, annotation)), found]));
}

describe('what a GPU printed', () => {
  test('there is a record of every example, and the first thread printed every place', () => {
    const examples = allFixtures().filter(({ name }) => name.startsWith('examples/'));
    expect(records.map(({ example }) => example)).toEqual(examples.map(({ name }) => name));
    for (const record of records) expect(Object.keys(printed(record, SAMPLES[0]))).toHaveLength(record.values.length);
  });
  test.each(records.map((record) => [record.example, record] as const))('%s is the text that ran, and it passed', (_, record) => {
    expect(readFixture(join(ROOT, record.example)).hash).toBe(record.hash);
    expect([record.exit, record.output.join('\n')]).toEqual([0, expect.stringMatching(/PASS$/)]);
  });
  test.each(records.flatMap((record) => SAMPLES.map((thread) => [record.example, thread, record] as const)))('%s, thread %i', async (_, thread, record) => {
    const [said, ours] = [printed(record, thread), await predicted(record, thread)];
    expect(Object.keys(ours).sort()).toEqual(record.values.map(where).sort());
    expect(Object.fromEntries(Object.keys(said).map((place) => [place, ours[place]]))).toEqual(said);
  });
});
