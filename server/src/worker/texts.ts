// What analyses read: the texts in the editor, the files on the disk, the sources that a header is evaluated with, and
// the levels of checks that a project sets. Knows nothing of analyses, nor of what the user looks at.
import type { FileId } from '../../../core/src/index';
import type { CheckLevel } from '../../../core/src/checks/index';
import type { Config } from '../config';
import { Disk } from '../disk';
import { declarationAfter, undoOf } from '../expression';
import type { IncludeFolders } from '../includes';
import { expandPath } from '../paths';
import { ProjectLevels } from '../project-file';
import { Sources, type SourceSet } from '../sources';
import type { Host } from './host';
import type { Open } from './open-document';
import { Roots } from './roots';

export class Texts {
  readonly sources: Sources;
  private readonly roots: Roots;
  private readonly levels: ProjectLevels;

  constructor(host: Host) {
    this.sources = new Sources(host.frontEnd, new Disk({ isWatched: (file) => host.isWatched(file) }));
    this.levels = new ProjectLevels((text) => host.log(text));
    this.roots = new Roots(
      () => host.wake(),
      (text) => host.log(text),
    );
  }

  /** Gives the parser the texts that are in the editor; the mark of each. */
  read(all: Iterable<Open>): Map<FileId, number> {
    const marks = new Map<FileId, number>();
    for (const { file, document, changes, held } of all) {
      const text = held?.good ?? document.getText();
      if (this.sources.textOf(file) !== text || !this.sources.isOpen(file)) this.sources.open(file, text);
      marks.set(file, held?.good === undefined ? changes.mark() : 0);
    }
    return marks;
  }

  /** Whether each of these files has this text now, as it was read last. */
  areStill(texts: ReadonlyMap<FileId, string>): boolean {
    return [...texts].every(([file, text]) => this.sources.textNow(file) === text);
  }

  collect(open: Open, config: Config): SourceSet {
    return this.sources.collect(open.file, foldersOf(open.folder, config), config.cudaArch, this.rootsOf(open) ?? []);
  }

  /** The files that a header is evaluated with; undefined while they are searched for. */
  rootsOf({ file, config, folder }: Open): readonly FileId[] | undefined {
    return config ? this.roots.of(file, foldersOf(folder, config), config.includingFiles) : undefined;
  }

  levelsOf({ file }: Open, config: Config): ReadonlyMap<string, CheckLevel> {
    return this.levels.of(file, config.levels);
  }

  /** Acts while a file declares the value of an expression after the line of `offset`; then its text is as before. */
  withDeclaration<T>(file: FileId, expression: string, offset: number, act: () => T): T | undefined {
    const text = this.sources.textOf(file);
    if (text === undefined) return undefined;
    const edit = declarationAfter(text, offset, expression);
    this.sources.edit(file, [edit]);
    try {
      return act();
    } finally {
      this.sources.edit(file, [undoOf(edit)]);
    }
  }

  /** A file is closed, and only the `needed` headers are kept. */
  close(file: FileId | undefined, needed: ReadonlySet<FileId>): void {
    if (file !== undefined) this.sources.close(file);
    this.sources.forgetHeaders(needed);
  }

  /** These files changed on the disk, or nobody knows which. */
  outsideChanged(files?: readonly FileId[]): void {
    this.sources.diskChanged(files);
    this.levels.forget();
    this.roots.forget();
  }
}

/** Where `#include` lines are looked up for a document in this folder of the workspace. */
export function foldersOf(folder: string | undefined, config: Config): IncludeFolders {
  return { includePaths: config.includePaths.map((path) => expandPath(path, folder)), workspace: folder };
}
