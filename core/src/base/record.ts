// The one test by which an object of which nothing is known may be read, member by member. Knows no kinds of objects.

/** The members of an object by name, of which nothing is known. */
export type Members = Readonly<Record<string, unknown>>;

/** True for an object or an array, whose members may then be read by name. */
export function isRecord(x: unknown): x is Members {
  return typeof x === 'object' && x !== null;
}
