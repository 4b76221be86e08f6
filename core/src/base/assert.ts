// The one way to state that something cannot happen. A failure here is a bug in CuTe Lens, never bad input.

/** Thrown for a bug of ours. Tests see it; the server logs it and answers that one request with nothing. */
export class BugError extends Error {
  override readonly name = 'BugError';
}

/** Marks a place that no input can reach. `value` makes the compiler prove that a union is exhausted. */
export function never(value: never, what = 'unexpected case'): never {
  throw new BugError(`${what}: ${JSON.stringify(value)}`);
}

/** States an invariant of ours. Not for checking input. */
export function invariant(condition: boolean, what: string): asserts condition {
  if (!condition) throw new BugError(what);
}
