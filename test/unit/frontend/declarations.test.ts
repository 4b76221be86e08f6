// Declarations and statements lower to the IR with the places a hover or an inlay hint needs.
import { describe, expect, it } from 'vitest';
import { covered, lower, lowerBody } from '../../support/front-end';
import { stmtsText } from '../../support/ir-text';
import { present } from '../../support/present';

async function fileText(source: string): Promise<string> {
  const program = await lower(source);
  expect(program.problems, source).toEqual([]);
  return stmtsText(program.items);
}

async function bodyText(source: string): Promise<string> {
  const { body, program } = await lowerBody(source);
  expect(program.problems, source).toEqual([]);
  return stmtsText(body);
}

describe('variables', () => {
  it.each([
    ['auto x = e;', 'auto x = e;'],
    ['auto x{e};', 'auto x{e};'],
    ['auto const bM{cute::Int<128 * 2 / sizeof(TA)>{}};', 'const<auto> bM{cute::Int<((128 * 2) / sizeof(TA))>{}};'],
    ['Tensor x = f(a);', 'Tensor x = f(a);'],
    ['T x;', 'T x;'],
    ['T x(a, b);', 'T x(a, b);'],
    ['T x(a);', 'T x(a);'],
    ['T x(a & b, c * d);', 'T x((a & b), (c * d));'],
    ['T x(3);', 'T x(3);'],
    ['dim3 grid(size(a), size(b));', 'dim3 grid(size(a), size(b));'],
    ['thrust::host_vector<T> h(m * k);', 'thrust::host_vector<T> h((m * k));'],
    ['A::B<C> h = d;', 'A::B<C> h = d;'],
    ['A::B<64> v(3);', 'A::B<64> v(3);'],
    ['typename Kernel_traits::TiledMma tiled_mma;', 'Kernel_traits::TiledMma tiled_mma;'],
    ['int a = 1, *b = &a, c[3];', 'int a = 1; pointer<int> b = (&a); array<int; 3> c;'],
    ['int a[2][3] = {{1},{2}};', 'array<array<int; 3>; 2> a = {{1}, {2}};'],
    ['T const& r = x;', 'ref<const<T>> r = x;'],
    ['T&& r = x;', 'rvalue-ref<T> r = x;'],
    ['T* const p = q;', 'const<pointer<T>> p = q;'],
    ['T x = {};', 'T x = {};'],
    ['T x{};', 'T x{};'],
    ['constexpr int N = 4;', 'constexpr int N = 4;'],
    ['static constexpr auto v{3};', 'constexpr static auto v{3};'],
    ['decltype(auto) d = x;', 'decltype(x) d = x;'],
    ['decltype(auto) d = (x);', 'ref<decltype(auto)> d = x;'],
    ['unsigned long long u = 3;', 'unsigned long long u = 3;'],
    ['auto [a, b] = f();', '[a, b] = f();'],
    ['auto&& [a, b] = f();', '&[a, b] = f();'],
    ['auto const& [a, b] = f();', '&[a, b] = f();'],
    ['[[maybe_unused]] int mu = 3;', 'int mu = 3;'],
    ['__shared__ TA smem[cosize_v<L>];', 'shared array<TA; cosize_v<L>> smem;'],
    ['extern __shared__ char buf[];', 'extern-shared array<char> buf;'],
    ['__shared__ alignas(128) float s[4];', 'shared array<float; 4> s;'],
  ])('%s', async (source, expected) => {
    expect(await bodyText(source)).toBe(expected);
  });

  it('starts at the first token of the declaration', async () => {
    const { text, body } = await lowerBody(
      '  CUTE_UNROLL\n  Tensor tA =\n    f(x);\n  __shared__ float s[4];\n  static constexpr int N = 4;',
    );
    expect(body.map((s) => covered(text, s.span))).toEqual([
      'Tensor tA =\n    f(x);',
      '__shared__ float s[4];',
      'static constexpr int N = 4;',
    ]);
  });
});

describe('statements', () => {
  it.each([
    [
      'for (int i = 0, j = 1; i < n; ++i, j++) { continue; }',
      'for (int i = 0; int j = 1; (i < n); ((++i) , (j++))) {continue;}',
    ],
    ['for (int m = 0; m < size<1>(t); ++m) f(m);', 'for (int m = 0; (m < size<1>(t)); (++m)) f(m);'],
    ['for (;;) break;', 'for ( ; ) break;'],
    ['for (auto const& x : xs) { f(x); }', 'for (ref<const<auto>> x : xs) {f(x);}'],
    ['while (a < b) c;', 'while ((a < b)) c;'],
    ['do { c; } while (a);', 'do {c;} while (a);'],
    ['if (a) b; else if constexpr (c) { d; } else e;', 'if (a) b; else if constexpr (c) {d;} else e;'],
    ['if (int q = f(); q > 3) a;', 'if (int q = f(); (q > 3)) a;'],
    ['if (T* p = q) a;', 'if (pointer<T> p = q; p) a;'],
    ['switch (v) { case 1: a; break; case X: default: d; }', 'switch (v) {case 1: a; break; case X:  default: d;}'],
    ['return {a, b};', 'return {a, b};'],
    ['return;', 'return;'],
    ['goto l; l: x;', 'goto; label; x;'],
    ['try { x; } catch (...) { y; }', 'try {x;} catch {y;}'],
    ['throw 1;', '?;'],
    ['using T = int; typedef float F;', 'using T = int; using F = float;'],
    ['using namespace cute;', 'using namespace cute;'],
    ['using cute::Layout;', 'using cute::Layout;'],
    ['struct L { int x; }; L l;', 'struct L {int x;} L l;'],
    ['enum { P, Q = 2 };', 'enum  {P, Q = 2}'],
    ['asm volatile("nop;" :: "r"(x)); f();', 'assembly(); f();'],
    ['asm("mov.u32 %0, %laneid;" : "=r"(x)); f();', 'assembly_of_numbers(x); f();'],
    ['asm("brkpt;\\n" ::); f();', 'assembly_of_numbers(); f();'],
    ['asm("bar.sync %0, %1;" : : "r"(a), "r"(b) : "memory"); f();', 'assembly_of_barrier_sync(a, b); f();'],
    ['asm("bar.arrive %0, %1;\\n" :: "r"(a), "r"(b)); f();', 'assembly_of_barrier_arrive(a, b); f();'],
    [
      'asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\\n" :: "r"(a), "l"(p[1]) : "memory"); f();',
      'assembly_of_memory_0("cp.async.cg.shared.global [%0], [%1], 16;\\n", a, p[1]); f();',
    ],
    [
      'asm("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, " "[%2];" : "=r"(x), "=r"(y[0]) : "r"(a)); f();',
      'assembly_of_memory_2("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];", x, y[0], a); f();',
    ],
    ['asm("cp.async.commit_group;" ::: "memory"); f();', 'assembly_of_memory_0("cp.async.commit_group;"); f();'],
    ['asm("ld.shared.b32 %0, [%[at]];" : "=r"(x) : [at] "r"(a)); f();', 'assembly(x); f();'],
    ['asm("bar.sync %0, %1; bar.sync 0;" :: "r"(a), "r"(b)); f();', 'assembly(); f();'],
    ['CUTE_STATIC_ASSERT_V(size<0>(a) == size<1>(b));', 'static_assert (size<0>(a) == size<1>(b));'],
    ['CUTE_STATIC_ASSERT(a < b, "m");', 'static_assert (a < b);'],
    ['static_assert(is_same_v<A<i, tuple<T...>>, B>);', 'static_assert is_same_v<A<i, tuple<T...>>, B>;'],
    ['CUTE_UNROLL\nfor (int i = 0; i < 4; ++i) f(i);', 'for (int i = 0; (i < 4); (++i)) f(i);'],
    ['#pragma unroll\nfor (;;) {}', 'for ( ; ) {}'],
    ['MY_CHECK(a, b)\nf();', 'MY_CHECK(a, b); f();'],
    ['for (auto [a, b] : c) f(a);', 'for (auto __range_item : c) {&[a, b] = __range_item; f(a);}'],
  ])('%s', async (source, expected) => {
    expect(await bodyText(source)).toBe(expected);
  });
});

describe('functions', () => {
  it.each([
    [
      'template <class T, int N = 4, class... Ts>\n__global__ static void k(T const* A, int n) { }',
      'template<type T, int N = 4, type... Ts> kernel static k(pointer<const<T>> A, int n) -> void {}',
    ],
    [
      'template <class T> __global__ static\n__launch_bounds__(decltype(size(T{}))::value)\nvoid k(T t) { }',
      'template<type T> kernel static k(T t) -> void bounds(decltype(size(T{}))::value) {}',
    ],
    [
      '__global__ void __launch_bounds__(128, 1) k(const __grid_constant__ P p) { }',
      'kernel k(const<P> p) -> void bounds(128, 1) {}',
    ],
    [
      'CUTE_HOST_DEVICE constexpr auto f(int a) -> decltype(a) { return a; }',
      'device constexpr f(int a) -> decltype(a) {return a;}',
    ],
    ['template<int D> __device__ void K<D>::run(int a) {}', 'template<int D> device K<D>::run(int a) -> void {}'],
    [
      'template<class A> template<class B> void K<A>::f(B b) {}',
      'template<type A> template<type B> K<A>::f(B b) -> void {}',
    ],
    ['template<> void run<half_t, 128>(P p) {}', 'template<> run<half_t, 128>(P p) -> void {}'],
    ['void f(void);', 'f() -> void;'],
    [
      'T& f(T&& a, int (&b)[3], void (*c)(int));',
      'f(rvalue-ref<T> a, ref<array<int; 3>> b, pointer<function<void>> c) -> ref<T>;',
    ],
    ['auto f(auto x, auto... xs) { }', 'f(auto x, auto... xs) -> auto {}'],
    [
      'int main(int argc, char** argv) try { f(); } catch (...) {}',
      'main(int argc, pointer<pointer<char>> argv) -> int {try {f();} catch {}}',
    ],
    ['template <class T> requires C<T> && (D<T>) void f(T t) { g(); }', 'template<type T> f(T t) -> void {g();}'],
    [
      'void f(L const& x = {}, tuple<int,int> r = {-2, 2}) {}',
      'f(ref<const<L>> x = {}, tuple<int, int> r = {(-2), 2}) -> void {}',
    ],
    ['extern "C" { void g(); }', 'g() -> void;'],
    [
      'template <template <class...> class TT, class = void> void f() {}',
      'template<template TT, type = void> f() -> void {}',
    ],
    ['TEST(CuTe_core, Coalesce) { f(); }', 'CuTe_core_Coalesce() -> void {f();}'],
    ['void f(int) = delete;', 'f(int) -> void;'],
  ])('%s', async (source, expected) => {
    expect(await fileText(source)).toBe(expected);
  });

  it('know their names and whole extent', async () => {
    const text = 'template <class T>\n__global__ static\nvoid\nK<T>::run(T a, int b) {\n  f(a);\n}\n';
    const [func] = (await lower(text)).items;
    if (func?.is !== 'Func') throw new Error('not a function');
    expect(covered(text, func.nameSpan)).toBe('run');
    expect(covered(text, func.span)).toBe(text.trimEnd());
    expect(func.params.map((p) => [covered(text, p.span), covered(text, present(p.nameSpan))])).toEqual([
      ['T a', 'a'],
      ['int b', 'b'],
    ]);
    expect(covered(text, present(present(present(func.templates[0])[0]).nameSpan))).toBe('T');
    expect(covered(text, present(func.body).span)).toBe('{\n  f(a);\n}');
  });
});

describe('classes and namespaces', () => {
  it.each([
    [
      'template <int D, class B = X> struct T : public B, C<D> { static constexpr int k = D; using L = decltype(f(A{}, Shape<Int<k>>{})); };',
      'template<int D, type B = X> struct T : B, C<D> {constexpr static int k = D; using L = decltype(f(A{}, Shape<Int<k>>{}));}',
    ],
    ['template <> struct S<int, 3> { int a; };', 'template<> struct S<int, 3> {int a;}'],
    ['template <class T> struct S<T*>;', 'template<type T> struct S<pointer<T>>;'],
    [
      'struct S { alignas(128) cute::ArrayEngine<TA, cosize_v<L>> A; };',
      'struct S {cute::ArrayEngine<TA, cosize_v<L>> A;}',
    ],
    ['struct CUTE_ALIGNAS(16) S { int a = 1, b{2}; };', 'struct S {int a = 1; int b{2};}'],
    [
      'class A { public: A(int a) : B(a), x{a} {} A() = default; ~A(); T operator()(int i) const { return x; } operator bool() const; private: int x; };',
      'class A {A(int a) : B(a), x(a) {} A(); ~A(); operator()(int i) const -> T {return x;} operator bool() const -> bool; int x;}',
    ],
    ['union U { int a; struct { float x; } f; };', 'union U {int a; struct (type of f) {float x;} (type of f) f;}'],
    [
      'struct S { enum class E : int { A, B = 3 }; static_assert(k > 2, "m"); CUTE_STATIC_ASSERT(k == 3); template <class U> void f(U u) const {} };',
      'struct S {enum class E {A, B = 3} static_assert (k > 2); static_assert (k == 3); template<type U> f(U u) const -> void {}}',
    ],
    [
      'struct S { template <int N> using L = Layout<Int<N>>; using Base::Base; typedef T value_type; };',
      'struct S {template<int N> using L = Layout<Int<N>>; using Base::Base; using value_type = T;}',
    ],
    [
      'namespace A::B { int x; } namespace { int y; } inline namespace v1 { int z; }',
      'namespace A {namespace B {int x;}} namespace  {int y;} namespace v1 {int z;}',
    ],
    ['namespace fa = x::y;', 'using fa = x::y;'],
    ['template <class T> constexpr auto v = T{};', 'constexpr template<type T> auto v = T{};'],
    [
      'template void f<64, half_t>(int); template struct Traits<64>; extern template struct Q<3>; template void K<1>::run();',
      'instantiate f<64, half_t>; instantiate Traits<64>; instantiate K<1>::run;',
    ],
    [
      'using F = int; template <class... Ts> struct P : Ts... {};',
      'using F = int; template<type... Ts> struct P : Ts... {}',
    ],
    ['__constant__ float c[4]; __device__ int d;', 'constant array<float; 4> c; device int d;'],
  ])('%s', async (source, expected) => {
    expect(await fileText(source)).toBe(expected);
  });
});
