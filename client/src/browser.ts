// The entry point of the extension where it runs in a browser: the server is a web worker, which reads files through
// the editor.
import * as vscode from 'vscode';
import {
  BrowserMessageReader,
  BrowserMessageWriter,
  LanguageClient,
  type MessageTransports,
} from 'vscode-languageclient/browser';
import {
  longestHeader,
  readFilesRequest,
  type ReadFilesParams,
  type ReadFilesResult,
} from '../../protocol/src/requests';
import { workerBundle, type FirstMessage } from '../../protocol/src/worker';
import { activateWith } from './extension';

export { deactivate } from './extension';

declare class Worker {
  constructor(url: string);
  postMessage(message: FirstMessage): void;
  terminate(): void;
}

export function activate(context: vscode.ExtensionContext): void {
  const assets = vscode.Uri.joinPath(context.extensionUri, 'dist');
  let worker: Worker | undefined;
  const start = (): Promise<MessageTransports> => {
    worker?.terminate();
    worker = new Worker(vscode.Uri.joinPath(assets, workerBundle).toString(true));
    worker.postMessage({ assets: assets.toString(true) });
    return Promise.resolve({ reader: new BrowserMessageReader(worker), writer: new BrowserMessageWriter(worker) });
  };
  context.subscriptions.push({ dispose: () => worker?.terminate() });
  activateWith(context, (id, name, options) => {
    const client = new LanguageClient(id, name, start, options);
    client.onRequest(readFilesRequest, readFiles);
    return client;
  });
}

async function readFiles({ uris }: ReadFilesParams): Promise<ReadFilesResult> {
  return Promise.all(uris.map((uri) => textOf(vscode.Uri.parse(uri))));
}

async function textOf(uri: vscode.Uri): Promise<string | null> {
  try {
    const { type, size } = await vscode.workspace.fs.stat(uri);
    if (!(type & vscode.FileType.File) || size > longestHeader) return null;
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    return null; // There is no such file, or the editor may not read it.
  }
}
