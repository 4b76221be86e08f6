// Thread-value layouts: "which elements has thread t?" as one Layout.
//
//   nvcc -std=c++17 --expt-relaxed-constexpr -I $CUTLASS_DIR/include -arch=sm_80 thread_value.cu -o thread_value
//
// A thread-value layout maps (thread, value) to a position in a tile. Composing a tile with it gives a tensor
// indexed by (thread, value); slicing that at a thread gives the thread's own values: `tv(threadIdx.x, _)`.
// Tensor-core instructions are described this way; here we write one by hand.
#include <cstdio>
#include <cstdlib>

#include <cute/tensor.hpp>

namespace demo {

using namespace cute;

// 32 threads, 4 values each, for a tile of 16 by 8 in column-major order.
// Threads: 4 along n (two columns each), then 8 along m. Values: 2 neighbours along n, then the row 8 further down.
struct WarpTile {
  using TileShape = Shape<_16, _8>;
  //    ^^^^^^^^^ (_16,_8)
  using ThreadShape = Shape<_4, _8>;
  using ValueShape  = Shape<_2, _2>;
  using LayoutTV = Layout<Shape<ThreadShape, ValueShape>, Stride<Stride<_32, _1>, Stride<_16, _8>>>;
  //    ^^^^^^^^ ((_4,_8),(_2,_2)):((_32,_1),(_16,_8))
  static constexpr int kThreads = size<0>(LayoutTV{});
  //                   ^^^^^^^^ 32
  static constexpr int kValues = decltype(size<1>(LayoutTV{}))::value;
  //                   ^^^^^^^ 4
};

// A thread-value layout is good when it is a bijection: each element belongs to one thread and one value.
template <class LayoutTV>
CUTE_HOST_DEVICE constexpr auto element_owner(LayoutTV const& tv)
{
  // The right inverse answers the opposite question: position in the tile -> (thread, value), as one number.
  auto owner = right_inverse(tv);
  //   ^^^^^ (_8,_2,_2,_4):(_4,_64,_32,_1)
  static_assert(decltype(size(owner) == size(tv))::value, "some element has no owner");
  return owner;
}

template <class Traits, class MatrixTensor>
__global__ void scale_and_sign(MatrixTensor matrix, float factor)
{
  Tensor tile = local_tile(matrix, typename Traits::TileShape{}, make_coord(blockIdx.x, blockIdx.y));
  //     ^^^^ (_16,_8):(48,_1)
  // Composition renames the coordinates of the tile: (m, n) becomes (thread, value).
  Tensor tv = composition(tile, typename Traits::LayoutTV{});
  //     ^^ ((_4,_8),(_2,_2)):((_2,48),(_1,384))
  Tensor mine = tv(threadIdx.x, _);
  //     ^^^^ ((_2,_2)):((_1,384))
  // The same composition of a coordinate tensor tells each value where in the tile it is.
  Tensor where = composition(make_identity_tensor(shape(tile)), typename Traits::LayoutTV{})(threadIdx.x, _);
  //     ^^^^^ ((_2,_2)):((_1@1,_8@0))

  for (int v = 0; v < size(mine); ++v) {
    bool const odd = (get<0>(where(v)) + get<1>(where(v))) % 2 != 0;
    mine(v) = odd ? -factor * mine(v) : factor * mine(v);
  }
}

}  // namespace demo

int main(int argc, char** argv)
{
  using Traits = demo::WarpTile;
  auto owner = demo::element_owner(Traits::LayoutTV{});
  //   ^^^^^ (_8,_2,_2,_4):(_4,_64,_32,_1)

  // The number of tiles along each mode can be given on the command line.
  int tiles_m = argc > 1 ? std::atoi(argv[1]) : 4;
  int tiles_n = argc > 2 ? std::atoi(argv[2]) : 6;
  int const M = tiles_m * cute::size<0>(Traits::TileShape{});
  //        ^ 64
  int const N = tiles_n * cute::size<1>(Traits::TileShape{});
  //        ^ 48

  float* data = nullptr;
  if (cudaMallocManaged(&data, M * N * sizeof(float)) != cudaSuccess) {
    std::printf("FAIL: no managed memory\n");
    return 1;
  }
  for (int i = 0; i < M * N; ++i) data[i] = 1.0f + i % 13;

  auto matrix = cute::make_tensor(cute::make_gmem_ptr(data), cute::make_layout(cute::make_shape(M, N), cute::LayoutRight{}));
  //   ^^^^^^ (64,48):(48,_1)
  demo::scale_and_sign<Traits><<<dim3(tiles_m, tiles_n), Traits::kThreads>>>(matrix, 2.0f);
  if (cudaDeviceSynchronize() != cudaSuccess) {
    std::printf("FAIL: %s\n", cudaGetErrorString(cudaGetLastError()));
    return 1;
  }

  int wrong = 0;
  for (int m = 0; m < M; ++m) {
    for (int n = 0; n < N; ++n) {
      float const before = 1.0f + (m * N + n) % 13;
      // A tile has even sizes, so odd inside the tile is odd in the matrix.
      wrong += data[m * N + n] != ((m + n) % 2 != 0 ? -2.0f : 2.0f) * before;
    }
  }
  std::printf("element (1,0) of a tile belongs to number %d of (thread, value)\n", int(owner(1)));
  std::printf(wrong == 0 ? "PASS\n" : "FAIL: %d elements differ\n", wrong);
  return wrong == 0 ? 0 : 1;
}
