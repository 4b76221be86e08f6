// The loads and stores of the first warp that comes to a place, place by place: the addresses of its threads for each
// instruction, as memory serves them; of asynchronous copies both sides together. Of atomic operations, and where a
// thread only may run, nothing is kept; but a loop of which nobody knows how often it runs counts as if it ran. Of
// a copy that threads only may make it is kept what all that may would do.
import { absent, present, type BlockAccess } from '../../access/hazards';
import { isAccessWidth, WARP_THREADS, type WarpAddresses } from '../../access/shared';
import { addressesOf } from '../../access/instructions';
import type { AccessPlace, AsyncCopy, InstructionKind, WarpInstructions } from '../../analysis';
import { spend } from '../../base/meter';
import { isSameSpan } from '../../base/span';

/** The instructions that are kept of a place. Further ones usually repeat them. */
const mostInstructions = 64;

/** The cost of keeping one instruction. */
const unitsOfInstruction = 4;

interface Logged extends Omit<WarpInstructions, 'count' | 'isSupposed'> {
  isSupposed: boolean;
  readonly warp: number;
  readonly instructions: WarpAddresses[];
  readonly by: AsyncCopy | undefined;
  count: number;
  isCounted: boolean;
  isClear: boolean;
  /** The other side of an asynchronous copy. */
  other?: Logged;
}

export class WarpLog {
  private readonly bySite = new Map<number, Logged>();
  /** The side of an asynchronous copy that was read last. */
  private read: Logged | undefined;

  /** `access` is made by instructions of this kind. One offset is the first element of one instruction. */
  note(
    site: number,
    place: AccessPlace,
    access: Omit<BlockAccess, 'site'>,
    kind: InstructionKind,
    running: { readonly certain: Uint8Array; readonly supposed: Uint8Array },
  ): void {
    const { offsets, who, together } = access;
    const { how, isCopy, elements, by } = kind;
    const bytes = access.bytes * elements;
    if (!isAccessWidth(bytes) || together === 'atomic') return;
    if (offsets.length > 1 && offsets.length % elements !== 0) return;
    const known = this.bySite.get(site);
    const warp = known?.warp ?? Math.floor(who.findIndex((one) => one !== absent) / WARP_THREADS);
    const first = warp * WARP_THREADS;
    const lanes = who.subarray(first, first + WARP_THREADS);
    if (warp < 0 || lanes.every((one) => one === absent)) return;
    const logged = known ?? {
      place,
      how,
      isCopy,
      bytes,
      by,
      warp,
      instructions: [],
      count: 0,
      isCounted: true,
      isSupposed: false,
      isClear: true,
    };
    this.bySite.set(site, logged);
    const { certain, supposed } = running;
    const isInLoop = (i: number): boolean => supposed[i] === 1 && certain[i] !== 1;
    const may = lanes.some((one, lane) => one !== absent && one !== present && !isInLoop(first + lane));
    if (may && isCopy) logged.isSupposed = true;
    if ((may && !isCopy) || logged.bytes !== bytes || logged.how.op !== how.op || logged.by !== by)
      logged.isClear = false;
    if (lanes.some((one) => one !== absent && one !== present)) logged.isCounted = false;
    if (by) this.pair(logged);
    logged.count += Math.max(1, offsets.length / elements);
    const more = addressesOf(access, elements, warp, mostInstructions - logged.instructions.length);
    spend(unitsOfInstruction * more.length, 'accesses');
    logged.instructions.push(...more);
  }

  /** A copy reads, then it writes. Where a place of the program copies between other memories too, nobody knows which
   *  instructions belong together. */
  private pair(one: Logged): void {
    if (!one.place.writes) {
      this.read = one;
      return;
    }
    const other = this.read;
    if (!other || !isSameSpan(other.place.span, one.place.span)) return;
    if ((one.other ?? other) !== other || (other.other ?? one) !== one) one.isClear = other.isClear = false;
    [one.other, other.other] = [other, one];
  }

  get all(): readonly WarpInstructions[] {
    return [...this.bySite.values()].flatMap((logged): readonly WarpInstructions[] => {
      const { other, isClear, isCounted, isSupposed, by, place, how, isCopy, bytes, instructions, count } = logged;
      if (!isClear || !isKnown(logged)) return [];
      const one = { place, how, isCopy, isSupposed, bytes, instructions, ...(isCounted && { count }) };
      if (!by) return [one];
      if (!other?.isClear || !isKnown(other) || other.count !== count) return [];
      return [{ ...one, pair: { by, place: other.place, instructions: other.instructions } }];
    });
  }
}

function isKnown({ instructions }: WarpInstructions): boolean {
  return !instructions.flat().some((address) => Number.isNaN(address));
}
