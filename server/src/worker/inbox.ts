// Receives and sends the messages of the analysis thread, over a port or from a parent process.
import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads';
import type { FromThread, ToThread } from './messages';

/** What a message means for an analysis that runs: it may have made it obsolete, or somebody waits for an answer. */
export type Mail = 'change' | 'question';

export interface Inbox {
  say(message: FromThread): void;
  onMessage(listener: (message: ToThread) => void): void;
  /** Takes the next message synchronously; undefined if there is none, or if this channel cannot be read
   *  synchronously. */
  next(): ToThread | undefined;
  /** What waits that `next` cannot take, where this channel can tell. */
  waiting?(): Mail | undefined;
  close(): void;
}

/** Messages of a port. They can be read synchronously, during an analysis. */
export function inboxOf(port: MessagePort): Inbox {
  return {
    say: (message) => port.postMessage(message),
    onMessage: (listener) => void port.on('message', listener),
    next: () => receiveMessageOnPort(port)?.message,
    close: () => port.close(),
  };
}

/** Messages of a parent process. They cannot be read synchronously. This process ends when the parent exits or tells it
 *  to. */
export function parentInbox(): Inbox {
  const early: ToThread[] = [];
  let listener = (message: ToThread): void => void early.push(message);
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- a door: the parent sends nothing else
  process.on('message', (message) => listener(message as ToThread));
  process.on('disconnect', () => process.exit(0));
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.once(signal, () => process.exit(1));
  return {
    say: (message) => process.send?.(message),
    onMessage: (take) => {
      listener = take;
      early.splice(0).forEach(take);
    },
    next: () => undefined,
    close: () => process.disconnect(),
  };
}
