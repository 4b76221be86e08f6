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

/** What is known to be there. `what` says why. */
export function present<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new BugError(what);
  return value;
}

/** The element `i` of a list that is known to have one. */
export function elementAt<T>(list: readonly T[], i: number): T {
  return list[i] ?? outside(i);
}

/** The number `i` of a row that is known to have one. */
export function numberAt(row: Float64Array, i: number): number {
  return row[i] ?? outside(i);
}

/** Thrown apart from its callers, so that these stay small enough for the engine to read a list in place. */
export function outside(i: number): never {
  throw new BugError(`there is no element ${i}`);
}
