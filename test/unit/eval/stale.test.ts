// A value that unevaluated code may have changed must become unknown; it must not keep its old value. Each program asks
// for numbers that depend on an unknown condition, a loop, a pointer or a function without a body; the answer must not
// be a number.
import { expect, test } from 'vitest';
import type { Analysis, Value } from '../../../core/src/index';
import { printValue } from '../../../core/src/values/print';
import { analyzeFiles } from '../../support/engine';

async function analysed(text: string): Promise<Analysis> {
  const analysis = await analyzeFiles([
    { name: 'stale.cu', text: `#include <cute/tensor.hpp>\nusing namespace cute;\n${text}` },
  ]);
  expect(analysis.bugs).toEqual([]);
  return analysis;
}

function shown(value: Value): string {
  return value.is === 'unknown' ? `? ${value.cause.message}` : printValue(value);
}

/** What the last instance says of `auto seen = make_shape(…)`. */
async function seen(text: string): Promise<string> {
  const analysis = await analysed(text);
  const facts = [...analysis.facts.values()]
    .flat()
    .filter((fact) => fact.name === 'seen' && fact.role === 'declaration');
  const last = facts[0]?.seen.at(-1);
  expect(last).toBeDefined();
  return last === undefined ? '' : shown(last.value);
}

/** `body` in a function that nobody calls, so that `c` and `n` are not known. */
const inFunction = (body: string): string => `int out_of_sight(int* p); int some();\nvoid f(bool c, int n) { ${body} }`;

const lost: readonly (readonly [string, string])[] = [
  ['an element written in a branch', 'int a[2] = {1, 2}; if (c) a[0] = 5; auto seen = make_shape(a[0]);'],
  ['an element written at an index that is not known', 'int a[2] = {1, 2}; a[n] = 5; auto seen = make_shape(a[0]);'],
  ['an element counted up at an index that is not known', 'int a[2] = {1, 2}; a[n]++; auto seen = make_shape(a[0]);'],
  ['an element added to at an index that is not known', 'int a[2] = {1, 2}; a[n] += 3; auto seen = make_shape(a[1]);'],
  [
    'a member of an element at an index that is not known',
    'struct S { int x; }; S a[2] = {{1}, {2}}; a[n].x = 5; auto seen = make_shape(a[0].x);',
  ],
  [
    'an element of an array in a struct',
    'struct S { int x[2]; }; S s{{1, 2}}; s.x[n] = 5; auto seen = make_shape(s.x[0]);',
  ],
  [
    'a loop whose end is not known',
    'int a[4] = {1, 2, 3, 4}; for (int i = 0; i < n; ++i) a[i] = 7; auto seen = make_shape(a[3]);',
  ],
  [
    'a loop that may end early',
    'int a[4] = {1, 2, 3, 4}; for (int i = 0; i < 4; ++i) { if (some()) break; a[i] = 7; } auto seen = make_shape(a[3]);',
  ],
  [
    'a loop that ends early after a write',
    'int x = 1; for (int i = 0; i < 4; ++i) { if (some()) { x = 5; break; } } auto seen = make_shape(x);',
  ],
  [
    'iterations that may be left',
    'int x = 0; for (int i = 0; i < 4; ++i) { if (some()) continue; x += 1; } auto seen = make_shape(x);',
  ],
  [
    'a branch of a loop whose end is not known',
    'int x = 1; for (int i = 0; i < n; ++i) { if (i == 3) x = 5; } auto seen = make_shape(x);',
  ],
  [
    'a variable that a loop counts by another name',
    'int x = 1; for (int& i = x; i < n; ++i) {} auto seen = make_shape(x);',
  ],
  [
    'a return from a loop whose end is not known',
    'auto g = [&](int m) { for (int i = 0; i < m; ++i) { if (i == 3) return 5; } return 6; }; auto seen = make_shape(g(n));',
  ],
  [
    'an early return before a write',
    'int x = 1; auto g = [&] { if (some()) return; x = 5; }; g(); auto seen = make_shape(x);',
  ],
  [
    'an early return after a write',
    'int x = 1; auto g = [&] { if (some()) { x = 5; return; } }; g(); auto seen = make_shape(x);',
  ],
  [
    'returns on all ways',
    'int x = 1; auto g = [&] { if (some()) { x = 5; return; } else { x = 6; return; } }; g(); auto seen = make_shape(x);',
  ],
  [
    'ways that both leave a loop',
    'int x = 1; for (int i = 0; i < 3; ++i) { if (some()) { x = 5; break; } else { x = 6; break; } } auto seen = make_shape(x);',
  ],
  [
    'a case that is left early',
    'int x = 1; switch (2) { case 2: if (some()) break; x = 5; break; } auto seen = make_shape(x);',
  ],
  ['a switch without the case', 'int x = 1; switch (some()) { case 2: x = 5; break; } auto seen = make_shape(x);'],
  ['a function out of sight', 'int a[2] = {1, 2}; out_of_sight(a); auto seen = make_shape(a[0]);'],
  [
    'a function out of sight that has an element',
    'int a[2] = {1, 2}; out_of_sight(&a[1]); auto seen = make_shape(a[0]);',
  ],
  [
    'an array that is copied over by as many bytes as nobody knows',
    'int a[2] = {1, 2}; int b[2] = {3, 4}; memcpy(a, b, c ? 4 : 8); auto seen = make_shape(a[0]);',
  ],
  [
    'a tensor of the elements',
    'int a[2] = {1, 2}; auto t = make_tensor(&a[0], Layout<_2>{}); t(0) = 7; auto seen = make_shape(a[0]);',
  ],
  [
    'a tensor of the elements, once the array is set',
    'int a[2] = {1, 2}; auto t = make_tensor(a, Layout<_2>{}); a[0] = 3; t(0) = 7; auto seen = make_shape(a[0]);',
  ],
  [
    'a tensor of the elements, once the object is set',
    'struct S { int x[2]; }; S s{{1, 2}}; auto t = make_tensor(s.x, Layout<_2>{}); s = S{{3, 4}}; t(0) = 7; auto seen = make_shape(s.x[0]);',
  ],
  [
    'a pointer of another type',
    'int a[2] = {1, 2}; auto p = reinterpret_cast<short*>(a); p[0] = 7; auto seen = make_shape(a[0]);',
  ],
  [
    'one of two pointers',
    'int a[2] = {1, 2}; int b[2] = {3, 4}; int* p = c ? a : b; p[0] = 7; auto seen = make_shape(a[0]);',
  ],
  [
    'a pointer that a branch sets',
    'int a[2] = {1, 2}; int b[2] = {3, 4}; int* p = a; if (c) p = b; p[0] = 7; auto seen = make_shape(b[0]);',
  ],
  [
    'a pointer moved by a number that is not known',
    'int a[2] = {1, 2}; int* p = a + n; *p = 7; auto seen = make_shape(a[0]);',
  ],
  [
    'a pointer that a loop moves',
    'int a[4] = {1, 2, 3, 4}; int* p = a; for (int i = 0; i < n; ++i) ++p; *p = 7; auto seen = make_shape(a[2]);',
  ],
  [
    'a loop over an array at a number that is not known',
    'int a[2] = {1, 2}; for (int& x : a) { if (c) x = 5; } auto seen = make_shape(a[1]);',
  ],
  [
    'a lambda with code that is not read, given to something that is not known',
    'int k = 3; out_of_reach([&]() { throw (k += 2); }); auto seen = make_shape(k);',
  ],
  [
    'a lambda that is given to a function without a body',
    'int k = 3; struct S { template <class F> static void go(F f); }; S::go([&]() { k += 2; }); auto seen = make_shape(k);',
  ],
  [
    'an object with a pointer that is given to a function without a body',
    'int k = 3; struct P { int* p; }; struct S { static void go(P p); }; P q{&k}; S::go(q); auto seen = make_shape(k);',
  ],
  ['a lambda', 'int a[2] = {1, 2}; auto g = [&](int i) { a[i] = 5; }; g(n); auto seen = make_shape(a[1]);'],
  [
    'a reference parameter',
    'int a[2] = {1, 2}; auto g = [](int& x, bool b) { if (b) x = 5; }; g(a[1], c); auto seen = make_shape(a[1]);',
  ],
  [
    'a reference to an element that a branch sets',
    'int a[2] = {1, 2}; int& r = a[1]; if (c) r = 5; auto seen = make_shape(a[1]);',
  ],
  ['fill of a cute::array in a branch', 'cute::array<int, 2> a{1, 2}; if (c) a.fill(5); auto seen = make_shape(a[1]);'],
  [
    'a cute::array whose elements a tensor has',
    'cute::array<int, 2> a{1, 2}; auto t = make_tensor(a.data(), Layout<_2>{}); a[0] = 3; auto seen = make_shape(a[0]);',
  ],
  [
    'an element of a cute::array set by get',
    'cute::array<int, 2> a{1, 2}; if (c) get<1>(a) = 5; auto seen = make_shape(a[1]);',
  ],
  ['an element of a cute::array set by at', 'std::array<int, 2> a{1, 2}; a.at(n) = 5; auto seen = make_shape(a[1]);'],
  ['an element of a copy', 'cute::array<int, 2> a{1, 2}; auto b = a; b[n] = 5; auto seen = make_shape(b[1]);'],
  [
    'a member function that gives a reference',
    'struct S { int x[2]; int& at(int i) { return x[i]; } }; S s{{1, 2}}; s.at(n) = 5; auto seen = make_shape(s.x[0]);',
  ],
  [
    'what for_each does to elements',
    'cute::array<int, 2> a{1, 2}; for_each(a, [](auto& x) { x = 5; }); auto seen = make_shape(a[0]);',
  ],
  [
    'what an algorithm on a range does to a captured variable',
    'int v[2] = {1, 2}; int a = 1; std::ranges::for_each(v, [&](int i) { a += i; }); auto seen = make_shape(a);',
  ],
  [
    'what an algorithm does that is told how it is executed',
    'int v[2] = {1, 2}; int a = 1; std::for_each(std::execution::par, v, v + 2, [&](int i) { a += i; }); auto seen = make_shape(a);',
  ],
  [
    'what an algorithm does to a captured variable for elements that are not followed',
    'int v[2] = {1, 2}; v[n] = 3; int a = 1; std::for_each(std::begin(v) + n, std::end(v), [&](int i) { a += i; }); auto seen = make_shape(a);',
  ],
  [
    'what a function may do in another iteration',
    'auto g = [](int i, int& x) { if (i == 3) x = 9; }; int a = 1; g(0, a); for (int i = 0; i < n; ++i) g(i, a); auto seen = make_shape(a);',
  ],
  [
    'what a function gives in another iteration',
    'auto h = [](int i) { if (i == 2) return 7; return 1; }; int b = 1; for (int i = 0; i < n; ++i) { int t = h(i); if (t == 7) b = t; } auto seen = make_shape(b);',
  ],
  [
    'what an inner loop does in another iteration',
    'int d = 1; for (int i = 0; i < n; ++i) for (int j = 0; j < i; ++j) { if (j == 5) d = 2; } auto seen = make_shape(d);',
  ],
  [
    'what stands behind a continue',
    'int u = 1; for (int i = 0; i < n; ++i) { if (i < 4) continue; auto& r = u; r = 2; } auto seen = make_shape(u);',
  ],
  [
    'a case of another iteration',
    'int z = 5; for (int i = 0; i < n; ++i) { switch (i) { case 4: z = 6; break; default: break; } } auto seen = make_shape(z);',
  ],
  [
    'an object set in another iteration',
    'struct S { int a[2]; int n = 0; void add(int v) { if (v > 2) a[n++] = v; } }; S s{{1, 2}}; for (int i = 0; i < n; ++i) s.add(i); auto seen = make_shape(s.a[0]);',
  ],
  [
    'a number that only floats decide',
    'float x = 1; for (int i = 0; i < 3; ++i) x *= 2; auto seen = make_shape(int(x));',
  ],
];

test.each(lost)('%s', async (_, body) => {
  expect(await seen(inFunction(body))).toMatch(/^\? |[a-z*]/);
});

test("what a thread's index chooses, or where it writes, rests on the sample thread", async () => {
  const analysis = await analysed(`__global__ void kernel() {
    int a[2] = {1, 2}; int b[2] = {3, 4};
    b[threadIdx.x] = 5;
    auto read = make_shape(a[threadIdx.x]);
    auto written = make_shape(b[1]);
    auto plain = make_shape(a[1]);
  }`);
  const restsOn = (name: string): boolean => {
    const fact = [...analysis.facts.values()].flat().find((one) => one.name === name && one.role === 'declaration');
    return (fact?.seen[0]?.assumes ?? []).some((id) => analysis.assumptions[id]?.kind === 'thread');
  };
  expect(['read', 'written', 'plain'].map(restsOn)).toEqual([true, true, false]);
});

const kept: readonly (readonly [string, string, string])[] = [
  [
    'a branch that is undone leaves the array',
    'int a[2] = {1, 2}; if (false) { a[0] = 5; } auto seen = make_shape(a[0], a[1]);',
    '(1,2)',
  ],
  [
    'ways that agree',
    'int a[2] = {1, 2}; if (c) { a[0] = 5; } else { a[0] = 5; } auto seen = make_shape(a[0], a[1]);',
    '(5,2)',
  ],
  ['elements that no way writes', 'int a[2] = {1, 2}; if (c) a[0] = 5; auto seen = make_shape(a[1]);', '(2)'],
  [
    'a copy of what is lost later',
    'cute::array<int, 2> a{1, 2}; auto b = a; a[n] = 5; auto seen = make_shape(b[1]);',
    '(2)',
  ],
  [
    'elements set after the array was lost',
    'int a[2] = {1, 2}; a[n] = 5; a[0] = 3; auto seen = make_shape(a[0]);',
    '(3)',
  ],
  [
    'a call that is remembered',
    'auto sum = [](int const* p) { return p[0] + p[1]; }; int a[2] = {1, 2}; int x = sum(a); a[0] = 5; auto seen = make_shape(x, sum(a));',
    '(3,7)',
  ],
  ['a variable set through its address', 'int x = 1; int* p = &x; p[0] = 5; auto seen = make_shape(x, p[0]);', '(5,5)'],
  ['equal elements at an index that is not known', 'int a[2] = {4, 4}; auto seen = make_shape(a[n]);', '(4)'],
];

test.each(kept)('%s', async (_, body, text) => {
  expect(await seen(inFunction(body))).toBe(text);
});

test.each(['int i = 0; i < n; ++i', 'int i = 0; i != n; i += 2'])(
  'a function called before the loop and in it: for (%s)',
  async (head) => {
    const text = `int g = 1;\nvoid put(int i) { if (i == 3) g = 5; }\n${inFunction(`put(0); for (${head}) put(i); auto seen = make_shape(g);`)}`;
    expect(await seen(text)).toMatch(/[a-z]/);
  },
);

test('a loop whose rounds are all alike is run once, however many they are', async () => {
  const stepsOf = async (rounds: number): Promise<number> =>
    (
      await analysed(
        `int way(char c, int m) { if (c == 'N') return 2 * m; return m; }\n__global__ void kernel(int m) {}\nint main() { for (int i = 0; i < ${rounds}; ++i) { kernel<<<1, 32>>>(way('T', 4)); } }`,
      )
    ).stats.steps;
  expect(await stepsOf(1000)).toBe(await stepsOf(2));
});

test('a function of the program that is called again with the same array, set in between', async () => {
  const text =
    'int first(cute::array<int, 2> const& a) { return a[0]; }\nvoid set(cute::array<int, 2>& a, int x) { a[0] = x; }\n' +
    'void f() { cute::array<int, 2> a{1, 2}; int before = first(a); set(a, 4); int after = first(a); set(a, 4); set(a, 1); auto seen = make_shape(before, after, first(a)); }';
  expect(await seen(text)).toBe('(1,4,1)');
});

/** Ways to write `g`, a variable of the program, in a function that nothing calls. */
const writes: readonly (readonly [way: string, declarations: string, body: string])[] = [
  ['a loop over references to its elements', 'int g[2] = {1, 2};', 'for (auto& x : g) x = 9;'],
  ['a structured binding by reference', 'struct P { int m, n; }; P g{1, 2};', 'auto& [m, n] = g; m = 8;'],
  ['a pointer that it has decayed to', 'int g[2] = {1, 2};', 'auto p = g; p[0] = 8;'],
  ['a pointer to its second element', 'int g[2] = {1, 2};', 'auto p = g + 1; *p = 8;'],
  ['an algorithm of the library', 'int g[2] = {1, 2};', 'std::fill(g, g + 2, 8);'],
  ['an exchange', 'int g = 1, h = 2;', 'std::swap(g, h);'],
  ['a call of the object', 'struct F { int n = 1; void operator()(int k) { n += k; } }; F g;', 'g(3);'],
  ['an operator of its class', 'struct F { int n = 1; void operator<<(int k) { n += k; } }; F g;', 'g << 3;'],
  ['a member that refers to it', 'struct R { int& r; }; int g = 1;', 'R r{g}; r.r = 9;'],
  ['a tuple of references', 'int g = 1;', 'std::get<0>(std::tie(g)) = 3;'],
  ['a capture by reference', 'int g = 1;', 'auto l = [&q = g] { q = 3; }; l();'],
  ['its address', 'int g = 1;', '*std::addressof(g) = 3;'],
  ['a function that gives a reference to it', 'int g = 1; int& get_g() { return g; }', 'get_g() = 4;'],
];

test.each(writes)('a variable of the program that is written elsewhere through %s', async (_, declarations, body) => {
  const reader = declarations.includes(' g[') ? 'g[1]' : /\bP g/.test(declarations) ? 'g.m' : 'g';
  const read = /\bF g/.test(declarations) ? 'g.n' : reader;
  const text = `${declarations}\nvoid writes() { ${body} }\nvoid reads() { auto seen = make_shape(${read}); }`;
  expect(await seen(text)).toMatch(/g/);
});

test('a variable of the program that other functions only read keeps its number', async () => {
  const text =
    'int a = 11, b = 4, c = 5, d = 6; struct P { int m = 3; int get() const { return m; } }; P p;\n' +
    'int up(int x, int y) { return (x + y - 1) / y; }\n' +
    'void reads() { dim3 grid(up(a, 2), b); int x = c; x += p.get(); auto l = make_layout(make_shape(d)); }\n' +
    'void f() { auto seen = make_shape(a, b, c, d, p.m); }';
  expect(await seen(text)).toBe('(11,4,5,6,3)');
});

const inLambda: readonly (readonly [how: string, before: string, lambda: string, read: string])[] = [
  ['a reference to it', 'int k = 3;', '[&] { auto& r = k; r += 2; }', 'k'],
  ['a loop over references to its elements', 'int k[2] = {1, 2};', '[&] { for (auto& x : k) x = 2; }', 'k[0]'],
  ['a structured binding by reference', 'struct P { int m = 3; } k;', '[&] { auto& [a] = k; a = 2; }', 'k.m'],
];

test.each(inLambda)('what a lambda writes that is given away, through %s', async (_, before, lambda, read) => {
  const text = `void f() { ${before} undeclared(${lambda}); auto seen = make_shape(${read}); }`;
  expect(await seen(text)).toMatch(/k/);
});

test('a member that a lambda writes, given away in a member function', async () => {
  const text =
    'struct M { int m = 3; void run() { undeclared([&] { m = 5; }); auto seen = make_shape(m); } };\n' +
    'int main() { M object; object.run(); }';
  expect(await seen(text)).toMatch(/m/);
});

test('what a lambda only reads that is given away', async () => {
  expect(
    await seen('void f() { int k = 3; undeclared([&] { auto x = k; x += 2; }); auto seen = make_shape(k); }'),
  ).toBe('(3)');
});

test('a variable that is defined elsewhere has no number, one that is defined here begins as zero', async () => {
  expect(await seen('extern "C" int a; void f() { auto seen = make_shape(a); }')).toMatch(/^\?/);
  expect(await seen('extern int a; void f() { auto seen = make_shape(a); }')).toMatch(/^\?/);
  expect(await seen('extern "C" { int a; } void f() { auto seen = make_shape(a); }')).toBe('(0)');
});

/** Ways to write `x` in an iteration that is not among the first of a loop. */
const later: readonly (readonly [way: string, declaration: string, statement: string, read: string])[] = [
  ['an exchange', 'int x = 1, y = 2;', 'std::swap(x, y);', 'x'],
  ['a new value for an old one', 'int x = 1;', 'std::exchange(x, 7);', 'x'],
  ['an algorithm of the library', 'int x[2] = {1, 2};', 'std::fill(x, x + 2, 7);', 'x[0]'],
  ['a function that is not known', 'int x = 1;', 'undeclared(x);', 'x'],
  ['an input', 'int x = 1;', 'scanf("%d", &x);', 'x'],
  ['an operator', 'struct F { int n = 1; void operator<<(int k) { n += k; } } x;', 'x << 3;', 'x.n'],
  ['a subscript', 'struct F { int n = 1; int operator[](int k) { return n += k; } } x;', 'x[3];', 'x.n'],
];

test.each(later)('what only a later iteration writes, by %s', async (_, declaration, statement, read) => {
  const body = `${declaration} for (int i = 0; i < n; ++i) { if (i == 3) ${statement} } auto seen = make_shape(${read});`;
  expect(await seen(inFunction(body))).toMatch(/x/);
});

/** Calls of a function that runs code which is not seen, first while that knows of no variable. */
const again: readonly (readonly [what: string, code: string])[] = [
  ['a variable whose address it has', 'int h(int k) { some(); return k; }|h(1); out_of_sight(&x); x = 5; h(1);|x'],
  ['its argument', 'int h(int const& k) { some(); return k; }|h(5); out_of_sight(&x); x = 5; int y = h(x);|y'],
  [
    'its object',
    'struct S { int k; int h() { some(); return k; } };|S a{5}, b{5}; a.h(); out_of_sight(&b.k); b.k = 5; x = b.h();|x',
  ],
  ['what a branch runs', 'int h(bool c) { if (c) some(); return 1; }|h(c); out_of_sight(&x); x = 5; h(c);|x'],
];

test.each(again)('what a call that is known changes by code that is not seen: %s', async (_, code) => {
  const [before = '', body = '', read = ''] = code.split('|');
  const text = `int some(); ${before} ${inFunction(`int x = 1; ${body} auto seen = make_shape(${read});`)}`;
  expect(await seen(text)).not.toMatch(/[15]/);
});
