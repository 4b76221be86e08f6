// The files that an analysis in a browser reads. Only the editor can read them, and it answers later, while an analysis
// wants them at once. So what a text includes is fetched before its analysis begins, headers of headers too, and kept
// until the editor reports a change. Fetches only what an open file may include, and searches no folder: a header is
// evaluated with the open sources that include it. Does not know who answers.
import { dirname, join } from 'node:path';
import type { FileId } from '../../core/src/index';
import { longestHeader } from '../../protocol/src/requests';
import { includeCandidates, includesIn, type IncludeFolders } from '../../server/src/includes';
import { uriOfFile } from '../../server/src/paths';
import { projectFileName } from '../../server/src/project-file';
import { soon } from '../../server/src/runtime';
import type { Outside, OutsideEvents } from '../../server/src/worker/outside';

/** The texts of files, null for each that cannot be read. */
export type ReadFiles = (uris: readonly string[]) => Promise<readonly (string | null)[]>;

/** An analysis waits no longer than this for what a text includes. */
const patienceMs = 5000;
/** The largest number of names that are asked for, so that no text can ask for everything. */
const mostNames = 4000;

interface Present {
  readonly stamp: string;
  readonly text: string;
}

export class ClientFiles implements Outside {
  readonly files = {
    stampOf: (file: FileId): string | undefined => this.seen(file)?.stamp,
    read: (file: FileId): string | undefined => this.known.get(file)?.text,
  };

  /** What the editor said of each name; null: there is no such file. */
  private readonly known = new Map<FileId, Present | null>();
  private readonly asked = new Set<FileId>();
  private batch: FileId[] = [];
  /** Names that an analysis took for missing before the editor answered. */
  private readonly missed = new Set<FileId>();
  /** The documents whose includes are all known. */
  private readonly whole = new Map<FileId, { readonly text: string; readonly folders: string }>();
  private stamps = 0;

  constructor(
    private readonly ask: ReadFiles,
    private readonly events: OutsideEvents,
  ) {}

  rootsOf(): readonly FileId[] {
    return [];
  }

  isAtHand(file: FileId, text: string, folders: IncludeFolders): boolean {
    const found = JSON.stringify(folders);
    const whole = this.whole.get(file);
    if (whole?.text === text && whole.folders === found) return true;
    const lacking = this.lacking(file, text, folders);
    if (lacking.length > 0) this.fetch(lacking);
    else this.whole.set(file, { text, folders: found });
    return lacking.length === 0;
  }

  changed(files?: readonly FileId[]): void {
    this.whole.clear();
    if (files === undefined) this.known.clear();
    else for (const file of files) this.known.delete(file);
  }

  /** The names about which the editor has said nothing yet, among those that a text and its headers may include. */
  private lacking(file: FileId, text: string, folders: IncludeFolders): readonly FileId[] {
    const lacking = new Set(projectFilesAbove(file).filter((name) => this.isUnknown(name)));
    const reached = new Map([[file, text]]);
    for (const [from, content] of reached) {
      for (const { path, quoted } of includesIn(content)) {
        const candidates = includeCandidates(from, path, quoted, folders);
        const first = candidates.findIndex((name) => this.known.get(name) !== null);
        const found = candidates[first];
        const present = found === undefined ? undefined : this.known.get(found);
        if (found !== undefined && present && !reached.has(found)) reached.set(found, present.text);
        // All that may count are asked for at once, since each answer takes a while.
        if (first >= 0 && !present)
          for (const name of candidates.slice(first)) if (this.isUnknown(name)) lacking.add(name);
      }
    }
    return [...lacking];
  }

  private isUnknown(name: FileId): boolean {
    return !this.known.has(name) && uriOfFile(name) !== name && this.known.size + this.asked.size < mostNames;
  }

  private seen(file: FileId): Present | undefined {
    const present = this.known.get(file);
    if (present === undefined && this.isUnknown(file)) {
      this.missed.add(file);
      this.fetch([file]);
    }
    return present ?? undefined;
  }

  private fetch(names: readonly FileId[]): void {
    const fresh = names.filter((name) => !this.asked.has(name));
    if (fresh.length === 0) return;
    if (this.batch.length === 0) soon(() => void this.send());
    for (const name of fresh) this.asked.add(name);
    this.batch.push(...fresh);
  }

  private async send(): Promise<void> {
    const names = this.batch;
    this.batch = [];
    const late = setTimeout(() => this.giveUp(names), patienceMs);
    try {
      const texts = await this.ask(names.map(uriOfFile));
      names.forEach((name, at) => this.learn(name, texts[at] ?? null));
    } catch (error) {
      this.events.log(`The editor reads no files: ${String(error)}`);
      names.forEach((name) => this.learn(name, null));
    } finally {
      clearTimeout(late);
    }
    const arrived = names.filter((name) => this.missed.delete(name) && this.known.get(name));
    if (arrived.length > 0) this.events.arrived(arrived);
    this.events.wake();
  }

  private learn(name: FileId, text: string | null): void {
    this.asked.delete(name);
    this.whole.clear();
    const isHeader = text !== null && text.length <= longestHeader;
    this.known.set(name, isHeader ? { stamp: String(++this.stamps), text } : null);
  }

  /** The editor takes long: analyses go on without these, and are repeated when they arrive. */
  private giveUp(names: readonly FileId[]): void {
    for (const name of names) {
      this.known.set(name, null);
      this.missed.add(name);
    }
    this.events.wake();
  }
}

/** The names of the project files that may hold for a source file. */
function projectFilesAbove(file: FileId): readonly FileId[] {
  const names: FileId[] = [];
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder))
    names.push(join(folder, projectFileName));
  return names;
}
