// Asks CuTe whether it compiles what repairs make: each repair of each check fixture is applied to the program of the
// fixture, without the other statements that CuTe refuses. The outcome is kept with the number of repairs, so that a
// check that loses its repairs fails a test.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyFix, programOf, repairsOf, type Repair } from '../support/check-fixture';
import type { Fixture } from '../support/fixture';
import { complaintsAbout } from './annotations';
import type { Host } from './host';
import { refusedLines } from './refusals';

/** What is kept of a fixture: how many repairs each check offers there, and who compiled what they make. */
export interface Compiled {
  readonly hash: string;
  readonly repairs: Readonly<Record<string, number>>;
  /** What CuTe refuses of what they make: mistakes of the repairs, which a test names. */
  readonly refused?: readonly string[];
  /** Absent where nothing can compile it here. */
  readonly cutlass?: string;
  readonly compiler?: string;
}

/** Repairs by the check that offers them. */
export function countsOf(repairs: readonly Repair[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const { diagnostic } of repairs) counts.set(diagnostic.code, (counts.get(diagnostic.code) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** cuTile Rust needs a compiler of its own. */
export const isCompiled = ({ path }: Fixture): boolean => path.endsWith('.cu');

/** What CuTe refuses of the programs that the repairs of a fixture make, and how many repairs there are. A fixture may
 *  hold what the host does not compile; a repair must bring up nothing else. */
export async function repaired(
  host: Host,
  fixture: Fixture,
): Promise<{ readonly repairs: readonly Repair[]; readonly refused: readonly string[] }> {
  const repairs = await repairsOf(fixture);
  if (!isCompiled(fixture) || repairs.length === 0) return { repairs, refused: [] };
  const before = await complaintsAbout(host, withoutRefused(fixture, undefined));
  const refused: string[] = [];
  for (const { diagnostic, fix } of repairs) {
    const line = lineAt(fixture, diagnostic.span.start);
    const after = await complaintsAbout(host, applyFix(withoutRefused(fixture, line), fix));
    for (const message of without(after?.messages ?? [], before?.messages ?? []))
      refused.push(`line ${line + 1}, ${fix.title}: ${message}`);
  }
  return { repairs, refused };
}

/** What is in the first list more often than in the second. */
function without(messages: readonly string[], known: readonly string[]): readonly string[] {
  const left = [...known];
  return messages.filter((message) => {
    const at = left.indexOf(message);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

const lineAt = ({ files }: Fixture, offset: number): number =>
  (files[0]?.text ?? '').slice(0, offset).split('\n').length - 1;

/** The program of a fixture with blanks for every line that CuTe refuses, but for one. Offsets stay as they are. */
function withoutRefused(fixture: Fixture, kept: number | undefined): ReturnType<typeof programOf> {
  const lines = refusedLines(fixture);
  const [entry, ...others] = programOf(fixture);
  if (!entry) return [];
  const blanked = entry.text
    .split('\n')
    .map((line, at) => (lines.has(at) && at !== kept ? ' '.repeat(line.length) : line));
  return [{ ...entry, text: blanked.join('\n') }, ...others];
}

const file = join(import.meta.dirname, 'repaired.json');

export function readRepaired(): Readonly<Record<string, Compiled>> {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Compiled>) : {};
}

export function recordRepaired(all: Readonly<Record<string, Compiled>>): void {
  const sorted = Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}
