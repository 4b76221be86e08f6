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

test('what depends on template parameters that nothing binds is not known', async () => {
  const text = `
#include <cute/tensor.hpp>
using namespace cute;
template <class T> struct Named { static constexpr int value = 0; };
template <> struct Named<int> { static constexpr int value = 1; };
template <class T> int number() { return 1; }
template <> int number<float>() { return 2; }
template <class A, class P = tuple<A, A>> struct Tiled {
  static_assert(rank_v<P> == 3);
  static_assert(is_tuple<P>::value);
};
template <class A, class P> auto make(A const&, P const&) { return Tiled<A, P>{}; }
template <class A, class P> void ask(P const& p) {
  static_assert(std::is_same_v<A, int>);
  static_assert(std::is_same_v<A, P>);
  static_assert(std::is_const_v<P>);
  static_assert(is_static<tuple<A, P>>::value);
  static_assert(Named<A>::value == 1);
  static_assert(rank_v<tuple<A, P>> == 2);
  auto chosen = number<A>();
}
template <class... T> void count(T... t) {
  static_assert(sizeof...(T) < 0);
  static_assert(sizeof...(t) == 1);
  static_assert((sizeof(T) + ... + 0) == 0);
  static_assert((std::is_integral_v<T> && ...));
  static_assert(rank_v<tuple<T...>> == 0);
  static_assert(rank_v<tuple<int, T...>> == 1);
}
`;
  const { assertions } = await analyzeFiles([{ name: 'open.cpp', text }]);
  const known = assertions.filter(({ holds }) => holds !== undefined);
  expect(assertions.length).toBe(14);
  expect(known.map(({ span, holds }) => [text.slice(span.start, span.end), holds])).toEqual([
    ['rank_v<tuple<A, P>> == 2', true],
  ]);
});

test('what nothing instantiates is not compiled', async () => {
  const text = `
template <class...> struct Wrong { static constexpr bool value = false; };
template <class... T> struct Fails { static_assert(Wrong<T...>::value); };
template <class... T> struct Any { static constexpr bool value = true; };
static_assert(Any<Fails<>, Fails<int>>::value);
template <bool B = false> void left() { static_assert(B); }
template <bool B = true> void asked() { static_assert(B); }
template void asked<>();
struct S {
  template <bool B = false> S() { static_assert(B); }
  S(int) {}
};
`;
  const { assertions } = await analyzeFiles([{ name: 'open.cpp', text }]);
  const sure = assertions.filter(({ perhaps }) => !perhaps);
  expect(sure.map(({ span, holds }) => [text.slice(span.start, span.end), holds])).toEqual([
    ['B', true],
    ['Any<Fails<>, Fails<int>>::value', true],
  ]);
});

test('what depends on code that is not here is not known', async () => {
  const text = `
#include <vendor/thing.h>
template <bool B> struct Truth { static constexpr bool value = B; };
template <class T> auto c(int) -> decltype((void)vendor::call(T{}), Truth<true>{});
template <class T> Truth<false> c(...);
static_assert(decltype(c<int>(0))::value);
template <class T> auto call(int) -> decltype(void(vendor::call(T{})), Truth<true>{});
template <class T> Truth<false> call(...);
static_assert(decltype(call<int>(0))::value);
template <class T, class = void> struct Is : Truth<false> {};
template <class T> struct Is<T, decltype(static_cast<void>(vendor::call(T{})))> : Truth<true> {};
static_assert(Is<int>::value);
template <class T, bool = vendor::is_good<T>::value> struct Default : Truth<false> {};
template <class T> struct Default<T, true> : Truth<true> {};
static_assert(Default<int>::value);
template <class T, bool = vendor::is_good<T>::value> struct Declared;
template <class T> struct Declared<T, true> : Truth<true> {};
template <class T> auto size(int) -> Truth<sizeof(Declared<T>) != 0>;
template <class T> Truth<false> size(...);
static_assert(decltype(size<int>(0))::value);
template <int I> struct Base {};
struct Derived : vendor::base<3>, Base<1> {};
template <int I> Truth<true> base(vendor::base<I> const&);
template <int I> Truth<I == 2> of(Base<I> const&);
Truth<false> of(...);
static_assert(decltype(of<2>(Derived{}))::value);
`;
  const { assertions } = await analyzeFiles([{ name: 'missing.cpp', text }]);
  expect(assertions.length).toBe(6);
  expect(assertions.filter(({ holds }) => holds !== undefined)).toEqual([]);
});

test('nothing is said of a call that converts by a constructor which may be deleted; numbers of 64 bits are exact', async () => {
  const text = `
template <class T> T&& dv();
struct Moved { Moved(int*) = delete; Moved(Moved&&) = default; };
struct Yes { static constexpr bool value = true; };
struct No { static constexpr bool value = false; };
void take(Moved);
int number(Moved);
template <class...> using void_t = void;
template <class A, class = void> struct ByAlias : No {};
template <class A> struct ByAlias<A, void_t<decltype(take(dv<A>()))>> : Yes {};
template <class A, class = void> struct ByType : No {};
template <class A> struct ByType<A, decltype(take(dv<A>()))> : Yes {};
template <class A> auto called(int) -> decltype(void(number(dv<A>())), Yes{});
template <class A> No called(...);
static_assert(!ByAlias<int*>::value);
static_assert(!ByType<int*>::value);
static_assert(!decltype(called<int*>(0))::value);
static_assert(ByAlias<Moved>::value);
static_assert((true ? -1 : -63ull) == 18446744073709551615ull);
static_assert((true ? -1 : 18446744073709551382ull) > 5);
static_assert((false ? ~0ull : -1) > 5);
`;
  const { assertions } = await analyzeFiles([{ name: 'contested.cpp', text }]);
  expect(assertions.length).toBe(7);
  const known = assertions.filter(({ holds }) => holds !== undefined);
  expect(known.map(({ span, holds }) => [text.slice(span.start, span.end), holds])).toEqual([
    ['ByAlias<Moved>::value', true],
    ['(true ? -1 : -63ull) == 18446744073709551615ull', true],
    ['(true ? -1 : 18446744073709551382ull) > 5', true],
    ['(false ? ~0ull : -1) > 5', true],
  ]);
});

test('nothing is said of members that pointers point to, nor of the objects around them', async () => {
  const text = `
struct S { int x = 1, y = 2; int f() { return 3; } constexpr int g() const noexcept { return 4; } };
constexpr int t1() { S t; int S::*x = &S::y; t.*x = 7; return t.y; }
static_assert(t1() == 7, "");
constexpr int t2() { S t; int S::*x = &S::y; S* p = &t; p->*x = 7; return t.y; }
static_assert(t2() == 7, "");
constexpr int t3() { S t; int S::*x = &S::y; int& r = t.*x; r = 7; return t.y; }
static_assert(t3() == 7, "");
constexpr int t4() { S t[2]; int S::*x = &S::y; (t[1].*x) = 7; return t[1].y; }
static_assert(t4() == 7, "");
constexpr int t5() { S t[2]; int S::*x = &S::y; for (int i = 0; i < 2; i++) t[i].*x += 7; return t[1].y; }
static_assert(t5() == 9, "");
constexpr void set(int& a) { a = 7; }
constexpr int t6() { S t; int S::*x = &S::y; set(t.*x); return t.y; }
static_assert(t6() == 7, "");
constexpr int t7() { S t; S* p = &t; int S::*x = &S::y; set(p->*x); return t.y; }
static_assert(t7() == 7, "");
constexpr int t8() { S t; int S::*y = &S::x; return t.*y; }
static_assert(t8() == 1, "");
struct H { S s; };
constexpr int t9() { H h; int S::*y = &S::x; h.s.*y = 7; return h.s.x; }
static_assert(t9() == 7, "");
constexpr int t10() { S t; S& r = t; int S::*x = &S::y; r.*x = 7; return t.y; }
static_assert(t10() == 7, "");
constexpr int S::*x = &S::y;
constexpr S s;
static_assert(s.*x == 2, "");
`;
  const { assertions } = await analyzeFiles([{ name: 'pointers.cpp', text }]);
  expect(assertions.length).toBe(11);
  expect(assertions.filter(({ holds }) => holds !== undefined)).toEqual([]);
});

test('nothing is said of lines where compilers differ on their numbers, nor of names that such numbers make', async () => {
  const text = `
#define CAT2(a, b) a##b
#define CAT(a, b) CAT2(a, b)
#define CHECK(n) static constexpr int CAT(v_, __LINE__) = n; static_assert(CAT(v_, __LINE__) == n, "")
CHECK(
  1);
CHECK(
  2);
struct S {
  CHECK(
    3);
  CHECK(
    4);
};
#define LINE(...) __LINE__
static_assert(LINE(1,
  2) == 18, "");
static_assert(LINE(1,
  2) == 21, "");
`;
  const { assertions } = await analyzeFiles([{ name: 'lines.cpp', text }]);
  expect(assertions.length).toBe(6);
  expect(assertions.filter(({ holds }) => holds === false)).toEqual([]);
  expect(assertions.slice(-2).filter(({ holds }) => holds !== undefined)).toEqual([]);
});

test('a line of a raw literal ends in one character', async () => {
  const text = `
constexpr const char* p = R"(a\\
b)";
static_assert(p[1] == '\\\\' && p[2] == '\\n' && p[3] == 'b' && p[4] == 0, "");
static_assert(sizeof(R"(a
b)") == 4, "");
`.replace(/\n/g, '\r\n');
  const { assertions } = await analyzeFiles([{ name: 'raw.cpp', text }]);
  expect(assertions.map(({ holds }) => holds)).toEqual([true, true]);
});

test('nothing is said of what a void operand or an incomplete class makes invalid', async () => {
  const text = `
#include <utility>
#include <type_traits>
template <class...> using void_t = void;
template <class T, class U, class = void> struct Common {};
template <class T, class U>
struct Common<T, U, void_t<decltype(true ? std::declval<T>() : std::declval<U>())>> { using type = int; };
template <class T, class U, class = void> struct Has : std::false_type {};
template <class T, class U> struct Has<T, U, void_t<typename Common<T, U>::type>> : std::true_type {};
struct T {};
struct Incomplete;
static_assert(!Has<void, T>::value && !Has<T, void>{}, "");
static_assert(!Has<Incomplete, T>::value, "");
static_assert(Has<T, T>{}, "");
`;
  const { assertions } = await analyzeFiles([{ name: 'common.cpp', text }]);
  expect(assertions.map(({ holds }) => holds)).toEqual([undefined, undefined, true]);
});
