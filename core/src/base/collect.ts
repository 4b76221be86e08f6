// Lists and numbers as several rooms want them: in groups, with separators.

import { say } from './say';

/** The members of a list by what `key` says of them, in their order. */
export function groupBy<K, V>(list: Iterable<V>, key: (one: V) => K): ReadonlyMap<K, readonly V[]> {
  const groups = new Map<K, V[]>();
  for (const one of list) {
    const k = key(one);
    const group = groups.get(k);
    if (group) group.push(one);
    else groups.set(k, [one]);
  }
  return groups;
}

/** `49,152`. */
export function grouped(n: number): string {
  return String(n).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `8 or 16`, `4, 8 or 16`. */
export function oneOf(list: readonly (number | string)[]): string {
  return listed(list, (some, last) => say`${some} or ${last}`);
}

/** `A and B`, `A, B and C`. */
export function allOf(list: readonly (number | string)[]): string {
  return listed(list, (some, last) => say`${some} and ${last}`);
}

function listed(list: readonly (number | string)[], join: (some: string, last: string) => string): string {
  const last = String(list.at(-1) ?? '');
  return list.length < 2 ? last : join(list.slice(0, -1).join(', '), last);
}

/** `512 bytes`, `48 KiB`, `1,000 bytes`: in the largest unit that gives a whole number. */
export function bytesText(bytes: number): string {
  if (bytes >= 1 << 20 && bytes % (1 << 20) === 0) return say`${grouped(bytes / (1 << 20))} MiB`;
  if (bytes >= 1024 && bytes % 1024 === 0) return say`${grouped(bytes / 1024)} KiB`;
  return bytes === 1 ? say`1 byte` : say`${grouped(bytes)} bytes`;
}
