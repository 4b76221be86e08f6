// What the server remembers: open documents, what the user chose for each, and the analysis of its present version.
// Knows how texts become analyses and when; knows nothing of requests, nor of what a handler does with an analysis.
import { isAbsolute } from 'node:path';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { isRust, type Languages } from '../../core/src/frontends/by-language';
import { activeInstance, kernelInstances } from '../../core/src/ide/index';
import { analyze, type Analysis, type Fact, type FileId, type Instance } from '../../core/src/index';
import { isOurs } from '../../protocol/src/cute-text';
import type { Choices, Status } from '../../protocol/src/requests';
import { assumptionsOf } from './assumptions';
import { analyzeText, programOf, resultOf } from './lone-expression';
import type { Config } from './config';
import { declarationAfter, factOfExpression, undoOf } from './expression';
import { driverFor, throughDriver } from './driver';
import type { IncludeFolders } from './includes';
import { IncludingFiles, isHeader } from './including';
import { expandPath, fileOfUri, uriOfFile } from './paths';
import { projectFileOf } from './project-file';
import { Sources, type SourceSet } from './sources';
import { Verdicts } from './verdicts';
import { defaultSampling, type VerifyJob } from './verify';

/** What the session needs from the outside. */
export interface Host {
  readonly frontEnd: Languages;
  /** The settings that hold for a document. */
  config(uri: string): Promise<Config>;
  workspaceFolder(uri: string): string | undefined;
  /** Called for each failure of CuTe Lens itself that an analysis met. */
  log(bug: string): void;
  /** Called after each analysis of an open document. */
  report(status: Status): void;
  /** Called after the analysis of a changed document; `others` are open documents whose findings may have changed with it. */
  analysed(uri: string, others: readonly string[]): void;
  /** Milliseconds, for budgets. */
  now(): number;
}

/** A change as the protocol delivers it, already in offsets or in whole. */
export interface Change {
  readonly range?: { readonly start: { line: number; character: number }; readonly end: { line: number; character: number } };
  readonly text: string;
}

/** An analysis with what it takes to answer questions about it. */
export interface Analyzed {
  readonly analysis: Analysis;
  readonly config: Config;
  readonly active: Instance | undefined;
  readonly choices: Choices;
  readonly textOf: (file: FileId) => string | undefined;
}

/** An expression with the analysis that it was evaluated in; without a fact where it could not be read. */
export interface Evaluated extends Pick<Analyzed, 'analysis' | 'active' | 'textOf'> {
  readonly fact: Fact | undefined;
}

interface Open {
  document: TextDocument;
  /** The analysis of the present text; dropped by whatever may change it. */
  current: Current | undefined;
  timer: NodeJS.Timeout | undefined;
}

interface Current {
  readonly analysis: Analysis;
  readonly config: Config;
  readonly files: SourceSet['files'];
  /** Some include was not found: a file that appears may be it. */
  readonly incomplete: boolean;
  readonly milliseconds: number;
}

/** How long a pause in typing starts an analysis that nobody asked for. */
const pauseMs = 20;

export class Session {
  private readonly open = new Map<string, Open>();
  /** By URI. A choice may arrive before its file is opened, and outlives its closing. */
  private readonly choices = new Map<string, Choices>();
  private readonly sources: Sources;
  private readonly including = new IncludingFiles();
  /** By header: the search for the files that include it. */
  private readonly roots = new Map<FileId, Promise<readonly FileId[]>>();
  private searching = new AbortController();
  /** Levels of checks by file, until something outside changes. */
  private readonly projectLevels = new Map<FileId, Config['levels']>();

  private readonly working = new Set<{ readonly cancel: AbortController; readonly done: Promise<unknown> }>();
  /** The user trusts the workspace: programs may be compiled and run. */
  trusted = false;
  /** What a machine said of open files. */
  readonly verdicts = new Verdicts();

  constructor(private readonly host: Host) {
    this.sources = new Sources(host.frontEnd);
  }

  didOpen(uri: string, languageId: string, version: number, text: string): void {
    const file = fileOfUri(uri);
    this.open.set(uri, { document: TextDocument.create(uri, languageId, version, text), current: undefined, timer: undefined });
    this.sources.open(file, text);
    this.invalidate((current) => current.files.has(file) || current.incomplete);
    this.schedule(uri);
  }

  didChange(uri: string, version: number, changes: readonly Change[]): void {
    const open = this.open.get(uri);
    if (!open) return;
    const file = fileOfUri(uri);
    for (const change of changes) {
      if (change.range) {
        const [start, end] = [open.document.offsetAt(change.range.start), open.document.offsetAt(change.range.end)];
        this.sources.edit(file, [{ start: Math.min(start, end), end: Math.max(start, end), text: change.text }]);
      } else this.sources.open(file, change.text);
      open.document = TextDocument.update(open.document, [change], version);
    }
    this.verdicts.changed(file);
    this.invalidate((current) => current.files.has(file));
    this.schedule(uri);
  }

  didClose(uri: string): void {
    const file = fileOfUri(uri);
    clearTimeout(this.open.get(uri)?.timer);
    this.open.delete(uri);
    this.verdicts.drop(uri);
    this.sources.close(file);
    if (this.open.size === 0) this.sources.forgetHeaders();
    this.invalidate((current) => current.files.has(file));
  }

  /** Whether each of these files still has its text, as the editor or the disk has it. */
  isStill(texts: ReadonlyMap<FileId, string>): boolean {
    return [...texts].every(([file, text]) => this.sources.textNow(file) === text);
  }

  /** Settings or files on disk changed: everything is computed again when next asked for. */
  outsideChanged(): void {
    this.verdicts.keep((texts) => this.isStill(texts));
    this.projectLevels.clear();
    this.stopSearching();
    this.invalidate(() => true);
    for (const uri of this.open.keys()) this.schedule(uri);
  }

  /** Replaces what the user chose for a file. Another instance needs no other analysis: one holds them all. */
  choose(uri: string, choices: Choices): void {
    const withoutInstance = ({ thread, block, args }: Choices): string => JSON.stringify([thread, block, args]);
    const open = this.open.get(uri);
    if (open && withoutInstance(this.chosen(uri)) !== withoutInstance(choices)) open.current = undefined;
    if (this.chosen(uri).args !== choices.args) this.verdicts.drop(uri);
    this.choices.set(uri, choices);
    this.schedule(uri);
  }

  document(uri: string): TextDocument | undefined {
    return this.open.get(uri)?.document;
  }

  /** The analysis of a document's present text. */
  async analyzed(uri: string): Promise<Analyzed | undefined> {
    const open = this.open.get(uri);
    if (!open) return undefined;
    const [config] = await Promise.all([this.host.config(uri), this.host.frontEnd.ready(fileOfUri(uri))]);
    if (this.open.get(uri) !== open || !isRelevant(open.document)) return undefined;
    const roots = open.current ? [] : await this.rootsOf(uri, config);
    if (this.open.get(uri) !== open) return undefined;
    const { analysis } = (open.current ??= this.analyze(uri, config, roots));
    const choices = this.chosen(uri);
    return { analysis, config, choices, active: activeInstance(analysis, choices.instance), textOf: (file) => this.sources.textOf(file) };
  }

  /** Every analysis that says something about a file: its own, and those of open files that include it. */
  async analysesAbout(uri: string): Promise<readonly Analyzed[]> {
    const file = fileOfUri(uri);
    const own = await this.analyzed(uri);
    const others = await Promise.all([...this.open.keys()].filter((other) => other !== uri).map((other) => this.analyzed(other)));
    return [own, ...others].filter((found) => found !== undefined).filter((found) => found === own || found.analysis.facts.has(file));
  }

  /** What a C++ expression is worth after the line of a place. The document's own analysis stays as it is. */
  async evaluated(uri: string, expression: string, position = { line: 0, character: 0 }): Promise<Evaluated | undefined> {
    const open = this.open.get(uri);
    if (!open || isRust(fileOfUri(uri))) return undefined;
    const config = await this.host.config(uri);
    const roots = await this.rootsOf(uri, config);
    const file = fileOfUri(uri);
    const text = this.sources.textOf(file);
    if (this.open.get(uri) !== open || text === undefined) return undefined;
    const edit = declarationAfter(text, open.document.offsetAt(position), expression);
    this.sources.edit(file, [edit]);
    try {
      const { analysis } = this.analyze(uri, config, roots);
      const read = new Map([[file, this.sources.textOf(file)]]);
      const textOf = (one: FileId): string | undefined => read.get(one) ?? this.sources.textOf(one);
      return { analysis, textOf, active: activeInstance(analysis, this.chosen(uri).instance), fact: factOfExpression(analysis, file) };
    } finally {
      this.sources.edit(file, [undoOf(edit)]);
    }
  }

  /** What an expression is worth in a program of its own. */
  evaluatedAlone(expression: string): Evaluated {
    const text = programOf('', expression);
    const analysis = analyzeText(text, {}, this.host.frontEnd);
    return { analysis, textOf: () => text, active: undefined, fact: resultOf(analysis) };
  }

  /** What it takes to verify a document as it stands in the editor, saved or not; a header through a program that includes it. */
  async verifyJob(uri: string, mode: VerifyJob['mode'], driver?: string): Promise<VerifyJob | undefined> {
    const analyzed = await this.analyzed(uri);
    if (!analyzed) return undefined;
    const { config, choices } = analyzed;
    const { args = config.programArgs, thread = config.thread, block = config.block } = choices;
    const [entry, folders] = [await this.programOf(uri, config), this.foldersOf(uri, config)];
    const { threads, blocks } = config.verify;
    const job: VerifyJob = {
      ...config.verify, entry, mode, frontEnd: this.host.frontEnd, includePaths: folders.includePaths,
      given: { args, thread, block, defines: config.defines, arch: config.cudaArch },
      collect: (arch) => this.sources.collect(entry, folders, arch),
      tools: { ...config.verify, workspaceFolder: folders.workspace },
      sampling: { ...defaultSampling, ...(threads.length > 0 ? { threads } : {}), ...(blocks.length > 0 ? { blocks } : {}) },
      outputBytes: 16 << 20,
    };
    return driver === undefined ? job : throughDriver(job, driver, this.sources, folders);
  }

  /** What a file is verified as: itself, or the nearest program that includes it. */
  private async programOf(uri: string, config: Config): Promise<FileId> {
    const file = fileOfUri(uri);
    const { files, roots } = this.sources.collect(file, this.foldersOf(uri, config), config.cudaArch, await this.rootsOf(uri, config));
    return roots.find((root) => files.get(root)?.items.some((item) => item.is === 'Func' && item.name === 'main' && item.body)) ?? file;
  }

  /** A program for a file without `main`, for the kernel instance that is looked at. */
  async driverFor(uri: string, job: VerifyJob): Promise<ReturnType<typeof driverFor>> {
    const config = await this.host.config(uri);
    return driverFor(job, this.chosen(uri).instance, this.sources, this.foldersOf(uri, config));
  }

  /** Waits for `work`, which is told when nobody wants it any more. */
  async cancellable<T>(work: (cancel: AbortController) => Promise<T>): Promise<T> {
    const cancel = new AbortController();
    const done = work(cancel);
    const entry = { cancel, done };
    this.working.add(entry);
    try {
      return await done;
    } finally {
      this.working.delete(entry);
    }
  }

  /** Settled once nothing that was started still runs. */
  async dispose(): Promise<void> {
    const working = [...this.working];
    for (const { cancel } of working) cancel.abort();
    this.stopSearching();
    for (const uri of [...this.open.keys()]) this.didClose(uri);
    await Promise.allSettled(working.map(({ done }) => done));
  }

  private chosen(uri: string): Choices {
    return this.choices.get(uri) ?? {};
  }

  /** Drops the analyses that a change may have made untrue. A file's own analysis is among them: it reads that file. */
  private invalidate(affects: (current: Current) => boolean): void {
    for (const open of this.open.values()) if (open.current && affects(open.current)) open.current = undefined;
  }

  private schedule(uri: string): void {
    const open = this.open.get(uri);
    if (!open) return;
    clearTimeout(open.timer);
    open.timer = setTimeout(() => {
      this.analyzed(uri).then(
        (found) => found && this.told(uri, found),
        (error: unknown) => this.host.log(error instanceof Error ? (error.stack ?? error.message) : String(error)),
      );
    }, pauseMs);
  }

  private told(uri: string, found: Analyzed): void {
    this.host.report(this.statusOf(uri, found));
    const followed = [...found.analysis.sources.keys()].map(uriOfFile);
    this.host.analysed(uri, followed.filter((other) => other !== uri && this.open.has(other)));
  }

  /** The files of the workspace that a header is evaluated with. The search reads the disk once for all headers. */
  private async rootsOf(uri: string, config: Config): Promise<readonly FileId[]> {
    const file = fileOfUri(uri);
    const { workspace, includePaths } = this.foldersOf(uri, config);
    const onDisk = isAbsolute(file) && workspace !== undefined && isAbsolute(workspace);
    if (!onDisk || config.includingFiles === 0 || !isHeader(file)) return [];
    const search = this.roots.get(file) ?? this.including.of(file, { includePaths, workspace }, config.includingFiles, this.searching.signal);
    this.roots.set(file, search);
    return search;
  }

  private stopSearching(): void {
    this.searching.abort();
    this.searching = new AbortController();
    this.including.forget();
    this.roots.clear();
  }

  private foldersOf(uri: string, config: Config): IncludeFolders {
    const workspace = this.host.workspaceFolder(uri);
    return { includePaths: config.includePaths.map((path) => expandPath(path, workspace)), workspace };
  }

  private analyze(uri: string, config: Config, roots: readonly FileId[]): Current {
    const { host } = this;
    const started = host.now();
    const { args = config.programArgs, thread = config.thread, block = config.block } = this.chosen(uri);
    const entry = fileOfUri(uri);
    const set = this.sources.collect(entry, this.foldersOf(uri, config), config.cudaArch, roots);
    const analysis = analyze({
      entry,
      ...set,
      assumptions: assumptionsOf({ args, thread, block, defines: config.defines, arch: config.cudaArch }, host.frontEnd),
      cancelled: () => host.now() - started > config.stopAfterMs,
      levels: this.levelsOf(entry, config),
    });
    analysis.bugs.forEach((bug) => host.log(bug));
    const incomplete = [...set.includes.values()].includes(null);
    return { analysis, config, files: set.files, incomplete, milliseconds: host.now() - started };
  }

  /** The project's word counts before the user's. */
  private levelsOf(file: FileId, config: Config): Config['levels'] {
    const known = this.projectLevels.get(file);
    if (known) return known;
    const project = projectFileOf(file);
    project?.problems.forEach((problem) => this.host.log(`${project.path}: ${problem}`));
    const levels = new Map([...config.levels, ...(project?.levels ?? [])]);
    this.projectLevels.set(file, levels);
    return levels;
  }

  private statusOf(uri: string, { analysis, config, active }: Analyzed): Status {
    const instances = kernelInstances(analysis);
    const milliseconds = Math.round(this.open.get(uri)?.current?.milliseconds ?? 0);
    const warning = warningOf(analysis, milliseconds, config);
    return {
      uri,
      layouts: analysis.stats.layouts,
      instances: instances.length,
      milliseconds,
      ...(active ? { active: instances.indexOf(active) + 1, label: active.label } : {}),
      ...(warning === undefined ? {} : { warning }),
    };
  }
}

function warningOf(analysis: Analysis, milliseconds: number, config: Config): string | undefined {
  if (milliseconds > config.stopAfterMs) return `The analysis stopped after ${config.stopAfterMs} ms (cuteLens.analysis.stopAfter); some values are not known.`;
  if (analysis.stats.exhausted) return 'The analysis stopped at its budget of steps; some values are not known.';
  if (milliseconds > config.warnAfterMs) return `The analysis took longer than ${config.warnAfterMs} ms (cuteLens.analysis.warnAfter).`;
  return undefined;
}

/** Files of other languages are none of our business until they mention CuTe or cuTile. */
function isRelevant(document: TextDocument): boolean {
  return isOurs(document, () => document.getText());
}
