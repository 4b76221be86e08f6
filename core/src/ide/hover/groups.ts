// The hover on calls that order work in the background: groups of `cp.async`, of warpgroup MMAs and of TMA stores. Says
// what the call closes or waits for, and how many groups may go on.
import { say } from '../../base/say';
import type { Call } from '../../analysis';
import { numbersOf } from '../../values/convert';
import { named, plain, type Inline } from '../blocks';

type Effect = (most: number | undefined) => string;

/** What each call does; of those that wait, given the number of groups that may go on. */
const effects: ReadonlyMap<string, Effect> = new Map<string, Effect>([
  ['cp_async_fence', () => say`closes a group: the asynchronous copies of this thread since the last one`],
  ['cp_async_wait', (most) => waits(most, say`asynchronous copies of this thread`)],
  ['warpgroup_arrive', () => say`orders what this warpgroup did with registers before its next MMAs`],
  ['warpgroup_commit_batch', () => say`closes a group: the MMAs of this warpgroup since the last one`],
  ['warpgroup_wait', (most) => waits(most, say`MMAs of this warpgroup`)],
  ['tma_store_arrive', () => say`closes a group: the TMA stores of this thread since the last one`],
  ['tma_store_wait', (most) => waits(most, say`TMA stores of this thread, until they have read shared memory`)],
]);

export const namesOfGroups: readonly string[] = [...effects.keys()];

export function ofGroups({ name, targs, operands }: Call): Inline[][] | undefined {
  // `cp_async_wait(Int<N>{})` is `cp_async_wait<N>()`.
  const given = targs[0] ?? operands[0]?.value;
  const text = effects.get(name)?.(given === undefined ? undefined : numbersOf([given])?.[0]);
  return text === undefined ? undefined : [[named(name), plain(` ${text}`)]];
}

function waits(most: number | undefined, what: string): string {
  if (most === undefined) return say`waits for groups of ${what}`;
  if (most === 0) return say`waits for all groups of ${what}`;
  if (most === 1) return say`waits for all groups but the last of ${what}`;
  return say`waits for all groups but the last ${most} of ${what}`;
}
