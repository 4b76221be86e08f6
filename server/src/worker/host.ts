// What the analysis thread's memory needs from whoever runs it.
import type { Languages } from '../../../core/src/frontends/by-language';
import type { FileId } from '../../../core/src/index';

/** What the session needs from the outside. */
export interface Host {
  readonly frontEnd: Languages;
  /** Whether `outsideChanged` is called when the file changes on the disk. */
  isWatched(file: FileId): boolean;
  /** Called for each failure of CuTe Lens itself that an analysis met. */
  log(bug: string): void;
  /** Something that was waited for has come: there may be work. */
  wake(): void;
  /** Milliseconds. */
  now(): number;
}
