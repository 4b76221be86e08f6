// `npm run conformance`: what `cute-lens inspect` says of CUTLASS's own tutorials, against what CuTe printed in them on a GPU.
// Needs CUTLASS_DIR and a build. Prints a table and writes docs/conformance.md. `--verbose` lists every difference.
// Exit code 1 where a fact of the four programs of the first group is wrong or missing.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cutlassVersion, run } from '../test/oracle/host';
import { ROOT } from '../test/support/fixture';

interface Truth { readonly line: number; readonly name: string; readonly kind: string; readonly text: string | readonly string[] }
interface Run { readonly file: string; readonly argv: readonly string[]; readonly facts: readonly Truth[] }
interface Row { readonly line: number; readonly name: string; readonly texts: readonly string[]; readonly unknown?: { readonly reason: string } }
interface Result { readonly run: Run; readonly equal: number; readonly wrong: readonly string[]; readonly missing: readonly string[] }

/** The programs that must be right in every fact; the others are reported apart. */
const FIRST = ['sgemm_1.cu', 'sgemm_2.cu', 'tiled_copy.cu', 'tiled_copy_if.cu'];

const { values: flags } = parseArgs({ options: { verbose: { type: 'boolean' } } });

function cutlassDir(): string {
  const dir = process.env['CUTLASS_DIR'];
  if (dir === undefined || !existsSync(join(dir, 'examples/cute/tutorial/sgemm_1.cu'))) throw new Error('CUTLASS_DIR must name a CUTLASS checkout (its examples/cute/tutorial is needed)');
  return dir;
}

async function inspect(file: string, argv: readonly string[]): Promise<readonly Row[]> {
  const done = await run(process.execPath, [join(ROOT, 'dist/cli.cjs'), 'inspect', file, '--args', argv.join(' '), '--json'], 120);
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
    if (texts.length === 0) missing.push(`${label}: ${here.find((row) => row.unknown)?.unknown?.reason ?? 'no such declaration'}`);
    else if (!texts.every((text) => printed.some((other) => other.trim() === text.trim()))) wrong.push(`${label}\n      CuTe: ${printed.join(' | ')}\n      here: ${texts.join(' | ')}`);
  }
  return { run: one, equal: one.facts.length - wrong.length - missing.length, wrong, missing };
}

const isFirst = ({ run: { file } }: Result): boolean => FIRST.some((name) => file.endsWith(`/${name}`));

function table(results: readonly Result[]): string {
  const rows = results.map(({ run: { file, argv, facts }, equal, wrong, missing }) =>
    `| ${file.replace('examples/cute/tutorial/', '')} | ${argv.join(' ') || '–'} | ${facts.length} | ${equal} | ${wrong.length} | ${missing.length} |`);
  const sum = (of: (result: Result) => number): number => results.reduce((total, result) => total + of(result), 0);
  const total = `| **total** | | ${sum(({ run: { facts } }) => facts.length)} | ${sum(({ equal }) => equal)} | ${sum(({ wrong }) => wrong.length)} | ${sum(({ missing }) => missing.length)} |`;
  return ['| program | arguments | facts | equal | wrong | missing |', '|---|---|--:|--:|--:|--:|', ...rows, total].join('\n');
}

function page(results: readonly Result[], commit: string): string {
  return `# Conformance

Written by \`npm run conformance\`.
Every declaration of CUTLASS's CuTe tutorials that holds a tensor, a layout, an integer, a tuple or a tiled operation was printed by \`cute::print\` on an NVIDIA H200 (CUDA 13.0), from probes inserted after each declaration.
The table compares that with what \`cute-lens inspect\` says of the same files with the same program arguments, without running anything.
CUTLASS: commit ${commit}.

A fact is *equal* when at least one text is given and every text that is given is among those CuTe printed there, character for character.
*Wrong* is any other text. *Missing* means that no value is given; the tool says why.

## SIMT products and copies

${table(results.filter(isFirst))}

## Tensor cores, WGMMA and TMA

${table(results.filter((result) => !isFirst(result)))}
`;
}

const dir = cutlassDir();
const truth = JSON.parse(readFileSync(join(ROOT, 'test/truth/cutlass-tutorials.json'), 'utf8')) as { source: string; runs: readonly Run[] };
const commit = /\b[0-9a-f]{9,40}\b/.exec(truth.source)?.[0] ?? 'unknown';
const results: Result[] = [];
for (const one of truth.runs) results.push(await compare(dir, one));
console.log(`CUTLASS ${cutlassVersion(dir)}; facts from commit ${commit}\n\n${table(results.filter(isFirst))}\n\n${table(results.filter((result) => !isFirst(result)))}`);
if (flags.verbose) {
  for (const { run: { file, argv }, wrong, missing } of results) {
    if (wrong.length + missing.length > 0) console.log(`\n${file} ${argv.join(' ')}\n${[...wrong.map((text) => `  wrong   ${text}`), ...missing.map((text) => `  missing ${text}`)].join('\n')}`);
  }
}
writeFileSync(join(ROOT, 'docs/conformance.md'), page(results, commit));
process.exitCode = results.filter(isFirst).some(({ wrong, missing }) => wrong.length + missing.length > 0) ? 1 : 0;
