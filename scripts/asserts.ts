// `npm run asserts -- [-I DIR]… FILE|FOLDER…`: the static assertions of files that a compiler accepts. Each of them is
// a witness: one that is evaluated to false proves an error of CuTe Lens. Counts those that hold, that do not and that
// are not known, with the reasons. Exit code 1 where one does not hold, or where an analysis fails. A file that
// includes what is not there is left out: no compiler accepts it.
//   --list true|false|unknown     every assertion with that answer        --reasons N   the N most frequent reasons
//   --headers                     those of the local headers too          --arch 900    __CUDA_ARCH__
//   --steps N                     the steps that an analysis may take, where those of an editor are not enough
// A header that another of the files includes is judged there, since its macros may be the includer's.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { analyze, type Analysis, type Assertion, type FileId, type Program } from '../core/src/index';
import { printValue } from '../core/src/values/print';
import type { Span } from '../core/src/base/span';
import { assumptionsOf } from '../server/src/assumptions';
import { Sources } from '../server/src/sources';
import { cudaFrontEnd } from '../test/support/front-end';

type Verdict = 'true' | 'false' | 'perhaps' | 'unknown';

interface Asserted {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly verdict: Verdict;
  readonly reason?: string;
}

interface Outcome {
  readonly file: string;
  readonly asserted: readonly Asserted[];
  readonly seconds: number;
  /** The file, and what it includes. */
  readonly files: readonly string[];
  /** Headers that it includes and that are not there: no compiler accepts it here. */
  readonly missing: readonly string[];
  /** What went wrong beside the assertions. */
  readonly failures: readonly string[];
}

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    include: { type: 'string', short: 'I', multiple: true, default: [] },
    list: { type: 'string', multiple: true, default: [] },
    reasons: { type: 'string', default: '25' },
    headers: { type: 'boolean' },
    arch: { type: 'string', default: '900' },
    steps: { type: 'string' },
  },
});

const slow = 10;
const unevaluated = 'nothing evaluates it';
const longestReason = 160;

function filesAt(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .flatMap((entry) => (entry.name.startsWith('.') ? [] : filesAt(join(path, entry.name))))
    .filter((file) => ['.cu', '.cuh', '.h', '.hpp', '.cpp'].includes(extname(file)));
}

/** Where the conditions of the static assertions of a program stand, in templates that nothing instantiates too. */
function assertionsIn(program: Program): readonly Span[] {
  const found = new Map<number, Span>();
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    if ('is' in part && part.is === 'StaticAssert' && 'cond' in part) {
      const { span } = part.cond as { readonly span: Span };
      found.set(span.start, span);
    }
    for (const one of Object.values(part)) visit(one);
  };
  visit(program.items);
  return [...found.values()];
}

function verdictOf(seen: readonly Assertion[]): readonly [Verdict, string?] {
  const sure = seen.filter(({ perhaps, assumes }) => !perhaps && assumes.length === 0);
  if (sure.some(({ holds }) => holds === false)) return ['false'];
  const open = seen.find(({ holds }) => holds === undefined);
  if (open) return ['unknown', reasonOf(open)];
  if (seen.some(({ holds }) => holds === false)) return ['perhaps'];
  return seen.length > 0 ? ['true'] : ['unknown', unevaluated];
}

function reasonOf({ value }: Assertion): string {
  if (!Array.isArray(value) && 'is' in value && value.is === 'unknown')
    return value.cause.message.slice(0, longestReason);
  return `the condition is ${'is' in value ? value.is : 'a tuple'} ${printValue(value)}`.slice(0, longestReason);
}

function assertedIn(file: FileId, program: Program, analysis: Analysis, shown: string): readonly Asserted[] {
  const seen = new Map<number, Assertion[]>();
  for (const one of analysis.assertions)
    if (one.span.file === file) seen.set(one.span.start, [...(seen.get(one.span.start) ?? []), one]);
  return assertionsIn(program).map(({ start, end }): Asserted => {
    const [verdict, reason] = verdictOf(seen.get(start) ?? []);
    return {
      file: shown,
      line: program.text.slice(0, start).split('\n').length,
      text: program.text.slice(start, end).replace(/\s+/g, ' '),
      verdict,
      ...(reason !== undefined && { reason }),
    };
  });
}

const frontEnd = await cudaFrontEnd();
/** Of all files, so that a header that many of them include is read once. */
const sources = new Sources(frontEnd);

/** `headers`: those that are judged with what includes them. */
function outcomeOf(path: string, headers: ReadonlySet<string>): Outcome {
  const started = Date.now();
  const entry = resolve(path);
  const failures: string[] = [];
  let asserted: readonly Asserted[] = [];
  let files: readonly string[] = [];
  let missing: readonly string[] = [];
  try {
    sources.open(entry, readFileSync(entry, 'utf8'));
    const set = sources.collect(entry, { includePaths: flags.include.map((one) => resolve(one)) }, Number(flags.arch));
    files = [...set.files.keys()];
    const given = { args: '', defines: {}, thread: [0, 0, 0], block: [0, 0, 0], arch: Number(flags.arch) } as const;
    missing = [...set.includes].flatMap(([asked, found]) => {
      const [, path = ''] = asked.split('\0');
      return found !== null || /^(?:cute|cutlass|cuda|thrust|cub)\//.test(path) ? [] : [path];
    });
    if (missing.length > 0)
      return { file: relative(process.cwd(), entry), asserted, seconds: 0, failures, files, missing };
    const budget = flags.steps === undefined ? {} : { steps: Number(flags.steps) };
    const analysis = analyze({ entry, ...set, budget, assumptions: assumptionsOf(given, frontEnd) });
    failures.push(...analysis.bugs.map((bug) => bug.split('\n').slice(0, 4).join(' | ')));
    if (analysis.stats.exhausted) failures.push('the budget was used up');
    asserted = [...set.files].flatMap(([file, program]) =>
      file === entry || flags.headers || headers.has(file)
        ? assertedIn(file, program, analysis, relative(process.cwd(), file))
        : [],
    );
  } catch (error) {
    failures.push(error instanceof Error ? (error.stack ?? error.message).slice(0, 400) : String(error));
  }
  sources.close(entry);
  const seconds = (Date.now() - started) / 1000;
  if (seconds > slow) failures.push(`took ${seconds.toFixed(1)} s`);
  return { file: relative(process.cwd(), entry), asserted, seconds, failures, files, missing };
}

/** Of the answers of several files that include a header the last one counts: a false one, else one that is not known.
 *  Where nothing evaluates it, it says nothing. */
function byWeight(a: Asserted, b: Asserted): number {
  const weight = ({ verdict, reason }: Asserted): number =>
    reason === unevaluated ? -1 : ['true', 'perhaps', 'unknown', 'false'].indexOf(verdict);
  return weight(a) - weight(b);
}

function report(outcomes: readonly Outcome[]): boolean {
  const all = outcomes.flatMap(({ asserted }) => asserted);
  const distinct = [...new Map(all.sort(byWeight).map((one) => [`${one.file}:${one.line}:${one.text}`, one])).values()];
  const count = (verdict: Verdict): number => distinct.filter((one) => one.verdict === verdict).length;
  for (const { verdict, file, line, text, reason } of distinct)
    if (verdict === 'false' || flags.list.includes(verdict))
      console.log(`${verdict.toUpperCase()} ${file}:${line}: ${text}${reason === undefined ? '' : `\n    ${reason}`}`);
  for (const { file, failures } of outcomes) for (const failure of failures) console.log(`FAILED ${file}: ${failure}`);
  const reasons = new Map<string, number>();
  for (const { reason } of distinct) if (reason !== undefined) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  const sorted = [...reasons].sort((a, b) => b[1] - a[1]).slice(0, Number(flags.reasons));
  for (const [reason, n] of sorted) console.log(`${String(n).padStart(6)}  ${reason}`);
  const judged = count('true') + count('false');
  const share = distinct.length === 0 ? 0 : (100 * judged) / distinct.length;
  console.log(
    `${outcomes.length} files, ${distinct.length} assertions: ${count('true')} true, ${count('false')} false, ` +
      `${count('unknown')} unknown, ${count('perhaps')} false where nothing instantiates them; ` +
      `${share.toFixed(1)} % judged`,
  );
  return count('false') === 0 && outcomes.every(({ failures }) => failures.length === 0);
}

const given = positionals.flatMap((path) => filesAt(resolve(path)));
const isHeader = (file: string): boolean => /^\.(?:h|hpp|cuh)$/.test(extname(file));
const headers = new Set(given.filter(isHeader));
const including = given.filter((file) => !headers.has(file)).map((file) => outcomeOf(file, headers));
const isWhole = ({ missing }: Outcome): boolean => missing.length === 0;
const included = new Set(including.filter(isWhole).flatMap(({ files }) => files));
const alone = [...headers].filter((file) => !included.has(file)).map((file) => outcomeOf(file, new Set()));
const outcomes = [...including, ...alone];
const judged = outcomes.filter(isWhole);
const leftOut = outcomes.length - judged.length;
if (leftOut > 0)
  console.log(
    `${leftOut} files are left out: they include what is not there (${outcomes.find((one) => !isWhole(one))?.missing.join()})`,
  );
process.exitCode = report(judged) ? 0 : 1;
