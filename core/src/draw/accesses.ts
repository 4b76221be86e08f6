// The memory accesses of one warp instruction, laid over the words that a picture shows: which lanes touch a word, in
// which phase, and where they conflict. The rules of the hardware are in core/src/access.
import { counted } from '../base/counted';
import { say } from '../base/say';
import { invariant } from '../base/assert';
import {
  globalCost,
  isAccessWidth,
  sharedCost,
  SECTOR_BYTES,
  type GlobalCost,
  type SharedAccess,
  type SharedCost,
} from '../access/index';
import type { Accesses } from '../views/model';

const wordsOfLine = 32;
const bytesOfWord = 4;

export interface Touch {
  /** Ascending. */
  readonly lanes: readonly number[];
  /** The phase, counted from 0; always 0 for sectors. */
  readonly phase: number;
  /** The same phase accesses another word of the same bank. */
  readonly conflicts: boolean;
}

export interface AccessTable {
  /** By index of the picture: word `index % 32` of line `index / 32`. Undefined for a word that no lane touches. */
  at(index: number): Touch | undefined;
  /** The word lies in a fetched sector, even if no lane reads the word itself. */
  isFetched(index: number): boolean;
  readonly cost:
    { readonly unit: 'bank'; readonly shared: SharedCost } | { readonly unit: 'sector'; readonly global: GlobalCost };
  /** The cost as a sentence. */
  readonly summary: string;
}

/** The accesses of one instruction. Addresses in lines that the picture does not show count towards the cost too. */
export function accessTable(accesses: Accesses, instruction: number): AccessTable {
  const addresses = (accesses.addresses[instruction] ?? []).map((address) => address ?? undefined);
  const rowOf = new Map(accesses.lines.map((line, row) => [line, row]));
  const touches = new Map<number, { lanes: number[]; phase: number; conflicts: boolean }>();
  const indexOf = (word: number): number | undefined => {
    const row = rowOf.get(Math.floor(word / wordsOfLine));
    return row === undefined ? undefined : row * wordsOfLine + (word % wordsOfLine);
  };
  const touch = (lane: number, phase: number, conflictsAt: (word: number) => boolean): void => {
    const address = addresses[lane];
    if (address === undefined) return;
    for (let word = Math.floor(address / bytesOfWord); word * bytesOfWord < address + accesses.bytesPerThread; word++) {
      const index = indexOf(word);
      if (index === undefined) continue;
      const before = touches.get(index);
      if (before) before.lanes.push(lane);
      else touches.set(index, { lanes: [lane], phase, conflicts: conflictsAt(word) });
    }
  };
  if (accesses.unit === 'sector') {
    addresses.forEach((_, lane) => touch(lane, 0, () => false));
    const global = globalCost({ bytesPerThread: accesses.bytesPerThread, addresses });
    const sectorOf = (index: number): number => Math.floor(index / (SECTOR_BYTES / bytesOfWord));
    const fetched = new Set([...touches.keys()].map(sectorOf));
    return {
      at: (index) => touches.get(index),
      isFetched: (index) => fetched.has(sectorOf(index)),
      cost: { unit: 'sector', global },
      summary: sectorSummary(global),
    };
  }
  const shared = sharedCost(sharedAccess(accesses, addresses));
  shared.phases.forEach(({ lanes, wordsOfBank }, phase) => {
    for (const lane of lanes) touch(lane, phase, (word) => (wordsOfBank[word % wordsOfLine]?.length ?? 0) > 1);
  });
  return {
    at: (index) => touches.get(index),
    isFetched: () => false,
    cost: { unit: 'bank', shared },
    summary: bankSummary(shared),
  };
}

function sharedAccess({ op, bytesPerThread }: Accesses, addresses: readonly (number | undefined)[]): SharedAccess {
  if (op === 'ldmatrix' || op === 'stmatrix') {
    const rows = addresses.filter((address) => address !== undefined).length;
    return { op, matrices: rows > 16 ? 4 : rows > 8 ? 2 : 1, addresses };
  }
  invariant(isAccessWidth(bytesPerThread), 'a thread moves 1, 2, 4, 8 or 16 bytes');
  return { op, bytesPerThread, addresses };
}

function bankSummary({ phases, ways, wavefronts, conflicts }: SharedCost): string {
  const words = [
    counted(phases.length, 'phase', String(phases.length)),
    counted(wavefronts, 'wavefront', `${wavefronts}`),
  ];
  const inPhases = words.join(', ');
  return conflicts === 0
    ? say`No bank conflict: ${inPhases}.`
    : say`${ways}-way bank conflict: ${inPhases}, ${conflicts} more than without conflicts.`;
}

function sectorSummary({ sectors, lines, bytesUsed, bytesFetched, bestSectors }: GlobalCost): string {
  const used = bytesFetched === 0 ? 0 : Math.round((100 * bytesUsed) / bytesFetched);
  const best = sectors === bestSectors ? say`the fewest there can be` : say`${bestSectors} would hold as many bytes`;
  return say`${counted(sectors, 'sector', String(sectors))} of 32 bytes in ${counted(lines, 'line', String(lines))}, ${best}; ${used} % of the bytes fetched are used.`;
}
