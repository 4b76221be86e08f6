// Global memory as the hardware serves it: the addresses that one warp gives to one instruction in, sectors and lines
// out. Knows neither layouts nor programs, only numbers. Units: bytes.
//
// Memory is fetched in sectors of 32 bytes, four to a line of 128. One instruction of a warp is one request; each
// sector that it touches is fetched whole, once, however many threads want something of it.
import type { WarpAddresses } from './shared';

export const SECTOR_BYTES = 32;
export const LINE_BYTES = 128;

export interface GlobalAccess {
  readonly bytesPerThread: number;
  /** By lane, from any place that is aligned to 128 bytes. */
  readonly addresses: WarpAddresses;
}

export interface GlobalCost {
  /** Sectors of the request: `l1tex__t_sectors_pipe_lsu_mem_global` for one of
   *  `l1tex__t_requests_pipe_lsu_mem_global`. */
  readonly sectors: number;
  /** Lines of 128 bytes that the request touches: what its tags are looked up for. */
  readonly lines: number;
  /** Different bytes that the threads want. */
  readonly bytesUsed: number;
  /** Bytes of the sectors. */
  readonly bytesFetched: number;
  /** The fewest sectors that could hold as many bytes. */
  readonly bestSectors: number;
}

/** What one instruction of a warp fetches or writes. */
export function globalCost({ bytesPerThread, addresses }: GlobalAccess): GlobalCost {
  const bytes = new Set<number>();
  for (const address of new Set(addresses)) {
    if (address !== undefined) for (let at = 0; at < bytesPerThread; at++) bytes.add(address + at);
  }
  const sectors = countOf(bytes, SECTOR_BYTES);
  return {
    sectors,
    lines: countOf(bytes, LINE_BYTES),
    bytesUsed: bytes.size,
    bytesFetched: sectors * SECTOR_BYTES,
    bestSectors: Math.ceil(bytes.size / SECTOR_BYTES),
  };
}

function countOf(bytes: ReadonlySet<number>, unit: number): number {
  return new Set([...bytes].map((byte) => Math.floor(byte / unit))).size;
}
