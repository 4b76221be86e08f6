// A host that interrupts an analysis: it stops or abandons it, or answers questions about others while it runs.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { Abandoned, explain, type Analysis } from '../../../core/src/index';
import { hover, inlayHints, visualizeAt } from '../../../core/src/ide/index';
import { analyzeFiles } from '../../support/engine';

const name = 'gemm.cu';
const text = readFileSync(new URL('../../../examples/gemm_sm80.cu', import.meta.url), 'utf8');
const files = [{ name, text }];
let whole: Analysis;
let asked = 0;

beforeAll(async () => {
  whole = await analyzeFiles(files, { interrupt: () => (asked++, 'go on'), accesses: false });
});

const countOf = (analysis: Analysis): number => [...analysis.facts.values()].flat().length;
/** Without the numbers that tell apart what has no name. */
const plain = (analysis: Analysis): string =>
  JSON.stringify(
    { facts: [...analysis.facts], found: analysis.diagnostics, assumed: analysis.assumptions },
    (key, value: unknown) => (key === 'target' || key === 'cls' || value instanceof Map ? undefined : value),
  );

describe('an analysis', () => {
  test('asks its host many times', () => {
    expect(asked).toBeGreaterThan(10);
  });

  test('that is stopped keeps what was seen', async () => {
    let left = Math.floor(asked / 2);
    const part = await analyzeFiles(files, { interrupt: () => (left-- > 0 ? 'go on' : 'stop'), accesses: false });
    expect(countOf(part)).toBeGreaterThan(0);
    expect(countOf(part)).toBeLessThan(countOf(whole));
  });

  test('that is abandoned gives nothing', async () => {
    await expect(analyzeFiles(files, { interrupt: () => 'abandon' })).rejects.toThrow(Abandoned);
    let left = asked - 1;
    await expect(analyzeFiles(files, { interrupt: () => (left-- > 0 ? 'go on' : 'abandon') })).rejects.toThrow(
      Abandoned,
    );
  });

  test('is the same where hovers, hints and pictures of another are asked for meanwhile', async () => {
    const file = [...whole.facts.keys()][0] ?? '';
    const facts = whole.facts.get(file) ?? [];
    const textOf = (): string => text;
    let polls = 0;
    const plainly = plain(await analyzeFiles(files, { interrupt: () => (polls++, 'go on') }));
    // At about fifty places of the analysis: at all of them it would take minutes.
    const every = Math.ceil(polls / 50);
    let answered = 0;
    let at = 0;
    let poll = 0;
    const among = await analyzeFiles(files, {
      interrupt: () => {
        if (poll++ % every !== 0) return 'go on';
        for (let i = 0; i < 20; i++) {
          const offset = facts[at++ % facts.length]?.span.start ?? 0;
          if (hover({ analysis: whole, file, offset, active: undefined, textOf, explain })) answered++;
          visualizeAt({ analysis: whole, file, offset, active: undefined, textOf, explain });
        }
        inlayHints({
          analysis: whole,
          file,
          range: { start: 0, end: text.length },
          active: undefined,
          textOf,
          maxLength: 80,
        });
        return 'go on';
      },
    });
    expect(answered).toBeGreaterThan(500);
    expect(plain(among)).toBe(plainly);
  });

  test('shows what the user looks at before the rest, and gives the same in the end', async () => {
    const functions = Array.from(
      { length: 60 },
      (_, i) => `void f_${i}(int n) {\n  auto tile_${i} = make_layout(make_shape(n, Int<${i + 1}>{}));\n}\n`,
    );
    const program = `#include <cute/tensor.hpp>\nusing namespace cute;\n${functions.join('')}`;
    const many = [{ name, text: program }];
    const place = program.indexOf('tile_59');
    const seen: string[][] = [];
    const looked = await analyzeFiles(many, {
      near: { start: place, end: place },
      interrupt: (peek) => {
        const facts = peek ? [...peek().facts.values()].flat() : [];
        seen.push(facts.filter(({ role }) => role === 'declaration').map((fact) => fact.name ?? ''));
        return 'go on';
      },
    });
    const first = seen.find((names) => names.some((one) => one.startsWith('tile_')));
    expect(first).toContain('tile_59');
    expect(first).not.toContain('tile_0');
    expect(plain(looked)).toBe(plain(await analyzeFiles(many)));
  });
});
