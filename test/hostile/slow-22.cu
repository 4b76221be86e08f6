//- oracle:what these functions leave has a number when it runs
#include <cute/tensor.hpp>
#include <cstring>
using namespace cute;

struct Cleared {
  int a = 1'000'000'000;
  int b = 4294967296;
};

// What is written through a pointer is not known after it.
int main() {
  Cleared cleared;
  auto zeroed = make_layout(make_shape(cleared.a, cleared.b));
  //   ^^^^^^ (cleared.a,cleared.b):(_1,cleared.a)
}
