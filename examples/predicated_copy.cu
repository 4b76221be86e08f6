// Copying a matrix whose sizes do not divide by the tile.
//
//   nvcc -std=c++17 --expt-relaxed-constexpr -I $CUTLASS_DIR/include -arch=sm_80 predicated_copy.cu -o predicated_copy
//
// `local_tile` rounds up: the last tiles stick out of the matrix. So each access is guarded by a predicate:
// is its coordinate inside? The coordinates come from an identity tensor, whose element at (m, n) is the pair (m, n)
// itself. It is tiled and partitioned exactly like the data, so it always tells where an element came from.
#include <cstdio>
#include <string>
#include <vector>

#include <cute/tensor.hpp>

namespace guarded {

using namespace cute;

template <class TensorS, class TensorD, class Tiler, class TiledCopyT>
__global__ void copy_if_kernel(TensorS S, TensorD D, Tiler tiler, TiledCopyT tiled_copy)
{
  auto block = make_coord(blockIdx.x, blockIdx.y);

  // The coordinates of the matrix, the size of the matrix.
  Tensor coordinates = make_identity_tensor(shape(S));
  //     ^^^^^^^^^^^ (500,333):(_1@0,_1@1)

  // All three cut in the same way.
  Tensor tile_S = local_tile(S, tiler, block);
  //     ^^^^^^ (_128,_16):(_1,500)
  Tensor tile_D = local_tile(D, tiler, block);
  //     ^^^^^^ (_128,_16):(_1,500)
  Tensor tile_C = local_tile(coordinates, tiler, block);
  //     ^^^^^^ (_128,_16):(_1@0,_1@1)

  auto thread = tiled_copy.get_slice(threadIdx.x);
  Tensor mine_S = thread.partition_S(tile_S);  // (CPY, CPY_M, CPY_N)
  //     ^^^^^^ ((_4,_1),_1,_2):((_1,_0),_0,4000)
  Tensor mine_D = thread.partition_D(tile_D);
  //     ^^^^^^ ((_4,_1),_1,_2):((_1,_0),_0,4000)
  Tensor mine_C = thread.partition_S(tile_C);
  //     ^^^^^^ ((_4,_1),_1,_2):((_1@0,_0),_0,_8@1)

  // One predicate for each access (not for each element): an access lies inside as a whole or not at all,
  // because the number of rows is a multiple of the vector width.
  Tensor inside = make_tensor<bool>(make_shape(size<1>(mine_C), size<2>(mine_C)));
  //     ^^^^^^ (_1,_2):(_0,_1)
  auto limit = shape(S);
  //   ^^^^^ (500,333)
  CUTE_UNROLL
  for (int n = 0; n < size<1>(inside); ++n) {
    CUTE_UNROLL
    for (int m = 0; m < size<0>(inside); ++m) {
      inside(m, n) = elem_less(mine_C(0, m, n), limit);
    }
  }

  Tensor fragment = make_fragment_like(mine_S);
  //     ^^^^^^^^ ((_4,_1),_1,_2):((_1,_0),_0,_4)
  copy_if(tiled_copy, inside, mine_S, fragment);
  copy_if(tiled_copy, inside, fragment, mine_D);
}

}  // namespace guarded

int main(int argc, char** argv)
{
  using namespace cute;
  // Neither 500 nor 333 is a multiple of the tile. The rows must be a multiple of 4, for 16-byte accesses.
  int M = argc > 1 ? std::stoi(argv[1]) : 500;
  int N = argc > 2 ? std::stoi(argv[2]) : 333;
  if (M % 4 != 0) {
    std::printf("FAIL: the number of rows must be a multiple of 4\n");
    return 1;
  }

  auto layout = make_layout(make_shape(M, N), LayoutLeft{});
  //   ^^^^^^ (500,333):(_1,500)
  auto tiler = make_shape(_128{}, _16{});
  //   ^^^^^ (_128,_16)
  auto tiled_copy = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>{},
                                    Layout<Shape<_32, _8>>{},   // threads
                                    Layout<Shape<_4, _1>>{});   // values of a thread
  auto [blocks_m, blocks_n] = ceil_div(shape(layout), tiler);
  //    ^^^^^^^^ 4
  //              ^^^^^^^^ 21

  std::vector<float> host(size(layout));
  for (size_t i = 0; i < host.size(); ++i) host[i] = float(i % 9973);
  // A margin behind the destination shows whether anything was written outside.
  size_t const margin = 4096;
  float *source = nullptr, *destination = nullptr;
  cudaMalloc(&source, host.size() * sizeof(float));
  cudaMalloc(&destination, (host.size() + margin) * sizeof(float));
  cudaMemcpy(source, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(destination, 0, (host.size() + margin) * sizeof(float));

  Tensor S = make_tensor(make_gmem_ptr(source), layout);
  //     ^ (500,333):(_1,500)
  Tensor D = make_tensor(make_gmem_ptr(destination), layout);
  //     ^ (500,333):(_1,500)
  dim3 grid(blocks_m, blocks_n);
  dim3 block(size(tiled_copy));
  //         ^^^^^^^^^^^^^^^^ _256
  guarded::copy_if_kernel<<<grid, block>>>(S, D, tiler, tiled_copy);

  std::vector<float> result(host.size() + margin);
  cudaError_t status = cudaMemcpy(result.data(), destination, result.size() * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(source);
  cudaFree(destination);
  if (status != cudaSuccess) {
    std::printf("FAIL: %s\n", cudaGetErrorString(status));
    return 1;
  }
  int wrong = 0;
  for (size_t i = 0; i < result.size(); ++i) wrong += result[i] != (i < host.size() ? host[i] : 0.0f);
  std::printf(wrong == 0 ? "PASS\n" : "FAIL: %d elements differ\n", wrong);
  return wrong == 0 ? 0 : 1;
}
