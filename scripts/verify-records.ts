// Takes what scripts/verify-programs.mjs recorded on a GPU into the repository: test/verify/*.json.gz, which tests
// replay, and the table of docs/verify.md.   npx tsx scripts/verify-records.ts FOLDER
// Records hold places, numbers and what CuTe printed; no program text. Of launches that repeat, the first is kept.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { KeptEvidence } from '../server/src/verify-evidence';
import { ROOT } from '../test/support/fixture';
import { exampleHash, RECORDS, recordsTable, type KeptRecord } from '../test/support/verify-records';

const [folder] = process.argv.slice(2);
if (folder !== undefined) {
  mkdirSync(RECORDS, { recursive: true });
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.records.json'))) {
    const kept = thinned(JSON.parse(readFileSync(join(folder, name), 'utf8')) as KeptEvidence);
    const record: KeptRecord = /^(?:cutlass|driver)-/.test(name)
      ? kept
      : { ...kept, predicted: [], expected: [], source: exampleHash(kept.file) };
    writeFileSync(
      join(RECORDS, name.replace('.records.json', '.json.gz')),
      gzipSync(JSON.stringify(record), { level: 9 }),
    );
  }
}
const page = join(ROOT, 'docs/verify.md');
writeFileSync(
  page,
  readFileSync(page, 'utf8').replace(
    /(<!-- records -->\n)[\s\S]*?(\n<!-- end -->)/,
    (_, before: string, after: string) => `${before}${recordsTable()}${after}`,
  ),
);

/** Without launches that only repeat an earlier one: same site, same instantiation, same extents. */
function thinned(kept: KeptEvidence): KeptEvidence {
  const runs = [...kept.runs].sort((a, b) => a.grid - b.grid);
  if (runs.length !== kept.launches.length) return kept;
  const seen = new Set<string>();
  const chosen = runs.map((run, at) => {
    const key = JSON.stringify([kept.launches[at], run.kernel, run.instantiation, run.gridDim, run.blockDim]);
    return !seen.has(key) && seen.add(key) !== undefined;
  });
  const grids = new Set([0, ...runs.filter((_, at) => chosen[at]).map(({ grid }) => grid)]);
  return {
    ...kept,
    runs: runs.filter((_, at) => chosen[at]),
    launches: kept.launches.filter((_, at) => chosen[at]),
    seen: kept.seen.filter((row) => grids.has(row[1] ?? 0)),
    owned: kept.owned.filter((row) => grids.has(row[1] ?? 0)),
  };
}
