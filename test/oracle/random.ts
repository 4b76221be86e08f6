// The record of random differential tests: which seeds were compared, against which CUTLASS, and how it came out.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/fixture';
import type { Tally } from './differential';

export interface RandomRun extends Tally {
  /** Commit or version. */
  readonly cutlass: string;
  readonly day: string;
}

const path = join(ROOT, 'test/oracle/random.json');

export function randomRuns(): readonly RandomRun[] {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as RandomRun[]) : [];
}

/** Adds a run, in place of an earlier one of the same seed and families. */
export function recordRandom(tally: Tally, cutlass: string): void {
  const key = ({ seed, rows }: Tally): string => `${seed} ${rows.map(({ family }) => family).join()}`;
  const others = randomRuns().filter((run) => key(run) !== key(tally));
  const runs: RandomRun[] = [...others, { ...tally, cutlass, day: new Date().toISOString().slice(0, 10) }];
  writeFileSync(path, `${JSON.stringify(runs, null, 1)}\n`);
}
