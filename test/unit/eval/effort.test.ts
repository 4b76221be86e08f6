// How many steps programs take that would be evaluated again and again if nothing was remembered or given up.
import { expect, test } from 'vitest';
import { analyzeFiles } from '../../support/engine';

async function stepsOf(text: string): Promise<number> {
  const head = '#include <cute/tensor.hpp>\nusing namespace cute;\n';
  const { stats, bugs } = await analyzeFiles([{ name: 'effort.cu', text: head + text }]);
  expect(bugs).toEqual([]);
  return stats.steps;
}

const kernel = `
  __global__ void k(float* x, int n) {
    ${Array.from({ length: 200 }, (_, i) => `int a${i} = n + ${i};`).join(' ')}
    x[n] = a199;
  }`;

test('a kernel is not evaluated for what a loop on the host writes', async () => {
  const launching = (launch: string): string =>
    `${kernel} int main(int argc, char** argv) {
       float* x; int last = 0;
       for (int i = 0; i < argc; ++i) { if (i == 1) { last = 3; ${launch} } }
       return last; }`;
  const [once, never] = [await stepsOf(launching('k<<<1, 32>>>(x, last);')), await stepsOf(launching(''))];
  const again = await stepsOf(
    launching('k<<<1, 32>>>(x, last);').replace('__global__', '__device__ int kept; __global__'),
  );
  expect(once - never).toBeLessThan((again - never) * 0.7);
});

const nested = (depth: number): string => {
  const lines = Array.from({ length: 150 }, (_, i) => `s = g(s + ${i});`).join(' ');
  const heads = Array.from({ length: depth }, (_, i) => `for (int v${i} : {1, 2, 3, 4})`).join(' ');
  return `int g(int n); int main() { int s = g(1); int t = 0;
    ${heads} { if (g(s) == 1) break; if (s > 2) t = s; ${lines} } return t; }`;
};

test('loops in loops that are given up take steps in proportion to their depth, squared', async () => {
  const [two, four, six] = [await stepsOf(nested(2)), await stepsOf(nested(4)), await stepsOf(nested(6))];
  // The second difference of a square does not grow.
  expect(six - four).toBeLessThan(2.5 * (four - two));
});

test('a function that is called in branches of branches with the same arguments is evaluated once', async () => {
  const lines = Array.from({ length: 100 }, (_, i) => `s += n + ${i};`).join(' ');
  const calling = (call: string): string =>
    `int g(int n) { int s = 0; ${lines} return s; }
     void f(bool a, bool b, bool c) { int t = 0; if (a) { t = g(1); if (b) { ${call} if (c) { ${call} } } } }`;
  const [once, often] = [await stepsOf(calling('')), await stepsOf(calling('t = g(1);'))];
  expect(often - once).toBeLessThan(100);
});

test('a function that runs code which is not seen is evaluated once where that knows of other variables', async () => {
  const lines = Array.from({ length: 100 }, (_, i) => `s += n + ${i};`).join(' ');
  const calling = (call: string): string =>
    `int some(); int keep(int*); int g(int n) { int s = some(); ${lines} return n; }
     void f() { int t = g(1); int x = 1; keep(&x); ${call} }`;
  const [once, twice] = [await stepsOf(calling('')), await stepsOf(calling('x = 2; t = g(1);'))];
  expect(twice - once).toBeLessThan(100);
});

test('a function is evaluated once whatever else is written to variables that outlive it', async () => {
  const lines = Array.from({ length: 100 }, (_, i) => `s += n + ${i};`).join(' ');
  const calling = (call: string): string =>
    `int a = 1, b = 1; int g(int n) { int s = a; ${lines} return n + s; }
     int main() { int t = g(1); ${call} return t; }`;
  const [once, twice] = [await stepsOf(calling('')), await stepsOf(calling('b = 2; t = g(1);'))];
  expect(twice - once).toBeLessThan(100);
  expect((await stepsOf(calling('a = 2; t = g(1);'))) - once).toBeGreaterThan(100);
});
