// The form of a declaration in a template that nothing instantiates, `(kRows,_8)`: with numbers for the parameters it
// is what the declaration is. `npm run test:oracle -- forms` asks CuTe the same.
import { expect, test } from 'vitest';
import type { Analysis } from '../../../core/src/index';
import { formCases } from '../../oracle/forms';
import { analyzeFiles } from '../../support/engine';
import { shownText } from '../../support/expect';

/** The values of the declarations of a name, in the order of the text. */
const valuesOf = (analysis: Analysis, name: string): readonly string[] =>
  [...analysis.facts.values()]
    .flat()
    .filter((fact) => fact.name === name && fact.span.end - fact.span.start === name.length)
    .map(({ seen }) => seen.map(({ value }) => shownText(value)).join(' | '));

test.each([1, 2, 3])('forms of the random template %i hold for numbers', async (seed) => {
  const cases = await formCases(seed);
  expect(cases.length).toBeGreaterThan(60);
  const blocks = cases.map(({ numbers, type, form, unlikeOne }) => {
    const ones = unlikeOne.map((name) => `(${name}) == 1`).join(' || ') || 'false';
    return `  { ${numbers} using Real = ${type}; using Said = ${form}; constexpr bool isOne = ${ones}; }\n`;
  });
  const text = `#include <cute/tensor.hpp>\nusing namespace cute;\nint main() {\n${blocks.join('')}}\n`;
  const analysis = await analyzeFiles([{ name: 'filled.cu', text }]);
  const [real, said, one] = ['Real', 'Said', 'isOne'].map((name) => valuesOf(analysis, name));
  expect(real).toHaveLength(cases.length);
  const compared = cases.flatMap((of, i) =>
    one?.[i] === '1' || real?.[i]?.startsWith('unknown') ? [] : [{ of, real: real?.[i], said: said?.[i] }],
  );
  expect(compared.length).toBeGreaterThan(cases.length / 2);
  for (const each of compared) expect(each.said, `${each.of.numbers} ${each.of.type}`).toBe(each.real);
});
