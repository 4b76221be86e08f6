// What the JavaScript runtime offers beyond the language, for Node: turns of the event loop, timers that keep no
// process alive, memory that threads share. browser/src/runtime.ts has the same for browsers, and takes its place in
// their bundles.

/** Runs `act` after what already waits in the event loop. */
export function soon(act: () => void): void {
  setImmediate(act);
}

/** A timer that does not keep the process alive. */
export function unattended(timer: NodeJS.Timeout): NodeJS.Timeout {
  return timer.unref();
}

/** Integers that the main thread and the analysis thread both see. */
export function sharedIntegers(length: number): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4 * length));
}
