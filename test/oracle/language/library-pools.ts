// Idioms of what the library gives, as pools of text: floating-point types of CUTLASS, functions of numbers, texts,
// tuples of references; and of members that are defined outside of their class.
import type { Idiom } from './draft';
import { pool } from './pool';

const narrowFloats = pool({
  declare: `
    template <class T> constexpr int size@(T) { return sizeof(T); }
    inline int rows@(float x) { return int(half_t(x) * half_t(#)); }`,
  run: `
    half_t h@(204#.f), g@(0.#f);
    bfloat16_t b@(25#.f);
    h@ += g@;`,
  ask: [
    'float(h@)',
    'float(g@)',
    'int(h@ * g@)',
    'float(half_t(#.#f) / half_t(#))',
    'float(half_t(655##.f))',
    'float(half_t(6e-8f) + half_t(#e-5f))',
    'half_t(2048) == half_t(204#)',
    'size@(h@ * 2.f) * 10 + size@(h@ * h@)',
    'size@(b@ + 1) * 10 + size@(b@ * 1.0)',
    'float(b@)',
    'float(b@ * bfloat16_t(0.#f))',
    'float(bfloat16_t(3.14#f))',
    'float(float_e4m3_t(#.#f))',
    'float(float_e4m3_t(##0.f))',
    'float(float_e5m2_t(#.#f))',
    'float(float_e4m3_t(0.00#f))',
    'rows@(#.#f)',
    'float(-half_t(0.#f))',
    'h@ < half_t(20##)',
    'bool(half_t(0.#f))',
    'int(static_cast<half_t>(#.#) * half_t(100))',
  ],
  plain: true,
});

const mathematics = pool({
  declare: 'inline int tiles@(int m, float t) { return int(std::ceil(m / t)); }',
  run: 'int m@ = #0#;',
  ask: [
    'std::ceil(m@ / #.f)',
    'std::floor(-#.# * m@)',
    'std::round(#.5) + std::round(-#.5f)',
    'std::trunc(-#.#f)',
    'std::sqrt(float(m@))',
    'sqrtf(#.f) + std::sqrt(#)',
    'std::pow(#, #)',
    'std::fmod(#.5, #)',
    'std::abs(-#.5f) + std::abs(-#)',
    'fmaxf(#.f, #.f) - std::fmin(#, #.5)',
    'std::log2(float(1 << #))',
    'std::exp2(#)',
    'std::isnan(#.f) + std::isinf(1e30f * 1e30f)',
    'sizeof(std::ceil(#)) * 100 + sizeof(ceilf(#)) * 10 + sizeof(std::floor(#.f))',
    'tiles@(m@, #.f)',
    'int(std::ceil(double(m@) / 32)) * 32',
    'make_layout(make_shape(int(std::ceil(m@ / #.f)), _4{}))',
  ],
  plain: true,
});

const texts = pool({
  declare: `
    inline std::string name@(int n) { return "k" + std::to_string(n); }
    inline void longer@(std::string& s) { s += "#"; }`,
  run: `
    std::string s@ = "a,b#,c";
    std::string t@ = name@(1#);
    std::string_view v@ = "hello#";
    t@[0] = 'z';
    v@.remove_prefix(2);
    longer@(s@);`,
  ask: [
    'std::to_string(#0#).size()',
    'std::to_string(-#).length()',
    'name@(#) == "k#"',
    's@.size()',
    's@[1]',
    "s@.find(',')",
    't@.size()',
    't@[0]',
    't@.back()',
    'v@.size()',
    'v@[0]',
    'std::stoi(std::to_string(#) + "#")',
    'std::stoi("1#", nullptr, 16)',
    'std::stof("0.#")',
    'std::stod("#.5x") * 2',
    'std::string("abcdef").substr(#, 2).size()',
    'std::string("abc").find("c")',
    'std::string("abc").empty()',
  ],
  plain: true,
});

const referredTuples = pool({
  declare: `
    inline std::tuple<int&, int> both@(int& r) { return {r, #}; }
    inline std::pair<int&, int&> pair@(int& a, int& b) { return {a, b}; }
    struct S@ { int a = #, b = #; };`,
  run: `
    int x@ = #, y@ = #, a@[3] = {1, #, 3};
    S@ s@;
    std::tuple<int&, int> t@{x@, 3};
    auto& [r@, q@] = t@;
    r@ += 10;
    auto [c@, d@] = std::tie(y@, s@.a);
    c@ *= 2;
    auto&& [e@, f@] = both@(a@[1]);
    e@ = e@ + f@;`,
  ask: [
    'x@',
    'y@',
    's@.a',
    'a@[1]',
    'std::get<0>(t@)',
    'std::get<1>(t@)',
    '(q@ += #, std::get<1>(t@))',
    '(std::get<0>(t@) = #, x@)',
    '(d@ = #, s@.a)',
    '(std::tie(x@, y@) = std::make_tuple(#, #), x@ * 10 + y@)',
    '(std::get<1>(std::tie(x@, s@.b)) = #, s@.b)',
    '(pair@(x@, y@).second = #, y@)',
    '(std::get<0>(std::forward_as_tuple(y@, 1)) += #, y@)',
    'std::apply([](int& a, int b) { a += b; return a * 2; }, std::tuple<int&, int>(y@, #))',
    'std::tuple<int&>(x@) == std::make_tuple(x@)',
    'sizeof(t@)',
    '[&] { auto [m, n] = pair@(x@, y@); m += 1; std::swap(m, n); return x@ * 100 + y@; }()',
    '[&] { auto t = std::make_tuple(std::ref(x@), y@); std::get<0>(t) = #; std::get<1>(t) = 0; return x@ * 100 + y@; }()',
    '[&] { std::tuple<int&, int> u = t@; std::get<0>(u)++; std::get<1>(u)++; return x@ + std::get<1>(t@); }()',
  ],
});

const definitionsOutside = pool({
  declare: `
    struct A@ { int v; A@(int); A@(int, int); operator int() const; A@ operator+(A@ const&) const; static A@ make(int); struct In { int w; In(int); int get() const; }; };
    A@::A@(int x) : v(x * #) {}
    A@::A@(int x, int y) : A@(x + y) { v += #; }
    A@::operator int() const { return v * 10; }
    A@ A@::operator+(A@ const& o) const { return A@(v + o.v); }
    A@ A@::make(int x) { return A@(x, x); }
    A@::In::In(int x) : w(x) {}
    int A@::In::get() const { return w + #; }
    namespace n@ { struct B { B(); int k; int f(); }; template <class T> struct C { T k; C(T); operator T() const; struct D { int z(); }; template <class U> struct E { int z(U); }; }; }
    n@::B::B() : k(#) {}
    int n@::B::f() { return k * #; }
    template <class T> n@::C<T>::C(T t) : k(t + #) {}
    template <class T> n@::C<T>::operator T() const { return k * 2; }
    template <class V> int n@::C<V>::D::z() { return sizeof(V); }
    template <class T> template <class U> int n@::C<T>::E<U>::z(U u) { return sizeof(T) + u; }
    template <class T> struct M@ { int v; M@() : v(1) {} M@(T) : v(2) {} int f() { return 1; } int f(T) { return 2; } int f(char*) { return 3; } int g() const; template <class U> int h(U) { return 4; } operator int() const { return 5; } static int s(T) { return 6; } };
    template <class T> int M@<T>::g() const { return 7; }
    template <> int M@<int>::f() { return 10; }
    template <> int M@<int>::f(int) { return 20; }
    template <> int M@<float>::f(char*) { return 30; }
    template <> int M@<int>::g() const { return 70; }
    template <> template <> int M@<int>::h<char>(char) { return 40; }
    template <> template <class U> int M@<long>::h(U) { return 41; }
    template <> M@<short>::M@(short) : v(20) {}
    template <> M@<short>::operator int() const { return 50; }
    template <> int M@<long>::s(long) { return 60; }`,
  ask: [
    'A@(#).v',
    'A@(#, #).v',
    'int(A@(#))',
    '(A@(#) + A@(#)).v',
    'A@::make(#).v',
    'A@::In(#).get()',
    'n@::B().f()',
    'n@::C<int>(#).k',
    'int(n@::C<char>(#))',
    'n@::C<short>::D().z()',
    'n@::C<int>::E<long>().z(#)',
    'M@<int>{}.f() * 10 + M@<char>{}.f()',
    'M@<int>{}.f(#) * 10 + M@<float>{}.f(#.f)',
    'M@<int>{}.f(nullptr) * 100 + M@<float>{}.f(nullptr)',
    'M@<int>{}.g() * 10 + M@<char>{}.g()',
    "M@<int>{}.h('a') * 100 + M@<int>{}.h(#)",
    'M@<long>{}.h(#) * 100 + M@<short>{}.h(#)',
    'M@<short>{short(#)}.v * 100 + M@<short>{}.v + M@<int>{#}.v * 10000',
    'int(M@<short>{}) * 10 + int(M@<int>{})',
    'M@<long>::s(#) + M@<int>::s(#)',
  ],
});

const spans = pool({
  declare: `
    inline int total@(std::span<int const> s) { int t = #; for (int x : s) t = t * 2 + x; return t; }
    inline void set@(std::span<int> s, int v) { for (auto& x : s) x += v; }
    template <class T> int kind@(std::span<T> s) { return int(s.size()) + 100; }
    template <class T, std::size_t N> int extent@(std::span<T, N> s) { return int(N) * 10 + s[0]; }
    struct View@ { std::span<int> s; int k; };
    struct Own@ { std::array<int, 3> a; std::span<int> all() { return a; } std::span<int const> some() const { return {a.data() + 1, 2}; } };`,
  run: `
    int a@[5] = {#, #, #, #, #};
    std::array<int, 3> b@{#, #, #};
    std::span<int> s@(a@), t@(b@), u@(a@ + 1, 3);
    std::span d@{a@};
    View@ v@{a@, #};
    Own@ o@{{#, #, #}};
    s@[1] += #;
    set@(b@, #);
    u@.back() = #;
    o@.all()[2] = #;
    for (auto& x : d@.subspan(3)) x *= 2;`,
  ask: [
    'a@[1]',
    'a@[3] * 10 + a@[4]',
    'b@[2]',
    'o@.a[2]',
    'total@(a@)',
    'total@(b@)',
    'total@(o@.some())',
    'total@(s@.first(3))',
    'total@(u@)',
    's@.size() * 10 + t@.size()',
    'u@.size_bytes() + s@.subspan(2).size()',
    's@.last(2)[0]',
    's@.last<2>()[1] + d@.first<3>()[2]',
    'd@.extent * 10 + decltype(d@)::extent',
    'kind@(s@) + kind@(t@)',
    'extent@(d@) + extent@(std::span(b@))',
    '(v@.s[0] = #, a@[0])',
    '(o@.all().front() += #, o@.a[0])',
    '[&] { std::span<int> w; w = b@; w[0] = #; return b@[0]; }()',
    '[&] { std::span<int> w[2] = {a@, b@}; w[1][1] = #; return b@[1] * 10 + int(w[0].size()); }()',
    '[&] { int n = 0; for (std::span<int> r = a@; !r.empty(); r = r.subspan(1)) n = n * 2 + r[0]; return n; }()',
    '[&] { auto c = s@; s@ = s@.first(2); c[4] = #; return int(s@.size()) * 100 + a@[4]; }()',
    '*(s@.end() - 1) * 10 + *t@.begin()',
    's@.end() - s@.begin()',
    'std::is_same_v<decltype(d@), std::span<int, 5>> * 2 + std::is_same_v<decltype(s@), std::span<int const>>',
  ],
});

const held = pool({
  declare: `
    struct P@ { int x, y; };
    inline void set@(int& n, int v) { n += v; }
    inline int& of@(std::optional<int>& o) { return *o; }`,
  run: `
    std::optional<int> o@ = #, n@ = #;
    std::optional<P@> q@ = P@{#, #};
    std::pair<int, int> a@{#, #}, b@{#, #};
    std::tuple<int, int> t@{#, #}, u@{#, #};
    int& r@ = *o@;
    int& x@ = q@->x;
    r@ += #;`,
  ask: [
    '*o@ + q@->x',
    '(x@ = #, (*q@).x)',
    '(r@ = #, o@.value())',
    '(set@(*o@, #), *o@)',
    '(of@(o@) = #, *o@)',
    '(o@.swap(n@), *o@ * 10 + *n@)',
    '(std::swap(o@, n@), *n@)',
    '(a@.swap(b@), a@.first * 10 + b@.second)',
    '(t@.swap(u@), std::get<0>(t@) * 10 + std::get<1>(u@))',
    '(*o@.operator->() = #, *o@)',
    '(o@.emplace(#) += #, *o@)',
    '(o@.value() *= 2, *o@)',
    '(q@->y += #, q@->y)',
    '[&] { auto& [y, z] = a@; y = #; return a@.first; }()',
    '[&] { auto [y, z] = a@; y = #; return a@.first; }()',
    '[&] { int* p = &*o@; *p = #; return *o@; }()',
    '[&] { auto c = o@; *c = #; return *o@ * 10 + *c; }()',
    '[&] { std::optional<int> e; e = o@; o@ = #; return *e * 10 + *o@; }()',
    '[&] { int& y = std::get<1>(t@); y = #; return std::get<1>(t@); }()',
    'o@.value_or(#)',
  ],
  plain: true,
});

const views = pool({
  declare: `
    struct V@ { int* p; V@(std::array<int, 2>& a) : p(a.data()) {} int& at(int i) const { return p[i]; } };
    struct P@ { int n = #; };
    struct H@ { P@& part; H@(P@& p) : part(p) {} };
    struct R@ { P@& part; };
    struct M@ { V@ v; int k = #; };
    inline V@ view@(std::array<int, 2>& a) { return a; }
    inline H@ holder@(P@& p) { return p; }
    inline int set@(V@ v, int x) { v.at(1) = x; return v.at(0); }`,
  run: `
    std::array<int, 2> a@{#, #}, b@{#, #};
    P@ p@;
    V@ v@(a@);
    v@ = b@;
    v@.at(0) = #;
    V@ all@[2] = {a@, {b@}};
    all@[1].at(1) += #;`,
  ask: [
    'a@[0] * 10 + b@[0]',
    'b@[1]',
    '(view@(a@).at(0) = #, a@[0])',
    '(holder@(p@).part.n = #, p@.n)',
    '(all@[0].at(0) = #, a@[0] * 100 + b@[0])',
    'set@(a@, #) * 100 + a@[1]',
    '[&] { std::pair<V@, int> q{a@, 1}; q.first.at(1) = #; return a@[1]; }()',
    '[&] { std::array<V@, 1> q{b@}; q[0].at(1) = #; return b@[1]; }()',
    '[&] { M@ q{a@}; q.v.at(0) = #; return a@[0] * 10 + q.k; }()',
    '[&] { H@ q[1] = {p@}; q[0].part.n += #; return p@.n; }()',
    '[&] { R@ q[2] = {p@, {p@}}; q[0].part.n += #; q[1].part.n *= 2; return p@.n; }()',
  ],
  plain: true,
});

const arrayMembers = pool({
  declare: `
    struct P@ { char name[4]; int v[3]; float f[2]; bool b[2]; unsigned char u[2]; };
    struct C@ { char c[4]; float f[2]; C@() : c{}, f{#} {} };
    struct D@ { P@ p; short s[2] = {#}; int k; };
    struct U@ { int h; union { struct { int a, b; }; long l; float f; }; int k; };
    inline int first@(P@ p) { p.name[0] = 'a'; return p.name[0] + p.v[0]; }`,
  run: `
    P@ p@{}, q@ = {{'a', 'b'}, {#}}, r@ = P@();
    C@ c@;
    D@ d@{};
    U@ u@{#, #, #, #};
    P@ z@;
    std::memset(&z@, 0, sizeof(z@));
    q@.name[2] = 'c';`,
  ask: [
    'p@.name[3] * 2 + p@.v[2]',
    'p@.f[1]',
    'p@.b[1] + p@.u[0]',
    'q@.name[1] + q@.name[2] * 2 + q@.name[3]',
    'q@.v[0] * 10 + q@.v[1]',
    'r@.u[1] + r@.f[0]',
    'c@.c[3] + c@.f[0] * 10 + c@.f[1]',
    'd@.p.name[1] + d@.s[0] * 10 + d@.s[1] + d@.k',
    'z@.name[2] + z@.f[1]',
    'first@(q@) * 1000 + q@.name[0]',
    'u@.h * 100 + u@.a * 10 + u@.b',
    'u@.k',
    '(u@.a += #, u@.b * 10 + u@.k)',
    '(u@.l = #, u@.l * 10 + u@.h)',
    '[&] { U@ w = u@; w.l = 0; return u@.a; }()',
    '[&] { U@ w{.h = 1, .l = #, .k = #}; return w.l * 10 + w.k; }()',
    '[&] { auto w = q@; char* c = w.name; c[1] = #; return w.name[1] + q@.name[1]; }()',
    '[&] { int n = 0; for (char c : q@.name) n = n * 2 + (c != 0); return n; }()',
    'sizeof(q@.name) * 10 + sizeof(c@.f)',
    '[&] { P@ w[2] = {{{#}}, {}}; return w[0].name[0] * 100 + w[1].name[0] + w[1].f[1]; }()',
  ],
  plain: true,
});

const sums = pool({
  declare: `
    inline int total@(std::initializer_list<int> l) { return std::accumulate(l.begin(), l.end(), #); }`,
  run: `
    int a@[4] = {#, #, #, #};
    std::array<short, 3> b@{#, #, #};
    float f@[3] = {#.5f, #.5f, #};
    auto l@ = {#, #, #};
    int n@ = 0;
    std::for_each(l@.begin(), l@.end(), [&](int v) { n@ = n@ * 2 + v; });
    std::for_each(b@.begin(), b@.end(), [](short& v) { v *= #; });`,
  ask: [
    'n@',
    'b@[1]',
    'total@({#, #})',
    'std::accumulate(a@, a@ + 3, 0)',
    'std::accumulate(std::begin(a@), std::end(a@), 0L) + sizeof(std::accumulate(a@, a@, 0L))',
    'std::accumulate(b@.begin(), b@.end(), #.5)',
    'std::accumulate(f@, f@ + 3, 0)',
    'std::accumulate(f@, f@ + 3, 0.f)',
    'std::accumulate(l@.begin(), l@.end(), 1, [](int x, int y) { return x * 2 - y; })',
    'std::accumulate(a@, a@ + 4, 1, std::multiplies<>{})',
    'std::reduce(a@, a@ + 4)',
    'std::reduce(b@.begin(), b@.end(), #)',
    'std::reduce(l@.begin(), l@.end())',
    '[&] { int k = 0; std::for_each(std::begin(a@), std::end(a@), [&k](auto v) { k += v; }); return k; }()',
  ],
  plain: true,
});

export const floatPools: Readonly<Record<string, Idiom>> = { narrowFloats, mathematics };
export const textPools: Readonly<Record<string, Idiom>> = { libraryTexts: texts };
export const tuplePools: Readonly<Record<string, Idiom>> = { referredTuples, held, spans, views, arrayMembers, sums };
export const definitionPools: Readonly<Record<string, Idiom>> = { definitionsOutside };
