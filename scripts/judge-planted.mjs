// Compiles the programs of test/fixtures/planted, runs each on this machine's GPU by itself and under the four tools of
// compute-sanitizer, and writes what they say. Needs nvcc, compute-sanitizer, a GPU and CUTLASS_DIR; no installed
// package, so that it runs where there is only node.
//   node scripts/judge-planted.mjs OUT.json [--jobs N] [--only NAME,NAME]
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clearTimeout, setTimeout } from 'node:timers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const folder = fileURLToPath(new URL('../test/fixtures/planted/', import.meta.url));
const { positionals, values: flags } = parseArgs({
  allowPositionals: true,
  options: { jobs: { type: 'string', default: '8' }, only: { type: 'string' } },
});
const [out] = positionals;
const cutlass = process.env.CUTLASS_DIR;
if (out === undefined || cutlass === undefined)
  throw new Error('say node scripts/judge-planted.mjs OUT.json, with CUTLASS_DIR set');

const tools = ['memcheck', 'racecheck', 'initcheck', 'synccheck'];
const longestRunMs = 60_000;
/** Of a tool, for a program that hangs by itself. */
const longestOfHangingMs = 20_000;
const temporary = mkdtempSync(join(tmpdir(), 'planted-'));

/** Runs a command; its exit code, or 'hangs', and what it printed. What it started is ended with it, and what still
 *  holds the pipes is not waited for. */
function run(command, args, limit) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    let text = '';
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      process.kill(-child.pid, 'SIGKILL');
      child.stdout.destroy();
      child.stderr.destroy();
    }, limit);
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (text += String(data)));
    child.on('error', (error) => (text += String(error)));
    child.on('close', (code, signal) => {
      clearTimeout(late);
      resolve({ code: isLate ? 'hangs' : (code ?? signal), text });
    });
  });
}

/** What a record is for: the program without its first line, which says what is expected. */
function digest(name) {
  const text = readFileSync(join(folder, name), 'utf8');
  return createHash('sha256')
    .update(text.slice(text.indexOf('\n')))
    .digest('hex')
    .slice(0, 12);
}

/** What a tool of compute-sanitizer found: the number of its reports, the first of them, and the lines that it names
 *  there. */
function said(name, { code, text }) {
  if (code === 'hangs') return { found: 'hangs' };
  const count = /RACECHECK SUMMARY: (\d+) hazard/.exec(text)?.[1] ?? /ERROR SUMMARY: (\d+) error/.exec(text)?.[1];
  if (count === undefined) return { found: 'fails', says: text.trim().split('\n').slice(-2).join(' ') };
  if (Number(count) === 0) return { found: 0 };
  const reports = text.split('\n').map((line) => line.replace(/^=+ ?/, '').trim());
  const first = reports.find((line) =>
    /^(Invalid|Error:|Warning:|Uninitialized|Barrier|Program hit|Host API)/.test(line),
  );
  const lines = [...text.matchAll(new RegExp(`${name.replace('.', '\\.')}:(\\d+)`, 'g'))].map(([, line]) =>
    Number(line),
  );
  return { found: Number(count), says: first ?? '', lines: [...new Set(lines)].slice(0, 8) };
}

async function judge(name) {
  const program = join(temporary, name.replace(/\.cu$/, ''));
  const includes = ['include', 'tools/util/include'].flatMap((below) => ['-I', join(cutlass, below)]);
  // Products of warpgroups are no part of the common instructions of their architecture.
  const arch = readFileSync(join(folder, name), 'utf8').includes('GMMA::') ? 'sm_90a' : 'native';
  const flagsOf = ['-std=c++17', `-arch=${arch}`, '-lineinfo', '-O2', '--expt-relaxed-constexpr', '-w'];
  const built = await run('nvcc', [...flagsOf, ...includes, join(folder, name), '-o', program, '-lcuda'], 300_000);
  if (built.code !== 0) return { name, digest: digest(name), builds: false, says: built.text.slice(0, 1000) };
  const plain = await run(program, [], longestRunMs);
  const prints = plain.text.trim().split('\n').at(-1) ?? '';
  const result = { name, digest: digest(name), builds: true, exit: plain.code, prints };
  const limit = plain.code === 'hangs' ? longestOfHangingMs : longestRunMs;
  for (const tool of tools) result[tool] = said(name, await run('compute-sanitizer', ['--tool', tool, program], limit));
  return result;
}

const by = await run(
  'sh',
  ['-c', 'nvidia-smi --query-gpu=name --format=csv,noheader | head -1; nvcc --version | tail -2 | head -1'],
  20_000,
);
const judgedOn = by.text.trim().split('\n');
const only = (flags.only ?? '').split(',');
const names = readdirSync(folder).filter((name) => only.some((part) => name.includes(part)));
const results = [];
const next = async () => {
  for (let name = names.shift(); name !== undefined; name = names.shift()) {
    const result = await judge(name);
    console.log(JSON.stringify(result));
    results.push(result);
    results.sort((a, b) => (a.name < b.name ? -1 : 1));
    // After each program, so that a run that is ended has kept what it had.
    writeFileSync(out, `${JSON.stringify({ judgedOn, programs: results }, undefined, 1)}\n`);
  }
};
await Promise.all(Array.from({ length: Number(flags.jobs) }, next));
rmSync(temporary, { recursive: true });
