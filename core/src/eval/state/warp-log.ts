// The loads and stores of the first warp that comes to a place, place by place: the addresses of its threads for each
// instruction, as memory serves them. Of atomic operations and asynchronous copies, and where a thread only may run,
// nothing is kept.
import { absent, perhaps, type BlockAccess } from '../../access/hazards';
import { isAccessWidth, WARP_THREADS, type WarpAddresses } from '../../access/shared';
import type { AccessPlace, WarpInstructions } from '../../analysis';
import { spend } from '../../base/meter';

/** The instructions that are kept of a place. Further ones usually repeat them. */
const mostInstructions = 64;

/** The cost of keeping one instruction. */
const unitsOfInstruction = 4;

/** What an instruction is, whether a copy makes it, and how many elements it moves for a thread. */
export type InstructionKind = Pick<WarpInstructions, 'how' | 'isCopy'> & { readonly elements: number };

interface Logged extends WarpInstructions {
  readonly warp: number;
  readonly instructions: WarpAddresses[];
  count: number;
  isClear: boolean;
}

export class WarpLog {
  private readonly bySite = new Map<number, Logged>();

  /** `access` is made by instructions of this kind. One offset is the first element of one instruction. */
  note(site: number, place: AccessPlace, access: Omit<BlockAccess, 'site'>, kind: InstructionKind): void {
    const { starts, offsets, who, spread, together, isAsync } = access;
    const { how, isCopy, elements } = kind;
    const bytes = access.bytes * elements;
    if (!isAccessWidth(bytes) || together === 'atomic' || isAsync === true) return;
    if (offsets.length > 1 && offsets.length % elements !== 0) return;
    const known = this.bySite.get(site);
    const warp = known?.warp ?? Math.floor(who.findIndex((one) => one !== absent) / WARP_THREADS);
    const first = warp * WARP_THREADS;
    const lanes = who.subarray(first, first + WARP_THREADS);
    if (warp < 0 || lanes.every((one) => one === absent)) return;
    const logged = known ?? { place, how, isCopy, bytes, warp, instructions: [], count: 0, isClear: true };
    this.bySite.set(site, logged);
    if (lanes.includes(perhaps) || logged.bytes !== bytes || logged.how.op !== how.op) logged.isClear = false;
    logged.count += Math.max(1, offsets.length / elements);
    for (let at = 0; at < offsets.length && logged.instructions.length < mostInstructions; at += elements) {
      spend(unitsOfInstruction, 'accesses');
      logged.instructions.push(
        Array.from(lanes, (one, lane) => {
          const start = (starts[first + lane] ?? NaN) + (offsets[at] ?? NaN);
          return one === absent ? undefined : spread ? spread(start) : start;
        }),
      );
    }
  }

  get all(): readonly WarpInstructions[] {
    return [...this.bySite.values()].filter(
      ({ isClear, instructions }) => isClear && !instructions.flat().some((address) => Number.isNaN(address)),
    );
  }
}
