// The fuzzer itself: the same seed and index are the same input, a death is noticed and kept, failures become small.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { damagedInputs } from '../../scripts/fuzz/exhibits';
import { Findings } from '../../scripts/fuzz/findings';
import { asText, basesBelow, inputAt, inputOfText } from '../../scripts/fuzz/inputs';
import { runPool } from '../../scripts/fuzz/pool';
import { planAt } from '../../scripts/fuzz/session-steps';
import { smallestText } from '../../scripts/fuzz/shrink';
import { classOf, type Failure } from '../../scripts/fuzz/verdict';
import { ROOT } from '../support/fixture';

const folder = mkdtempSync(join(tmpdir(), 'cute-lens-fuzzer-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const bases = basesBelow(ROOT, undefined);

describe('inputs', () => {
  test('come from every example and fixture, C++ and Rust, with the headers they include', () => {
    const names = bases.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'examples/sgemm.cu',
        'examples/tiles.rs',
        'test/fixtures/eval/loops.cu',
        'test/fixtures/checks/tile-map.rs',
        'test/fixtures/cutile/gemm.rs',
        'test/hostile/slow-1.cu',
        'test/memory/patterns.cu',
      ]),
    );
    expect(bases.find(({ name }) => name === 'examples/library_traits.cu')?.files.map(({ name }) => name)).toEqual([
      'library_traits.cu',
      'library_traits.hpp',
    ]);
  });

  test('are the same for the same seed and index, and others for others', () => {
    const texts = (seed: number): string[] =>
      Array.from({ length: 50 }, (_, index) => asText(inputAt(bases, seed, index)));
    expect(texts(7)).toEqual(texts(7));
    expect(new Set([...texts(7), ...texts(8)]).size).toBeGreaterThan(90);
    expect(planAt(bases, 7, 3).steps).toEqual(planAt(bases, 7, 3).steps);
  });

  test('are saved as one text and read again', () => {
    const input = {
      files: [
        { name: 'a.cu', text: 'int a;\n' },
        { name: 'b.hpp', text: 'int b;\n' },
      ],
    };
    expect(inputOfText('a.cu', asText(input)).files).toEqual(input.files);
  });
});

/** Does what a child of the pool does, and at some indices what none should. */
const planted = `
const { writeFileSync } = require('node:fs');
const task = JSON.parse(process.argv[3]);
for (let index = task.first; index < task.end; index += task.step) {
  const record = Buffer.alloc(16);
  record.writeDoubleLE(index, 0);
  record.writeDoubleLE(Date.now(), 8);
  writeFileSync(task.note, record);
  if (index === 3) process.kill(process.pid, 'SIGKILL');
  if (index === 6) { console.error('planted words'); process.exit(1); }
  if (index === 8) for (;;);
}
process.send({ is: 'progress', done: 1, times: [1], exhausted: 0, mostSteps: 0, peakBytes: 0 }, () => process.exit(0));
`;

describe('a planted crash', () => {
  test('is found whatever ends the process, and the rest is still tried', async () => {
    const program = join(folder, 'planted.cjs');
    writeFileSync(program, planted);
    const found: [number, Failure][] = [];
    const ignore = (): void => undefined;
    const tally = await runPool({
      program,
      command: 'child-inputs',
      jobs: 2,
      seed: 1,
      first: 0,
      count: 12,
      ask: 1,
      seconds: 60,
      hangMs: 1500,
      onFailure: (index, failure) => found.push([index, failure]),
      onProgress: ignore,
    });
    expect(found.map(([index, { kind }]) => `${index} ${kind}`).sort()).toEqual(['3 died', '6 died', '8 hangs']);
    expect(found.find(([index]) => index === 6)?.[1].message).toContain('planted words');
    // Three that ended badly, and the last child of each job.
    expect(tally.done).toBe(5);
  }, 30_000);

  test('is on disk at once, with its text, seed and index', () => {
    const findings = new Findings(join(folder, 'kept'), 42, damagedInputs(bases, 42, 1000));
    findings.add(17, { kind: 'died', part: 'process', message: 'SIGABRT\nheap out of memory' });
    const { base, files } = inputAt(bases, 42, 17);
    const suffix = files[0]?.name.split('.').at(-1) ?? '';
    expect(readFileSync(join(folder, 'kept', `died-process-17.${suffix}`), 'utf8')).toBe(asText({ files }));
    const told = readFileSync(join(folder, 'kept', 'died-process-17.txt'), 'utf8');
    expect(told).toContain(`seed 42, index 17, from ${base}`);
    expect(told).toContain('heap out of memory');
    expect(findings.lines()).toHaveLength(1);
  });

  test('that comes again is counted, not kept again', () => {
    const findings = new Findings(join(folder, 'twice'), 42, damagedInputs(bases, 42, 1000));
    const failure = (n: number): Failure => ({
      kind: 'throws',
      part: 'analysis',
      message: `RangeError: Invalid typed array length: -${n}\n    at reach (x.ts:${n}:1)\n    at check (x.ts:2:${n})`,
    });
    findings.add(1, failure(1));
    findings.add(2, failure(2));
    expect([findings.count, findings.total]).toEqual([1, 2]);
    expect(existsSync(join(folder, 'twice', 'throws-analysis-2.txt'))).toBe(false);
    expect(classOf(failure(1), 'a')).toBe(classOf(failure(2), 'b'));
  });
});

describe('what was slow', () => {
  test('counts where it is slow alone too', async () => {
    const slow: Failure = { kind: 'slow', part: 'hover', message: 'hover took 3000 ms' };
    const alone: readonly (readonly Failure[])[] = [
      [],
      [slow],
      [{ ...slow, part: 'analysis' }],
      [{ ...slow, kind: 'died' }],
    ];
    const exhibits = { ...damagedInputs(bases, 42, 1000), alone: (n: number) => Promise.resolve(alone[n] ?? []) };
    const findings = new Findings(join(folder, 'slow'), 42, exhibits);
    for (const n of alone.keys()) findings.add(n, slow);
    expect(findings.total).toBe(0);
    await findings.settle();
    expect([findings.total, findings.crowded]).toEqual([2, 2]);
  });
});

describe('shrinking', () => {
  test('leaves what is needed to fail', async () => {
    const text = Array.from({ length: 60 }, (_, n) => `auto v${n} = f(${n});\n`).join('');
    const fails = (candidate: string): Promise<boolean> => Promise.resolve(/v7 .*\n(.*\n)*.*v41/.test(candidate));
    expect(await smallestText(text, fails, { until: Date.now() + 10_000, trials: 5000 })).toBe('v7 \nv41');
  });

  test('stops at its bounds', async () => {
    let trials = 0;
    const fails = (): Promise<boolean> => Promise.resolve(++trials < 0);
    await smallestText('a\n'.repeat(500), fails, { until: Date.now() + 10_000, trials: 20 });
    expect(trials).toBeLessThanOrEqual(40);
  });
});
