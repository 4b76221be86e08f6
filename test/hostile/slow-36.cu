// Objects that share objects, forty levels deep, of classes that do not compile.
#include <cute/tensor.hpp>
using namespace cute;
template <int N> struct S { _S<N - 1> a = S<N - 1>{}; S<N - 1> b = a; int x = N; };
template <> struct S<0> { int x = 1; };
int main() {
  S<12> small;
  auto x = small.a.b.x;
  auto x = small.a.b.x;
  auto x = small.a.b.x;
  S<40> s;
  s t = s;
  auto y = s.x;
}
