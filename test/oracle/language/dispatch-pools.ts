// Idioms of what runs at last, as pools of text: virtual functions, parts of derived objects, pointers to functions of
// one name, functions that arguments bring, moves by the library; exceptions, jumps, conditions, orders, rows.
import type { Idiom } from './draft';
import { pool } from './pool';

const virtualFunctions = pool({
  declare: `
    inline int trail@ = 0;
    struct A@ { int a = #; A@() { run(); } virtual int id() { return 1; } void run() { trail@ = trail@ * 4 + id(); } virtual ~A@() { run(); } };
    struct B@ : A@ { B@() { run(); } int id() override { return 2; } ~B@() { run(); } };
    struct C@ : B@ { int mine = id(); int id() { return 3; } };
    struct D@ { int d = #; virtual int f(int x = 1#) { return x; } virtual int f(long) { return 2#; } virtual int g() const { return 3#; } int h() { return f() + g(); } virtual D@* self() { return this; } };
    struct E@ : D@ { int e = #; int f(int x = 4#) override { return x * 2; } int g() const { return 5#; } int h() { return #; } E@* self() override { return this; } };
    struct F@ final : E@ { int g() const override { return 6# + E@::g(); } int g(int) { return #; } };
    inline int ref@(D@& d) { return d.f() + d.g(); }
    inline int val@(D@ d) { return d.g(); }
    template <class T> int gen@(T& t) { return t.g(); }`,
  run: `
    { B@ b@; }
    int b1@ = trail@;
    trail@ = 0;
    { C@ c@; }
    int c1@ = trail@;
    D@ d@; E@ e@; F@ f@;
    D@* all@[] = {&d@, &e@, &f@};
    int s@ = 0;
    for (D@* p : all@) s@ = s@ * 7 + p->g();
    E@& r@ = f@;
    D@& q@ = f@;`,
  ask: [
    'b1@',
    'c1@',
    's@',
    'ref@(d@)',
    'ref@(e@)',
    'ref@(f@)',
    'val@(f@)',
    'gen@<D@>(f@)',
    'r@.g()',
    'q@.f(#L)',
    'q@.f(#)',
    'q@.f()',
    'f@.f()',
    'q@.h()',
    'r@.h()',
    'q@.D@::g()',
    'q@.self()->d',
    'r@.self()->e',
    'dynamic_cast<F@&>(q@).e',
    'dynamic_cast<F@*>(all@[0]) == nullptr',
    'all@[2]->self()->h()',
  ],
});

const partsOfObjects = pool({
  declare: `
    struct A@ { int a = #; };
    struct B@ : A@ { int b = #; };
    struct C@ { int c = #; C@() = default; C@(int x) : c(x) {} C@& operator=(int x) { c = x * #; return *this; } virtual ~C@() = default; };
    struct D@ : C@ { int d = #; using C@::C@; };
    inline void set@(A@& to, A@ const& from) { to = from; }
    inline void swap@(C@& x, C@& y) { C@ t = x; x = y; y = t; }`,
  run: `
    B@ b@, o@; o@.a = 2#; o@.b = 3#;
    set@(b@, o@);
    D@ d@(4#), e@(5#); e@.d = 6#;
    C@& r@ = d@;
    r@ = e@;
    int x@ = d@.c;
    r@ = 7;
    D@ k@(8#), l@; l@.d = 9#;
    swap@(k@, l@);
    A@ s@ = o@;
    std::swap(static_cast<A@&>(b@), s@);`,
  ask: ['b@.a', 'b@.b', 'x@', 'd@.c', 'd@.d', 'k@.c', 'k@.d', 'l@.c + l@.d', 's@.a', 'e@.c'],
});

const pointersToFunctions = pool({
  declare: `
    inline int f@(int) { return 1#; }
    inline int f@(double) { return 2#; }
    inline int f@(char, int = #) { return 3#; }
    inline int two@(int a) { return a * 2; }
    template <class T> int of@(T) { return int(sizeof(T)); }
    using P@ = int (*)(double);
    inline int take@(int (*g)(int), int x) { return g(x); }
    struct S@ { int (*p)(double) = f@; static int f(int) { return #; } };
    struct G@ { int v = #; friend void swap(G@& x, G@& y) { x.v += 10; y.v += 20; } friend int size(G@ const& g) { return g.v + 100; } };`,
  run: `
    int (*i@)(int) = f@;
    P@ d@ = &f@;
    int (&r@)(double) = f@;
    int (*t@[2])(double) = {f@, f@};
    int (*l@)(long) = &of@<long>;
    S@ s@;
    G@ g@, h@;
    swap(g@, h@);`,
  ask: [
    "i@('a')",
    "d@('a')",
    'd@(#)',
    'r@(#)',
    't@[1](#)',
    'l@(#)',
    'take@(f@, #)',
    'take@(two@, #)',
    's@.p(1)',
    'S@::f(#)',
    'static_cast<P@>(f@)(#)',
    "f@('a')",
    'g@.v',
    'h@.v',
    'size(g@)',
    '(*i@)(#)',
  ],
});

const movedByTheLibrary = pool({
  declare: `
    struct A@ { int v; A@(int v) : v(v) {} A@(A@ const& o) : v(o.v + 1) {} A@& operator=(A@ const& o) { v = o.v + 100; return *this; } };
    struct B@ { int v = #; B@& operator=(B@ const& o) { v = o.v + 5; return *this; } };
    struct T@ { int v = 1; T@& operator=(int x) { v = x * 3; return *this; } operator int() const { return v; } };`,
  run: `
    A@ a@(#), b@(#);
    std::swap(a@, b@);
    std::pair<A@, int> p@(b@, #);
    auto q@ = p@;
    q@ = p@;
    std::array<A@, 2> r@{a@, b@};
    B@ x@[3]; x@[0].v = 7;
    std::swap(x@[0], x@[2]);
    B@ y@; y@ = x@[1];
    T@ t@; t@ = #;`,
  ask: ['a@.v', 'b@.v', 'p@.first.v', 'q@.first.v', 'r@[1].v', 'x@[0].v', 'x@[2].v', 'y@.v', 't@ + #', 'p@.second'],
});

const leavings = pool({
  declare: `
    inline int seen@ = 0;
    inline int may@(int x) { seen@ += 1; if (x > 4) throw x; seen@ += 10; return x; }
    inline int one@(int x) { try { return may@(x); } catch (int e) { seen@ += 100; return -e; } }
    inline int two@(int x) { int r = 5; try { r = 6; may@(x); r = 7; } catch (...) {} return r; }
    inline int three@(int x) { int s = 0; for (int i = 0; i < x; ++i) { try { if (i % 3 == 2) throw i; s += i; } catch (int k) { s += 10 * k; continue; } s += 1; } return s; }
    inline int four@(int x) { if (x > 4) goto big; x += 100; return x; big: return x + 1000; }
    inline int five@(int n) { int c = 0; switch (n % 4) { do { case 0: c += 1; case 3: c += 10; case 2: c += 100; case 1: c += 1000; } while ((n -= 4) > 0); } return c; }
    inline int six@(int n) { int s = 0; while (int k = n--) { if (k == 3) continue; s += k; } return s; }
    inline int seven@(int n) { int s = 0; for (int i = 0; i < n; ++i) { int k = i; while (int j = k) { s += j; k -= 1; } if (s > 40) break; } return s; }`,
  run: `
    int a@ = one@(#), b@ = seen@, c@ = two@(#), d@ = three@(#);
    int e@ = four@(#), f@ = five@(#), g@ = six@(#), h@ = seven@(#);`,
  ask: ['a@', 'b@', 'c@', 'd@', 'e@', 'f@', 'g@', 'h@', 'seen@', 'six@(#)', 'two@(3)', 'one@(2)', 'four@(1)'],
});

const ordersAndRows = pool({
  declare: `
    struct J@ { int v = #; int operator,(int x) const { return v * 10 + x; } };
    inline int sum@(int const* p, int n) { int s = 0; while (n--) s = s * 2 + *p++; return s; }`,
  run: `
    int a@[3] = {1#, 2#, 3#};
    int i@ = 0;
    a@[i@] = i@ = 2;
    int j@ = 1;
    a@[j@] *= ++j@;
    int k@ = #, l@ = #;
    --k@ = 8;
    ++(k@ > 3 ? k@ : l@) = 9;
    int n@ = 4;
    { int n@ = (n@ = 3, 5); l@ += n@; }
    J@ c@;
    int m@ = (c@, #);
    int r@[2][3] = {{1, 2, 3}, {4, 5, #}};
    int* p@ = &r@[0][0];
    p@[4] = 7#;
    *(p@ + 2) = 8#;
    struct W@ { int x = 1, y[2] = {2, 3}; } w@;
    int* q@ = w@.y;
    q@[1] = #;`,
  ask: [
    'a@[0]',
    'a@[1]',
    'a@[2]',
    'i@',
    'j@',
    'k@',
    'l@',
    'm@',
    'n@',
    'r@[1][1]',
    'r@[0][2]',
    'sum@(r@[0], 6)',
    'p@[5]',
    '&r@[1][2] - p@',
    '(&r@[1][0])[-1]',
    'w@.y[1]',
    'w@.x',
    'q@[0]',
  ],
});

export const dispatchPools: Readonly<Record<string, Idiom>> = {
  virtualFunctions,
  partsOfObjects,
  pointersToFunctions,
  movedByTheLibrary,
};
export const flowPools: Readonly<Record<string, Idiom>> = { leavings, ordersAndRows };
