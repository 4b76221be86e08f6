// Provides what analyses read: the texts in the editor, the files on the disk, the sources that a header is evaluated
// with, what the user has chosen, and the levels of checks that a project sets. Knows nothing of analyses, nor of what
// is visible.
import type { AnalyzeInput, FileId } from '../../../core/src/index';
import type { Choices } from '../../../protocol/src/requests';
import { assumptionsOf } from '../assumptions';
import type { Config } from '../config';
import { Disk } from '../disk';
import { declarationAfter, undoOf } from '../expression';
import { archFor, noFlags, type IncludeFolders, type Surroundings } from '../includes';
import { expandPath, fileOfUri } from '../paths';
import { ProjectLevels } from '../project-file';
import { Sources } from '../sources';
import type { Host } from './host';
import type { Open } from './open-document';
import type { Outside } from './outside';

export class Texts {
  readonly sources: Sources;
  private readonly outside: Outside;
  private readonly levels: ProjectLevels;

  private readonly frontEnd: Host['frontEnd'];

  /** `chosen`: what the user has chosen for a document. */
  constructor(
    host: Host,
    private readonly chosen: (uri: string) => Choices,
  ) {
    this.frontEnd = host.frontEnd;
    this.outside = host.outside;
    const { files } = host.outside;
    this.sources = new Sources(host.frontEnd, new Disk({ files, isWatched: (file) => host.isWatched(file) }));
    this.levels = new ProjectLevels((text) => host.log(text), files);
  }

  /** Updates the parser to the texts in the editor. Returns the mark of each text. */
  read(all: Iterable<Open>): Map<FileId, number> {
    const marks = new Map<FileId, number>();
    for (const { file, document, changes, held } of all) {
      const text = held?.good ?? document.getText();
      if (this.sources.textOf(file) !== text || !this.sources.isOpen(file)) this.sources.open(file, text);
      marks.set(file, held?.good === undefined ? changes.mark() : 0);
    }
    return marks;
  }

  /** Whether each of these files still has this text. */
  areStill(texts: ReadonlyMap<FileId, string>): boolean {
    return [...texts].every(([file, text]) => this.sources.textNow(file) === text);
  }

  /** What a document is analysed with. */
  inputOf(open: Open, config: Config): AnalyzeInput {
    const { file, uri } = open;
    const { within, args = config.programArgs, thread = config.thread, block = config.block } = this.chosen(uri);
    const arch = this.archOf(open, config);
    return {
      entry: file,
      ...this.sources.collect(file, this.surroundingsOf(open, config), arch, this.rootsOf(open) ?? []),
      ...(within !== undefined && { within }),
      assumptions: assumptionsOf({ args, thread, block, defines: config.defines, arch }, this.frontEnd),
      levels: this.levels.of(file, config.levels),
    };
  }

  /** The value of `__CUDA_ARCH__` for a document. */
  archOf(open: Open, config: Config): number {
    const { flagsOf } = this.surroundingsOf(open, config);
    return archFor(config.cudaArch, [open.file, ...(this.rootsOf(open) ?? [])], flagsOf);
  }

  /** What decides how a document is read, beside its text. */
  surroundingsOf({ folder }: Open, config: Config): Surroundings {
    const { outside } = this;
    return {
      ...this.foldersOf(folder, config),
      values: config.defines,
      ...(outside.flagsOf && { flagsOf: (unit: FileId) => outside.flagsOf?.(unit, folder) ?? noFlags }),
    };
  }

  /** The source files that a header is evaluated with; undefined while they are searched for. */
  rootsOf({ uri, file, config, folder }: Open): readonly FileId[] | undefined {
    const { from } = this.chosen(uri);
    if (from !== undefined) return [fileOfUri(from)];
    return config ? this.outside.rootsOf(file, this.foldersOf(folder, config), config.includingFiles) : undefined;
  }

  /** Whether everything can be read that the document is evaluated with. */
  areAtHand(open: Open): boolean {
    const { file, config, folder, document, held } = open;
    if (!config || this.rootsOf(open) === undefined) return false;
    return this.outside.isAtHand(file, held?.good ?? document.getText(), this.foldersOf(folder, config));
  }

  /** Runs `act` while the file contains a declaration with the value of an expression, after the line of `offset`.
   *  Afterwards the file has its old text. */
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

  /** Closes a file, and forgets all headers except the `needed` ones. */
  close(file: FileId | undefined, needed: ReadonlySet<FileId>): void {
    if (file !== undefined) this.sources.close(file);
    this.sources.forgetHeaders(needed);
  }

  /** Called when files changed on the disk; without a list, when it is unknown which. */
  outsideChanged(files?: readonly FileId[]): void {
    this.sources.diskChanged(files);
    this.levels.forget();
  }

  /** The folders in which the includes of a document are looked up. */
  private foldersOf(folder: string | undefined, config: Config): IncludeFolders {
    return {
      includePaths: config.includePaths.map((path) => expandPath(path, folder)),
      cutlass: this.outside.cutlass?.(folder, config.verify.cutlassPath) ?? [],
      workspace: folder,
    };
  }
}
