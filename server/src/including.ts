// Which sources of a folder include a header: found by the `#include` lines of the files there, read from disk.
// Bounded and cancellable; remembers what it read by modification time. Knows nothing of what the files say otherwise.
import { open, readdir, stat } from 'node:fs/promises';
import { dirname, extname, join, relative, sep } from 'node:path';
import type { FileId } from '../../core/src/index';
import { includeCandidates, type IncludeFolders } from './includes';

/** Bounds on one search. A folder with more files is searched as far as they reach, nearest to the top first. */
const mostFiles = 6000;
const mostFolders = 4000;
/** Includes stand at the beginning of a file. */
const readBytes = 32_768;
/** Files read at the same time. */
const width = 16;

const headers = new Set(['.h', '.hpp', '.hxx', '.cuh', '.inl', '.inc']);
const sources = new Set(['.cu', '.cpp', '.cc', '.cxx']);
const skipped = /^(?:\.|node_modules$|build|cmake-build|dist$|out$|__pycache__$|venv$)/;

/** Whether a file is compiled only as part of others. */
export function isHeader(file: FileId): boolean {
  return headers.has(extname(file));
}

interface Read {
  readonly stamp: string;
  readonly includes: readonly { readonly path: string; readonly quoted: boolean }[];
}

export class IncludingFiles {
  private readonly read = new Map<FileId, Read>();
  private listing: { readonly folder: string; readonly files: Promise<readonly FileId[]> } | undefined;

  /** The sources below `folders.workspace` that reach `header` by their includes, nearest first, at most `most`. */
  async of(header: FileId, folders: IncludeFolders & { readonly workspace: string }, most: number, signal?: AbortSignal): Promise<readonly FileId[]> {
    if (this.listing?.folder !== folders.workspace) this.listing = { folder: folders.workspace, files: this.list(folders.workspace, signal) };
    const includers = invert(new Map((await this.listing.files).map((file) => [file, this.read.get(file)?.includes ?? []])), folders);
    const found = new Map<FileId, number>([[header, 0]]);
    for (const [file, hops] of found) for (const by of includers.get(file) ?? []) if (!found.has(by)) found.set(by, hops + 1);
    const near = (file: FileId): number => relative(dirname(header), dirname(file)).split(sep).filter((part) => part !== '').length;
    return [...found]
      .filter(([file]) => sources.has(extname(file)))
      .sort(([a, hopsA], [b, hopsB]) => hopsA - hopsB || near(a) - near(b) || (a < b ? -1 : 1))
      .slice(0, most)
      .map(([file]) => file);
  }

  /** Files changed: the next search looks at what is there, and reads what is new. */
  forget(): void {
    this.listing = undefined;
  }

  private async list(folder: string, signal: AbortSignal | undefined): Promise<readonly FileId[]> {
    const files = await walk(folder, signal);
    for (let i = 0; i < files.length && !signal?.aborted; i += width) await Promise.all(files.slice(i, i + width).map((file) => this.look(file)));
    return files;
  }

  private async look(file: FileId): Promise<void> {
    try {
      const { mtimeMs, size } = await stat(file);
      const stamp = `${mtimeMs} ${size}`;
      if (this.read.get(file)?.stamp !== stamp) this.read.set(file, { stamp, includes: includesOf(await beginning(file)) });
    } catch {
      this.read.delete(file); // It went away, or may not be read: nobody is known to be included by it.
    }
  }
}

async function walk(top: string, signal: AbortSignal | undefined): Promise<readonly FileId[]> {
  const files: FileId[] = [];
  const folders = [top];
  for (let i = 0; i < folders.length && i < mostFolders && !signal?.aborted; i++) {
    const folder = folders[i] ?? top;
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !skipped.test(entry.name)) folders.push(path);
      else if (entry.isFile() && (headers.has(extname(path)) || sources.has(extname(path)))) files.push(path);
      if (files.length >= mostFiles) return files;
    }
  }
  return files;
}

async function beginning(file: FileId): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(readBytes), 0, readBytes, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

function includesOf(text: string): Read['includes'] {
  return [...text.matchAll(/^[ \t]*#[ \t]*include[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>)/gm)].map(([, quoted, angled]) => ({ path: quoted ?? angled ?? '', quoted: quoted !== undefined }));
}

/** By included file: who includes it. */
function invert(includes: ReadonlyMap<FileId, Read['includes']>, folders: IncludeFolders): ReadonlyMap<FileId, readonly FileId[]> {
  const includers = new Map<FileId, FileId[]>();
  for (const [file, paths] of includes) {
    for (const { path, quoted } of paths) {
      const target = includeCandidates(file, path, quoted, folders).find((candidate) => includes.has(candidate));
      if (target === undefined) continue;
      const by = includers.get(target);
      if (by) by.push(file);
      else includers.set(target, [file]);
    }
  }
  return includers;
}
