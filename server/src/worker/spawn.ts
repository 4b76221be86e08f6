// Starts analysis threads: a worker of this process, or a separate process for verification.
import { say } from '../../../core/src/base/say';
import { MessageChannel, Worker } from 'node:worker_threads';
import { forked } from '../toolchain/execute';
import type { FromThread, Role, ToThread } from './messages';

/** A running thread. */
export interface Spawned {
  post(message: ToThread): void;
  onMessage(listener: (message: FromThread) => void): void;
  /** Ends the thread at any time. Resolves once nothing that it started is left. */
  end(): Promise<void>;
  /** Registers a listener that is called once if the thread ends on its own. */
  onDeath(listener: (why: string) => void): void;
}

export type Spawn = (role: Role, memory: Int32Array) => Spawned;

/** The largest JavaScript heap of a thread, in megabytes. */
const defaultMegabytes = 1024;
/** The young generation of the heap is larger than the default, since evaluation creates many short-lived objects. */
const youngMegabytes = 48;

/** Starts threads that run the bundle `file`. Verification runs in a separate process, which cleans up what it started
 *  however it ends. */
export function bundled(file: string, mostMegabytes = defaultMegabytes): Spawn {
  return (role, memory) =>
    role === 'analyse' ? worker(file, memory, mostMegabytes) : ownProcess(file, mostMegabytes, role === 'confirm');
}

function worker(file: string, memory: Int32Array, mostMegabytes: number): Spawned {
  const { port1, port2 } = new MessageChannel();
  const thread = new Worker(file, {
    workerData: { port: port2, memory },
    transferList: [port2],
    resourceLimits: { maxOldGenerationSizeMb: mostMegabytes, maxYoungGenerationSizeMb: youngMegabytes },
    // Standard output belongs to the protocol.
    stdout: true,
  });
  return {
    post: (message) => port1.postMessage(message),
    onMessage: (listener) => void port1.on('message', listener),
    end: async () => void (await thread.terminate()),
    onDeath: (listener) => {
      let why = say`it ended`;
      thread.on(
        'error',
        (error: Error & { code?: string }) =>
          (why =
            error.code === 'ERR_WORKER_OUT_OF_MEMORY'
              ? say`it took more than ${mostMegabytes} MB of memory`
              : (error.stack ?? error.message)),
      );
      thread.on('exit', () => listener(why));
    },
  };
}

function ownProcess(file: string, mostMegabytes: number, inBackground: boolean): Spawned {
  const child = forked(file, mostMegabytes, inBackground);
  const ended = new Promise<number | null>((settle) => void child.on('exit', settle));
  return {
    post: (message) => void (child.connected && child.send(message)),
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- a door: the child sends nothing else
    onMessage: (listener) => void child.on('message', (message) => listener(message as FromThread)),
    end: async () => {
      child.kill('SIGTERM');
      await ended;
    },
    onDeath: (listener) => void ended.then((code) => listener(say`it ended (${code ?? 'killed'})`)),
  };
}
