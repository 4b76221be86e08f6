// The language server: its capabilities, and the requests that it passes on to the analysis thread. Knows the
// connection and the editor's settings. The work itself is done in worker/ and handlers/.
import { say, speak, type Catalogue } from '../../core/src/base/say';
import type {
  CancellationToken,
  Connection,
  Diagnostic,
  InitializeParams,
  InitializeResult,
} from 'vscode-languageserver';
import { DidChangeConfigurationNotification, DidChangeWatchedFilesNotification } from 'vscode-languageserver';
import {
  chooseRequest,
  commands,
  confirmRequest,
  lookingNotification,
  statusNotification,
  trustNotification,
  verifyProgress,
  verifyRequest,
  type ChooseParams,
  type ConfirmParams,
  type LookingParams,
  type Status,
  type VerifyParams,
  type VerifyProblem,
  type VerifyReply,
} from '../../protocol/src/requests';
import { isCompiled } from '../../core/src/ir/languages';
import { parseConfig } from './config';
import { Confirmer } from './confirmer';
import { capabilitiesFor, editorOf, type Editor } from './editor';
import type { ConfirmAnswer } from './handlers/confirm';
import type { VerifyAnswer } from './handlers/verify';
import { passedOn } from './passed-on';
import { fileOfUri } from './paths';
import type { Verified } from './verify';
import type { Client, Role, Settings } from './worker/messages';
import type { Spawn } from './worker/spawn';
import { AnalysisThread, type Token } from './worker/thread';
import { propertyOf } from './unknown';

export interface ServerOptions {
  /** Starts the analysis thread. */
  readonly spawn: Spawn;
  /** Why no program can be compiled and run here; absent where it can be. */
  readonly runsNothing?: () => VerifyProblem;
  readonly version: string;
  /** The texts for a locale; undefined for English. */
  readonly catalogueFor?: (locale: string) => Catalogue | undefined;
}

/** Requests about one item. If there is nothing to add, the item itself is the answer. */
const resolved = ['inlayHint/resolve', 'completionItem/resolve'];

/** Serves one editor over `connection` until the editor sends `exit`. */
export function serve(connection: Connection, options: ServerOptions): Pick<AnalysisThread, 'replace'> {
  const state = new ServerState(connection, options);
  const { thread } = state;
  const guard = guarded(connection);

  connection.onInitialize((params) => state.initialize(params));
  connection.onInitialized(() => state.initialized());
  connection.onShutdown(() => state.dispose());

  connection.onDidOpenTextDocument(({ textDocument: { uri, languageId, version, text } }) => {
    thread.open(uri, languageId, version, text);
    state.configure(uri);
  });
  connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
    thread.change(uri, version, contentChanges);
    state.confirmer.changed(uri);
  });
  connection.onDidSaveTextDocument(({ textDocument: { uri } }) => state.confirmer.saved(uri));
  connection.onDidCloseTextDocument(({ textDocument: { uri } }) => state.closed(uri));
  connection.onDidChangeConfiguration(({ settings }) => state.configChanged(settings));
  connection.onDidChangeWatchedFiles(({ changes }) => state.outsideChanged(changes.map(({ uri }) => fileOfUri(uri))));
  connection.onNotification(lookingNotification, ({ uris }: LookingParams) => {
    thread.looksAt(uris);
    state.confirmer.looksAt(uris[0]);
  });

  for (const method of passedOn)
    connection.onRequest(method, (params: unknown, token) => guard(() => thread.ask(method, params, token)));
  for (const method of resolved)
    connection.onRequest(
      method,
      async (item: unknown, token) => (await guard(() => thread.ask(method, item, token))) ?? item,
    );
  connection.languages.diagnostics.on(async (params, token) => ({
    kind: 'full',
    items: [...((await guard(() => thread.ask<Diagnostic[]>('textDocument/diagnostic', params, token))) ?? [])],
  }));
  connection.onRequest(verifyRequest, (params: VerifyParams, token) => guard(() => state.verify(params, token)));
  connection.onRequest(confirmRequest, ({ uri }: ConfirmParams) => guard(() => state.confirmer.confirm(uri)));
  connection.onNotification(trustNotification, () => {
    state.trusted = true;
    void guard(() => state.confirmer.outsideChanged().then(() => null));
  });
  const choose = async (params: ChooseParams, token?: CancellationToken): Promise<unknown> => {
    thread.choose(params.uri, params.choices);
    void guard(() => state.confirmer.settingsChanged(params.uri).then(() => null));
    const situation = await guard(() => thread.ask(chooseRequest, params, token));
    state.askAgain();
    return situation;
  };
  connection.onRequest(chooseRequest, choose);
  // For editors that do not run the commands of lenses themselves.
  connection.onExecuteCommand(async ({ command, arguments: [uri, instance] = [] }) => {
    if (command === commands.selectInstance && typeof uri === 'string' && typeof instance === 'string')
      await choose({ uri, choices: { instance } });
    return null;
  });
  return thread;
}

/** Wraps a handler so that a bug does not end the server: it is logged, and the request is answered with null. */
function guarded(connection: Connection) {
  return async <T>(answer: () => Promise<T | null>): Promise<T | null> => {
    try {
      return await answer();
    } catch (error) {
      connection.console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
      return null;
    }
  };
}

function tokenOf(signal: AbortSignal): Token {
  return {
    get isCancellationRequested() {
      return signal.aborted;
    },
    onCancellationRequested: (listener) => signal.addEventListener('abort', listener, { once: true }),
  };
}

/** Files whose changes on the disk matter: sources, headers, and the settings of a project. */
const watched = ['**/*.{cu,cuh,cpp,cc,cxx,h,hpp,hxx,inl,inc}', '**/{cute-lens,compile_commands}.json'];

const untrusted = (): VerifyProblem => ({
  message: say`CuTe Lens does not compile or run anything in an untrusted workspace.`,
  action: { do: 'trust', title: say`Manage Trust` },
});

class ServerState {
  readonly thread: AnalysisThread;
  private readonly settings = new Map<string, Promise<Settings>>();
  /** Undefined until the editor has introduced itself. */
  private editor: Editor | undefined;
  private catalogue: Catalogue | undefined;
  private pushedConfig: unknown;
  /** The threads that run a verification. */
  private readonly verifying = new Set<AnalysisThread>();
  readonly confirmer: Confirmer;
  /** The last report on each document. */
  private readonly statuses = new Map<string, Status>();
  /** Whether the user trusts the workspace. Only then may programs be compiled and run. */
  trusted = false;

  constructor(
    private readonly connection: Connection,
    private readonly options: ServerOptions,
  ) {
    this.thread = new AnalysisThread(options.spawn, {
      log: (text) => connection.console.error(text),
      status: (status) => {
        this.report(status);
        if (status.evaluating === undefined) this.confirmer.analysed(status.uri);
      },
      analysed: (uri, others, outdated) => void this.analysed(uri, others, outdated),
      progress: () => undefined,
    });
    this.confirmer = this.newConfirmer();
  }

  initialize(params: InitializeParams): InitializeResult {
    const editor = editorOf(params);
    this.editor = editor;
    this.catalogue = editor.catalogue ?? this.options.catalogueFor?.(editor.locale);
    speak(this.catalogue);
    this.introduce({ watches: editor.watchesFiles ? editor.folders.map((uri) => fileOfUri(uri)) : [] });
    this.pushedConfig = editor.settings;
    this.trusted = editor.trusted;
    return {
      serverInfo: { name: 'cute-lens', version: this.options.version },
      capabilities: capabilitiesFor(editor),
    };
  }

  /** Tells the thread what the editor can do. */
  private introduce(watching: Pick<Client, 'watches'>): void {
    if (this.editor)
      this.thread.client({
        asksAgain: this.editor.refreshes.length > 0,
        shows: this.editor.shows,
        ...(this.catalogue && { catalogue: this.catalogue }),
        ...watching,
      });
  }

  initialized(): void {
    const { client, console } = this.connection;
    const refused = (error: unknown): void => console.warn(`The editor refused a registration: ${String(error)}`);
    if (this.editor?.announcesConfig)
      client.register(DidChangeConfigurationNotification.type, { section: 'cuteLens' }).catch(refused);
    if (!this.editor?.watchesFiles) return;
    const watchers = watched.map((globPattern) => ({ globPattern }));
    client.register(DidChangeWatchedFilesNotification.type, { watchers }).catch((error: unknown) => {
      refused(error);
      this.introduce({ watches: [] });
    });
  }

  /** Asks the editor for the settings of a document and sends them to the thread. */
  configure(uri: string): void {
    const folder = this.folderOf(uri);
    const asked = this.settingsOf(uri);
    this.thread.configure(uri, undefined, folder);
    // Settings that changed meanwhile are asked for again.
    void asked.then((settings) => this.settings.get(uri) === asked && this.thread.configure(uri, settings, folder));
  }

  closed(uri: string): void {
    this.settings.delete(uri);
    this.statuses.delete(uri);
    this.confirmer.closed(uri);
    this.thread.close(uri);
  }

  /** Some editors send their settings with the message, others want to be asked. */
  configChanged(settings: unknown): void {
    this.pushedConfig = propertyOf(settings, 'cuteLens') ?? this.pushedConfig;
    this.settings.clear();
    for (const uri of this.thread.uris) this.configure(uri);
    this.outsideChanged();
    void this.confirmer.settingsChanged().catch((error: unknown) => this.connection.console.error(String(error)));
  }

  /** Called when `files` changed on the disk; without a list, when it is unknown which. */
  outsideChanged(files: readonly string[] = []): void {
    this.thread.outsideChanged(files.length > 0 ? files : undefined);
    // What the editor saved is what it showed before.
    const open = new Set(this.thread.uris.map((uri) => fileOfUri(uri)));
    if (files.length === 0 || files.some((file) => !open.has(file)))
      void this.confirmer.outsideChanged().catch((error: unknown) => this.connection.console.error(String(error)));
    this.askAgain();
  }

  /** Verification runs in a thread of its own, since it takes minutes and evaluates much. */
  async verify(params: VerifyParams, token: CancellationToken): Promise<VerifyReply | null> {
    const problem = this.refusal();
    if (problem) return { problem };
    const answer = await this.inTwin('verify', params.uri, (twin) =>
      twin.ask<VerifyAnswer>(verifyRequest, params, token),
    );
    if (!answer) return null;
    const { reply, verified } = answer;
    const isStill = verified === undefined || (await this.keep(params.uri, verified));
    return isStill || !reply || !('verification' in reply)
      ? reply
      : { verification: { ...reply.verification, marks: [] } };
  }

  /** Why nothing is compiled and run, if so. */
  private refusal(): VerifyProblem | undefined {
    return this.options.runsNothing?.() ?? (this.trusted ? undefined : untrusted());
  }

  /** Works with a thread of its own that knows every document, and ends it afterwards. */
  private async inTwin<T>(role: Role, uri: string, work: (twin: AnalysisThread) => Promise<T>): Promise<T> {
    const { connection } = this;
    await this.settingsOf(uri);
    const ignored = (): void => undefined;
    const twin = this.thread.twin(role, {
      log: (text) => connection.console.error(text),
      status: ignored,
      analysed: ignored,
      progress: (progress) => void connection.sendNotification(verifyProgress, progress),
    });
    this.verifying.add(twin);
    try {
      return await work(twin);
    } finally {
      this.verifying.delete(twin);
      await twin.dispose();
    }
  }

  private newConfirmer(): Confirmer {
    const { connection, thread } = this;
    return new Confirmer({
      refusal: () => this.refusal(),
      canAsk: (uri) => this.statuses.has(uri) && isCompiled(fileOfUri(uri)),
      modeOf: async (uri) => parseConfig((await this.settingsOf(uri)).section).confirm,
      isVerified: (uri) => thread.isVerified(uri),
      reads: (uri, other) => thread.reads(uri, fileOfUri(other)),
      run: (uri, signal) =>
        this.inTwin('confirm', uri, (twin) => twin.ask<ConfirmAnswer>(confirmRequest, { uri }, tokenOf(signal))),
      keep: (uri, verified) => this.keep(uri, verified),
      tell: (uri) => {
        const status = this.statuses.get(uri);
        if (status) this.report(status);
      },
      log: (text) => connection.console.error(text),
    });
  }

  /** Sends a report on a document, with what the compiler said of it. */
  private report(status: Status): void {
    this.statuses.set(status.uri, status);
    if (!this.editor?.takesStatus) return;
    const confirmation = this.confirmer.of(status.uri);
    void this.connection.sendNotification(statusNotification, { ...status, ...(confirmation && { confirmation }) });
  }

  async dispose(): Promise<void> {
    await this.confirmer.dispose();
    await Promise.all([this.thread, ...this.verifying].map((one) => one.dispose()));
  }

  /** Stores verdicts; false if a text has changed since. */
  private async keep(uri: string, verified: Verified): Promise<boolean> {
    const isStill = await this.thread.keepVerified(uri, verified);
    await this.verified(uri);
    return isStill;
  }

  /** Called after an analysis. Editors request diagnostics when a text changes; other causes of new diagnostics must be
   *  announced. To editors that never request them, all diagnostics are pushed. */
  private async analysed(uri: string, others: readonly string[], outdated: boolean): Promise<void> {
    if (this.editor?.pullsDiagnostics) {
      if (others.length > 0 || outdated) this.askAgain();
      return;
    }
    if (outdated) this.askAgain();
    for (const one of [uri, ...others]) await this.publish(one);
  }

  private async publish(uri: string): Promise<void> {
    const diagnostics = await this.thread.ask<Diagnostic[]>('textDocument/diagnostic', {
      textDocument: { uri },
      pushed: true,
    });
    if (diagnostics) await this.connection.sendDiagnostics({ uri, diagnostics });
  }

  /** Called after a verification: mismatches appear as problems. */
  private async verified(uri: string): Promise<void> {
    if (this.editor?.pullsDiagnostics) this.askAgain();
    else await this.publish(uri);
  }

  /** Asks the editor to request diagnostics, hints and lenses again, after a change that is not a change of the
   *  text. */
  askAgain(): void {
    for (const method of this.editor?.refreshes ?? []) void this.connection.sendRequest(method).catch(() => undefined);
  }

  private folderOf(uri: string): string | undefined {
    const { folders = [] } = this.editor ?? {};
    const folder = folders.find((candidate) => uri.startsWith(`${candidate}/`)) ?? folders[0];
    return folder === undefined ? undefined : fileOfUri(folder);
  }

  private settingsOf(uri: string): Promise<Settings> {
    const present = this.settings.get(uri);
    if (present) return present;
    const asked = this.editor?.pullsConfig
      ? this.connection.workspace.getConfiguration({ scopeUri: uri, section: 'cuteLens' }).then(
          (section: unknown) => ({ section }),
          () => ({ section: undefined }),
        )
      : Promise.resolve({ section: this.pushedConfig });
    this.settings.set(uri, asked);
    return asked;
  }
}
