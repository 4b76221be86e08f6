// The record of random programs: how often they were compared with CuTe, and some of them with what CuTe printed, which
// the unit tests replay without a compiler.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../support/fixture';
import type { Source } from './generate';
import type { Printed } from './host';

/** How the programs of one run came out, in numbers. */
export interface ProgramTally {
  /** Of the first program. */
  readonly seed: number;
  readonly programs: number;
  /** Those that g++ refused, or that did not end. */
  readonly failed: number;
  /** Declarations that the programs reached. */
  readonly marks: number;
  /** Of these, how many are shown with a value. */
  readonly known: number;
  /** Declarations with a value that CuTe never had there. */
  readonly wrong: number;
}

export interface ProgramRun extends ProgramTally {
  /** Commit or version. */
  readonly cutlass: string;
  readonly day: string;
}

export interface RecordedProgram extends Source {
  readonly printed: Printed;
}

const [tallies, kept] = ['test/oracle/programs.json', 'test/oracle/programs-printed.json'].map((path) =>
  join(ROOT, path),
) as [string, string];

const read = <T>(path: string): readonly T[] =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T[]) : [];

export const programRuns = (): readonly ProgramRun[] => read(tallies);
export const recordedPrograms = (): readonly RecordedProgram[] => read(kept);

/** Adds a run, in place of an earlier one of the same seed, and keeps some of its programs. */
export function recordPrograms(tally: ProgramTally, programs: readonly RecordedProgram[], cutlass: string): void {
  const runs: ProgramRun[] = [
    ...programRuns().filter(({ seed }) => seed !== tally.seed),
    { ...tally, cutlass, day: new Date().toISOString().slice(0, 10) },
  ];
  writeFileSync(
    tallies,
    `${JSON.stringify(
      runs.sort((a, b) => a.seed - b.seed),
      null,
      1,
    )}\n`,
  );
  writeFileSync(kept, `${JSON.stringify(programs, null, 1)}\n`);
}
