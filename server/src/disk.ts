// Which files are on the disk, and their texts, looked up once per change. A host that hears of changes says which
// files they are; what nobody tells of is found by looking again after a while. Knows nothing of what the files say.
import { readFileSync, statSync } from 'node:fs';

const largestBytes = 2_000_000;
/** How long a lookup holds where nobody watches the files, and where somebody does: watchers miss some changes. */
const unwatchedMs = 1_000;
const watchedMs = 15_000;
const mostLookups = 50_000;

/** What is asked of a disk itself. Neither throws. */
export interface Files {
  /** What changes with the file's text; nothing where there is no such file, or none that can be a header. */
  stampOf(file: string): string | undefined;
  /** The text; nothing where the file went away or may not be read. */
  read(file: string): string | undefined;
}

export interface DiskOptions {
  readonly files?: Files;
  /** Whether changes of the file are told of. */
  readonly isWatched?: (file: string) => boolean;
  /** Milliseconds. */
  readonly now?: () => number;
}

interface Lookup {
  readonly at: number;
  readonly stamp: string | undefined;
}

export class Disk {
  private readonly lookups = new Map<string, Lookup>();
  private began = -Infinity;
  private readonly isWatched: (file: string) => boolean;
  private readonly now: () => number;
  private readonly files: Files;

  constructor({ files = nodeFiles, isWatched = () => false, now = () => performance.now() }: DiskOptions = {}) {
    this.files = files;
    this.isWatched = isWatched;
    this.now = now;
  }

  /** Begins a piece of work that sees each file as it was looked up first. */
  begin(): void {
    if (this.lookups.size > mostLookups) this.lookups.clear();
    this.began = this.now();
  }

  /** Files changed, came or went: these, or nobody knows which. */
  changed(files?: readonly string[]): void {
    if (files === undefined) this.lookups.clear();
    else for (const file of files) this.lookups.delete(file);
  }

  stampOf(file: string): string | undefined {
    const known = this.lookups.get(file);
    if (known && known.at >= this.began - (this.isWatched(file) ? watchedMs : unwatchedMs)) return known.stamp;
    const stamp = this.files.stampOf(file);
    this.lookups.set(file, { at: this.now(), stamp });
    return stamp;
  }

  read(file: string): string | undefined {
    const text = this.files.read(file);
    if (text === undefined) this.lookups.set(file, { at: this.now(), stamp: undefined });
    return text;
  }
}

const nodeFiles: Files = {
  stampOf: (file) => {
    // A name that no file can have (a zero byte, a thousand characters, a circle of links) has no stamp either.
    const stats = file.includes('\0') ? undefined : orNothing(() => statSync(file, { throwIfNoEntry: false }));
    return stats?.isFile() && stats.size <= largestBytes ? `${stats.mtimeMs} ${stats.size} ${stats.ino}` : undefined;
  },
  read: (file) => orNothing(() => readFileSync(file, 'utf8')),
};

function orNothing<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}
