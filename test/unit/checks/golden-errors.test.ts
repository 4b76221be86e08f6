// For every expression that CuTe refused when test/golden was made, a check reports the operand that causes the error.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Diagnostic } from '../../../core/src/index';
import { checkFixtures } from '../../support/check-fixture';
import { analyzeFiles } from '../../support/engine';
import { ROOT } from '../../support/fixture';
import { atLeast } from '../../support/cases';

interface Refused {
  readonly id: string;
  readonly expr: string;
  readonly class: string;
}

/** By the class that the golden cases have. */
const slugs: Readonly<Record<string, string>> = {
  'shape divisibility': 'not-divisible',
  'stride divisibility': 'not-divisible',
  'shape divisibility (shape_div)': 'not-divisible',
  'left inverse divisibility': 'not-divisible',
  'cast divisibility (upcast)': 'not-divisible',
  'tile_to_shape: block does not divide target': 'not-divisible',
  'tiled copy: too few values for atom': 'not-divisible',
  'tiled copy: too few threads for atom': 'not-divisible',
  'rank mismatch': 'profile-mismatch',
  'coordinate deeper than shape': 'profile-mismatch',
  'profile rank exceeds layout rank': 'profile-mismatch',
  'coordinate rank exceeds number of rest modes': 'profile-mismatch',
  'tile_to_shape: block rank exceeds target rank': 'profile-mismatch',
  'append/prepend: target rank not larger than rank': 'profile-mismatch',
  'tiled_mma rank': 'profile-mismatch',
  'tiler rank exceeds layout rank': 'tiler-rank',
  'non-injective layout': 'not-injective',
  'dynamic-stride complement of rank>1 layout': 'needs-static',
  'downcast requires a static unit stride': 'needs-static',
  'composition on a composed layout requires offset 0': 'needs-static',
  'slicing a swizzled layout needs a static power-of-two layout': 'needs-static',
  'scaled-basis addition with a non-zero integer': 'needs-static',
  'arithmetic-tuple addition with a non-zero integer': 'needs-static',
  'tiled_mma permutations must be static': 'needs-static',
  'dynamic owning tensor not supported': 'needs-static',
  'left inverse needs static strides': 'needs-static',
  'swizzle parameters': 'mode-range',
  'swizzle cast: factor not a power of two': 'mode-range',
  'resulting swizzle not representable': 'mode-range',
  'take: empty range': 'mode-range',
  'index out of range': 'mode-range',
  'operation deleted (stride of a composed layout)': 'deleted-operation',
};

const { cases } = JSON.parse(readFileSync(join(ROOT, 'test/golden/errors.json'), 'utf8')) as {
  readonly cases: readonly Refused[];
};
const head = '#include <cute/tensor.hpp>\n#include <cute/atom/mma_atom.hpp>\nusing namespace cute;\n';
const lines = cases.map(({ id, expr }) => `void ${id.replaceAll('-', '_')}() { auto r = ${expr}; }`);
const { diagnostics } = await analyzeFiles([{ name: 'golden.cu', text: head + lines.join('\n') }]);

/** What is found in the line of a case, with columns from the start of the expression. */
function found(at: number): readonly (Diagnostic & { readonly from: number; readonly to: number })[] {
  const start = head.length + lines.slice(0, at).reduce((sum, line) => sum + line.length + 1, 0);
  const expression = start + (lines[at] ?? '').indexOf(cases[at]?.expr ?? '');
  return diagnostics
    .filter(({ span }) => span.start >= start && span.end <= start + (lines[at] ?? '').length)
    .map((one) => ({ ...one, from: one.span.start - expression, to: one.span.end - expression }));
}

test.each(
  atLeast(
    90,
    cases.map(({ id, class: kind, expr }, at) => [id, kind, expr, at] as const),
  ),
)('%s %s: %s', (_, kind, expr, at) => {
  const all = found(at);
  expect(all.map(({ level }) => level)).toEqual(['error']);
  // Modes that `_` leaves whole have no number there: CuTe counts that as an index, and as a rank that is missing.
  const rest = /split into a tile and a rest/.test(all[0]?.message ?? '');
  expect(all[0]?.code).toBe(rest ? 'profile-mismatch' : slugs[kind]);
  expect(all[0]?.message).toMatch(/^CuTe refuses to compile this: /);
  expect(all[0]?.from).toBeGreaterThanOrEqual(0);
  expect(all[0]?.to).toBeLessThanOrEqual(expr.length);
});

test('each class has a fixture, which CuTe refuses too', () => {
  const words = (message: string): string => (message.match(/[A-Za-z]{3,}/g) ?? []).join(' ');
  const marked = new Set(
    checkFixtures().flatMap(({ annotations }) =>
      annotations.map(({ text }) => words(text.replace(/^\w+\[[\w-]+\]: /, ''))),
    ),
  );
  const without = Object.keys(slugs).filter(
    (kind) =>
      !cases.some((one, at) => one.class === kind && found(at).some(({ message }) => marked.has(words(message)))),
  );
  expect(without).toEqual([]);
});
