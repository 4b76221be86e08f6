// The files an analysis needs: the entry, and the local headers that it includes. Keeps the front end's documents, so
// that a header is parsed once. Knows neither the editor nor what the analysis does with the programs.
import type { Document, FrontEnd, TextEdit, Unit } from '../../core/src/frontends/front-end';
import type { AnalyzeInput, FileId, Program } from '../../core/src/index';
import { Disk } from './disk';
import { includeCandidates, type IncludeFolders } from './includes';

const mostHeaders = 1_000;
/** After so many sets, files that nobody changed meanwhile rest. */
const restEvery = 4;

interface Held {
  readonly document: Document;
  /** What the disk said of a header when it was read; absent while the editor has the file open. */
  stamp?: string;
}

/** What `analyze` asks for about files. */
export type SourceSet = Required<Pick<AnalyzeInput, 'files' | 'includes' | 'roots'>>;

export class Sources {
  private readonly held = new Map<FileId, Held>();
  private sets = 0;

  constructor(
    private readonly frontEnd: FrontEnd,
    private readonly disk = new Disk(),
  ) {}

  open(file: FileId, text: string): void {
    const present = this.held.get(file);
    if (present) present.document.update(text);
    else this.held.set(file, { document: this.frontEnd.open(file, text) });
    const held = this.held.get(file);
    if (held) delete held.stamp;
  }

  edit(file: FileId, edits: readonly TextEdit[]): void {
    this.held.get(file)?.document.edit(edits);
  }

  close(file: FileId): void {
    this.held.get(file)?.document.dispose();
    this.held.delete(file);
  }

  /** Whether the editor has the file: its text is not the disk's. */
  isOpen(file: FileId): boolean {
    const held = this.held.get(file);
    return held !== undefined && held.stamp === undefined;
  }

  textOf(file: FileId): string | undefined {
    return this.held.get(file)?.document.text;
  }

  /** As `textOf`; what is on disk is looked at, and read again where it changed there. */
  textNow(file: FileId): string | undefined {
    this.disk.changed([file]);
    return this.load(file) ? this.textOf(file) : undefined;
  }

  /** Forgets what was read from disk, but for the files that are still `needed`. */
  forgetHeaders(needed: ReadonlySet<FileId>): void {
    if (needed.size === 0) this.disk.changed();
    for (const [file, { stamp }] of this.held) if (stamp !== undefined && !needed.has(file)) this.close(file);
  }

  /** Files changed on the disk: these, or nobody knows which. What else was looked up and read still holds. */
  diskChanged(files?: readonly FileId[]): void {
    this.disk.changed(files);
  }

  /** The programs of `entry`, of `roots`, and of every local header that they reach, and how the includes resolve. One
   *  text has one program here: a root for which macros make another one of a file that the roots before it have too is
   *  left out. */
  collect(entry: FileId, folders: IncludeFolders, arch: number, roots: readonly FileId[] = []): SourceSet {
    this.disk.begin();
    if (++this.sets % restEvery === 0) for (const { document } of this.held.values()) document.rest();
    const all: Unread = { files: new Map(), includes: new Map(), folders };
    const present = roots.filter((root) => this.load(root) && this.add(root, arch, all));
    if (all.files.has(entry) || this.add(entry, arch, all))
      return { files: all.files, includes: all.includes, roots: present };
    return this.collect(entry, folders, arch);
  }

  /** Reads `root` as a unit of its own, and adds its files where they agree with those that are there. */
  private add(root: FileId, arch: number, all: Unread): boolean {
    const walk: Walk = {
      files: new Map(),
      includes: all.includes,
      folders: all.folders,
      unit: this.frontEnd.unit(arch),
      most: mostHeaders - all.files.size,
    };
    this.visit(root, walk);
    for (const [file, program] of walk.files) if ((all.files.get(file) ?? program) !== program) return false;
    for (const [file, program] of walk.files) all.files.set(file, program);
    return true;
  }

  /** Reads a file and what it includes, in the order of the preprocessor. */
  private visit(file: FileId, walk: Walk): void {
    const held = this.held.get(file);
    if (!held) return;
    const program = held.document.program({
      unit: walk.unit,
      follow: ({ path, quoted }) => {
        const target = this.resolve(file, path, quoted, walk);
        if (target !== undefined) this.visit(target, walk);
      },
    });
    walk.files.set(file, program);
  }

  private resolve(from: FileId, path: string, quoted: boolean, walk: Walk): FileId | undefined {
    const candidates = includeCandidates(from, path, quoted, walk.folders);
    if (candidates.length === 0) return undefined;
    const target =
      walk.unit.full || walk.files.size >= walk.most ? undefined : candidates.find((candidate) => this.load(candidate));
    if (quoted || target !== undefined) walk.includes.set(`${from}\0${path}`, target ?? null);
    return target;
  }

  /** True where `file` is open, or is on disk and was read. */
  private load(file: FileId): boolean {
    const present = this.held.get(file);
    if (present && present.stamp === undefined) return true;
    const stamp = this.disk.stampOf(file);
    if (stamp !== undefined && present?.stamp === stamp) return true;
    const text = stamp === undefined ? undefined : this.disk.read(file);
    if (stamp === undefined || text === undefined) {
      this.close(file);
      return false;
    }
    if (present) {
      present.document.update(text);
      present.stamp = stamp;
    } else this.held.set(file, { document: this.frontEnd.open(file, text), stamp });
    return true;
  }
}

/** What a set is built from. */
interface Unread {
  readonly files: Map<FileId, Program>;
  readonly includes: Map<string, FileId | null>;
  readonly folders: IncludeFolders;
}

interface Walk extends Unread {
  readonly unit: Unit;
  /** Files that may be followed. */
  readonly most: number;
}
