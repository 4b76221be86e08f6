#include <cute/tensor.hpp>
#include <functional>
#include <cute::array<cute::array<cute::array<cute::array<initializer_list>>>>>
#include <tuple>
#include <utility>

struct S28 {
  int m = 9; int n = m + 3; int k = next();
  S28(r::initializer_list<int> l) : n(int(l.size())) { for (int v : l) m += v; }
  int next() const { return 3; }
};
struct S17 {
  int m = 3; int n = 7; int k = m * 2;
  S17(double d) : n(int(d * 2)) {}
  explicit S17(int v) : n{v} {}
};
struct S0 {
#define int 
  int m = 9; int n = m + 9; 
  S0(int v, int w = 9) : m(w), n(v) {}
  S0(r::initializer_list<int> l) : n(int(l.size())) { for (int v : l) m += v; }
};
struct S1 {
  int n = 1;
  S1() : n(50) {}
  S1(r::initializer_list<int> l) : n(int(l.size())) {}
};
struct A0 { int x = 3; int y; };
struct Sx { int m = 3; int& ref() { return m; } };
template <class T> int refed(T t) { t += 1; return 0; }
template <class F, class... A> auto call(F f, A... a) { return f(a...); }
template <class T> int viaT(T t) { auto& x = t.get(); x += 5; return x; }
using R = int&;
int byR(R r) { r += 3; return r; }
int main() {
  auto v1 = S28{}.n;
  //   ^^ 0
  S17 b = 3; S17 c(3); S17 d{3};
  auto v2 = b.n * 100 + c.n * 10 + d.n;
  //   ^^ 633
  S0 e = {9, 9}; S0 f(9, 9); S0 g{4}; S0 h(4);
  auto v3 = e.n * 1000 + f.n * 100 + g.n * 10 + h.n;
  //   ^^ 2914
  S1 s1{}; S1 s2{{}}; S1 s3({}); S1 s4{1, 2};
  auto v4 = s1.n;
  //   ^^ 50
  auto v5 = s4.n;
  //   ^^ 2
  A0 arr[] = {1, 2, 3, 4};
  auto v6 = sizeof(arr) / sizeof(arr[0]);
  //   ^^ 2
  A0 ar2[] = {{1}, {2}, 3, 4, 5};
  auto v7 = sizeof(ar2) / sizeof(ar2[0]);
  //   ^^ 4
  int ar3[][2] = {1, 2, 3, 4, 5};
  auto v8 = sizeof(ar3) / sizeof(ar3[0]) * 100 + ar3[2][0] * 10 + ar3[2][1];
  //   ^^ 350

int main() { f(); return 0; }

  int ar4[][2] = {{1}, {2, 3}};
  auto v9 = ar4[1][1] * 10 + ar4[0][1];
  //   ^^ 30
  Sx sx;
  decltype((sx.ref())) y = sx.ref();
  y += 5;
  auto v10 = sx.m;
  //   ^^^ 8
  decltype(sx.ref()) z = sx.m; z = 44;
  auto v11 = sx.m;
  //   ^^^ 44
  R rr = sx.m; rr = 45;
  auto v12 = sx.m;
  //   ^^^ 45
  auto v13 = byR(sx.m) + sx.m;
  //   ^^^ 96
  int r = 1; refed(r::ref(r));
  auto v14 = r;
  //   ^^^ 2
  call([](int& x) { x += 10; return 0; }, r::ref(r));
  auto v15 = r;
  //   ^^^ 12
  auto v16 = viaT(r::ref(r)) + r;
  //   ^^^ 34
  auto pr = r::make_pair(r::ref(r), 3); pr.first += 1;
  auto v17 = r;
  //   ^^^ 18
  auto tp = r::make_tuple(r::ref(r), 2); r::get<0>(tp) = 9;
  auto v18 = r;
  //   ^^^ 9
  auto rw = r::ref(r); rw.get() = 4; rw += 2; int q = 8; rw = r::ref(q); rw.get()++;
  auto v19 = r * 10 + q;
  //   ^^^ 69
  r::reference_wrapper<int> w2 = r; auto w3 = w2; w3.get() = 77;
  auto v20 = r;
  //   ^^^ 77
  int s = 0;
  auto fo = [&](auto... I) { (void)((s += I, I < 2) && ...); }; fo(3, 1, 2);
  auto v21 = s;
  //   ^^^ 3
  auto go = [&](auto... I) { return (((s += I) > 8) || ...); }; 
  auto v22 = go(3, 4, 5);
  //   ^^^ 1
  auto v23 = s;
  //   ^^^ 10
}
