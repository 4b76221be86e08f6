// A half-precision matrix product on Hopper: the copy engine (TMA) fills shared memory, and one instruction of a whole
// warpgroup (WGMMA) multiplies straight out of it. C = A * B^T, A is M by K and B is N by K, in both K runs fastest.
//
//   nvcc -std=c++17 --expt-relaxed-constexpr -I $CUTLASS_DIR/include -arch=sm_90a gemm_sm90.cu -o gemm_sm90
//
// Two kinds of tensors are worth a look. A TMA tensor has no memory behind it: its elements are coordinates, which the
// copy engine is told. An operand fragment of WGMMA has no registers behind it: its elements are descriptors, which say
// where in shared memory an operand begins.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cute/tensor.hpp>
#include <cute/arch/cluster_sm90.hpp>
#include <cute/arch/copy_sm90_desc.hpp>
#include <cute/arch/copy_sm90_tma.hpp>

using namespace cute;

struct Config {
  using T = half_t;
  using Tile = Shape<_128, _128, _64>;
  static constexpr int kStages = 3;

  // The layouts in shared memory that both TMA and WGMMA know: rows of 128 bytes, swizzled in 16-byte chunks.
  using SmemAtom = GMMA::Layout_K_SW128_Atom<T>;
  //    ^^^^^^^^ Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)
  using SmemA = decltype(tile_to_shape(SmemAtom{}, Shape<_128, _64, Int<kStages>>{}));
  //    ^^^^^ Sw<3,4,3> o smem_ptr[16b](unset) o ((_8,_16),(_64,_1),(_1,_3)):((_64,_512),(_1,_0),(_0,_8192))
  using SmemB = decltype(tile_to_shape(SmemAtom{}, Shape<_128, _64, Int<kStages>>{}));
  //    ^^^^^ Sw<3,4,3> o smem_ptr[16b](unset) o ((_8,_16),(_64,_1),(_1,_3)):((_64,_512),(_1,_0),(_0,_8192))
  using Mma = decltype(make_tiled_mma(SM90_64x128x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::K>{}));
  static constexpr int kThreads = size(Mma{});
  //                   ^^^^^^^^ 128
};

struct SharedStorage {
  alignas(128) Config::T A[cosize_v<Config::SmemA>];
  alignas(128) Config::T B[cosize_v<Config::SmemB>];
  // One barrier for each stage: it opens when all bytes of both tiles have arrived.
  uint64_t full[Config::kStages];
};

template <class TmaA, class TmaB, class TensorC>
__global__ void __launch_bounds__(Config::kThreads)
gemm_kernel(CUTE_GRID_CONSTANT TmaA const tma_a, CUTE_GRID_CONSTANT TmaB const tma_b, TensorC mC, int K)
{
  constexpr int kStages = Config::kStages;
  auto tile = Config::Tile{};
  // Tensors of coordinates, in the order in which the copy engine wants them.
  Tensor mA = tma_a.get_tma_tensor(make_shape(size<0>(mC), K));
  //     ^^ (512,256):(_1@1,_1@0)
  Tensor mB = tma_b.get_tma_tensor(make_shape(size<1>(mC), K));
  //     ^^ (384,256):(_1@1,_1@0)
  auto block = make_coord(blockIdx.x, blockIdx.y, _);
  Tensor gA = local_tile(mA, tile, block, Step<_1, X, _1>{});  // (TILE_M, TILE_K, k)
  //     ^^ (_128,_64,4):(_1@1,_1@0,_64@0)
  Tensor gB = local_tile(mB, tile, block, Step<X, _1, _1>{});  // (TILE_N, TILE_K, k)
  //     ^^ (_128,_64,4):(_1@1,_1@0,_64@0)
  Tensor gC = local_tile(mC, tile, block, Step<_1, _1, X>{});  // (TILE_M, TILE_N)
  //     ^^ (_128,_128):(384,_1)

  extern __shared__ __align__(1024) char smem[];
  SharedStorage& storage = *reinterpret_cast<SharedStorage*>(smem);
  Tensor sA = make_tensor(make_smem_ptr(storage.A), Config::SmemA{});  // (TILE_M, TILE_K, stage)
  //     ^^ ((_8,_16),(_64,_1),(_1,_3)):((_64,_512),(_1,_0),(_0,_8192))
  Tensor sB = make_tensor(make_smem_ptr(storage.B), Config::SmemB{});  // (TILE_N, TILE_K, stage)
  //     ^^ ((_8,_16),(_64,_1),(_1,_3)):((_64,_512),(_1,_0),(_0,_8192))

  // A tile is one request to the copy engine, so its two modes become one.
  auto [tAgA, tAsA] = tma_partition(tma_a, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(sA), group_modes<0, 2>(gA));
  //    ^^^^ (((_64,_128),_1),4):(((_1@0,_1@1),_0),_64@0)
  //          ^^^^ ((_8192,_1),(_1,_3)):((_1,_0),(_0,_8192))
  auto [tBgB, tBsB] = tma_partition(tma_b, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(sB), group_modes<0, 2>(gB));
  //    ^^^^ (((_64,_128),_1),4):(((_1@0,_1@1),_0),_64@0)
  //          ^^^^ ((_8192,_1),(_1,_3)):((_1,_0),(_0,_8192))
  constexpr int kBytes = int(sizeof(Config::T)) * (size(Shape<_128, _64>{}) + size(Shape<_128, _64>{}));
  //            ^^^^^^ 32768

  Config::Mma mma;
  auto thr_mma = mma.get_slice(threadIdx.x);
  Tensor tCsA = thr_mma.partition_A(sA);  // (MMA, MMA_M, MMA_K, stage)
  //     ^^^^ ((_64,_16),_2,_4,(_1,_3)):((_64,_1),_4096,_16,(_0,_8192))
  Tensor tCsB = thr_mma.partition_B(sB);  // (MMA, MMA_N, MMA_K, stage)
  //     ^^^^ ((_128,_16),_1,_4,(_1,_3)):((_64,_1),_0,_16,(_0,_8192))
  Tensor tCgC = thr_mma.partition_C(gC);  // (MMA, MMA_M, MMA_N)
  //     ^^^^ ((_2,_2,_16),_2,_1):((_1,3072,_8),24576,_0)
  Tensor tCrA = thr_mma.make_fragment_A(tCsA);  // descriptors
  //     ^^^^ (_1,_2,_4,(_1,_3)):(_0,_512,_2,(_0,_1024))
  Tensor tCrB = thr_mma.make_fragment_B(tCsB);
  //     ^^^^ (_1,_1,_4,(_1,_3)):(_0,_0,_2,(_0,_1024))
  Tensor tCrC = thr_mma.make_fragment_C(tCgC);
  //     ^^^^ ((_2,_2,_16),_2,_1):((_1,_2,_4),_64,_0)
  clear(tCrC);

  bool const is_producer = threadIdx.x == 0;
  int const k_tiles = size<1>(tAgA);
  //        ^^^^^^^ 4
  if (is_producer) {
    for (int s = 0; s < kStages; ++s) initialize_barrier(storage.full[s], 1);
  }
  cluster_sync();  // Also a cluster of one block: the copy engine sees the barriers from now on.

  auto load = [&, from_a = tAgA, to_a = tAsA, from_b = tBgB, to_b = tBsB](int k) {
    int const stage = k % kStages;
    set_barrier_transaction_bytes(storage.full[stage], kBytes);
    copy(tma_a.with(storage.full[stage]), from_a(_, k), to_a(_, stage));
    copy(tma_b.with(storage.full[stage]), from_b(_, k), to_b(_, stage));
  };
  if (is_producer) {
    for (int k = 0; k < kStages && k < k_tiles; ++k) load(k);
  }

  for (int k = 0; k < k_tiles; ++k) {
    int const stage = k % kStages;
    wait_barrier(storage.full[stage], (k / kStages) & 1);
    warpgroup_fence_operand(tCrC);
    warpgroup_arrive();
    gemm(mma, tCrA(_, _, _, stage), tCrB(_, _, _, stage), tCrC);
    warpgroup_commit_batch();
    warpgroup_wait<0>();
    warpgroup_fence_operand(tCrC);
    __syncthreads();  // All four warps have read the stage before it is filled again.
    if (is_producer && k + kStages < k_tiles) load(k + kStages);
  }
  copy(tCrC, tCgC);
}

int main(int argc, char** argv)
{
  int const m = argc > 1 ? std::atoi(argv[1]) : 512;
  int const n = argc > 2 ? std::atoi(argv[2]) : 384;
  int const k = argc > 3 ? std::atoi(argv[3]) : 256;
  auto tile = Config::Tile{};
  if (m % get<0>(tile) != 0 || n % get<1>(tile) != 0 || k % get<2>(tile) != 0) {
    std::printf("FAIL: sizes must be multiples of the tile\n");
    return 1;
  }

  // Small whole numbers: every product and every sum is exact.
  std::vector<half_t> host_a(m * k), host_b(n * k);
  std::vector<float> host_c(m * n);
  for (size_t i = 0; i < host_a.size(); ++i) host_a[i] = half_t(float(int(i * 7 % 11) - 5));
  for (size_t i = 0; i < host_b.size(); ++i) host_b[i] = half_t(float(int(i * 5 % 7) - 3));

  half_t *A = nullptr, *B = nullptr;
  float* C = nullptr;
  cudaMalloc(&A, host_a.size() * sizeof(half_t));
  cudaMalloc(&B, host_b.size() * sizeof(half_t));
  cudaMalloc(&C, host_c.size() * sizeof(float));
  cudaMemcpy(A, host_a.data(), host_a.size() * sizeof(half_t), cudaMemcpyHostToDevice);
  cudaMemcpy(B, host_b.data(), host_b.size() * sizeof(half_t), cudaMemcpyHostToDevice);

  Tensor mA = make_tensor(make_gmem_ptr(A), make_shape(m, k), make_stride(k, Int<1>{}));
  //     ^^ (512,256):(256,_1)
  Tensor mB = make_tensor(make_gmem_ptr(B), make_shape(n, k), make_stride(k, Int<1>{}));
  //     ^^ (384,256):(256,_1)
  Tensor mC = make_tensor(make_gmem_ptr(C), make_shape(m, n), make_stride(n, Int<1>{}));
  //     ^^ (512,384):(384,_1)

  // What the copy engine is told once, on the host: the tensor in memory and the box it takes out of it.
  auto box_a = Config::SmemA{}(_, _, Int<0>{});
  //   ^^^^^ Sw<3,4,3> o smem_ptr[16b](unset) o ((_8,_16),(_64,_1)):((_64,_512),(_1,_0))
  auto tma_a = make_tma_copy(SM90_TMA_LOAD{}, mA, box_a);
  auto tma_b = make_tma_copy(SM90_TMA_LOAD{}, mB, Config::SmemB{}(_, _, Int<0>{}));

  auto kernel = &gemm_kernel<decltype(tma_a), decltype(tma_b), decltype(mC)>;
  int const bytes = sizeof(SharedStorage);
  //        ^^^^^ 98432
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  dim3 grid(m / size<0>(tile), n / size<1>(tile));
  kernel<<<grid, Config::kThreads, bytes>>>(tma_a, tma_b, mC, k);

  cudaError_t status = cudaMemcpy(host_c.data(), C, host_c.size() * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(A);
  cudaFree(B);
  cudaFree(C);
  if (status != cudaSuccess) {
    std::printf("FAIL: %s\n", cudaGetErrorString(status));
    return 1;
  }

  int wrong = 0;
  std::vector<float> a(host_a.begin(), host_a.end()), b(host_b.begin(), host_b.end());
  for (int row = 0; row < m; ++row) {
    for (int column = 0; column < n; ++column) {
      float sum = 0;
      for (int j = 0; j < k; ++j) sum += a[row * k + j] * b[column * k + j];
      wrong += host_c[row * n + column] != sum;
    }
  }
  std::printf("%d x %d x %d: %s\n", m, n, k, wrong == 0 ? "PASS" : "FAIL");
  return wrong == 0 ? 0 : 1;
}
