// The main thread's side of an analysis thread. It starts the thread, tells it what happens in the editor, passes
// questions on, and starts it again when it dies or stops responding. It keeps everything that a new thread must be
// told. Knows nothing of the content of questions.
import { say } from '../../../core/src/base/say';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { FileId } from '../../../core/src/index';
import type { Choices, Status, VerifyProgress } from '../../../protocol/src/requests';
import { fileOfUri } from '../paths';
import { sharedIntegers, unattended } from '../runtime';
import type { Verified } from '../verify';
import {
  shared,
  sharedLength,
  showsText,
  isVerifiedQuestion,
  verifiedQuestion,
  work,
  type Client,
  type FromThread,
  type Held,
  type Role,
  type Settings,
  type TextChange,
  type ToThread,
} from './messages';
import type { Spawn, Spawned } from './spawn';

/** Cancels a question: what a handler of a connection is given, as far as it is used here. */
export interface Token {
  readonly isCancellationRequested: boolean;
  onCancellationRequested(listener: () => void): unknown;
}

/** The messages of the thread that are not answers. */
export interface Listener {
  log(text: string): void;
  status(status: Status): void;
  analysed(uri: string, others: readonly string[], outdated: boolean): void;
  progress(progress: VerifyProgress): void;
}

/** The state of an open document that a new thread must be told. */
interface Known {
  readonly number: number;
  readonly languageId: string;
  document: TextDocument;
  settings: Settings | undefined;
  folder: string | undefined;
  /** The texts by version since the last analysed one, which comes first. */
  readonly texts: Map<number, string>;
  analysed: boolean;
  held: Held | undefined;
  /** The files that the last analysis read. */
  reads: ReadonlySet<FileId>;
}

interface Waiting {
  readonly method: string;
  readonly params: unknown;
  readonly settle: (result: unknown) => void;
  readonly fail: (error: Error) => void;
  /** How often a thread died while this question waited. */
  deaths: number;
}

/** A working thread that has not polled for this time is considered stuck. */
const stuckMs = 8000;
const watchEveryMs = 500;
/** After a thread died, its text is tried again only after a pause in typing of this length. */
const carefulPauseMs = 1500;
/** If a thread dies again within this time and no text is to blame, the next one starts after a pause. */
const oftenMs = 10_000;
const restartPauseMs = 1000;
/** The largest number of stored texts of a document. They are needed if its newest version ends the thread. */
const mostTexts = 64;

export class AnalysisThread {
  private readonly documents = new Map<string, Known>();
  private readonly choices = new Map<string, Choices>();
  private readonly verified = new Map<string, Verified>();
  private visible: readonly string[] = [];
  private editor: Client = { asksAgain: false, watches: [], shows: showsText };
  private readonly waiting = new Map<number, Waiting>();
  private ids = 0;
  private numbers = 0;
  private memory = newMemory();
  private spawned: Spawned | undefined;
  private readonly watch: ReturnType<typeof setInterval>;
  private lastDeath = -Infinity;
  private lastBeats = 0;
  /** How often in a row the thread was found working without a sign of life. */
  private looks = 0;
  private disposed = false;

  constructor(
    private readonly spawn: Spawn,
    private readonly listener: Listener,
    private readonly role: Role = 'analyse',
  ) {
    this.start();
    this.watch = unattended(setInterval(() => this.look(), watchEveryMs));
  }

  // ---- What happens in the editor --------------------------------------------------------------------------------

  client(client: Client): void {
    this.editor = client;
    this.post({ do: 'client', client });
  }

  open(uri: string, languageId: string, version: number, text: string): void {
    const known: Known = {
      number: ++this.numbers,
      languageId,
      document: TextDocument.create(uri, languageId, version, text),
      settings: undefined,
      folder: undefined,
      texts: new Map([[version, text]]),
      analysed: false,
      held: undefined,
      reads: new Set(),
    };
    this.documents.set(uri, known);
    this.post({ do: 'open', uri, number: known.number, languageId, version, text });
    this.releaseReadersOf(uri);
  }

  change(uri: string, version: number, changes: readonly TextChange[]): void {
    const known = this.documents.get(uri);
    if (!known) return;
    known.document = TextDocument.update(known.document, [...changes], version);
    known.texts.set(version, known.document.getText());
    // The first is the last one that was analysed, and stays; what comes now is next.
    const [, second] = known.texts.keys();
    if (known.texts.size > mostTexts && second !== undefined) known.texts.delete(second);
    this.post({ do: 'change', uri, version, changes });
    this.releaseReadersOf(uri);
  }

  close(uri: string): void {
    this.documents.delete(uri);
    this.verified.delete(uri);
    this.post({ do: 'close', uri });
  }

  /** Sends the settings of a document; undefined: the editor has not answered yet. */
  configure(uri: string, settings: Settings | undefined, folder: string | undefined): void {
    const known = this.documents.get(uri);
    if (!known) return;
    [known.settings, known.folder] = [settings, folder];
    this.post({ do: 'configure', uri, settings, folder });
  }

  choose(uri: string, choices: Choices): void {
    if (this.choices.get(uri)?.args !== choices.args) this.verified.delete(uri);
    this.choices.set(uri, choices);
    this.post({ do: 'choose', uri, choices });
    this.release(uri);
  }

  outsideChanged(files?: readonly FileId[]): void {
    this.post({ do: 'outside', ...(files && { files }) });
    for (const uri of this.documents.keys()) this.release(uri);
  }

  looksAt(uris: readonly string[]): void {
    this.visible = uris;
    this.post({ do: 'look', uris });
  }

  /** Stores the verdicts of a verification; false if the verified texts have changed since. */
  async keepVerified(uri: string, verified: Verified): Promise<boolean> {
    this.verified.set(uri, verified);
    return (await this.ask<boolean>(verifiedQuestion, { uri, verified })) === true;
  }

  /** Whether there are verdicts on the present texts of a document's program. */
  async isVerified(uri: string): Promise<boolean> {
    return (await this.ask<boolean>(isVerifiedQuestion, { uri })) === true;
  }

  /** Whether the last analysis of a document read a file. */
  reads(uri: string, file: FileId): boolean {
    return this.documents.get(uri)?.reads.has(file) === true;
  }

  /** The open documents. */
  get uris(): readonly string[] {
    return [...this.documents.keys()];
  }

  // ---- Questions -------------------------------------------------------------------------------------------------

  /** Sends a question to the thread; null if the question is cancelled, or runs into a bug. */
  ask<R>(method: string, params: unknown, token?: Token): Promise<R | null> {
    if (this.disposed || token?.isCancellationRequested) return Promise.resolve(null);
    const id = ++this.ids;
    const answer = new Promise<unknown>((settle, fail) => {
      this.waiting.set(id, { method, params, settle, fail, deaths: 0 });
      this.post({ do: 'ask', id, method, params });
      token?.onCancellationRequested(() => {
        if (!this.waiting.delete(id)) return;
        this.post({ do: 'withdraw', id });
        settle(null);
      });
    });
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- a door: the thread answers
    return answer as Promise<R | null>;
  }

  /** Starts another thread that is told everything this one was told. */
  twin(role: Role, listener: Listener): AnalysisThread {
    const twin = new AnalysisThread(this.spawn, listener, role);
    for (const [uri, known] of this.documents) twin.documents.set(uri, { ...known, texts: new Map(known.texts) });
    for (const [uri, choices] of this.choices) twin.choices.set(uri, choices);
    twin.tellAll();
    return twin;
  }

  /** Resolves once nothing that the thread started is left. */
  async dispose(): Promise<void> {
    this.disposed = true;
    clearInterval(this.watch);
    for (const { settle } of this.waiting.values()) settle(null);
    this.waiting.clear();
    await this.spawned?.end();
  }

  /** Ends the thread as running out of memory would, for tests. Another one takes its place. */
  replace(): void {
    void this.spawned?.end();
  }

  // ---- Life and death --------------------------------------------------------------------------------------------

  private start(): void {
    this.memory = newMemory();
    const spawned = this.spawn(this.role, this.memory);
    this.spawned = spawned;
    spawned.onMessage((message) => this.spawned === spawned && this.heard(message));
    spawned.onDeath((why) => this.spawned === spawned && this.died(why));
  }

  private post(message: ToThread): void {
    this.spawned?.post(message);
    Atomics.add(this.memory, shared.posted, 1);
  }

  private tellAll(): void {
    this.post({ do: 'client', client: this.editor });
    this.post({ do: 'look', uris: this.visible });
    for (const [uri, choices] of this.choices) this.post({ do: 'choose', uri, choices });
    for (const [uri, { number, languageId, document, held, settings, folder }] of this.documents) {
      this.post({
        do: 'open',
        uri,
        number,
        languageId,
        version: document.version,
        text: document.getText(),
        ...(held && { held }),
      });
      this.post({ do: 'configure', uri, settings, folder });
    }
    for (const [uri, verified] of this.verified)
      void this.ask(verifiedQuestion, { uri, verified }).catch(() => undefined);
  }

  /** Ends the thread if it is working and no longer polls. */
  private look(): void {
    const beats = Atomics.load(this.memory, shared.beats);
    const isIdle = Atomics.load(this.memory, shared.work) === work.idle;
    // Looks are counted, not time: a machine that slept, or had no time for this thread, had none for the other one.
    this.looks = isIdle || beats !== this.lastBeats ? 0 : this.looks + 1;
    this.lastBeats = beats;
    if (this.looks * watchEveryMs > stuckMs) {
      this.looks = 0;
      const { spawned } = this;
      this.died(say`it did not answer for ${stuckMs / 1000} s`);
      void spawned?.end();
    }
  }

  /** Starts another thread, which does not repeat the work that ended this one. */
  private died(why: string): void {
    if (this.disposed) return;
    const [kind, subject] = [Atomics.load(this.memory, shared.work), Atomics.load(this.memory, shared.subject)];
    this.spawned = undefined;
    const blamed =
      kind === work.analysis ? [...this.documents].find(([, { number }]) => number === subject) : undefined;
    const asked = kind === work.answer ? this.waiting.get(subject) : undefined;
    this.listener.log(
      say`The analysis thread was started again: ${why}${blamed ? say`, while it analysed ${blamed[0]}` : asked ? say`, while it answered ${asked.method}` : ''}.`,
    );
    if (blamed) this.hold(...blamed, why);
    for (const [id, waiting] of this.waiting) {
      if (id !== subject || kind !== work.answer) waiting.deaths++;
      if (waiting !== asked && waiting.deaths < 3) continue;
      this.waiting.delete(id);
      waiting.fail(new Error(say`The analysis thread ended while it worked on this: ${why}.`));
    }
    const again = (): void => {
      if (this.disposed || this.spawned) return;
      this.start();
      this.tellAll();
      for (const [id, { method, params }] of this.waiting) this.post({ do: 'ask', id, method, params });
    };
    const now = performance.now();
    const isOften = !(blamed ?? asked) && now - this.lastDeath < oftenMs;
    this.lastDeath = now;
    if (isOften) unattended(setTimeout(again, restartPauseMs));
    else again();
  }

  /** Holds a text that ended the thread: it is not analysed again, and the last good text is analysed instead. */
  private hold(uri: string, known: Known, why: string): void {
    const [good] = known.texts.values();
    // Where the text that was analysed before ends the thread too, nothing is left to show.
    const isGood =
      known.analysed && known.held === undefined && good !== undefined && good !== known.document.getText();
    const outcome = isGood
      ? say`The values shown are those of the previous text.`
      : say`No values of this file are shown.`;
    known.held = {
      why: say`The analysis of this text was ended: ${why}. ${outcome} It is tried again when the text changes.`,
      ...(isGood && { good }),
    };
    this.listener.status({ uri, layouts: 0, instances: 0, milliseconds: 0, warning: known.held.why });
  }

  private releaseReadersOf(uri: string): void {
    const file = fileOfUri(uri);
    for (const [other, { texts }] of this.verified) if (texts.has(file)) this.verified.delete(other);
    for (const [other, { reads }] of this.documents) if (other === uri || reads.has(file)) this.release(other);
  }

  private release(uri: string): void {
    const known = this.documents.get(uri);
    if (!known?.held) return;
    known.held = undefined;
    this.post({ do: 'release', uri, pauseMs: carefulPauseMs });
  }

  private heard(message: FromThread): void {
    switch (message.say) {
      case 'answer':
        this.take(message.id)?.settle(message.result);
        return;
      case 'failed':
        this.take(message.id)?.fail(new Error(message.message));
        return;
      case 'log':
        return this.listener.log(message.text);
      case 'status':
        return this.listener.status(message.status);
      case 'progress':
        return this.listener.progress(message.progress);
      case 'began': {
        const known = this.documents.get(message.uri);
        if (known) known.reads = new Set(message.files);
        return;
      }
      case 'analysed':
        this.keepGood(message.uri, message.version);
        return this.listener.analysed(message.uri, message.others, message.outdated);
    }
  }

  private take(id: number): Waiting | undefined {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    return waiting;
  }

  /** Called when a version was analysed. Older texts are no longer needed. */
  private keepGood(uri: string, version: number): void {
    const known = this.documents.get(uri);
    if (!known || known.held || !known.texts.has(version)) return;
    for (const older of [...known.texts.keys()]) if (older < version) known.texts.delete(older);
    known.analysed = true;
  }
}

const newMemory = (): Int32Array => sharedIntegers(sharedLength);
