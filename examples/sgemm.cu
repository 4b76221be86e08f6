// A single-precision matrix product on the ordinary (SIMT) cores: C = alpha * op(A) * op(B) + beta * C.
//
//   nvcc -std=c++17 --expt-relaxed-constexpr -I $CUTLASS_DIR/include -arch=sm_80 sgemm.cu -o sgemm
//   ./sgemm [M N K [transA transB]]        ./sgemm 512 768 256 N T
//
// N T: A is M by K with M running fastest, B is N by K with N running fastest.
// T N: in both, K runs fastest.
// The kernel is the same for both; what differs is in the traits below: how tiles lie in shared memory and how
// the threads copy them. All sizes come from the command line, so the big strides are run-time numbers, while
// everything inside a tile is known to the compiler.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cute/tensor.hpp>

using namespace cute;

// What both variants share.
struct GemmBase {
  using Tiler = Shape<_128, _128, _8>;
  //    ^^^^^ (_128,_128,_8)
  // 16 by 16 threads, each a multiply-add unit; the permutation gives each thread 4 neighbouring rows and columns.
  using Mma = decltype(make_tiled_mma(UniversalFMA<float>{}, Layout<Shape<_16, _16, _1>>{},
                                      Tile<Layout<Shape<_16, _4>, Stride<_4, _1>>, Layout<Shape<_16, _4>, Stride<_4, _1>>, Underscore>{}));
  static constexpr int kThreads = size(Mma{});
  //                   ^^^^^^^^ 256
};

struct TraitsNT : GemmBase {
  // M (or N) runs fastest in memory and in shared memory, so four floats travel at once.
  using SmemA = Layout<Shape<_128, _8>>;
  //    ^^^^^ (_128,_8):(_1,_128)
  using SmemB = SmemA;
  using Copy = decltype(make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>{}, Layout<Shape<_32, _8>>{}, Layout<Shape<_4, _1>>{}));
};

struct TraitsTN : GemmBase {
  // K runs fastest in memory. Shared memory keeps M fastest, with a row of padding against bank conflicts.
  using SmemA = Layout<Shape<_128, _8>, Stride<_1, Int<128 + 4>>>;
  //    ^^^^^ (_128,_8):(_1,_132)
  using SmemB = SmemA;
  using Copy = decltype(make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{}, Layout<Shape<_32, _8>, Stride<_8, _1>>{}));
};

template <class Traits, class TensorA, class TensorB, class TensorC>
__global__ void __launch_bounds__(Traits::kThreads)
gemm_kernel(TensorA mA, TensorB mB, TensorC mC, float alpha, float beta)
{
  // The tiles of this block. The values below are those of the default arguments, 512 384 128 N T.
  auto tiler = typename Traits::Tiler{};
  auto block = make_coord(blockIdx.x, blockIdx.y, _);
  Tensor gA = local_tile(mA, tiler, block, Step<_1, X, _1>{});  // (TILE_M, TILE_K, k)
  //     ^^ (_128,_8,16):(_1,512,4096)
  Tensor gB = local_tile(mB, tiler, block, Step<X, _1, _1>{});  // (TILE_N, TILE_K, k)
  //     ^^ (_128,_8,16):(_1,384,3072)
  Tensor gC = local_tile(mC, tiler, block, Step<_1, _1, X>{});  // (TILE_M, TILE_N)
  //     ^^ (_128,_128):(_1,512)

  using SmemA = typename Traits::SmemA;
  using SmemB = typename Traits::SmemB;
  __shared__ alignas(16) float smem_a[cosize_v<SmemA>];
  __shared__ alignas(16) float smem_b[cosize_v<SmemB>];
  Tensor sA = make_tensor(make_smem_ptr(smem_a), SmemA{});
  //     ^^ (_128,_8):(_1,_128)
  Tensor sB = make_tensor(make_smem_ptr(smem_b), SmemB{});
  //     ^^ (_128,_8):(_1,_128)

  // Copying: what this thread reads from global memory (S, source) and writes to shared memory (D, destination).
  typename Traits::Copy tiled_copy;
  ThrCopy thr_copy = tiled_copy.get_slice(threadIdx.x);
  Tensor tAgA = thr_copy.partition_S(gA);  // (CPY, CPY_M, CPY_K, k)
  //     ^^^^ ((_4,_1),_1,_1,16):((_1,_0),_0,_0,4096)
  Tensor tAsA = thr_copy.partition_D(sA);  // (CPY, CPY_M, CPY_K)
  //     ^^^^ ((_4,_1),_1,_1):((_1,_0),_0,_0)
  Tensor tBgB = thr_copy.partition_S(gB);
  //     ^^^^ ((_4,_1),_1,_1,16):((_1,_0),_0,_0,3072)
  Tensor tBsB = thr_copy.partition_D(sB);
  //     ^^^^ ((_4,_1),_1,_1):((_1,_0),_0,_0)

  // Multiplying: the parts of the tiles that this thread needs.
  typename Traits::Mma tiled_mma;
  auto thr_mma = tiled_mma.get_thread_slice(threadIdx.x);
  Tensor tCsA = thr_mma.partition_A(sA);  // (MMA, MMA_M, MMA_K)
  //     ^^^^ (_1,(_4,_2),_8):(_0,(_1,_64),_128)
  Tensor tCsB = thr_mma.partition_B(sB);  // (MMA, MMA_N, MMA_K)
  //     ^^^^ (_1,(_4,_2),_8):(_0,(_1,_64),_128)
  Tensor tCgC = thr_mma.partition_C(gC);  // (MMA, MMA_M, MMA_N)
  //     ^^^^ (_1,(_4,_2),(_4,_2)):(_0,(_1,_64),(512,32768))
  Tensor tCrC = thr_mma.make_fragment_C(tCgC);
  //     ^^^^ (_1,(_4,_2),(_4,_2)):(_0,(_1,_4),(_8,_32))
  clear(tCrC);

  int k_tiles = size<3>(tAgA);
  for (int k = 0; k < k_tiles; ++k) {
    copy(tiled_copy, tAgA(_, _, _, k), tAsA);
    copy(tiled_copy, tBgB(_, _, _, k), tBsB);
    __syncthreads();  // The tiles are complete before anyone reads them.
    gemm(tiled_mma, tCsA, tCsB, tCrC);
    __syncthreads();  // Everyone has read before they are written again.
  }
  axpby(alpha, tCrC, beta, tCgC);
}

template <class Traits, class StrideA, class StrideB>
void gemm_on_device(int m, int n, int k, float alpha, float const* A, StrideA dA, float const* B, StrideB dB, float beta, float* C)
{
  Tensor mA = make_tensor(make_gmem_ptr(A), make_shape(m, k), dA);
  //     ^^ (512,128):(_1,512)
  Tensor mB = make_tensor(make_gmem_ptr(B), make_shape(n, k), dB);
  //     ^^ (384,128):(_1,384)
  Tensor mC = make_tensor(make_gmem_ptr(C), make_shape(m, n), make_stride(Int<1>{}, m));
  //     ^^ (512,384):(_1,512)
  typename Traits::Tiler tiler;
  dim3 dimGrid(size(ceil_div(m, get<0>(tiler))), size(ceil_div(n, get<1>(tiler))));
  //           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ 4
  dim3 dimBlock(Traits::kThreads);
  gemm_kernel<Traits><<<dimGrid, dimBlock>>>(mA, mB, mC, alpha, beta);
}

int main(int argc, char** argv)
{
  int m = 512;
  if (argc >= 2) sscanf(argv[1], "%d", &m);
  int n = 384;
  if (argc >= 3) sscanf(argv[2], "%d", &n);
  int k = 128;
  if (argc >= 4) sscanf(argv[3], "%d", &k);
  char transA = 'N';
  if (argc >= 5) sscanf(argv[4], "%c", &transA);
  char transB = 'T';
  if (argc >= 6) sscanf(argv[5], "%c", &transB);

  bool const nt = transA == 'N' && transB == 'T';
  bool const tn = transA == 'T' && transB == 'N';
  if (!nt && !tn) {
    std::printf("FAIL: only N T and T N are implemented\n");
    return 1;
  }
  if (m % size<0>(GemmBase::Tiler{}) != 0 || n % size<1>(GemmBase::Tiler{}) != 0 || k % size<2>(GemmBase::Tiler{}) != 0) {
    std::printf("FAIL: sizes must be multiples of the tile (see predicated_copy.cu for others)\n");
    return 1;
  }

  std::vector<float> host_a(m * k), host_b(n * k), host_c(m * n);
  for (size_t i = 0; i < host_a.size(); ++i) host_a[i] = float(int(i * 7 % 11) - 5) / 4.0f;
  for (size_t i = 0; i < host_b.size(); ++i) host_b[i] = float(int(i * 5 % 13) - 6) / 4.0f;
  for (size_t i = 0; i < host_c.size(); ++i) host_c[i] = float(i % 3);

  float *A = nullptr, *B = nullptr, *C = nullptr;
  cudaMalloc(&A, host_a.size() * sizeof(float));
  cudaMalloc(&B, host_b.size() * sizeof(float));
  cudaMalloc(&C, host_c.size() * sizeof(float));
  cudaMemcpy(A, host_a.data(), host_a.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(B, host_b.data(), host_b.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(C, host_c.data(), host_c.size() * sizeof(float), cudaMemcpyHostToDevice);

  float const alpha = 2.0f, beta = -1.0f;
  if (nt) {
    gemm_on_device<TraitsNT>(m, n, k, alpha, A, make_stride(Int<1>{}, m), B, make_stride(Int<1>{}, n), beta, C);
  } else {
    gemm_on_device<TraitsTN>(m, n, k, alpha, A, make_stride(k, Int<1>{}), B, make_stride(k, Int<1>{}), beta, C);
  }

  std::vector<float> result(m * n);
  cudaError_t status = cudaMemcpy(result.data(), C, result.size() * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(A);
  cudaFree(B);
  cudaFree(C);
  if (status != cudaSuccess) {
    std::printf("FAIL: %s\n", cudaGetErrorString(status));
    return 1;
  }

  // Check every element of small products and a sample of big ones.
  int const step = m * n > 1000 * 1000 ? 997 : 1;
  int wrong = 0;
  for (int i = 0; i < m * n; i += step) {
    int const row = i % m, column = i / m;
    float sum = 0;
    for (int j = 0; j < k; ++j) {
      float const a = nt ? host_a[row + j * m] : host_a[row * k + j];
      float const b = nt ? host_b[column + j * n] : host_b[column * k + j];
      sum += a * b;
    }
    float const expected = alpha * sum + beta * host_c[i];
    wrong += std::fabs(result[i] - expected) > 1e-3f * (1.0f + std::fabs(expected));
  }
  std::printf("%d x %d x %d, %c %c: %s\n", m, n, k, transA, transB, wrong == 0 ? "PASS" : "FAIL");
  return wrong == 0 ? 0 : 1;
}
