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
