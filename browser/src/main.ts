// The entry point of the language server in a web worker. The first message to the worker says where the grammars are;
// all others are those of the protocol.
import {
  BrowserMessageReader,
  BrowserMessageWriter,
  createConnection,
  ErrorCodes,
  ProposedFeatures,
} from 'vscode-languageserver/browser';
import { byLanguage, createFrontEnd } from '../../core/src/frontends/by-language';
import { readFilesRequest, type ReadFilesResult } from '../../protocol/src/requests';
import { workerBundle, type FirstMessage } from '../../protocol/src/worker';
import { serve } from '../../server/src/server';
import { propertyOf } from '../../server/src/unknown';
import { version } from '../../server/src/version';
import { Service } from '../../server/src/worker/service';
import type { Inbox } from '../../server/src/worker/inbox';
import { ClientFiles, type ReadFiles } from './client-files';
import { analyseHere, inOwnWorker } from './own-worker';
import { browserQuestions, cannotVerify } from './questions';
import { inThisWorker } from './same-worker';

declare const self: DedicatedWorkerGlobalScope;

/** The page of the checks in the repository, at this version. */
const checksPage = `https://github.com/cute-lens/cute-lens/blob/v${version}/docs/checks.md`;

function start(first: FirstMessage): void {
  const service = serviceWith(first.assets);
  if (first.isAnalysis) return analyseHere(service);
  const connection = createConnection(
    ProposedFeatures.all,
    new BrowserMessageReader(self),
    new BrowserMessageWriter(self),
  );
  // A page with nothing but a text answers no such request.
  const read: ReadFiles = (uris) =>
    connection.sendRequest<ReadFilesResult>(readFilesRequest, { uris }).catch((error: unknown) => {
      if (propertyOf(error, 'code') === ErrorCodes.MethodNotFound) return uris.map(() => null);
      throw error;
    });
  const here = inThisWorker((inbox, memory) => service(inbox, memory, read));
  const spawn = inOwnWorker(`${first.assets}/${workerBundle}`, first, read, here);
  serve(connection, { spawn, version, runsNothing: cannotVerify });
  connection.listen();
}

/** Makes the analysis service, with the grammars from a folder. */
function serviceWith(assets: string): (inbox: Inbox, memory: Int32Array, read: ReadFiles) => Promise<Service> {
  const grammar = async (name: string): Promise<Uint8Array> => {
    const reply = await fetch(`${assets}/${name}.wasm`);
    if (!reply.ok) throw new Error(`${reply.url}: ${reply.status}`);
    return new Uint8Array(await reply.arrayBuffer());
  };
  return async (inbox, memory, read) =>
    new Service({
      inbox,
      memory,
      frontEnd: await byLanguage((language) => createFrontEnd(language, grammar)),
      outside: (events) => new ClientFiles(read, events),
      questions: browserQuestions,
      linkOf: (slug) => `${checksPage}#${slug}`,
      role: 'analyse',
    });
}

self.onmessage = ({ data }: MessageEvent<FirstMessage>) => start(data);
