// `npm run coverage [-- FOLDER…]`: how many of the layout-valued declarations of real sources have a value here, and
// why the others have none. Needs CUTLASS_DIR; FLASH_ATTN_DIR adds flash-attention. With folders, those alone, and
// nothing is written.
//   --misses    lists every declaration without a value       --units N    translation units of a folder (default 32)
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { analyze, type Analysis, type Program } from '../core/src/index';
import { assumptionsOf } from '../server/src/assumptions';
import { isHeader } from '../server/src/including';
import { Sources } from '../server/src/sources';
import { cutlassVersion, headOf } from '../test/oracle/host';
import { declarationsOf, layoutNames, verdictOf, type Declared, type Verdict } from '../test/support/coverage';
import { cudaFrontEnd } from '../test/support/front-end';
import { ROOT } from '../test/support/fixture';

interface Corpus {
  readonly name: string;
  /** Absolute. */
  readonly folders: readonly string[];
  /** Where `#include "…"` is looked up, as the project's own build says. */
  readonly includePaths: readonly string[];
  /** The share that must have a value. */
  readonly goal?: number;
  readonly source?: string;
}

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
  readonly slowest: readonly [string, number];
}

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    misses: { type: 'boolean' },
    units: { type: 'string', default: '32' },
    arch: { type: 'string', default: '900' },
  },
});

function corpora(): readonly Corpus[] {
  if (positionals.length > 0)
    return [
      {
        name: positionals.join(' '),
        folders: positionals.map((path) => resolve(path)),
        includePaths: positionals.map((path) => resolve(path)),
      },
    ];
  const cutlass = process.env['CUTLASS_DIR'];
  if (cutlass === undefined || !existsSync(join(cutlass, 'examples/cute/tutorial')))
    throw new Error('CUTLASS_DIR must name a CUTLASS checkout (its examples and tests are needed)');
  const at = `CUTLASS ${cutlassVersion(cutlass)}`;
  const own = (name: string, folders: readonly string[], goal: number): Corpus => ({
    name,
    folders: folders.map((folder) => join(cutlass, folder)),
    includePaths: [join(cutlass, 'examples/cute/tutorial/blackwell'), cutlass],
    goal,
    source: at,
  });
  const flash = process.env['FLASH_ATTN_DIR'];
  const flashAt =
    flash === undefined
      ? ''
      : `flash-attention ${process.env['FLASH_ATTN_COMMIT'] ?? headOf(flash) ?? 'of unknown commit'}`;
  return [
    own('CUTLASS examples/cute/tutorial', ['examples/cute/tutorial'], 0.97),
    own('CUTLASS test/unit/cute/core', ['test/unit/cute/core'], 0),
    own('CUTLASS test/unit/cute/ampere, hopper', ['test/unit/cute/ampere', 'test/unit/cute/hopper'], 0.85),
    ...(flash === undefined
      ? []
      : [
          {
            name: 'flash-attention csrc/flash_attn/src',
            folders: [join(flash, 'csrc/flash_attn/src')],
            includePaths: [join(flash, 'csrc/flash_attn/src')],
            goal: 0.9,
            source: flashAt,
          },
          {
            name: 'flash-attention hopper',
            folders: [join(flash, 'hopper')],
            includePaths: [join(flash, 'hopper')],
            goal: 0.9,
            source: flashAt,
          },
        ]),
  ];
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry): readonly string[] => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesBelow(path);
      return ['.cu', '.cuh', '.h', '.hpp', '.cpp'].includes(extname(path)) && !/flash_api\w*\.cpp$/.test(path)
        ? [path]
        : [];
    })
    .sort();
}

/** Sources that only instantiate templates are many and alike: of a folder with more than `--units`, evenly spread ones
 *  stand for all. */
function unitsOf(files: readonly string[]): readonly string[] {
  const wanted = Math.max(1, Number(flags.units));
  const byFolder = new Map<string, string[]>();
  for (const file of files)
    if (!isHeader(file)) byFolder.set(dirname(file), [...(byFolder.get(dirname(file)) ?? []), file]);
  return [...byFolder.values()].flatMap((sources) => {
    const step = Math.max(1, sources.length / wanted);
    return Array.from({ length: Math.min(sources.length, wanted) }, (_, i) => sources[Math.floor(i * step)] ?? '');
  });
}

async function measure(corpus: Corpus): Promise<Result> {
  const started = Date.now();
  const files = corpus.folders.flatMap(filesBelow);
  const units = unitsOf(files);
  const frontEnd = await cudaFrontEnd();
  const sources = new Sources(frontEnd);
  const programs = new Map<string, Program>();
  const verdicts = new Map<string, Map<number, Verdict>>();
  let slowest: [string, number] = ['', 0];
  const see = (analysis: Analysis): void => {
    for (const [file, facts] of analysis.facts) {
      const known = verdicts.get(file) ?? new Map<number, Verdict>();
      verdicts.set(file, known);
      for (const fact of facts) {
        if (!['declaration', 'binding', 'alias', 'member'].includes(fact.role)) continue;
        const verdict = verdictOf(fact);
        const had = known.get(fact.span.start);
        if (!had || had.is === 'unknown') known.set(fact.span.start, verdict);
      }
    }
  };
  const evaluate = (unit: string): void => {
    const from = Date.now();
    sources.open(unit, readFileSync(unit, 'utf8'));
    const set = sources.collect(unit, { includePaths: corpus.includePaths }, Number(flags.arch));
    const analysis = analyze({
      entry: unit,
      ...set,
      assumptions: assumptionsOf(
        { args: '', defines: {}, thread: [0, 0, 0], block: [0, 0, 0], arch: Number(flags.arch) },
        frontEnd,
      ),
    });
    for (const bug of analysis.bugs) console.log(`BUG in ${unit}: ${bug}`);
    if (analysis.stats.exhausted) console.log(`budget used up in ${unit}`);
    for (const [file, program] of set.files) programs.set(file, program);
    see(analysis);
    if (Date.now() - from > slowest[1]) slowest = [unit, Date.now() - from];
  };
  units.forEach(evaluate);
  for (const file of files) if (isHeader(file) && !programs.has(file)) evaluate(file);
  const counted = files.filter((file) => programs.has(file));
  const names = layoutNames(counted.map((file) => programs.get(file)).filter((program) => program !== undefined));
  const rows = counted.flatMap((file) =>
    rowsOf(file, programs.get(file), verdicts.get(file) ?? new Map<number, Verdict>(), names),
  );
  for (const file of programs.keys()) sources.close(file);
  return { corpus, units, rows, seconds: (Date.now() - started) / 1000, slowest };
}

function rowsOf(
  file: string,
  program: Program | undefined,
  verdicts: ReadonlyMap<number, Verdict>,
  names: ReadonlySet<string>,
): readonly Row[] {
  if (!program) return [];
  return declarationsOf(program, names).flatMap((declared): readonly Row[] => {
    const verdict = verdicts.get(declared.at) ?? {
      is: 'unknown',
      reason: 'nothing evaluates it: no instantiation of these units gets there',
    };
    if (verdict.is === 'other' || (verdict.is === 'unknown' && !declared.layoutLike)) return [];
    return [{ file, line: program.text.slice(0, declared.at).split('\n').length, declared, verdict }];
  });
}

const isValue = ({ verdict: { is } }: Row): boolean => is === 'concrete' || is === 'symbolic';
const percent = (part: number, of: number): string =>
  of === 0 ? '–' : `${(Math.floor((part / of) * 1000) / 10).toFixed(1)} %`;

function table(results: readonly Result[]): string {
  const rows = results.map(({ corpus, rows: all, units }) => {
    const count = (kind: 'concrete' | 'symbolic'): number => all.filter(({ verdict }) => verdict.is === kind).length;
    const [concrete, symbolic] = [count('concrete'), count('symbolic')];
    const known = concrete + symbolic;
    const counts = [units.length, all.length, concrete, symbolic, all.length - known];
    const goal = corpus.goal ? `${corpus.goal * 100} %` : '–';
    return `| ${[corpus.name, ...counts, percent(known, all.length), goal].join(' | ')} |`;
  });
  return [
    '| sources | units | declarations | concrete | with symbols | no value | with a value | goal |',
    '|---|--:|--:|--:|--:|--:|--:|--:|',
    ...rows,
  ].join('\n');
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

function page(results: readonly Result[]): string {
  const sources = [...new Set(results.flatMap(({ corpus }) => corpus.source ?? []))].join('; ');
  return `# Coverage

Written by \`npm run coverage\`, with \`CUTLASS_DIR\` and \`FLASH_ATTN_DIR\` set. Sources: ${sources}.

A *layout-valued declaration* is a variable, a structured binding, a data member or a \`using\` whose value is a layout, tensor, swizzle, atom, tiled MMA or copy (or a slice of one), or a tuple of integers such as a shape, stride, tile or coordinate.
Which declarations count is decided by the text first, so that one that is not evaluated cannot drop out: those whose type or initialiser names something of CuTe that makes such a value, or an alias or function of the project that does (\`test/support/coverage.ts\`).
Those that evaluation finds in addition count as well; those that it finds to be something else, an integer for instance, do not.

*Concrete* means that every integer of shape and stride is a number in at least one instantiation, *with symbols* that run-time sizes are named (\`params.d\`).
*No value* is everything else; each is listed below with the reason that a hover gives.
Headers are seen through *units*: the sources that include them. Of many small ones that each hold one instantiation, evenly spread ones are taken.

${table(results)}

${confirmed()}

${results.map((result) => `## ${result.corpus.name}: no value\n\n${reasons(result) || 'None.'}`).join('\n\n')}
`;
}

/** What `npm run confirm:library` found stands in the page until someone runs that again. */
function confirmed(): string {
  const path = join(ROOT, 'docs/coverage.md');
  return existsSync(path) ? (/^## Confirmed[\s\S]*?(?=\n\n## )/m.exec(readFileSync(path, 'utf8'))?.[0] ?? '') : '';
}

const results: Result[] = [];
for (const corpus of corpora()) {
  const result = await measure(corpus);
  results.push(result);
  const [slowest, milliseconds] = result.slowest;
  const unit = `slowest unit ${relative(ROOT, slowest)} ${milliseconds} ms`;
  console.log(`${corpus.name}: ${result.seconds.toFixed(1)} s, ${unit}`);
}
console.log(`\n${table(results)}`);
if (flags.misses) for (const result of results) console.log(`\n${result.corpus.name}\n${reasons(result)}`);
if (positionals.length === 0 && process.env['FLASH_ATTN_DIR'] !== undefined)
  writeFileSync(join(ROOT, 'docs/coverage.md'), page(results));
process.exitCode = results.some(({ corpus, rows }) => rows.filter(isValue).length < rows.length * (corpus.goal ?? 0))
  ? 1
  : 0;
