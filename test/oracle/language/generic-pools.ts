// Idioms of generic code, as pools of text: alias templates, expressions that a template asks for, concepts and
// requires clauses, tags with ranks, folds over the comma, templates in templates.
import type { Idiom } from './draft';
import { pool } from './pool';

const aliasTemplates = pool({
  declare: `
    template <class T, class U = int> struct Pr@ { static constexpr int id = sizeof(T) * 10 + sizeof(U); };
    template <class T> using Same@ = Pr@<T, T>;
    template <class T> using WithInt@ = Pr@<T>;
    template <class T> using Ptr@ = T*;
    template <class T, class U = T*> using Far@ = Pr@<T, U>;
    template <class T> auto f@(Same@<T>) { return Int<1>{}; }
    template <class T> auto f@(WithInt@<T>) { return Int<2>{}; }
    template <class T, class U> auto g@(Pr@<T, U>) { return Int<3>{}; }
    template <class T> auto g@(Same@<T>) { return Int<4>{}; }
    template <class T> auto h@(Ptr@<T>) { return Int<5>{}; }
    template <class T> auto h@(T) { return Int<6>{}; }
    template <class T> struct Kind@ { static constexpr int k = #; };
    template <class T> struct Kind@<Ptr@<T>> { static constexpr int k = 1#; };
    template <class T> struct Kind@<Far@<T>> { static constexpr int k = 2#; };
    template <class T, class U = T const&, int N = sizeof(U)> struct Def@ { static constexpr int n = N; };
    template <class A, class B, class C = Pr@<B, A>*> constexpr int last@ = sizeof(C) + C{}->id;`,
  run: 'int x@ = #;',
  ask: [
    'f@(Pr@<char, char>{})',
    'f@(Pr@<char, int>{})',
    'g@(Pr@<short, short>{})',
    'g@(Pr@<short, int>{})',
    'h@(&x@)',
    'h@(x@)',
    'Kind@<int*>::k',
    'Kind@<int>::k',
    'Kind@<Pr@<char, char*>>::k',
    'Kind@<Pr@<char, int*>>::k',
    'Def@<char>::n',
    'Def@<char, long>::n',
    'last@<int, char>',
    'Same@<short>::id',
  ],
  constant: false,
});

const validExpressions = pool({
  declare: `
    template <class D, template <class...> class Op, class V, class... A> struct Det@ { static constexpr bool value = false; };
    template <class D, template <class...> class Op, class... A> struct Det@<D, Op, std::void_t<Op<A...>>, A...> { static constexpr bool value = true; };
    template <template <class...> class Op, class... A> constexpr bool ok@ = Det@<void, Op, void, A...>::value;
    template <class A> using Foo@ = decltype(std::declval<A>().foo());
    template <class A> using Data@ = decltype(std::declval<A>().d);
    template <class A> using Type@ = typename A::type;
    template <class A> using Cnst@ = decltype(A::k);
    template <class A, class B> using Add@ = decltype(std::declval<A>() + std::declval<B>());
    template <class A, class B> using Asg@ = decltype(std::declval<A&>() = std::declval<B>());
    template <class A> using Inc@ = decltype(++std::declval<A&>());
    template <class A> using Lst@ = decltype(A{1, 2});
    template <class F, class... A> using Call@ = decltype(std::declval<F>()(std::declval<A>()...));
    struct Fn@ { int foo() { return 1; } int d = #; static constexpr int k = #; using type = int; };
    struct Cf@ { int foo() const { return 1; } private: int d = 1; };
    class Pv@ { int foo() { return 1; } static constexpr int k = 1; };
    struct Dt@ { int foo = #; int d; };
    struct Bt@ : Fn@, Dt@ {};
    struct Us@ : Fn@, Dt@ { using Fn@::foo; using Fn@::d; };
    struct L@ : Fn@ {};
    struct R@ : Fn@ {};
    struct Tw@ : L@, R@ {};`,
  ask: [
    'ok@<Foo@, Fn@>',
    'ok@<Foo@, Fn@ const>',
    'ok@<Foo@, Cf@ const>',
    'ok@<Foo@, Pv@>',
    'ok@<Foo@, Dt@>',
    'ok@<Foo@, Bt@>',
    'ok@<Foo@, Us@>',
    'ok@<Foo@, Tw@>',
    'ok@<Data@, Fn@>',
    'ok@<Data@, Cf@>',
    'ok@<Data@, Bt@>',
    'ok@<Data@, Us@>',
    'ok@<Type@, Bt@>',
    'ok@<Type@, Tw@>',
    'ok@<Cnst@, Tw@>',
    'ok@<Cnst@, Pv@>',
    'ok@<Add@, int*, int>',
    'ok@<Add@, int*, double>',
    'ok@<Add@, int*, int*>',
    'ok@<Add@, Fn@, int>',
    'ok@<Asg@, int, double>',
    'ok@<Asg@, int const, int>',
    'ok@<Asg@, int*, int>',
    'ok@<Inc@, int const>',
    'ok@<Inc@, int*>',
    'ok@<Lst@, Dt@>',
    'ok@<Lst@, int>',
    'ok@<Call@, decltype([](auto x) -> decltype(x.foo()) { return 1; }), Fn@>',
    'ok@<Call@, decltype([](auto x) -> decltype(x.foo()) { return 1; }), int>',
  ],
});

const requiresBehind = pool({
  declare: `
    struct E@ {};
    struct D@ : E@ {};
    template <class T> auto f@(T) requires std::integral<T> { return Int<1>{}; }
    template <class T> auto f@(T) requires std::floating_point<T> { return Int<2>{}; }
    template <class T> auto f@(T) { return Int<3>{}; }
    auto q@(std::integral auto) { return Int<4>{}; }
    auto q@(std::signed_integral auto) { return Int<5>{}; }
    auto q@(std::floating_point auto) { return Int<6>{}; }
    template <class T> auto s@(T t) requires (sizeof(t) == 4) { return Int<7>{}; }
    template <class T> auto s@(T t) requires (sizeof(t) != 4) { return Int<8>{}; }
    template <class T> auto a@(T a, T b) requires requires { a + b; } { return Int<9>{}; }
    template <class T> auto a@(T, ...) { return Int<10>{}; }
    template <class L> auto k@(L l) requires (decltype(rank(l))::value == 2) { return Int<11>{}; }
    template <class L> auto k@(L) { return Int<12>{}; }
    template <class T> requires std::derived_from<T, E@> auto d@(T const&) { return Int<13>{}; }
    template <class T> auto d@(T const&) { return Int<14>{}; }
    template <class T> struct W@ {
      auto m() requires std::integral<T> { return Int<15>{}; }
      auto m() requires (!std::integral<T>) { return Int<16>{}; }
      template <class U> auto n(U) const requires std::same_as<T, U> { return Int<17>{}; }
      template <class U> auto n(U) const { return Int<18>{}; }
    };
    template <std::integral... T> auto e@(T...) { return Int<19>{}; }
    auto e@(...) { return Int<20>{}; }`,
  ask: [
    'f@(1)',
    'f@(1.5)',
    'f@(E@{})',
    'q@(1u)',
    'q@(short(1))',
    'q@(1.5f)',
    'q@(true)',
    's@(1)',
    "s@('a')",
    'a@(1, 2)',
    'a@(E@{}, E@{})',
    'k@(Layout<Shape<_2, _#>>{})',
    'k@(Layout<_4>{})',
    'd@(D@{})',
    'd@(1)',
    'W@<int>{}.m()',
    'W@<float>{}.m()',
    'W@<int>{}.n(1)',
    "W@<int>{}.n('c')",
    'e@(1, 2u)',
    'e@(1, 2.5)',
    'std::integral<char> + std::floating_point<int>',
    'std::unsigned_integral<bool> && std::signed_integral<long>',
    'std::same_as<int, int const> || std::copyable<E@>',
    'std::convertible_to<int, double> && std::semiregular<E@>',
  ],
});

const rankedTags = pool({
  declare: `
    template <int N> struct rk@ : rk@<N - 1> {};
    template <> struct rk@<0> {};
    struct Sz@ { int size() const { return #; } };
    template <class T> auto f@(T t, rk@<2>) -> decltype(t.size(), Int<2>{}) { return {}; }
    template <class T> auto f@(T t, rk@<1>) -> decltype(t + 1, Int<1>{}) { return {}; }
    template <class T> auto f@(T, rk@<0>) { return Int<0>{}; }
    struct S70@ {}; struct S80@ : S70@ {}; struct S90@ : S80@ {};
    template <class A, class = void> struct At@ { static constexpr int k = #; };
    template <class A> struct At@<A, std::enable_if_t<std::is_base_of_v<S80@, A>>> { static constexpr int k = 1#; };
    template <int N> struct Po@ { static constexpr int S = N; using Tag = S80@; };
    template <int N, class C = Shape<_1, _1>> struct Pn@ : Po@<N> { using Tag = S90@; };
    template <class P, class = void> struct Co@ { static constexpr int id = 0; };
    template <int N> struct Co@<Po@<N>> { static constexpr int id = 100 + N; };
    template <int N, class C> struct Co@<Pn@<N, C>, std::enable_if_t<(size(C{}) == 1)>> { static constexpr int id = 200 + N; };
    template <int N, class C> struct Co@<Pn@<N, C>, std::enable_if_t<(size(C{}) > 1)>> { static constexpr int id = 300 + N; };
    template <int N> auto take@(Po@<N> const&) { return Int<N>{}; }
    inline int g@(S70@) { return 1; }
    inline int g@(S80@) { return 2; }`,
  ask: [
    'f@(Sz@{}, rk@<2>{})',
    'f@(std::array<int, #>{}, rk@<2>{})',
    'g@(S90@{})',
    'At@<S90@>::k',
    'At@<S70@>::k',
    'Co@<Po@<#>>::id',
    'Co@<Pn@<#>>::id',
    'Co@<Pn@<#, Shape<_2, _1>>>::id',
    'take@(Pn@<#>{})',
    'g@(Pn@<#>::Tag{})',
  ],
});

const commaFolds = pool({
  declare: `
    template <class... T> int order@(T... t) { int s = #; ((s = s * 10 + t), ...); return s; }
    template <class... T> int last@(T... t) { return (t, ...); }
    template <class... T> int until@(T... t) { int n = 0; (void)((t > 3 ? true : (++n, false)) || ...); return n; }
    template <class F, size_t... I> void idx@(F f, std::index_sequence<I...>) { (f(std::integral_constant<size_t, I>{}), ...); }
    template <class... T> void inc@(T&... t) { ((t += #), ...); }
    template <class... T> auto minus@(T... t) { return (... - t); }
    template <class... T> auto sunim@(T... t) { return (t - ... - #); }
    template <class T, class... U> constexpr int where@ = [] { int n = 0; (void)((std::is_same_v<T, U> ? true : (++n, false)) || ...); return n; }();
    template <int N, class F> constexpr void each@(F&& f) { [&]<int... I>(std::integer_sequence<int, I...>) { (f(Int<I>{}), ...); }(std::make_integer_sequence<int, N>{}); }`,
  run: `
    int s@ = #, a@ = #, b@ = #;
    idx@([&](auto i) { s@ = s@ * 2 + int(i); }, std::make_index_sequence<#>{});
    each@<4>([&](auto i) { if constexpr (i % 2 == 0) a@ += i; else b@ *= i; });
    inc@(a@, b@);`,
  ask: [
    'order@(#, #, #)',
    'last@(#, #)',
    'until@(#, #, #, #)',
    'minus@(#, #, #)',
    'sunim@(#, #)',
    'where@<int, char, int, long>',
    'where@<short, char, int>',
    's@',
    'a@',
    'b@ * 10 + a@',
    "[&]<class... T>(T&&... x) { return int((sizeof(T) + ...)); }(#, 'a', a@)",
    '[](auto x) { if constexpr (std::is_integral_v<decltype(x)>) return x * 2; else return size(x); }(Layout<_#>{})',
    '[](auto&& x) { if constexpr (std::is_lvalue_reference_v<decltype(x)>) return 1; else return 2; }(a@)',
  ],
});

const nestedTemplates = pool({
  declare: `
    template <class T> struct O@ {
      T t;
      template <class U> struct I { U u; static constexpr int id = sizeof(T) * 10 + sizeof(U); auto sum() const; };
      template <class U> auto make(U u) const;
      static int const c;
      int get() const;
      template <int N> static constexpr auto pick();
      template <int N> static constexpr int plus = sizeof(T) + N;
      enum class E : int { a = #, b = sizeof(T) };
    };
    template <class T> template <class U> auto O@<T>::I<U>::sum() const { return u + id; }
    template <class T> template <class U> auto O@<T>::make(U u) const { return I<U>{u}; }
    template <class T> int const O@<T>::c = # * sizeof(T);
    template <class T> int O@<T>::get() const { return t * #; }
    template <class T> template <int N> constexpr auto O@<T>::pick() { return Int<N + #>{}; }
    template <> template <> struct O@<short>::I<short> { short u; static constexpr int id = -#; };
    template <> template <> constexpr int O@<int>::plus<7> = -#;
    template <> int O@<char>::get() const { return 9#; }`,
  run: 'O@<int> o@{#};',
  ask: [
    'o@.get()',
    'O@<char>{}.get()',
    'o@.make(2.0).id',
    'O@<short>::I<short>::id',
    'O@<short>::I<int>::id',
    'O@<int>::c',
    'O@<int>::pick<#>()',
    'O@<int>::plus<7>',
    'O@<int>::plus<3>',
    'O@<char>::plus<7>',
    'int(O@<long>::E::b)',
    'O@<int>::I<short>{#}.sum()',
  ],
});

export const specialisationPools: Readonly<Record<string, Idiom>> = { aliasTemplates, nestedTemplates };
export const constraintPools: Readonly<Record<string, Idiom>> = { validExpressions, requiresBehind, rankedTags };
export const packPools: Readonly<Record<string, Idiom>> = { commaFolds };
