// Questions about values that would take too much time are answered with a sentence.
import { expect, test } from 'vitest';
import { explanationAt, hover, inlayHints, visualizeAt } from '../../../core/src/ide/index';
import { spend } from '../../../core/src/base/meter';
import { analyzeFiles } from '../../support/engine';

const text =
  '#include <cute/tensor.hpp>\nusing namespace cute;\nauto whole = make_layout(make_shape(_8{}, _4{}));\nauto part = logical_divide(whole, _2{});\n';

/** What tells the steps of a derivation goes on without an end. */
const endless = (): never => {
  for (;;) spend(1 << 12);
};

test('a hover, an explanation, a picture and a hint that take too much say so', async () => {
  const analysis = await analyzeFiles([{ name: 'asked.cu', text }]);
  const [file = ''] = analysis.facts.keys();
  const at = { analysis, file, offset: text.indexOf('part'), active: undefined, textOf: () => text };
  const told = hover({ ...at, explain: endless, verdictAt: endless });
  expect(JSON.stringify(told?.blocks)).toMatch(/part is too large to show here/);
  expect(explanationAt({ ...at, explain: endless })?.explanation).toMatchObject({
    by: 'logical_divide',
    steps: [],
    result: 'too large to explain',
  });
  expect(visualizeAt({ ...at, explain: endless, measuredAt: endless })).toMatchObject({
    is: 'unknown',
    reason: 'It is too large to draw.',
  });
  expect(hover({ ...at, explain: () => [] })?.known).toBe(true);
  expect(inlayHints({ ...at, range: { start: 0, end: text.length }, maxLength: 80 })).toHaveLength(2);
});

test('a tile of a million threads and values is not written cell by cell where a document has room for less', async () => {
  const copy = `#include <cute/tensor.hpp>\nusing namespace cute;\nauto copy = make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{}, Layout<Shape<_32, _32>>{}, Layout<Shape<_32, _32>>{});\n`;
  const analysis = await analyzeFiles([{ name: 'copy.cu', text: copy }]);
  const [file = ''] = analysis.facts.keys();
  const at = {
    analysis,
    file,
    offset: copy.indexOf('copy ='),
    active: undefined,
    textOf: () => copy,
    explain: () => [],
  };
  expect(visualizeAt({ ...at, mostCells: 1 << 14 })).toMatchObject({
    is: 'unknown',
    reason: expect.stringMatching(/1024 × 1024 are too many cells to draw/) as string,
  });
  expect(visualizeAt(at)).toMatchObject({ is: 'drawn' });
});
