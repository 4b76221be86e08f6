// What is kept of compilations between runs: programs and precompiled headers, each in a folder named by a key. An
// entry is valid while the headers that it was made from are unchanged. Knows nothing of compilers.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The folder of cached programs, or of precompiled headers. */
export function cacheFolder(of: 'verify' | 'precompiled' = 'verify'): string {
  return join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'cute-lens', of);
}

/** A name for whatever is made of this data. */
export function keyOf(data: unknown): string {
  return createHash('sha256').update(JSON.stringify(data)).digest('hex').slice(0, 32);
}

/** The file of an entry that lists the headers it was made from. */
export const headersFile = 'headers.json';

/** The headers outside our own folders that a compiler read in the temporary folder, each with a stamp that changes
 *  when the header does. */
export function headersOf(scratch: string): readonly (readonly [string, string])[] {
  const file = join(scratch, 'dependencies');
  if (!existsSync(file)) return [];
  const words = readFileSync(file, 'utf8')
    .replace(/\\\n/g, ' ')
    .replace(/^[^:]*:/, '')
    .split(/(?<!\\)\s+/)
    .filter((word) => word !== '')
    .map((word) => word.replace(/\\ /g, ' '));
  const ours = [scratch, cacheFolder('precompiled')].map(safeRealpath);
  return words.flatMap((word) => {
    const path = safeRealpath(join(word.startsWith('/') ? '' : scratch, word));
    return path === undefined || ours.some((folder) => path.startsWith(`${folder}/`))
      ? []
      : [[path, stamp(path)] as const];
  });
}

function safeRealpath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function stamp(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats ? `${stats.size} ${Math.round(stats.mtimeMs)}` : 'gone';
}

/** Whether the folder has the file `made`, and the headers that it was made from are unchanged. */
export function isFresh(folder: string, made: string): boolean {
  try {
    const headers: unknown = JSON.parse(readFileSync(join(folder, headersFile), 'utf8'));
    const isSame = (header: unknown): boolean => {
      const [path, was]: readonly unknown[] = Array.isArray(header) ? header : [];
      return typeof path === 'string' && stamp(path) === was;
    };
    return existsSync(join(folder, made)) && Array.isArray(headers) && headers.every(isSame);
  } catch {
    return false;
  }
}

/** Removes all but the entries of a folder that were used last. */
export function forgetOld(parent: string, most: number): void {
  const entries = readdirSync(parent).map((name) => ({
    path: join(parent, name),
    at: statSync(join(parent, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  }));
  for (const { path } of entries.sort((a, b) => b.at - a.at).slice(most))
    rmSync(path, { recursive: true, force: true });
}
