// The cache folder of what tests and `npm start` fetch on demand: one folder for each thing, keyed by its versions,
// made in a folder of its own and renamed when it is whole. Knows npm; knows nothing of what is fetched.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

export type Log = (line: string) => void;

/** The folder `name` of the cache, which `fill` makes on the first call. What was cut short is made anew. */
export function cached(name: string, fill: (folder: string) => void): string {
  const root = join(cacheRoot(), name);
  if (isWhole(root)) return root;
  mkdirSync(cacheRoot(), { recursive: true });
  const part = mkdtempSync(`${root}.part-`);
  try {
    fill(part);
    writeFileSync(join(part, 'complete'), `${new Date().toISOString()}\n`);
    takePlace(part, root);
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
  return root;
}

/** Installs packages into `folder`, with none of their scripts run. */
export function install(folder: string, packages: readonly string[]): void {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  npm(folder, ['install', '--ignore-scripts', ...packages]);
}

export function npm(cwd: string, args: readonly string[]): void {
  // What is fetched brings or needs a Node of its own, so that the one that runs us is not asked whether it would do.
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--engine-strict=false'];
  const done = spawnSync('npm', [...args, ...quiet], { cwd, encoding: 'utf8', shell: process.platform === 'win32' });
  if (done.status !== 0)
    throw new Error(
      `npm ${args.join(' ')} failed in ${cwd}:\n${done.error?.message ?? ''}${done.stdout ?? ''}${done.stderr ?? ''}`,
    );
}

function cacheRoot(): string {
  return join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'cute-lens');
}

function isWhole(root: string): boolean {
  return existsSync(join(root, 'complete'));
}

/** Renames `part` to `root`, unless another process was first. */
function takePlace(part: string, root: string): void {
  if (!isWhole(root)) rmSync(root, { recursive: true, force: true });
  try {
    renameSync(part, root);
  } catch (error) {
    if (!isWhole(root)) throw error;
  }
}
