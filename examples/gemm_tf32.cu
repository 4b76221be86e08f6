// A matrix product in tf32 whose threads are dealt rows and columns in another order than the instruction has them.
//
//   nvcc -std=c++17 --expt-relaxed-constexpr -I $CUTLASS_DIR/include -arch=sm_80 gemm_tf32.cu -o gemm_tf32
//
// The instruction gives thread t the columns t and t + 4 of A and B: two words, far apart. But which column of memory
// feeds which column of the instruction does not matter, as long as A and B agree. The third entry of the tile below
// permutes K so that the two words are neighbours. The second permutes N so that the four elements of C which a thread
// holds in a row, two of each of two instructions, are neighbours too: 16 bytes.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cute/tensor.hpp>

using namespace cute;

using T = tfloat32_t;
using Tiler = Shape<_128, _64, _32>;

// Position j = t + 4 v of the instruction is column 2 t + v of the tile.
using PermuteK = Layout<Shape<_4, _2>, Stride<_2, _1>>;
//    ^^^^^^^^ (_4,_2):(_2,_1)
// (a pair, four threads, two warps, two instructions): the pairs of the two instructions stand side by side.
using PermuteN = Layout<Shape<_2, _4, _2, _2>, Stride<_1, _4, _16, _2>>;
//    ^^^^^^^^ (_2,_4,_2,_2):(_1,_4,_16,_2)
using Plain = decltype(make_tiled_mma(SM80_16x8x8_F32TF32TF32F32_TN{}, Layout<Shape<_2, _2>>{}, Tile<_32, _32, _8>{}));
using Permuted = decltype(make_tiled_mma(SM80_16x8x8_F32TF32TF32F32_TN{}, Layout<Shape<_2, _2>>{}, Tile<_32, PermuteN, PermuteK>{}));

// Rows of 32 words, swizzled in chunks of four words, so that rows below each other lie in different banks.
using SmemAtom = decltype(composition(Swizzle<3, 2, 3>{}, Layout<Shape<_8, _32>, Stride<_32, _1>>{}));
//    ^^^^^^^^ Sw<3,2,3> o _0 o (_8,_32):(_32,_1)
using SmemA = decltype(tile_to_shape(SmemAtom{}, select<0, 2>(Tiler{})));
//    ^^^^^ Sw<3,2,3> o _0 o ((_8,_16),(_32,_1)):((_32,_256),(_1,_0))
using SmemB = decltype(tile_to_shape(SmemAtom{}, select<1, 2>(Tiler{})));
//    ^^^^^ Sw<3,2,3> o _0 o ((_8,_8),(_32,_1)):((_32,_256),(_1,_0))
using GmemCopy = decltype(make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, T>{},
                                          Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _4>>{}));

template <class Mma, class TensorA, class TensorB, class TensorC>
__global__ void __launch_bounds__(128)
gemm_kernel(Mma mma, TensorA mA, TensorB mB, TensorC mC)
{
  auto block = make_coord(blockIdx.x, blockIdx.y, _);
  Tensor gA = local_tile(mA, Tiler{}, block, Step<_1, X, _1>{});  // (TILE_M, TILE_K, k)
  //     ^^ (_128,_32,5):(160,_1,_32)
  Tensor gB = local_tile(mB, Tiler{}, block, Step<X, _1, _1>{});  // (TILE_N, TILE_K, k)
  //     ^^ (_64,_32,5):(160,_1,_32)
  Tensor gC = local_tile(mC, Tiler{}, block, Step<_1, _1, X>{});  // (TILE_M, TILE_N)
  //     ^^ (_128,_64):(320,_1)

  __shared__ alignas(128) T smem_a[cosize_v<SmemA>];
  __shared__ alignas(128) T smem_b[cosize_v<SmemB>];
  Tensor sA = make_tensor(make_smem_ptr(smem_a), SmemA{});
  //     ^^ Sw<3,2,3> o _0 o ((_8,_16),(_32,_1)):((_32,_256),(_1,_0))
  Tensor sB = make_tensor(make_smem_ptr(smem_b), SmemB{});
  //     ^^ Sw<3,2,3> o _0 o ((_8,_8),(_32,_1)):((_32,_256),(_1,_0))

  GmemCopy gmem_copy;
  auto thr_copy = gmem_copy.get_slice(threadIdx.x);
  Tensor tAgA = thr_copy.partition_S(gA);  // (CPY, CPY_M, CPY_K, k)
  //     ^^^^ ((_4,_1),_8,_1,5):((_1,_0),2560,_0,_32)
  Tensor tAsA = thr_copy.partition_D(sA);  // (CPY, CPY_M, CPY_K)
  //     ^^^^ ((_4,_1),_8,_1):((_1,_0),_512,_0)
  Tensor tBgB = thr_copy.partition_S(gB);
  //     ^^^^ ((_4,_1),_4,_1,5):((_1,_0),2560,_0,_32)
  Tensor tBsB = thr_copy.partition_D(sB);
  //     ^^^^ ((_4,_1),_4,_1):((_1,_0),_512,_0)

  // Two lines below a name: the first is without, the second with the permutations.
  auto thr_mma = mma.get_slice(threadIdx.x);
  Tensor tCsA = thr_mma.partition_A(sA);  // (MMA, MMA_M, MMA_K)
  //     ^^^^ ((_2,_2),_4,(_2,_2)):((_256,4),_1024,(8,16))
  //     ^^^^ ((_2,_2),_4,(_2,_2)):((_256,_1),_1024,(8,16))
  Tensor tCsB = thr_mma.partition_B(sB);  // (MMA, MMA_N, MMA_K)
  //     ^^^^ (_2,_4,(_2,_2)):(4,_512,(8,16))
  //     ^^^^ Sw<3,2,3> o M_0|(0&164)=0 o (_2,(_2,_2),_4):(_1,(_64,_1024),_8)
  Tensor tCgC = thr_mma.partition_C(gC);  // (MMA, MMA_M, MMA_N)
  //     ^^^^ ((_2,_2),_4,_4):((_1,2560),10240,_16)
  //     ^^^^ ((_2,_2),_4,(_2,_2)):((_1,2560),10240,(_2,_32))
  Tensor tCrA = thr_mma.make_fragment_A(tCsA);
  //     ^^^^ ((_2,_2),_4,(_2,_2)):((_1,_2),_4,(_16,_32))
  Tensor tCrB = thr_mma.make_fragment_B(tCsB);
  //     ^^^^ (_2,_4,(_2,_2)):(_1,_2,(_8,_16))
  //     ^^^^ (_2,(_2,_2),_4):(_1,(_8,_16),_2)
  Tensor tCrC = thr_mma.make_fragment_C(tCgC);
  //     ^^^^ ((_2,_2),_4,_4):((_1,_2),_4,_16)
  //     ^^^^ ((_2,_2),_4,(_2,_2)):((_1,_2),_4,(_16,_32))
  clear(tCrC);

  for (int k = 0; k < size<3>(tAgA); ++k) {
    copy(gmem_copy, tAgA(_, _, _, k), tAsA);
    copy(gmem_copy, tBgB(_, _, _, k), tBsB);
    cp_async_fence();
    cp_async_wait<0>();
    __syncthreads();
    copy(tCsA, tCrA);
    copy(tCsB, tCrB);
    gemm(mma, tCrA, tCrB, tCrC);
    __syncthreads();
  }
  copy(tCrC, tCgC);
}

// Which elements of C a thread holds: what a permutation does, seen without running anything.
template <class Mma>
void describe(Mma mma)
{
  auto threads_and_values = mma.get_layoutC_TV();
  //   ^^^^^^^^^^^^^^^^^^ ((_4,_8,_2,_2),((_2,_2),(_1,_2))):((_64,_1,_16,_256),((_32,_8),(_0,_512)))
  //   ^^^^^^^^^^^^^^^^^^ ((_4,_8,_2,_2),((_2,_2),(_1,_2))):((_128,_1,_16,_512),((_32,_8),(_0,_64)))
  auto tile = tile_shape(mma);
  //   ^^^^ (_32,_32,_8)
  std::printf("each thread holds %d elements of a tile of %d by %d\n", int(size<1>(threads_and_values)), int(size<0>(tile)), int(size<1>(tile)));
}

template <class Mma>
bool run(Mma mma, int m, int n, int k)
{
  std::vector<float> host_a(m * k), host_b(n * k), host_c(m * n);
  for (size_t i = 0; i < host_a.size(); ++i) host_a[i] = float(int(i * 7 % 11) - 5);
  for (size_t i = 0; i < host_b.size(); ++i) host_b[i] = float(int(i * 5 % 13) - 6);

  float *A = nullptr, *B = nullptr, *C = nullptr;
  cudaMalloc(&A, host_a.size() * sizeof(float));
  cudaMalloc(&B, host_b.size() * sizeof(float));
  cudaMalloc(&C, host_c.size() * sizeof(float));
  cudaMemcpy(A, host_a.data(), host_a.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(B, host_b.data(), host_b.size() * sizeof(float), cudaMemcpyHostToDevice);

  // A tf32 is a float whose last 13 bits are not looked at; small whole numbers have none there.
  Tensor mA = make_tensor(make_gmem_ptr(reinterpret_cast<T const*>(A)), make_shape(m, k), make_stride(k, Int<1>{}));
  //     ^^ (384,160):(160,_1)
  Tensor mB = make_tensor(make_gmem_ptr(reinterpret_cast<T const*>(B)), make_shape(n, k), make_stride(k, Int<1>{}));
  //     ^^ (320,160):(160,_1)
  Tensor mC = make_tensor(make_gmem_ptr(C), make_shape(m, n), make_stride(n, Int<1>{}));
  //     ^^ (384,320):(320,_1)
  describe(mma);
  dim3 grid(m / size<0>(Tiler{}), n / size<1>(Tiler{}));
  dim3 block(size(mma));
  //         ^^^^^^^^^ _128
  gemm_kernel<<<grid, block>>>(mma, mA, mB, mC);

  bool good = cudaMemcpy(host_c.data(), C, host_c.size() * sizeof(float), cudaMemcpyDeviceToHost) == cudaSuccess;
  cudaFree(A);
  cudaFree(B);
  cudaFree(C);
  for (int row = 0; good && row < m; ++row) {
    for (int column = 0; good && column < n; ++column) {
      float sum = 0;
      for (int j = 0; j < k; ++j) sum += host_a[row * k + j] * host_b[column * k + j];
      good = host_c[row * n + column] == sum;
    }
  }
  return good;
}

int main(int argc, char** argv)
{
  int const m = argc > 1 ? std::atoi(argv[1]) : 384;
  int const n = argc > 2 ? std::atoi(argv[2]) : 320;
  int const k = argc > 3 ? std::atoi(argv[3]) : 160;
  if (m % size<0>(Tiler{}) != 0 || n % size<1>(Tiler{}) != 0 || k % size<2>(Tiler{}) != 0) {
    std::printf("FAIL: sizes must be multiples of the tile\n");
    return 1;
  }
  bool const plain = run(Plain{}, m, n, k);
  bool const permuted = run(Permuted{}, m, n, k);
  std::printf("plain: %s, permuted: %s\n%s\n", plain ? "good" : "bad", permuted ? "good" : "bad", plain && permuted ? "PASS" : "FAIL");
  return plain && permuted ? 0 : 1;
}
