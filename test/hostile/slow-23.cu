// Tensors of coordinates whose offsets are scaled bases: of one mode, of a slice of several, nested, and by hand.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(int n) {
  auto one = make_identity_tensor(make_shape(n));
  //   ^^^ (16):(_1@0)
  auto tiled = zipped_divide(one, make_shape(_4{}));
  //   ^^^^^ ((_4),(4)):((_1@0),(_4@0))
  auto mine = local_partition(one, Layout<_4>{}, threadIdx.x);
  //   ^^^^ ((4)):((_4@0))
  auto flat = logical_divide(make_identity_tensor(n), _4{});
  //   ^^^^ (_4,4):(_1,_4)
  auto row = make_identity_tensor(make_shape(n, _8{}))(_, 2);
  //   ^^^ (16):(_1@0)
  auto nested = make_identity_tensor(make_shape(make_shape(_2{}, n), _8{}));
  //   ^^^^^^ ((_2,16),_8):((_1@0@4095,_1@1@0),_1@1)
  auto inner = nested(make_coord(_, 1), 3);
  //   ^^^^^ (_2):(_1@0@0)
}

void by_hand(int n) {
  auto mixed = make_tensor(make_inttuple_iter(make_tuple(3, make_tuple(_1{}, n))), make_layout(make_shape(_4{}, n), make_stride(E<1,0>{}, E<0>{})));
  //   ^^^^^ (_4,16):(_1@0@1,_1@9223372036854775807)
  auto scaled = make_layout(make_shape(_4{}, n), make_stride(_3{} * E<1000000>{}, n * E<1>{}));
  //   ^^^^^^ (_4,16):(_3@0,16@1)
  auto sum = E<0>{} + n * E<1>{};
  //   ^^^ (_1,16)
}

int main() {
  kernel<<<1, 4>>>(16);
  by_hand(16);
}
