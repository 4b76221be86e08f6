// Creates folders for temporary files. They are removed when their work is done, at the latest when the process exits.
// Folders of a killed process are removed by a process that runs at least a day later.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { namesIn } from '../reading';
import { textAt } from '../unknown';

const prefix = 'cute-lens-';
/** The age from which a folder is certainly unused, whichever machine its process runs on. */
const staleMs = 24 * 60 * 60 * 1000;

const present = new Set<string>();
process.on('exit', () => present.forEach(remove));

/** The parent folders that were already cleaned. */
const swept = new Set<string>();

/** Runs `work` in a new folder, and removes the folder afterwards in any case. */
export async function inTemporaryFolder<T>(parent: string, work: (folder: string) => Promise<T>): Promise<T> {
  if (!swept.has(parent)) sweep(parent);
  swept.add(parent);
  const folder = mkdtempSync(join(parent, `${prefix}${process.pid}-`));
  present.add(folder);
  try {
    return await work(folder);
  } finally {
    remove(folder);
    present.delete(folder);
  }
}

/** Removes the folders of processes that no longer run. The name of a folder contains its process. Folders of other
 *  users cannot be removed and stay. */
export function sweep(parent: string, now = Date.now()): void {
  for (const name of namesIn(parent)) {
    const pid = /^cute-lens-(\d+)-\w{6}$/.exec(name)?.[1];
    const folder = join(parent, name);
    if (pid !== undefined && !isRunning(Number(pid)) && now - modified(folder, now) > staleMs) remove(folder);
  }
}

function modified(folder: string, otherwise: number): number {
  return statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? otherwise;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return textAt(error, 'code') !== 'ESRCH';
  }
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // Somebody else's, or in use: it stays.
  }
}
