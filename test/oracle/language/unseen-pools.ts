// Idioms of code that is declared here and defined elsewhere, as pools of text: it keeps the addresses that it is given
// and writes to them whenever it runs. Only the compilers see its definitions.
import type { Idiom } from './draft';
import { pool } from './pool';

/** What is read, and may be written. */
const places = [
  'x@', 'r@', '*p@', 's@.n', 's@.in.m', 'q@->n', 'q@->in.m', '*s@.to', 'a@[1]', 'b@[1][0]', 'e@[1]', 'f@.second',
  'std::get<0>(t@)', 'get<1>(u@)', 'g@', 'h@.n', 'k@[0].n', '*w@.at', 'o@.value', 'D@::count', 'z@',
] as const; // prettier-ignore

/** What runs the code that is not seen. */
const runs = [
  'unseen@()', 'calls@()', 'calls@() + calls@()', 'd@.run()', '{ Guard@ guard; }', 'l@()', 'm@(#)', 'twice@(unseen@)',
  'for (int i = 0; i < 2; ++i) unseen@()', 'if (x@ > -1000) unseen@()', 'if (a@[0] == 77) unseen@()', 'D@ other',
  'number@() > 0 ? unseen@() : void()', 'c@ + c@', 'take@(#)', 'seen@(#)', 'int here = given@()', '++c@', 'v@->act()',
] as const; // prettier-ignore

const kept = pool({
  declare: `
    struct In@ { int m = #; };
    struct S@ { int n = #; int* to = nullptr; In@ in; int other = #; };
    struct D@ { static inline int count = #; int k = #; void run(); D@(); };
    struct Op@ { int k; }; int operator+(Op@, Op@); Op@& operator++(Op@&);
    struct At@ { int* at; };
    struct V@ { int n = #; virtual void act(); virtual ~V@() = default; };
    template <class T> struct Box@ { T value; };
    inline int g@ = #;
    void keep@(int&); void keepAll@(int*, int); void unseen@(); int number@(); int given@(int k = number@());
    void take@(int); V@* some@();
    inline int calls@() { unseen@(); return #; }
    template <class F> inline void twice@(F f) { f(); f(); }
    template <class T> inline int seen@(T k) { return number@() + k; }
    struct Guard@ { ~Guard@() { unseen@(); } };`,
  elsewhere: `
    inline std::vector<int*> all@;
    inline void keep@(int& x) { all@.push_back(&x); }
    inline void keepAll@(int* x, int n) { for (int i = 0; i < n; ++i) all@.push_back(x + i); }
    inline void unseen@() { for (int* x : all@) *x += 1 + (*x & 1); ++g@; D@::count += 3; }
    inline int number@() { unseen@(); return 1; }
    inline int given@(int k) { unseen@(); return k; }
    inline void take@(int) { unseen@(); }
    inline D@::D@() { unseen@(); }
    inline void D@::run() { unseen@(); k += 2; }
    inline int operator+(Op@, Op@) { unseen@(); return 1; }
    inline Op@& operator++(Op@& o) { unseen@(); return o; }
    inline void V@::act() { unseen@(); n += 1; }
    inline V@* some@() { static V@ one; return &one; }`,
  run: `
    int x@ = #, y@ = #, z@ = #;
    int& r@ = y@; int* p@ = &y@;
    S@ s@, h@, i@; S@* q@ = &i@; s@.to = &z@;
    int a@[3] = {#, #, #}, b@[2][2] = {{#, #}, {#, #}};
    std::array<int, 2> e@{#, #};
    std::pair<int, int> f@{#, #};
    std::tuple<int, int> t@{#, #};
    auto u@ = cute::make_tuple(#, #);
    S@ k@[2];
    At@ w@{&x@};
    Box@<int> o@{#};
    D@ d@; Op@ c@{#}; V@* v@ = some@();
    auto l@ = [&] { unseen@(); };
    auto m@ = [&](int n) { return number@() + n; };
    keep@(x@); keep@(y@); keep@(s@.n); keep@(s@.in.m); keep@(z@); keep@(q@->n); keep@(i@.in.m); keep@(a@[1]);
    keepAll@(b@[0], 2); keepAll@(b@[1], 2); keep@(e@[1]); keep@(f@.second); keep@(std::get<0>(t@));
    keep@(cute::get<1>(u@)); keep@(h@.n); keep@(k@[0].n); keep@(o@.value);
    calls@();`,
  ask: places.flatMap((place, at) =>
    runs.flatMap((run, i) => [
      `[&] { auto n = ${place}; ${run}; return n == ${place}; }()`,
      `[&] { int mine = #, other = #; int& one = mine; ${run}; one += other; return mine * 10 + other; }()`,
      `[&] { ${run}; ${place} = #; auto n = ${place}; ${place} += #; return ${place} * 10 + n; }()`,
      ...((at + i) % 3 === 0
        ? [
            `[&] { ${place} = #; ${run}; return ${place}; }()`,
            `[&] { auto n = make_layout(make_shape(${place}, Int<2>{})); ${run}; return size(n) == ${place} * 2; }()`,
            `[&] { auto n = ${place}; auto& o = ${place}; o = #; ${run}; return o - n; }()`,
          ]
        : []),
    ]),
  ),
  plain: true,
});

const handedBack = pool({
  declare: `
    struct N@ { int n = #; N@* next = nullptr; int m = #; };
    int& same@(int&); int* begin@(int*); N@& node@(N@*); void touch@(); N@ copy@(N@&); void fill@(int*, int);
    template <class T> T& through@(T& x);
    inline int add@(int& x) { return ++same@(x); }`,
  elsewhere: `
    inline std::vector<N@*> nodes@;
    inline int& same@(int& x) { return x; }
    inline int* begin@(int* x) { return x; }
    inline N@& node@(N@* x) { nodes@.push_back(x); return *x; }
    inline void touch@() { for (N@* x : nodes@) { ++x->n; if (x->next) x->next->m += 2; } }
    inline N@ copy@(N@& x) { nodes@.push_back(&x); return x; }
    inline void fill@(int* x, int n) { for (int i = 0; i < n; ++i) x[i] = 5; }
    template <class T> T& through@(T& x) { return x; }`,
  run: `
    int x@ = #, y@ = #, a@[4] = {#, #, #, #};
    N@ s@{#, nullptr, #}, t@{#, &s@, #}, u@{#, nullptr, #};
    int& r@ = same@(x@); int* p@ = begin@(a@); N@& w@ = node@(&t@);
    std::vector<int> v@{#, #, #};`,
  ask: [
    '(r@ = #, x@)',
    '(x@ = #, r@)',
    '[&] { int n = x@; ++r@; return x@ - n; }()',
    '(*p@ = #, a@[0])',
    '(p@[2] = #, a@[2])',
    '(a@[1] = #, p@[1])',
    '[&] { int n = a@[3]; p@[3]++; return a@[3] == n; }()',
    '(w@.n = #, t@.n)',
    '(t@.n = #, w@.n)',
    '[&] { int n = t@.n; touch@(); return n == t@.n; }()',
    '[&] { int n = s@.m; touch@(); return n == s@.m; }()',
    '[&] { s@.m = #; touch@(); return s@.m; }()',
    '[&] { t@.next = &u@; touch@(); return u@.m; }()',
    '[&] { t@.next = nullptr; int n = s@.m; touch@(); return n == s@.m; }()',
    '[&] { N@ c = t@; touch@(); return c.n == t@.n; }()',
    '[&] { N@ c = copy@(u@); int n = u@.n; touch@(); return n == u@.n; }()',
    '[&] { N@ c = copy@(u@); int n = c.n; touch@(); return n == c.n; }()',
    '[&] { auto [k, l, m] = t@; touch@(); return k == t@.n; }()',
    '[&] { auto& [k, l, m] = t@; int n = k; touch@(); return n == k; }()',
    '(add@(y@), y@)',
    '[&] { int n = y@; add@(y@); return y@ - n; }()',
    '(through@(y@) = #, y@)',
    '(through@(v@)[1] = #, v@[1])',
    '(through@(t@).m = #, t@.m)',
    '(through@(a@)[2] = #, a@[2])',
    '(fill@(a@, #), a@[0])',
    '(fill@(a@ + 1, 2), a@[0] == a@[1])',
    '[&] { int k = #; int& l = k; touch@(); l += #; return k; }()',
    '[&] { N@ k{#, &u@, #}; touch@(); k.n += #; return k.n * 10 + k.m; }()',
    '[&] { x@ = #; int k = x@; y@ = #; return x@ * 100 + y@ * 10 + k; }()',
    '[&] { t@.n = #; auto k = t@; t@.n += #; return t@.n * 10 + k.n; }()',
    '[&] { double k = #.5; touch@(); r@ = #; return int(k * 2); }()',
    '[&] { int n = a@[3]; fill@(a@, 2); return a@[3] == n; }()',
    '[&] { int n = v@[0]; fill@(v@.data(), 2); return v@[0] == n; }()',
    '[&] { int n = v@[0]; fill@(&v@[1], 1); return v@[0] == n; }()',
    '[&] { auto k = make_shape(x@, y@); r@ = #; return get<0>(k) == x@; }()',
    '[&] { auto k = make_tensor(a@, Int<4>{}); fill@(k.data(), 4); return k(0) == #; }()',
    '[&] { auto k = make_tensor(a@, Int<4>{}); int n = a@[2]; p@[2] += #; return k(2) == n; }()',
  ],
  plain: true,
});

export const unseenPools: Readonly<Record<string, Idiom>> = { kept, handedBack };
