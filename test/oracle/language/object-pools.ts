// Idioms of objects and of values, as pools of text: inherited constructors, bases by their derived class, conversion
// functions, lists as parameters, closures as bases, literals, wide integers, orders, packed classes.
import type { Idiom } from './draft';
import { pool } from './pool';

const inheritedConstructors = pool({
  declare: `
    struct A@ { int id; A@(int) : id(1#) {} A@(double) : id(2#) {} explicit A@(char const*) : id(3#) {} A@() : id(4#) {} };
    struct B@ : A@ { using A@::A@; };
    struct C@ : A@ { using A@::A@; C@(int) : A@() { n = #; } int n = 7; };
    template <class T> struct D@ : T { using T::T; int k = #; };
    struct P@ { int p = 0; P@() = default; P@(int x) : p(x) {} };
    struct Q@ { int q; Q@(char const*) : q(#) {} Q@() : q(8) {} };
    struct M@ : P@, Q@ { using P@::P@; using Q@::Q@; };`,
  run: 'B@ b@ = #;',
  ask: [
    'B@(1).id',
    'B@(1.5).id',
    'B@("a").id',
    'B@().id',
    'b@.id',
    'C@(1).id',
    'C@(1).n',
    'C@(1.5).id + C@(1.5).n',
    'D@<A@>(1).id + D@<A@>(2.5).k',
    'M@(#).p',
    'M@(#).q',
    'M@("a").p * 10 + M@("a").q',
    'std::is_convertible_v<int, B@>',
    'std::is_convertible_v<char const*, B@>',
    'std::is_constructible_v<B@, char const*>',
    'int(sizeof(M@))',
  ],
});

const derivedClasses = pool({
  declare: `
    template <class D> struct Ba@ {
      D const& self() const { return static_cast<D const&>(*this); }
      D& self() { return static_cast<D&>(*this); }
      int twice() const { return 2 * self().value(); }
      int value() const { return -#; }
      D& inc() { self().n += #; return self(); }
      static constexpr int size() { return D::k * 2; }
    };
    struct X@ : Ba@<X@> { int n = #; static constexpr int k = #; int value() const { return n; } };
    struct Y@ : Ba@<Y@> { int n = #; static constexpr int k = 1#; };
    template <class D, int N> struct Op@ { template <class T> auto operator()(T t) const { return static_cast<D const*>(this)->apply(t, Int<N>{}); } };
    struct Sc@ : Op@<Sc@, #> { template <class T, class M> auto apply(T t, M m) const { return t * m; } };
    template <class D> struct Cn@ { static inline int alive = 0; Cn@() { ++alive; } Cn@(Cn@ const&) { ++alive; } ~Cn@() { --alive; } };
    struct U@ : Cn@<U@> {};
    template <class D> struct Cp@ { friend bool operator>(D const& a, D const& b) { return b < a; } };
    struct N@ : Cp@<N@> { int n; N@(int n) : n(n) {} friend bool operator<(N@ const& a, N@ const& b) { return a.n < b.n; } };`,
  run: `
    X@ x@;
    Y@ y@;
    U@ u@, w@;
    { U@ z@ = u@; (void)z@; }`,
  ask: [
    'x@.twice()',
    'y@.twice()',
    'x@.inc().inc().n',
    'x@.n',
    'X@::size() + Y@::size()',
    'Sc@{}(#)',
    'Sc@{}(_#{})',
    'U@::alive',
    'N@(#) > N@(#)',
    'int(sizeof(X@))',
  ],
});

const conversionFunctions = pool({
  declare: `
    struct A@ { int n; operator int() const { return n; } explicit operator bool() const { return n > 5; } };
    struct B@ { double d; template <class T> operator T() const { return T(d * 2); } };
    struct D@ { explicit operator int() const { return #; } explicit operator double() const { return 4.5; } };
    struct S@ { operator A@() const { return A@{#}; } };
    template <int N> struct St@ { constexpr operator int() const { return N; } };
    struct Any@ { template <class T> constexpr operator T() const; };
    template <class T, class I, class = void> struct Br@ { static constexpr bool value = false; };
    template <class T, size_t... I> struct Br@<T, std::index_sequence<I...>, std::void_t<decltype(T{(void(I), Any@{})...})>> { static constexpr bool value = true; };
    struct Two@ { int a; char b; };
    inline int f@(int) { return 1; }
    inline int f@(double) { return 2; }`,
  run: `
    A@ a@{#};
    int i@ = B@{#.5};
    A@ s@ = S@{};`,
  ask: [
    'a@ + #',
    'a@ ? 1 : 2',
    '!a@',
    'i@',
    'int(D@{})',
    's@.n',
    'f@(a@)',
    'a@ == #',
    'int(St@<#>{} * #)',
    'std::is_convertible_v<D@, int>',
    'std::is_constructible_v<int, D@>',
    'Br@<Two@, std::make_index_sequence<2>>::value',
    'Br@<Two@, std::make_index_sequence<3>>::value',
    'static_cast<double>(D@{}) > #',
  ],
});

const listParameters = pool({
  declare: `
    inline int sum@(std::initializer_list<int> l) { int s = #; for (int x : l) s = s * 2 + x; return s; }
    template <class T> int count@(std::initializer_list<T> l) { return int(l.size()); }
    template <class T> T most@(std::initializer_list<T> l) { T m = *l.begin(); for (auto it = l.begin(); it != l.end(); ++it) if (*it > m) m = *it; return m; }
    struct A@ { int id; A@(std::initializer_list<int> l) : id(int(l.size()) * 10) {} A@(int, int) : id(1) {} A@() : id(2) {} };
    struct B@ { int id; B@(std::initializer_list<double>) : id(3) {} B@(int) : id(4) {} };
    inline int f@(std::initializer_list<int>) { return 1; }
    inline int f@(std::initializer_list<double>) { return 2; }`,
  run: `
    auto l@ = {#, #, #};
    int s@ = 0;
    for (auto x : {#, #, #}) s@ = s@ * 10 + x;`,
  ask: [
    'sum@({#, #, #})',
    'count@({#, #})',
    'most@({#, #, #})',
    'A@{1, 2}.id',
    'A@(1, 2).id',
    'A@{}.id',
    'B@{1}.id',
    'B@(1).id',
    'f@({1, 2})',
    'int(l@.size())',
    '*(l@.begin() + 1)',
    'sum@(l@)',
    'std::max({#, #, #})',
    's@',
  ],
});

const closuresAsBases = pool({
  declare: `
    template <class... F> struct Ov@ : F... { using F::operator()...; };
    template <class... F> Ov@(F...) -> Ov@<F...>;
    template <class F> struct Fix@ { F f; template <class... A> auto operator()(A&&... a) const { return f(*this, static_cast<A&&>(a)...); } };
    template <class F> Fix@(F) -> Fix@<F>;`,
  run: `
    int k@ = #;
    auto o@ = Ov@{[](int) { return Int<1>{}; }, [](double) { return Int<2>{}; }, [](auto) { return Int<3>{}; }};
    auto p@ = Ov@{[k@](int x) { return x + k@; }, [&](char) { return k@ *= 2; }};
    auto q@ = Fix@{[](auto const& self, int n) -> int { return n < 2 ? 1 : n * self(n - 1); }};`,
  ask: ['o@(1)', 'o@(1.5)', "o@('c')", 'o@(_1{})', 'p@(#)', "p@('a')", 'k@', 'q@(#)', 'p@(#) + k@'],
});

const constantCopies = pool({
  declare: `
    inline int f@(int&) { return 1; }
    inline int f@(int const&) { return 2; }
    inline int f@(int&&) { return 3; }
    struct S@ {
      int n = #;
      int get() { return n; }
      int get() const { return n + 10; }
      auto copied() { return [*this] { return get() + f@(n) * 100; }; }
      auto changed() { return [*this]() mutable { return ++n + get() + f@(n) * 100; }; }
      auto shared() { return [this] { return get() + f@(n) * 100; }; }
    };
    template <class... T> int all@(T... t) { return [=] { return (0 + ... + f@(t)); }() * 10 + [&] { return (0 + ... + f@(t)); }(); }`,
  run: `
    int x@ = #, y@ = #;
    int& r@ = y@;
    int const c@ = #;
    S@ s@;
    auto n@ = [=]() mutable { x@ += 3; return [=]() mutable { return x@ += y@; }; };
    auto m@ = [=] { return [=]() mutable { return ++x@; }; };`,
  ask: [
    '[=] { return f@(x@); }()',
    '[x@] { return f@(x@) * 10 + x@; }()',
    '[=]() mutable { return f@(x@); }()',
    '[=, &x@] { return f@(x@) * 10 + f@(y@); }()',
    '[&, x@] { return f@(x@) * 10 + f@(y@); }()',
    '[v = x@] { return f@(v); }()',
    '[&v = x@] { return f@(v++); }()',
    '[v = x@]() mutable { return f@(v) + ++v; }()',
    '[v = std::move(x@)] { return f@(std::move(v)); }()',
    '[r@] { return f@(r@); }()',
    '[c@]() mutable { return f@(c@); }()',
    '[s@] { return s@.get(); }()',
    '[s@]() mutable { return s@.get(); }()',
    '[t = s@] { return f@(t.n); }()',
    '[=] { auto& z = x@; return f@(z); }()',
    '[=] { return std::is_same_v<decltype((x@)), int const&> + 2 * std::is_same_v<decltype(x@), int>; }()',
    '[=]() mutable { return std::is_same_v<decltype((x@)), int&>; }()',
    '[=](auto k) { return f@(x@) + f@(k); }(#)',
    's@.copied()()',
    's@.changed()()',
    's@.shared()()',
    'all@(#, #)',
    'n@()()',
    'n@()() + x@',
    'm@()()',
  ],
});

const literals = pool({
  declare: `
    constexpr auto operator""_k@(unsigned long long n) { return n * 1024; }
    constexpr int operator""_c@(char c) { return c - 'a'; }
    template <char... c> constexpr int digits@() { int n = 0; ((n = n * 10 + (c - '0')), ...); return n; }
    template <char... c> constexpr auto operator""_s@() { return Int<digits@<c...>()>{}; }`,
  run: `
    char32_t c@ = U'x';
    wchar_t w@ = L'b';`,
  ask: [
    'int(#_k@)',
    "'c'_c@",
    '#_s@',
    "c@ - U'a'",
    'w@ * #',
    "std::is_same_v<decltype(U'a'), char32_t>",
    "std::is_same_v<decltype(L'a' + 1), int>",
    "int(u8'a')",
    'C<short(#)>{} || #',
    'C<long(#)>{} + #',
    "Int<L'a'>{}",
  ],
});

const wideIntegers = pool({
  declare: `
    constexpr uint64_t mix@(uint64_t x) { x ^= x >> 33; x *= 0xff51afd7ed558ccdull; x ^= x >> 33; return x; }
    struct De@ { uint64_t d = 0; void set(int at, int width, uint64_t v) { uint64_t m = ((uint64_t(1) << width) - 1) << at; d = (d & ~m) | ((v << at) & m); } uint64_t get(int at, int width) const { return (d >> at) & ((uint64_t(1) << width) - 1); } };`,
  run: `
    uint64_t a@ = 0xFFFFFFFFFFFFFFFFull;
    int64_t n@ = 900719925474099#ll;
    De@ d@;
    d@.set(0, 14, 0x123#);
    d@.set(16, 14, #);
    d@.set(62, 2, 3);`,
  ask: [
    'a@',
    'a@ >> 60',
    'a@ + #',
    'a@ % 100#',
    'uint32_t(a@ >> #)',
    'mix@(#)',
    'uint32_t(mix@(#) >> 32)',
    'n@ - 9007199254740990ll',
    'n@ % #',
    'int(d@.get(62, 2))',
    'int(d@.get(16, 14))',
    'd@.d',
    '(uint64_t(1) << 63) - #',
    'uint64_t(-#) > #',
    'int64_t(1) << 6#',
  ],
});

const orders = pool({
  declare: `
    struct A@ { int x, y; auto operator<=>(A@ const&) const = default; };
    struct B@ { int x; bool operator==(int k) const { return x == k; } auto operator<=>(int k) const { return x <=> k; } };
    struct D@ { int x; friend bool operator<(D@ a, D@ b) { return a.x < b.x; } friend bool operator==(D@ a, D@ b) { return a.x == b.x; } };`,
  ask: [
    'A@{#, #} < A@{#, #}',
    'A@{1, 2} == A@{1, #}',
    'B@{#} == #',
    '# > B@{#}',
    'D@{#} != D@{#}',
    '(# <=> #) < 0',
    'std::is_eq(# <=> 3)',
    'std::pair{#, #} < std::pair{#, #}',
    'std::tuple{#, #} == std::tuple{#, #}',
  ],
});

const packedClasses = pool({
  declare: `
    struct V@ { virtual int f() { return #; } char c; };
    struct __attribute__((packed)) P@ { char a; int b; };
    struct __attribute__((packed)) Q@ { virtual int f() { return #; } char a; int b; };
    struct __attribute__((packed)) R@ : V@ { int b; char z; };
    struct S@ : V@ { char d; int f() override { return 1#; } };
    struct B@ { int a : 3 = #, b : 4 = 2; enum K : char { x, y } f : 2 = y; int c : 5; };
    struct C@ { short a : 9; int b : #; long c : 2#; };
    struct E@ { int a : 3 = 1; enum class K { x, y } f{K::y}; struct In { int z; } in; };`,
  run: `
    S@ s@;
    V@& r@ = s@;`,
  ask: [
    'int(sizeof(V@))',
    'int(sizeof(P@))',
    'int(sizeof(Q@) + alignof(Q@) * 100)',
    'int(sizeof(R@) + alignof(R@) * 100)',
    'int(sizeof(S@))',
    'int(sizeof(B@))',
    'int(sizeof(C@))',
    'int(sizeof(E@))',
    'B@{}.b + 0',
    'int(B@{}.f)',
    'r@.f()',
    's@.V@::f()',
  ],
});

export const initialisationPools: Readonly<Record<string, Idiom>> = {
  inheritedConstructors,
  listParameters,
  conversionFunctions,
};
export const lookupPools: Readonly<Record<string, Idiom>> = { derivedClasses };
export const closurePools: Readonly<Record<string, Idiom>> = { closuresAsBases, constantCopies };
export const integerPools: Readonly<Record<string, Idiom>> = { wideIntegers };
export const valuePools: Readonly<Record<string, Idiom>> = { literals, orders };
export const sizePools: Readonly<Record<string, Idiom>> = { packedClasses };
