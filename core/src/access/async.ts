// cp.async as the hardware serves it: numbers in, numbers out. It reads global memory and writes shared memory in one
// instruction, and what one side costs depends on the other. Measured on an H200 with Nsight Compute:
// test/memory/measured.json, 1,008 pairs of patterns. Units: bytes.
//
// Through the cache (.ca), a phase whose threads read from one line of 128 bytes is written like a store. What happens
// where a phase reads from several lines, or two threads of it read the same bytes, is not written down anywhere and
// not modelled here. Around the cache (.cg), no bank conflict is ever counted; but a sector of shared memory is filled
// from one line of global memory at a time, and each such fill counts as a sector transferred.
import { LINE_BYTES, SECTOR_BYTES } from './global';
import { sharedCost, WARP_THREADS, type SharedCost, type WarpAddresses } from './shared';

export interface AsyncAccess {
  readonly bytesPerThread: 4 | 8 | 16;
  /** By lane, in shared memory. */
  readonly to: WarpAddresses;
  /** By lane, in global memory, from any place that is aligned to 128 bytes. */
  readonly from: WarpAddresses;
}

/** What one instruction through the cache costs shared memory; undefined where that is not known. */
export function asyncCost({ bytesPerThread, to, from }: AsyncAccess): SharedCost | undefined {
  const lanes = Math.min(WARP_THREADS, LINE_BYTES / bytesPerThread);
  for (let first = 0; first < WARP_THREADS; first += lanes) {
    const read = from.slice(first, first + lanes);
    const lines = new Set(
      read.map((address) => (address === undefined ? undefined : Math.floor(address / LINE_BYTES))),
    );
    if (lines.size !== 1 || lines.has(undefined) || new Set(read).size < read.length) return undefined;
  }
  return sharedCost({ op: 'store', bytesPerThread, addresses: to });
}

/** The sectors that one instruction around the cache moves; undefined where threads write the same place. */
export function bypassSectors({ to, from }: AsyncAccess): number | undefined {
  if (new Set(to).size < to.length) return undefined;
  const fillings = to.flatMap((address, lane) => {
    const source = from[lane];
    return address === undefined || source === undefined
      ? []
      : [`${Math.floor(source / LINE_BYTES)} ${Math.floor(address / SECTOR_BYTES)}`];
  });
  return new Set(fillings).size;
}
