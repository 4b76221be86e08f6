// Random programs, CuTe against the evaluator: what stands at each mark. Prints what is wrong, each program shrunk to a
// small one that is still wrong, and why values are not known.
import { cudaFrontEnd } from '../support/front-end';
import { compareProgram, type Outcome, type Wrong } from './programs/compare';
import { programOf, type Source } from './programs/generate';
import { runPrograms, type Ran } from './programs/host';
import type { ProgramTally, RecordedProgram } from './programs/recorded';
import { smallerPrograms } from './programs/shrink';
import type { Host } from './host';

export interface ProgramOptions {
  readonly count: number;
  /** Of the first program; the others follow. */
  readonly seed: number;
  /** Programs in one unit. */
  readonly unit: number;
  /** How many of the wrong programs are made smaller. */
  readonly shrink: number;
}

interface Result {
  readonly source: Source;
  readonly ran: Ran;
  readonly outcome: Outcome | { readonly crash: string } | undefined;
}

/** Programs of a run that are kept for the unit tests. */
const maxKept = 24;

/** Compares; gives the numbers, and programs for the record. */
export async function programs(
  host: Host,
  options: ProgramOptions,
): Promise<{ readonly tally: ProgramTally; readonly kept: readonly RecordedProgram[] }> {
  const sources = Array.from({ length: options.count }, (_, i) => programOf(options.seed + i));
  const results: Result[] = [];
  for (let at = 0; at < sources.length; at += options.unit) {
    results.push(...(await outcomes(host, sources.slice(at, at + options.unit))));
    process.stderr.write(`\rprograms: ${results.length} of ${sources.length}`);
  }
  process.stderr.write('\n');
  const bad = results.filter(isWrong);
  for (const one of bad.slice(0, options.shrink)) print(await shrunk(host, one), one.source.id);
  for (const one of bad.slice(options.shrink)) print(one, one.source.id, true);
  for (const { source, ran } of results)
    if (!('printed' in ran)) console.log(`${source.id}: ${'refused' in ran ? ran.refused : ran.crashed}`);
  const kept = results
    .flatMap(({ source, ran }) => ('printed' in ran ? [{ ...source, printed: ran.printed }] : []))
    .slice(0, maxKept);
  return { tally: report(options.seed, results), kept };
}

async function outcomes(host: Host, sources: readonly Source[]): Promise<Result[]> {
  const reader = await cudaFrontEnd();
  const ran = await runPrograms(host, sources);
  return sources.map((source, i): Result => {
    const one: Ran = ran[i] ?? { crashed: 'no answer' };
    if (!('printed' in one)) return { source, ran: one, outcome: undefined };
    try {
      return { source, ran: one, outcome: compareProgram(source, one.printed, reader) };
    } catch (error) {
      return {
        source,
        ran: one,
        outcome: {
          crash:
            error instanceof Error ? (error.stack ?? error.message).split('\n').slice(0, 4).join(' ') : String(error),
        },
      };
    }
  });
}

const isWrong = ({ outcome }: Result): boolean =>
  outcome !== undefined && ('crash' in outcome || outcome.wrong.length > 0);
const wrongIn = ({ outcome }: Result): readonly Wrong[] =>
  outcome !== undefined && !('crash' in outcome) ? outcome.wrong : [];

/** A smaller program that is wrong too; of many candidates at once, the smallest goes on. */
async function shrunk(host: Host, first: Result): Promise<Result> {
  let best = first;
  for (let round = 0; round < 40; round++) {
    const candidates = smallerPrograms(best.source)
      .sort((a, b) => a.text.length - b.text.length)
      .slice(0, 80);
    const still = (await outcomes(host, candidates)).find(isWrong);
    if (!still) break;
    best = still;
  }
  return best;
}

function print(result: Result, id: string, brief = false): void {
  const { source, outcome } = result;
  console.log(`== ${id}`);
  if (!brief) console.log(source.text.split('\n').slice(2).join('\n'));
  if (outcome !== undefined && 'crash' in outcome) console.log(`  CRASH ${outcome.crash}`);
  for (const { mark, why, here, cute } of wrongIn(result))
    console.log(
      `  line ${mark.line + 1} ${mark.name}: ${why}\n    CuTe: ${cute.join(' | ')}\n    here: ${here.join(' | ')}`,
    );
}

function report(seed: number, results: readonly Result[]): ProgramTally {
  const done = results.flatMap(({ outcome }) => (outcome !== undefined && !('crash' in outcome) ? [outcome] : []));
  const sum = (of: (outcome: Outcome) => number): number => done.reduce((n, outcome) => n + of(outcome), 0);
  const reasons = new Map<string, number>();
  for (const { unknown } of done)
    for (const { why } of unknown) reasons.set(general(why), (reasons.get(general(why)) ?? 0) + 1);
  const tally = {
    seed,
    programs: results.length,
    failed: results.length - done.length,
    marks: sum(({ asked }) => asked),
    known: sum(({ known }) => known),
    wrong: sum(({ wrong }) => wrong.length),
  };
  const counts = `${tally.marks} marks reached, ${tally.known} known, ${tally.wrong} wrong`;
  const inPrograms = `in ${results.filter(isWrong).length} programs`;
  console.log(`${tally.programs} programs (${tally.failed} did not run), ${counts} ${inPrograms}`);
  for (const [why, n] of [...reasons].sort((a, b) => b[1] - a[1]).slice(0, 25))
    console.log(`  not known, ${n}: ${why}`);
  const slow = Math.max(0, ...done.map(({ ms }) => ms));
  console.log(`slowest evaluation ${slow.toFixed(0)} ms`);
  return tally;
}

/** A reason without the names of this program. */
const general = (why: string): string =>
  why
    .replace(/`[^`]*`/g, '`…`')
    .replace(/\b[a-z]\w{0,2}\d*\b(?= (depends|changes))/g, '…')
    .slice(0, 120);
