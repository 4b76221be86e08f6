// Reads the records of an H200 for the examples, for CUTLASS's tutorials and for files without main
// (`test/verify/*.json.gz`), and compares them again: those of examples with the evaluator's present values, the others
// with the predictions stored beside them.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { evaluate, type Evaluation } from '../../core/src/index';
import { shapesOf } from '../../core/src/verify/attribute';
import type { ProbeVerdict } from '../../core/src/verify/compare';
import { predict } from '../../core/src/verify/predict';
import { assumptionsOf } from '../../server/src/assumptions';
import { Sources } from '../../server/src/sources';
import { sampleKeys, verdictsOf, type Recorded } from '../../server/src/verify-recorded';
import { placed, predictionsOf, recordsOf, type KeptEvidence } from '../../server/src/verify-evidence';
import { readFixture, ROOT, type Annotation, type Fixture } from './fixture';
import { cudaFrontEnd } from './front-end';

export const RECORDS = join(ROOT, 'test/verify');

/** A record as it is kept in the repository: `source` is the fixture hash of an example's text. */
export type KeptRecord = KeptEvidence & { readonly source?: string };

export const recordNames = (): readonly string[] =>
  readdirSync(RECORDS)
    .filter((name) => name.endsWith('.json.gz'))
    .map((name) => basename(name, '.json.gz'))
    .sort();

export function readRecord(name: string): KeptRecord {
  return JSON.parse(gunzipSync(readFileSync(join(RECORDS, `${name}.json.gz`))).toString()) as KeptRecord;
}

export const isExample = ({ source }: KeptRecord): boolean => source !== undefined;
export const exampleHash = (file: string): string => readFixture(join(ROOT, 'examples', file)).hash;
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** The annotations of an example that CuTe did not print so on the GPU, in the first thread or in host code: all of
 *  them where another text was run there. */
export function unconfirmedOnGpu(fixture: Fixture): readonly Annotation[] {
  const record = readRecord(basename(fixture.name, '.cu'));
  if (record.source !== fixture.hash) return fixture.annotations;
  const seen = recordsOf(record).seen.filter(({ grid, block, thread }) => grid === 0 || (block === 0 && thread === 0));
  return fixture.annotations.filter(({ file, start, end, text }) => {
    const probe = record.probes.find((one) => one.file === file && one.start === start && one.end === end);
    return !seen.some((one) => one.probe === probe?.id && one.text.trimEnd() === text);
  });
}

/** Verdicts of a record of which the source is not needed. */
export function verdictsAsPredicted(kept: KeptRecord): readonly ProbeVerdict[] {
  return verdictsOf({
    plan: kept,
    instances: kept.instances,
    records: recordsOf(kept),
    predicted: predictionsOf(kept),
  });
}

/** Threads of an example that are evaluated again; each takes an analysis. */
const mostThreads = 12;

/** Verdicts of an example's record, with what the evaluator says now of a spread of the threads that recorded. */
export async function verdictsNow(record: KeptRecord): Promise<readonly ProbeVerdict[]> {
  return verdictsOf((await recordedNow(record)).evidence);
}

/** An example's record with what the evaluator says now of as many threads, spread over those that recorded, and their
 *  program. */
export async function recordedNow(
  record: KeptRecord,
  most = mostThreads,
): Promise<{
  readonly evidence: Recorded;
  readonly analysis: Evaluation;
  readonly sources: Sources;
  readonly file: string;
}> {
  const kept = placed(record, join(ROOT, 'examples'));
  const frontEnd = await cudaFrontEnd();
  const sources = new Sources(frontEnd);
  sources.open(kept.file, readFileSync(kept.file, 'utf8'));
  const collected = sources.collect(kept.file, { includePaths: [] }, 900);
  const at = (block: readonly number[], thread: readonly number[]) =>
    evaluate({
      entry: kept.file,
      ...collected,
      assumptions: assumptionsOf(
        { args: kept.args.join(' '), defines: {}, block: triple(block), thread: triple(thread), arch: 900 },
        frontEnd,
      ),
    });
  const probes = kept.probes.map((probe) => ({
    ...probe,
    span: { file: probe.file, start: probe.start, end: probe.end },
  }));
  const first = at([], []);
  const instances = shapesOf(first);
  const records = recordsOf(kept);
  const limits = { elements: 1024 };
  const predicted = new Map([['', predict(first, probes, limits)]]);
  const keys = [...sampleKeys(kept, instances, records)];
  for (const key of keys.filter((_, at) => at % Math.ceil(keys.length / most) === 0 || at === keys.length - 1)) {
    const [block = [], thread = []] = key.split(' ').map((part) => part.split(',').map(Number));
    predicted.set(key, predict(at(block, thread), probes, limits));
  }
  return {
    evidence: { plan: { sites: kept.sites, kernels: kept.kernels, probes }, instances, records, predicted },
    analysis: first,
    sources,
    file: kept.file,
  };
}

const triple = ([x = 0, y = 0, z = 0]: readonly number[]): [number, number, number] => [x, y, z];

/** The table of docs/verify.md: one row a run. */
export function recordsTable(): string {
  const rows = recordNames().map((name) => {
    const kept = readRecord(name);
    const { predicted, probed, confirmed, refuted, notReached } = kept.totals;
    const program = isExample(kept)
      ? `examples/${kept.file}`
      : name.startsWith('driver-')
        ? `${name.slice('driver-'.length)} through its driver`
        : `CUTLASS ${kept.file}`;
    const owners = kept.owned.reduce((sum, row) => sum + (row.length - 3) / 2, 0);
    const counts = [predicted, probed, confirmed, refuted, notReached, kept.seen.length, owners];
    return `| ${[program, kept.args.join(' ') || '–', ...counts].join(' | ')} |`;
  });
  return [
    '| program | arguments | facts | probed | confirmed | refuted | not reached | records | owners |',
    '|---|---|--:|--:|--:|--:|--:|--:|--:|',
    ...rows,
  ].join('\n');
}
