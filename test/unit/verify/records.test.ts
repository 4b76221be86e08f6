// Reading the memory words that probes write, complete and damaged.
import { describe, expect, test } from 'vitest';
import { readRecords } from '../../../core/src/verify/records';
import { recordsOf } from '../../../server/src/verify-evidence';
import { bytesOf, bytesOfRecords, record } from '../../support/record-words';
import { readRecord } from '../../support/verify-records';

const value = record(
  1,
  { 3: 4, 4: 9, 6: 2, 7: 37, 8: 1, 9: 1, 10: 0x1000, 11: 0x7f, 13: 2, 14: 2 },
  '(_2):(_1)\x1fgmem_ptr[32b](0x7f00001000)',
  [0, -1, 0, -4],
);

describe('records', () => {
  test('a value with its pointer, start, elements and addresses', () => {
    expect(readRecords(bytesOf(value)).seen).toEqual([
      {
        probe: 4,
        grid: 9,
        block: 2,
        thread: 37,
        hit: 1,
        text: '(_2):(_1)',
        pointer: 'gmem_ptr[32b](0x7f00001000)',
        start: 0x7f00001000,
        elements: [0, -1],
        addresses: [0, -4],
      },
    ]);
  });
  test('owners, kernels and launches', () => {
    const read = readRecords(
      bytesOf([
        ...record(4, { 3: 1 }),
        ...record(3, { 3: 0, 4: 9, 10: 77 }, '', [2, 3, 1, 128, 1, 1]),
        ...record(2, { 3: 4, 4: 9, 7: 5, 10: 64, 13: 2 }, '', [8, 9]),
      ]),
    );
    expect(read.launches).toEqual([1]);
    expect(read.kernels).toEqual([
      { kernel: 0, grid: 9, instantiation: 77, gridDim: [2, 3, 1], blockDim: [128, 1, 1] },
    ]);
    expect(read.owned).toEqual([{ probe: 4, grid: 9, thread: 5, start: 64, elements: [8, 9] }]);
  });
  test('everything that an H200 recorded of a program is read as it was written', () => {
    const all = recordsOf(readRecord('local_partition'));
    expect(all.seen.length).toBeGreaterThan(100);
    expect(readRecords(bytesOfRecords(all))).toEqual(all);
  });
  test('what a kernel that crashed left unfinished is passed over', () => {
    const unfinished = [0, ...value.slice(1)];
    const cut = value.slice(0, -3);
    expect(readRecords(bytesOf([...unfinished, 1, 2, 3, ...value, ...cut])).seen).toHaveLength(1);
    expect(readRecords(new Uint8Array(7)).seen).toEqual([]);
  });
});
