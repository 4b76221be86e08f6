// `npx tsx scripts/tutorials.ts`: asks CuTe, on the host with g++, what CUTLASS's Blackwell tutorials declare and
// print, and writes test/truth/blackwell-tutorials.json, which `npm run conformance` compares. Needs CUTLASS_DIR and
// CUDA's headers, no GPU and no driver. What only the hardware knows (the rank of a block in its cluster, the elected
// thread) is 0 and true there.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printValue } from '../core/src/index';
import { analyzeFile } from '../server/src/cli/inspect';
import { claimsOf, lineOf as lineOfPrint } from '../test/oracle/printed-comments';
import { findHost, run } from '../test/oracle/host';
import { askTutorial, type Place, type Printed } from '../test/oracle/tutorial';
import { ROOT } from '../test/support/fixture';
import { cudaFrontEnd } from '../test/support/front-end';

const folder = 'examples/cute/tutorial/blackwell';
const names = [
  '01_mma_sm100',
  '02_mma_tma_sm100',
  '03_mma_tma_multicast_sm100',
  '04_mma_tma_2sm_sm100',
  '05_mma_tma_epi_sm100',
];
const args = ['512', '1024', '256'];

/** Every declaration of the file that is initialised by the program, not by CUDA's run time, but for those in the heads
 *  of loops. */
async function declarations(file: string, text: string): Promise<Place[]> {
  const given = {
    file,
    args: args.join(' '),
    defines: {},
    includePaths: [],
    thread: [0, 0, 0],
    block: [0, 0, 0],
    arch: 1000,
  } as const;
  const { analysis, entry } = analyzeFile(text, given, await cudaFrontEnd());
  const declared = (analysis.facts.get(entry) ?? []).filter(
    ({ role, seen }) =>
      (role === 'declaration' || role === 'binding') && seen.some(({ value }) => printValue(value) !== ''),
  );
  const isOwn = (start: number, end: number): boolean =>
    !/\bfor\s*\([^;]*$/.test(text.slice(0, start)) &&
    /^\s*[^;\s[]/.test(text.slice(end)) &&
    !/^[^;]*\bcuda\w+\(/.test(text.slice(end));
  return declared.flatMap(({ name, span }) =>
    name === undefined || !isOwn(span.start, span.end) ? [] : [{ name, start: span.start, end: span.end }],
  );
}

/** The text that a comment claims: where a tensor starts and its layout, or one line of what prints several. */
const said = (answer: Printed | undefined, key: string | undefined): string =>
  lineOfPrint(answer?.data === undefined ? (answer?.text ?? '') : `${answer.data} o ${answer.text}`, key);

const kinds: readonly (readonly [RegExp, string])[] = [
  [/^(Tiled|Thr)/, 'tiled'],
  [/^(Copy|MMA)_Atom/, 'atom'],
  [/:/, 'layout'],
  [/^\(/, 'tuple'],
];
const host = findHost();
const dir = process.env['CUTLASS_DIR'] ?? '';
const runs: unknown[] = [];
for (const name of names) {
  const file = join(dir, folder, `${name}.cu`);
  const text = readFileSync(file, 'utf8');
  const lineOf = (at: number): number => text.slice(0, at).split('\n').length;
  const declared = await declarations(file, text);
  const claims = claimsOf(text);
  const answers = await askTutorial(
    host,
    file,
    text,
    args,
    declared,
    claims.map(({ name: of, at }) => ({ name: of, start: at, end: at + of.length })),
  );
  const facts = declared.flatMap((place, i) => {
    const answer = answers[i];
    if (!answer) return [];
    const kind =
      answer.data === undefined ? (kinds.find(([shape]) => shape.test(answer.text))?.[1] ?? 'int') : 'tensor';
    return [{ line: lineOf(place.start), name: place.name, kind, text: answer.text }];
  });
  const printed = claims.map(({ line, name: of, key }, i) => ({
    line,
    name: of,
    key,
    answer: answers[declared.length + i],
  }));
  const silent = printed.filter(({ answer }) => !answer);
  if (silent.length > 0)
    throw new Error(
      `${name}: not printed on the host: ${silent.map(({ line, name: of }) => `line ${line} ${of}`).join(', ')}`,
    );
  console.log(`${name}: ${facts.length} of ${declared.length} declarations, ${printed.length} printed values`);
  runs.push({
    file: `${folder}/${name}.cu`,
    argv: args,
    facts,
    printed: printed.map(({ line, name: of, key, answer }) => ({ line, name: of, text: said(answer, key) })),
  });
}
const compiler = (await run(host.compiler, ['--version'], 20)).out.split('\n')[0];
const source = `NVIDIA/cutlass at ${host.cutlass}; printed by cute::print on the host (${compiler}), thread 0 of block 0, from probes after each declaration and at each print`;
const rows = (list: readonly unknown[]): string => list.map((row) => `    ${JSON.stringify(row)}`).join(',\n');
const text = runs.map((one) => {
  const { facts, printed, ...head } = one as { facts: unknown[]; printed: unknown[] };
  return `  {${JSON.stringify(head).slice(1, -1)},\n   "facts": [\n${rows(facts)}\n   ],\n   "printed": [\n${rows(printed)}\n   ]}`;
});
writeFileSync(
  join(ROOT, 'test/truth/blackwell-tutorials.json'),
  `{ "source": ${JSON.stringify(source)},\n "runs": [\n${text.join(',\n')}\n ] }\n`,
);
