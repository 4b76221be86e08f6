// Makes a missing value a failure with a message of its own, instead of a wrong value later in the test.

/** The value, which must be there. */
export function present<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('A value that the test needs is missing.');
  return value;
}
