// The table of contents of the language server: what it can do, and which handler answers what.
// Knows the connection; the work is in session.ts and handlers/.
import { sep } from 'node:path';
import type { Connection, InitializeParams, InitializeResult } from 'vscode-languageserver';
import { CodeActionKind, CodeLensRefreshRequest, DiagnosticRefreshRequest, DidChangeConfigurationNotification, DidChangeWatchedFilesNotification, InlayHintRefreshRequest, TextDocumentSyncKind } from 'vscode-languageserver';
import type { Languages } from '../../core/src/frontends/by-language';
import { annotateRequest, bugReportRequest, chooseRequest, comparablesRequest, explainRequest, situationRequest, statusNotification, trustNotification, verifyProgress, verifyRequest, visualizeRequest, type AnnotateParams, type BugReportParams, type ChooseParams, type ComparablesParams, type ExplainParams, type SituationParams, type VerifyParams, type VerifyProgress, type VisualizeParams } from '../../protocol/src/requests';
import { parseConfig, type Config } from './config';
import { handleAnnotate } from './handlers/annotate';
import { handleCodeAction } from './handlers/code-action';
import { handleCodeLens } from './handlers/code-lens';
import { handleCompletion, handleCompletionResolve } from './handlers/completion';
import { diagnosticsOf } from './handlers/diagnostic';
import { handleBugReport } from './handlers/refuted';
import { handleExplain } from './handlers/explain';
import { handleHover } from './handlers/hover';
import { handleInlayHintResolve, handleInlayHints } from './handlers/inlay-hint';
import { handleSignatureHelp } from './handlers/signature-help';
import { handleChoose, handleSituation } from './handlers/situation';
import { handleComparables, handleVisualize } from './handlers/visualize';
import { handleVerify } from './handlers/verify';
import type { LinkOf } from './checks-page';
import { fileOfUri } from './paths';
import { Session } from './session';

export interface ServerOptions {
  readonly loadFrontEnd: () => Promise<Languages>;
  readonly version: string;
  /** Where findings lead to. */
  readonly linkOf?: LinkOf;
}

/** Serves one editor over `connection` until it says exit. */
export function serve(connection: Connection, options: ServerOptions): void {
  const state = new ServerState(connection, options);
  const guard = guarded(connection);

  connection.onInitialize((params) => state.initialize(params));
  connection.onInitialized(() => state.initialized());
  connection.onShutdown(async () => void (await guard(async () => (await state.session).dispose())));

  connection.onDidOpenTextDocument(({ textDocument: { uri, languageId, version, text } }) =>
    state.withSession((session) => session.didOpen(uri, languageId, version, text)),
  );
  connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) =>
    state.withSession((session) => session.didChange(uri, version, contentChanges)),
  );
  connection.onDidCloseTextDocument(({ textDocument: { uri } }) => state.withSession((session) => session.didClose(uri)));
  connection.onDidChangeConfiguration(() => state.forgetConfig());
  connection.onDidChangeWatchedFiles(({ changes }) => state.outsideChanged(changes.map(({ uri }) => fileOfUri(uri))));

  connection.languages.diagnostics.on(async ({ textDocument: { uri } }) => ({
    kind: 'full',
    items: [...((await guard(async () => diagnosticsOf(await state.session, uri, options.linkOf))) ?? [])],
  }));
  connection.onCodeAction((params) => guard(async () => handleCodeAction(await state.session, params)));
  connection.onHover((params) => guard(async () => handleHover(await state.session, params)));
  connection.languages.inlayHint.on((params) => guard(async () => handleInlayHints(await state.session, params)));
  connection.languages.inlayHint.resolve(async (hint) => (await guard(async () => handleInlayHintResolve(await state.session, hint))) ?? hint);
  connection.onCodeLens((params) => guard(async () => handleCodeLens(await state.session, params)));
  connection.onCompletion((params) => guard(async () => handleCompletion(await state.session, params)));
  connection.onCompletionResolve((item) => handleCompletionResolve(item));
  connection.onSignatureHelp((params) => guard(async () => handleSignatureHelp(await state.session, params)));
  connection.onRequest(annotateRequest, (params: AnnotateParams) => guard(async () => handleAnnotate(await state.session, params)));
  connection.onRequest(explainRequest, (params: ExplainParams) => guard(async () => handleExplain(await state.session, params)));
  connection.onRequest(visualizeRequest, (params: VisualizeParams) => guard(async () => handleVisualize(await state.session, params)));
  connection.onRequest(comparablesRequest, (params: ComparablesParams) => guard(async () => handleComparables(await state.session, params)));
  const tell = (progress: VerifyProgress): void => void connection.sendNotification(verifyProgress, progress);
  connection.onRequest(verifyRequest, async (params: VerifyParams, token) => {
    const reply = await guard(async () => handleVerify(await state.session, params, tell, token));
    await state.verified(params.uri);
    return reply;
  });
  connection.onRequest(bugReportRequest, (params: BugReportParams) => guard(async () => handleBugReport(await state.session, params)));
  connection.onNotification(trustNotification, () => state.withSession((session) => void (session.trusted = true)));
  connection.onRequest(situationRequest, (params: SituationParams) => guard(async () => handleSituation(await state.session, params)));
  connection.onRequest(chooseRequest, async (params: ChooseParams) => {
    const situation = await guard(async () => handleChoose(await state.session, params));
    state.askAgain();
    return situation;
  });
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

/** What arrives before the grammar is loaded waits for it, in order. */
class ServerState {
  readonly session: Promise<Session>;
  private readonly configs = new Map<string, Promise<Config>>();
  private folders: readonly string[] = [];
  private pullsConfig = false;
  private pullsDiagnostics = false;
  /** The editor tells of files that change on the disk. */
  private watchesFiles = false;
  /** What the editor asks again for when it is told to. */
  private refreshes: readonly string[] = [];
  private pushedConfig: unknown;

  constructor(private readonly connection: Connection, private readonly options: ServerOptions) {
    this.session = options.loadFrontEnd().then((frontEnd) => this.startSession(frontEnd));
    this.session.catch((error: unknown) => connection.console.error(`CuTe Lens could not load its grammar: ${String(error)}`));
  }

  initialize(params: InitializeParams): InitializeResult {
    this.folders = (params.workspaceFolders ?? []).map(({ uri }) => uri);
    this.pullsConfig = params.capabilities.workspace?.configuration === true;
    this.pullsDiagnostics = params.capabilities.textDocument?.diagnostic !== undefined;
    this.watchesFiles = params.capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
    this.refreshes = refreshesOf(params);
    const given = params.initializationOptions as { settings?: unknown; trusted?: unknown } | undefined;
    this.pushedConfig = given?.settings;
    this.withSession((session) => void (session.trusted = given?.trusted === true));
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
    if (this.pullsConfig) void this.connection.client.register(DidChangeConfigurationNotification.type, { section: 'cuteLens' });
    if (this.watchesFiles) void this.connection.client.register(DidChangeWatchedFilesNotification.type, { watchers: [{ globPattern: watched }] });
  }

  /** Runs on the session once there is one; later messages wait behind earlier ones. */
  withSession(use: (session: Session) => void): void {
    this.session.then(use).catch((error: unknown) => this.connection.console.error(error instanceof Error ? (error.stack ?? error.message) : String(error)));
  }

  forgetConfig(): void {
    this.configs.clear();
    this.outsideChanged();
  }

  /** `files` changed, or nobody knows which. */
  outsideChanged(files: readonly string[] = []): void {
    this.withSession((session) => session.outsideChanged(files.length > 0 ? files : undefined));
    this.askAgain();
  }

  private startSession(frontEnd: Languages): Session {
    return new Session({
      frontEnd,
      config: (uri) => this.config(uri),
      workspaceFolder: (uri) => this.folderOf(uri),
      isWatched: (file) => this.watchesFiles && this.folders.some((folder) => file.startsWith(`${fileOfUri(folder)}${sep}`)),
      log: (bug) => this.connection.console.error(bug),
      report: (status) => void this.connection.sendNotification(statusNotification, status),
      analysed: (uri, others) => void this.publish(uri, others),
      now: () => performance.now(),
    });
  }

  /** Editors ask for findings when a text changes. What else changes them must be said, and to those that never ask, everything. */
  private async publish(uri: string, others: readonly string[]): Promise<void> {
    if (this.pullsDiagnostics) {
      if (others.length > 0) this.askAgain();
      return;
    }
    const session = await this.session;
    for (const one of [uri, ...others]) {
      await this.connection.sendDiagnostics({ uri: one, diagnostics: [...(await diagnosticsOf(session, one, this.options.linkOf))] });
    }
  }

  /** What a machine refuted is a finding. */
  async verified(uri: string): Promise<void> {
    if (this.pullsDiagnostics) this.askAgain();
    else await this.publish(uri, []);
  }

  /** Tells an editor to ask again for findings, hints and lenses: something changed that is not in the text. */
  askAgain(): void {
    for (const method of this.refreshes) void this.connection.sendRequest(method).catch(() => undefined);
  }

  private folderOf(uri: string): string | undefined {
    const folder = this.folders.find((candidate) => uri.startsWith(`${candidate}/`)) ?? this.folders[0];
    return folder === undefined ? undefined : fileOfUri(folder);
  }

  private config(uri: string): Promise<Config> {
    const present = this.configs.get(uri);
    if (present) return present;
    const asked = this.pullsConfig
      ? this.connection.workspace.getConfiguration({ scopeUri: uri, section: 'cuteLens' }).then(parseConfig, () => parseConfig(undefined))
      : Promise.resolve(parseConfig(this.pushedConfig));
    this.configs.set(uri, asked);
    return asked;
  }
}
