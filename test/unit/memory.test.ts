// Bank conflicts and coalescing, as predicted, against what Nsight Compute counted on a GPU: test/memory/measured.json.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { asyncCost, bypassSectors, globalCost, sharedCost, type SharedAccess } from '../../core/src/access/index';
import { addressesOf } from '../support/addresses';
import { ROOT } from '../support/fixture';
import type { Launch } from '../support/measured-memory';
import {
  MEMORY,
  memoryPage,
  MEMORY_PAGE,
  predictFollowed,
  predictTiles,
  readMeasured,
} from '../support/predicted-memory';
import { atLeast } from '../support/cases';

const measured = readMeasured();

test.each(['loops', 'tiles', 'patterns'] as const)(
  'the %s that were measured are those of the repository',
  (program) => {
    const hash = createHash('sha256')
      .update(readFileSync(join(MEMORY, `${program}.cu`)))
      .digest('hex')
      .slice(0, 16);
    expect(measured.hashes[program]).toBe(hash);
  },
);

describe('copies of a tile', async () => {
  const predicted = await predictTiles();

  test('every kernel was measured, and has a prediction', () => {
    expect(predicted.map(({ kernel }) => kernel)).toEqual(measured.tiles.map(({ kernel }) => kernel));
    expect(predicted.filter(({ counters }) => Object.keys(counters).length < 2)).toEqual([]);
  });

  test.each(
    atLeast(
      30,
      predicted
        .filter(({ counters }) => Object.keys(counters).length > 0)
        .map(
          (one) =>
            [
              one.kernel,
              one.counters,
              measured.tiles.find(({ kernel }) => kernel === one.kernel)?.counters ?? {},
            ] as const,
        ),
    ),
  )('%s', (_, counters, counted) => {
    const same = Object.keys(counters).map((name) => [name, counted[name as keyof typeof counted] ?? 0]);
    expect(Object.fromEntries(same)).toEqual(counters);
  });
});

describe.each([
  ['tiles', 30],
  ['loops', 15],
] as const)('all loads and stores of a kernel of %s whose threads are followed', async (program, least) => {
  const predicted = await predictFollowed(program);
  const joinedByEight = await predictFollowed(program, 8);

  test('stand in every kernel', () => {
    expect(predicted.map(({ kernel }) => kernel)).toEqual(measured[program].map(({ kernel }) => kernel));
    expect(predicted.filter(({ counters }) => Object.keys(counters).length < 4)).toEqual([]);
  });

  test.each(
    atLeast(
      least,
      predicted.map(({ kernel, counters }) => [kernel, counters] as const),
    ),
  )('%s', (kernel, followed) => {
    let counters = followed;
    const counted = measured[program].find((one) => one.kernel === kernel)?.counters ?? {};
    if (kernel === 'transposed_halves') counters = joinedByEight.find((one) => one.kernel === kernel)?.counters ?? {};
    // The first round reads sums(2t) and sums(2t + 1): the compiler joins both to one load, which has no conflict.
    if (kernel === 'tree_from_near_to_far')
      counters = {
        ...counters,
        sharedLoadWavefronts: (counters.sharedLoadWavefronts ?? 0) - 2,
        sharedLoadConflicts: (counters.sharedLoadConflicts ?? 0) - 2,
      };
    const same = Object.keys(counters).map((name) => [name, counted[name as keyof typeof counted] ?? 0]);
    expect(Object.fromEntries(same)).toEqual(counters);
  });
});

const modelled = measured.patterns.filter(({ from }) => from === undefined);
const copies = measured.patterns.flatMap((launch) => {
  const { access, bytes, formula = '', from, counters } = launch;
  return from === undefined
    ? []
    : [
        {
          name: `${access} ${bytes} ${formula} <- ${from}`,
          access,
          counters,
          model: { bytesPerThread: bytes as 4 | 8 | 16, to: addressesOf(formula), from: addressesOf(from) },
        },
      ];
});

describe('single instructions', () => {
  test('of many kinds were measured', () => {
    expect(new Set(modelled.map(({ access, bytes }) => `${access} ${bytes}`)).size).toBeGreaterThanOrEqual(18);
  });

  test.each(
    atLeast(
      100,
      modelled.map((launch) => [`${launch.access} ${launch.bytes} ${launch.formula}`, launch] as const),
    ),
  )('%s', (_, launch) => {
    const { counters } = launch;
    const { globalLoadRequests = 0, globalLoadSectors = 0, globalStoreRequests = 0, globalStoreSectors = 0 } = counters;
    const {
      sharedLoadWavefronts = 0,
      sharedLoadConflicts = 0,
      sharedStoreWavefronts = 0,
      sharedStoreConflicts = 0,
    } = counters;
    const shared = sharedOf(launch);
    if (shared) {
      const { wavefronts, conflicts } = sharedCost(shared);
      expect({ wavefronts, conflicts }).toEqual({
        wavefronts: sharedLoadWavefronts + sharedStoreWavefronts,
        conflicts: sharedLoadConflicts + sharedStoreConflicts,
      });
    } else {
      const { sectors } = globalCost({
        bytesPerThread: launch.bytes ?? 0,
        addresses: addressesOf(launch.formula ?? ''),
      });
      expect({ requests: 1, sectors }).toEqual({
        requests: globalLoadRequests + globalStoreRequests,
        sectors: globalLoadSectors + globalStoreSectors,
      });
    }
  });
});

describe('cp.async', () => {
  const through = copies.filter(({ access }) => access === 'async');
  const around = copies.filter(({ access }) => access === 'async-bypass');

  test('through the cache is written like a store, where each phase reads from one line', () => {
    const known = through.flatMap((one) => {
      const cost = asyncCost(one.model);
      return cost ? [{ ...one, cost }] : [];
    });
    expect(known.length).toBeGreaterThanOrEqual(200);
    expect(new Set(known.map(({ cost }) => cost.ways))).toEqual(new Set([1, 2, 4, 8, 16, 32]));
    expect(
      known.filter(({ cost, counters }) => cost.conflicts !== (counters.asyncConflicts ?? 0)).map(({ name }) => name),
    ).toEqual([]);
  });

  test('through the cache reads the sectors that it touches', () => {
    const sectors = ({ model: { bytesPerThread, from } }: (typeof through)[number]): number =>
      globalCost({ bytesPerThread, addresses: from }).sectors;
    expect(through.filter((one) => sectors(one) !== one.counters.globalLoadSectors).map(({ name }) => name)).toEqual(
      [],
    );
  });

  test('around the cache moves a sector for each that it fills from a line, and has no conflicts', () => {
    const known = around.filter(({ model }) => bypassSectors(model) !== undefined);
    expect(known.length).toBeGreaterThanOrEqual(240);
    expect(
      known
        .filter(({ model, counters }) => bypassSectors(model) !== counters.globalLoadSectors)
        .map(({ name }) => name),
    ).toEqual([]);
    expect(around.filter(({ counters }) => counters.asyncConflicts !== undefined)).toEqual([]);
  });
});

function sharedOf({ access, bytes, formula = '' }: Launch): SharedAccess | undefined {
  const addresses = addressesOf(formula);
  if (access === 'load' || access === 'store') return { op: access, bytesPerThread: bytes as 4, addresses };
  return access === 'ldmatrix' || access === 'stmatrix' ? { op: access, matrices: bytes as 4, addresses } : undefined;
}

test('the page says what was measured', async () => {
  expect(readFileSync(join(ROOT, MEMORY_PAGE), 'utf8')).toBe(await memoryPage());
});
