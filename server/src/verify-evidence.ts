// The raw records of a run as JSON, with everything that it takes to compare them again: against the source where that
// is at hand, else against the predictions that are kept beside them. They hold facts and places, no program text.
import { relative, dirname, join } from 'node:path';
import type { InstanceShape } from '../../core/src/verify/attribute';
import type { Compared } from '../../core/src/verify/compare';
import type { KernelSite, LaunchSite } from '../../core/src/verify/plan';
import type { Expectations, Expected } from '../../core/src/verify/predict';
import type { KernelRun, Owned, Records, Seen } from '../../core/src/verify/records';
import type { Report } from '../../core/src/verify/report';
import type { Evidence } from './verify';

/** A probe as it is kept: where it stood, so that a later analysis finds the fact again. */
export interface KeptProbe extends Compared {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

/** One line of the file each. Numbers and texts that repeat are kept once, in `texts` and `lists`. */
export interface KeptEvidence {
  readonly file: string;
  readonly args: readonly string[];
  readonly machine: Report['machine'];
  readonly at: string;
  readonly totals: Report['totals'];
  /** `compileMs` and `runMs`. */
  readonly times: readonly [number, number];
  readonly ended: string;
  readonly probes: readonly KeptProbe[];
  readonly sites: readonly LaunchSite[];
  readonly kernels: readonly KernelSite[];
  readonly runs: readonly KernelRun[];
  readonly launches: readonly number[];
  readonly instances: readonly InstanceShape[];
  readonly texts: readonly string[];
  readonly lists: readonly (readonly number[])[];
  /** probe, grid, block, thread, hit, text, pointer (-1: none), start (-1: none), elements (-1), addresses (-1). */
  readonly seen: readonly (readonly number[])[];
  /** probe, grid, elements, then thread and start of each thread that has them. */
  readonly owned: readonly (readonly number[])[];
  /** Distinct expectations, without where they start. */
  readonly expected: readonly KeptExpected[];
  /** Of each `blockIdx threadIdx`, and of `` for what does not depend on it: probe, instance, then pairs of expectation
   *  and start in bytes (-1: not known). */
  readonly predicted: readonly { readonly sample: string; readonly rows: readonly (readonly number[])[] }[];
}

export interface KeptExpected extends Omit<Expected, 'startBytes' | 'elements'> {
  /** Index into `lists`. */
  readonly list?: number;
}

class Table<T> {
  readonly rows: T[] = [];
  private readonly at = new Map<string, number>();

  index(row: T | undefined): number {
    if (row === undefined) return -1;
    const key = JSON.stringify(row);
    const known = this.at.get(key);
    if (known !== undefined) return known;
    this.at.set(key, this.rows.length);
    return this.rows.push(row) - 1;
  }
}

/** `evidence` as a file. Names of files become relative to the entry's folder. */
export function keep({ plan, instances, records, predicted }: Evidence, report: Report): KeptEvidence {
  const folder = dirname(report.file);
  const local = (file: string): string => relative(folder, file);
  const [texts, lists, expected] = [new Table<string>(), new Table<readonly number[]>(), new Table<KeptExpected>()];
  const seen = records.seen.map((one) => [
    one.probe,
    one.grid,
    one.block,
    one.thread,
    one.hit,
    texts.index(one.text),
    texts.index(one.pointer),
    one.start ?? -1,
    lists.index(one.elements),
    lists.index(one.addresses),
  ]);
  return {
    file: local(report.file),
    args: report.args,
    machine: report.machine,
    at: report.at,
    totals: report.totals,
    times: [report.compileMs, report.runMs],
    ended: report.ended,
    probes: plan.probes.map(({ id, span, name, scope, ask }) => ({
      id,
      file: local(span.file),
      start: span.start,
      end: span.end,
      name,
      scope,
      ask,
    })),
    sites: plan.sites.map((site) => ({ ...site, file: local(site.file) })),
    kernels: plan.kernels.map((kernel) => ({ ...kernel, file: local(kernel.file) })),
    runs: records.kernels,
    launches: records.launches,
    instances: instances.map((one) => (one.at ? { ...one, at: { ...one.at, file: local(one.at.file) } } : one)),
    seen,
    owned: keepOwned(records.owned, lists),
    predicted: [...predicted].map(([sample, byProbe]) => ({ sample, rows: keepPredictions(byProbe, expected, lists) })),
    texts: texts.rows,
    lists: lists.rows,
    expected: expected.rows,
  };
}

function keepOwned(owned: readonly Owned[], lists: Table<readonly number[]>): readonly (readonly number[])[] {
  const rows = new Map<string, number[]>();
  for (const { probe, grid, thread, start, elements } of owned) {
    const list = lists.index(elements);
    const key = `${probe} ${grid} ${list}`;
    const row = rows.get(key) ?? [probe, grid, list];
    row.push(thread, start);
    rows.set(key, row);
  }
  return [...rows.values()];
}

function keepPredictions(
  byProbe: ReadonlyMap<number, Expectations>,
  table: Table<KeptExpected>,
  lists: Table<readonly number[]>,
): readonly (readonly number[])[] {
  return [...byProbe].flatMap(([probe, byInstance]) =>
    [...byInstance].map(([instance, all]) => [
      probe,
      instance,
      ...all.flatMap(({ startBytes, elements, ...rest }) => [
        table.index({ ...rest, ...(elements ? { list: lists.index(elements) } : {}) }),
        startBytes ?? -1,
      ]),
    ]),
  );
}

export function recordsOf(kept: KeptEvidence): Records {
  const seen = kept.seen.map(
    ([
      probe = 0,
      grid = 0,
      block = 0,
      thread = 0,
      hit = 0,
      text = -1,
      pointer = -1,
      start = -1,
      elements = -1,
      addresses = -1,
    ]): Seen => ({
      probe,
      grid,
      block,
      thread,
      hit,
      text: kept.texts[text] ?? '',
      ...(pointer < 0 ? {} : { pointer: kept.texts[pointer] ?? '' }),
      ...(start < 0 ? {} : { start }),
      ...(elements < 0 ? {} : { elements: kept.lists[elements] ?? [] }),
      ...(addresses < 0 ? {} : { addresses: kept.lists[addresses] ?? [] }),
    }),
  );
  const owned = kept.owned.flatMap(([probe = 0, grid = 0, list = 0, ...pairs]) =>
    pairsOf(pairs).map(([thread, start]): Owned => ({ probe, grid, thread, start, elements: kept.lists[list] ?? [] })),
  );
  return { seen, owned, kernels: kept.runs, launches: kept.launches, full: false };
}

/** The predictions that were made when the program ran, by `blockIdx threadIdx`. */
export function predictionsOf(kept: KeptEvidence): ReadonlyMap<string, ReadonlyMap<number, Expectations>> {
  return new Map(
    kept.predicted.map(({ sample, rows }) => {
      const byProbe = new Map<number, Map<number, readonly Expected[]>>();
      for (const [probe = 0, instance = 0, ...pairs] of rows) {
        const all = pairsOf(pairs).map(([at, start]): Expected => {
          const { list, ...rest } = kept.expected[at] ?? { text: '' };
          return {
            ...rest,
            ...(list === undefined ? {} : { elements: kept.lists[list] ?? [] }),
            ...(start < 0 ? {} : { startBytes: start }),
          };
        });
        const byInstance = byProbe.get(probe) ?? new Map<number, readonly Expected[]>();
        byProbe.set(probe, byInstance.set(instance, all));
      }
      return [sample, byProbe] as const;
    }),
  );
}

function pairsOf(numbers: readonly number[]): readonly (readonly [number, number])[] {
  return Array.from({ length: numbers.length / 2 }, (_, i) => [numbers[2 * i] ?? 0, numbers[2 * i + 1] ?? 0] as const);
}

/** The same evidence with its files in `folder`. */
export function placed(kept: KeptEvidence, folder: string): KeptEvidence {
  const absolute = <T extends { readonly file: string }>(one: T): T => ({ ...one, file: join(folder, one.file) });
  return {
    ...kept,
    file: join(folder, kept.file),
    probes: kept.probes.map(absolute),
    sites: kept.sites.map(absolute),
    kernels: kept.kernels.map(absolute),
    instances: kept.instances.map((one) => (one.at ? { ...one, at: absolute(one.at) } : one)),
  };
}

/** One row of each list to a line, so that differences between two runs can be read. */
export function evidenceJson(evidence: Evidence, report: Report): string {
  const entries = Object.entries(keep(evidence, report)).map(([key, value]) => {
    const isTable = Array.isArray(value) && value.length > 0;
    return `  ${JSON.stringify(key)}: ${isTable ? tableJson(value) : JSON.stringify(value)}`;
  });
  return `{\n${entries.join(',\n')}\n}`;
}

function tableJson(rows: readonly unknown[]): string {
  return `[\n${rows.map((row) => `    ${JSON.stringify(row)}`).join(',\n')}\n  ]`;
}
