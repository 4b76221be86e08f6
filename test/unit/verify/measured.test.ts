// The recorded elements of an H200 beside the predicted ones, as a picture shows them.
import { describe, expect, test } from 'vitest';
import type { Measured } from '../../../core/src/verify/measured';
import { measuredOf } from '../../../server/src/verify-recorded';
import { predictionsOf, recordsOf } from '../../../server/src/verify-evidence';
import { readRecord, type KeptRecord } from '../../support/verify-records';

const sgemm = readRecord('cutlass-sgemm_1-512-768-256-N-T');

/** Of a declaration in the kernel, by its name. */
function measuredIn(kept: KeptRecord, name: string): Measured | undefined {
  const probe = kept.probes.find((one) => one.name === name);
  const instance = kept.instances.find(({ kernel, reached }) => kernel !== '' && reached);
  return (
    probe &&
    instance &&
    measuredOf(
      { plan: kept, instances: kept.instances, records: recordsOf(kept), predicted: predictionsOf(kept) },
      probe,
      instance.id,
    )
  );
}

describe('what a machine recorded of a tensor', () => {
  test('every thread of the first block has elements of its own, counted from where the memory begins', () => {
    const found = measuredIn(sgemm, 'tCgC');
    expect(found).toMatchObject({ from: 'd_C', texts: [expect.stringMatching(/^\(_8,_8\):/)] });
    const first = found?.threads.filter(({ block }) => block === 0) ?? [];
    expect(first.map(({ thread }) => thread)).toEqual(Array.from({ length: 256 }, (_, thread) => thread));
    expect(first.map(({ measured }) => measured)).toEqual(first.map(({ predicted }) => predicted));
    const all = first.flatMap(({ measured }) => measured);
    expect([all.length, new Set(all).size]).toEqual([128 * 128, 128 * 128]);
    const columns = Array.from({ length: 128 }, (_, n) => n * 512);
    expect([...all].sort((a, b) => a - b)).toEqual(
      columns.flatMap((at) => Array.from({ length: 128 }, (_, m) => at + m)),
    );
  });
  test("a thread of another block starts where that block's tile does", () => {
    const last = measuredIn(sgemm, 'gC')?.threads.at(-1);
    expect(last?.measured).toEqual(last?.predicted);
    expect(measuredIn(sgemm, 'tCgC')?.threads.at(-1)).toMatchObject({
      block: 23,
      thread: 255,
      measured: expect.arrayContaining([512 * 767 + 511]),
    });
  });
  test('what is planted wrong shows in its element', () => {
    const wrong = sgemm.lists.map((list) => (list.length === 64 ? [...list.slice(0, -1), 9] : list));
    const expected = sgemm.expected.map((one) =>
      one.list === undefined ? one : { ...one, list: one.list + wrong.length },
    );
    const found = measuredIn({ ...sgemm, lists: [...sgemm.lists, ...wrong], expected }, 'tCgC')?.threads[0];
    expect(
      found?.measured.flatMap((offset, at) => (offset === found.predicted[at] ? [] : [[at, found.predicted[at]]])),
    ).toEqual([[63, 9]]);
  });
  test('an integer has a text and no elements; what was not reached has nothing', () => {
    expect(measuredIn(sgemm, 'm')).toBeUndefined();
    const probe = sgemm.probes.find(({ name }) => name === 'bM');
    const host = sgemm.instances.find(({ kernel }) => kernel === '');
    expect(
      probe &&
        host &&
        measuredOf(
          { plan: sgemm, instances: sgemm.instances, records: recordsOf(sgemm), predicted: predictionsOf(sgemm) },
          probe,
          host.id,
        ),
    ).toEqual({ texts: ['_128'], threads: [] });
  });
});
