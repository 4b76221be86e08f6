// `npm run bench`: speed, with medians, beside other layout engines measured in the same run. Writes
// docs/performance.md. pycute comes from CUTLASS_DIR/python; tensor-layouts and CuTe-Layout-Visualizer are looked for
// in PEERS_DIR. Needs a build.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { engines, OPERATIONS, readCases, type Engine, type Operation } from '../test/bench/algebra';
import { editorTimes, type EditorTimes } from '../test/bench/editor';
import { duration, geometricMean } from '../test/bench/timing';
import { ROOT } from '../test/support/fixture';
import { commit, machine } from './performance-page';

/** The word that asks for the editor's part alone. */
const EDITOR = 'editor';

const cases = readCases();

/** Over the cases that both did: our operations per second, the ratio, and how many results are the same. */
function compared(mine: Engine, other: Engine, operation: Operation): string {
  const both = cases.flatMap(({ id }) => {
    const [a, b] = [mine.rows[id]?.[operation], other.rows[id]?.[operation]];
    return a && b ? [{ ratio: b.s / a.s, same: a.out === b.out }] : [];
  });
  if (both.length === 0) return '–';
  const ratio = geometricMean(both.map((one) => one.ratio));
  const equal = both.filter((one) => one.same).length;
  return `${ratio.toFixed(ratio < 10 ? 1 : 0)}× (${equal} of ${both.length} results equal)`;
}

function algebraTable(mine: Engine, others: readonly Engine[]): string {
  const rows = OPERATIONS.map((operation) => {
    const seconds = geometricMean(cases.flatMap(({ id }) => mine.rows[id]?.[operation]?.s ?? []));
    const each = operation === 'crd2idx16k' ? seconds / 16384 : seconds;
    const name = operation === 'crd2idx16k' ? 'coordinate to offset' : `\`${operation}\``;
    const peers = others.map((other) => compared(mine, other, operation));
    return `| ${[name, duration(each), Math.round(1 / each).toLocaleString('en'), ...peers].join(' | ')} |`;
  });
  return [
    `| operation | time | per second | ${others.map(({ name }) => `against ${name}`).join(' | ')} |`,
    `|---|--:|--:|${others.map(() => '---|').join('')}`,
    ...rows,
  ].join('\n');
}

function editorTable({ file, lines, first, edit, checks, hover, start }: EditorTimes): string {
  const share = checks.median / (edit.median - checks.median);
  const row = (what: string, time: EditorTimes['first'] | undefined, goal: string): string => {
    const times = time ? [time.median, time.p95, time.p99].map(duration) : ['no build', '', ''];
    return `| ${[what, ...times, goal].join(' | ')} |`;
  };
  return [
    `Subject: ${file}, ${lines} lines.`,
    '',
    '| work | median | 95 % | 99 % | goal |',
    '|---|--:|--:|--:|---|',
    row('first analysis, grammar loaded', first, '≤ 150 ms'),
    row('one keystroke to fresh facts', edit, '≤ 16 ms median, ≤ 40 ms at 95 %'),
    row(`of that, the checks: they add ${(share * 100).toFixed(0)} % to the rest`, checks, '≤ 30 %'),
    row('hover on analysed text', hover, '≤ 2 ms at 99 %'),
    row('server start to first hover', start, '≤ 500 ms'),
  ].join('\n');
}

/** In a process of its own, as a server is: the algebra's many calls leave a heap and compiled code that no editor
 *  has. */
function editorAlone(): EditorTimes {
  return JSON.parse(
    execFileSync(process.execPath, [import.meta.filename, EDITOR], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  ) as EditorTimes;
}

async function everything(): Promise<void> {
  const {
    engines: [mine, ...others],
    absent,
  } = await engines();
  const editor = editorAlone();
  const body = `## The algebra

Twenty layouts from real kernels (\`test/bench/cases.json\`), static integers; the geometric mean over the cases of the median time of a call.
A ratio says how many times longer the other engine takes on the same cases in the same run.
The goals are 50× against pycute and tensor-layouts, 3× against cute.js, and 40 M coordinates, 300 k compositions, 600 k complements and 150 k divides a second.
${absent.length > 0 ? `Not measured: ${absent.join('; ')}.\n` : ''}
${mine && algebraTable(mine, others)}

Where results differ the other engine is not CuTe: \`test/golden\` holds what CuTe itself gives.

## In the editor

${editorTable(editor)}
`;
  console.log(`${machine()}\n\n${body}`);
  writeFileSync(
    join(ROOT, 'docs/performance.md'),
    `# Performance\n\nWritten by \`npm run bench\` at commit ${commit()}, on ${machine()}.\n\n${body}`,
  );
}

if (process.argv[2] === EDITOR) {
  process.stdout.write(JSON.stringify(await editorTimes()));
  // A server that was killed may leave its pipes open.
  process.exit();
}
await everything();
