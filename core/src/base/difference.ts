// What differs between two texts: everything between their common beginning and their common end.

export interface Difference {
  readonly start: number;
  /** The end of the differing part in the text before and in the text after. */
  readonly endBefore: number;
  readonly endAfter: number;
}

/** Undefined where the texts are equal. */
export function differenceOf(before: string, after: string): Difference | undefined {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  let tail = 0;
  while (
    tail < shorter - start &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  )
    tail++;
  const difference = { start, endBefore: before.length - tail, endAfter: after.length - tail };
  return start === difference.endBefore && start === difference.endAfter ? undefined : difference;
}
