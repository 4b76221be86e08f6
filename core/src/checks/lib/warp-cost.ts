// The cost of a warp's accesses: of those that are followed, and of a partition with other addresses.
import {
  asyncCost,
  bypassSectors,
  globalCost,
  operationCost,
  SECTOR_BYTES,
  type AccessWidth,
  type GlobalCost,
  type SharedCost,
  type WarpAddresses,
  type WarpOperation,
} from '../../access/index';
import type { WarpInstructions } from '../../analysis';
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

/** What shared memory takes for instruction `at` of a place, with these addresses; undefined where it is not known. */
export function sharedCostOf(
  { how, pair }: WarpInstructions,
  bytes: AccessWidth,
  addresses: WarpAddresses,
  at: number,
): SharedCost | undefined {
  if (!pair) return instructionCost(how, bytes, addresses);
  return pair.by === 'async' ? throughCache(bytes, addresses, pair.instructions[at]) : undefined;
}

/** What global memory moves for instruction `at` of a place. A copy around the cache moves as many sectors as it fills
 *  in shared memory, and at least those of its addresses. */
export function globalCostOf({ bytes, instructions, pair }: WarpInstructions, at: number): GlobalCost {
  spend(unitsOfInstruction, 'instructions');
  const addresses = instructions[at] ?? [];
  const cost = globalCost({ bytesPerThread: bytes, addresses });
  const to = pair?.by === 'async-bypass' ? pair.instructions[at] : undefined;
  const sectors = to && bypassSectors({ bytesPerThread: 16, to, from: addresses });
  return sectors === undefined ? cost : { ...cost, sectors, bytesFetched: sectors * SECTOR_BYTES };
}

function throughCache(bytes: AccessWidth, to: WarpAddresses, from: WarpAddresses | undefined): SharedCost | undefined {
  spend(unitsOfInstruction, 'instructions');
  return from && (bytes === 4 || bytes === 8 || bytes === 16)
    ? asyncCost({ bytesPerThread: bytes, to, from })
    : undefined;
}

/** The cost of instruction `at` of a partition with the given addresses; undefined where it is not known. */
export function costOf(
  access: WarpAccess,
  bytes: AccessWidth,
  addresses: WarpAddresses,
  at: number,
): SharedCost | undefined {
  if (access.op === 'async-bypass') return undefined;
  if (access.op === 'async') {
    const { counterpart } = access;
    const [from, start] = [counterpart?.instructions[at], counterpart && startOf(counterpart.root)];
    return start === undefined ? undefined : throughCache(bytes, addresses, from && moved(from, start));
  }
  return instructionCost(access, bytes, addresses);
}

/** The cost of an instruction that threads wait for. */
export function instructionCost(how: WarpOperation, bytes: AccessWidth, addresses: WarpAddresses): SharedCost {
  spend(unitsOfInstruction, 'instructions');
  return operationCost(how, bytes, addresses);
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
