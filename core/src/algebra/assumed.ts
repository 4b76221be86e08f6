// The assumptions that a number rests on, as ascending ids.
import { spend } from '../base/meter';

/** The union of two sets of assumptions, ascending. */
export function mergeFrom(
  a: readonly number[] | undefined,
  b: readonly number[] | undefined,
): readonly number[] | undefined {
  if (a === undefined || a === b) return b;
  if (b === undefined) return a;
  spend(a.length + b.length, 'assumptions');
  const merged: number[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    const [x, y] = [a[i] ?? Infinity, b[j] ?? Infinity];
    merged.push(Math.min(x, y));
    if (x <= y) i++;
    if (y <= x) j++;
  }
  return merged.length === a.length ? a : merged.length === b.length ? b : merged;
}
