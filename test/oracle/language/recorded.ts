// The record of random programs about the language: how they came out, and programs with what g++ and clang++ print in
// them, which the unit tests replay without a compiler. Only programs in which nothing is wrong are kept.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../support/fixture';
import type { LanguageReport, LanguageTally } from '../language';
import type { RecordedProgram } from '../programs/recorded';

/** How the programs of one run came out. */
export interface LanguageRun {
  /** Of the first program of each class. */
  readonly seed: number;
  readonly day: string;
  readonly compilers: readonly string[];
  readonly tallies: readonly LanguageTally[];
}

const [runs, kept] = ['test/oracle/language.json', 'test/oracle/language-printed.json'].map((path) =>
  join(ROOT, path),
) as [string, string];

/** Programs of each class that are kept. */
const mostKept = 20;

const read = <T>(path: string): readonly T[] =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T[]) : [];

export const recordedLanguage = (): readonly RecordedProgram[] => read(kept);

/** Keeps the numbers in place of those of an earlier run of the seed, and the programs of the classes that were asked
 *  for in place of those that were kept. */
export function recordLanguage({ tallies, good }: LanguageReport, seed: number, compilers: readonly string[]): void {
  const day = new Date().toISOString().slice(0, 10);
  const all = [...read<LanguageRun>(runs).filter((run) => run.seed !== seed), { seed, day, compilers, tallies }];
  writeFileSync(runs, `${JSON.stringify(all, null, 1)}\n`);
  const classes = tallies.map((tally) => tally.class);
  const fresh = classes.flatMap((name) =>
    good
      .filter(({ source }) => classOf(source.id) === name)
      .slice(0, mostKept)
      .map(({ source, printed }) => ({ ...source, printed })),
  );
  const programs = [...recordedLanguage().filter(({ id }) => !classes.includes(classOf(id))), ...fresh];
  const lines = programs
    .sort((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }))
    .map((one) => JSON.stringify(one));
  writeFileSync(kept, `[\n${lines.join(',\n')}\n]\n`);
}

const classOf = (id: string): string => id.replace(/-\d+$/, '');
