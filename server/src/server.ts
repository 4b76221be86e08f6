// The table of contents of the language server: what it can do, and what is passed on to the thread that analyses.
// Knows the connection and the editor's settings; the work is in worker/ and handlers/.
import type {
  CancellationToken,
  Connection,
  Diagnostic,
  InitializeParams,
  InitializeResult,
} from 'vscode-languageserver';
import {
  CodeActionKind,
  CodeLensRefreshRequest,
  DiagnosticRefreshRequest,
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  InlayHintRefreshRequest,
  TextDocumentSyncKind,
} from 'vscode-languageserver';
import {
  annotateRequest,
  bugReportRequest,
  chooseRequest,
  comparablesRequest,
  explainRequest,
  lookingNotification,
  situationRequest,
  statusNotification,
  trustNotification,
  verifyProgress,
  verifyRequest,
  visualizeRequest,
  type ChooseParams,
  type LookingParams,
  type VerifyParams,
  type VerifyReply,
} from '../../protocol/src/requests';
import type { VerifyAnswer } from './handlers/verify';
import { fileOfUri } from './paths';
import type { Settings } from './worker/messages';
import type { Spawn } from './worker/spawn';
import { AnalysisThread } from './worker/thread';

export interface ServerOptions {
  /** Starts the thread that analyses. */
  readonly spawn: Spawn;
  readonly version: string;
}

/** Requests that the analysis thread answers as they are. */
const passedOn = [
  'textDocument/hover',
  'textDocument/inlayHint',
  'textDocument/codeLens',
  'textDocument/completion',
  'textDocument/signatureHelp',
  'textDocument/codeAction',
  annotateRequest,
  explainRequest,
  visualizeRequest,
  comparablesRequest,
  bugReportRequest,
  situationRequest,
];
/** Of an item, which stays as it is where nothing can be added. */
const resolved = ['inlayHint/resolve', 'completionItem/resolve'];

/** Serves one editor over `connection` until it says exit. */
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
  connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) =>
    thread.change(uri, version, contentChanges),
  );
  connection.onDidCloseTextDocument(({ textDocument: { uri } }) => state.closed(uri));
  connection.onDidChangeConfiguration(() => state.forgetConfig());
  connection.onDidChangeWatchedFiles(({ changes }) => state.outsideChanged(changes.map(({ uri }) => fileOfUri(uri))));
  connection.onNotification(lookingNotification, ({ uris }: LookingParams) => thread.looksAt(uris));

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
  connection.onNotification(trustNotification, () => void (state.trusted = true));
  connection.onRequest(chooseRequest, async (params: ChooseParams, token) => {
    thread.choose(params.uri, params.choices);
    const situation = await guard(() => thread.ask(chooseRequest, params, token));
    state.askAgain();
    return situation;
  });
  return thread;
}

/** A bug of ours must not take the server down: it is logged, and that one request is answered with nothing. */
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

function refreshesOf({ capabilities: { workspace } }: InitializeParams): readonly string[] {
  return [
    ...(workspace?.diagnostics?.refreshSupport ? [DiagnosticRefreshRequest.method] : []),
    ...(workspace?.inlayHint?.refreshSupport ? [InlayHintRefreshRequest.method] : []),
    ...(workspace?.codeLens?.refreshSupport ? [CodeLensRefreshRequest.method] : []),
  ];
}

/** Files whose changes on the disk matter: what is included, what includes, and the project's settings. */
const watched = '**/{*.{cu,cuh,cpp,cc,cxx,h,hpp,hxx,inl,inc},cute-lens.json}';

class ServerState {
  readonly thread: AnalysisThread;
  private readonly settings = new Map<string, Promise<Settings>>();
  private folders: readonly string[] = [];
  private pullsConfig = false;
  private pullsDiagnostics = false;
  /** The editor tells of files that change on the disk. */
  private watchesFiles = false;
  /** What the editor asks again for when it is told to. */
  private refreshes: readonly string[] = [];
  private pushedConfig: unknown;
  /** Threads that compile and run. */
  private readonly verifying = new Set<AnalysisThread>();
  /** The user trusts the workspace: programs may be compiled and run. */
  trusted = false;

  constructor(
    private readonly connection: Connection,
    private readonly options: ServerOptions,
  ) {
    this.thread = new AnalysisThread(options.spawn, {
      log: (text) => connection.console.error(text),
      status: (status) => void connection.sendNotification(statusNotification, status),
      analysed: (uri, others, outdated) => void this.analysed(uri, others, outdated),
      progress: () => undefined,
    });
  }

  initialize(params: InitializeParams): InitializeResult {
    this.folders = (params.workspaceFolders ?? []).map(({ uri }) => uri);
    this.pullsConfig = params.capabilities.workspace?.configuration === true;
    this.pullsDiagnostics = params.capabilities.textDocument?.diagnostic !== undefined;
    this.watchesFiles = params.capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
    this.refreshes = refreshesOf(params);
    this.thread.client({
      asksAgain: this.refreshes.length > 0,
      watches: this.watchesFiles ? this.folders.map(fileOfUri) : [],
    });
    const given = params.initializationOptions as { settings?: unknown; trusted?: unknown } | undefined;
    this.pushedConfig = given?.settings;
    this.trusted = given?.trusted === true;
    return {
      serverInfo: { name: 'cute-lens', version: this.options.version },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
        hoverProvider: true,
        inlayHintProvider: { resolveProvider: true },
        codeLensProvider: {},
        completionProvider: { triggerCharacters: ['.', ':', '<', '('], resolveProvider: true },
        signatureHelpProvider: { triggerCharacters: ['(', '<', ','], retriggerCharacters: [')'] },
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, CodeActionKind.Refactor] },
        diagnosticProvider: { identifier: 'cute-lens', interFileDependencies: true, workspaceDiagnostics: false },
      },
    };
  }

  initialized(): void {
    if (this.pullsConfig)
      void this.connection.client.register(DidChangeConfigurationNotification.type, { section: 'cuteLens' });
    if (this.watchesFiles)
      void this.connection.client.register(DidChangeWatchedFilesNotification.type, {
        watchers: [{ globPattern: watched }],
      });
  }

  /** Tells the thread the settings of a document, once the editor has said them. */
  configure(uri: string): void {
    const folder = this.folderOf(uri);
    const asked = this.settingsOf(uri);
    this.thread.configure(uri, undefined, folder);
    // Settings that changed meanwhile are asked for again.
    void asked.then((settings) => this.settings.get(uri) === asked && this.thread.configure(uri, settings, folder));
  }

  closed(uri: string): void {
    this.settings.delete(uri);
    this.thread.close(uri);
  }

  forgetConfig(): void {
    this.settings.clear();
    for (const uri of this.thread.uris) this.configure(uri);
    this.outsideChanged();
  }

  /** `files` changed, or nobody knows which. */
  outsideChanged(files: readonly string[] = []): void {
    this.thread.outsideChanged(files.length > 0 ? files : undefined);
    this.askAgain();
  }

  /** In a thread of its own: it takes minutes, and evaluates much. */
  async verify(params: VerifyParams, token: CancellationToken): Promise<VerifyReply | null> {
    if (!this.trusted)
      return {
        problem: {
          message: 'CuTe Lens compiles and runs nothing in a workspace that is not trusted.',
          action: { do: 'trust', title: 'Manage Trust' },
        },
      };
    const { connection } = this;
    await this.settingsOf(params.uri);
    const ignored = (): void => undefined;
    const twin = this.thread.twin('verify', {
      log: (text) => connection.console.error(text),
      status: ignored,
      analysed: ignored,
      progress: (progress) => void connection.sendNotification(verifyProgress, progress),
    });
    this.verifying.add(twin);
    try {
      const answer = await twin.ask<VerifyAnswer>(verifyRequest, params, token);
      if (!answer) return null;
      const { reply, verified } = answer;
      const isStill = verified === undefined || (await this.thread.keepVerified(params.uri, verified));
      if (verified) await this.verified(params.uri);
      return isStill || !reply || !('verification' in reply)
        ? reply
        : { verification: { ...reply.verification, marks: [] } };
    } finally {
      this.verifying.delete(twin);
      await twin.dispose();
    }
  }

  async dispose(): Promise<void> {
    await Promise.all([this.thread, ...this.verifying].map((one) => one.dispose()));
  }

  /** Editors ask for findings when a text changes. What else changes them must be said, and to those that never ask,
   *  everything. */
  private async analysed(uri: string, others: readonly string[], outdated: boolean): Promise<void> {
    if (this.pullsDiagnostics) {
      if (others.length > 0 || outdated) this.askAgain();
      return;
    }
    if (outdated) this.askAgain();
    for (const one of [uri, ...others]) await this.publish(one);
  }

  private async publish(uri: string): Promise<void> {
    const diagnostics = await this.thread.ask<Diagnostic[]>('textDocument/diagnostic', { textDocument: { uri } });
    if (diagnostics) await this.connection.sendDiagnostics({ uri, diagnostics });
  }

  /** What a machine refuted is a finding. */
  private async verified(uri: string): Promise<void> {
    if (this.pullsDiagnostics) this.askAgain();
    else await this.publish(uri);
  }

  /** Tells an editor to ask again for findings, hints and lenses: something changed that is not in the text. */
  askAgain(): void {
    for (const method of this.refreshes) void this.connection.sendRequest(method).catch(() => undefined);
  }

  private folderOf(uri: string): string | undefined {
    const folder = this.folders.find((candidate) => uri.startsWith(`${candidate}/`)) ?? this.folders[0];
    return folder === undefined ? undefined : fileOfUri(folder);
  }

  private settingsOf(uri: string): Promise<Settings> {
    const present = this.settings.get(uri);
    if (present) return present;
    const asked = this.pullsConfig
      ? this.connection.workspace.getConfiguration({ scopeUri: uri, section: 'cuteLens' }).then(
          (section: unknown) => ({ section }),
          () => ({ section: undefined }),
        )
      : Promise.resolve({ section: this.pushedConfig });
    this.settings.set(uri, asked);
    return asked;
  }
}
