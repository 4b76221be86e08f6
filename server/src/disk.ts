// Which files are on the disk, and their texts, looked up once per change. A host that hears of changes says which files they
// are; what nobody tells of is found by looking again after a while. Knows nothing of what the files say.
import { readFileSync, statSync } from 'node:fs';

const largestBytes = 2_000_000;
/** How long a lookup holds where nobody watches the files, and where somebody does: watchers miss some changes. */
const unwatchedMs = 1_000;
const watchedMs = 15_000;

export interface DiskOptions {
  /** Whether changes are told of. */
  readonly isWatched?: () => boolean;
  /** Milliseconds. */
  readonly now?: () => number;
}

interface Lookup {
  readonly at: number;
  /** Modification time and size; absent where there is no such file, or none that can be a header. */
  readonly stamp: string | undefined;
}

export class Disk {
  private readonly lookups = new Map<string, Lookup>();
  /** Lookups made before this moment do not hold. */
  private since = -Infinity;
  private readonly isWatched: () => boolean;
  private readonly now: () => number;

  constructor({ isWatched = () => false, now = () => performance.now() }: DiskOptions = {}) {
    this.isWatched = isWatched;
    this.now = now;
  }

  /** Begins a piece of work that sees each file as it was looked up first. */
  begin(): void {
    const now = this.now();
    if (this.lookups.size > 50_000) this.lookups.clear();
    this.since = now - (this.isWatched() ? watchedMs : unwatchedMs);
  }

  /** Files changed, came or went: these, or nobody knows which. */
  changed(files?: readonly string[]): void {
    if (files === undefined) this.lookups.clear();
    else for (const file of files) this.lookups.delete(file);
  }

  /** What changes with the file's text; nothing where it cannot be read. */
  stampOf(file: string): string | undefined {
    const known = this.lookups.get(file);
    if (known && known.at >= this.since) return known.stamp;
    const stamp = stampNow(file);
    this.lookups.set(file, { at: this.now(), stamp });
    return stamp;
  }

  /** The text; nothing where the file went away or may not be read. */
  read(file: string): string | undefined {
    try {
      return readFileSync(file, 'utf8');
    } catch {
      this.lookups.set(file, { at: this.now(), stamp: undefined });
      return undefined;
    }
  }
}

/** A name that no file can have (a zero byte, a thousand characters, a circle of links) has no stamp either. */
function stampNow(file: string): string | undefined {
  if (file.includes('\0')) return undefined;
  try {
    const stats = statSync(file, { throwIfNoEntry: false });
    if (!stats?.isFile() || stats.size > largestBytes) return undefined;
    return `${stats.mtimeMs} ${stats.size} ${stats.ino}`;
  } catch {
    return undefined;
  }
}
