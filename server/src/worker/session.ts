// The memory of the analysis thread: open documents, the user's choices for each, and the last analysis of each.
// Decides how texts become analyses, and which analysis comes next. Knows nothing of questions or messages.
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { isCompiled } from '../../../core/src/ir/languages';
import { activeInstance } from '../../../core/src/ide/index';
import { Abandoned, analyze, analyzeFirst, interruptible, type FileId, type Interrupt } from '../../../core/src/index';
import type { Choices, Status } from '../../../protocol/src/requests';
import { parseConfig, type Config } from '../config';
import { factOfExpression } from '../expression';
import { fileOfUri, uriOfFile } from '../paths';
import { soon } from '../runtime';
import { Verdicts } from '../verdicts';
import type { Material } from '../verify-job';
import { begin, continued, finish, keepBegun, type Evaluated, type Found, type How, type Job, type Run } from './job';
import { showsText, type Held, type Settings, type TextChange } from './messages';
import {
  change,
  hasLaunches,
  isFresh,
  isOvertaken,
  isRelevant,
  nextOf,
  opened,
  spanIn,
  wantsAnalysis,
  wantsFollowing,
  type Next,
  type Open,
  type Order,
} from './open-document';
import type { Host } from './host';
import { statusOf } from './status';
import { Texts } from './texts';
import { look, type Looked, type Snapshot } from './snapshot';

/** The interval at which a search for including files is checked. */
const recheckIncludersMs = 5;
/** The pause in typing after which an analysis starts without a question. */
const pauseMs = 20;

export class Session {
  private readonly open = new Map<string, Open>();
  /** The user's choices by URI. A choice can arrive before its file is opened, and is kept when the file is closed. */
  private readonly choices = new Map<string, Choices>();
  private readonly texts: Texts;
  /** The visible documents, the most important first. */
  private visible: readonly string[] = [];
  private job: Job | undefined;
  /** The verdicts on verified programs. */
  readonly verdicts = new Verdicts();
  shows = showsText;

  constructor(private readonly host: Host) {
    this.texts = new Texts(host, this.chosen);
  }

  // ---- What happens in the editor --------------------------------------------------------------------------------

  didOpen(uri: string, languageId: string, version: number, text: string, held?: Held): void {
    const open = opened({ uri, languageId, version, text }, this.host.now() + pauseMs, held);
    const present = this.open.get(uri);
    if (present) [open.config, open.folder] = [present.config, present.folder];
    this.open.set(uri, open);
    void this.host.frontEnd.ready(open.file).then(
      () => {
        open.readable = true;
        this.host.wake();
      },
      (error: unknown) => this.host.log(String(error)),
    );
    this.invalidate(
      (one) =>
        one.done?.files.has(open.file) === true ||
        (this.job?.uri === one.uri ? this.job : one.done)?.incomplete === true,
      open.file,
    );
  }

  didChange(uri: string, version: number, changes: readonly TextChange[]): void {
    const open = this.open.get(uri);
    if (!open) return;
    change(open, version, changes);
    this.verdicts.changed(open.file);
    this.invalidate((one) => one === open || one.done?.files.has(open.file) === true, open.file);
    open.due = this.host.now() + pauseMs;
  }

  didClose(uri: string): void {
    const open = this.open.get(uri);
    if (!open) return;
    this.open.delete(uri);
    this.verdicts.drop(uri);
    this.invalidate((one) => one.done?.files.has(open.file) === true, open.file);
    this.whenIdle(() => {
      const needed = new Set([...this.open.values()].flatMap(({ done }) => [...(done?.files.keys() ?? [])]));
      this.texts.close(this.open.has(uri) ? undefined : open.file, needed);
    });
  }

  /** Sets the settings of a document. Undefined: the editor has not answered yet. */
  configure(uri: string, settings: Settings | undefined, folder: string | undefined): void {
    const open = this.open.get(uri);
    if (!open) return;
    if (settings) this.renew(open);
    [open.config, open.folder] = [settings && parseConfig(settings.section), folder];
  }

  /** Replaces the user's choices for a file. Choosing another instance needs no new analysis, since an analysis
   *  contains all instances. */
  choose(uri: string, choices: Choices): void {
    const withoutInstance = (all: Choices): string => JSON.stringify({ ...all, instance: undefined });
    const open = this.open.get(uri);
    if (open && withoutInstance(this.chosen(uri)) !== withoutInstance(choices)) this.renew(open);
    if (this.chosen(uri).args !== choices.args) this.verdicts.drop(uri);
    this.choices.set(uri, choices);
  }

  /** What the user looks at, nearest first. */
  looksAt(uris: readonly string[]): void {
    this.visible = uris;
  }

  /** Allows a held text to be analysed again, after a pause. */
  release(uri: string, pause: number): void {
    const open = this.open.get(uri);
    if (!open?.held) return;
    open.held = undefined;
    this.renew(open);
    open.due = this.host.now() + pause;
  }

  /** Called when settings or files on the disk changed; without a list, when it is unknown which. Every document is
   *  analysed again when it is needed. */
  outsideChanged(files?: readonly FileId[]): void {
    this.texts.outsideChanged(files);
    this.verdicts.keep((texts) => this.isStill(texts));
    for (const open of this.open.values()) this.renew(open);
  }

  // ---- What is known ---------------------------------------------------------------------------------------------

  document(uri: string): TextDocument | undefined {
    return this.open.get(uri)?.document;
  }

  /** The settings of a document; undefined until the editor has sent them. */
  config(uri: string): Config | undefined {
    return this.open.get(uri)?.config;
  }

  /** Records that the present text ran into a bug, so that it is not analysed again. */
  giveUp(uri: string): void {
    const open = this.open.get(uri);
    if (open) [open.failed, open.followed] = [open.generation, open.generation];
  }

  /** Whether the document is open and CuTe Lens handles it. */
  isRelevant(uri: string): boolean {
    const open = this.open.get(uri);
    return open !== undefined && isRelevant(open);
  }

  /** The document of a file, under the URI that the editor has for it: editors escape more than Node does. */
  openAt(file: FileId): Open | undefined {
    return this.open.get(uriOfFile(file)) ?? this.documents.find((one) => one.file === file);
  }

  /** The open documents. */
  get documents(): readonly Open[] {
    return [...this.open.values()];
  }

  /** Whether no further analysis of the document is due. */
  isSettled(uri: string): boolean {
    const open = this.open.get(uri);
    return open === undefined || !isRelevant(open) || !wantsAnalysis(open);
  }

  /** Like `isSettled`, for the document and for every open document whose analysis contains facts about it. */
  isSettledAround(uri: string): boolean {
    const file = fileOfUri(uri);
    const hasFacts = ({ done }: Open): boolean => done?.analysis.facts.has(file) === true;
    return this.isSettled(uri) && this.documents.every((one) => !hasFacts(one) || this.isSettled(one.uri));
  }

  /** Whether every open document is settled; `followed`: and no kernel is still to be followed. */
  isAllSettled(followed: boolean): boolean {
    const isDone = (open: Open): boolean => !followed || !isRelevant(open) || !wantsFollowing(open);
    return this.documents.every((open) => this.isSettled(open.uri) && isDone(open));
  }

  /** Whether the first analysis of the document has not ended yet. */
  isFirst(uri: string): boolean {
    const open = this.open.get(uri);
    return open !== undefined && open.done === undefined && isRelevant(open) && wantsAnalysis(open);
  }

  /** Whether there is an analysis to answer from. */
  isKnown(uri: string): boolean {
    const open = this.open.get(uri);
    return (open?.done ?? open?.begun) !== undefined;
  }

  /** The last analysis of a document; while the first one runs, the facts found so far. */
  look(uri: string): Looked | undefined {
    const open = this.open.get(uri);
    if (!open?.config || !isRelevant(open)) return undefined;
    const snapshot = open.done ?? this.partial(open) ?? open.begun;
    if (!snapshot) return undefined;
    const fresh = snapshot.complete && isFresh(open) && open.held === undefined;
    return look({
      snapshot,
      fresh,
      held: open.held?.why,
      config: open.config,
      choices: this.chosen(uri),
      placed: (of) => this.openAt(of),
    });
  }

  /** Every analysis with facts about a file: its own, and those of open files that include it. */
  lookAbout(uri: string): readonly Looked[] {
    const file = fileOfUri(uri);
    const own = this.look(uri);
    const others = [...this.open.keys()]
      .filter((other) => other !== uri && this.isKnown(other))
      .map((other) => this.look(other));
    return [own, ...others]
      .filter((found) => found !== undefined)
      .filter((found) => found === own || found.analysis.facts.has(file));
  }

  private partial(open: Open): Snapshot | undefined {
    const { job } = this;
    if (job?.uri !== open.uri || job.generation !== open.generation || !job.peek) return undefined;
    return { analysis: { ...job.peek(), diagnostics: [] }, complete: false, marks: job.marks };
  }

  private readonly chosen = (uri: string): Choices => this.choices.get(uri) ?? {};

  /** Whether each of these files still has this text, in the editor or on the disk. */
  isStill(texts: ReadonlyMap<FileId, string>): boolean {
    this.texts.read(this.open.values());
    return this.texts.areStill(texts);
  }

  // ---- What comes next -------------------------------------------------------------------------------------------

  /** The document to analyse next; if there is none, the time to look again. */
  next(asked: ReadonlySet<string>): Next | { readonly at: number } {
    return nextOf(this.open.values(), this.order(asked));
  }

  /** Whether a running analysis is obsolete, or a more important document waits. */
  isObsolete({ uri, generation }: Job, asked: ReadonlySet<string>): boolean {
    return this.open.get(uri)?.generation !== generation || isOvertaken(uri, this.open.values(), this.order(asked));
  }

  private order(asked: ReadonlySet<string>): Order {
    return {
      now: this.host.now(),
      asked,
      visible: this.visible,
      isAtHand: (open) => this.texts.areAtHand(open),
    };
  }

  private renew(open: Open): void {
    open.generation++;
    open.follow = undefined;
    open.due = Math.min(open.due, this.host.now() + pauseMs);
  }

  /** Marks every document for a new analysis whose analysis, finished or running, depends on a changed file. */
  private invalidate(affects: (open: Open) => boolean, file: FileId): void {
    const running = this.job;
    for (const open of this.open.values()) {
      const reads = running?.uri === open.uri && (running.files === undefined || running.files.has(file));
      if (affects(open) || reads) this.renew(open);
    }
  }

  // ---- Analyses --------------------------------------------------------------------------------------------------

  /** Analyses a document; undefined if the analysis was abandoned. */
  run(uri: string, { interrupt, began, near, follows = false }: Run): Job | undefined {
    const open = this.open.get(uri);
    const [config, { host }] = [open?.config, this];
    if (!open || !config) return undefined;
    const job = begin(open, host.now(), follows);
    this.job = job;
    const watched: Interrupt = (peek) => {
      job.peek = peek;
      return interrupt(job);
    };
    const { follow, done } = open;
    open.follow = undefined;
    try {
      const found =
        follows && follow && done
          ? continued(job, done, began, () => follow(watched))
          : this.analysed(open, config, job, { interrupt: watched, began, near, follows });
      found.analysis.bugs.forEach((bug) => host.log(bug));
      finish(open, job, { ...found, ended: host.now() }, this.open.values());
      return job;
    } catch (error) {
      if (!(error instanceof Abandoned)) throw error;
      keepBegun(open, job);
      return undefined;
    } finally {
      job.peek = undefined;
      this.job = undefined;
    }
  }

  private analysed(open: Open, config: Config, job: Job, { interrupt, began, near, follows }: How): Found {
    job.marks = this.texts.read(this.open.values());
    const input = { ...interruptible(interrupt, () => this.texts.inputOf(open, config)), interrupt };
    const { files } = input;
    job.files = new Set(files.keys());
    job.incomplete = [...input.includes.values()].includes(null);
    began([...job.files]);
    if (follows) return { files, analysis: analyze({ ...input, accesses: true }) };
    const isFirst = open.done === undefined;
    const first = analyzeFirst({
      ...input,
      followed: open.kernels,
      ...(isFirst && near && { near: spanIn(open, near) }),
    });
    // It holds everything that was evaluated: one document at a time, and others are evaluated anew.
    for (const other of this.open.values()) other.follow = undefined;
    if (hasLaunches(first.analysis)) open.follow = first.follow;
    return { files, analysis: first.analysis };
  }

  /** Evaluates a C++ expression after the line of a position. The document's own analysis is not affected. */
  evaluated(
    uri: string,
    expression: string,
    position: { line: number; character: number } | undefined,
    interrupt: Interrupt,
  ): Evaluated | undefined {
    const open = this.open.get(uri);
    if (!open?.config || !isCompiled(open.file)) return undefined;
    this.texts.read(this.open.values());
    const { config, file } = open;
    const offset = open.document.offsetAt(position ?? { line: 0, character: 0 });
    return this.texts.withDeclaration(file, expression, offset, () => {
      const analysis = analyze({ ...this.texts.inputOf(open, config), interrupt });
      const textOf = (one: FileId): string | undefined => analysis.sources.get(one)?.text;
      const { instance, within } = this.chosen(uri);
      const active = activeInstance(analysis, instance, within);
      return { analysis, textOf, active, fact: factOfExpression(analysis, file) };
    });
  }

  // ---- What is told ----------------------------------------------------------------------------------------------

  /** The other open documents that the analysis of a document contains facts about. */
  concernedBy(uri: string): readonly string[] {
    const followed = [...(this.open.get(uri)?.done?.analysis.sources.keys() ?? [])];
    return followed.flatMap((file) => this.openAt(file)?.uri ?? []).filter((other) => other !== uri);
  }

  statusOf(uri: string): Status | undefined {
    const open = this.open.get(uri);
    return statusOf(uri, this.look(uri), open?.done, open?.held?.why);
  }

  // ---- Verification ----------------------------------------------------------------------------------------------

  /** The data for verifying a document as it stands in the editor, saved or not; undefined if CuTe Lens does not handle
   *  the document. */
  async material(uri: string): Promise<Material | undefined> {
    const open = this.open.get(uri);
    if (!open?.config || !isRelevant(open)) return undefined;
    const { config, file } = open;
    await this.host.frontEnd.ready(file);
    let roots: readonly FileId[] | undefined;
    while ((roots = this.texts.rootsOf(open)) === undefined)
      await new Promise((resume) => setTimeout(resume, recheckIncludersMs));
    this.texts.read(this.open.values());
    return {
      file,
      config,
      roots,
      choices: this.chosen(uri),
      folders: { ...this.texts.surroundingsOf(open, config), cutlass: undefined },
      arch: this.texts.archOf(open, config),
      sources: this.texts.sources,
      frontEnd: this.host.frontEnd,
    };
  }

  private whenIdle(act: () => void): void {
    if (this.job) soon(act);
    else act();
  }
}
