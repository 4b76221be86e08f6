// Idioms of which way a program takes, as pools of text: loops that move pointers and references, loops and branches
// that numbers decide which only the compilers see, and ways that leave early.
import type { Idiom } from './draft';
import { pool } from './pool';

const movingLoops = pool({
  declare: `
    struct N@ { int n = #; N@* next = nullptr; };
    struct R@ { int* from; int* to; int* begin() const { return from; } int* end() const { return to; } };
    inline int* last@(int* b, int* e) { int* l = b; while (b != e) { if (*b > *l) l = b; ++b; } return l; }
    template <class T> inline T* skip@(T* p, int n) { for (; n > 0; --n, ++p) { if (*p == #) break; } return p; }`,
  run: `
    int a@[5] = {#, #, #, #, #}, b@[5] = {#, #, #, #, #};
    int m@[3][2] = {{#, #}, {#, #}, {#, #}};
    int x@ = #, y@ = #, z@ = #;
    int* w@[3] = {&x@, &y@, &z@};
    N@ c@{#}, d@{#, &c@}, e@{#, &d@};
    std::vector<int> v@{#, #, #};
    std::array<int, 3> r@{#, #, #};
    std::vector<std::vector<int>> q@{{#, #}, {#}, {#, #, #}};`,
  ask: [
    '(*last@(a@, a@ + 5) = 0, a@[0] * 10000 + a@[1] * 1000 + a@[2] * 100 + a@[3] * 10 + a@[4])',
    '(*skip@(a@, 3) += 10, a@[0] * 100 + a@[3])',
    '[&] { int* p = a@; int* q = b@ + 4; while (p != a@ + 5) *p++ = *q--; return a@[1] * 10 + a@[4]; }()',
    '[&] { int* p = a@; do { *p *= 2; } while (*p++ < 9 && p != a@ + 5); return p - a@; }()',
    '[&] { int n = 0; for (N@* p = &e@; p; p = p->next) n = n * 10 + p->n; return n; }()',
    '[&] { for (N@* p = &e@; p; p = p->next) p->n += #; return c@.n * 10 + e@.n; }()',
    '[&] { N@** p = &e@.next; while (*p) p = &(*p)->next; N@ o{#}; *p = &o; c@.next->n = #; *p = nullptr; return o.n; }()',
    '[&] { N@* p = &e@; N@* k = nullptr; while (p) { N@* n = p->next; p->next = k; k = p; p = n; } return k->n; }()',
    '[&] { for (int* p : w@) *p = #; return x@ * 100 + y@ * 10 + z@; }()',
    '[&] { for (int*& p : w@) p = &z@; *w@[0] += #; return x@ * 10 + z@; }()',
    '[&] { int i = 0; for (auto p : w@) { if (++i == 2) continue; *p = i; } return x@ * 100 + y@ * 10 + z@; }()',
    '[&] { for (int i = 0; i < 3; ++i) w@[i] = w@[(i + 1) % 3]; *w@[2] = #; return x@ * 100 + y@ * 10 + z@; }()',
    '[&] { for (auto& k : m@) for (auto& l : k) l += #; return m@[2][1] * 100 + m@[0][0]; }()',
    '[&] { for (auto& k : m@) { for (auto& l : k) { if (l > #) break; l = 0; } } return m@[1][0] * 10 + m@[1][1]; }()',
    '[&] { int (*p)[2] = m@; for (; p != m@ + 3; ++p) (*p)[1] = (*p)[0]; return m@[2][1] * 10 + m@[0][1]; }()',
    '[&] { int* k = &x@; for (int i = 0; i < #; ++i) { *k += i; k = k == &x@ ? &y@ : &x@; } return x@ * 100 + y@; }()',
    '[&] { for (int i : R@{a@ + 1, a@ + 3}) x@ = x@ * 2 + i; return x@; }()',
    '[&] { for (int& i : R@{a@ + 1, a@ + 3}) i = #; return a@[0] * 100 + a@[2]; }()',
    '[&] { for (auto i = v@.begin(); i != v@.end(); ++i) *i += i - v@.begin(); return v@[2] * 10 + v@[0]; }()',
    '[&] { for (auto i = v@.rbegin(); i != v@.rend(); ++i) x@ = x@ * 3 + *i; return x@; }()',
    '[&] { for (auto& k : q@) k.push_back(#); return int(q@[1].size()) * 10 + q@[2].back(); }()',
    '[&] { while (v@.size() < 6) v@.push_back(v@.back() + 1); return v@[5]; }()',
    '[&] { while (!v@.empty() && v@.back() > 2) v@.pop_back(); return int(v@.size()); }()',
    '[&] { for (int i = 0, j = 4; i < j; ++i, --j) std::swap(a@[i], a@[j]); return a@[0] * 10 + a@[3]; }()',
    '[&] { int i = 0, n = 0; for (;;) { if (i++ > #) break; if (i % 2) continue; n += i; } return n * 100 + i; }()',
    '[&] { int n = 0; for (auto&& [k, l] : m@) { n = n * 10 + k; l = n; } return m@[2][1]; }()',
    '[&] { int n = 0; for (int i = 0; auto& k : r@) k += i++, n += k; return n * 100 + r@[2]; }()',
    '[&] { int n = #; while (int k = n % 4) { n += k; x@ = k; } return n * 10 + x@; }()',
    '[&] { for (int i = 0; i < 5; ++i) { int& k = i % 2 ? x@ : y@; k += a@[i]; } return x@ * 100 + y@; }()',
    '[&] { for (int i = 0; i < 5; ++i) { static int k = #; k += i; z@ = k; } return z@; }()',
    '[&] { int n = 0; for (int i = 0; i < 4; ++i) { int k = 1; k += i; n += k; } return n; }()',
    '[&] { for (int i = 0; i < 5; i += 2) a@[i] = b@[a@[i] % 5]; return a@[2] * 10 + a@[4]; }()',
    '[&] { std::fill(a@, a@ + 3, #); for (int& k : a@) k += &k - a@; return a@[2] * 100 + a@[4]; }()',
  ],
  plain: true,
});

const unseenNumbers = pool({
  declare: `
    int some@(); bool is@(int); int at@(int k);
    struct S@ { int n = #, m = #; int* to = nullptr; };
    inline int pick@(int k) { if (is@(k)) return #; return k; }
    inline void set@(int& x, int n) { if (is@(n)) { x = n; return; } x += 10; }
    inline int& one@(int& a, int& b) { if (is@(#)) return a; return b; }`,
  elsewhere: `
    inline int some@() { static int n = 1; return n = n * 3 % 7; }
    inline bool is@(int k) { return (k + some@()) % 2 == 0; }
    inline int at@(int k) { return some@() % k; }`,
  run: `
    int x@ = #, y@ = #, z@ = #, n@ = some@(), a@[4] = {#, #, #, #}, b@[2][2] = {{#, #}, {#, #}};
    S@ s@, t@; s@.to = &z@; t@.to = &x@;
    int* p@ = is@(#) ? &x@ : &y@;
    int& r@ = one@(y@, z@);
    std::vector<int> v@{#, #, #};
    std::optional<int> o@; if (is@(#)) o@ = #;
    std::function<void(int)> f@ = [&](int k) { x@ = k; }; if (is@(#)) f@ = [&](int k) { y@ = k; };
    auto l@ = make_layout(make_shape(Int<4>{}, n@ + 2));`,
  ask: [
    '(*p@ = #, x@)',
    '(*p@ = #, y@ * 10 + *p@)',
    '(r@ = #, z@ * 10 + y@)',
    '(r@ += #, *p@)',
    '(x@ = #, *p@ = #, x@ * 10 + y@)',
    '[&] { if (is@(#)) x@ = #; return x@; }()',
    '[&] { if (is@(#)) x@ = 7; else x@ = 7; return x@; }()',
    '[&] { if (is@(#)) { x@ = 3; y@ = 4; } else { y@ = 4; } return y@ * 10 + x@; }()',
    '[&] { int k = #; if (is@(#)) return x@; k += x@; return k; }()',
    '[&] { for (int i = 0; i < some@(); ++i) x@ += 2; return x@; }()',
    '[&] { int i = 0; while (is@(i)) ++i; return i; }()',
    '[&] { int i = 0; for (; i < 10; ++i) if (is@(i)) break; return i; }()',
    '[&] { int i = 0; for (; i < 10; ++i) { if (is@(i)) continue; y@ = i; } return i * 100 + y@; }()',
    '[&] { for (int i = 0; i < 4; ++i) if (is@(i)) a@[i] = 9; return a@[1]; }()',
    '[&] { a@[some@() % 4] = #; return a@[2]; }()',
    '[&] { a@[at@(2)] = #; return a@[3]; }()',
    '[&] { b@[at@(2)][1] = #; return b@[0][0] * 10 + b@[1][1]; }()',
    '[&] { int* k = a@ + at@(3); *k = #; return a@[1]; }()',
    '[&] { int* k = a@; while (is@(1)) ++k; *k = #; return a@[0] * 10 + a@[2]; }()',
    '[&] { switch (some@()) { case 1: x@ = 4; case 2: y@ = 5; break; default: z@ = 6; } return x@ * 100 + y@ * 10 + z@; }()',
    '[&] { switch (#) { case 1: case 2: return 1; case 3: x@ = #; [[fallthrough]]; default: x@ += 5; } return x@; }()',
    '[&] { S@* k = is@(#) ? &s@ : &t@; k->n = #; return s@.n * 10 + t@.n; }()',
    '[&] { S@& k = is@(#) ? s@ : t@; *k.to = #; return x@ * 10 + z@; }()',
    '[&] { S@ k = is@(#) ? s@ : t@; k.n = #; *k.to = #; return k.n * 100 + x@ * 10 + z@; }()',
    '[&] { S@ k = s@; if (is@(#)) k = t@; return k.n * 10 + s@.n; }()',
    '[&] { s@.to = is@(#) ? &x@ : s@.to; *s@.to = #; return x@ * 10 + z@; }()',
    '[&] { f@(#); return x@ * 10 + y@; }()',
    '[&] { if (is@(#)) v@.push_back(#); return int(v@.size()); }()',
    '[&] { if (is@(#)) v@[1] = #; return v@[0] * 10 + v@[1]; }()',
    '[&] { if (o@) x@ = *o@; return x@; }()',
    'o@.value_or(#)',
    'pick@(#)',
    '[&] { set@(x@, #); return x@ * 10 + y@; }()',
    '[&] { auto g = [&, k = is@(#)](int& to) { if (k) to = #; else to += #; }; g(y@); return y@; }()',
    '[&] { bool k = is@(#) || (x@ = #) > 0; return x@ + (k ? 0 : 0); }()',
    '[&] { bool k = is@(#) && (x@ = #) > 0; return x@ * 2 + (k ? 0 : 0); }()',
    '[&] { int k = is@(#) ? (x@ = 4) : (y@ = 5); return k * 100 + x@ * 10 + y@; }()',
    '[&] { int k = is@(#) ? x@++ : ++x@; return x@ * 10 + (k & 0); }()',
    '[&] { do { x@ += 3; } while (x@ < 20 && is@(x@)); return x@; }()',
    '[&] { for (int i = 0; i < 3; ++i) { if (is@(i)) { x@ = i; break; } y@ += 1; } return x@ * 10 + y@; }()',
    '[&] { for (int& i : a@) { if (is@(#)) i = 1; i += 2; } return a@[3]; }()',
    '[&] { int k = n@; n@ += 2; return n@ - k; }()',
    '[&] { int k = n@ * 4; return k % 4; }()',
    '[&] { int k = n@; k = k < 0 ? -k : k; return k >= 0; }()',
    'int(size<0>(l@)) * 10 + int(size(l@) / size<1>(l@))',
    'size<1>(l@) - n@',
    'l@(1, 1) - l@(0, 0)',
    '[&] { auto k = make_tensor(a@, Int<2>{}); k(at@(2)) = #; return a@[0] * 10 + a@[3]; }()',
    '[&] { auto k = make_tensor(&b@[0][0], make_shape(2, 2)); k(at@(2), 0) = #; return b@[0][1] * 10 + b@[1][0]; }()',
    '[&] { auto [k, l, m] = is@(#) ? s@ : t@; return k * 10 + l; }()',
    '[&] { try { if (is@(#)) throw #; x@ = #; } catch (int k) { x@ = k; } return x@; }()',
    '[&] { std::swap(is@(#) ? x@ : y@, z@); return x@ * 100 + y@ * 10 + z@; }()',
    '[&] { std::swap(*p@, z@); return z@ * 10 + *p@; }()',
    '[&] { int k = std::min(x@, is@(#) ? y@ : z@); return k; }()',
    '[&] { const_cast<int&>(std::max(x@, n@)) = 0; return x@; }()',
    '[&] { std::fill(a@, a@ + at@(3), 0); return a@[0] * 10 + a@[3]; }()',
    '[&] { std::copy(b@[0], b@[0] + at@(3), a@); return a@[0] * 10 + a@[3]; }()',
    '[&] { std::memset(a@, 0, sizeof(int) * at@(4)); return a@[1]; }()',
    '[&] { auto k = std::find(a@, a@ + 4, n@); if (k != a@ + 4) *k = 0; return a@[2]; }()',
  ],
  plain: true,
});

const earlyWays = pool({
  declare: `
    struct G@ { int& to; ~G@() { to = to * 2 + 1; } };
    inline int first@(int const* b, int n, int k) { for (int i = 0; i < n; ++i) if (b[i] == k) return i; return -1; }
    inline bool step@(int& x) { G@ g{x}; if (x > 20) return false; x += #; return true; }
    inline int deep@(int n) { if (n <= 0) return #; if (n % 2) return deep@(n - 1) + 1; return deep@(n / 2) * 2; }
    template <int N> inline int unroll@(int (&a)[N]) {
      int s = 0;
      for (int i = 0; i < N; ++i) { G@ g{a[i]}; if (a[i] > 5) continue; s += a[i]; if (s > 12) break; }
      return s;
    }
    enum class K@ { a, b, c };
    inline int of@(K@ k, int n) { switch (k) { case K@::a: return n; case K@::b: n *= 2; break; default: n = 0; } return n + 1; }`,
  run: `
    int x@ = #, y@ = #, a@[4] = {#, #, #, #};
    K@ k@ = K@(# % 3);`,
  ask: [
    'first@(a@, 4, #)',
    '[&] { while (step@(x@)) ++y@; return x@ * 10 + y@; }()',
    '[&] { int n = 0; while (step@(n)) { if (n > #) break; } return n; }()',
    'deep@(#) * 100 + deep@(1#)',
    'unroll@(a@) * 1000 + a@[3] * 10 + a@[0]',
    'of@(k@, x@) * 10 + of@(K@::b, #)',
    '[&] { { G@ g{x@}; if (x@ > #) { G@ h{y@}; y@ += 2; } x@ += 1; } return x@ * 100 + y@; }()',
    '[&] { auto f = [&] { G@ g{x@}; return x@; }; int k = f(); return k * 100 + x@; }()',
    '[&] { for (int i = 0; i < 3; ++i) { G@ g{x@}; if (i == 1) continue; x@ -= 1; } return x@; }()',
    '[&] { for (int i = 0; i < 4; ++i) for (int j = 0; j < 4; ++j) { if (a@[i] == a@[j] + 1) return i * 10 + j; } return -1; }()',
    '[&] { int n = 0; for (int i = 0; i < 4; ++i) { if (a@[i] > 6) continue; for (int j = i; j < 4; ++j) { if (a@[j] < 3) break; n += a@[j]; } } return n; }()',
    '[&] { int n = 0; for (int i = 9; i --> 0;) { if (i & 1) continue; n = n * 3 + i; } return n; }()',
    '[&] { int n = x@; again: if (n < 50) { n = n * 2 + 1; goto again; } return n; }()',
    '[&] { int n = 0; for (int i = 0; i < 3; ++i) { switch (a@[i] % 3) { case 0: n += 1; break; case 1: continue; default: n += 5; } n *= 2; } return n; }()',
    '[&] { if (int k = x@ % 3; k == 1) return k * 10; else if (k == 2) y@ = k; else y@ = 9; return y@; }()',
    '[&] { if (auto [k, l] = std::make_pair(x@, y@); k > l) return k; else return l * 10; }()',
    '[&] { auto f = [&](auto self, int n) -> int { return n < 2 ? n : self(self, n - 1) + self(self, n - 2); }; return f(f, #); }()',
    '[&] { int n = 0; do { if (n == 3) continue; ++x@; } while (++n < 5); return n * 100 + x@; }()',
    '[&] { try { G@ g{x@}; throw #; } catch (int k) { y@ = k; } return x@ * 10 + y@; }()',
    '[&] { int n = 0; for (int i : {#, #, #}) { if (i > 5) break; n += i; } return n; }()',
    '[&] { switch (x@ % 4) { case 0: { int k = 5; y@ += k; } case 1: y@ *= 2; break; case 2: return y@; default: break; } return y@ + 100; }()',
    '[&] { switch (int k = x@ + 1; k) { case 3: return 30; case 4: { return 40; } default: return k; } }()',
    '[&] { if constexpr (sizeof(a@) == 16) { x@ += 3; } else { x@ += 7; } return x@; }()',
  ],
  plain: true,
});

export const wayPools: Readonly<Record<string, Idiom>> = { movingLoops, unseenNumbers, earlyWays };
