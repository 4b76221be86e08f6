// The entry point of the extension where it runs in Node: the server is a process of its own.
import type * as vscode from 'vscode';
import { LanguageClient, TransportKind, type ServerOptions } from 'vscode-languageclient/node';
import { activateWith } from './extension';

export { deactivate } from './extension';

export function activate(context: vscode.ExtensionContext): void {
  const module = context.asAbsolutePath('dist/server.cjs');
  const server: ServerOptions = {
    run: { module, transport: TransportKind.stdio },
    debug: { module, transport: TransportKind.stdio, options: { execArgv: ['--nolazy', '--inspect=6029'] } },
  };
  activateWith(context, (id, name, options) => new LanguageClient(id, name, server, options));
}
