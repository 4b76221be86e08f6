// The files an analysis needs: the entry, and the local headers that it includes. Keeps the front end's documents, so that a
// header is parsed once. Knows neither the editor nor what the analysis does with the programs.
import { readFileSync, statSync } from 'node:fs';
import type { Document, FrontEnd, MacroDefinition, ProgramOptions, TextEdit } from '../../core/src/frontends/front-end';
import type { AnalyzeInput, FileId, Program } from '../../core/src/index';
import { includeCandidates, type IncludeFolders } from './includes';

const largestHeaderBytes = 2_000_000;
const mostHeaders = 200;

interface Held {
  readonly document: Document;
  /** Modification time and size of a header on disk; absent while the editor has the file open. */
  stamp?: string;
  options: ProgramOptions;
}

/** What `analyze` asks for about files. */
export type SourceSet = Required<Pick<AnalyzeInput, 'files' | 'includes' | 'roots'>>;

export class Sources {
  private readonly held = new Map<FileId, Held>();

  constructor(private readonly frontEnd: FrontEnd) {}

  /** Takes a file over from the disk: from now on its text is `text`. */
  open(file: FileId, text: string): void {
    const present = this.held.get(file);
    if (present) present.document.update(text);
    else this.held.set(file, { document: this.frontEnd.open(file, text), options: {} });
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

  /** As `textOf`; what is on disk is read again where it changed there. */
  textNow(file: FileId): string | undefined {
    return this.load(file) ? this.textOf(file) : undefined;
  }

  /** Forgets what was read from disk, for when files changed there. */
  forgetHeaders(): void {
    for (const [file, { stamp }] of this.held) if (stamp !== undefined) this.close(file);
  }

  /** The programs of `entry`, of `roots`, and of every local header that they reach, and how the includes resolve. */
  collect(entry: FileId, folders: IncludeFolders, arch: number, roots: readonly FileId[] = []): SourceSet {
    const walk: Walk = { files: new Map(), includes: new Map(), macros: new Map(), folders, arch };
    this.visit(entry, walk);
    const present = roots.filter((root) => this.load(root));
    for (const root of present) this.visit(root, walk);
    return { files: walk.files, includes: walk.includes, roots: present };
  }

  /** Reads a file and what it includes, deepest first; returns the macros that the file leaves defined. */
  private visit(file: FileId, walk: Walk): readonly MacroDefinition[] {
    const visited = walk.macros.get(file);
    if (visited) return visited;
    walk.macros.set(file, []);
    const held = this.held.get(file);
    if (!held) return [];
    const first = held.document.program(held.options);
    const inherited = first.includes.flatMap(({ path, quoted }) => {
      const target = this.resolve(file, path, quoted, walk);
      return target === undefined ? [] : this.visit(target, walk);
    });
    held.options = sameOptions(held.options, { macros: inherited, arch: walk.arch });
    walk.files.set(file, held.document.program(held.options));
    const macros = [...inherited, ...held.document.macros()];
    walk.macros.set(file, macros);
    return macros;
  }

  private resolve(from: FileId, path: string, quoted: boolean, walk: Walk): FileId | undefined {
    const candidates = includeCandidates(from, path, quoted, walk.folders);
    if (candidates.length === 0) return undefined;
    const target = walk.files.size < mostHeaders ? candidates.find((candidate) => this.load(candidate)) : undefined;
    if (quoted || target !== undefined) walk.includes.set(`${from}\0${path}`, target ?? null);
    return target;
  }

  /** True where `file` is open, or is on disk and was read. */
  private load(file: FileId): boolean {
    const present = this.held.get(file);
    if (present && present.stamp === undefined) return true;
    const stamp = stampOf(file);
    if (stamp === undefined) return false;
    if (present?.stamp === stamp) return true;
    const text = readFileSync(file, 'utf8');
    if (present) present.document.update(text);
    else this.held.set(file, { document: this.frontEnd.open(file, text), options: {} });
    const held = this.held.get(file);
    if (held) held.stamp = stamp;
    return true;
  }
}

interface Walk {
  readonly files: Map<FileId, Program>;
  readonly includes: Map<string, FileId | null>;
  readonly macros: Map<FileId, readonly MacroDefinition[]>;
  readonly folders: IncludeFolders;
  readonly arch: number;
}

/** The old object where nothing changed, so that the front end can return the program it has. */
function sameOptions(old: ProgramOptions, now: ProgramOptions): ProgramOptions {
  return JSON.stringify(old) === JSON.stringify(now) ? old : now;
}

/** A name that no file can have (a zero byte in a broken include) has no stamp either. */
function stampOf(file: FileId): string | undefined {
  if (file.includes('\0')) return undefined;
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile() || stats.size > largestHeaderBytes) return undefined;
  return `${stats.mtimeMs} ${stats.size}`;
}
