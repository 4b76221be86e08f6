// What threads of a block do one after the other, as a schedule takes it. A barrier, a memory and a place of the
// program are numbers or objects: nothing here knows a program.
import type { BlockAccess, Fence, Memory } from './hazards';

/** What threads begin in groups and wait for: copies by `cp.async`, products of a warpgroup, copies out of shared
 *  memory by TMA; and products into tensor memory, which report to a barrier. */
export type Background = 'copies' | 'products' | 'stores' | 'tensor-products';

/** What some threads do, for certain: those for which `who` is not 0. */
export type Step = Doing & { readonly who: Uint8Array };

/** The phase for which threads wait: one of this parity, or that of the arrival with this token. */
export type Awaited = { readonly parity: number } | { readonly token: number };

/** What they do. A barrier is a number. */
export type Doing =
  | { readonly is: 'access'; readonly memory: Memory; readonly access: BlockAccess; readonly to?: Background }
  /** All threads wait for each other, or those of some warps. */
  | { readonly is: 'barrier'; readonly warps?: readonly number[] }
  | { readonly is: 'fence'; readonly of: Fence }
  | { readonly is: 'relax' }
  | {
      readonly is: 'meet';
      readonly barrier: number;
      readonly threads: number;
      readonly waits: boolean;
      readonly site: number;
    }
  /** They begin what reads a memory that is not looked at. */
  | { readonly is: 'begin'; readonly of: Background }
  | { readonly is: 'close'; readonly of: Background }
  | {
      readonly is: 'drain';
      readonly of: Background;
      readonly pending: number;
      /** Copies that no group closes are not waited for. */
      readonly ofGroups?: boolean;
    }
  | { readonly is: 'init'; readonly barrier: number; readonly count: number; readonly site: number }
  | {
      readonly is: 'arrive';
      readonly barrier: number;
      readonly site: number;
      readonly bytes?: number;
      /** How often each thread arrives, where it is not once. */
      readonly times?: number;
      /** Of this arrival: threads may wait for the phase in which it was. */
      readonly token?: number;
    }
  | { readonly is: 'expect'; readonly barrier: number; readonly site: number; readonly bytes: number }
  | { readonly is: 'await'; readonly barrier: number; readonly phase: Awaited; readonly site: number }
  /** A barrier is told when the products are done that a thread of the warp has begun. */
  | { readonly is: 'report'; readonly barrier: number; readonly site: number }
  | {
      readonly is: 'copy';
      /** What it writes, where that is looked at. */
      readonly to: { readonly memory: Memory; readonly access: BlockAccess } | undefined;
      readonly barrier: number;
      readonly bytes: number;
      /** Of the call, among the places at which threads use barriers. */
      readonly site: number;
    }
  | { readonly is: 'left'; readonly barrier: number; readonly meeting: number; readonly site: number };

/** The same for some of the threads. */
export function only(step: Step, who: Uint8Array): Step {
  if (step.is === 'access') return { ...step, who, access: amongThem(step.access, who) };
  if (step.is !== 'copy' || !step.to) return { ...step, who };
  return { ...step, who, to: { ...step.to, access: amongThem(step.to.access, who) } };
}

function amongThem(access: BlockAccess, who: Uint8Array): BlockAccess {
  return accessOf(
    access,
    access.who.map((one, i) => (who[i] === 0 ? 0 : one)),
  );
}

export function accessOf(access: BlockAccess, who: Uint8Array): BlockAccess {
  return { ...access, who };
}
