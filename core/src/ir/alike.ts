// Whether two pieces of a program are written alike, wherever they stand.
import { isRecord } from '../base/record';

/** The same expression or type twice. Names may mean different things where they stand. */
export function isAlike(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (!isRecord(a) || !isRecord(b)) return false;
  const keys = keysOf(a);
  return keys.length === keysOf(b).length && keys.every((key) => isAlike(a[key], b[key]));
}

function keysOf(record: object): readonly string[] {
  return Object.keys(record).filter((key) => key !== 'span' && key !== 'idSpan');
}
