// What probes leave in memory, word by word as cpp/values.ts writes it: for tests that need records without a GPU.
import type { Records } from '../../core/src/verify/records';

const magic = 0xc07e1e45;

/** One record: its kind, words of its head by number, a text, and numbers behind it. */
export function record(
  kind: number,
  fields: Partial<Record<number, number>>,
  text = '',
  numbers: readonly number[] = [],
): number[] {
  const bytes = [...text].map((c) => c.charCodeAt(0));
  while (bytes.length % 4 !== 0) bytes.push(0);
  const words = Array.from(
    { length: bytes.length / 4 },
    (_, i) =>
      (bytes[4 * i] ?? 0) |
      ((bytes[4 * i + 1] ?? 0) << 8) |
      ((bytes[4 * i + 2] ?? 0) << 16) |
      ((bytes[4 * i + 3] ?? 0) << 24),
  );
  const head = Array.from(
    { length: 18 },
    (_, i) => ({ 0: magic, 1: 18 + words.length + numbers.length, 2: kind, 12: text.length, ...fields })[i] ?? 0,
  );
  return [...head, ...words, ...numbers];
}

export const bytesOf = (words: readonly number[]): Uint8Array =>
  new Uint8Array(Uint32Array.from(words, (word) => word >>> 0).buffer);

/** The file that a program with these records would leave behind. */
export function bytesOfRecords({ seen, owned, kernels, launches }: Records): Uint8Array {
  const low = (n: number): number => n % 2 ** 32;
  const high = (n: number): number => Math.floor(n / 2 ** 32);
  const ofGrid = (grid: number) => ({ 4: low(grid), 5: high(grid) });
  const ofStart = (start: number) => ({ 10: low(start), 11: high(start) });
  return bytesOf([
    ...launches.flatMap((site) => record(4, { 3: site })),
    ...kernels.flatMap((one) =>
      record(3, { 3: one.kernel, ...ofGrid(one.grid), 10: one.instantiation }, '', [...one.gridDim, ...one.blockDim]),
    ),
    ...seen.flatMap(({ probe, grid, block, thread, hit, text, pointer, start, elements = [], addresses = [] }) => {
      const head = {
        3: probe,
        ...ofGrid(grid),
        6: block,
        7: thread,
        8: hit,
        ...(start === undefined ? {} : { 9: 1, ...ofStart(start) }),
        13: elements.length,
        14: addresses.length,
      };
      return record(1, head, pointer === undefined ? text : `${text}\x1f${pointer}`, [...elements, ...addresses]);
    }),
    ...owned.flatMap(({ probe, grid, thread, start, elements }) =>
      record(2, { 3: probe, ...ofGrid(grid), 7: thread, ...ofStart(start), 13: elements.length }, '', elements),
    ),
  ]);
}
