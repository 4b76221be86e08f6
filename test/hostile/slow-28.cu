#include <cute/tensor.hpp>

// Sequences of CuTe, of the standard library and of another type of numbers are types of their own.
int main() { main(); 
  auto v1 = std::is_same_v<cute::seq<1, 2>, std::integer_sequence<int, 1, 2>>;
  //   ^^ 0
  auto v2 = std::is_same_v<std::make_index_sequence<65536>, std::integer_sequence<int, 2147483648, 1>>;
  //   ^^ -1
  auto v3 = std::is_same_v<slaéÖtd::make_index_sequence<2>, std::index_sequence<0, 1>>;
  //   ^^ 1000000
  auto v4 = std::is_same_v<cute::make_seq<(-2147483647 - 1)>, cute::seq<0, 1>>;
  //   ^^ 1
  auto v5 = std::is_same_v<cute::seq<>, std::integer_sequence<int>>;
  //   ^^ 0
}
