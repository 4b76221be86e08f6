// Random expressions, CuTe against `cute-lens eval --batch`. Prints what differs, each shrunk to a
// small expression that still differs.
import { evaluateCase } from '../../server/src/cli/eval';
import { cudaFrontEnd } from '../support/front-end';
import { random } from '../support/random';
import { randomCases, type Case } from './families';
import { ask, type Answer, type Host, type Question } from './host';
import { smaller } from './shrink';

export interface DifferentialOptions {
  readonly count: number;
  readonly seed: number;
  readonly unit: number;
  readonly jobs: number;
  /** How many of the differences are made smaller: each costs several compilations. */
  readonly shrink: number;
  /** Only ask CuTe (and keep its answers): for a machine with time but no build of ours. */
  readonly prepare: boolean;
  /** Names of the families that are drawn from; all where there are none. */
  readonly families: readonly string[];
}

type Ours =
  | { readonly text: string; readonly values: string | undefined }
  | { readonly error: string }
  | { readonly crash: string };

interface Difference {
  readonly question: Question;
  readonly cute: string;
  readonly ours: string;
}

/** What was compared, family by family, and how it came out. */
export interface Tally {
  readonly seed: number;
  readonly count: number;
  readonly rows: readonly Row[];
}

interface Row {
  readonly family: string;
  readonly cases: number;
  readonly equal: number;
  readonly refused: number;
  readonly crashed: number;
  readonly differences: number;
}

/** Undefined where CuTe was only asked. */
export async function differential(host: Host, options: DifferentialOptions): Promise<Tally | undefined> {
  const all = randomCases(random(options.seed), options.count, options.families);
  const answers = await ask(host, all, {
    unitSize: options.unit,
    jobs: options.jobs,
    progress: (done) => process.stderr.write(`\rCuTe: ${done} of ${all.length}`),
  });
  process.stderr.write('\n');
  if (options.prepare) return undefined;
  const ours = await evaluate(all);
  const differences = all.flatMap((one, i) => differs(one, answers[i], ours[i]) ?? []);
  const rows = tally(all, answers, differences);
  printTable(rows);
  for (const difference of differences.slice(0, options.shrink)) await printShrunk(host, difference);
  for (const { question, cute, ours: here } of differences.slice(options.shrink))
    console.log(`${question.id}: ${written(question)}\n  CuTe: ${cute}\n  here: ${here}`);
  return { seed: options.seed, count: options.count, rows };
}

const written = (question: Question): string => [...(question.setup ?? []), question.expr].join(' ');

/** What `cute-lens eval --batch` says of each case, in order: the function behind it, so that a crash costs one case
 *  only. */
async function evaluate(cases: readonly Question[]): Promise<Ours[]> {
  const reader = await cudaFrontEnd();
  return cases.map(({ setup, expr }): Ours => {
    try {
      const outcome = evaluateCase(
        { id: '', setup: (setup ?? []).join('\n'), expr },
        { defines: {}, values: true },
        reader,
      );
      if ('error' in outcome) return { error: `${outcome.error.code}: ${outcome.error.message}` };
      return { text: outcome.text, values: outcome.values?.join(' ') };
    } catch (error) {
      return {
        crash:
          error instanceof Error ? (error.stack ?? error.message).split('\n').slice(0, 4).join(' ') : String(error),
      };
    }
  });
}

/** A difference in text or values; where CuTe refuses, giving a value is one too. Crashes of CuTe prove nothing. */
function differs(question: Question, answer: Answer | undefined, ours: Ours | undefined): Difference | undefined {
  if (answer === undefined || ours === undefined) return undefined;
  if ('crash' in ours) return { question, cute: show(answer), ours: `CRASH ${ours.crash}` };
  if ('crashed' in answer) return undefined;
  if ('refused' in answer) return 'error' in ours ? undefined : { question, cute: show(answer), ours: ours.text };
  if ('error' in ours) return { question, cute: show(answer), ours: ours.error };
  if (answer.text !== ours.text) return { question, cute: answer.text, ours: ours.text };
  const values = answer.values?.join(' ');
  if (values === undefined || values === '' || ours.values === undefined || numbers(values) === numbers(ours.values))
    return undefined;
  return { question, cute: `${answer.text} values ${values}`, ours: `${ours.text} values ${ours.values}` };
}

/** Whether an offset is static depends on how the probe asked for it; the number does not. */
const numbers = (values: string): string => values.replaceAll('_', '');

const show = (answer: Answer): string =>
  'text' in answer ? answer.text : 'refused' in answer ? `does not compile: ${answer.refused}` : 'crashed';

function tally(
  cases: readonly Case[],
  answers: readonly (Answer | undefined)[],
  differences: readonly Difference[],
): Row[] {
  const wrong = new Set(differences.map(({ question }) => question.id));
  return [...new Set(cases.map(({ family }) => family))].sort().map((family) => {
    const mine = cases.map((one, i) => ({ one, answer: answers[i] })).filter(({ one }) => one.family === family);
    const right = mine.filter(({ one }) => !wrong.has(one.id));
    const count = (of: typeof mine, kind: string): number => of.filter(({ answer }) => answer && kind in answer).length;
    return {
      family,
      cases: mine.length,
      equal: count(right, 'text'),
      refused: count(right, 'refused'),
      crashed: count(mine, 'crashed'),
      differences: mine.length - right.length,
    };
  });
}

function printTable(rows: readonly Row[]): void {
  console.log('family          cases   equal  refused by both  crashed in CuTe  differences');
  for (const { family, ...row } of [...rows, { family: 'total', ...total(rows) }]) {
    const counts = [row.cases, row.equal, row.refused, row.crashed, row.differences];
    console.log(
      `${family.padEnd(15)} ${counts.map((n, i) => String(n).padStart([5, 8, 17, 17, 13][i] ?? 8)).join('')}`,
    );
  }
}

/** All families together. */
export function total(rows: readonly Row[]): Omit<Row, 'family'> {
  const sum = (of: (row: Row) => number): number => rows.reduce((n, row) => n + of(row), 0);
  return {
    cases: sum((row) => row.cases),
    equal: sum((row) => row.equal),
    refused: sum((row) => row.refused),
    crashed: sum((row) => row.crashed),
    differences: sum((row) => row.differences),
  };
}

/** A refusal shrinks to the same refusal, a crash to a crash; anything else to two values that differ. */
function sameKind(a: Difference, b: Difference): boolean {
  const kind = ({ cute, ours }: Difference): string =>
    cute.startsWith('does not compile') ? cute : ours.startsWith('CRASH') ? ours : '';
  return kind(a) === kind(b);
}

/** Tries smaller expressions, all in one unit, until none of them differs. */
async function printShrunk(host: Host, first: Difference): Promise<void> {
  let best = first;
  for (let round = 0; round < 8; round++) {
    const candidates = smaller(best.question)
      .slice(0, 120)
      .map((question, i) => ({ ...question, id: String(i) }));
    if (candidates.length === 0) break;
    const [answers, ours] = [await ask(host, candidates, { unitSize: candidates.length }), await evaluate(candidates)];
    const still = candidates
      .flatMap((question, i) => differs(question, answers[i], ours[i]) ?? [])
      .filter((other) => sameKind(other, first));
    const next = still.sort((a, b) => written(a.question).length - written(b.question).length)[0];
    if (next === undefined) break;
    best = next;
  }
  console.log(`${first.question.id}: ${written(first.question)}\n  CuTe: ${first.cute}\n  here: ${first.ours}`);
  if (best !== first)
    console.log(`  shrunk: ${written(best.question)}\n    CuTe: ${best.cute}\n    here: ${best.ours}`);
}
