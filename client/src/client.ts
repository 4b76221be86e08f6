// Creates the language client: for which documents it runs, what it sends when it starts, and where its log goes. Knows
// the server only as a file to run.
import * as vscode from 'vscode';
import {
  LanguageClient,
  RevealOutputChannelOn,
  TransportKind,
  type LanguageClientOptions,
  type Middleware,
  type ServerOptions,
} from 'vscode-languageclient/node';
import { isOurs, languageIds } from '../../protocol/src/cute-text';
import { commands, type InitializationOptions } from '../../protocol/src/requests';

export function isCuteDocument(document: vscode.TextDocument): boolean {
  const { languageId, uri } = document;
  return languageIds.includes(languageId) && isOurs({ languageId, uri: uri.path }, () => document.getText());
}

export function createClient(
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
  middleware: Middleware,
): LanguageClient {
  const module = context.asAbsolutePath('dist/server.cjs');
  const server: ServerOptions = {
    run: { module, transport: TransportKind.stdio },
    debug: { module, transport: TransportKind.stdio, options: { execArgv: ['--nolazy', '--inspect=6029'] } },
  };
  const options: LanguageClientOptions = {
    documentSelector: languageIds.map((language) => ({ language })),
    outputChannel: log,
    traceOutputChannel: log,
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    markdown: { isTrusted: { enabledCommands: Object.values(commands) }, supportHtml: false },
    connectionOptions: { maxRestartCount: 3 },
    initializationOptions: (): InitializationOptions => ({
      trusted: vscode.workspace.isTrusted,
      commands: Object.values(commands),
      layouts: 'cute-layout',
      status: true,
    }),
    middleware,
  };
  return new LanguageClient('cuteLens', 'CuTe Lens', server, options);
}
