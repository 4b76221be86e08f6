// The words that probes leave behind, whole and damaged.
import { describe, expect, test } from 'vitest';
import { readRecords } from '../../../core/src/verify/records';

const magic = 0xc07e1e45;

function record(kind: number, fields: Partial<Record<number, number>>, text = '', numbers: readonly number[] = []): number[] {
  const bytes = [...text].map((c) => c.charCodeAt(0));
  while (bytes.length % 4 !== 0) bytes.push(0);
  const words = Array.from({ length: bytes.length / 4 }, (_, i) => (bytes[4 * i] ?? 0) | ((bytes[4 * i + 1] ?? 0) << 8) | ((bytes[4 * i + 2] ?? 0) << 16) | ((bytes[4 * i + 3] ?? 0) << 24));
  const head = Array.from({ length: 18 }, (_, i) => ({ 0: magic, 1: 18 + words.length + numbers.length, 2: kind, 12: text.length, ...fields })[i] ?? 0);
  return [...head, ...words, ...numbers];
}

const bytesOf = (words: readonly number[]): Uint8Array => new Uint8Array(Uint32Array.from(words, (word) => word >>> 0).buffer);
const value = record(1, { 3: 4, 4: 9, 6: 2, 7: 37, 8: 1, 9: 1, 10: 0x1000, 11: 0x7f, 13: 2, 14: 2 }, '(_2):(_1)\x1fgmem_ptr[32b](0x7f00001000)', [0, -1, 0, -4]);

describe('records', () => {
  test('a value with its pointer, start, elements and addresses', () => {
    expect(readRecords(bytesOf(value)).seen).toEqual([{ probe: 4, grid: 9, block: 2, thread: 37, hit: 1, text: '(_2):(_1)', pointer: 'gmem_ptr[32b](0x7f00001000)', start: 0x7f00001000, elements: [0, -1], addresses: [0, -4] }]);
  });
  test('owners, kernels and launches', () => {
    const read = readRecords(bytesOf([...record(4, { 3: 1 }), ...record(3, { 3: 0, 4: 9, 10: 77 }, '', [2, 3, 1, 128, 1, 1]), ...record(2, { 3: 4, 4: 9, 7: 5, 10: 64, 13: 2 }, '', [8, 9])]));
    expect(read.launches).toEqual([1]);
    expect(read.kernels).toEqual([{ kernel: 0, grid: 9, instantiation: 77, gridDim: [2, 3, 1], blockDim: [128, 1, 1] }]);
    expect(read.owned).toEqual([{ probe: 4, grid: 9, thread: 5, start: 64, elements: [8, 9] }]);
  });
  test('what a kernel that crashed left unfinished is passed over', () => {
    const unfinished = [0, ...value.slice(1)];
    const cut = value.slice(0, -3);
    expect(readRecords(bytesOf([...unfinished, 1, 2, 3, ...value, ...cut])).seen).toHaveLength(1);
    expect(readRecords(new Uint8Array(7)).seen).toEqual([]);
  });
});
