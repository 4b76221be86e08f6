// Shared memory as the hardware serves it: the addresses that one warp gives to one instruction, in, phases and
// wavefronts out. Knows neither layouts nor programs, only numbers. Units: bytes, and banks of 4 bytes.
//
// There are 32 banks, and word w of 4 bytes lies in bank w mod 32. An instruction is served in phases of as many
// threads as can together ask for 128 bytes: all 32 at 4 bytes or fewer, 16 at 8 bytes, 8 at 16 bytes; ldmatrix and
// stmatrix take one phase for each matrix, the eight threads that hold its rows. A phase takes as many wavefronts as
// the largest number of different words that it wants from one bank; threads that want the same word are served
// together. cp.async writes to shared memory by rules of its own: async.ts. Measured on an H200 with Nsight Compute:
// test/truth/bank-conflicts.json and test/memory/measured.json.

/** Byte addresses by lane, up to 32. A thread that takes no part has none. Only differences below 128 bytes matter for
 *  banks, so addresses may count from any place that is aligned to 128 bytes. */
export type WarpAddresses = readonly (number | undefined)[];

export const BANKS = 32;
export const BANK_BYTES = 4;
export const WARP_THREADS = 32;

/** What a load or store may move for one thread, in bytes. */
export type AccessWidth = 1 | 2 | 4 | 8 | 16;

export function isAccessWidth(bytes: number): bytes is AccessWidth {
  return [1, 2, 4, 8, 16].includes(bytes);
}

/** What an instruction does that threads wait for; a matrix has 8 rows of 16 bytes. */
export type WarpOperation =
  | { readonly op: 'load' | 'store'; readonly matrices: 0 }
  | { readonly op: 'ldmatrix' | 'stmatrix'; readonly matrices: 1 | 2 | 4 };

/** `load` and `store` move `bytesPerThread`; in `ldmatrix` and `stmatrix` thread 8i + r gives the row r of matrix i, 16
 *  bytes. */
export type SharedAccess =
  | { readonly op: 'load' | 'store'; readonly bytesPerThread: AccessWidth; readonly addresses: WarpAddresses }
  | { readonly op: 'ldmatrix' | 'stmatrix'; readonly matrices: 1 | 2 | 4; readonly addresses: WarpAddresses };

/** What is served at once when nothing is in the way. */
export interface Phase {
  /** Lanes, in order; those without an address are left out. */
  readonly lanes: readonly number[];
  /** For each of the 32 banks the different words (byte address / 4) that are wanted of it, ascending. */
  readonly wordsOfBank: readonly (readonly number[])[];
  /** Wavefronts: the most words of one bank. 1 is free of conflicts. */
  readonly ways: number;
}

export interface SharedCost {
  readonly phases: readonly Phase[];
  /** Of the worst phase: an n-way bank conflict, 1 where there is none. 0 where no thread takes part. */
  readonly ways: number;
  /** What Nsight Compute counts as `l1tex__data_pipe_lsu_wavefronts_mem_shared`. */
  readonly wavefronts: number;
  /** Wavefronts beyond one for each phase: `l1tex__data_bank_conflicts_pipe_lsu_mem_shared`. */
  readonly conflicts: number;
}

/** The bytes that one thread gives or gets at its address. */
export function bytesPerAddress(access: SharedAccess): number {
  return 'matrices' in access ? 16 : access.bytesPerThread;
}

/** How one instruction of a warp is served. Phases in which no thread takes part cost nothing and are left out. */
export function sharedCost(access: SharedAccess): SharedCost {
  const bytes = bytesPerAddress(access);
  const groups = merged(access, lanesOfPhases(access)).filter((lanes) => lanes.length > 0);
  const phases = groups.map((lanes) => phaseOf(lanes, access.addresses, bytes));
  const wavefronts = phases.reduce((sum, { ways }) => sum + ways, 0);
  return {
    phases,
    wavefronts,
    conflicts: wavefronts - phases.length,
    ways: Math.max(0, ...phases.map(({ ways }) => ways)),
  };
}

/** The bank of a byte address. */
export function bankOf(address: number): number {
  return Math.floor(address / BANK_BYTES) % BANKS;
}

function lanesOfPhases(access: SharedAccess): readonly (readonly number[])[] {
  const threads = Math.min(WARP_THREADS, 128 / bytesPerAddress(access));
  const all = 'matrices' in access ? 8 * access.matrices : WARP_THREADS;
  return Array.from({ length: all / threads }, (_, phase) => activeLanes(phase * threads, threads, access.addresses));
}

function activeLanes(first: number, count: number, addresses: WarpAddresses): readonly number[] {
  return Array.from({ length: count }, (_, at) => first + at).filter((lane) => addresses[lane] !== undefined);
}

/** Two neighbouring phases of a wide load become one where lanes 2i and 2i + 1 read the same address throughout, or
 *  lanes i and i xor 2 do: then both together want no more than 128 bytes. The hardware looks for no other repetition,
 *  and for none in stores. */
function merged(
  { op, addresses }: SharedAccess,
  phases: readonly (readonly number[])[],
): readonly (readonly number[])[] {
  if (op !== 'load' || phases.length < 2) return phases;
  const pairs = Array.from(
    { length: phases.length / 2 },
    (_, at) => [phases[2 * at] ?? [], phases[2 * at + 1] ?? []] as const,
  );
  return pairs.flatMap(([one, other]) => {
    const both = [...one, ...other];
    const repeats = [1, 2].some((bit) => both.every((lane) => addresses[lane] === addresses[lane ^ bit]));
    return repeats ? [both] : [one, other];
  });
}

function phaseOf(lanes: readonly number[], addresses: WarpAddresses, bytes: number): Phase {
  const wordsOfBank: number[][] = Array.from({ length: BANKS }, () => []);
  for (const lane of lanes) {
    const address = addresses[lane] ?? 0;
    const last = Math.floor((address + bytes - 1) / BANK_BYTES);
    for (let word = Math.floor(address / BANK_BYTES); word <= last; word++) {
      const words = wordsOfBank[((word % BANKS) + BANKS) % BANKS];
      if (words && !words.includes(word)) words.push(word);
    }
  }
  let ways = 0;
  for (const words of wordsOfBank) {
    ways = Math.max(ways, words.length);
    if (words.length > 1) words.sort((a, b) => a - b);
  }
  return { lanes, wordsOfBank, ways };
}
