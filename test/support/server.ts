// A language server and a client, joined by two streams in memory: what a test of a handler talks to.
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { MessageChannel } from 'node:worker_threads';
import {
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type MessageConnection,
} from 'vscode-jsonrpc/node';
import { createConnection } from 'vscode-languageserver/node';
import { linksInto } from '../../server/src/checks-page';
import { serve } from '../../server/src/server';
import { commands, type InitializationOptions, type Status } from '../../protocol/src/requests';
import type { LinkOf } from '../../server/src/checks-page';
import { inboxOf } from '../../server/src/worker/inbox';
import type { FromThread } from '../../server/src/worker/messages';
import { localQuestions } from '../../server/src/worker/local-questions';
import { onDisk } from '../../server/src/worker/outside';
import { Service, type Patience } from '../../server/src/worker/service';
import type { Spawn } from '../../server/src/worker/spawn';
import type { Languages } from '../../core/src/frontends/by-language';
import { ROOT } from './fixture';
import { allLanguages } from './front-end';

export interface TestClient {
  readonly connection: MessageConnection;
  /** Reports of the server so far, the newest last. */
  readonly statuses: Status[];
  /** Lines that the server logged. */
  readonly logged: string[];
  /** What the server asked to be told of. */
  readonly registered: { readonly method: string; readonly registerOptions?: unknown }[];
  /** Settings below `cuteLens` that the server is told when it asks. */
  settings: unknown;
  open(uri: string, text: string, languageId?: string): void;
  change(uri: string, version: number, changes: readonly unknown[]): void;
  /** The hover's Markdown at a place of the text, or null, once the present text is analysed. */
  hover(uri: string, line: number, character: number): Promise<string | null>;
  /** The same, however far the analysis is. */
  hoverNow(uri: string, line: number, character: number): Promise<string | null>;
  /** Once the present text is analysed. */
  settled(uri: string): Promise<void>;
  stop(): Promise<void>;
}

export async function startServer(
  options: {
    settings?: unknown;
    loadFrontEnd?: () => Promise<Languages>;
    spawn?: Spawn;
    folder?: string;
    /** By default a question waits for its analysis, however slow the machine is. */
    patience?: Patience;
    capabilities?: { readonly workspace?: object; readonly textDocument?: object };
    introduction?: InitializationOptions;
    trusted?: boolean;
  } = {},
): Promise<TestClient> {
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  const server = createConnection(new StreamMessageReader(toServer), new StreamMessageWriter(toClient));
  serve(server, {
    spawn:
      options.spawn ??
      onThisThread(options.loadFrontEnd ?? allLanguages, linksInto(join(ROOT, 'docs/checks.md')), options.patience),
    version: 'test',
  });
  server.listen();
  const connection = createMessageConnection(new StreamMessageReader(toClient), new StreamMessageWriter(toServer));
  const client = clientOf(connection, options.settings);
  connection.onNotification('cuteLens/status', (status: Status) => void client.statuses.push(status));
  connection.onNotification(
    'window/logMessage',
    ({ message }: { message: string }) => void client.logged.push(message),
  );
  connection.onRequest('workspace/configuration', ({ items }: { items: readonly unknown[] }) =>
    items.map(() => client.settings ?? null),
  );
  connection.onRequest(
    'client/registerCapability',
    ({ registrations }: { registrations: TestClient['registered'] }) => {
      client.registered.push(...registrations);
      return null;
    },
  );
  connection.listen();
  const workspaceFolders = options.folder === undefined ? null : [{ uri: options.folder, name: 'folder' }];
  await connection.sendRequest('initialize', {
    processId: null,
    rootUri: null,
    workspaceFolders,
    ...introduced(options),
  });
  await connection.sendNotification('initialized', {});
  return client;
}

/** The commands of the extension where no playground is published. */
const offered = Object.values(commands).filter((id) => id !== commands.share);

/** What the extension says of itself; a test may say less, or other things. */
function introduced({
  trusted = true,
  capabilities = { textDocument: { diagnostic: {} } },
  introduction = { trusted, commands: offered, layouts: 'cute-layout', status: true },
}: {
  trusted?: boolean;
  capabilities?: { readonly workspace?: object; readonly textDocument?: object };
  introduction?: InitializationOptions;
}): object {
  const formats = ['markdown', 'plaintext'];
  return {
    initializationOptions: introduction,
    capabilities: {
      workspace: { configuration: true, didChangeConfiguration: { dynamicRegistration: true } },
      ...capabilities,
      textDocument: {
        hover: { contentFormat: formats },
        completion: { completionItem: { documentationFormat: formats } },
        signatureHelp: {
          signatureInformation: {
            documentationFormat: formats,
            parameterInformation: { labelOffsetSupport: true },
          },
        },
        ...capabilities.textDocument,
      },
    },
  };
}

const endless: Patience = { presentMs: Infinity, firstMs: Infinity };

/** The analysis service on the thread of the test, with a front end that is at hand. */
function onThisThread(loadFrontEnd: () => Promise<Languages>, linkOf: LinkOf | undefined, patience = endless): Spawn {
  return (role, memory) => {
    const { port1, port2 } = new MessageChannel();
    let ended = false;
    const starting = loadFrontEnd().then((frontEnd) =>
      ended
        ? undefined
        : new Service({
            inbox: inboxOf(port2),
            memory,
            frontEnd,
            outside: onDisk,
            questions: localQuestions,
            linkOf,
            role,
            patience,
          }),
    );
    return {
      post: (message) => port1.postMessage(message),
      onMessage: (listener) => void port1.on('message', (message: FromThread) => listener(message)),
      end: async () => {
        ended = true;
        await (await starting)?.stop();
        port1.close();
      },
      onDeath: () => undefined,
    };
  };
}

function clientOf(connection: MessageConnection, settings: unknown): TestClient {
  const settled = async (uri: string): Promise<void> =>
    void (await connection.sendRequest('textDocument/diagnostic', { textDocument: { uri } }));
  const hoverNow = async (uri: string, line: number, character: number): Promise<string | null> => {
    const found = await connection.sendRequest<{ contents: { value: string } } | null>('textDocument/hover', {
      textDocument: { uri },
      position: { line, character },
    });
    return found?.contents.value ?? null;
  };
  return {
    connection,
    statuses: [],
    logged: [],
    registered: [],
    settings,
    open: (uri, text, languageId = 'cuda-cpp') =>
      void connection.sendNotification('textDocument/didOpen', { textDocument: { uri, languageId, version: 1, text } }),
    change: (uri, version, contentChanges) =>
      void connection.sendNotification('textDocument/didChange', { textDocument: { uri, version }, contentChanges }),
    hover: async (uri, line, character) => {
      await settled(uri);
      return hoverNow(uri, line, character);
    },
    hoverNow,
    settled,
    stop: async () => {
      await connection.sendRequest('shutdown');
      connection.dispose();
    },
  };
}
