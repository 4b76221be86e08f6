// Confirms documents in the background: decides when the host compiler is asked, one document at a time, and ends a run
// whose text has changed. Nothing waits for it. Knows neither the compiler nor the connection.
import { say } from '../../core/src/base/say';
import type { ConfirmReply, Confirmation, VerifyProblem } from '../../protocol/src/requests';
import type { ConfirmAnswer } from './handlers/confirm';
import { unattended } from './runtime';
import type { Verified } from './verify';

/** When documents are confirmed, other than on request. */
export type ConfirmMode = 'off' | 'onSave' | 'whenIdle';

/** What the confirmer needs from the server. */
export interface ConfirmHost {
  /** Why nothing is compiled and run, if so: the workspace is not trusted, or there is no compiler. */
  refusal(): VerifyProblem | undefined;
  /** Whether the document has been analysed, and a compiler of C++ can read it. */
  canAsk(uri: string): boolean;
  modeOf(uri: string): Promise<ConfirmMode>;
  /** Whether the document's program was verified as it is now, by whatever machine. */
  isVerified(uri: string): Promise<boolean>;
  /** Whether the analysis of a document reads another one. */
  reads(uri: string, other: string): boolean;
  /** Asks the compiler. */
  run(uri: string, signal: AbortSignal): Promise<ConfirmAnswer | null>;
  /** Stores the verdicts; false if a text has changed meanwhile. */
  keep(uri: string, verified: Verified): Promise<boolean>;
  /** Something about the confirmation of a document changed. */
  tell(uri: string): void;
  log(text: string): void;
}

/** The pause in typing, or of looking at a file, after which it is confirmed. */
const idleMs = 2000;

const running: Confirmation = {
  get brief() {
    return say`confirming`;
  },
  get text() {
    return say`The compiler is being asked in the background.`;
  },
};

interface Run {
  readonly uri: string;
  readonly cancel: AbortController;
  readonly done: Promise<ConfirmReply | null>;
}

export class Confirmer {
  /** What is known of each document's present text. A document that is in here is not confirmed again on its own. */
  private readonly known = new Map<string, Confirmation>();
  /** Set while a tool is missing: then nothing starts on its own. */
  private lacking: Confirmation | undefined;
  private present: Run | undefined;
  private looked: string | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private disposed = false;

  constructor(private readonly host: ConfirmHost) {}

  // ---- What happens in the editor --------------------------------------------------------------------------------

  /** A text changed: what is known of programs that contain it is no longer true. */
  changed(uri: string): void {
    for (const one of [...this.known.keys()]) if (this.concerns(one, uri)) this.forget(one);
    if (this.present && this.concerns(this.present.uri, uri)) this.present.cancel.abort();
    this.wait();
  }

  saved(uri: string): void {
    void this.start(uri, 'onSave');
  }

  /** An analysis of a document has ended; the first one says that the document is ours. */
  analysed(uri: string): void {
    if (uri === this.looked && !this.known.has(uri)) this.wait();
  }

  /** The user looks at another document. */
  looksAt(uri: string | undefined): void {
    if (uri === this.looked) return;
    this.looked = uri;
    this.wait();
  }

  closed(uri: string): void {
    this.known.delete(uri);
    if (this.present?.uri === uri) this.present.cancel.abort();
  }

  /** Settings or arguments of a document changed, or of all: a run with the old ones is of no use. */
  async settingsChanged(uri?: string): Promise<void> {
    if (this.present && (uri === undefined || this.present.uri === uri)) this.present.cancel.abort();
    await this.outsideChanged();
  }

  /** Trust, or files on the disk changed: whatever has no verdict may have one now. */
  async outsideChanged(): Promise<void> {
    this.lacking = undefined;
    for (const [uri, what] of this.known)
      if (what !== running && !(await this.host.isVerified(uri)) && this.known.get(uri) === what) this.forget(uri);
    this.wait();
  }

  /** What the status item says of a document. */
  of(uri: string): Confirmation | undefined {
    return this.known.get(uri);
  }

  /** Asks the compiler now. */
  async confirm(uri: string): Promise<ConfirmReply | null> {
    const problem = this.host.refusal();
    if (problem) return { problem };
    this.lacking = undefined;
    if (this.present?.uri === uri && !this.present.cancel.signal.aborted) return this.present.done;
    return this.run(uri);
  }

  async dispose(): Promise<void> {
    this.disposed = true;
    clearTimeout(this.timer);
    this.present?.cancel.abort();
    await this.present?.done;
  }

  // ---- When --------------------------------------------------------------------------------------------------------

  private concerns(uri: string, changed: string): boolean {
    return uri === changed || this.host.reads(uri, changed);
  }

  /** Confirms what the user looks at after a pause. */
  private wait(): void {
    clearTimeout(this.timer);
    if (this.disposed) return;
    const confirm = (): void => void (this.looked !== undefined && this.start(this.looked, 'whenIdle'));
    this.timer = unattended(setTimeout(confirm, idleMs));
  }

  /** Confirms a document if the settings say so at this moment, and if nothing is known of its text yet. */
  private async start(uri: string, moment: ConfirmMode): Promise<void> {
    if (this.host.refusal() || !this.host.canAsk(uri) || this.disposed) return;
    if ((await this.host.modeOf(uri)) !== moment) return;
    if (this.known.has(uri) || (await this.host.isVerified(uri))) return;
    if (this.lacking) this.learn(uri, this.lacking);
    else await this.run(uri).catch((error: unknown) => this.host.log(String(error)));
  }

  // ---- One run -----------------------------------------------------------------------------------------------------

  /** Ends the present run, if there is one, and then runs. */
  private run(uri: string): Promise<ConfirmReply | null> {
    const before = this.present;
    before?.cancel.abort();
    const cancel = new AbortController();
    const done = (async (): Promise<ConfirmReply | null> => {
      await before?.done.catch(() => null);
      return cancel.signal.aborted ? null : this.asked(uri, cancel.signal);
    })();
    const run = { uri, cancel, done };
    this.present = run;
    const ended = (): void => {
      if (this.present === run) this.present = undefined;
    };
    void done.then(ended, ended);
    return done;
  }

  private async asked(uri: string, signal: AbortSignal): Promise<ConfirmReply | null> {
    this.learn(uri, running);
    let learned: Confirmation | undefined;
    try {
      const answer = await this.host.run(uri, signal);
      if (!answer?.reply || signal.aborted) return null;
      const { reply, verified, lacking } = answer;
      // The texts are compared, since a file on the disk may have changed too.
      if (verified && !(await this.host.keep(uri, verified))) return null;
      learned = 'problem' in reply ? problemText(reply.problem) : reply.confirmation;
      if (lacking) this.lacking = learned;
      return reply;
    } finally {
      if (learned && !signal.aborted) this.learn(uri, learned);
      else if (this.known.get(uri) === running) this.forget(uri);
    }
  }

  private learn(uri: string, what: Confirmation): void {
    this.known.set(uri, what);
    this.host.tell(uri);
  }

  private forget(uri: string): void {
    if (this.known.delete(uri)) this.host.tell(uri);
  }
}

const problemText = ({ message }: VerifyProblem): Confirmation => ({
  brief: say`not confirmed`,
  text: say`Not confirmed: ${message}`,
});
