// local_tile: how a grid of thread blocks shares out a matrix.
//
//   nvcc -std=c++17 --expt-relaxed-constexpr -I $CUTLASS_DIR/include -arch=sm_80 local_tile.cu -o local_tile
//
// A Layout maps coordinates to offsets; a Tensor is a pointer with a Layout. `local_tile` cuts a tensor into
// equal tiles and hands out the tile at a coordinate. It moves no data: the tile is another view of the same memory.
// The comments with carets show what CuTe prints for the name above them (`_8` is static, known to the compiler;
// `8` is known only at run time).
#include <cstdio>
#include <vector>

#include <cute/tensor.hpp>

using namespace cute;

// Every block writes its own number into each element of its tile.
template <class MatrixTensor, class Tiler>
__global__ void number_the_tiles(MatrixTensor C, Tiler tiler)
{
  // The tile of this block: block (0,0) has the top left one.
  auto coord = make_coord(blockIdx.x, blockIdx.y);
  //   ^^^^^ (0,0)
  Tensor tile = local_tile(C, tiler, coord);
  //     ^^^^ (_32,_64):(_1,256)

  // The tile is indexed from zero again; its strides are those of the whole matrix.
  int const number = blockIdx.x + gridDim.x * blockIdx.y;
  for (int i = threadIdx.x; i < size(tile); i += blockDim.x) {
    tile(i) = number;
  }
}

int main()
{
  // A 256 by 512 matrix in column-major order. The sizes are run-time numbers, the stride of a column is static.
  int M = 256;
  int N = 512;
  auto shape  = make_shape(M, N);
  //   ^^^^^ (256,512)
  auto stride = make_stride(Int<1>{}, M);
  //   ^^^^^^ (_1,256)
  auto layout = make_layout(shape, stride);
  //   ^^^^^^ (256,512):(_1,256)

  int* device = nullptr;
  if (cudaMalloc(&device, size(layout) * sizeof(int)) != cudaSuccess) {
    std::printf("FAIL: no memory on the device\n");
    return 1;
  }
  Tensor C = make_tensor(make_gmem_ptr(device), layout);
  //     ^ (256,512):(_1,256)

  // A tile of 32 rows and 64 columns, known to the compiler, so that loops over a tile can be unrolled.
  auto tiler = make_shape(Int<32>{}, Int<64>{});
  //   ^^^^^ (_32,_64)

  // All tiles at once: `_` asks for every tile in a direction. Modes 0 and 1 lie inside a tile, 2 and 3 count the tiles.
  Tensor tiles = local_tile(C, tiler, make_coord(_, _));
  //     ^^^^^ (_32,_64,8,8):(_1,256,_32,16384)

  // The same with the modes kept together: ((inside the tile), (which tile)).
  Tensor zipped = zipped_divide(C, tiler);
  //     ^^^^^^ ((_32,_64),(8,8)):((_1,256),(_32,16384))

  // One block for each tile.
  dim3 grid(size<2>(tiles), size<3>(tiles));
  //        ^^^^^^^^^^^^^^ 8
  dim3 block(128);
  number_the_tiles<<<grid, block>>>(C, tiler);

  std::vector<int> host(size(layout));
  if (cudaMemcpy(host.data(), device, host.size() * sizeof(int), cudaMemcpyDeviceToHost) != cudaSuccess) {
    std::printf("FAIL: %s\n", cudaGetErrorString(cudaGetLastError()));
    return 1;
  }
  cudaFree(device);

  // Check with plain arithmetic: element (m, n) belongs to the tile (m / 32, n / 64).
  int wrong = 0;
  for (int n = 0; n < N; ++n) {
    for (int m = 0; m < M; ++m) {
      int const expected = m / 32 + int(grid.x) * (n / 64);
      wrong += host[m + n * M] != expected;
    }
  }
  std::printf(wrong == 0 ? "PASS\n" : "FAIL: %d elements differ\n", wrong);
  return wrong == 0 ? 0 : 1;
}
