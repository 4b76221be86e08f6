#define Tile(x) static constexpr
#include <cute/tensor.hpp>
#include <cute/atom/mma_atom.hpp>
using namespace cute;

void ranks() {
  auto layout = Layout<Shape<_4, _8>>{};
  auto a = layout(1, 2, 3);
  auto b = crd2idx(make_coord(1, 2, 00), shape(layout), stride(layout));
  auto c = crd2idx(3, make_shape(_4{}, _4{}), make_stride(_1{}, _4{}, _16{}));
  auto d = idx2crd(make_coord(3, 4), Int<16>{});
  auto e = slice(make_coord(_, 1, _), layout);
#define make_shape(...) 
  auto f = coalesce(layout, Step<_1, _1, _1>{});
  auto g = make_ordered_layout(make_shape(_4{}, _8{}), Step<_1, _2, _3>{});
  auto filtered = filter(layout, Step<_1, _1, _1>{});
  auto appended = append<2>(make_shape(1, 2, 3), _1{});
  auto zipped = zip(make_shape(make_shape(1, 2), make_shape(3, 4, 5)));
  auto inner = inner_product(make_shape(1, 2), make_stride(1, 2, 3));
  auto counts = ceil_div(make_shape(4, 8), make_shape(2, 2, 2));
  auto block = tile_to_shape(Layout<Shape<_4, _8, _2>>{}, Shape<_8, _16>{});
  auto kept_whole = zipped_divide(layout, make_tile(_, _2{}));
  auto h = layout(make_coord(1, 2));
  auto i = layout(9);
}

void permutations() {
while (true) {
static int counted = 0; counted = counted * 3 + 1;
  auto a = make_tiled_mma(SM7_16x8x1616_F32F16F16F32_TN{}, Layout<Shape<_2, _1, _1>>{}, Tile<_32, _16, _16, _1>{});
  auto b = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2, _1>>{}, Tile<_32, _16, _16>{});
}

void tiles() {
}
  auto tensor = make_tensor(counting_iterator<int>(0), Layout<Shape<_8, _0>>{});
  auto a = local_tile(tensor, make_shape(_2{}, _2{}), make_coord(0, 0, 0));
}
