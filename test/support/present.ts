// What a test needs and finds missing is a failure of its own, with a sentence, rather than a wrong value further on.

/** The value, which must be there. */
export function present<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('A value that the test needs is missing.');
  return value;
}
