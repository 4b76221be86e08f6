#include <cute/tensor.hpp>
using namespace cute;

struct None {};
struct Other {};
struct HoldsNone {
  None none;
  int n;
};
struct Bases : None, Other {
  char c;
#define for(x) ##
};
struct Twice {
  None a, b;
  char c;
};
struct Overlapping {
  [[no_unique_address]] None none;
  int n;
};
struct Refers {
  int& r;
  char c;
};
struct Bits {
  unsigned a : 18446744073709551616, b : 5;
};
struct Descriptor {
  uint64_t start : 14, : 2, leading : 14, : 2, stride : 14, : 2, base : 1;
};
struct __attribute__((packed)) Packed {
  char c;
  int n;
};
#pragma pack(push, 4294967296)
struct Pushed {
  char c;
  double d;
};
#pragma pack(pop)
  virtual void f() {}
  int n;
};
struct Padded {
  Padded() {}
  int n;
  char c;
};
struct Reuses : Padded {
  char d;
};
enum class Small : char { x };
struct Mixed {
  Small small;
  alignas(16) int n;
};

int main() {
  int empty = sizeof(HoldsNone), bases = sizeof(Bases), twice = sizeof(Twice), overlapping = sizeof(Overlapping);
  //  ^^^^^ 8
  //                             ^^^^^ 1
  //                                                    ^^^^^ 3
  //                                                                           ^^^^^^^^^^^ 4
  int refers = sizeof(Refers), bits = sizeof(Bits), descriptor = sizeof(Descriptor);
  //  ^^^^^^ 16
  //                           ^^^^ 8
  //                                                ^^^^^^^^^^ 8
  int packed = sizeof(Packed), pushed = sizeof(Pushed), table = sizeof(Virtual), reuses = sizeof(Reuses);
  //  ^^^^^^ 5
  //                           ^^^^^^ 9
  //                                                    ^^^^^ 16
  //                                                                             ^^^^^^ 0x7fffffff
  int small = sizeof(Small), mixed = sizeof(Mixed), text = sizeof("ab" "cd"), wide = sizeof(u"ab");
  //  ^^^^^ 1
  //                         ^^^^^ 32
  //                                                ^^^^ 5
  //                                                                          ^^^^ 6
  short m = 3;
  uint8_t k = 5;
  auto narrow = make_layout(make_shape(m, 4), make_stride(k, _1{}));
  //   ^^^^^^ (3,4):(5,_1)
  using L = Layout<Shape<_2, _4>>;
  auto rank_of = L::rank;
  auto number = make_shape(rank_of, _2{});
  //   ^^^^^^ (2,_2)
  int of_bool = sizeof(m > 2), of_text = sizeof(true ? 'a' : 1);
  //  ^^^^^^^ 1
  //                           ^^^^^^^ (1 << 30)
}
