// The language server in its web worker, and the editor's client of it. Knows the protocol, and nothing of the page.
import { LSPClient, type Transport } from '@codemirror/lsp-client';
import type { Extension } from '@codemirror/state';
import createPurifier from 'dompurify';
import { commands, statusNotification, type InitializationOptions, type Status } from '../../protocol/src/requests';
import type { Catalogue } from '../../protocol/src/say';
import { workerBundle, type FirstMessage } from '../../protocol/src/worker';

/** The first answer waits for the grammar. */
const patienceMs = 60_000;

/** Links in hovers: to the web, to commands of the page, and to places of its text. */
const allowedLinks = /^(?:https:|command:|playground:)/;

/** `texts` is what the server says it with; English without. */
export function startServer(
  analysed: (status: Status) => void,
  extensions: readonly Extension[],
  texts: Catalogue | undefined,
): LSPClient {
  const introduction: InitializationOptions = {
    trusted: false,
    commands: [commands.visualize],
    layouts: '',
    status: true,
    ...(texts && { texts }),
  };
  const purifier = createPurifier(window);
  const client = new LSPClient({
    timeout: patienceMs,
    initializationOptions: introduction,
    // A hover contains names of the text, and the text may come from a link.
    sanitizeHTML: (html) => purifier.sanitize(html, { ALLOWED_URI_REGEXP: allowedLinks, ADD_ATTR: ['target'] }),
    notificationHandlers: {
      [statusNotification]: (_client, status: Status) => {
        if (status.evaluating === undefined) analysed(status);
        return true;
      },
    },
    extensions,
  });
  return client.connect(transportOf(new Worker(workerBundle)));
}

function transportOf(worker: Worker): Transport {
  const assets = new URL('.', location.href).href.replace(/\/$/, '');
  worker.postMessage({ assets } satisfies FirstMessage);
  const handlers = new Set<(message: string) => void>();
  worker.addEventListener('message', ({ data }) => {
    for (const handler of handlers) handler(JSON.stringify(data));
  });
  return {
    send: (message) => worker.postMessage(JSON.parse(message)),
    subscribe: (handler) => void handlers.add(handler),
    unsubscribe: (handler) => void handlers.delete(handler),
  };
}
