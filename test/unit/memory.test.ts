// Bank conflicts and coalescing, as predicted, against what Nsight Compute counted on a GPU: test/memory/measured.json.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { globalCost, sharedCost, type SharedAccess } from '../../core/src/access/index';
import { addressesOf } from '../support/addresses';
import { ROOT } from '../support/fixture';
import type { Launch } from '../support/measured-memory';
import { MEMORY, memoryPage, MEMORY_PAGE, predictTiles, readMeasured } from '../support/predicted-memory';

const measured = readMeasured();

test.each(['tiles', 'patterns'] as const)('the %s that were measured are those of the repository', (program) => {
  const hash = createHash('sha256').update(readFileSync(join(MEMORY, `${program}.cu`))).digest('hex').slice(0, 16);
  expect(measured.hashes[program]).toBe(hash);
});

describe('copies of a tile', async () => {
  const predicted = await predictTiles();

  test('every kernel was measured, and has a prediction unless it copies by cp.async', () => {
    expect(predicted.map(({ kernel }) => kernel)).toEqual(measured.tiles.map(({ kernel }) => kernel));
    expect(predicted.filter(({ counters }) => Object.keys(counters).length < 2).every(({ kernel }) => kernel.startsWith('async_'))).toBe(true);
  });

  test.each(predicted.filter(({ counters }) => Object.keys(counters).length > 0).map((one) => [one.kernel, one.counters, measured.tiles.find(({ kernel }) => kernel === one.kernel)?.counters ?? {}] as const))('%s', (_, counters, counted) => {
    const same = Object.keys(counters).map((name) => [name, counted[name as keyof typeof counted] ?? 0]);
    expect(Object.fromEntries(same)).toEqual(counters);
  });
});

const modelled = measured.patterns.filter(({ access }) => !access?.startsWith('async'));

describe('single instructions', () => {
  test('of many kinds were measured', () => {
    expect(new Set(modelled.map(({ access, bytes }) => `${access} ${bytes}`)).size).toBeGreaterThanOrEqual(18);
  });

  test.each(modelled.map((launch) => [`${launch.access} ${launch.bytes} ${launch.formula}`, launch] as const))('%s', (_, launch) => {
    const { counters } = launch;
    const { globalLoadRequests = 0, globalLoadSectors = 0, globalStoreRequests = 0, globalStoreSectors = 0 } = counters;
    const { sharedLoadWavefronts = 0, sharedLoadConflicts = 0, sharedStoreWavefronts = 0, sharedStoreConflicts = 0 } = counters;
    const shared = sharedOf(launch);
    if (shared) {
      const { wavefronts, conflicts } = sharedCost(shared);
      expect({ wavefronts, conflicts }).toEqual({ wavefronts: sharedLoadWavefronts + sharedStoreWavefronts, conflicts: sharedLoadConflicts + sharedStoreConflicts });
    } else {
      const { sectors } = globalCost({ bytesPerThread: launch.bytes ?? 0, addresses: addressesOf(launch.formula ?? '') });
      expect({ requests: 1, sectors }).toEqual({ requests: globalLoadRequests + globalStoreRequests, sectors: globalLoadSectors + globalStoreSectors });
    }
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
