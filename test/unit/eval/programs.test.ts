// Random programs with what the real CuTe printed in them (`npm run test:oracle -- programs --record`): every value
// that is shown without reservation is among the printed ones.
import { expect, test } from 'vitest';
import { compareProgram } from '../../oracle/programs/compare';
import { programOf } from '../../oracle/programs/generate';
import { marksOf, probed } from '../../oracle/programs/marks';
import { recordedPrograms } from '../../oracle/programs/recorded';
import { smallerPrograms } from '../../oracle/programs/shrink';
import { cudaFrontEnd } from '../../support/front-end';
import { atLeast } from '../../support/cases';

const recorded = recordedPrograms();

test('there are recorded programs', () => {
  expect(recorded.length).toBeGreaterThan(10);
});

test.each(
  atLeast(
    24,
    recorded.map((one) => [one.id, one] as const),
  ),
)('%s', async (_, one) => {
  expect(compareProgram(one, one.printed, await cudaFrontEnd()).wrong).toEqual([]);
});

test('most of what the programs declare is known', async () => {
  const reader = await cudaFrontEnd();
  const outcomes = recorded.map((one) => compareProgram(one, one.printed, reader));
  const sum = (of: (outcome: (typeof outcomes)[number]) => number): number =>
    outcomes.reduce((n, outcome) => n + of(outcome), 0);
  expect(sum(({ known }) => known) / sum(({ asked }) => asked)).toBeGreaterThan(0.85);
});

test('a program of a seed is always the same', () => {
  expect(programOf(7)).toEqual(programOf(7));
  expect(programOf(7).text).not.toBe(programOf(8).text);
});

test('marks become probes, and launches calls', () => {
  const source = {
    id: 'P0',
    text: '#include <cute/tensor.hpp>\nusing namespace cute;\nint main() {\n  int x = 3; //? x\n  k<<<1, 32>>>(x);\n}\n',
  };
  expect(marksOf(source)).toEqual([{ id: 0, line: 3, name: 'x' }]);
  expect(probed(source)).toContain('int x = 3; ::cute_lens_seen(0, x);');
  expect(probed(source)).toContain('k(x)');
});

test('a smaller program lacks a line, a block, or an operand', () => {
  const texts = smallerPrograms({
    id: 'P0',
    text: '#include <a>\nusing namespace cute;\nint main() {\n  if (a) {\n    b = (c + 1);\n  }\n}\n',
  }).map(({ text }) => text.split('\n').slice(2).join(' '));
  expect(texts).toContain('int main() {   if (a) {   } } ');
  expect(texts).toContain('int main() {     b = (c + 1); } ');
  expect(texts).toContain('int main() { } ');
  expect(texts).toContain('int main() {   if (a) {     b = c;   } } ');
});
