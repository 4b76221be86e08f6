// Transposing a matrix through shared memory, and why the shared tile is padded.
//
//   nvcc -std=c++17 --expt-relaxed-constexpr -I $CUTLASS_DIR/include -arch=sm_80 transpose.cu -o transpose
//
// Reading rows and writing columns directly would make one of the two slow: the threads of a warp would touch 32
// different memory segments. So a tile goes through shared memory, which may be read in any order – unless the
// threads hit the same bank. A column of a 32 by 32 tile of 4-byte words lies in one single bank;
// with a row length of 33 its words lie in 32 different banks.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cute/tensor.hpp>

using cute::Int;
using cute::Layout;
using cute::Shape;
using cute::Stride;

template <int Rows, int Columns, int Padding>
using PaddedTile = Layout<Shape<Int<Rows>, Int<Columns>>, Stride<Int<Columns + Padding>, Int<1>>>;

// The same memory seen with rows and columns exchanged: the modes of the layout change places.
template <class L>
CUTE_HOST_DEVICE constexpr auto transposed(L const& layout)
{
  return cute::select<1, 0>(layout);
}

template <int Tile, int Padding, class TensorIn, class TensorOut>
__global__ void transpose_kernel(TensorIn in, TensorOut out)
{
  using namespace cute;
  using SmemLayout = PaddedTile<Tile, Tile, Padding>;
  //    ^^^^^^^^^^ (_32,_32):(_33,_1)
  __shared__ float storage[cosize_v<SmemLayout>];

  constexpr auto tile_shape = Shape<Int<Tile>, Int<Tile>>{};
  //             ^^^^^^^^^^ (_32,_32)
  auto tile_in = local_tile(in, tile_shape, make_coord(blockIdx.x, blockIdx.y));
  //   ^^^^^^^ (_32,_32):(512,_1)
  // The tile goes to the mirrored place.
  auto tile_out = local_tile(out, tile_shape, make_coord(blockIdx.y, blockIdx.x));
  //   ^^^^^^^^ (_32,_32):(256,_1)

  auto smem = make_tensor(make_smem_ptr(storage), SmemLayout{});
  //   ^^^^ (_32,_32):(_33,_1)
  auto smem_t = make_tensor(smem.data(), transposed(smem.layout()));
  //   ^^^^^^ (_32,_32):(_1,_33)

  // 8 rows of 32 threads; the threads of a warp stand side by side in a row, on both sides.
  auto threads = make_layout(make_shape(Int<8>{}, Int<Tile>{}), LayoutRight{});
  //   ^^^^^^^ (_8,_32):(_32,_1)
  auto load_from = local_partition(tile_in, threads, threadIdx.x);
  //   ^^^^^^^^^ (_4,_1):(4096,_0)
  auto load_to = local_partition(smem, threads, threadIdx.x);
  //   ^^^^^^^ (_4,_1):(_264,_0)
  copy(load_from, load_to);
  __syncthreads();

  // Now each warp reads a column of shared memory: stride 33, no two words in the same bank.
  auto store_from = local_partition(smem_t, threads, threadIdx.x);
  //   ^^^^^^^^^^ (_4,_1):(_8,_0)
  auto store_to = local_partition(tile_out, threads, threadIdx.x);
  //   ^^^^^^^^ (_4,_1):(2048,_0)
  copy(store_from, store_to);
}

int main(int argc, char* argv[])
{
  constexpr int kTile = 32;
  int rows = 256, columns = 512;
  if (argc > 2) {
    rows = std::strtol(argv[1], nullptr, 10);
    columns = std::strtol(argv[2], nullptr, 10);
  }
  if (rows % kTile != 0 || columns % kTile != 0) {
    std::printf("FAIL: sizes must be multiples of %d\n", kTile);
    return 1;
  }

  std::vector<float> input(rows * columns);
  for (size_t i = 0; i < input.size(); ++i) input[i] = float(i);
  size_t const bytes = input.size() * sizeof(float);
  float *d_in = nullptr, *d_out = nullptr;
  cudaMalloc(&d_in, bytes);
  cudaMalloc(&d_out, bytes);
  cudaMemcpy(d_in, input.data(), bytes, cudaMemcpyHostToDevice);

  // Both matrices are row-major.
  auto in = cute::make_tensor(cute::make_gmem_ptr(d_in), cute::make_layout(cute::make_shape(rows, columns), cute::GenRowMajor{}));
  //   ^^ (256,512):(512,_1)
  auto out = cute::make_tensor(cute::make_gmem_ptr(d_out), cute::make_layout(cute::make_shape(columns, rows), cute::GenRowMajor{}));
  //   ^^^ (512,256):(256,_1)
  dim3 grid(rows / kTile, columns / kTile);
  transpose_kernel<kTile, 1><<<grid, 8 * kTile>>>(in, out);

  std::vector<float> output(input.size());
  cudaError_t status = cudaMemcpy(output.data(), d_out, bytes, cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  if (status != cudaSuccess) {
    std::printf("FAIL: %s\n", cudaGetErrorString(status));
    return 1;
  }
  int wrong = 0;
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) wrong += output[c * rows + r] != input[r * columns + c];
  }
  std::printf(wrong == 0 ? "PASS\n" : "FAIL: %d elements differ\n", wrong);
  return wrong == 0 ? 0 : 1;
}
