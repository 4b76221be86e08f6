// What the repairs of comments and of dropped values write: names stay, and nothing changes but what is wrong.
import { expect, test } from 'vitest';
import { checkFixtures, repairsOf } from '../../support/check-fixture';
import { present } from '../../support/present';

async function titles(slug: string): Promise<readonly string[]> {
  const fixture = present(checkFixtures().find(({ name }) => name.endsWith(`/${slug}.cu`)));
  const repairs = await repairsOf(fixture);
  return repairs.filter(({ diagnostic }) => diagnostic.code === slug).map(({ fix }) => fix.title);
}

test('a shape keeps the names whose modes are certain, and a mapping is given no shape', async () => {
  expect(await titles('stale-shape-comment')).toEqual([
    'Write m-major',
    'Write (_128,_64)',
    'Write (_128,_64)',
    'Write (BLK_M,64)',
    'Write (TILE_M,TILE_N)',
    'Write ((_2,_4),_3)',
  ]);
});

test('a printed layout keeps its names, and what stands before it', async () => {
  expect(await titles('stale-printed-comment')).toEqual([
    'Write (_64,_64):(_1,_256)',
    'Write (BLK_M,64):(1,256)',
    'Write (5,_4):(_1,5)',
    'Write (_4,_2):(_1@0,_1@1)',
  ]);
});

test('a dropped value is passed where the call takes it, and removed elsewhere', async () => {
  expect(await titles('dropped-value')).toEqual([
    'Pass both: 1, 2',
    'Keep only 2, as C++ does',
    'Pass both: _4{}, _8{}',
    'Keep only _8{}, as C++ does',
    'Keep only 2, as C++ does',
    'Keep only 2, as C++ does',
  ]);
});
