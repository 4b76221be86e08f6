// Sets of threads of a block: one number for each, which is 0 for those that are not in the set.
import { warpOf } from './order';
import { WARP_THREADS } from './shared';

export function block(blocked: Uint8Array, who: Uint8Array): void {
  for (let i = 0; i < who.length; i++) if (who[i] !== 0) blocked[i] = 1;
}

export function either(a: Uint8Array, b: Uint8Array): Uint8Array {
  return a.map((one, i) => one || (b[i] ?? 0));
}

export function inWarp(who: Uint8Array, warp: number): Uint8Array {
  const first = warp * WARP_THREADS;
  const some = new Uint8Array(who.length);
  some.set(who.subarray(first, first + WARP_THREADS), first);
  return some;
}

export function justOne(length: number, thread: number): Uint8Array {
  const who = new Uint8Array(length);
  who[thread] = 2;
  return who;
}

export function threadsOf(who: Uint8Array): readonly number[] {
  const threads: number[] = [];
  for (let i = 0; i < who.length; i++) if (who[i] !== 0) threads.push(i);
  return threads;
}

export function warpsOf(who: Uint8Array): readonly number[] {
  const warps: number[] = [];
  for (let i = 0; i < who.length; i++) {
    if (who[i] === 0) continue;
    warps.push(warpOf(i));
    i |= WARP_THREADS - 1;
  }
  return warps;
}

export function isEmpty(who: Uint8Array): boolean {
  for (let i = 0; i < who.length; i++) if (who[i] !== 0) return false;
  return true;
}

export function isSame(a: Uint8Array, b: Uint8Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Those of both. */
export function both(a: Uint8Array, b: Uint8Array): Uint8Array {
  const some = a.slice();
  for (let i = 0; i < some.length; i++) if (b[i] === 0) some[i] = 0;
  return some;
}

/** Those of the first that are not in the second. */
export function without(a: Uint8Array, b: Uint8Array): Uint8Array {
  return a.map((one, i) => (b[i] === 0 ? one : 0));
}
