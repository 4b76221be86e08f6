// Provides the files of an analysis: the entry, and the local headers that it includes. Keeps the parsed documents, so
// that a header is parsed once. Knows neither the editor nor the evaluator.
import { dirname, isAbsolute } from 'node:path';
import type { Document, FrontEnd, TextEdit, Unit } from '../../core/src/frontends/front-end';
import type { AnalyzeInput, FileId, Program } from '../../core/src/index';
import { Disk } from './disk';
import { includeCandidates, isOfLibrary, type IncludeFolders, type Surroundings, type UnitFlags } from './includes';

const mostHeaders = 1_000;
/** After this number of sets, documents that did not change release their caches. */
const restEvery = 4;

interface Held {
  readonly document: Document;
  /** The stamp of a header when it was read; absent while the editor has the file open. */
  stamp?: string;
}

/** The files of an analysis, as `analyze` expects them. */
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

  /** Whether the file is open in the editor, whose text then replaces that on the disk. */
  isOpen(file: FileId): boolean {
    const held = this.held.get(file);
    return held !== undefined && held.stamp === undefined;
  }

  textOf(file: FileId): string | undefined {
    return this.held.get(file)?.document.text;
  }

  /** Like `textOf`, but a file on the disk is read again if it changed. */
  textNow(file: FileId): string | undefined {
    this.disk.changed([file]);
    return this.load(file) ? this.textOf(file) : undefined;
  }

  /** Forgets the files that were read from the disk, except those that are still `needed`. */
  forgetHeaders(needed: ReadonlySet<FileId>): void {
    if (needed.size === 0) this.disk.changed();
    for (const [file, { stamp }] of this.held) if (stamp !== undefined && !needed.has(file)) this.close(file);
  }

  /** Called when files changed on the disk; without a list, when it is unknown which. All other cached files stay
   *  valid. */
  diskChanged(files?: readonly FileId[]): void {
    this.disk.changed(files);
  }

  /** The programs of `entry`, of `roots` and of every local header that they include, and what each include resolves
   *  to. A file has one program in a set: a root is left out if its macros would give another program for a file that
   *  an earlier root already reads. */
  collect(entry: FileId, folders: Surroundings, arch: number, roots: readonly FileId[] = []): SourceSet {
    this.disk.begin();
    if (++this.sets % restEvery === 0) for (const { document } of this.held.values()) document.rest();
    const all: Unread = { entry, files: new Map(), includes: new Map(), folders };
    const present = roots.filter((root) => this.load(root) && this.add(root, arch, all));
    if (all.files.has(entry) || this.add(entry, arch, all))
      return { files: all.files, includes: all.includes, roots: present };
    return this.collect(entry, folders, arch);
  }

  /** Reads `root` as a translation unit of its own, and adds its files if their programs agree with those already in
   *  the set. */
  private add(root: FileId, arch: number, all: Unread): boolean {
    const { folders } = all;
    const flags = folders.flagsOf?.(root);
    const walk: Walk = {
      entry: all.entry,
      files: new Map(),
      includes: all.includes,
      folders: flags ? withFlags(folders, flags) : folders,
      unit: this.frontEnd.unit(arch, {
        ...(flags && { flags: flags.macros }),
        ...(folders.values && { values: folders.values }),
      }),
      found: new Map(),
      most: mostHeaders - all.files.size,
    };
    this.visit(root, walk);
    for (const [file, program] of walk.files) if ((all.files.get(file) ?? program) !== program) return false;
    for (const [file, program] of walk.files) all.files.set(file, program);
    return true;
  }

  /** Reads a file and its includes in the order of the preprocessor. */
  private visit(file: FileId, walk: Walk, latent = false): void {
    const held = this.held.get(file);
    if (!held) return;
    const program = held.document.program({
      unit: walk.unit,
      latent: latent && file !== walk.entry,
      follow: ({ path, quoted }) => {
        const target = this.resolve(file, path, quoted, walk);
        // What a header of the library includes beside itself is of the library, too.
        if (target !== undefined) this.visit(target, walk, latent || isOfLibrary(path));
      },
    });
    walk.files.set(file, program);
  }

  private resolve(from: FileId, path: string, quoted: boolean, walk: Walk): FileId | undefined {
    const found = this.find(from, path, quoted, walk);
    if (found === undefined) return undefined;
    const target = walk.unit.full || walk.files.size >= walk.most ? null : found;
    if (quoted || target !== null) walk.includes.set(`${from}\0${path}`, target);
    return target ?? undefined;
  }

  /** The file that an include means, null where there is none; undefined where none is looked for. */
  private find(from: FileId, path: string, quoted: boolean, walk: Walk): FileId | null | undefined {
    // Of the file that it stands in, where a quoted one leads depends on the folder alone, any other on nothing.
    const key = !isAbsolute(from) ? `${from}\0${path}` : quoted ? `${dirname(from)}\0${path}` : path;
    const known = walk.found.get(key);
    if (known !== undefined || walk.found.has(key)) return known;
    const candidates = includeCandidates(from, path, quoted, walk.folders);
    const found = candidates.length === 0 ? undefined : (candidates.find((one) => this.load(one)) ?? null);
    walk.found.set(key, found);
    return found;
  }

  /** True if `file` is open, or exists on the disk and was read. */
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

/** The folders in which the headers of a unit are looked up, with those of its build. */
function withFlags(folders: Surroundings, { includePaths, cutlass }: UnitFlags): IncludeFolders {
  return {
    ...folders,
    includePaths: [...folders.includePaths, ...includePaths],
    cutlass: folders.cutlass && [...folders.cutlass, ...cutlass],
  };
}

/** What a set is built from. */
interface Unread {
  /** What is looked at: it is read as a whole. */
  readonly entry: FileId;
  readonly files: Map<FileId, Program>;
  readonly includes: Map<string, FileId | null>;
  readonly folders: Surroundings;
}

interface Walk extends Unread {
  readonly unit: Unit;
  /** Where includes lead, by how they are written. */
  readonly found: Map<string, FileId | null | undefined>;
  /** The largest number of files that are followed. */
  readonly most: number;
}
