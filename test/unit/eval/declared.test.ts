// Every variable that is declared in code which evaluation reached has a fact: a value, or the reason why it has none.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { atLeast } from '../../support/cases';
import { analyzeFiles, FOLDER } from '../../support/engine';
import { ROOT } from '../../support/fixture';
import { lower } from '../../support/front-end';
import { undeclared } from '../../support/undeclared';

const folders = ['examples', 'test/fixtures/eval'];
const files = folders.flatMap((folder) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.cu'))
    .map((name) => `${folder}/${name}`),
);

async function missingIn(text: string): Promise<readonly string[]> {
  const analysis = await analyzeFiles([{ name: 'test.cu', text }]);
  const program = await lower(text);
  return undeclared(analysis, { ...program, file: `${FOLDER}/test.cu` }).map(({ name }) => name);
}

test.each(atLeast(100, files))('%s', async (path) => {
  expect(await missingIn(readFileSync(join(ROOT, path), 'utf8'))).toEqual([]);
});

const kinds = `struct P { int a, b; };
int f(int n) {
  if (int c = n; c > 2) return c;
  static int s = 4;
  extern int e;
  struct Local { int q = 3; } local, *address = &local;
  auto [x, y] = P{1, 2};
  int none[] = {1};
  for (int i = 0, j = 3; i < j; ++i) s += i;
  for (auto v : none) s += v;
  while (int w = n--) s += w;
  switch (int k = n; k) { case 1: { int inner = k; s += inner; } }
  auto l = [m = 4](int p) { int in = p + m; return in; };
  return l(s) + x + y + local.q + address->q;
}
int main() { auto r = f(2); }
`;

test('every kind of declaration', async () => {
  expect(await missingIn(kinds)).toEqual([]);
});

test('behind more functions than are evaluated, declarations say so', async () => {
  const functions = Array.from(
    { length: 520 },
    (_, i) => `void f${i}() { auto l${i} = make_layout(Int<${i + 1}>{}); }`,
  );
  const text = `#include <cute/tensor.hpp>\nusing namespace cute;\n${functions.join('\n')}\n`;
  expect(await missingIn(text)).toEqual([]);
  const { facts } = await analyzeFiles([{ name: 'test.cu', text }]);
  const last = facts.get(`${FOLDER}/test.cu`)?.find(({ name }) => name === 'l519');
  expect(JSON.stringify(last)).toContain('512 functions that nothing calls were evaluated before');
});

test('macros that grow without end are named as such', async () => {
  const steps = Array.from({ length: 60 }, (_, i) => `#define A${i + 1} A${i} + A${i}`);
  const text = `#include <cute/tensor.hpp>\nusing namespace cute;\n#define A0 1\n${steps.join('\n')}
void f() { auto a = A60; auto l = make_layout(_8{}); }\n`;
  const { facts } = await analyzeFiles([{ name: 'test.cu', text }]);
  const [a, l] = facts.get(`${FOLDER}/test.cu`) ?? [];
  expect(JSON.stringify(a)).toContain('The macros here grow too large to be expanded.');
  expect(JSON.stringify(l)).not.toContain('grow');
});
