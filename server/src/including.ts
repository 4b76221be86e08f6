// Finds the source files of a folder that include a header, by reading the `#include` lines of its files, and chooses
// those that say most of it. The search is bounded and cancellable, and caches what it read by modification time.
import type { Dirent } from 'node:fs';
import { open, opendir, stat } from 'node:fs/promises';
import { dirname, extname, join, relative, sep } from 'node:path';
import { setImmediate as others } from 'node:timers/promises';
import type { FileId } from '../../core/src/index';
import { chooseRoots, namesIn, namingOf, type Naming, type Source } from './choose-roots';
import { includeCandidates, includesIn, isOfLibrary, type IncludeFolders } from './includes';

/** The limits of one search. In a folder with more files, the files near the top are read first. */
const mostFiles = 6000;
const mostFolders = 4000;
const mostEntries = 20_000;
/** The number of files that are resolved before other work gets a turn. */
const slice = 50;
/** The number of bytes that are read of each file, since includes stand at its beginning. */
const readBytes = 32_768;
/** The number of files that are read concurrently. */
const width = 16;
/** Of the nearest so many sources the best ones are chosen. */
const mostCompared = 512;

const headers = new Set(['.h', '.hpp', '.hxx', '.cuh', '.inl', '.inc']);
const sources = new Set(['.cu', '.cpp', '.cc', '.cxx']);
const skipped = /^(?:\.|node_modules$|build(?:$|[-_.\d]|dir$)|cmake-build|dist$|out$|__pycache__$|venv$)/;

/** Whether a file is compiled only as part of others. */
export function isHeader(file: FileId): boolean {
  return headers.has(extname(file));
}

type Folders = IncludeFolders & { readonly workspace: string };

/** The files that include each file. */
type Includers = ReadonlyMap<FileId, readonly FileId[]>;

interface Listing {
  readonly key: string;
  readonly includers: Promise<Includers>;
}

interface Read {
  readonly stamp: string;
  readonly includes: readonly { readonly path: string; readonly quoted: boolean }[];
}

export class IncludingFiles {
  private readonly read = new Map<FileId, Read>();
  private listing: Listing | undefined;

  /** The sources below `folders.workspace` that include `header`, directly or through other headers: at most `most`,
   *  those first that name most of what the header names, then the nearest. */
  async of(header: FileId, folders: Folders, most: number, signal?: AbortSignal): Promise<readonly FileId[]> {
    const includers = await this.listed(folders, signal);
    const found = new Map<FileId, number>([[header, 0]]);
    for (const [file, hops] of found)
      for (const by of includers.get(file) ?? []) if (!found.has(by)) found.set(by, hops + 1);
    const near = (file: FileId): number =>
      relative(dirname(header), dirname(file))
        .split(sep)
        .filter((part) => part !== '').length;
    const nearest = [...found]
      .filter(([file]) => sources.has(extname(file)))
      .map(([file, hops]) => ({ file, hops, distance: near(file) }))
      .sort((a, b) => a.hops - b.hops || a.distance - b.distance || (a.file < b.file ? -1 : 1))
      .slice(0, Math.max(most, mostCompared))
      .map(({ file }) => file);
    if (nearest.length <= most || signal?.aborted) return nearest;
    return this.best(header, nearest, most, signal);
  }

  /** At most `most` of the sources that include a header. */
  private async best(
    header: FileId,
    including: readonly FileId[],
    most: number,
    signal: AbortSignal | undefined,
  ): Promise<readonly FileId[]> {
    const known = new Set(namesIn(await withText(header)));
    const naming: Naming[] = [];
    for (const file of including) {
      if (naming.length % slice === 0) await others();
      if (signal?.aborted) break;
      naming.push(namingOf(await withText(file), known));
    }
    return bestOf(naming, most);
  }

  /** The includers of every file of the workspace, found once for all headers. */
  private listed(folders: Folders, signal: AbortSignal | undefined): Promise<Includers> {
    const key = JSON.stringify([folders.workspace, folders.includePaths, folders.cutlass]);
    if (this.listing?.key === key) return this.listing.includers;
    const listing = (this.listing = { key, includers: this.search(folders, signal) });
    signal?.addEventListener('abort', () => void (this.listing === listing && this.forget()), { once: true });
    return listing.includers;
  }

  private async search(folders: Folders, signal: AbortSignal | undefined): Promise<Includers> {
    const own = await this.list(folders.workspace, signal);
    const files = new Set([...own, ...(await this.libraryOf(own, folders, signal))]);
    for (const file of this.read.keys()) if (!files.has(file)) this.read.delete(file);
    return invert(new Map([...files].map((file) => [file, this.read.get(file)?.includes ?? []])), folders, signal);
  }

  /** Called when files changed. The next search reads new and changed files. */
  forget(): void {
    this.listing = undefined;
  }

  private async list(folder: string, signal: AbortSignal | undefined): Promise<readonly FileId[]> {
    const files = await walk(folder, signal);
    for (let i = 0; i < files.length && !signal?.aborted; i += width)
      await Promise.all(files.slice(i, i + width).map((file) => this.look(file)));
    return files;
  }

  /** The headers of CUTLASS that files include, directly or through each other, wherever CUTLASS is. */
  private async libraryOf(
    own: readonly FileId[],
    folders: Folders,
    signal: AbortSignal | undefined,
  ): Promise<ReadonlySet<FileId>> {
    const [ofWorkspace, library, looked] = [new Set(own), new Set<FileId>(), new Set<FileId>()];
    const follow = async (file: FileId): Promise<void> => {
      for (const { path, quoted } of this.read.get(file)?.includes ?? []) {
        if (!isOfLibrary(path) && ofWorkspace.has(file)) continue;
        for (const candidate of includeCandidates(file, path, quoted, folders)) {
          if (ofWorkspace.has(candidate) || library.has(candidate)) break;
          if (looked.has(candidate) || library.size >= mostFiles || signal?.aborted) continue;
          looked.add(candidate);
          await this.look(candidate);
          if (this.read.has(candidate)) library.add(candidate);
        }
      }
    };
    for (const file of own) await follow(file);
    for (const file of library) await follow(file);
    return library;
  }

  private async look(file: FileId): Promise<void> {
    try {
      const stats = await stat(file);
      if (!stats.isFile()) throw new Error('a pipe would be waited for');
      const stamp = `${stats.mtimeMs} ${stats.size}`;
      if (this.read.get(file)?.stamp !== stamp)
        this.read.set(file, { stamp, includes: includesOf(await beginning(file)) });
    } catch {
      this.read.delete(file); // It went away, or may not be read: nobody is known to be included by it.
    }
  }
}

/** At most `most` of the sources: those first that say most of a header, then as they are given. */
export function bestOf(sources: readonly Naming[], most: number): readonly FileId[] {
  return [...new Set([...chooseRoots(sources, most), ...sources.map(({ file }) => file)])].slice(0, most);
}

/** A file that went away has an empty text. */
async function withText(file: FileId): Promise<Source> {
  return { file, text: await beginning(file).catch(() => '') };
}

async function walk(top: string, signal: AbortSignal | undefined): Promise<readonly FileId[]> {
  const files: FileId[] = [];
  const folders = [top];
  for (let i = 0; i < folders.length && i < mostFolders && !signal?.aborted; i++) {
    const folder = folders[i] ?? top;
    const entries = await entriesOf(folder);
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !skipped.test(entry.name)) folders.push(path);
      else if (entry.isFile() && (headers.has(extname(path)) || sources.has(extname(path)))) files.push(path);
      if (files.length >= mostFiles) return files;
    }
  }
  return files;
}

/** The entries of a folder. Symbolic links are not followed, since they may form a cycle. */
async function entriesOf(folder: string): Promise<Dirent[]> {
  const entries: Dirent[] = [];
  try {
    for await (const entry of await opendir(folder)) if (entries.push(entry) >= mostEntries) break;
  } catch {
    // It went away, or may not be read.
  }
  return entries;
}

async function beginning(file: FileId): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(readBytes), 0, readBytes, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

function includesOf(text: string): Read['includes'] {
  return includesIn(text).map(({ path, quoted }) => ({ path: copied(path), quoted }));
}

/** Copies a part of a string. A substring would keep the whole string in memory. */
const copied = (part: string): string => Buffer.from(part).toString();

async function invert(
  includes: ReadonlyMap<FileId, Read['includes']>,
  folders: IncludeFolders,
  signal: AbortSignal | undefined,
): Promise<Includers> {
  const includers = new Map<FileId, FileId[]>();
  let done = 0;
  for (const [file, paths] of includes) {
    if (++done % slice === 0) await others();
    if (signal?.aborted) break;
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
