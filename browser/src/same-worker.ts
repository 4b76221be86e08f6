// The analysis thread in the worker of the server itself. Its messages are delivered between turns, and an analysis
// that polls takes what has been delivered; what the editor sends meanwhile is delivered when the analysis has ended,
// since no worker can look into its mail while it works.
import { soon } from '../../server/src/runtime';
import type { Inbox } from '../../server/src/worker/inbox';
import type { FromThread, ToThread } from '../../server/src/worker/messages';
import type { Service } from '../../server/src/worker/service';
import type { Spawn } from '../../server/src/worker/spawn';

/** `start` makes the service when what it needs is loaded. */
export function inThisWorker(start: (inbox: Inbox, memory: Int32Array) => Promise<Service>): Spawn {
  return (_role, memory) => {
    const mail: ToThread[] = [];
    let take: ((message: ToThread) => void) | undefined;
    let heard: (message: FromThread) => void = () => undefined;
    let died: (why: string) => void = () => undefined;
    const deliver = (): void => {
      for (let next = take && mail.shift(); next; next = mail.shift()) take?.(next);
    };
    const starting = start(
      {
        say: (message) => heard(message),
        onMessage: (listener) => {
          take = listener;
          soon(deliver);
        },
        next: () => mail.shift(),
        close: () => undefined,
      },
      memory,
    );
    starting.catch((error: unknown) => died(String(error)));
    return {
      post: (message) => {
        mail.push(message);
        soon(deliver);
      },
      onMessage: (listener) => (heard = listener),
      onDeath: (listener) => (died = listener),
      end: async () => (await starting).stop(),
    };
  };
}
