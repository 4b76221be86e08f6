// What analyses read besides the texts in the editor: files, and the sources that a header is evaluated with. Here as
// the disk has them, which can be read at any time. A browser has files only after it asked for them
// (browser/src/client-files.ts).
import type { FileId } from '../../../core/src/index';
import type { Files } from '../disk';
import { Builds } from '../builds';
import { cutlassFolders, type IncludeFolders, type UnitFlags } from '../includes';
import { localFiles } from '../local-files';
import { Roots } from './roots';

export interface Outside {
  readonly files: Files;
  /** Where CUTLASS's headers may be; absent where no folder is searched. */
  cutlass?(workspace: string | undefined, setting: string): readonly string[];
  /** How the build of the project compiles a source; absent where no folder is searched. */
  flagsOf?(unit: FileId, workspace: string | undefined): UnitFlags;
  /** At most `most` sources that include `file`, those that say most of it first; undefined while they are searched
   *  for. */
  rootsOf(file: FileId, folders: IncludeFolders, most: number): readonly FileId[] | undefined;
  /** Whether `files` can give what `text` includes, directly or through headers. If not, it is being fetched. */
  isAtHand(file: FileId, text: string, folders: IncludeFolders): boolean;
  /** Called when files changed; without a list, when it is unknown which. */
  changed(files?: readonly FileId[]): void;
}

export interface OutsideEvents {
  /** There may be work: a search has ended, or files can be read now. */
  wake(): void;
  /** An analysis asked for these files before they could be read. */
  arrived(files: readonly FileId[]): void;
  log(text: string): void;
}

export function onDisk({ wake, log }: Pick<OutsideEvents, 'wake' | 'log'>): Outside {
  const roots = new Roots(wake, log);
  const builds = new Builds();
  return {
    files: localFiles,
    cutlass: (workspace, setting) => cutlassFolders(setting, workspace),
    flagsOf: (unit, workspace) => builds.of(unit, workspace),
    rootsOf: (file, folders, most) => roots.of(file, folders, most),
    isAtHand: () => true,
    changed: () => {
      roots.forget();
      builds.forget();
    },
  };
}
