// The analysis in a worker of its own, inside the worker of the server. A worker cannot look into its mail while it
// works, and pages that are not isolated have no memory that workers share. What it can see is whether a URL of a blob
// is still good: each message brings one that is good until the next message is posted, and one that is good until the
// next message that may make an analysis obsolete. Where that is not allowed either, an analysis runs to its end, but
// the server answers meanwhile.
import type { FirstMessage } from '../../protocol/src/worker';
import type { Inbox, Mail } from '../../server/src/worker/inbox';
import { shared, type FromThread, type ToThread } from '../../server/src/worker/messages';
import type { Service } from '../../server/src/worker/service';
import type { Spawn, Spawned } from '../../server/src/worker/spawn';
import type { ReadFiles } from './client-files';
import { browserQuestions } from './questions';

/** What the server's worker posts: a message with its two URLs, or files that were asked for. */
type Posted =
  | { readonly message: ToThread; readonly untilNext: string; readonly untilChange: string }
  | { readonly read: number; readonly texts: readonly (string | null)[] };

/** What the analysis posts: that it is there, a message, or the names of files that it wants. */
type Told = 'ready' | { readonly message: FromThread } | { readonly read: number; readonly uris: readonly string[] };

// ---- In the server's worker ----------------------------------------------------------------------------------------

/** A URL that is good until the next one is made. */
class Signal {
  private readonly blob = new Blob();
  url = URL.createObjectURL(this.blob);

  /** Makes the next one; what is returned ends the one before, once the message is posted. */
  renew(): () => void {
    const before = this.url;
    this.url = URL.createObjectURL(this.blob);
    return () => URL.revokeObjectURL(before);
  }
}

/** Starts the analysis in a worker that runs `script`. Where none can be started, `otherwise` starts it elsewhere. */
export function inOwnWorker(script: string, first: FirstMessage, read: ReadFiles, otherwise: Spawn): Spawn {
  return (role, memory) => {
    let listener: (message: FromThread) => void = () => undefined;
    let died: (why: string) => void = () => undefined;
    const early: ToThread[] = [];
    let there: Spawned | undefined;
    const elsewhere = (): void => {
      if (there) return;
      there = otherwise(role, memory);
      there.onMessage((message) => listener(message));
      there.onDeath((why) => died(why));
      early.splice(0).forEach((message) => there?.post(message));
    };
    const worker = newWorker(script);
    if (worker) {
      const own = ownSpawned(worker, read, (message) => listener(message));
      const begin = ({ data }: MessageEvent<Told>): void => {
        if (data !== 'ready') return;
        worker.removeEventListener('message', begin);
        there ??= own;
        early.splice(0).forEach(own.post);
      };
      worker.addEventListener('message', begin);
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        if (there === own) died(event.message || 'error');
        else elsewhere();
      });
      worker.postMessage({ ...first, isAnalysis: true } satisfies FirstMessage);
    } else elsewhere();
    return {
      post: (message) => void (there ? there.post(message) : early.push(message)),
      onMessage: (heard) => (listener = heard),
      onDeath: (heard) => (died = heard),
      end: async () => {
        worker?.terminate();
        await there?.end();
      },
    };
  };
}

/** A script of another origin is fetched by one of this origin. Undefined where the page allows no worker. */
function newWorker(script: string): Worker | undefined {
  try {
    if (new URL(script).origin === self.location.origin) return new Worker(script);
    return new Worker(URL.createObjectURL(new Blob([`importScripts(${JSON.stringify(script)})`])));
  } catch {
    return undefined;
  }
}

function ownSpawned(worker: Worker, read: ReadFiles, heard: (message: FromThread) => void): Spawned {
  const [next, change] = [new Signal(), new Signal()];
  const post = (posted: Posted): void => worker.postMessage(posted);
  worker.addEventListener('message', ({ data }: MessageEvent<Told>) => {
    if (data === 'ready') return;
    if ('message' in data) heard(data.message);
    else
      void read(data.uris).then(
        (texts) => post({ read: data.read, texts }),
        () => post({ read: data.read, texts: data.uris.map(() => null) }),
      );
  });
  return {
    post: (message) => {
      const kind = kindOf(message);
      const ended = [...(kind ? [next.renew()] : []), ...(kind === 'change' ? [change.renew()] : [])];
      post({ message, untilNext: next.url, untilChange: change.url });
      for (const end of ended) end();
    },
    onMessage: () => undefined,
    onDeath: () => undefined,
    end: async () => worker.terminate(),
  };
}

/** What a message means for an analysis that runs: it may be obsolete, or somebody waits who need not wait for it. */
function kindOf(message: ToThread): Mail | undefined {
  if (message.do === 'look' || message.do === 'withdraw') return undefined;
  if (message.do !== 'ask') return 'change';
  return browserQuestions[message.method]?.waits === 'settled' ? undefined : 'question';
}

// ---- In the worker of the analysis ---------------------------------------------------------------------------------

declare const self: DedicatedWorkerGlobalScope;

/** How often a running analysis looks whether the URLs are good, in milliseconds: a look takes about one. */
const lookMs = 40;

/** Makes the service in this worker, for the server that started it. */
export function analyseHere(start: (inbox: Inbox, memory: Int32Array, read: ReadFiles) => Promise<Service>): void {
  const memory = new Int32Array(Object.keys(shared).length);
  const asked = new Map<number, (texts: readonly (string | null)[]) => void>();
  const early: ToThread[] = [];
  let take = (message: ToThread): void => void early.push(message);
  let [untilNext, untilChange] = ['', ''];
  /** Whether URLs of blobs may be looked at here: unknown before the first. */
  let canLook: boolean | undefined;
  let looked = 0;
  const tell = (told: Told): void => self.postMessage(told);
  self.onmessage = ({ data }: MessageEvent<Posted>) => {
    if ('read' in data) return void asked.get(data.read)?.(data.texts);
    ({ untilNext, untilChange } = data);
    Atomics.add(memory, shared.posted, 1);
    take(data.message);
  };
  const inbox: Inbox = {
    say: (message) => tell({ message }),
    onMessage: (listener) => {
      take = listener;
      early.splice(0).forEach(listener);
    },
    next: () => undefined,
    close: () => self.close(),
    waiting: () => {
      const now = performance.now();
      if (now - looked < lookMs || untilNext === '' || canLook === false) return undefined;
      looked = now;
      canLook ??= isGood(URL.createObjectURL(new Blob()));
      if (!canLook || isGood(untilNext)) return undefined;
      return isGood(untilChange) ? 'question' : 'change';
    },
  };
  let reads = 0;
  const read: ReadFiles = (uris) =>
    new Promise((resolve) => {
      const id = ++reads;
      asked.set(id, (texts) => {
        asked.delete(id);
        resolve(texts);
      });
      tell({ read: id, uris });
    });
  start(inbox, memory, read).then(
    () => tell('ready'),
    // The server hears of an error that is thrown, and of no rejection.
    (error: unknown) =>
      setTimeout(() => {
        throw error;
      }),
  );
}

function isGood(url: string): boolean {
  const request = new XMLHttpRequest();
  try {
    request.open('GET', url, false);
    request.send();
    return request.status === 200;
  } catch {
    return false;
  }
}
