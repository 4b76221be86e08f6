// Steps: one tiler and one thread layout for the three matrices of a product.
//
//   nvcc -std=c++17 --expt-relaxed-constexpr -I $CUTLASS_DIR/include -arch=sm_80 step_projection.cu -o step_projection
//
// C(m,n) = sum over k of A(m,k) * B(n,k). The problem has three modes (M,N,K); each matrix has two of them.
// A Step says which: `Step<_1, X, _1>` keeps M and K and drops N.
#include <cmath>
#include <cstdio>

#include <cute/tensor.hpp>

using namespace cute;

// All that is known at compile time, in one place.
struct Config {
  static constexpr int kTileM = 64;
  static constexpr int kTileN = 32;
  static constexpr int kTileK = 16;
  static constexpr int kThreadsM = 16;
  static constexpr int kThreadsN = 8;
  static constexpr int kThreads = kThreadsM * kThreadsN;
  //                   ^^^^^^^^ 128

  using Tiler   = Shape<Int<kTileM>, Int<kTileN>, Int<kTileK>>;
  using Threads = Layout<Shape<Int<kThreadsM>, Int<kThreadsN>>>;
  //    ^^^^^^^ (_16,_8):(_1,_16)
};

template <class Config, class TensorA, class TensorB, class TensorC>
__global__ void __launch_bounds__(Config::kThreads) multiply(TensorA mA, TensorB mB, TensorC mC)
{
  typename Config::Tiler tiler;
  //                     ^^^^^ (_64,_32,_16)
  auto coord = make_coord(blockIdx.x, blockIdx.y, _);
  //   ^^^^^ (0,0,_)

  // The block's tiles. The step chooses modes of the tiler *and* of the coordinate; `_` leaves the tiles along k as a third mode.
  Tensor gA = local_tile(mA, tiler, coord, Step<_1, X, _1>{});
  //     ^^ (_64,_16,4):(64,_1,_16)
  Tensor gB = local_tile(mB, tiler, coord, Step< X, _1, _1>{});
  //     ^^ (_32,_16,4):(64,_1,_16)
  Tensor gC = local_tile(mC, tiler, coord, Step<_1, _1, X>{});
  //     ^^ (_64,_32):(_1,128)

  // The thread's parts. Threads in the same row of the thread layout read the same rows of A: the step drops the thread's column.
  typename Config::Threads threads;
  Tensor tA = local_partition(gA(_, _, 0), threads, threadIdx.x, Step<_1, X>{});
  //     ^^ (_4,_16):(1024,_1)
  Tensor tB = local_partition(gB(_, _, 0), threads, threadIdx.x, Step<X, _1>{});
  //     ^^ (_4,_16):(512,_1)
  Tensor tC = local_partition(gC, threads, threadIdx.x, Step<_1, _1>{});
  //     ^^ (_4,_4):(_16,1024)

  // Sums are kept in registers, in a tensor shaped like the thread's part of C.
  Tensor sum = make_tensor_like(tC);
  //     ^^^ (_4,_4):(_1,_4)
  clear(sum);

  for (int k_tile = 0; k_tile < size<2>(gA); ++k_tile) {
    Tensor a = local_partition(gA(_, _, k_tile), threads, threadIdx.x, Step<_1, X>{});
    Tensor b = local_partition(gB(_, _, k_tile), threads, threadIdx.x, Step<X, _1>{});
    CUTE_UNROLL
    for (int k = 0; k < size<1>(a); ++k) {
      for (int m = 0; m < size<0>(sum); ++m) {
        for (int n = 0; n < size<1>(sum); ++n) {
          sum(m, n) += a(m, k) * b(n, k);
        }
      }
    }
  }
  copy(sum, tC);
}

int main()
{
  int M = 128, N = 96, K = 64;

  // Managed memory can be read and written on both sides.
  float *A = nullptr, *B = nullptr, *C = nullptr;
  if (cudaMallocManaged(&A, M * K * sizeof(float)) != cudaSuccess || cudaMallocManaged(&B, N * K * sizeof(float)) != cudaSuccess ||
      cudaMallocManaged(&C, M * N * sizeof(float)) != cudaSuccess) {
    std::printf("FAIL: no managed memory\n");
    return 1;
  }
  for (int i = 0; i < M * K; ++i) A[i] = float(i % 7) - 3.0f;
  for (int i = 0; i < N * K; ++i) B[i] = float(i % 5) - 2.0f;

  // A and B are row-major (k runs fastest), C is column-major.
  Tensor mA = make_tensor(make_gmem_ptr(A), make_shape(M, K), LayoutRight{});
  //     ^^ (128,64):(64,_1)
  Tensor mB = make_tensor(make_gmem_ptr(B), make_shape(N, K), LayoutRight{});
  //     ^^ (96,64):(64,_1)
  Tensor mC = make_tensor(make_gmem_ptr(C), make_shape(M, N));
  //     ^^ (128,96):(_1,128)

  dim3 grid(M / Config::kTileM, N / Config::kTileN);
  multiply<Config><<<grid, Config::kThreads>>>(mA, mB, mC);
  if (cudaDeviceSynchronize() != cudaSuccess) {
    std::printf("FAIL: %s\n", cudaGetErrorString(cudaGetLastError()));
    return 1;
  }

  int wrong = 0;
  for (int m = 0; m < M; ++m) {
    for (int n = 0; n < N; ++n) {
      float expected = 0;
      for (int k = 0; k < K; ++k) expected += A[m * K + k] * B[n * K + k];
      wrong += std::fabs(C[m + n * M] - expected) > 1e-3f;
    }
  }
  std::printf(wrong == 0 ? "PASS\n" : "FAIL: %d elements differ\n", wrong);
  return wrong == 0 ? 0 : 1;
}
