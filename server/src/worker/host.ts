// What `Session` needs from the code that runs it.
import type { Languages } from '../../../core/src/frontends/by-language';
import type { FileId } from '../../../core/src/index';
import type { Outside } from './outside';

/** The environment of a session. */
export interface Host {
  readonly frontEnd: Languages;
  readonly outside: Outside;
  /** Whether changes of the file on the disk are reported to `outsideChanged`. */
  isWatched(file: FileId): boolean;
  /** Called for each bug of CuTe Lens that an analysis ran into. */
  log(bug: string): void;
  /** Called when an asynchronous operation has ended and there may be work. */
  wake(): void;
  /** The present time in milliseconds. */
  now(): number;
}
