// Predicted and measured side by side, from what an H200 recorded of the examples: every picture of a part of a tensor
// says of each element that was asked for what the machine said, and a difference is marked.
import { describe, expect, test } from 'vitest';
import { cellsOf, type Cells } from '../../../core/src/draw';
import { activeInstance, visualizeFact } from '../../../core/src/ide';
import { analyze, explain, type Analysis, type Fact } from '../../../core/src/index';
import type { ViewModel } from '../../../core/src/views/model';
import type { Measured } from '../../../core/src/views/view';
import type { Probe } from '../../../core/src/verify/plan';
import { assumptionsOf } from '../../../server/src/assumptions';
import { measuredOf, type Recorded } from '../../../server/src/verify-recorded';
import { cudaFrontEnd } from '../../support/front-end';
import { isExample, readRecord, recordedNow, recordNames } from '../../support/verify-records';
import { atLeast } from '../../support/cases';

interface Example {
  readonly analysis: Analysis;
  readonly textOf: (file: string) => string | undefined;
  readonly file: string;
  readonly evidence: Recorded;
}

/** Predictions of as many threads as were recorded, up to `most`. */
async function example(name: string, most: number): Promise<Example> {
  const { evidence, sources, file } = await recordedNow(readRecord(name), most);
  const analysis = analyze({
    entry: file,
    ...sources.collect(file, { includePaths: [] }, 900),
    assumptions: assumptionsOf(
      { args: readRecord(name).args.join(' '), defines: {}, block: [0, 0, 0], thread: [0, 0, 0], arch: 900 },
      await cudaFrontEnd(),
    ),
  });
  return { analysis, textOf: (one) => sources.textOf(one), file, evidence };
}

/** The picture of a declaration; undefined where it has none of this view. `change` is what somebody did to what was
 *  recorded. */
function pictureOf(
  { analysis, textOf, evidence }: Example,
  fact: Fact,
  change: (measured: Measured) => Measured = (same) => same,
): ViewModel | undefined {
  const found = visualizeFact(fact, {
    analysis,
    textOf,
    explain,
    active: activeInstance(analysis, undefined),
    view: 'measured',
    measuredAt: (declared, label) => {
      const probe = (evidence.plan.probes as readonly Probe[]).find(
        ({ span }) => span.file === declared.file && span.start === declared.start,
      );
      const instance = evidence.instances.find((one) => (label === null ? one.kernel === '' : one.label === label));
      const measured = probe && instance && measuredOf(evidence, probe, instance.id);
      return measured && change({ ...measured, by: 'NVIDIA H200 (sm_90a)' });
    },
  });
  return found?.is === 'drawn' && found.model.view === 'measured' ? found.model : undefined;
}

const declared = ({ analysis, file }: Example, name?: string): readonly Fact[] =>
  (analysis.facts.get(file) ?? []).filter(
    (fact) => ['declaration', 'binding', 'alias'].includes(fact.role) && (name === undefined || fact.name === name),
  );
const differing = (cells: Cells): number =>
  Array.from({ length: cells.grid.size }, (_, index) => index).filter((index) => cells.differs(index)).length;
const sides = (model: ViewModel): readonly [Cells, Cells] =>
  cellsOf(model) as readonly Cells[] as readonly [Cells, Cells];

const owned: Readonly<Record<string, readonly string[]>> = {
  local_partition: ['mine'],
  tiled_copy: ['mine_S', 'mine_D'],
  sgemm: ['tAgA', 'tAsA', 'tBgB', 'tBsB', 'tCsA', 'tCsB', 'tCgC'],
  gemm_sm80: ['tAgA', 'tAsA', 'tBgB', 'tBsB', 'tCgC'],
  transpose: [],
  thread_value: [],
};

test.each(
  atLeast(
    14,
    recordNames().filter((name) => isExample(readRecord(name))),
  ),
)(
  '%s: no cell differs from what was recorded',
  async (name) => {
    const all = await example(name, 12);
    const models = declared(all).flatMap((fact) => pictureOf(all, fact) ?? []);
    expect(models.length).toBeGreaterThan(0);
    expect(
      models.filter((model) => sides(model).some((cells) => differing(cells) > 0)).map(({ title }) => title),
    ).toEqual([]);
    expect(models.filter(({ notes }) => notes.some((note) => note.startsWith('Refuted')))).toEqual([]);
    const withOwners = models
      .filter(({ pictures }) => typeof pictures[1]?.owners?.tv === 'object')
      .map(({ title }) => title);
    expect(withOwners).toEqual(expect.arrayContaining([...(owned[name] ?? [])]));
  },
  60_000,
);

describe('a part of a tensor', () => {
  test('shows the owner that was recorded of every element, and who confirmed it', async () => {
    const all = await example('local_partition', 256);
    const [kernels] = declared(all, 'mine');
    const model = kernels && pictureOf(all, kernels);
    if (!model) throw new Error('mine has no picture');
    const [predicted, measured] = sides(model);
    expect(model.notes).toEqual([
      'Confirmed on NVIDIA H200 (sm_90a): all 128 threads that recorded it hold exactly the elements that were predicted for them.',
    ]);
    expect(model.pictures.map(({ title }) => title)).toEqual(['Predicted', 'Measured on NVIDIA H200 (sm_90a)']);
    expect(Array.from({ length: 2048 }, (_, index) => measured.owners?.first(index))).toEqual(
      Array.from({ length: 2048 }, (_, index) => predicted.owners?.first(index)),
    );
  });

  test('marks the elements of a thread that has others than predicted', async () => {
    const all = await example('local_partition', 256);
    const [fact] = declared(all, 'mine');
    const wrong = (measured: Measured): Measured => ({
      ...measured,
      threads: measured.threads.map((one) =>
        one.thread === 5 && one.block === 0 ? { ...one, measured: [1, ...one.measured.slice(1)] } : one,
      ),
    });
    const model = fact && pictureOf(all, fact, wrong);
    if (!model) throw new Error('mine has no picture');
    const [, measured] = sides(model);
    // Element 5 has lost its owner, element 1 has two.
    expect([
      measured.owners?.all(measured.grid.indexAt(0, 5)),
      measured.owners?.all(measured.grid.indexAt(0, 1)),
    ]).toEqual([
      [],
      [
        { thread: 1, value: 0 },
        { thread: 5, value: 0 },
      ],
    ]);
    expect(differing(measured)).toBe(2);
    expect(model.colourBy).toBe('difference');
    expect(model.notes[0]).toBe(
      'Refuted by NVIDIA H200 (sm_90a): 1 of 128 threads differs from what was predicted, thread 5 of block 0.',
    );
  });
});

test('a tensor that is no part shows where its elements lie, a layout what CuTe printed', async () => {
  const all = await example('thread_value', 12);
  const placed = declared(all, 'tile').flatMap((fact) => pictureOf(all, fact) ?? [])[0];
  expect(placed?.pictures[1]?.offsets).toEqual(placed?.pictures[0]?.offsets);
  expect(placed?.notes).toEqual([
    expect.stringMatching(/^Confirmed on NVIDIA H200 \(sm_90a\): .* every element where it was predicted\.$/),
  ]);
  const partition = await example('local_partition', 12);
  expect(declared(partition, 'Threads').flatMap((fact) => pictureOf(partition, fact) ?? [])[0]?.notes).toEqual([
    'Confirmed on NVIDIA H200 (sm_90a): CuTe printed the same.',
  ]);
});
