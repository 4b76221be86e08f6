// Unknown numbers are symbols. Two numbers that may differ must not have the same symbol, since their difference would
// be 0.
import { expect, test } from 'vitest';
import type { Value } from '../../../core/src/index';
import { printValue } from '../../../core/src/values/print';
import { analyzeFiles } from '../../support/engine';

/** The values of the declarations of a name, each in words. */
async function valuesIn(text: string): Promise<(name: string) => readonly string[]> {
  const analysis = await analyzeFiles([
    { name: 'numbers.cu', text: `#include <cute/tensor.hpp>\nusing namespace cute;\n${text}` },
  ]);
  expect(analysis.bugs).toEqual([]);
  return (name) =>
    [...analysis.facts.values()]
      .flat()
      .filter((fact) => fact.name === name && fact.role === 'declaration')
      .flatMap(({ seen }) => seen.map(({ value }) => shown(value)));
}

function shown(value: Value): string {
  return value.is === 'unknown' ? `? ${value.cause.message}` : printValue(value);
}

test('what one place gives to two calls is two numbers', async () => {
  const of = await valuesIn(`
    int read() { int n; std::cin >> n; return n; }
    int either(bool c) { int x = 1; if (c) x = 2; return x; }
    int choice(bool c) { return c ? 4 : 8; }
    int early(bool c) { if (c) return 4; return 8; }
    __device__ int lane(int v) { return __shfl_sync(0xffffffff, v, 0); }
    void all(bool c, bool d) {
      auto fromInput = read() - read();
      auto fromBranches = either(c) - either(d);
      auto fromChoices = choice(c) - choice(d);
      auto fromReturns = early(c) - early(d);
      auto fromLanes = lane(1) - lane(2);
      auto inLambda = [&](bool e) { int r = 1; if (e) r = 2; return r; };
      auto fromLambda = inLambda(c) - inLambda(d);
      auto quotient = either(c) / either(d);
      auto shape = make_shape(either(c), either(d));
    }`);
  for (const name of ['fromInput', 'fromBranches', 'fromChoices', 'fromReturns', 'fromLanes', 'fromLambda', 'quotient'])
    expect(of(name), name).not.toContainEqual(expect.stringMatching(/^[01]$/));
  expect(of('fromBranches')).toEqual(["x-x'"]);
  // Which of the two a name stands for is a matter of one call: the next call may use the name again.
  expect(of('shape')).toHaveLength(1);
  expect(of('shape')[0]).toMatch(/^\((x.*),(?!\1\))x.*\)$/);
});

test('a variable that is read again is another number than the parameter it was', async () => {
  const of = await valuesIn(`
    struct Params { int m; };
    void fill(Params& p);
    void again(int n, Params p) {
      int before = n; std::cin >> n;
      auto read = before - n;
      int first = p.m; fill(p);
      auto filled = first - p.m;
      int second = p.m; fill(p);
      auto twice = second - p.m;
    }
    Params made() { Params p; fill(p); return p; }
    void two() { Params a = made(), b = made(); auto members = a.m - b.m; Params c, d; auto unset = c.m - d.m; }`);
  expect(of('read')).toEqual(["n-n'"]);
  expect(of('filled')).toEqual(["p.m-p.m'"]);
  expect(of('twice')).toEqual(["p.m'-p.m''"]);
  for (const name of ['members', 'unset']) expect(of(name)[0], name).toMatch(/^(\S+)-(?!\1$)\S+$/);
});

test('the numbers of a layout that two ways give differently are as many numbers', async () => {
  const of = await valuesIn(`
    void ways(bool c, int a, int b, int d, int e) {
      auto chosen = c ? make_layout(make_shape(a, b)) : make_layout(make_shape(d, e));
      auto chosenDiffer = get<0>(chosen.shape()) - get<1>(chosen.shape());
      auto written = make_layout(make_shape(a, b));
      if (c) written = make_layout(make_shape(d, e));
      auto now = written;
      auto writtenDiffer = get<0>(written.shape()) - get<1>(written.shape());
    }`);
  // What is one number either way stays one: the stride of mode 1 is the size of mode 0.
  expect(of('now')).toEqual(["(written,written'):(_1,written)"]);
  expect(of('chosenDiffer')).not.toContain('0');
  expect(of('writtenDiffer')).toEqual(["written-written'"]);
});

test('the states of pipelines have stages of their own', async () => {
  const of = await valuesIn(`
    __global__ void pipelined() {
      cutlass::PipelineState<4> read;
      cutlass::PipelineState<4> write = cutlass::make_producer_start_state<cutlass::PipelineTmaAsync<4>>();
      auto apart = read.index() - write.index();
      int before = read.index(); ++read;
      auto stepped = read.index() - before;
      auto which = read.index() == write.index() ? 3 : 5;
      auto phases = read.phase() ^ write.phase();
      for (int i = 0; i < 7; ++i) ++write;
      auto round = write.index() + 10 * write.phase() + 100 * write.count();
    }
    __global__ void given(cutlass::PipelineState<4> mine, cutlass::PipelineState<4> yours) {
      auto unlike = mine.index() - yours.index();
      auto either = mine.index() == yours.index() ? 3 : 5;
    }`);
  expect(['apart', 'stepped', 'which', 'phases', 'round'].map((name) => of(name))).toEqual(
    ['0', '1', '5', '1', '703'].map((text) => [text]),
  );
  for (const name of ['unlike', 'either']) expect(of(name), name).not.toContainEqual(expect.stringMatching(/^[035]$/));
});

test('a name is free again once nothing can hold its number', async () => {
  const of = await valuesIn(`
    void shows(bool c) { int x = 1; if (c) x = 2; auto shape = make_shape(x, 3); }
    void calls(bool c, bool d) { shows(c); shows(d); }
    void another(bool c) { shows(c); }`);
  expect(new Set(of('shape'))).toEqual(new Set(['(x,3)']));
});

test('what a branch that is not taken calls gives a number of its own', async () => {
  const of = await valuesIn(`
    int same(int n) { return n; }
    int main() { int n; std::cin >> n; if (false) { int a = same(n + 1); auto d = a - n; auto shape = make_shape(d, 3); inner(d); } }
    void inner(int d) { auto shape = make_shape(d, 3); }`);
  expect(of('d').concat(of('shape')).join(' ')).not.toMatch(/(^| )0|\(0,/);
});

test('what a function in another file may write to is not known after it', async () => {
  const of = await valuesIn(`
    struct P { int m = 1; void set(); int get() const; };
    struct Made { int m = 1; Made(int); };
    void byReference(int& x); int byReferenceToo(int& x); void byPointer(int* x); void ofObject(P& p);
    void byValue(int x); void byConst(int const& x); void throughConst(int const* x);
    template <class T> void forwarded(T&& x);
    template <class... Ts> void several(Ts&... xs);
    template <class... Ts> void own(Ts... xs) { ((xs = 7), ...); }
    int everywhere = 3;
    void configure();
    int main() {
      auto before = everywhere; configure(); auto global = everywhere;
      int a = 3; byReference(a); auto reference = a;
      int b = 3; byPointer(&b); auto pointer = b;
      int c = 3; byReferenceToo(c); auto withResult = c;
      P p; ofObject(p); auto object = p.m;
      P q; q.set(); auto method = q.m;
      Made made(3); auto constructed = made.m;
      int d = 3; forwarded(d); auto universal = d;
      int e = 3, f = 3; several(e, f); auto pack = e - f;
      int g = 3; byValue(g); byConst(g); throughConst(&g); own(g); auto kept = g;
      P r; r.get(); auto keptObject = r.m;
    }`);
  for (const name of [
    'reference',
    'pointer',
    'withResult',
    'object',
    'method',
    'constructed',
    'universal',
    'pack',
    'global',
  ])
    expect(of(name)[0], name).toMatch(/^[^\d?]/);
  expect(['before', 'kept', 'keptObject'].map((name) => of(name)[0])).toEqual(['3', '3', '1']);
});

test('a variable on the device that the host copies to is not what it was declared with', async () => {
  const of = await valuesIn(`
    __constant__ int rows = 3;
    __constant__ int columns = 4;
    __device__ int found = 5;
    __global__ void kernel() { auto shape = make_shape(rows, columns, found); }
    int main() { int v = 7; void* p; cudaMemcpyToSymbol(rows, &v, sizeof(v)); cudaGetSymbolAddress(&p, found); kernel<<<1, 1>>>(); }`);
  expect(of('shape')).toEqual(['(rows,4,found)']);
});

test('of an object that two ways give differently, what they agree on is known', async () => {
  const of = await valuesIn(`
    struct Work { int m; int n; float x; };
    Work next(bool c, int m, int n) { if (c) return Work{m, 4, 1.0f}; return Work{n, 4, 2.0f}; }
    void all(bool c, int m, int n, Work const fixed) {
      Work work = next(c, m, n);
      auto shape = make_shape(work.m, work.n);
      unknown_function(fixed);
      auto constant = make_shape(fixed.m, fixed.n);
    }`);
  expect(of('shape')).toEqual(['(next.m,4)']);
  expect(of('constant')).toEqual(['(fixed.m,fixed.n)']);
});

test('what another thread writes to shared memory is not known to this one', async () => {
  const of = await valuesIn(`
    __device__ int everywhere = 2;
    __global__ void kernel() {
      __shared__ int shared;
      __shared__ struct { int n; } object;
      int own = 3;
      shared = 3; object.n = 3; everywhere = 3;
      __syncthreads();
      auto before = make_shape(shared, own, object.n, everywhere);
      if (threadIdx.x == 1) { shared = 7; own = 7; object.n = 7; everywhere = 7; }
      __syncthreads();
      auto after = make_shape(shared, own, object.n, everywhere);
      if (threadIdx.x == 0) { shared = 9; }
      auto mine = make_shape(shared, own);
    }
    int main() { kernel<<<1, 32>>>(); }`);
  expect(of('before')).toEqual(['(3,3,3,3)']);
  expect(of('after')[0]).toMatch(/^\(shared'*,3,object.n'*,everywhere'*\)$/);
  expect(of('mine')).toEqual(['(9,3)']);
});

test('a vector has as many elements as it is given, and as its members leave it', async () => {
  const of = await valuesIn(`
    void elsewhere(std::vector<int>& v);
    void constant(std::vector<int> const& v);
    void parameter(std::vector<int> const& v) { auto given = make_shape(v.size()); }
    struct Holder { std::vector<int> list; };
    int main() {
      std::vector<int> a = {1, 2, 3}, b{1, 2}, c(10), d(10, 3), e{10}, f, g(a.begin(), a.end()), h = a;
      auto made = make_shape(a.size(), b.size(), c.size(), d.size(), e.size(), f.size(), g.size(), std::vector<int>{4, 5}.size());
      f.push_back(1); f.emplace_back(2); h.push_back(5); b.resize(7); e.clear(); g.pop_back();
      auto changed = make_shape(f.size(), h.size(), a.size(), b.size(), e.size(), g.size());
      std::vector<int>* p = &a; p->push_back(3);
      Holder holder; holder.list.push_back(1);
      auto reached = make_shape(a.size(), holder.list.size());
      elsewhere(c); constant(d); d.insert(d.begin(), 5);
      auto lost = make_shape(c.size(), d.size());
    }`);
  expect(of('made')).toEqual(['(3,2,10,10,1,0,3,2)']);
  expect(of('changed')).toEqual(['(2,4,3,7,0,2)']);
  expect(of('reached')).toEqual(['(4,1)']);
  expect(of('lost')).toEqual(['(c.size,d.size)']);
  expect(of('given')).toEqual(['(v.size)']);
});

test('what a label is reached with is not known', async () => {
  const of = await valuesIn(`
    int main() {
      int n = 3, m = 4;
      auto before = make_shape(n, m);
      goto there;
      n = 5;
    there:
      auto after = make_shape(n, m);
    }`);
  expect(of('before')).toEqual(['(3,4)']);
  expect(of('after')).toEqual(['(n,m)']);
});

test('a condition that counts is evaluated once for each iteration', async () => {
  const of = await valuesIn(
    `int main() { int n = 0; for (int i = 10; i-- > 0;) n += i; auto sum = make_shape(n); int m = 0; int k = 5; while (--k) m += k; auto rest = make_shape(m, k); }`,
  );
  expect(of('sum')).toEqual(['(45)']);
  expect(of('rest')).toEqual(['(10,0)']);
});

test('members of a union lie over each other, and virtual functions take room', async () => {
  const of = await valuesIn(`
    union Either { int whole; float part; };
    struct Base { virtual int f(); int n; };
    struct Derived : Base { int f() override; };
    struct Plain { int n; };
    int main() {
      Either e; e.whole = 5;
      auto before = make_shape(e.whole);
      e.part = 1.0f;
      auto after = make_shape(e.whole);
      auto plain = make_shape(int(sizeof(Plain)));
      int derived = sizeof(Derived);
    }`);
  expect(of('before')).toEqual(['(5)']);
  expect(of('after')[0]).toMatch(/^\? another member of the union/);
  expect(of('plain')).toEqual(['(4)']);
  expect(of('derived')).toEqual(['16']);
});

test('a promotion is better than another conversion', async () => {
  const of = await valuesIn(`
    int f(int); int f(double) { return 2; } int f(char) { return 3; } int f(long) { return 4; } int f(int) { return 1; }
    int main() { auto picked = make_shape(f(1), f(1.0), f('c'), f(1L), f(short(1)), f(1.0f), f(true)); }`);
  expect(of('picked')).toEqual(['(1,2,3,4,1,2,1)']);
});

test('a type with an attribute of its own, and a character whose type depends on the version of C++, are not known', async () => {
  const of = await valuesIn(`
    typedef int Wide __attribute__((aligned(16)));
    using Also = int __attribute__((aligned(16)));
    typedef float Four __attribute__((vector_size(16)));
    struct Holds { char a; Wide b; };
    struct Own { Own() {} int n; };
    struct __attribute__((packed)) Mixed { char a; Own b; };
    template <class T> struct Typed { char a; T b __attribute__((packed)); };
    enum __attribute__((packed)) Small { zero, one };
    int main() {
      auto wide = sizeof(Holds); auto also = alignof(Also); auto four = sizeof(Four); auto mixed = sizeof(Mixed);
      auto typed = sizeof(Typed<double>); auto small = sizeof(Small);
      alignas(16) char a = 1;
      auto variable = alignof(a);
      auto c = u8'a';
    }`);
  for (const name of ['wide', 'also', 'four', 'mixed', 'typed', 'small', 'variable', 'c'])
    expect([name, of(name)[0]]).toEqual([name, expect.stringMatching(/^\?/)]);
});

test('what a loop returns behind a condition is not what its first iteration returns', async () => {
  const of = await valuesIn(`
    float data(int i);
    int first(int n) { for (int s = 0; s < n; ++s) if (data(s) > 3.f) return s; return 0; }
    int later(int n) { for (int s = 1; s < n; ++s) { if (data(s) > 3.f) continue; return s; } return 1; }
    int counted() { for (float x : {data(0), data(1)}) { static int n = 0; if (x > 3.f) return n; ++n; } return 0; }
    int always(int n) { for (int s = 0; s < n; ++s) if (data(s) > 3.f) return -1; return -1; }
    int main() {
      auto byFirst = first(8);
      auto byLater = later(8);
      auto byCounted = counted();
      auto byAlways = always(8);
    }
  `);
  for (const name of ['byFirst', 'byLater', 'byCounted'])
    expect(of(name)).not.toContainEqual(expect.stringMatching(/^\d/));
  expect(of('byFirst')).toHaveLength(1);
  expect(of('byAlways')).toEqual(['-1']);
});
