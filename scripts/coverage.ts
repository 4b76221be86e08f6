// `npm run coverage [-- FOLDER…]`: how many of the layout-valued declarations of real sources have a value here, and
// why the others have none. Needs CUTLASS_DIR; other variables add sources (test/support/coverage-sources.ts), and the
// page is written where all of them are set. With folders, those alone, and nothing is written.
//   --misses    lists every declaration without a value       --units N    translation units of a folder (default 32)
//   --only NAME the sources whose name contains it            --seconds N  processor time of each file (default 30)
//   --slow      the twenty slowest units of each source       --json FILE  every declaration, to compare two runs
//   --sample N  only N units of each source and what they include, to see the reasons soon; nothing is written
//   --unit TEXT only units whose path contains it, and what they include; nothing is written
//   --roots N   the most sources that a library is seen from (default 128)
//   --jobs N    evaluates in N processes (default 1)
//   --write     writes the page although only some sources are counted: it keeps what it says of the others
import { execFileSync, fork } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chooseRoots, namesIn, namingOf } from '../server/src/choose-roots';
import { isHeader } from '../server/src/including';
import { areAllNamed, corpora, type Corpus } from '../test/support/coverage-sources';
import { Seen, type Limits, type Outcome, type Task } from '../test/support/coverage-seen';
import { filesBelow, spreadOver, unitsOf } from '../test/support/coverage-units';
import { declarationsOf, type Declared, type Verdict } from '../test/support/coverage';
import { ROOT } from '../test/support/fixture';

interface Row {
  readonly file: string;
  readonly line: number;
  readonly declared: Declared;
  readonly verdict: Verdict;
}

interface Result {
  readonly corpus: Corpus;
  readonly units: readonly string[];
  readonly rows: readonly Row[];
  readonly seconds: number;
  readonly times: ReadonlyMap<string, number>;
}

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    misses: { type: 'boolean' },
    units: { type: 'string', default: '32' },
    only: { type: 'string' },
    seconds: { type: 'string', default: '30' },
    slow: { type: 'boolean' },
    write: { type: 'boolean' },
    sample: { type: 'string' },
    unit: { type: 'string' },
    json: { type: 'string' },
    roots: { type: 'string', default: '128' },
    arch: { type: 'string', default: '900' },
    jobs: { type: 'string', default: '1' },
    // One of the processes of `--jobs`.
    serve: { type: 'boolean' },
  },
});

const limits: Limits = { seconds: Number(flags.seconds), arch: Number(flags.arch) };

function chosen(): readonly Corpus[] {
  if (positionals.length > 0) {
    const folders = positionals.map((path) => resolve(path));
    return [{ name: positionals.join(' '), folders, includePaths: folders }];
  }
  const all = corpora((folder) => readdirSync(folder));
  return flags.only === undefined ? all : all.filter(({ name }) => name.includes(flags.only ?? ''));
}

/** Whether only some units are looked at. */
const isPart = flags.sample !== undefined || flags.unit !== undefined;

function someUnits(every: readonly string[]): readonly Task[] {
  const named = every.filter((unit) => unit.includes(flags.unit ?? ''));
  return (flags.sample === undefined ? named : spreadOver(named, Number(flags.sample))).map((unit) => ({ unit }));
}

/** What is counted: of a library, which is older than CuTe, the headers that name it. */
function filesOf({ folders, roots }: Corpus): readonly string[] {
  const files = folders.flatMap(filesBelow);
  return roots ? files.filter((file) => /\bcute\b/.test(withText(file).text)) : files;
}

/** The sources from which a library is seen, those first that instantiate most of it. */
function rootsOf({ roots = [] }: Corpus, headers: readonly string[]): readonly string[] {
  const sources = roots.flatMap(filesBelow).filter((file) => !isHeader(file));
  const known = new Set(headers.flatMap((header) => namesIn(withText(header))));
  const naming = sources.map((source) => namingOf(withText(source), known));
  return chooseRoots(naming, Number(flags.roots));
}

const withText = (file: string): { readonly file: string; readonly text: string } => ({
  file,
  text: readFileSync(file, 'utf8'),
});

async function measure(corpus: Corpus): Promise<Result> {
  const started = Date.now();
  const files = filesOf(corpus);
  const units = [...unitsOf(files, Number(flags.units)), ...rootsOf(corpus, files)];
  const seen = await Seen.of(corpus, limits);
  await evaluate(seen, corpus, someUnits([...units, ...seen.written.keys()]));
  const headers = files.filter(isHeader);
  if (!isPart || corpus.roots) for (const header of headers) if (!seen.programs.has(header)) seen.read(header);
  const names = seen.names();
  const incomplete = (): readonly string[] => headers.filter((header) => rowsOf(header, seen, names).some(isOpen));
  if (!isPart) {
    await evaluate(
      seen,
      corpus,
      incomplete().map((header) => seen.asUserSees(header)),
    );
    await evaluate(
      seen,
      corpus,
      incomplete().map((unit) => ({ unit })),
    );
  }
  const rows = files.flatMap((file) => rowsOf(file, seen, names));
  seen.dispose();
  return {
    corpus,
    units,
    rows,
    seconds: (Date.now() - started) / 1000,
    times: seen.times,
  };
}

/** Here, or in `--jobs` processes of this script, each of which gets a run of the tasks. */
async function evaluate(seen: Seen, { name }: Corpus, tasks: readonly Task[]): Promise<void> {
  const jobs = Math.min(Number(flags.jobs), tasks.length);
  if (jobs <= 1) {
    for (const task of tasks) await seen.evaluate(task);
    return;
  }
  const runs = Array.from({ length: jobs }, (_, i) =>
    tasks.slice(Math.floor((i * tasks.length) / jobs), Math.floor(((i + 1) * tasks.length) / jobs)),
  );
  const outcomes = await Promise.all(runs.map((run) => inProcess({ name, tasks: run })));
  for (const outcome of outcomes) seen.add(outcome);
  for (const { unit } of tasks) seen.read(unit);
}

/** What a process of `--jobs` is asked for. */
interface Order {
  readonly name: string;
  readonly tasks: readonly Task[];
}

function inProcess(order: Order): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const worker = fork(process.argv[1] ?? '', [...process.argv.slice(2), '--serve'], { serialization: 'advanced' });
    worker.once('message', (outcome: Outcome) => {
      resolve(outcome);
    });
    worker.once('exit', (code) => {
      reject(new Error(`a process that evaluated ${order.name} ended with ${code}`));
    });
    worker.send(order);
  });
}

/** The other side of `inProcess`. */
async function serve({ name, tasks }: Order): Promise<void> {
  const corpus = chosen().find((one) => one.name === name);
  if (!corpus) throw new Error(`no source is called ${name}`);
  const seen = await Seen.of(corpus, limits);
  for (const task of tasks) await seen.evaluate(task);
  const { verdicts, times, includedBy } = seen;
  process.send?.({ verdicts, times, includedBy } satisfies Outcome, () => {
    process.disconnect();
  });
}

function rowsOf(file: string, { programs, verdicts }: Seen, names: ReadonlySet<string>): readonly Row[] {
  const program = programs.get(file);
  if (!program) return [];
  return declarationsOf(program, names).flatMap((declared): readonly Row[] => {
    const verdict = verdicts.get(file)?.get(declared.at) ?? {
      is: 'unknown',
      reason: 'nothing evaluates it: no instantiation of these units gets there',
    };
    if (verdict.is === 'other' || (verdict.is === 'unknown' && !declared.layoutLike)) return [];
    return [{ file, line: program.text.slice(0, declared.at).split('\n').length, declared, verdict }];
  });
}

const isOpen = ({ verdict: { is } }: Row): boolean => is === 'unknown';
const isValue = ({ verdict: { is } }: Row): boolean => is === 'concrete' || is === 'symbolic';
const percent = (part: number, of: number): string =>
  of === 0 ? '–' : `${(Math.floor((part / of) * 1000) / 10).toFixed(1)} %`;

const head = [
  'sources',
  'units',
  'declarations',
  'concrete',
  'with symbols',
  'no value',
  'with a value',
  'goal',
  'counted with',
] as const;

function rowOf({ corpus, rows: all, units }: Result): string {
  const count = (kind: 'concrete' | 'symbolic'): number => all.filter(({ verdict }) => verdict.is === kind).length;
  const [concrete, symbolic] = [count('concrete'), count('symbolic')];
  const known = concrete + symbolic;
  const counts = [units.length, all.length, concrete, symbolic, all.length - known];
  const goal = corpus.goal || corpus.aim ? `${(corpus.goal || corpus.aim || 0) * 100} %` : '–';
  const commits = [corpus.source, `CuTe Lens ${commitOf(ROOT)}`].filter((part) => part !== undefined).join(', ');
  return `| ${[corpus.name, ...counts, percent(known, all.length), goal, commits].join(' | ')} |`;
}

function table(rows: readonly string[]): string {
  const rule = head.map((_, i) => (i > 0 && i < head.length - 1 ? '--:' : '---'));
  return [`| ${head.join(' | ')} |`, `|${rule.join('|')}|`, ...rows].join('\n');
}

function commitOf(folder: string): string {
  return execFileSync('git', ['-C', folder, 'rev-parse', '--short=9', 'HEAD'], { encoding: 'utf8' }).trim();
}

function reasons(result: Result): string {
  const byReason = new Map<string, Row[]>();
  for (const row of result.rows)
    if (row.verdict.is === 'unknown')
      byReason.set(row.verdict.reason, [...(byReason.get(row.verdict.reason) ?? []), row]);
  const place = ({ file, line, declared }: Row): string =>
    `\`${declared.name}\` (${relative(result.corpus.folders[0] ?? '', file)}:${line})`;
  return [...byReason]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([reason, rows]) => `- ${rows.length}: ${reason}\n  ${rows.map(place).join(', ')}`)
    .join('\n');
}

/** Reasons that differ only in the names and numbers that they mention are one class, shown with a few places; the most
 *  frequent comes first. */
function classes({ rows, corpus }: Result): string {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    if (row.verdict.is !== 'unknown') continue;
    const name = row.verdict.reason.replace(/`[^`]*`/g, '`…`').replace(/\d[\d,]*/g, '…');
    found.set(name, [...(found.get(name) ?? []), row]);
  }
  const base = commonFolder(corpus.folders);
  const place = ({ file, line, declared }: Row): string => `\`${declared.name}\` (${relative(base, file)}:${line})`;
  const sorted = [...found].sort(([, a], [, b]) => b.length - a.length);
  const lines = sorted
    .slice(0, mostClasses)
    .map(([name, own]) => `- ${own.length}: ${name}\n  ${spread(own, 3).map(place).join(', ')}`);
  const others = sorted.slice(mostClasses);
  const left = others.reduce((sum, [, own]) => sum + own.length, 0);
  return [...lines, ...(left > 0 ? [`- ${left}: ${others.length} other reasons`] : [])].join('\n');
}

/** The most classes of reasons that the page lists for a source. */
const mostClasses = 25;

function commonFolder([first = '', ...others]: readonly string[]): string {
  let common = first;
  while (others.some((folder) => !folder.startsWith(`${common}/`))) common = dirname(common);
  return common;
}

function spread<T>(list: readonly T[], most: number): readonly T[] {
  return list.length <= most ? list : list.filter((_, i) => i % Math.ceil(list.length / most) === 0);
}

/** Every declaration on a line of its own, so that two runs can be compared. */
function asData({ corpus, rows }: Result): unknown {
  const base = commonFolder(corpus.folders);
  return {
    name: corpus.name,
    rows: rows.map((row) => [
      `${relative(base, row.file)}:${row.line} ${row.declared.name}`,
      row.verdict.is,
      row.verdict.is === 'unknown' ? row.verdict.reason : '',
    ]),
  };
}

/** The page, with its sources in their order and new ones behind them. Of those that were not counted, whether or not
 *  the environment names them, it says what it said. */
function page(results: readonly Result[]): string {
  const had = readPage();
  const listed = [...had.matchAll(/^## (.*): no value$/gm)].map(([, name = '']) => name);
  const parts = [...new Set([...listed, ...results.map(({ corpus }) => corpus.name)])].flatMap((name) => {
    const result = results.find(({ corpus }) => corpus.name === name);
    const row = result ? rowOf(result) : had.split('\n').find((line) => line.startsWith(`| ${name} |`));
    const section = result
      ? `## ${name}: no value\n\n${missing(result) || 'None.'}`
      : had
          .split(/\n\n(?=## )/)
          .find((part) => part.startsWith(`## ${name}: no value`))
          ?.trimEnd();
    return row === undefined || section === undefined ? [] : [{ row, section }];
  });
  return `# Coverage

Written by \`npm run coverage\`, with the variables of \`test/support/coverage-sources.ts\` set.

A *layout-valued declaration* is a variable, a structured binding, a data member or a \`using\` whose value is a layout, tensor, swizzle, atom, tiled MMA or copy (or a slice of one), or a tuple of integers such as a shape, stride, tile or coordinate.
Which declarations count is decided by the text first, so that one that is not evaluated cannot drop out: those whose type or initialiser names something of CuTe that makes such a value, or an alias or function of the project that does (\`test/support/coverage.ts\`).
Those that evaluation finds in addition count as well; those that it finds to be something else, an integer for instance, do not.

*Concrete* means that every integer of shape and stride is a number in at least one instantiation, *with symbols* that run-time sizes are named (\`params.d\`), or parameters of a template that nothing instantiates (\`(kBlockM,_64)\`).
*No value* is everything else; each is listed below with the reason that a hover gives, or, where there are many, the classes of reasons with a few places each.
Sources that a project's build generates are written as it writes them, for a few instantiations each.
Headers are seen through *units*: the sources that include them. Of many small ones that each hold one instantiation, evenly spread ones are taken.
A header that lacks values then is evaluated once more as a user sees it who opens it, with the four sources that an editor chooses from the whole project, and once alone; where the build writes sources, with four of the units.
A goal that is reached must hold; the others are what is aimed at.
The units of \`include/cutlass\` are those of CUTLASS's own examples and tests that name most of it.
The last column names the commits of the sources, and that of CuTe Lens whose evaluation was counted; a row that names no CUTLASS beside another project was counted without its headers.

${table(parts.map(({ row }) => row))}

${/^## Confirmed[\s\S]*?(?=\n\n## )/m.exec(had)?.[0] ?? ''}

${parts.map(({ section }) => section).join('\n\n')}
`;
}

function missing(result: Result): string {
  return result.corpus.aim === undefined ? reasons(result) : classes(result);
}

/** The page as it stands: what `npm run confirm:library` found is written there by hand. */
function readPage(): string {
  const path = join(ROOT, 'docs/coverage.md');
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

async function main(): Promise<void> {
  const results: Result[] = [];
  for (const corpus of chosen()) {
    const result = await measure(corpus);
    results.push(result);
    const slow = [...result.times].sort(([, a], [, b]) => b - a).slice(0, flags.slow ? 20 : 1);
    console.log(`${corpus.name}: ${result.seconds.toFixed(1)} s, slowest unit${slow.length > 1 ? 's' : ''}`);
    for (const [unit, milliseconds] of slow) console.log(`  ${milliseconds} ms ${relative(ROOT, unit)}`);
  }
  console.log(`\n${table(results.map(rowOf))}`);
  if (flags.json !== undefined) writeFileSync(flags.json, JSON.stringify(results.map(asData), null, 1));
  if (flags.misses) for (const result of results) console.log(`\n${result.corpus.name}\n${missing(result)}`);
  const isWhole = flags.only === undefined && areAllNamed();
  if (positionals.length === 0 && !isPart && (flags.write || isWhole))
    writeFileSync(join(ROOT, 'docs/coverage.md'), page(results));
  process.exitCode = results.some(({ corpus, rows }) => rows.filter(isValue).length < rows.length * (corpus.goal ?? 0))
    ? 1
    : 0;
}

if (flags.serve) process.once('message', (order: Order) => void serve(order));
else await main();
