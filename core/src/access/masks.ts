// Sets of threads of a block: one number for each, which is 0 for those that are not in the set.
import { warpOf } from './order';

export function block(blocked: Uint8Array, who: Uint8Array): void {
  for (let i = 0; i < who.length; i++) if (who[i] !== 0) blocked[i] = 1;
}

export function either(a: Uint8Array, b: Uint8Array): Uint8Array {
  return a.map((one, i) => one || (b[i] ?? 0));
}

export function inWarp(who: Uint8Array, warp: number): Uint8Array {
  return who.map((one, i) => (warpOf(i) === warp ? one : 0));
}

export function justOne(length: number, thread: number): Uint8Array {
  const who = new Uint8Array(length);
  who[thread] = 2;
  return who;
}

export function threadsOf(who: Uint8Array): readonly number[] {
  return Array.from(who.keys()).filter((i) => who[i] !== 0);
}

export function warpsOf(who: Uint8Array): readonly number[] {
  return [...new Set(threadsOf(who).map(warpOf))];
}
