// What CuTe authors write after declarations, and what is only prose.
import { expect, test } from 'vitest';
import { modeNames } from '../../../core/src/ide/hover/mode-names';
import { lowerBody } from '../../support/front-end';

async function names(line: string, rank: number): Promise<readonly string[]> {
  const {
    program,
    body: [first],
  } = await lowerBody(line);
  return first?.is === 'Let' ? modeNames(program, first.nameSpan, rank) : [];
}

test.each([
  ['auto x = f(a, b); // (BLK_M,BLK_K,k)', 3, ['BLK_M', 'BLK_K', 'k']],
  ['auto x = f(a);                            //  ( MMA , MMA_M,MMA_K )', 3, ['MMA', 'MMA_M', 'MMA_K']],
  ['auto x = f(a);  // ((CPY,X),CPY_M)', 2, ['(CPY,X)', 'CPY_M']],
  ['auto x =\n    f(a,\n      b); // (M,N)', 2, ['M', 'N']],
  ['auto x = f(a); // (CPY,CPY_M,CPY_K) for the first stage', 3, ['CPY', 'CPY_M', 'CPY_K']],
  ['auto x = f("http://a;b"); // (M,N)', 2, ['M', 'N']],
  ['auto x = f(a /* ; */); // (M,N)', 2, ['M', 'N']],
])('%j names %i modes', async (line, rank, expected) => {
  expect(await names(line, rank)).toEqual(expected);
});

test.each([
  [
    'auto [x, y] = f(a); // (TMA,k) and (TMA,PIPE)',
    [
      ['TMA', 'k'],
      ['TMA', 'PIPE'],
    ],
  ],
  ['auto [x, y] = f(a); // (TMA,k)', [[], []]],
  ['auto [x, y] = f(a); // (TMA,k) (A,B) (C,D)', [[], []]],
])('%j names the modes of each name', async (line, expected) => {
  const {
    program,
    body: [first],
  } = await lowerBody(line);
  const found = first?.is === 'Bindings' ? first.names.map(({ span }) => modeNames(program, span, 2)) : [];
  expect(found).toEqual(expected);
});

test.each([
  ['auto x = f(a); // (M,N)', 3],
  ['auto x = f(a); // copies (A,B) to smem', 2],
  ['auto x = f(a); // (1,2)', 2],
  ['auto x = f(a);\n// (M,N)', 2],
  ['auto x = f(a)', 1],
  ['auto x = f(a); g("// (M,N)");', 2],
])('%j says nothing about %i modes', async (line, rank) => {
  expect(await names(line, rank)).toEqual([]);
});
