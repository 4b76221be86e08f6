// What the code around kernels is made of: policies and traits with templates in them, dispatch on tags and
// enumerators, bases that know what derives from them, folds over sequences, and tables that are computed while the
// program is compiled.
import type { Idiom } from './draft';
import { pool } from './pool';

const policies = pool({
  declare: `
    template <int M, int N> struct Tile@ { static constexpr int kM = M, kN = N; using Shape = cute::Shape<Int<M>, Int<N>>; };
    template <class T, int Bits = int(sizeof(T)) * 8> struct Elem@ { using type = T; static constexpr int bits = Bits; template <int V> struct Vec { static constexpr int bytes = V * Bits / 8; using Inner = Elem@<T, Bits * V>; }; };
    struct Policy@ {
      template <class T> using Element = Elem@<T>;
      template <class E, int K> struct Smem { static constexpr int width = E::bits * K; using Next = Smem<typename E::template Vec<2>::Inner, K / 2>; template <int S> static constexpr int staged = S * width / 8; };
      static constexpr int kStages = #;
    };
    template <class P, class T, class TileShape> struct Traits@ : P {
      using P::kStages;
      using E = typename P::template Element<T>;
      using Smem = typename P::template Smem<E, TileShape::kN>;
      static constexpr int kBlockM = TileShape::kM, kBlockN = TileShape::kN;
      static constexpr int kSmem = Smem::template staged<kStages>;
      static constexpr bool wide = kSmem > 1024;
      using Layout = decltype(make_layout(typename TileShape::Shape{}, cute::conditional_t<wide, GenRowMajor, GenColMajor>{}));
      using Half = std::conditional_t<(kBlockN > 8), Traits@<P, T, Tile@<kBlockM, kBlockN / 2>>, Traits@>;
      static constexpr auto layout() { return Layout{}; }
    };
    template <class T> using Default@ = Traits@<Policy@, T, Tile@<64, 32>>;`,
  ask: [
    'Default@<float>::kSmem',
    'Default@<char>::wide',
    'Traits@<Policy@, short, Tile@<16, 8>>::kSmem',
    'Default@<float>::Half::kBlockN',
    'typename Default@<float>::Half::Half::Half::Layout{}',
    'Default@<double>::layout()',
    'Default@<char>::layout()',
    'Traits@<Policy@, char, Tile@<#, #>>::layout()',
    'Default@<float>::Smem::Next::width',
    'Default@<int>::E::Vec<#>::bytes',
    'size<1>(Default@<int>::layout())',
    'std::is_same_v<Default@<float>::Half::E, Elem@<float>>',
    'sizeof(Default@<float>)',
    'cosize_v<Default@<short>::Layout>',
  ],
  plain: true,
});

const curious = pool({
  declare: `
    template <class D> struct Base@ {
      CUTE_HOST_DEVICE constexpr D const& self() const { return static_cast<D const&>(*this); }
      D& self() { return static_cast<D&>(*this); }
      int tiles(int m) const { return ceil_div(m, D::kTile); }
      auto shape() const { return make_shape(Int<D::kTile>{}, self().depth()); }
      int depth() const { return #; }
      int run(int n) { int s = 0; for (int i = 0; i < n; ++i) s += self().step(i); return s; }
      template <class F> auto with(F f) { return f(self()); }
      static constexpr int twice() { return D::kTile * 2; }
    };
    struct A@ : Base@<A@> { static constexpr int kTile = 8; int seen = 0; int step(int i) { return seen += i; } };
    struct B@ : Base@<B@> { static constexpr int kTile = #; Int<4> depth() const { return {}; } int step(int i) { return i * kTile; } };
    template <class T> struct C@ : Base@<C@<T>> { static constexpr int kTile = sizeof(T); T t{}; auto step(int i) { return t += T(i); } using Up = Base@<C@<T>>; auto shape() const { return append(Up::shape(), _7{}); } };
    template <class D> int over(Base@<D>& b, int n) { return b.run(n) + D::kTile; }`,
  run: 'A@ a@; B@ b@; C@<short> c@; auto& r@ = static_cast<Base@<A@>&>(a@);',
  ask: [
    'a@.tiles(#0)',
    'b@.tiles(#0)',
    'a@.shape()',
    'b@.shape()',
    'c@.shape()',
    'a@.run(4)',
    'r@.run(#)',
    'a@.seen',
    'b@.run(3)',
    'c@.run(#)',
    'c@.t',
    'over(b@, #)',
    'over(a@, 2)',
    'r@.depth() + r@.self().seen',
    'c@.with([](auto& c) { c.t = 5; return c.t + #; })',
    'B@::twice() + C@<double>::twice()',
    'a@.with([](auto& d) { return d.seen++; })',
  ],
});

const tags = pool({
  declare: `
    struct Sm70@ {}; struct Sm80@ : Sm70@ {}; struct Sm90@ : Sm80@ { static constexpr bool tma = true; };
    enum class Major@ : char { K, MN }; enum class Kind@ { none, full = #, half };
    template <Major@ M, class T = float> struct Op@ { static constexpr int value = M == Major@::K ? 1 : 2; };
    template <class T> struct Op@<Major@::MN, T*> { static constexpr int value = 3 + int(sizeof(T)); };
    template <> struct Op@<Major@::K, void> { static constexpr int value = 9; };
    template <class Arch, class = void> struct HasTma@ : std::false_type {};
    template <class Arch> struct HasTma@<Arch, std::void_t<decltype(Arch::tma)>> : std::bool_constant<Arch::tma> {};
    template <class T, int N> constexpr int pick@(Sm70@, Int<N>, T const&) { return N; }
    template <class T, int N, std::enable_if_t<(N > 4), int> = 0> constexpr int pick@(Sm80@, Int<N>, T const&) { return N * 10; }
    template <int N> constexpr int pick@(Sm90@, Int<N>, float const&) { return N * 100; }
    template <Kind@ K, class Arch> constexpr auto chain@(Arch) {
      if constexpr (K == Kind@::none) return _0{};
      else if constexpr (HasTma@<Arch>::value && K == Kind@::half) return make_tile(_1{}, int(K));
      else if constexpr (std::is_base_of_v<Sm80@, Arch>) return Int<int(K) * 2>{};
      else return static_cast<int>(K);
    }
    template <Major@ M> constexpr Major@ other@ = M == Major@::K ? Major@::MN : Major@::K;
    template <Major@ M, int R, int C> using Lay@ = Layout<Shape<Int<R>, Int<C>>, std::conditional_t<M == Major@::K, Stride<Int<C>, _1>, Stride<_1, Int<R>>>>;`,
  ask: [
    'pick@(Sm70@{}, _#{}, 1.f)',
    'pick@(Sm80@{}, _#{}, 1)',
    'pick@(Sm90@{}, _8{}, 1)',
    'pick@(Sm90@{}, _#{}, 1.f)',
    'chain@<Kind@::none>(Sm90@{})',
    'chain@<Kind@::half>(Sm90@{})',
    'chain@<Kind@::half>(Sm80@{})',
    'chain@<Kind@::full>(Sm70@{})',
    'chain@<Kind@::full>(Sm90@{})',
    'Op@<Major@::K>::value + Op@<Major@::MN, int*>::value * 10',
    'Op@<other@<Major@::K>, short*>::value',
    'Op@<Major@::K, void>::value',
    'Lay@<Major@::K, 4, #>{}',
    'Lay@<other@<Major@::K>, 4, #>{}',
    'HasTma@<Sm90@>::value * 2 + HasTma@<Sm80@>::value',
    'static_cast<int>(other@<Major@::MN>)',
    'std::is_same_v<std::underlying_type_t<Major@>, char>',
    'sizeof(Major@) * 10 + sizeof(Kind@)',
  ],
  plain: true,
});

const matched = pool({
  declare: `
    template <class L> struct Info@ { static constexpr int kind = 0; };
    template <class S, class D> struct Info@<Layout<S, D>> { static constexpr int kind = 1; using shape = S; };
    template <class S> struct Info@<Layout<S, Stride<_1, _0>>> { static constexpr int kind = 2; };
    template <class A, class B, class D> struct Info@<Layout<Shape<A, B>, D>> { static constexpr int kind = 3; using first = A; };
    template <int N, class D> struct Info@<Layout<Shape<Int<N>, int>, D>> { static constexpr int kind = 10 + N; };
    template <int B, int M, int S, class L> struct Info@<ComposedLayout<Swizzle<B, M, S>, _0, L>> { static constexpr int kind = 100 * B + Info@<L>::kind; };
    template <class... T> struct Info@<cute::tuple<T...>> { static constexpr int kind = (1000 + ... + Info@<T>::kind); };
    template <auto V> struct Info@<C<V>> { static constexpr int kind = int(V) * 2; };
    template <class T> struct Info@<T const> : Info@<T> {};
    template <class S, class D> constexpr int f@(Layout<S, D> const&) { return rank_v<S>; }
    template <class A, class... B, class D> constexpr int f@(Layout<cute::tuple<A, B...>, D> const&) { return 10 + int(sizeof...(B)); }
    template <class A, class D> constexpr int f@(Layout<cute::tuple<A>, D> const&) { return 77; }
    template <class T> constexpr int f@(T const&) { return -1; }
    template <int... I> constexpr int g@(cute::tuple<Int<I>...>) { return (0 + ... + I); }
    template <class... T> constexpr int g@(cute::tuple<T...>) { return -int(sizeof...(T)); }`,
  run: 'auto const k@ = make_layout(make_shape(_#{}, 3));',
  ask: [
    'Info@<Layout<_4, _1>>::kind',
    'Info@<Layout<Shape<_4, _2>, Stride<_2, _1>>>::kind',
    'Info@<Layout<Shape<_4, int>, Stride<_1, _4>>>::kind',
    'Info@<decltype(k@)>::kind',
    'Info@<decltype(composition(Swizzle<2, 0, 3>{}, Layout<Shape<_8, _8>>{}))>::kind',
    'Info@<Shape<_#, Shape<_2, _3>>>::kind',
    'Info@<Shape<_2, Layout<_4, _1>> const>::kind',
    'Info@<Layout<Shape<_4, _2, _2>>>::kind',
    'typename Info@<Layout<Shape<_4, _2>, Stride<_8, _1>>>::first{}',
    'typename Info@<Layout<Shape<_4, _2, _5>>>::shape{}',
    'f@(k@)',
    'f@(Layout<_4, _1>{})',
    'f@(make_layout(make_shape(_#{})))',
    'f@(make_layout(make_shape(2, 3, _#{})))',
    'f@(make_shape(1))',
    'g@(make_shape(_#{}, _2{}))',
    'g@(make_shape(_#{}, 2))',
    'g@(make_tuple())',
    'f@(k@.layout())',
  ],
  plain: true,
});

const sequences = pool({
  declare: `
    template <int... I> constexpr auto strides@(cute::seq<I...>) { return make_stride(Int<(1 << I)>{}...); }
    template <class T, size_t... I> constexpr int dot@(T const& t, std::index_sequence<I...>) { return ((int(get<I>(t)) * int(I + 1)) + ...); }
    template <class F, int... I> void each@(F&& f, cute::integer_sequence<int, I...>) { (f(Int<I>{}), ...); }
    template <int N, class F> constexpr void unroll@(F&& f) { [&]<int... I>(std::integer_sequence<int, I...>) { (f(std::integral_constant<int, I>{}), ...); }(std::make_integer_sequence<int, N>{}); }
    template <class T, T... V> constexpr T most@(std::integer_sequence<T, V...>) { T best{}; ((best = V > best ? V : best), ...); return best; }
    template <int I, class T> constexpr auto rev@(T const& t) { if constexpr (I == 0) return make_tuple(); else return append(rev@<I - 1>(take<1, rank_v<T>>(t)), get<0>(t)); }
    template <class... Ts> struct List@ { template <template <class> class F> using map = List@<F<Ts>...>; template <class S> static constexpr int at = [] { int r = -1, i = 0; ((std::is_same_v<S, Ts> && r < 0 ? void(r = i) : void(), ++i), ...); return r; }(); static constexpr int bytes = (0 + ... + int(sizeof(Ts))); };
    template <int... A> struct Seq@ { template <int... B> constexpr Seq@<A..., B...> operator+(Seq@<B...>) const { return {}; } static constexpr int last = (A, ...); static constexpr int count = sizeof...(A); };`,
  run: 'int n@ = #, m@ = 0; auto t@ = make_tuple(_#{}, 2, _3{}, #);',
  ask: [
    'strides@(cute::seq<0, 3, #>{})',
    'strides@(cute::make_seq<4>{})',
    'strides@(cute::make_range<2, 5>{})',
    'dot@(t@, std::make_index_sequence<4>{})',
    'dot@(t@, std::index_sequence<2, 0>{})',
    '(each@([&](auto i) { n@ = n@ * 2 + i; }, cute::make_seq<3>{}), n@)',
    '(unroll@<4>([&](auto i) { if constexpr (i % 2 == 0) m@ += 10 * i; else m@ -= i; }), m@)',
    'most@(std::integer_sequence<short, 3, #, 5>{})',
    'rev@<3>(make_tuple(_1{}, #, _3{}))',
    'List@<char, int, short>::at<short>',
    'List@<char, int, short>::at<long>',
    'List@<char, int, short>::map<std::add_pointer_t>::bytes',
    '(Seq@<1, 2>{} + Seq@<#>{}).last',
    'decltype(Seq@<1>{} + Seq@<>{} + Seq@<4, 5>{})::count',
    '[&]<size_t... I>(std::index_sequence<I...>) { return make_shape(get<3 - I>(t@)...); }(std::make_index_sequence<4>{})',
    'cute::apply(t@, [](auto... a) { return (int(a) + ...); })',
    'std::apply([](auto a, auto... b) { return int(a) * int(sizeof...(b)); }, std::tuple{#, 2, 3})',
    'n@ + m@',
  ],
});

const tables = pool({
  declare: `
    constexpr int log2@(int n) { int r = 0; while (n >>= 1) ++r; return r; }
    constexpr int gcd@(int a, int b) { for (; b != 0;) { int t = a % b; a = b; b = t; } return a; }
    template <int N> constexpr auto table@() { std::array<int, N> t{}; for (int i = 0; i < N; ++i) { if (i % 3 == 0) continue; t[i] = i < 2 ? i : t[i - 1] + t[i - 2] + #; } return t; }
    template <int N> constexpr std::array<int, N> fib@ = table@<N>();
    constexpr int find@(char const* s, char c) { int i = 0; do { if (s[i] == c) return i; } while (s[i++] != 0); return -1; }
    struct Config@ { int m = 64, n = 128, stages = 0; constexpr Config@ with(int s) const { Config@ c = *this; c.stages = s; return c; } constexpr int bytes() const { return (m + n) * 64 * stages; } };
    template <int Max> constexpr int fit@(Config@ c) { int s = 1; for (;; ++s) { if (c.with(s + 1).bytes() > Max) break; } return s; }
    template <Config@ C> struct Kernel@ { static constexpr int stages = C.stages; using Shape = cute::Shape<Int<C.m>, Int<C.n>>; static constexpr Config@ next = C.with(C.stages + 1); };
    constexpr int switch@(int v) { int r = 0; switch (v % 4) { case 0: r = 1; case 1: r += 10; break; case 2: { r = 5; break; } default: r = -1; } return r; }
    consteval int square@(int v) { return v * v; }
    template <class T> inline constexpr bool narrow@ = sizeof(T) < 4;
    template <> inline constexpr bool narrow@<float> = true;
    template <class T, class... U> inline constexpr bool any@ = (std::is_same_v<T, U> || ...);
    struct Table@ { static constexpr int rows[3][2] = {{1, #}, {3, 4}, {5, 6}}; static constexpr int at(int i, int j) { return rows[i][j]; } template <int I> static constexpr auto row = make_shape(Int<rows[I][0]>{}, Int<rows[I][1]>{}); };`,
  ask: [
    'log2@(#00)',
    'gcd@(48, #)',
    'table@<7>()[5]',
    'fib@<6>[4] + fib@<5>[1]',
    'find@("abc#", \'#\')',
    'find@("abc", 0)',
    'fit@<99000>(Config@{})',
    'fit@<227 * 1024>({.m = 128})',
    'Kernel@<Config@{}.with(#)>::stages',
    'typename Kernel@<Config@{#, 16}>::Shape{}',
    'Kernel@<Config@{1, 2, 3}>::next.stages',
    'Kernel@<Kernel@<Config@{}>::next>::stages',
    'switch@(4)',
    'switch@(#)',
    'square@(#)',
    'narrow@<short> * 4 + narrow@<float> * 2 + narrow@<int>',
    'any@<int, char, int>',
    'any@<int>',
    'Table@::at(1, 1)',
    'Table@::row<0>',
    'Table@::row<2>',
    'Int<log2@(64)>{}',
    'make_layout(Shape<Int<gcd@(32, 24)>, Int<fit@<70000>(Config@{})>>{})',
  ],
  plain: true,
});

const overloaded = pool({
  declare: `
    template <class... F> struct Over@ : F... { using F::operator()...; };
    template <class... F> Over@(F...) -> Over@<F...>;
    template <class... F> struct Count@ : F... { int n = 0; using F::operator()...; constexpr Count@(F... f) : F(f)... {} };
    template <class F, class G> struct Then@ : private F { G g; constexpr Then@(F f, G g) : F(f), g(g) {} template <class T> constexpr auto operator()(T t) const { return g(static_cast<F const&>(*this)(t)); } };
    struct Epilogue@ { template <class T> constexpr auto operator()(T const& t) const { return t * 2; } };
    struct Clamp@ { int hi = #; constexpr int operator()(int v) const { return v > hi ? hi : v; } };
    template <class... Ops> struct Chain@ : Ops... { constexpr int run(int v) const { ((v = static_cast<Ops const&>(*this)(v)), ...); return v; } };`,
  run: `
    int n@ = #;
    Over@ o@{[](int v) { return v + 1; }, [](float v) { return v * 2; }, [&](auto const& l) { return size(l) + n@; }};
    auto p@ = Over@{[&](std::true_type) { return n@ += 1; }, [&](std::false_type) { return n@ -= 5; }};
    Count@ c@{[](int v) { return v; }, [](char const*) { return 5; }};
    auto t@ = Then@(Epilogue@{}, [k = n@](auto v) { return v + k; });`,
  ask: [
    'o@(#)',
    'o@(1.5f)',
    'o@(make_layout(make_shape(_4{}, _#{})))',
    'p@(std::is_same<int, int>{})',
    'p@(std::bool_constant<(sizeof(int) > 4)>{})',
    'n@',
    'c@(#)',
    'c@("a")',
    't@(#)',
    't@(_#{})',
    'Chain@<Epilogue@, Clamp@>{}.run(#)',
    'Chain@<Clamp@, Epilogue@>{{3}, {}}.run(#)',
    'Then@(Clamp@{4}, Epilogue@{})(#)',
    'sizeof(c@) * 100 + sizeof(Chain@<Epilogue@, Clamp@>)',
    'sizeof(Then@<Epilogue@, Clamp@>)',
    'Over@{[](auto... a) { return int(sizeof...(a)); }, [](int, int) { return -1; }}(1, 2)',
    "Over@{[](auto... a) { return int(sizeof...(a)); }, [](int, int) { return -1; }}(1, 'a')",
    'Over@{Clamp@{}, [](float) { return 3; }}(#)',
  ],
});

export const kernelPools: Readonly<Record<string, Idiom>> = {
  policies,
  curious,
  dispatched: tags,
  matchedLayouts: matched,
  staticSequences: sequences,
  computedTables: tables,
  overloadedBases: overloaded,
};
