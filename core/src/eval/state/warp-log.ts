// The accesses of single elements by the first warp that makes them, place by place: the addresses of its threads for
// each instruction, as memory serves them. Of atomic operations, and where a thread only may run, nothing is kept.
import { absent, perhaps, type BlockAccess } from '../../access/hazards';
import { isAccessWidth, WARP_THREADS, type WarpAddresses } from '../../access/shared';
import type { AccessPlace, ElementAccess } from '../../analysis';

/** The instructions that are kept of a place. Further ones usually repeat them. */
const mostInstructions = 64;

interface Logged extends ElementAccess {
  readonly warp: number;
  readonly instructions: WarpAddresses[];
  count: number;
  isClear: boolean;
}

export class WarpLog {
  private readonly bySite = new Map<number, Logged>();

  note(site: number, place: AccessPlace, access: Omit<BlockAccess, 'site'>): void {
    const { bytes, starts, who, spread, together, isAsync } = access;
    if (!isAccessWidth(bytes) || together !== undefined || isAsync === true) return;
    const known = this.bySite.get(site);
    const warp = known?.warp ?? Math.floor(who.findIndex((one) => one !== absent) / WARP_THREADS);
    const of = (table: Uint8Array): Uint8Array => table.subarray(warp * WARP_THREADS, (warp + 1) * WARP_THREADS);
    if (warp < 0 || of(who).every((one) => one === absent)) return;
    const logged = known ?? { place, bytes, warp, instructions: [], count: 0, isClear: true };
    this.bySite.set(site, logged);
    logged.count++;
    if (of(who).includes(perhaps) || logged.bytes !== bytes) logged.isClear = false;
    if (logged.instructions.length >= mostInstructions) return;
    const first = warp * WARP_THREADS;
    logged.instructions.push(
      Array.from(of(who), (one, lane) => {
        const start = starts[first + lane] ?? NaN;
        return one === absent ? undefined : spread ? spread(start) : start;
      }),
    );
  }

  get all(): readonly ElementAccess[] {
    return [...this.bySite.values()].filter(
      ({ isClear, instructions }) => isClear && !instructions.flat().some((address) => Number.isNaN(address)),
    );
  }
}
