// Measures on a GPU how test/memory's kernels use shared and global memory, with the counters of Nsight Compute.
// prepare FOLDER builds the kernels (needs nvcc and CUTLASS_DIR, no GPU) and writes run.sh beside them; record FOLDER
// [COMMIT] reads what run.sh wrote into FOLDER and writes test/memory/measured.json and docs/memory.md; page writes
// docs/memory.md alone. Between prepare and record, run sh FOLDER/run.sh FOLDER on the machine with the GPU (needs ncu,
// but no compiler and no node). Exit code 1 if a launch has no counters.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cutlassVersion } from '../test/oracle/host';
import { ROOT } from '../test/support/fixture';
import { memoryPage, MEMORY_PAGE } from '../test/support/predicted-memory';
import { COUNTERS, type Launch, type MeasuredMemory } from '../test/support/measured-memory';

const SOURCES = join(ROOT, 'test/memory');
const PROGRAMS = ['loops', 'tiles', 'patterns'] as const;

const RUN = `#!/bin/sh
# Runs the kernels under Nsight Compute: run.sh OUT
here=$(cd "$(dirname "$0")" && pwd); out=$1; mkdir -p "$out"
{
  echo "device=$(nvidia-smi --query-gpu=name --format=csv,noheader | head -1)"
  echo "driver=$(nvidia-smi --query-gpu=driver_version --format=csv,noheader | head -1)"
  echo "ncu=$(ncu --version | sed -n 's/^Version \\([^ ]*\\).*/\\1/p')"
  echo "day=$(date -u +%F)"
} > "$out/device.txt"
# What this ncu does not know is left out, rather than everything.
known=$(ncu --query-metrics 2> /dev/null | sed -n 's/^\\([a-z_0-9]*__[a-z_0-9]*\\).*/\\1/p')
metrics=""
for m in ${Object.values(COUNTERS).join(' ')}; do
  if echo "$known" | grep -qx "$m"; then metrics="$metrics,$m.sum"; else echo "unknown=$m" >> "$out/device.txt"; fi
done
for p in ${PROGRAMS.join(' ')}; do
  "$here/$p" > "$out/$p.txt" 2>&1; echo "exit=$?" >> "$out/$p.txt"
  ncu --clock-control none --csv --page raw --print-units base --metrics "\${metrics#,}" --log-file "$out/$p.csv" "$here/$p" > /dev/null 2> "$out/$p.err"
done
`;

function prepare(folder: string): void {
  const cutlass = process.env['CUTLASS_DIR'];
  if (cutlass === undefined) throw new Error('set CUTLASS_DIR to a checkout of CUTLASS');
  mkdirSync(folder, { recursive: true });
  const flags = [
    '-std=c++17',
    '--expt-relaxed-constexpr',
    '-arch=sm_90a',
    '-w',
    '-cudart',
    'static',
    '-I',
    join(cutlass, 'include'),
  ];
  for (const program of PROGRAMS)
    execFileSync('nvcc', [...flags, '-o', join(folder, program), join(SOURCES, `${program}.cu`)], { stdio: 'inherit' });
  writeFileSync(join(folder, 'run.sh'), RUN);
}

/** The rows of a table that ncu wrote: one for each launch. The first row after the header holds units. */
function rowsOf(path: string): readonly ReadonlyMap<string, string>[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('"'));
  const [header = [], , ...rows] = lines.map((line) =>
    [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell = '']) => cell.replaceAll('""', '"')),
  );
  return rows.map((row) => new Map(row.map((cell, at) => [header[at] ?? '', cell])));
}

const counterOf = (row: ReadonlyMap<string, string> | undefined, name: string): number | undefined => {
  const cell = row?.get(name)?.replaceAll(',', '');
  return cell === undefined || cell === '' || Number.isNaN(Number(cell)) ? undefined : Number(cell);
};

/** Every launch of a program with its counters, those that are 0 left out. */
function launchesOf(folder: string, program: string): readonly Launch[] {
  const said = readFileSync(join(folder, `${program}.txt`), 'utf8').split('\n');
  return rowsOf(join(folder, `${program}.csv`)).map((row, at) => {
    const counted = Object.entries(COUNTERS).map(([key, name]) => [key, counterOf(row, `${name}.sum`)] as const);
    const counters = Object.fromEntries(counted.filter(([, count]) => count !== undefined && count !== 0));
    const kernel = (row.get('Kernel Name') ?? '').replace(/\(.*/, '');
    const [, access, bytes, formula, from] = /^(\S+) (\d+) (.*?)(?: <- (.*))?$/.exec(said[at] ?? '') ?? [];
    return {
      kernel,
      ...(program === 'patterns' && { access, bytes: Number(bytes), formula, ...(from !== undefined && { from }) }),
      counters,
    };
  });
}

function record(folder: string, commit: string): void {
  const text = readFileSync(join(folder, 'device.txt'), 'utf8');
  const said = (key: string): string => new RegExp(`^${key}=(.*)$`, 'm').exec(text)?.[1] ?? '';
  const hashes = Object.fromEntries(PROGRAMS.map((program) => [program, hashOf(program)]));
  const head = {
    device: said('device'),
    driver: said('driver'),
    ncu: said('ncu'),
    day: said('day'),
    cutlass: commit,
    hashes,
  };
  const measured: MeasuredMemory = {
    ...head,
    loops: launchesOf(folder, 'loops'),
    tiles: launchesOf(folder, 'tiles'),
    patterns: launchesOf(folder, 'patterns'),
  };
  for (const program of PROGRAMS) {
    const launches = measured[program];
    const silent = launches.filter(({ counters }) => Object.keys(counters).length === 0);
    console.log(
      `${program}: ${launches.length} launches, ${silent.length} without counters ${silent.map(({ kernel }) => kernel).join(' ')}`,
    );
    if (launches.length === 0 || silent.length > 0) process.exitCode = 1;
  }
  const list = (launches: readonly Launch[]): string =>
    `[\n${launches.map((launch) => `    ${JSON.stringify(launch)}`).join(',\n')}\n  ]`;
  const opening = JSON.stringify(head, null, 2).replace(/\n\}$/, '');
  const json = `${opening},\n${PROGRAMS.map((program) => `  "${program}": ${list(measured[program])}`).join(',\n')}\n}\n`;
  writeFileSync(join(SOURCES, 'measured.json'), json);
}

function hashOf(program: string): string {
  return createHash('sha256')
    .update(readFileSync(join(SOURCES, `${program}.cu`)))
    .digest('hex')
    .slice(0, 16);
}

const [word, folder, commit] = process.argv.slice(2);
if (word === 'prepare' && folder !== undefined) prepare(folder);
else if (word === 'record' && folder !== undefined)
  record(folder, commit ?? cutlassVersion(process.env['CUTLASS_DIR'] ?? ''));
else if (word !== 'page') throw new Error('say `prepare FOLDER`, `record FOLDER [COMMIT]` or `page`');
if (word !== 'prepare') writeFileSync(join(ROOT, MEMORY_PAGE), await memoryPage());
