// What CuTe Lens makes of a checkout of cutile-rs: how many files parse, how many host partitions and kernel tensors
// have a shape, and every finding. Prints a table; reads only.
//   npm run cutile -- DIR
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { numbersOf } from '../core/src/values/convert';
import type { Analysis, Value } from '../core/src/index';
import { analyzeFiles, FOLDER } from '../test/support/engine';

const [root] = process.argv.slice(2);
if (root === undefined) {
  console.error('usage: npm run cutile -- DIR    (a checkout of cutile-rs)');
  process.exit(2);
}

interface Row {
  files: number;
  clean: number;
  partitions: number;
  resolved: number;
  tensors: number;
  concrete: number;
  symbolic: number;
}

const rows = new Map<string, Row>();
const findings: string[] = [];

for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !entry.name.endsWith('.rs')) continue;
  const path = join(entry.parentPath, entry.name);
  const name = relative(root, path);
  const text = readFileSync(path, 'utf8');
  const analysis = await analyzeFiles([{ name: 'file.rs', text }]);
  for (const bug of analysis.bugs) console.error(`${name}: ${bug}`);
  const group = name
    .split('/')
    .slice(0, 2)
    .join('/')
    .replace(/\/[^/]*\.rs$/, '');
  const row = rows.get(group) ?? {
    files: 0,
    clean: 0,
    partitions: 0,
    resolved: 0,
    tensors: 0,
    concrete: 0,
    symbolic: 0,
  };
  rows.set(group, row);
  count(row, analysis, text);
  const line = (offset: number): number => text.slice(0, offset).split('\n').length;
  findings.push(
    ...analysis.diagnostics.map(
      ({ code, level, message, span }) => `${name}:${line(span.start)}: ${level}: ${message} [${code}]`,
    ),
  );
}

function count(row: Row, analysis: Analysis, text: string): void {
  row.files++;
  if (analysis.problems.length === 0) row.clean++;
  const facts = analysis.facts.get(`${FOLDER}/file.rs`) ?? [];
  const ends = new Map<number, Value[]>();
  for (const { span, seen } of facts)
    ends.set(span.end, [...(ends.get(span.end) ?? []), ...seen.map(({ value }) => value)]);
  for (const match of text.matchAll(/\.partition(?:_prefix)?\(\[[^\]]*\]\)/g)) {
    row.partitions++;
    if (
      (ends.get(match.index + match[0].length) ?? []).some(
        (value) => isPartition(value) && numbersOf(value.grid) !== undefined,
      )
    )
      row.resolved++;
  }
  for (const match of text.matchAll(/#\[(?:cutile::)?entry\b[\s\S]*?\bfn\s+\w+[\s\S]*?\)\s*\{/g)) {
    for (const parameter of match[0].matchAll(/(\w+)\s*:\s*&\s*(?:mut\s+)?Tensor</g)) {
      row.tensors++;
      const start = match.index + parameter.index;
      const values = facts
        .filter(({ span, role }) => role === 'parameter' && span.start === start)
        .flatMap(({ seen }) => seen.map(({ value }) => value));
      const tensors = values.filter(isTensor);
      if (tensors.some(({ shape }) => numbersOf(shape) !== undefined)) row.concrete++;
      else if (tensors.length > 0) row.symbolic++;
    }
  }
}

function isPartition(value: Value): value is Extract<Value, { is: 'tile-partition' }> {
  return !Array.isArray(value) && (value as { is: string }).is === 'tile-partition';
}

function isTensor(value: Value): value is Extract<Value, { is: 'tile-tensor' }> {
  return !Array.isArray(value) && (value as { is: string }).is === 'tile-tensor';
}

console.log(
  '| folder | files | parse clean | host partitions | with a grid | kernel tensors | concrete | with names |\n|---|--:|--:|--:|--:|--:|--:|--:|',
);
const total = [...rows.values()].reduce(
  (sum, row) => Object.fromEntries(Object.entries(row).map(([key, n]) => [key, n + sum[key as keyof Row]])) as Row,
  { files: 0, clean: 0, partitions: 0, resolved: 0, tensors: 0, concrete: 0, symbolic: 0 },
);
for (const [group, row] of [...rows]
  .filter(([, { partitions, tensors }]) => partitions + tensors > 0)
  .sort(([a], [b]) => (a < b ? -1 : 1)))
  console.log(line(group, row));
console.log(line('all folders', total));
console.log(`\n${findings.length === 0 ? 'No findings.' : findings.map((one) => `- ${one}`).join('\n')}`);

function line(group: string, { files, clean, partitions, resolved, tensors, concrete, symbolic }: Row): string {
  return `| ${group} | ${[files, clean, partitions, resolved, tensors, concrete, symbolic].join(' | ')} |`;
}
