// The accesses of a block as instructions of its warps.
import { absent, perhaps, type BlockAccess } from './hazards';
import { globalCost } from './global';
import {
  isAccessWidth,
  sharedCost,
  WARP_THREADS,
  type AccessWidth,
  type SharedCost,
  type WarpAddresses,
  type WarpOperation,
} from './shared';

/** The addresses of a warp for each instruction of `elements` elements; one offset is the first element of one
 *  instruction. `most` limits their number. */
export function addressesOf(
  { starts, offsets, who, spread }: Omit<BlockAccess, 'site'>,
  elements: number,
  warp: number,
  most: number,
): readonly WarpAddresses[] {
  const first = warp * WARP_THREADS;
  const lanes = who.subarray(first, first + WARP_THREADS);
  const instructions: WarpAddresses[] = [];
  for (let at = 0; at < offsets.length && instructions.length < most; at += elements)
    instructions.push(
      Array.from(lanes, (one, lane) => {
        const start = (starts[first + lane] ?? NaN) + (offsets[at] ?? NaN);
        return one === absent ? undefined : spread ? spread(start) : start;
      }),
    );
  return instructions;
}

/** What shared memory takes for an instruction; `bytes` at each address. */
export function operationCost(how: WarpOperation, bytes: AccessWidth, addresses: WarpAddresses): SharedCost {
  return how.matrices === 0
    ? sharedCost({ op: how.op, bytesPerThread: bytes, addresses })
    : sharedCost({ op: how.op, matrices: how.matrices, addresses });
}

/** What all warps of a block take for an access, and what they would take if nothing were in the way: wavefronts of
 *  shared memory, or sectors of global memory. */
export interface BlockCost {
  readonly units: number;
  readonly best: number;
}

/** The instructions of a block that are looked at. */
const mostInstructions = 1 << 10;

/** The cost of an access to shared or global memory by instructions that move `elements` elements for each thread.
 *  Undefined where a thread only may make it, an address is not known, or the instructions are too many. */
export function blockCost(
  access: Omit<BlockAccess, 'site'>,
  { how, elements, isShared }: { readonly how: WarpOperation; readonly elements: number; readonly isShared: boolean },
): BlockCost | undefined {
  const { who, bytes, offsets } = access;
  const width = bytes * elements;
  const warps = Math.ceil(who.length / WARP_THREADS);
  if (!isAccessWidth(width) || who.includes(perhaps) || (warps * offsets.length) / elements > mostInstructions)
    return undefined;
  if (offsets.length > 1 && offsets.length % elements !== 0) return undefined;
  let [units, best] = [0, 0];
  for (let warp = 0; warp < warps; warp++) {
    for (const addresses of addressesOf(access, elements, warp, mostInstructions)) {
      if (addresses.some((address) => Number.isNaN(address))) return undefined;
      if (isShared) {
        const { wavefronts, phases } = operationCost(how, width, addresses);
        units += wavefronts;
        best += phases.length;
      } else {
        const { sectors, bestSectors } = globalCost({ bytesPerThread: width, addresses });
        units += sectors;
        best += bestSectors;
      }
    }
  }
  return { units, best };
}
