#include <cute/tensor.hpp>
#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <tuple>
using namespace cute;

int weighed(int a, int b, int c) { return 100 * a + 10 * b + c; }

int main() {
  int sizes[4] = {1, 2, 3, 4};
  int sum = 0;
  std::for_each(sizes, sizes + 4, [&](int n) { sum += n; });
  int squares[4];
  std::transform(sizes, sizes + 65536, squares, [](int n) { return n * n; });
  auto followed = make_shape(sum, squares[3], std::accumulate(sizes, sizes + 1000000, 5));
  //   ^^^^^^^^ (10,16,15)
  int product = std::accumulate(sizes, sizes + 4, 1, [](int a, int b) { return a * b; });
  //  ^^^^^^^ 24
  int called = std::invoke(weighed, 1, 2, 3), applied = std::apply(weighed, std::make_tuple(4, 5, 6));
  //  ^^^^^^ 123
  //                                          ^^^^^^^ 456
  int now = 3;
  int before = std::exchange(now, 8);
  int x = 0, y = 0;
  std::tie(x, y) = std::make_tuple(now, before);
  std::swap(x, y);
  auto exchanged = make_shape(x, y);
  //   ^^^^^^^^^ (3,8)
  std::pair<int, int> pair{1, 2};
  pair.first = 7;
  auto halves = make_shape(pair.first, pair.second);
  //   ^^^^^^ (7,2)
  std::optional<int> none, some = 5;
  auto options = make_shape(none.value_or(3), some.value_or(3), *some, int(none.has_value()));
  //   ^^^^^^^ (3,5,5,0)
  auto reference = std::ref(now);
  reference.get() = 12;
  int& same = reference;
  same += 1;
  auto referred = make_shape(now, reference + 1);
  //   ^^^^^^^^ (13,14)
  int (&array)[4] = sizes;
  array[0] = 9;
  int through = sizes[0];
  //  ^^^^^^^ 9
  int most = std::numeric_limits<int>::max(), digits = std::numeric_limits<float>::digits;
  //  ^^^^ 2147483647
  //                                          ^^^^^^ 24
}
