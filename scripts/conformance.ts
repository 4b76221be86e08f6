// `npm run conformance`: what `cute-lens inspect` says of CUTLASS's own tutorials, against what CuTe printed in them on
// a GPU, or on the host where they need a newer GPU, and against what their authors printed into comments.
// Needs CUTLASS_DIR and a build. Prints a table and writes docs/conformance.md. `--verbose` lists every difference.
// Exit code 1 where a fact is wrong or missing.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { printValue } from '../core/src/index';
import { total } from '../test/oracle/differential';
import { analyzeFile } from '../server/src/cli/inspect';
import { cutlassVersion, run } from '../test/oracle/host';
import { claimsOf, comparable, lineOf } from '../test/oracle/printed-comments';
import { programRuns } from '../test/oracle/programs/recorded';
import { randomRuns } from '../test/oracle/random';
import { ROOT } from '../test/support/fixture';
import { cudaFrontEnd } from '../test/support/front-end';

interface Truth {
  readonly line: number;
  readonly name: string;
  readonly kind: string;
  readonly text: string | readonly string[];
}
interface Run {
  readonly file: string;
  readonly argv: readonly string[];
  readonly facts: readonly Truth[];
  readonly printed?: readonly Printed[];
}
/** What a `print` of the program itself writes, in its comment's line. */
interface Printed {
  readonly line: number;
  readonly name: string;
  readonly text: string;
}
interface Comments {
  readonly run: Run;
  readonly equal: number;
  readonly stale: readonly Stale[];
  readonly wrong: readonly string[];
}
interface Stale {
  readonly line: number;
  readonly name: string;
  readonly comment: string;
  readonly cute: string;
}
interface Row {
  readonly line: number;
  readonly name: string;
  readonly texts: readonly string[];
  readonly unknown?: { readonly reason: string };
}
interface Result {
  readonly run: Run;
  readonly equal: number;
  readonly wrong: readonly string[];
  readonly missing: readonly string[];
}

/** The programs that must be right in every fact; the others are reported apart. */
const FIRST = ['sgemm_1.cu', 'sgemm_2.cu', 'tiled_copy.cu', 'tiled_copy_if.cu'];

const { values: flags } = parseArgs({ options: { verbose: { type: 'boolean' } } });

function cutlassDir(): string {
  const dir = process.env['CUTLASS_DIR'];
  if (dir === undefined || !existsSync(join(dir, 'examples/cute/tutorial/sgemm_1.cu')))
    throw new Error('CUTLASS_DIR must name a CUTLASS checkout (its examples/cute/tutorial is needed)');
  return dir;
}

async function inspect(file: string, argv: readonly string[]): Promise<readonly Row[]> {
  const done = await run(
    process.execPath,
    [join(ROOT, 'dist/cli.cjs'), 'inspect', file, '--args', argv.join(' '), '--json'],
    120,
  );
  if (done.code === 2 || done.code === null) throw new Error(`cute-lens inspect ${file} failed:\n${done.err}`);
  return (JSON.parse(done.out) as { facts: readonly Row[] }).facts;
}

/** Equal where at least one text is given and every given text is among those that CuTe printed. */
async function compare(dir: string, one: Run): Promise<Result> {
  const rows = await inspect(join(dir, one.file), one.argv);
  const wrong: string[] = [];
  const missing: string[] = [];
  for (const fact of one.facts) {
    const printed = typeof fact.text === 'string' ? [fact.text] : fact.text;
    const here = rows.filter((row) => row.line === fact.line && row.name === fact.name);
    const texts = here.flatMap((row) => row.texts);
    const label = `line ${fact.line} ${fact.name}`;
    if (texts.length === 0)
      missing.push(`${label}: ${here.find((row) => row.unknown)?.unknown?.reason ?? 'no such declaration'}`);
    else if (!texts.every((text) => printed.some((other) => other.trim() === onHost(text).trim())))
      wrong.push(`${label}\n      CuTe: ${printed.join(' | ')}\n      here: ${texts.join(' | ')}`);
  }
  return { run: one, equal: one.facts.length - wrong.length - missing.length, wrong, missing };
}

/** The host elects every thread. */
const onHost = (text: string): string => text.replaceAll('elect_one_sync()', '1');

/** The comments of a program, against what CuTe printed there and what we say: where they differ from CuTe they are
 *  stale. */
async function compareComments(dir: string, one: Run): Promise<Comments> {
  const file = join(dir, one.file);
  const text = readFileSync(file, 'utf8');
  const given = {
    file,
    args: one.argv.join(' '),
    defines: {},
    includePaths: [],
    thread: [0, 0, 0],
    block: [0, 0, 0],
    arch: 1000,
  } as const;
  const { analysis, entry } = analyzeFile(text, given, await cudaFrontEnd());
  const facts = analysis.facts.get(entry) ?? [];
  const integers = new Map(
    facts
      .filter(({ name, role }) => role === 'declaration' && name?.startsWith('Gemm_'))
      .map(({ name = '', seen }) => [name, printValue(seen[0]?.value ?? [])]),
  );
  const [stale, wrong]: [Stale[], string[]] = [[], []];
  const claims = claimsOf(text);
  for (const { name, at, key, line, text: comment } of claims) {
    const printed = one.printed?.find((row) => row.line === line && row.name === name);
    if (!printed)
      throw new Error(`${one.file}:${line}: CuTe has not been asked what ${name} prints; run scripts/tutorials.ts`);
    const cute = printed.text;
    const here = [
      ...new Set(
        facts
          .filter(({ span }) => span.start === at)
          .flatMap(({ seen }) => seen.map(({ value }) => onHost(lineOf(printValue(value), key)))),
      ),
    ];
    if (here.length === 0 || !here.every((said) => comparable(said, true) === comparable(cute, true)))
      wrong.push(`line ${line} ${name}\n      CuTe: ${cute}\n      here: ${here.join(' | ')}`);
    const said = comment.replace(/Gemm_\w/g, (symbol) => integers.get(symbol) ?? symbol);
    if (comparable(said) !== comparable(cute))
      stale.push({ line, name: key === undefined ? name : `${name} ${key}`, comment, cute });
  }
  return { run: one, equal: claims.length - stale.length - wrong.length, stale, wrong };
}

const isFirst = ({ run: { file } }: Result): boolean => FIRST.some((name) => file.endsWith(`/${name}`));

function table(results: readonly Result[]): string {
  const rows = results.map(
    ({ run: { file, argv, facts }, equal, wrong, missing }) =>
      `| ${file.replace('examples/cute/tutorial/', '')} | ${argv.join(' ') || '–'} | ${facts.length} | ${equal} | ${wrong.length} | ${missing.length} |`,
  );
  const sum = (of: (result: Result) => number): number => results.reduce((total, result) => total + of(result), 0);
  const sums = [
    sum(({ run: { facts } }) => facts.length),
    sum(({ equal }) => equal),
    sum(({ wrong }) => wrong.length),
    sum(({ missing }) => missing.length),
  ];
  const total = `| **total** | | ${sums.join(' | ')} |`;
  return [
    '| program | arguments | facts | equal | wrong | missing |',
    '|---|---|--:|--:|--:|--:|',
    ...rows,
    total,
  ].join('\n');
}

/** What the comments of the Blackwell tutorials say, and which of them no longer hold. */
function commentTable(comments: readonly Comments[]): string {
  const rows = comments.map(
    ({ run: { file }, equal, stale, wrong }) =>
      `| ${file.replace('examples/cute/tutorial/', '')} | ${equal + stale.length + wrong.length} | ${equal} | ${stale.length} | ${wrong.length} |`,
  );
  const sum = (of: (one: Comments) => number): number => comments.reduce((total, one) => total + of(one), 0);
  const sums = [
    sum(({ equal, stale, wrong }) => equal + stale.length + wrong.length),
    sum(({ equal }) => equal),
    sum(({ stale }) => stale.length),
    sum(({ wrong }) => wrong.length),
  ];
  const total = `| **total** | ${sums.join(' | ')} |`;
  return [
    '| program | comments | all agree | comment is stale | wrong |',
    '|---|--:|--:|--:|--:|',
    ...rows,
    total,
  ].join('\n');
}

function staleTable(comments: readonly Comments[]): string {
  const layoutOnly = (text: string): string => text.replace(/^.*\bo (?=\S+$)/, '');
  const rows = comments.flatMap(({ run: { file }, stale }) =>
    stale.map(({ line, name, comment, cute }) => {
      const [said, prints] =
        layoutOnly(comment) === layoutOnly(cute) ? [comment, cute] : [layoutOnly(comment), layoutOnly(cute)];
      return `| ${file.replace(/^.*\//, '')}:${line} | \`${name}\` | \`${said}\` | \`${prints}\` |`;
    }),
  );
  return ['| place | prints | the comment | CuTe and CuTe Lens |', '|---|---|---|---|', ...rows].join('\n');
}

function page(
  results: readonly Result[],
  blackwell: readonly Result[],
  comments: readonly Comments[],
  commit: string,
): string {
  return `# Conformance

Written by \`npm run conformance\`.
Every declaration of CUTLASS's CuTe tutorials that holds a tensor, a layout, an integer, a tuple or a tiled operation was printed by \`cute::print\`, from probes inserted after each declaration: on an NVIDIA H200 (CUDA 13.0), and for the Blackwell tutorials on the host, with g++.
The tables compare that with what \`cute-lens inspect\` says of the same files with the same program arguments, without running anything.
CUTLASS: commit ${commit}.

A fact is *equal* when at least one text is given and every text that is given is among those CuTe printed there, character for character.
*Wrong* is any other text. *Missing* means that no value is given; the tool says why.

## SIMT products and copies

${table(results.filter(isFirst))}

## Tensor cores, WGMMA and TMA

${table(results.filter((result) => !isFirst(result)))}

## Blackwell: tensor memory, UMMA and TMA of two SMs

Printed on the host for thread 0 of block 0: no GPU or driver takes part, and layouts do not depend on them.

${table(blackwell)}

The authors of these programs print tensors and layouts, and keep what they saw in comments.
Each such comment was compared with what CuTe prints at that place on the host, and that, exactly, with what CuTe Lens says: numbers and their nesting, swizzles, bits and coordinates; comments leave out some underscores.
A comment is *stale* where CuTe prints something else than the comment says. *Wrong* is where CuTe Lens says something else than CuTe prints.

${commentTable(comments)}

${staleTable(comments)}

## Random expressions

\`npm run test:oracle -- random --seed S --families … --record\` draws expressions, compiles them with the real CuTe (commit ${randomRuns()[0]?.cutlass ?? commit}) and g++, and compares text and values with \`cute-lens eval\`, character for character.
Tiled MMAs are over every atom of the tables, with random layouts of atoms and permutations; tiled copies are raked, follow operands, other copies or offsets; tensors are static or not, nested, of either major, or behind a swizzle.

${randomTable()}

## Random programs

\`npm run test:oracle -- programs --seed S --count N --record\` writes whole programs: functions with references, pointers and default arguments, classes with members that change them, templates and overloads, lambdas, loops and branches, some of them on what is not known, static variables, macros, kernels with their parameters in structs.
Each is compiled with the real CuTe (CUTLASS ${programRuns()[0]?.cutlass ?? commit}) and g++, and printed at its declarations.
A declaration is *known* where a value is shown for it. It is *wrong* where a value that is shown for certain was never printed there.

${programTable()}
`;
}

/** Random programs, as they were last compared. */
function programTable(): string {
  const heads = [
    '| first seed | programs | not compiled | declarations reached | known | wrong |',
    '|--:|--:|--:|--:|--:|--:|',
  ];
  return [
    ...heads,
    ...programRuns().map(
      (run) => `| ${run.seed} | ${run.programs} | ${run.failed} | ${run.marks} | ${run.known} | ${run.wrong} |`,
    ),
  ].join('\n');
}

/** Random expressions, as they were last compared. */
function randomTable(): string {
  const heads = [
    '| seed | family | cases | equal | refused by both | crashed in CuTe | different |',
    '|--:|---|--:|--:|--:|--:|--:|',
  ];
  const rows = randomRuns().flatMap(({ seed, rows: families }) => [
    ...families.map(
      (row) =>
        `| ${seed} | ${row.family} | ${row.cases} | ${row.equal} | ${row.refused} | ${row.crashed} | ${row.differences} |`,
    ),
    ...[total(families)].map(
      (row) =>
        `| ${seed} | **total** | ${row.cases} | ${row.equal} | ${row.refused} | ${row.crashed} | ${row.differences} |`,
    ),
  ]);
  return [...heads, ...rows].join('\n');
}

/** Printed, so that a reader sees at once what differs. */
function report(results: readonly Result[], comments: readonly Comments[]): void {
  for (const {
    run: { file, argv },
    wrong,
    missing,
  } of results) {
    const lines = [...wrong.map((text) => `  wrong   ${text}`), ...missing.map((text) => `  missing ${text}`)];
    if (lines.length > 0) console.log(`\n${file} ${argv.join(' ')}\n${lines.join('\n')}`);
  }
  for (const {
    run: { file },
    wrong,
  } of comments)
    if (wrong.length > 0) console.log(`\n${file}, comments\n${wrong.map((text) => `  wrong   ${text}`).join('\n')}`);
}

const readTruth = (name: string): { source: string; runs: readonly Run[] } =>
  JSON.parse(readFileSync(join(ROOT, 'test/truth', name), 'utf8')) as { source: string; runs: readonly Run[] };

const dir = cutlassDir();
const truth = readTruth('cutlass-tutorials.json');
const commit = /\b[0-9a-f]{9,40}\b/.exec(truth.source)?.[0] ?? 'unknown';
const [results, blackwell, comments]: [Result[], Result[], Comments[]] = [[], [], []];
for (const one of truth.runs) results.push(await compare(dir, one));
for (const one of readTruth('blackwell-tutorials.json').runs) {
  blackwell.push(await compare(dir, one));
  comments.push(await compareComments(dir, one));
}
const tables = [
  table(results.filter(isFirst)),
  table(results.filter((result) => !isFirst(result))),
  table(blackwell),
  commentTable(comments),
];
console.log(`CUTLASS ${cutlassVersion(dir)}; facts from commit ${commit}\n\n${tables.join('\n\n')}`);
if (flags.verbose) report([...results, ...blackwell], comments);
writeFileSync(join(ROOT, 'docs/conformance.md'), page(results, blackwell, comments, commit));
process.exitCode =
  [...results, ...blackwell].some(({ wrong, missing }) => wrong.length + missing.length > 0) ||
  comments.some(({ wrong }) => wrong.length > 0)
    ? 1
    : 0;
