// Idioms of what changes a variable otherwise than by its name, as pools of text: functions that are handed on,
// elements that refer to something, pointers beside an element and to objects of other types, exchanges by code of a
// class.
import type { Idiom } from './draft';
import { pool } from './pool';

const handed = pool({
  declare: `
    inline int total@ = 0;
    inline void add@(int n) { total@ += n; }
    struct Sum@ { int n = #; int operator()(int k) { return n += k; } };
    struct To@ { int* to; void operator()(int k) const { *to += k; } };
    struct Keep@ { std::function<void(int)> call; void run(int k) { if (call) call(k); } };
    template <class F> inline void thrice@(F f) { f(#); f(#); f(#); }
    template <class F> inline int both@(F&& f, F&& g) { return f(#) * 10 + g(#); }`,
  run: `
    int a@[4] = {#, #, #, #}, b@[4] = {#, #, #, #};
    int x@ = #, y@ = #, n@ = 0;
    Sum@ s@;
    To@ t@{&x@};
    auto c@ = [k = #](int v) mutable { return k += v; };
    auto d@ = [&](int v) { y@ += v; };
    std::vector<int> v@(a@, a@ + 4);
    std::function<void(int)> f@ = d@, g@ = add@, h@ = t@;
    Keep@ k@{d@};
    std::vector<std::function<void()>> all@;`,
  ask: [
    '(thrice@(s@), s@.n)',
    '(thrice@(std::ref(s@)), s@.n)',
    '(thrice@(std::ref(c@)), c@(#))',
    '(thrice@(c@), c@(#))',
    '(std::for_each(a@, a@ + 4, t@), x@)',
    '(std::for_each(v@.begin(), v@.end(), t@), x@)',
    '(std::for_each(v@.begin(), v@.end(), std::ref(s@)), s@.n)',
    'std::for_each(a@, a@ + 4, s@).n * 100 + s@.n',
    '(std::for_each(v@.begin(), v@.end(), add@), total@)',
    '(std::for_each(v@.begin(), v@.end(), [&](int v) { d@(v); }), y@)',
    'std::any_of(a@, a@ + 4, [&](int v) { ++n@; return v == #; }) * 100 + n@',
    'std::all_of(a@, a@ + 4, [&](int v) { n@ += v; return v < #; }) * 1000 + n@',
    '(std::transform(a@, a@ + 4, b@, c@), b@[3] * 100 + c@(1))',
    '(std::transform(a@, a@ + 4, b@, s@), b@[2] * 100 + s@.n)',
    'std::accumulate(a@, a@ + 4, 0, [k = 0](int s, int v) mutable { return s + v * k++; })',
    'std::count_if(a@, a@ + 4, [k = 0](int) mutable { return k++ % 2 == 0; })',
    '(f@(#), y@)',
    '(g@(#), total@)',
    '(h@(#), x@)',
    '(y@ = #, f@(#), y@)',
    '(k@.run(#), y@)',
    '(y@ = #, k@.run(#), y@)',
    '(k@.call = [&](int v) { n@ = v; }, k@.run(#), n@)',
    '(all@.push_back([&] { n@ += #; }), all@.back()(), n@)',
    '(std::generate(b@, b@ + 3, [&] { return ++n@; }), b@[1] * 10 + n@)',
    '(std::sort(v@.begin(), v@.end(), [&](int p, int q) { ++n@; return p < q; }), v@[0])',
    '(std::invoke(s@, #), s@.n)',
    '(std::apply(std::ref(s@), std::make_tuple(#)), s@.n)',
    'both@(s@, s@)',
    '(std::bind(d@, #)(), y@)',
    '(std::mem_fn(&Sum@::n)(s@) = #, s@.n)',
  ],
  plain: true,
});

const elementsThatRefer = pool({
  declare: `
    struct P@ { int* to; int n = #; void set(int k) const { *to = k; } };
    struct R@ { int& to; };
    struct N@ { int n; N@* next; };`,
  run: `
    int x@ = #, y@ = #, z@ = #;
    int* p@ = &x@;
    std::vector<int*> v@{&x@, p@};
    std::vector<P@> o@{{&x@, #}, {&y@}};
    std::vector<R@> r@{{y@}};
    std::vector<std::reference_wrapper<int>> w@{z@};
    std::vector<int**> q@{&p@};
    std::unique_ptr<P@> u@(new P@{&z@});
    auto m@ = std::make_shared<P@>(P@{&y@});
    std::array<P@, 2> a@{{{&x@, #}, {&y@, #}}};
    std::pair<P@, int&> b@{{&z@}, x@};
    std::optional<P@> e@ = P@{&y@, #};
    std::tuple<int*, int&> t@{&x@, z@};
    N@ c@{#, nullptr}, d@{#, &c@};
    std::initializer_list<int*> l@{&x@, &y@};`,
  ask: [
    '(*v@[1] = #, x@)',
    '(v@[0][0] += #, x@)',
    '(v@.push_back(&z@), *v@.back() = #, z@)',
    '(o@[1].set(#), y@)',
    '(o@.push_back({&z@, #}), o@.back().set(#), z@)',
    '(*o@.front().to = #, x@)',
    '(r@[0].to = #, y@)',
    '(w@[0].get() = #, z@)',
    '(*q@[0] = &y@, *p@ = #, y@ * 10 + x@)',
    '(**q@[0] = #, x@)',
    '(u@->set(#), z@)',
    '(m@->set(#), y@)',
    '(a@[1].set(#), y@)',
    '(b@.first.set(#), b@.second += #, z@ * 100 + x@)',
    '(e@->set(#), y@)',
    '(*std::get<0>(t@) = #, std::get<1>(t@) += #, x@ * 100 + z@)',
    '(d@.next->n = #, c@.n)',
    '[&] { auto f = d@; f.next->n = #; f.n = #; return c@.n * 10 + d@.n; }()',
    '[&] { for (int* i : l@) *i += #; return x@ * 100 + y@; }()',
    '[&] { for (auto& i : o@) i.set(#); return x@ * 10 + y@; }()',
    '[&] { for (int& i : w@) i = #; return z@; }()',
    '[&] { auto s = new P@{&x@}; s->set(#); x@ += 1; s->set(#); return x@; }()',
    '[&] { std::span<int> s(&y@, 1); s[0] = #; return y@; }()',
    '[&] { void* s = &z@; *static_cast<int*>(s) = #; return z@; }()',
    '[&] { int* s[2] = {&x@, &y@}; int** t = s; **t = #; *t[1] = #; return x@ * 10 + y@; }()',
    '[&] { auto g = [k = P@{&x@}] { k.set(#); }; g(); return x@; }()',
  ],
  plain: true,
});

const places = pool({
  declare: `
    struct V@ { int x, y, z; };
    struct B@ { int n = #; virtual int at() const { return n; } virtual ~B@() = default; };
    struct D@ : B@ { int m = #; int at() const override { return n * 10 + m; } };
    inline int& pick@(int& a, int& b, bool c) { return c ? a : b; }
    inline int* max@(int* a, int* b) { return *a > *b ? a : b; }
    template <int N> inline int sum@(int (&a)[N]) { int s = 0; for (int& i : a) s += i++; return s; }`,
  run: `
    int m@[2][3] = {{#, #, #}, {#, #, #}};
    int a@[6] = {#, #, #, #, #, #};
    V@ v@[2] = {{#, #, #}, {#, #, #}};
    int (*r@)[3] = m@;
    int (&s@)[3] = m@[1];
    V@* p@ = v@;
    int* q@ = a@ + 2;
    D@ d@;
    B@& b@ = d@;
    int i@ = 0x1000# + #;
    float f@ = #.5f;
    unsigned char c@[4] = {#, 0, 0, 0};`,
  ask: [
    '(r@[1][2] = #, m@[1][2])',
    '((*++r@)[0] = #, m@[1][0])',
    '(s@[1] *= #, m@[1][1])',
    '(p@[1].y = #, v@[1].y)',
    '((++p@)->z = #, v@[1].z)',
    '(q@[-1] = #, *q@++ += #, a@[1] * 100 + a@[2])',
    '(*max@(&a@[0], &a@[1]) = 0, a@[0] * 10 + a@[1])',
    '(pick@(a@[3], a@[4], a@[0] > #) = #, a@[3] * 10 + a@[4])',
    'sum@(a@) * 100 + a@[5]',
    'sum@(m@[0]) + sum@(s@)',
    '(b@.n = #, d@.at())',
    '(d@.m = #, b@.at())',
    '[&] { B@ e = d@; e.n = #; return d@.n * 100 + e.at(); }()',
    '(static_cast<D@&>(b@).m = #, d@.m)',
    '[&] { unsigned char* k = reinterpret_cast<unsigned char*>(&i@); k[0] = #; return i@; }()',
    '[&] { int k; std::memcpy(&k, &f@, 4); return k >> 16; }()',
    '[&] { int k = 0; std::memcpy(&k, c@, 4); return k; }()',
    '[&] { std::memcpy(m@[0], m@[1], sizeof m@[0]); return m@[0][2]; }()',
    '[&] { std::memset(&v@[0], 0, sizeof(V@)); return v@[0].y * 10 + v@[1].x; }()',
    '[&] { auto [k, l, n] = v@[0]; k = #; return v@[0].x * 10 + l; }()',
    '[&] { auto& [k, l, n] = v@[1]; l = #; return v@[1].y; }()',
    '[&] { V@ w = *p@; p@->x = #; return w.x * 10 + v@[0].x; }()',
    '[&] { *p@ = V@{#, #, #}; return v@[0].z; }()',
    '&m@[1][2] - &m@[1][0] + (a@ + 5 - q@)',
    '[&] { int k = 0; for (int* j = a@; j != a@ + 6; j += 2) k = k * 10 + *j; return k; }()',
    '[&] { auto t = make_tensor(a@, make_shape(Int<2>{}, Int<3>{})); t(1, 1) = #; return a@[3]; }()',
    '[&] { auto t = make_tensor(&m@[0][0], Int<3>{}); t(2) = #; return m@[0][2]; }()',
    '[&] { int V@::*k = &V@::y; v@[0].*k = #; return v@[0].y; }()',
  ],
  plain: true,
});

const exchanged = pool({
  declare: `
    struct O@ { int n; friend void swap(O@& a, O@& b) { a.n = 10#; b.n = 20#; } };
    struct M@ {
      int n; M@(int k) : n(k) {} M@(M@&& o) : n(o.n) { o.n = -1; }
      M@& operator=(M@&& o) { n = o.n + 1; o.n = -2; return *this; }
    };
    struct E@ { int x, y; };
    namespace n@ {
      struct T { int n; };
      inline int size(T const& t) { return t.n * 100; }
      inline int rank(T) { return #; }
      inline int max(T a, T) { return a.n; }
      template <class U> int depth(U const& u) { return u.n; }
    }`,
  run: `
    O@ a@{#}, b@{#}, c@[2] = {{#}, {#}}, d@[2] = {{#}, {#}};
    M@ e@{#}, f@{#};
    E@ g@{#, #}, h@{#, #};
    n@::T t@{#};
    std::array<O@, 2> i@{{{#}, {#}}}, j@{{{#}, {#}}};
    std::pair<O@, int> p@{{#}, #}, q@{{#}, #};
    std::pair<E@, int> r@{{#, #}, #}, s@{{#, #}, #};`,
  ask: [
    '(swap(a@, b@), a@.n)',
    '(std::swap(a@, b@), a@.n)',
    '[&] { using std::swap; swap(a@, b@); return b@.n; }()',
    '(std::swap(c@, d@), c@[0].n)',
    '(std::reverse(c@, c@ + 2), c@[0].n)',
    '(i@.swap(j@), i@[0].n)',
    '(std::swap(i@, j@), i@[1].n)',
    '(p@.swap(q@), p@.first.n)',
    '(std::swap(e@, f@), e@.n * 10 + f@.n)',
    '[&] { M@ k = std::exchange(e@, M@{#}); return k.n * 10 + e@.n; }()',
    '[&] { M@ k = std::move(e@); return k.n * 10 + e@.n; }()',
    '(std::swap(g@, h@), g@.x * 10 + h@.y)',
    '(r@.swap(s@), r@.first.y)',
    '[&] { E@ k = std::exchange(g@, E@{#, #}); return k.x * 10 + g@.x; }()',
    'size(t@) + rank(t@)',
    'max(t@, t@) * 10 + depth(t@)',
    '(std::swap(a@.n, b@.n), a@.n)',
    '(std::swap(g@.x, h@.y), g@.x * 10 + h@.y)',
  ],
  plain: true,
});

export const aliasPools: Readonly<Record<string, Idiom>> = { handed, elementsThatRefer, places, exchanged };
