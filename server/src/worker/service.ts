// The main loop of the analysis thread: it takes messages, answers questions, and analyses documents that are out of
// date, the most important first. It also takes messages during an analysis, whenever the analysis polls: a message can
// make the analysis obsolete, and questions are answered from finished analyses. Knows the session and the table of
// questions; the handlers decide what an answer contains.
import { speak } from '../../../core/src/base/say';
import { sep } from 'node:path';
import type { Range as LspRange } from 'vscode-languageserver-protocol';
import type { Languages } from '../../../core/src/frontends/by-language';
import type { Interrupt } from '../../../core/src/index';
import type { LinkOf } from '../checks-page';
import { soon } from '../runtime';
import type { Inbox } from './inbox';
import { shared, showsText, work, type Client, type FromThread, type Role, type ToThread } from './messages';
import type { Outside, OutsideEvents } from './outside';
import { rangeOf, uriOf, type Question } from './questions';
import type { Job } from './job';
import { Session } from './session';

export interface ServiceOptions {
  readonly inbox: Inbox;
  readonly memory: Int32Array;
  readonly frontEnd: Languages;
  readonly outside: (events: OutsideEvents) => Outside;
  /** The requests that are answered, by their methods. */
  readonly questions: Readonly<Record<string, Question>>;
  /** The links from findings to their documentation. */
  readonly linkOf: LinkOf | undefined;
  readonly role: Role;
  readonly patience?: Patience;
}

/** How long a question waits for an analysis. */
export interface Patience {
  /** For that of the present text, where there is an older one. */
  readonly presentMs: number;
  /** For the first, before the question is answered from the facts found so far. */
  readonly firstMs: number;
}

const defaultPatience: Patience = { presentMs: 100, firstMs: 800 };

interface Pending {
  readonly id: number;
  readonly question: Question;
  readonly params: unknown;
  readonly uri: string | undefined;
  readonly since: number;
  /** Cancels the question. */
  readonly cancel: AbortController;
}

/** The time after which a long analysis is announced, and the interval of further announcements. */
const announceMs = 500;
/** How long an analysis runs before questions that can only be taken after it end it; twice as long each time, so that
 *  it ends. */
const questionsWaitMs = 200;
/** The interval, without messages, at which a running analysis is checked: whether it takes long, and who waits. */
const pollMs = 5;
/** The interval at which questions are checked that wait for something other than an analysis. */
const recheckWaitingMs = 20;

export class Service {
  private readonly outside: Outside;
  private readonly session: Session;
  private readonly pending = new Map<number, Pending>();
  /** Running questions whose answers are asynchronous. */
  private readonly running = new Map<number, { readonly cancel: AbortController; readonly done: Promise<void> }>();
  /** Documents for which a question was answered from an older text. */
  private readonly outdated = new Set<string>();
  /** The numbers of open documents, as the main thread assigned them. */
  private readonly numbers = new Map<string, number>();
  private received = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private scheduled = false;
  private told = 0;
  private polled = 0;
  private stopped = false;
  private questionsWait = questionsWaitMs;
  /** The capabilities of the editor. For an editor that cannot be asked to request again, answers wait for every
   *  analysis that may matter. */
  private client: Client = { asksAgain: false, watches: [], shows: showsText };
  /** Questions whose handlers are running. */
  private readonly evaluating = new Map<number, AbortController>();

  constructor(private readonly options: ServiceOptions) {
    this.outside = options.outside({
      wake: () => this.schedule(),
      arrived: (files) => {
        this.session.outsideChanged(files);
        this.schedule();
      },
      log: (text) => this.say({ say: 'log', text }),
    });
    this.session = new Session({
      frontEnd: options.frontEnd,
      outside: this.outside,
      log: (text) => this.say({ say: 'log', text }),
      isWatched: (file) => this.client.watches.some((folder) => file.startsWith(`${folder}${sep}`)),
      wake: () => this.schedule(),
      now: () => performance.now(),
    });
    options.inbox.onMessage((message) => {
      this.receive(message);
      this.schedule();
    });
  }

  /** Resolves once nothing that was started is still running. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    const running = [...this.running.values()];
    for (const { cancel } of running) cancel.abort();
    await Promise.all(running.map(({ done }) => done));
    this.options.inbox.close();
  }

  // ---- Turns -----------------------------------------------------------------------------------------------------

  private schedule(): void {
    if (this.scheduled || this.stopped) return;
    this.scheduled = true;
    soon(() => {
      this.scheduled = false;
      if (!this.stopped) this.turn();
    });
  }

  /** Does one piece of work, and then takes the messages that arrived meanwhile. */
  private turn(): void {
    clearTimeout(this.timer);
    this.drain();
    this.answerAll(false);
    const next = this.options.role === 'analyse' ? this.session.next(this.asked()) : { at: Infinity };
    if ('uri' in next) {
      this.analyse(next.uri, next.follows === true);
      this.schedule();
      return;
    }
    const wait = Math.min(next.at - performance.now(), this.pending.size > 0 ? recheckWaitingMs : Infinity);
    if (wait < Infinity) this.timer = setTimeout(() => this.schedule(), Math.max(1, wait));
  }

  private analyse(uri: string, follows: boolean): void {
    this.working(work.analysis, this.numbers.get(uri) ?? 0, () => {
      const { session } = this;
      try {
        const job = session.run(uri, {
          interrupt: (running) => this.poll(running),
          began: (files) => this.say({ say: 'began', uri, files }),
          near: this.lookedAt(uri),
          follows,
        });
        this.answerAll(false);
        if (job) this.finished(job);
      } catch (error) {
        this.say({ say: 'log', text: textOf(error) });
        session.giveUp(uri);
      }
    });
  }

  private finished({ uri, version, news }: Job): void {
    this.questionsWait = questionsWaitMs;
    const status = this.session.statusOf(uri);
    if (status) this.say({ say: 'status', status });
    this.say({
      say: 'analysed',
      uri,
      version,
      others: this.session.concernedBy(uri),
      outdated: this.outdated.delete(uri) || news,
    });
  }

  /** Called by a running analysis several times a millisecond. */
  private poll(job: Job): ReturnType<Interrupt> {
    const now = performance.now();
    if (!this.hasMail() && now - this.polled < pollMs) return 'go on';
    this.polled = now;
    this.drain();
    this.answerAll(true);
    this.announce(job, now);
    if (this.session.isObsolete(job, this.asked()) || this.isCalled(now - job.started)) return 'abandon';
    return now - job.started > (this.session.config(job.uri)?.stopAfterMs ?? Infinity) ? 'stop' : 'go on';
  }

  /** Whether messages wait that can only be taken once the analysis has ended. It is begun again after them. */
  private isCalled(ran: number): boolean {
    const mail = this.options.inbox.waiting?.();
    if (mail !== 'question') return mail === 'change';
    if (ran < this.questionsWait) return false;
    this.questionsWait = 2 * ran;
    return true;
  }

  private announce({ uri, started, follows }: Job, now: number): void {
    if (follows || now - started < announceMs || now - this.told < announceMs) return;
    this.told = now;
    const status = this.session.statusOf(uri) ?? { uri, layouts: 0, instances: 0, milliseconds: 0 };
    this.say({ say: 'status', status: { ...status, evaluating: Math.round(now - started) } });
  }

  // ---- Messages --------------------------------------------------------------------------------------------------

  private hasMail(): boolean {
    return Atomics.load(this.options.memory, shared.posted) !== this.received;
  }

  /** Takes all messages that have arrived. */
  private drain(): void {
    const { inbox, memory } = this.options;
    Atomics.add(memory, shared.beats, 1);
    while (this.hasMail()) {
      const next = inbox.next();
      if (!next) return;
      this.receive(next);
    }
  }

  private receive(message: ToThread): void {
    this.received++;
    const { session } = this;
    switch (message.do) {
      case 'client':
        this.client = message.client;
        session.shows = message.client.shows;
        speak(message.client.catalogue);
        return;
      case 'open':
        this.numbers.set(message.uri, message.number);
        session.didOpen(message.uri, message.languageId, message.version, message.text, message.held);
        return;
      case 'change':
        session.didChange(message.uri, message.version, message.changes);
        return;
      case 'close':
        this.numbers.delete(message.uri);
        this.outdated.delete(message.uri);
        session.didClose(message.uri);
        return;
      case 'release':
        session.release(message.uri, message.pauseMs);
        return;
      case 'configure':
        session.configure(message.uri, message.settings, message.folder);
        return;
      case 'choose':
        session.choose(message.uri, message.choices);
        this.tellStatus(message.uri);
        return;
      case 'outside':
        this.outside.changed(message.files);
        session.outsideChanged(message.files);
        return;
      case 'look':
        session.looksAt(message.uris);
        return;
      case 'ask':
        this.ask(message);
        return;
      case 'withdraw':
        this.running.get(message.id)?.cancel.abort();
        this.evaluating.get(message.id)?.abort();
        this.pending.delete(message.id);
    }
  }

  private tellStatus(uri: string): void {
    const status = this.session.isSettled(uri) ? this.session.statusOf(uri) : undefined;
    if (status) this.say({ say: 'status', status });
  }

  private ask({ id, method, params }: { id: number; method: string; params: unknown }): void {
    const question = this.options.questions[method];
    if (question)
      this.pending.set(id, {
        id,
        question,
        params,
        uri: uriOf(params),
        since: performance.now(),
        cancel: new AbortController(),
      });
    else this.say({ say: 'failed', id, message: `there is no question ${method}` });
  }

  private say(message: FromThread): void {
    if (!this.stopped) this.options.inbox.say(message);
  }

  // ---- Answers ---------------------------------------------------------------------------------------------------

  /** Documents with a waiting question. */
  private asked(): ReadonlySet<string> {
    const uris = new Set<string>();
    for (const { uri } of this.pending.values()) if (uri !== undefined) uris.add(uri);
    return uris;
  }

  /** Where the user looks in a document, as far as waiting questions say: the last one about a place of its own. */
  private lookedAt(uri: string): LspRange | undefined {
    const asked = [...this.pending.values()].filter((pending) => pending.uri === uri);
    return asked
      .map(({ params }) => rangeOf(params))
      .filter((range) => range !== undefined)
      .at(-1);
  }

  private answerAll(amidAnalysis: boolean): void {
    for (const pending of [...this.pending.values()]) if (this.canAnswer(pending, amidAnalysis)) this.answer(pending);
  }

  private canAnswer({ question, params, uri, since }: Pending, amidAnalysis: boolean): boolean {
    if (amidAnalysis && question.evaluates?.(given(params))) return false;
    if (question.waits === 'no' || uri === undefined || !this.session.isRelevant(uri)) return true;
    if (!this.session.config(uri)) return false;
    const isFinal = question.isFinal?.(given(params)) === true;
    if (question.waits === 'settled')
      return this.client.asksAgain ? this.session.isSettled(uri) : this.session.isAllSettled(isFinal);
    if (this.session.isSettledAround(uri)) return true;
    const waited = performance.now() - since;
    const { presentMs, firstMs } = this.options.patience ?? defaultPatience;
    const isLate = this.session.isKnown(uri)
      ? waited >= presentMs
      : waited >= firstMs && this.session.look(uri) !== undefined;
    if (isLate) this.outdated.add(uri);
    return isLate;
  }

  private answer(pending: Pending): void {
    const { id, question, params, cancel } = pending;
    this.pending.delete(id);
    const fail = (error: unknown): void => this.say({ say: 'failed', id, message: textOf(error) });
    this.evaluating.set(id, cancel);
    this.working(work.answer, id, () => {
      const interrupt: Interrupt = () => {
        this.drain();
        return cancel.signal.aborted ? 'abandon' : 'go on';
      };
      try {
        const { session } = this;
        const result = question.answer(
          {
            session,
            frontEnd: this.options.frontEnd,
            linkOf: this.options.linkOf,
            interrupt,
            signal: cancel.signal,
            tell: (progress) => this.say({ say: 'progress', progress }),
          },
          given(params),
        );
        if (this.mayStillCome(pending, result))
          return void this.pending.set(id, { ...pending, since: performance.now() });
        if (!(result instanceof Promise)) return this.say({ say: 'answer', id, result });
        const done = result
          .then((answer) => this.say({ say: 'answer', id, result: answer }), fail)
          .finally(() => this.running.delete(id));
        this.running.set(id, { cancel, done });
      } catch (error) {
        fail(error);
      } finally {
        this.evaluating.delete(id);
      }
    });
  }

  /** Whether an empty answer should wait, because the first analysis of the document is still running and may reach the
   *  place. */
  private mayStillCome({ question, uri }: Pending, result: unknown): boolean {
    return question.waits === 'known' && result === null && uri !== undefined && this.session.isFirst(uri);
  }

  /** Writes into the shared memory what the thread works on, so that the main thread knows the cause if the thread
   *  dies. */
  private working(kind: number, subject: number, act: () => void): void {
    const { memory } = this.options;
    const before = [Atomics.load(memory, shared.work), Atomics.load(memory, shared.subject)] as const;
    Atomics.store(memory, shared.subject, subject);
    Atomics.store(memory, shared.work, kind);
    Atomics.add(memory, shared.beats, 1);
    try {
      act();
    } finally {
      Atomics.store(memory, shared.subject, before[1]);
      Atomics.store(memory, shared.work, before[0]);
    }
  }
}

/** The parameters of a question, as its row in the table takes them: the protocol says which each method has. */
function given(params: unknown): never {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- a door: parameters come as JSON
  return params as never;
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
