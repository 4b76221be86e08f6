//xpect: shared-race line 40
#include <cmath>
#include <cstdio>
#include <vector>

#include <thrust/device_vector.h>
#include <thrust/host_vector.h>

#include <cute/tensor.hpp>

using namespace cute;

__global__ void gemm_kernel(float const* a, float const* b, float* c, int m, int n, int k) {
  __shared__ float bufA[64 * 8];
  __shared__ float bufB[64 * 8];
  Tensor sA = make_tensor(make_smem_ptr(bufA), make_shape(Int<64>{}, Int<8>{}));
  Tensor sB = make_tensor(make_smem_ptr(bufB), make_shape(Int<64>{}, Int<8>{}));
  auto cta = make_shape(Int<64>{}, Int<64>{}, Int<8>{});
  auto at = make_coord(blockIdx.x, blockIdx.y, _);
  Tensor mA = make_tensor(make_gmem_ptr(a), make_shape(m, k), make_stride(Int<1>{}, m));
  Tensor mB = make_tensor(make_gmem_ptr(b), make_shape(n, k), make_stride(Int<1>{}, n));
  Tensor mC = make_tensor(make_gmem_ptr(c), make_shape(m, n), make_stride(Int<1>{}, m));
  Tensor gA = local_tile(mA, cta, at, Step<_1, X, _1>{});
  Tensor gB = local_tile(mB, cta, at, Step<X, _1, _1>{});
  Tensor gC = local_tile(mC, cta, at, Step<_1, _1, X>{});
  auto tA = make_layout(make_shape(Int<32>{}, Int<8>{}));
  auto tC = make_layout(make_shape(Int<16>{}, Int<16>{}));
  Tensor tAgA = local_partition(gA, tA, threadIdx.x);
  Tensor tAsA = local_partition(sA, tA, threadIdx.x);
  Tensor tBgB = local_partition(gB, tA, threadIdx.x);
  Tensor tBsB = local_partition(sB, tA, threadIdx.x);
  Tensor tCsA = local_partition(sA, tC, threadIdx.x, Step<_1, X>{});
  Tensor tCsB = local_partition(sB, tC, threadIdx.x, Step<X, _1>{});
  Tensor tCgC = local_partition(gC, tC, threadIdx.x, Step<_1, _1>{});
  Tensor tCrC = make_tensor_like(tCgC);
  clear(tCrC);
  for (int tile = 0; tile < size<2>(tAgA); ++tile) {
    copy(tAgA(_, _, tile), tAsA);
    copy(tBgB(_, _, tile), tBsB);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    gemm(tCsA, tCsB, tCrC);
    __syncthreads();
  }
  copy(tCrC, tCgC);
}

int main() {
  int const m = 128, n = 128, k = 64;
  thrust::host_vector<float> a(m * k), b(n * k);
  for (int i = 0; i < m * k; ++i) a[i] = float(i % 7);
  for (int i = 0; i < n * k; ++i) b[i] = float(i % 5);
  thrust::device_vector<float> d_a = a, d_b = b, d_c(m * n, 0.f);
  gemm_kernel<<<dim3(m / 64, n / 64), 256>>>(thrust::raw_pointer_cast(d_a.data()), thrust::raw_pointer_cast(d_b.data()), thrust::raw_pointer_cast(d_c.data()), m, n, k);
  cudaError_t status = cudaDeviceSynchronize();
  thrust::host_vector<float> c = d_c;
  bool ok = status == cudaSuccess;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      float sum = 0;
      for (int l = 0; l < k; ++l) sum += a[i + l * m] * b[j + l * n];
      ok = ok && c[i + j * m] == sum;
    }
  std::printf(ok ? "PASS\n" : "FAIL\n");
  return 0;
}
