// What a warp's accesses to shared memory cost, with the addresses that they have or with others.
import { asyncCost, sharedCost, type AccessWidth, type SharedCost, type WarpAddresses } from '../../access/index';
import { known } from '../../algebra/errors';
import type { Layout } from '../../algebra/types';
import { spend } from '../../base/meter';
import type { Span } from '../../base/span';
import { moved, startOf, type WarpAccess } from './warp-accesses';

/** A conflict in a tensor whose layout is given at one place. */
export interface Conflict {
  readonly access: WarpAccess;
  /** Of the tensor, as it is given to the call that makes the tensor, and where. */
  readonly layout: Layout;
  readonly span: Span;
  /** Every copy of the tensor. */
  readonly accesses: readonly WarpAccess[];
  /** Of the worst of them. */
  readonly ways: number;
}

/** What it costs to look at one instruction of a warp. */
const unitsOfInstruction = 256;

/** The cost of instruction `at` of a warp, which may be given other addresses; undefined where that is not known. */
export function costOf(
  access: WarpAccess,
  bytes: AccessWidth,
  addresses: WarpAddresses,
  at: number,
): SharedCost | undefined {
  if (access.op === 'async-bypass') return undefined;
  spend(unitsOfInstruction, 'instructions');
  if (access.op === 'async') {
    const { counterpart } = access;
    const [from, start] = [counterpart?.instructions[at], counterpart && startOf(counterpart.root)];
    return from && start !== undefined && (bytes === 4 || bytes === 8 || bytes === 16)
      ? asyncCost({ bytesPerThread: bytes, to: addresses, from: moved(from, start) })
      : undefined;
  }
  if (access.op === 'ldmatrix' || access.op === 'stmatrix')
    return sharedCost({ op: access.op, matrices: access.matrices, addresses });
  return sharedCost({ op: access.op, bytesPerThread: bytes, addresses });
}

/** The worst conflict of all copies with other addresses; undefined where one of them has none. */
export function worstWays(
  accesses: readonly WarpAccess[],
  addressesOf: (access: WarpAccess) => readonly WarpAddresses[] | undefined,
): number | undefined {
  return known(() => {
    const ways = accesses.map((access) => {
      const instructions = addressesOf(access);
      return (
        instructions &&
        Math.max(1, ...instructions.map((addresses, at) => costOf(access, access.bytes, addresses, at)?.ways ?? 1))
      );
    });
    return ways.every((one) => one !== undefined) ? Math.max(0, ...ways) : undefined;
  });
}
