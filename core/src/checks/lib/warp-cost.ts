// The cost of a warp's accesses to shared memory, with their own addresses or with others.
import {
  asyncCost,
  sharedCost,
  type AccessWidth,
  type SharedCost,
  type WarpAddresses,
  type WarpOperation,
} from '../../access/index';
import { known } from '../../algebra/errors';
import type { Layout } from '../../algebra/types';
import { spend } from '../../base/meter';
import type { Span } from '../../base/span';
import { moved, startOf, type WarpAccess } from './warp-accesses';

/** A bank conflict in a tensor whose layout is passed at one place. */
export interface Conflict {
  readonly access: WarpAccess;
  /** The tensor's layout as it is passed to the call that makes the tensor, and its place. */
  readonly layout: Layout;
  readonly span: Span;
  /** The accesses of all copies of the tensor. */
  readonly accesses: readonly WarpAccess[];
  /** The ways of the worst conflict. */
  readonly ways: number;
}

/** The cost of examining one instruction of a warp. */
const unitsOfInstruction = 256;

/** The cost of instruction `at` of a warp with the given addresses; undefined where it is not known. */
export function costOf(
  access: WarpAccess,
  bytes: AccessWidth,
  addresses: WarpAddresses,
  at: number,
): SharedCost | undefined {
  if (access.op === 'async-bypass') return undefined;
  if (access.op === 'async') {
    spend(unitsOfInstruction, 'instructions');
    const { counterpart } = access;
    const [from, start] = [counterpart?.instructions[at], counterpart && startOf(counterpart.root)];
    return from && start !== undefined && (bytes === 4 || bytes === 8 || bytes === 16)
      ? asyncCost({ bytesPerThread: bytes, to: addresses, from: moved(from, start) })
      : undefined;
  }
  return instructionCost(access, bytes, addresses);
}

/** The cost of an instruction that threads wait for. */
export function instructionCost(how: WarpOperation, bytes: AccessWidth, addresses: WarpAddresses): SharedCost {
  spend(unitsOfInstruction, 'instructions');
  if (how.op === 'ldmatrix' || how.op === 'stmatrix')
    return sharedCost({ op: how.op, matrices: how.matrices, addresses });
  return sharedCost({ op: how.op, bytesPerThread: bytes, addresses });
}

/** The worst conflict of all copies with other addresses; undefined where the addresses or the cost of one of them
 *  are not known. */
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
