// Caches which files exist and what they contain. If the host watches files, it reports which ones changed; otherwise
// the cache looks again after a while. Does not interpret the files.
import { localFiles } from './local-files';

/** How long a lookup is valid for unwatched and for watched files. Watched files are looked up again too, since
 *  watchers miss some changes. */
const unwatchedMs = 1_000;
const watchedMs = 15_000;
const mostLookups = 50_000;

/** The file system as this file uses it. Neither method throws. */
export interface Files {
  /** A stamp that changes whenever the file's text does; undefined if the file does not exist or cannot be a header. */
  stampOf(file: string): string | undefined;
  /** The text; undefined if the file is gone or not readable. */
  read(file: string): string | undefined;
}

export interface DiskOptions {
  readonly files?: Files;
  /** Whether the host reports changes of the file. */
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

  constructor({ files = localFiles, isWatched = () => false, now = () => performance.now() }: DiskOptions = {}) {
    this.files = files;
    this.isWatched = isWatched;
    this.now = now;
  }

  /** Begins a task, during which every file keeps the state in which it was first looked up. */
  begin(): void {
    if (this.lookups.size > mostLookups) this.lookups.clear();
    this.began = this.now();
  }

  /** Called when files were changed, created or deleted; without a list, when it is unknown which. */
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
