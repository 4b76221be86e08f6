// `npm run bench:public [-- --sample N] [--only NAME] [--unit TEXT] [--jobs N] [--json FILE] [--write]`: how long
// sources of public projects take, and which take longest. Needs CUTLASS_DIR; other variables add projects
// (test/support/coverage-sources.ts). Replaces its section of docs/performance.md where nothing is left out.
//   --sample N  so many units of each project (default 8)     --only NAME the projects whose name contains it
//   --unit TEXT only units whose path contains it             --json FILE the times of every unit
//   --jobs N    measures N units at a time (default 1)        --write     replaces the section in any case
import { execFile } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { type Phases, publicTimes, type PublicTimes } from '../test/bench/public';
import { summary } from '../test/bench/timing';
import { areAllNamed, corpora, type Corpus } from '../test/support/coverage-sources';
import { filesBelow, spreadOver, type Unit, unitsOf, writtenOf } from '../test/support/coverage-units';
import { commit, machine, replaceSection } from './performance-page';

/** The word with which this script measures one unit, in a process of its own. */
const ONE = '--one';

interface Measured extends PublicTimes {
  readonly name: string;
}

const seconds = ({ read, evaluate, check }: Phases): number => read + evaluate + check;

/** How many the ranking shows. */
const SLOWEST = 20;

/** What a unit may take, in seconds of processor time, before it is given up: a busy machine gives up no other units
 *  than an idle one. */
const MOST = 300;

function unitsIn(corpus: Corpus, isWanted: (unit: string) => boolean, sample: number): readonly Unit[] {
  const folders = corpus.roots ?? corpus.folders;
  const own = unitsOf(folders.flatMap(filesBelow), Infinity).map((unit): Unit => ({ unit }));
  return spreadOver(
    [...own, ...writtenOf(corpus)].filter(({ unit }) => isWanted(unit)),
    sample,
  );
}

interface Chosen {
  readonly unit: Unit;
  readonly corpus: Corpus;
}

/** The path of a unit from the folder that contains the checkout. */
function nameOf(unit: string, { workspace, folders: [folder = ''] }: Corpus): string {
  const top = workspace ?? folder.replace(/\/(csrc|hopper|examples|test)\/?.*$/, '');
  return relative(`${top}/..`, unit);
}

const run = promisify(execFile);

async function measure({ unit, corpus }: Chosen): Promise<Measured | undefined> {
  try {
    const given = JSON.stringify([unit, corpus]);
    const limited = ['-c', `ulimit -t ${MOST}; exec "$0" "$@"`, process.execPath, import.meta.filename, ONE, given];
    const { stdout } = await run('/bin/sh', limited);
    return { name: nameOf(unit.unit, corpus), ...(JSON.parse(stdout) as PublicTimes) };
  } catch (error) {
    console.log(`not measured: ${unit.unit}: ${String(error)}`);
    return undefined;
  }
}

const two = (time: number): string => time.toFixed(2);

function row({ name, first, edit, follow, files, steps }: Measured): string {
  const of = ({ read, evaluate, check }: Phases): readonly string[] => [read, evaluate, check].map(two);
  const parts = [two(seconds(first)), ...of(first), two(seconds(edit)), ...of(edit), two(follow)];
  return `| ${[`\`${name}\``, ...parts, files, steps.toLocaleString('en')].join(' | ')} |`;
}

function section(all: readonly Measured[], jobs: number): string {
  const head = [
    'source',
    'first',
    'read',
    'evaluate',
    'check',
    'keystroke',
    'read',
    'evaluate',
    'check',
    'all threads',
  ];
  const slowest = [...all].sort((a, b) => seconds(b.first) - seconds(a.first)).slice(0, SLOWEST);
  const line = (what: string, of: (one: Measured) => number): string => {
    const times = all.map(of);
    const { median, p95 } = summary(times);
    const within = times.filter((time) => time < 1).length;
    return `| ${what} | ${two(median)} | ${two(p95)} | ${two(Math.max(...times))} | ${within} of ${times.length} |`;
  };
  return `## Public sources

Written by \`npm run bench:public\` at commit ${commit()}, with the variables of \`test/support/coverage-sources.ts\` set, on ${machine()}${jobs > 1 ? `, ${jobs} sources at a time` : ''}: seconds of processor time for ${all.length} sources, evenly spread over each project.
*First* is the first analysis in a process that has read nothing, *keystroke* the analysis after a space is typed (the median of four), *all threads* what a pause begins, the second time: following them, and the checks.
What is read of a library's headers when evaluation looks up a name counts as evaluation.

| | median | 95 % | slowest | below a second |
|---|--:|--:|--:|--:|
${[
  line('first', ({ first }) => seconds(first)),
  line('keystroke', ({ edit }) => seconds(edit)),
  line('all threads', ({ follow }) => follow),
].join('\n')}

The ${slowest.length} slowest:

| ${[...head, 'files', 'steps'].join(' | ')} |
|---|${'--:|'.repeat(head.length + 1)}
${slowest.map(row).join('\n')}
`;
}

async function everything(): Promise<void> {
  const { values: flags } = parseArgs({
    options: {
      sample: { type: 'string' },
      only: { type: 'string', default: '' },
      unit: { type: 'string', default: '' },
      jobs: { type: 'string', default: '1' },
      json: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  });
  const chosen = new Map<string, Chosen>();
  for (const corpus of corpora((folder) => readdirSync(folder)).filter(({ name }) => name.includes(flags.only)))
    for (const unit of unitsIn(corpus, (path) => path.includes(flags.unit), Number(flags.sample ?? 8)))
      if (!chosen.has(unit.unit)) chosen.set(unit.unit, { unit, corpus });
  const left = [...chosen.values()];
  const all: Measured[] = [];
  const measureNext = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) {
      const measured = await measure(next);
      if (!measured) continue;
      all.push(measured);
      console.log(row(measured));
    }
  };
  const jobs = Number(flags.jobs);
  await Promise.all(Array.from({ length: jobs }, measureNext));
  const text = section(all, jobs);
  console.log(`\n${text}`);
  if (flags.json !== undefined) writeFileSync(flags.json, JSON.stringify(all, null, 1));
  const isWhole = flags.only === '' && flags.unit === '' && flags.sample === undefined && areAllNamed();
  if (isWhole || flags.write) replaceSection(text);
}

if (process.argv[2] === ONE) {
  const [unit, corpus] = JSON.parse(process.argv[3] ?? '') as [Unit, Corpus];
  process.stdout.write(JSON.stringify(await publicTimes(unit, corpus)));
} else await everything();
