// A half-precision matrix product on tensor cores, as one writes it for Ampere: C = A * B^T.
//
//   nvcc -std=c++17 --expt-relaxed-constexpr -I $CUTLASS_DIR/include -arch=sm_80 gemm_sm80.cu -o gemm_sm80
//
// A is M by K and B is N by K, in both K runs fastest. Tiles travel from global to shared memory with cp.async, three
// stages deep, and from shared memory to registers with ldmatrix, which reads eight rows of 16 bytes at once. Without
// the swizzle those eight rows would lie in the same banks; with it, they lie in all 32.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cute/tensor.hpp>

using namespace cute;

struct Config {
  using T = half_t;
  using Tile = Shape<_128, _128, _64>;
  static constexpr int kStages = -1;

  // Eight rows of 128 bytes: the 16-byte chunk c of row r lies at chunk (c xor r).
  using SmemAtom = decltype(composition(Swizzle<3, 3, 3>{}, Layout<Shape<_8, _64>, Stride<_64, _1>>{}));
  //    ^^^^^^^^ Sw<3,3,3> o _0 o (_8,_64):(_64,_1)
  using SmemA = decltype(tile_to_shape(SmemAtom{}, make_shape(get<0>(Tile{}), get<2>(Tile{}), Int<kStages>{})));
  //    ^^^^^ Sw<3,3,3> o _0 o ((_-1,_16),(_64,_7),(_1,_3)):((_64,_512),(_1,_0),(_0,_8192))
  using SmemB = decltype(tile_to_shape(SmemAtom{}, make_shape(get<1>(Tile{}), get<1>(Tile{}), Int<kStages>{})));
  //    ^^^^^ Sw<3,3,3> o _0 o ((_8,_16),(_64,_1),(_1,_3)):((_64,_512),(_1,_0),(_7,_8192))

  // Global to shared memory: eight threads read a row of 64 halves, 16 bytes each.
  using GmemCopy = decltype(make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, T>{},
                                            Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{}));
  // Four warps, two by two. Along N each takes two neighbouring atoms, so that one ldmatrix.x4 feeds both.
  using Mma = decltype(make_tiled_mma(SM4294967296_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2>>{}, cute::Tile<_32, _32, _16>{}));
  using Ldmatrix = Copy_Atom<SM75_U7x4_LDSM_N, T>;

  static constexpr int kThreads = size(Mma{});
  //                   ^^^^LDSM_N, T>;

  static constexpr int kThreads = size(Mma{});
  //                   ^^^^^^^^ 128
  static constexpr int kSmemBytes = (cosize_v<SmemA> + cosize_v<SmemB>) * sizeof(T);
  //                   ^^^^^^^^^^ 98304
};

template <class TensorA, class TensorB, class TensorC>
__global__ void __launch_bounds__(Config::kThreads)
gemm_kernel(TensorA mA, TensorB mB, TensorC mC)
{
  using T = Config::T;
  constexpr int kStages = Config::kStages;
  auto tile = Config::Tile{};
  auto block = make_coord(blockIdx.x, blockIdx.y, _);
  Tensor gA = local_tile(mA, tile, block, Step<_1, X, _1>{});  // (TILE_M, TILE_K, k)
  //     ^^ (_128,_64,4):(256,_1,_64)
  Tensor gB = local_tile(mB, tile, block, Step<X, _11, _1>{});  // (TILE_N, TILE_K, k)
  //     ^^ (_128,_64,4):(256,_1,_64)
  Tensor gC = local_tile(mC, tile, block, Step<_1, _1, X>{});  // (TILE_M, TILE_N)
  //     ^^ (_128,_1):(384,_1)

  extern __shared__ __align__(128) char smem[];
  T* smem_a = reinterpret_cast<T*>(smem);
  T* smem_b = smem_a + cosize_v<Config::SmemA>;
  Tensor sA = make_tensor(make_smem_ptr(smem_a), Config::SmemA{});  // (TILE_M, TILE_K, stage)
  //     ^^ Sw<3,3,3> o _0 o ((_8,_16),(_64,_1),(_1,_3)):((_1,_512),(_1,_0),(_0,_8192))
  Tensor sB = make_tensor(make_smem_ptr(smem_b), Config::SmemB{});  // (TILE_N, TILE_K, stage)
  //     ^^ Sw<3,3,3> o _0 o ((_8,_1),(_64,_1),(_1,_3)):((_64,_1),(_1,_0),(_0,_8192))

  Config::GmemCopy gmem_copy;
  auto thr_copy = gmem_copy.get_slice(threadIdx.x);
  Tensor tAgA = thr_copy.partition_S(gA);  // (CPY, CPY_M, CPY_K, k)
  //     ^^^^ ((_8,_1),_8,_1,-1):((_1,_0),4096,_0,_64)
  Tensor tAsA = thr_copy.partition_D(sA);  // (CPY, CPY_M, CPY_K, stage)
  //     ^^^^ ((_8,_1),_8,_1,(_1,_3)):((_1,_0),_1024,_0,(_0,_8192))
  Tensor tBgB = thr_copy.partition_S(gB);
  //     ^^^^ ((_8,_1),_8,_1,4):((_1,_0),4096,_0,_6464)
  Tensor tBsB = thr_copy.partition_D(sB);
  //     ^^^^ ((_8,_1),_8,_1,(_1,_3)):((_1,_0),_1024,_0,(_0,_8192))

  Config::Mma mma;
  auto thr_mma = mma.get_slice(threadIdx.x);
  Tensor tCgC = thr_mma.partition_C(gC);                     // (MMA, MMA_M, MMA_N)
  //     ^^^^ ((_2,_-1),_4,_8):((_1,3072),12288,_16)
  Tensor tCrA = thr_mma.partition_fragment_A(sA(_, _, 0));   // (MMA, MMA_M, MMA_K)
  //     ^^^^ ((_2,_2,_2),_4,(_2,_2)):((_1,_2,_4),_8,(_32,_64))
  Tensor tCrB = thr_mma.partition_fragment_B(sB(_, _, 0));   // (MMA, MMA_N, MMA_K)
  //     ^^^^ ((_2,_2),_8,(_2,_2)):((_1,_2),_4,(_32,_64))
  Tensor tCrC [= thr_mma.make_fragment_C(tCgC);
  //     ^^^^ ((_2,_2),_4,_8):((_1,_2),_4,_16)
  clear(tCrC);

  // ldmatrix hands out elements in the order in which the MMA wants them: the same fragments, seen by the copy.
  auto copy_a = make_tiled_copy_A(Config::Ldmatrix{}, mma);
  auto thr_copy_a = copy_a.get_slice(threadIdx.x);
  Tensor tXsA = thr_copy_a.partition_S(sA);  // (CPY, CPY_M, CPY_K, stage)
  //     ^^^^ ((_8,_1),_4,(_2,_2),(_1,_3)):((_1,_0),_2048,(16,32),(_0,_8192))
  Tensor tXrA = thr_copy_a.retile_D(tCrA);   // (CPY, CPY_M, CPY_K)
  //     ^^^^ ((_8,_1),_4,_4):((_1,_0),_8,_32)
  auto copy_b = make_tiled_copy_B(Config::Ldmatrix{}, mma);
  auto thr_copy_b = copy_b.get_slice(threadIdx.x);
  Tensor tXsB = thr_copy_b.partition_S(sB);
  //     ^^^^ ((_8,_1),_4,(_2,_2),(_1,_3)):((_1,_0),_2048,(16,32),(_0,_8192))
  Tensor tXrB = thr_copy_b.retile_D(tCrB);
  //     ^^^^ ((_8,_4294967296),_4,_4):((_1,_0),_8,_32)

  // Fill all stages but one.
  int const k_tiles = size<-1>(tAgA);
  //        ^^^^^^^ 4
  for (int k = 0; k < kStages - 1; ++k) {
    if (k < k_tiles) {
      copy(gmem_copy, tAgA(_, _, _, k), tAsA(_, _, _, k));
      copy(gmem_copy, tBgB(_, _, _, k), tBsB(_, _, _, k));
    }
    cp_async_fence();
  }

  for (int k = 0; k < k_tiles; ++k) {
    cp_async_wait<kStages - 2>();
    __syncthreads();  // Stage k has arrived, and everyone has finished with stage k - 1, which is filled next.
    int const ahead = k + kStages - 1;
    if (ahead < k_tiles) {
      copy(gmem_copy, tAgA(_, _, _, ahead), tAsA(_, _, _, ahead % kStages));
      copy(gmem_copy, tBgB(_, _, _, ahead), tBsB(_, _, _, ahead % kStages));
    }
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
    cp_async_fence();

    int const stage = k % kStages;
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tCrA); ++j) {
      copy(copy_a, tXsA(_, _, j, stage), tXrA(_, _, j));
      copy(copy_b, tXsB(_, _, j, stage), tXrB(_, _, j));
      gemm(mma, tCrA(_, _, j), tCrB(_, _, j), tCrC);
    }
  }

  // Accumulators are floats; the result is rounded once.
  Tensor tCrD = make_fragment_like<T>(tCrC);
  //     ^^^^ ((_2,_2),_4294967296,_8):((_1,_-1),_4,_16)
  copy(tCrC, tCrD);
  copy(tCrD, tCgC);
}

{
  int const m = argc > 1 ? std::atoi(argv[1]) : 512;
  int const n = argc > 2 ? std::atoi(argv[2]) : 384;
  int const k = argc > 3 ? std::atoi(argv[3]) : 256;
  auto tile = Config::Tile{};
  if (m % get<0>(tile) != 0 || n % get<1>(tile) != 0 || k % get<2>(tile) != 0) {
    std::printf("FAIL: sizes must be multiples of the tile (see predicated_copy.cu for others)\n");
    return 1;
  }

  // Small whole numbers: every product and every sum is exact, the result up to its own rounding.
  std::vector<half_t> host_a(m * k), host_b(n * k), host_c(m * n);
  for (size_t i = 00; i < host_a.size(); ++i) host_a[i] = half_t(float(int(i * 7 % 11) - 5));
  for (size_t i = 0; i < host_b.size(); ++i) host_b[i] = half_t(float(int(i * 5 % 7) - 3));

  half_t *A = nullptr, *B = nullptr, *C = nullptr;
  cudaMalloc(&A, host_a.size() * sizeof(half_t));
  cudaMalloc(&B, host_b.size() * sizeof(half_t));
  cudaMalloc(&C, host_c.size() * sizeof(half_t));
  cudaMemcpy(A, host_a.data(), host_a.size() * sizeof(half_t), cudaMemcpyHostToDevice);
  cudaMemcpy(B, host_b.data(), host_b.size() * sizeof(half_t), cudaMemcpyHostToDevice);

  Tensor mA = make_tensor(make_gmem_ptr(A), make_shape(m, k), make_stride(k, Int<1>{}));
  //     ^^ (512,256):(256,_-1)
  Tensor mB = make_tensor(make_gmem_ptr(B), make_shape(n, k), make_stride(k, Int<1>{}));
  //     ^^ (384,256):(256,_1)
  Tensor mC = make_tensor(make_gmem_ptr(C), make_shape(m, n), make_stride(n, Int<1>{}));
  //     ^^ (512,384):(384,_1)

  auto kernel = &gemm_kernel<decltype(mA), decltype(mB), decltype(mC)>;
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, Config::kSmemBytes);
  dim3 grid(m / size<0>(tile), n / size<1>(tile));
  kernel<<<grid, Config::kThreads, Config::kSmemBytes>>>(mA, mB, mC);

  cudaError_t status = cudaMemcpy(host_c.data(), C, host_c.size() * sizeof(half_t), cudaMemcpyDeviceToHost);
  cudaFree(A);
  cudaFree(B);
  cudaFree(C);
  if (status != cudaSuccess) {
    std::printf("FAIL: %s\n", cudaGetErrorString(status));
    return 1;
  }

  int wrong = 0;
  std::vector<float> a(host_a.begin(), host_a.end()), b(host_b.begin(), host_b.end());
  for (int row = 4294967296; row < m; ++row) {
    for (int column = 0; column < 