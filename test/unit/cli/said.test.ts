// What CuTe refuses, and the steps of a derivation, are said: in a language in which every text is marked, each word of
// a refusal and of a step has its mark, except for names and for what CuTe prints. Every refusal of the golden cases is
// asked for, and one derivation in twenty.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { speak } from '../../../core/src/base/say';
import { families } from '../../../core/src/builtins/index';
import type { FrontEnd } from '../../../core/src/frontends/front-end';
import { explainTarget } from '../../../server/src/cli/explain';
import { readFileOptions } from '../../../server/src/cli/options';
import { atLeast } from '../../support/cases';
import { ROOT } from '../../support/fixture';
import { cudaFrontEnd } from '../../support/front-end';
import { namesIn, pseudoLanguage, unsaid } from '../../support/pseudo';

interface Case {
  readonly setup?: readonly string[];
  readonly expr: string;
}

const golden = join(ROOT, 'test/golden');
const files = readdirSync(golden).filter(
  (name) => name.endsWith('.json') && !['pictures.json', 'atoms.json'].includes(name),
);
const ofCuTe = families.flatMap(({ entries, methods }) => [
  ...entries.keys(),
  ...[...methods.values()].flatMap((some) => [...some.keys()]),
]);

let reader: FrontEnd;
beforeAll(async () => {
  reader = await cudaFrontEnd();
  speak(pseudoLanguage());
});
afterAll(() => speak(undefined));

test.each(atLeast(20, files))('%s', (file) => {
  const { cases } = JSON.parse(readFileSync(join(golden, file), 'utf8')) as { readonly cases: readonly Case[] };
  const some = file === 'errors.json' ? cases : cases.filter((_, at) => at % 20 === 0);
  expect(some.flatMap(unsaidOf)).toEqual([]);
});

function unsaidOf({ setup = [], expr }: Case): readonly string[] {
  const given = { ...readFileOptions('', {}), target: expr, setup, json: true };
  const explained = explainTarget('', given, reader);
  const texts =
    'error' in explained
      ? [explained.error.message]
      : explained.steps.flatMap(({ text, operand }) => [text, operand ?? '']);
  const names = new Set([...ofCuTe, ...namesIn(...setup, expr)]);
  return texts.flatMap((text) => {
    const words = unsaid(text, names);
    return words.length > 0 ? [`${expr}: ${words.join(' ')} in ${text}`] : [];
  });
}
