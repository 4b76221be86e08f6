// Every example of a builtin, as hovers and docs/builtins.md show it, is evaluated and gives what it says.
import { beforeAll, describe, expect, it } from 'vitest';
import { families } from '../../../core/src/builtins/index';
import type { Builtin, Family } from '../../../core/src/builtins/registry';
import type { FrontEnd } from '../../../core/src/frontends/front-end';
import { evaluateCase } from '../../../server/src/cli/eval';
import { cudaFrontEnd } from '../../support/front-end';
import { atLeast } from '../../support/cases';

let reader: FrontEnd;
beforeAll(async () => {
  reader = await cudaFrontEnd();
});

function entriesOf({ entries, methods, members }: Family): readonly Builtin[] {
  return [...entries.values(), ...[...methods.values(), ...members.values()].flatMap((byName) => [...byName.values()])];
}

const examples = [...new Set(families.flatMap(entriesOf).flatMap((entry) => entry.examples))];

describe('examples of builtins', () => {
  it('are many', () => {
    expect(examples.length).toBeGreaterThan(100);
  });

  it.each(atLeast(200, examples))('%s', (example) => {
    const [expr = '', printed = ''] = example.split(' // ');
    const outcome = evaluateCase(
      { id: 'example', setup: '', expr, kind: 'value' },
      { defines: {}, values: false },
      reader,
    );
    expect('text' in outcome ? outcome.text : outcome.error).toBe(printed);
  });
});
