// Finds the source files that a header is evaluated with. Results are cached until files change.
import { isAbsolute } from 'node:path';
import type { FileId } from '../../../core/src/index';
import type { IncludeFolders } from '../includes';
import { IncludingFiles, isHeader } from '../including';

interface Search {
  found?: readonly FileId[];
}

export class Roots {
  private readonly including = new IncludingFiles();
  private cancel = new AbortController();
  /** The searches, by header and search folders. */
  private readonly searches = new Map<string, Search>();

  /** `found` is called when a search has ended. */
  constructor(
    private readonly found: () => void,
    private readonly log: (text: string) => void,
  ) {}

  /** At most `most` sources that include `file`, those that say most of it first; undefined while the search runs. The
   *  disk is read once for all headers. */
  of(file: FileId, folders: IncludeFolders, most: number): readonly FileId[] | undefined {
    const { workspace } = folders;
    if (!isAbsolute(file) || workspace === undefined || !isAbsolute(workspace) || most === 0 || !isHeader(file))
      return [];
    const key = JSON.stringify([file, folders, most]);
    const known = this.searches.get(key);
    if (known) return known.found;
    const search: Search = {};
    this.searches.set(key, search);
    const settle = (files: readonly FileId[]): void => {
      search.found = files;
      this.found();
    };
    this.including.of(file, { ...folders, workspace }, most, this.cancel.signal).then(settle, (error: unknown) => {
      this.log(String(error));
      settle([]);
    });
    return undefined;
  }

  /** Called when files changed. The next search reads the disk again. */
  forget(): void {
    this.cancel.abort();
    this.cancel = new AbortController();
    this.including.forget();
    this.searches.clear();
  }
}
