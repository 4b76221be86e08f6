// Compares the model of shared and global memory with measurements on an H200, and tests laws that any such model must
// satisfy.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bankOf, globalCost, sharedCost, type SharedAccess } from '../../../core/src/access/index';
import { ROOT } from '../../support/fixture';
import { addressesOf } from '../../support/addresses';
import { atLeast } from '../../support/cases';

interface Measured {
  readonly access: SharedAccess['op'];
  readonly bytes_per_thread?: 4 | 8 | 16;
  readonly matrices?: 1 | 2 | 4;
  readonly byte_offset_of_thread_t: string;
  readonly wavefronts: number;
  readonly bank_conflicts: number;
}

const truth = JSON.parse(readFileSync(join(ROOT, 'test/truth/bank-conflicts.json'), 'utf8')) as {
  readonly cases: readonly Measured[];
};

function accessOf({
  access,
  bytes_per_thread: bytesPerThread = 4,
  matrices = 4,
  byte_offset_of_thread_t: offset,
}: Measured): SharedAccess {
  const addresses = addressesOf(offset);
  return access === 'load' || access === 'store'
    ? { op: access, bytesPerThread, addresses }
    : { op: access, matrices, addresses };
}

describe('shared memory', () => {
  test.each(
    atLeast(
      30,
      truth.cases.map(
        (one) =>
          [
            `${one.access} of ${one.bytes_per_thread ?? `${one.matrices} matrices`} at ${one.byte_offset_of_thread_t}`,
            one,
          ] as const,
      ),
    ),
  )('an H200 served a %s as predicted', (_, one) => {
    const { wavefronts, conflicts } = sharedCost(accessOf(one));
    expect({ wavefronts, conflicts }).toEqual({ wavefronts: one.wavefronts, conflicts: one.bank_conflicts });
  });

  test('all measurements are replayed', () => expect(truth.cases.length).toBeGreaterThanOrEqual(32));

  test('threads that take no part cost nothing', () => {
    const addresses = addressesOf('t*128').map((address, lane) => (lane < 4 ? address : undefined));
    expect(sharedCost({ op: 'load', bytesPerThread: 16, addresses })).toMatchObject({
      ways: 4,
      wavefronts: 4,
      conflicts: 3,
    });
    expect(sharedCost({ op: 'load', bytesPerThread: 4, addresses: [] })).toEqual({
      phases: [],
      ways: 0,
      wavefronts: 0,
      conflicts: 0,
    });
  });

  test('a phase names its lanes and the words of each bank', () => {
    const { phases } = sharedCost({ op: 'load', bytesPerThread: 8, addresses: addressesOf('t*16') });
    expect(phases.map(({ lanes }) => [lanes[0], lanes.length])).toEqual([
      [0, 16],
      [16, 16],
    ]);
    expect(phases[0]?.wordsOfBank[0]).toEqual([0, 32]);
    expect(phases[0]?.wordsOfBank[2]).toEqual([]);
  });

  test('two bytes of one word are one word', () => {
    expect(sharedCost({ op: 'load', bytesPerThread: 2, addresses: addressesOf('t*2') })).toMatchObject({
      wavefronts: 1,
      conflicts: 0,
    });
    expect(sharedCost({ op: 'load', bytesPerThread: 2, addresses: addressesOf('t*256') })).toMatchObject({ ways: 32 });
  });

  test('a move by whole rows of banks changes nothing, and each word lies in its bank', () => {
    for (const offset of ['t*4', 't*8', '(t%8)*128+(t/8)*16']) {
      const here = sharedCost({ op: 'load', bytesPerThread: 4, addresses: addressesOf(offset) });
      const there = sharedCost({ op: 'load', bytesPerThread: 4, addresses: addressesOf(`${offset}+1280`) });
      expect(there.wavefronts).toBe(here.wavefronts);
      for (const { wordsOfBank } of there.phases)
        wordsOfBank.forEach((words, bank) => words.forEach((word) => expect(bankOf(word * 4)).toBe(bank)));
    }
  });
});

describe('global memory', () => {
  test.each([
    [
      'neighbouring floats fill their sectors',
      4,
      't*4',
      { sectors: 4, lines: 1, bytesUsed: 128, bytesFetched: 128, bestSectors: 4 },
    ],
    [
      '16 bytes a thread are one request of 16 sectors',
      16,
      't*16',
      { sectors: 16, lines: 4, bytesUsed: 512, bytesFetched: 512, bestSectors: 16 },
    ],
    [
      'a column of a row-major matrix fetches eight times what it uses',
      4,
      't*512',
      { sectors: 32, lines: 32, bytesUsed: 128, bytesFetched: 1024, bestSectors: 4 },
    ],
    [
      'a start that is not aligned costs a sector more',
      4,
      't*4+4',
      { sectors: 5, lines: 2, bytesUsed: 128, bytesFetched: 160, bestSectors: 4 },
    ],
    [
      'one address for all is one sector',
      4,
      '0',
      { sectors: 1, lines: 1, bytesUsed: 4, bytesFetched: 32, bestSectors: 1 },
    ],
  ])('%s', (_, bytesPerThread, offset, expected) => {
    expect(globalCost({ bytesPerThread, addresses: addressesOf(offset) })).toEqual(expected);
  });
});
