// Results that real CuTe printed (CUTLASS 4.7.0), case by case: the evaluator must give the same text and the same
// values.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FrontEnd } from '../../core/src/frontends/front-end';
import { evaluateCase, type Outcome } from '../../server/src/cli/eval';
import { cudaFrontEnd } from '../support/front-end';
import { ROOT } from '../support/fixture';

interface GoldenCase {
  readonly id: string;
  readonly setup?: readonly string[];
  readonly expr: string;
  readonly kind: 'value' | 'layout' | 'tensor' | 'fragment' | 'error';
  readonly expected: string;
  readonly values?: readonly (number | string)[];
}

/** Families whose every case must be right. */
const FAMILIES = [
  'arith',
  'basis',
  'cast',
  'coalesce',
  'complement',
  'composition',
  'coords',
  'divide',
  'dynamic_rounding',
  'edge_cases',
  'inverse',
  'kernels',
  'make',
  'modes',
  'product',
  'query',
  'slice',
  'swizzle',
  'tensor',
  'tile_to_shape',
  'tiled_copy',
  'tiled_mma',
] as const;

let reader: FrontEnd;
beforeAll(async () => {
  reader = await cudaFrontEnd();
});

describe.each(FAMILIES)('golden %s', (family) => {
  const { cases } = JSON.parse(readFileSync(join(ROOT, `test/golden/${family}.json`), 'utf8')) as {
    cases: GoldenCase[];
  };
  test(`${cases.length} cases`, () => {
    expect(cases.length).toBeGreaterThan(50);
    const wrong = cases.flatMap((one) => differences(one));
    expect(`${wrong.slice(0, 40).join('\n\n')}${wrong.length > 40 ? `\n… ${wrong.length} in all` : ''}`).toBe('');
  });
});

describe('golden errors', () => {
  const { cases } = JSON.parse(readFileSync(join(ROOT, 'test/golden/errors.json'), 'utf8')) as {
    cases: (GoldenCase & { readonly class: string })[];
  };
  test(`${cases.length} expressions that CuTe refuses get no value`, () => {
    const accepted = cases.flatMap((one) => {
      const outcome = evaluateCase(
        { id: one.id, setup: (one.setup ?? []).join('\n'), expr: one.expr },
        { defines: {}, values: false },
        reader,
      );
      return 'text' in outcome
        ? [`${one.id}: ${one.expr}\n  CuTe: does not compile (${one.class})\n  here: ${outcome.text}`]
        : [];
    });
    expect(accepted.join('\n\n')).toBe('');
  });
});

function differences(one: GoldenCase): string[] {
  const setup = (one.setup ?? []).join('\n');
  const outcome = evaluateCase(
    { id: one.id, setup, expr: one.expr },
    { defines: {}, values: one.values !== undefined },
    reader,
  );
  const problem = textProblem(one, outcome) ?? valuesProblem(one, outcome);
  return problem === undefined ? [] : [`${one.id}: ${setup ? `${setup} ` : ''}${one.expr}\n  ${problem}`];
}

function textProblem(one: GoldenCase, outcome: Outcome): string | undefined {
  if ('error' in outcome) return `CuTe: ${one.expected}\n  here: ${outcome.error.code}: ${outcome.error.message}`;
  return outcome.text === expectedText(one) ? undefined : `CuTe: ${one.expected}\n  here: ${outcome.text}`;
}

/** `cute::print` of a whole tensor begins with its iterator; the engine's text of a tensor is its layout. */
function expectedText(one: GoldenCase): string {
  return one.kind === 'value' ? one.expected.replace(/^(?:ArithTuple|counting_iter)\([^ ]*\) o /, '') : one.expected;
}

function valuesProblem(one: GoldenCase, outcome: Outcome): string | undefined {
  if (one.values === undefined || 'error' in outcome) return undefined;
  const [cute, here] = [one.values.join(' '), outcome.values?.join(' ') ?? '(none)'];
  return cute === here ? undefined : `values in CuTe: ${cute}\n  values here:    ${here}`;
}
