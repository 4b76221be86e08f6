// Folders for temporary files. They are gone once their work is done, and with the process at the latest; what a
// process left that was killed is cleared away by one that comes a day later.
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const prefix = 'cute-lens-';
/** Nothing that is still of use to anyone is as old, whichever machine it runs on. */
const staleMs = 24 * 60 * 60 * 1000;

const present = new Set<string>();
process.on('exit', () => present.forEach(remove));

/** Parents that were looked through. */
const swept = new Set<string>();

/** Runs `work` in a new folder, which is gone afterwards whatever happens. */
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

/** Removes what processes left that are no more. Whose it is stands in the name; another user's stays, as it cannot be
 *  removed. */
export function sweep(parent: string, now = Date.now()): void {
  for (const name of namesIn(parent)) {
    const pid = /^cute-lens-(\d+)-\w{6}$/.exec(name)?.[1];
    const folder = join(parent, name);
    if (pid !== undefined && !isRunning(Number(pid)) && now - modified(folder, now) > staleMs) remove(folder);
  }
}

function namesIn(parent: string): readonly string[] {
  try {
    return readdirSync(parent);
  } catch {
    return [];
  }
}

function modified(folder: string, otherwise: number): number {
  return statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? otherwise;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // Somebody else's, or in use: it stays.
  }
}
