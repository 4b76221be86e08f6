// Creates the language client: for which documents it runs, what it sends when it starts, and where its log goes. Knows
// nothing of where the server runs: node.ts and browser.ts do.
import * as vscode from 'vscode';
import {
  RevealOutputChannelOn,
  type BaseLanguageClient,
  type LanguageClientOptions,
  type Middleware,
} from 'vscode-languageclient';
import { isOurs, languageIds } from '../../protocol/src/cute-text';
import { commands, type InitializationOptions } from '../../protocol/src/requests';
import { playgroundUrl } from './commands/share';

export function isCuteDocument(document: vscode.TextDocument): boolean {
  const { languageId, uri } = document;
  return languageIds.includes(languageId) && isOurs({ languageId, uri: uri.path }, () => document.getText());
}

/** Makes the client of a server that is not started yet. */
export type Connect = (id: string, name: string, options: LanguageClientOptions) => BaseLanguageClient;

export function createClient(
  connect: Connect,
  log: vscode.LogOutputChannel,
  middleware: Middleware,
): BaseLanguageClient {
  const options: LanguageClientOptions = {
    documentSelector: languageIds.map((language) => ({ language })),
    outputChannel: log,
    traceOutputChannel: log,
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    markdown: { isTrusted: { enabledCommands: Object.values(commands) }, supportHtml: false },
    connectionOptions: { maxRestartCount: 3 },
    initializationOptions: (): InitializationOptions => ({
      trusted: vscode.workspace.isTrusted,
      commands: Object.values(commands).filter((id) => id !== commands.share || playgroundUrl() !== undefined),
      layouts: 'cute-layout',
      status: true,
      ...(vscode.l10n.bundle && { texts: vscode.l10n.bundle }),
    }),
    middleware,
  };
  return connect('cuteLens', 'CuTe Lens', options);
}
