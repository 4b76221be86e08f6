// The programs of test/fixtures/asserts, which g++ and clang++ accept: each of their static assertions is evaluated,
// and holds. And what is not modelled, of which nothing is said.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { analyzeFiles } from '../../support/engine';
import { ROOT } from '../../support/fixture';

const folder = join(ROOT, 'test/fixtures/asserts');

for (const name of readdirSync(folder)) {
  test(name, async () => {
    const text = readFileSync(join(folder, name), 'utf8');
    const { assertions, bugs } = await analyzeFiles([{ name, text }]);
    expect(bugs).toEqual([]);
    const written = [...text.matchAll(/^ *(?:static_assert|HOLDS|ASSERT)\(/gm)].length;
    const places = new Set(assertions.map(({ span }) => span.start));
    expect(places.size).toBe(written);
    const wrong = assertions.filter(({ holds }) => holds !== true);
    expect(wrong.map(({ span }) => text.slice(span.start, span.end))).toEqual([]);
  });
}

test('types that are volatile are not known', async () => {
  const text = `
template <class T> constexpr int chosen = 0;
template <class T> constexpr int chosen<T volatile> = 2;
using Alias = volatile int;
typedef int volatile Defined;
static_assert(chosen<int volatile> == 2);
static_assert(chosen<Alias> == 2);
static_assert(chosen<Defined> == 2);
static_assert(chosen<int> == 0);
`;
  const { assertions } = await analyzeFiles([{ name: 'volatile.cpp', text }]);
  expect(assertions.map(({ holds }) => holds)).toEqual([undefined, undefined, undefined, true]);
});
