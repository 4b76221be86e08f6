// What server/src/runtime.ts is for Node, for browsers.
import type * as node from '../../server/src/runtime';

const turns: (() => void)[] = [];
const { port1, port2 } = new MessageChannel();
port1.onmessage = () => turns.shift()?.();

/** Runs `act` after what already waits in the event loop. Timers of browsers would wait for milliseconds. */
export function soon(act: () => void): void {
  turns.push(act);
  port2.postMessage(undefined);
}

/** A worker ends with its page, whatever timers it has. */
export const unattended = <T>(timer: T): T => timer;

/** Server and analysis are in one worker. Memory that workers share exists on isolated pages only. */
export const sharedIntegers = (length: number): Int32Array => new Int32Array(length);

({ soon, unattended, sharedIntegers }) satisfies typeof node;
