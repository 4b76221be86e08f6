// Objects that share their members, copied into a closure, into a parameter and held by a constant.
template <int N> struct S { S<N - 1> a, b; };
template <> struct S<0> { int v = 1; };
int take(S<30> const s) { return s.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.v; }
int main() {
  S<30> const s{};
  auto f = [=](int n) { return s.b.b.b.b.b.b.b.b.b.b.b.b.b.b.b.b.b.b.b.b.b.b.b.b.b.b.b.b.b.b.v + n; };
  int r = f(2) + take(s);
  return r;
}
