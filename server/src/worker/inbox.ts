// Where the analysis thread's messages come from and go to.
import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads';
import type { FromThread, ToThread } from './messages';

export interface Inbox {
  say(message: FromThread): void;
  onMessage(listener: (message: ToThread) => void): void;
  /** The next message that has arrived, taken at once; undefined where there is none, or none can be taken so. */
  next(): ToThread | undefined;
  close(): void;
}

/** Messages of a port, which can be taken in the middle of something else too. */
export function inboxOf(port: MessagePort): Inbox {
  return {
    say: (message) => port.postMessage(message),
    onMessage: (listener) => void port.on('message', listener),
    next: () => (receiveMessageOnPort(port) as { message: ToThread } | undefined)?.message,
    close: () => port.close(),
  };
}

/** Messages of a parent process. They cannot be taken in the middle of something. When it goes, or says so, this one
 *  ends. */
export function parentInbox(): Inbox {
  const early: ToThread[] = [];
  let listener = (message: ToThread): void => void early.push(message);
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
