// The entry point of the analysis thread: a worker, or a separate process that runs a verification. Loads the grammars
// beside the bundle.
import { join } from 'node:path';
import { workerData, type MessagePort } from 'node:worker_threads';
import { linksInto } from '../checks-page';
import { loadFrontEnd } from '../grammar';
import { inboxOf, parentInbox } from './inbox';
import { sharedLength } from './messages';
import { localQuestions } from './local-questions';
import { onDisk } from './outside';
import { Service } from './service';

const given: { readonly port: MessagePort; readonly memory: Int32Array } | null = workerData;
const inbox = given ? inboxOf(given.port) : parentInbox();
const memory = given?.memory ?? new Int32Array(sharedLength);
const linkOf = linksInto(join(__dirname, '..', 'docs', 'checks.md'));
loadFrontEnd(__dirname).then(
  (frontEnd) =>
    new Service({
      inbox,
      memory,
      frontEnd,
      outside: onDisk,
      questions: localQuestions,
      linkOf,
      role: given ? 'analyse' : 'verify',
    }),
  (error: unknown) => {
    throw new Error(`CuTe Lens could not load its grammar: ${String(error)}`);
  },
);
