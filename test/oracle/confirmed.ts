// Provenance of the annotations: which text of a fixture real CuTe has confirmed, of which commit, by which compiler,
// on which day.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, type Fixture } from '../support/fixture';

export interface Confirmed {
  readonly hash: string;
  readonly cutlass: string;
  readonly compiler: string;
  readonly day: string;
}

const FILE = join(ROOT, 'test/oracle/confirmed.json');

export function readConfirmed(): Record<string, Confirmed> {
  return existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Confirmed>) : {};
}

export function recordConfirmations(fixtures: readonly Fixture[], cutlass: string, compiler: string): void {
  const known = readConfirmed();
  const day = new Date().toISOString().slice(0, 10);
  for (const fixture of fixtures) {
    const before = known[fixture.name];
    if (before?.hash !== fixture.hash || before.cutlass !== cutlass)
      known[fixture.name] = { hash: fixture.hash, cutlass, compiler, day };
  }
  const sorted = Object.fromEntries(Object.entries(known).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(FILE, `${JSON.stringify(sorted, null, 2)}\n`);
}
