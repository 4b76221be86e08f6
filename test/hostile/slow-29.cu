// expect: unwaited-copy line 31
#include <cmath>
#include <cstdio>
#include <vector>

#include <thrust/device_vector.h>
#include <thrust/host_vector.h>

#include <cute/tensor.hpp>

using namespace cute;

__global__ void tiles(float const* in, float* out, int m, int n) {
  __shared__ alignas(16) float buffer[2][512];
  auto tiled = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, float>{}, Layout<_128>{}, Layout<_4>{});
  auto thr = tiled.get_thread_slice(threadIdx.x);
  Tensor gIn = make_tensor(make_gmem_ptr(in + blockIdx.x * n), make_layout(make_shape(Int<512>{}, n / 512)));
  Tensor gOut = make_tensor(make_gmem_ptr(out + blockIdx.x * n), make_layout(make_shape(Int<512>{}, n / 512)));
  Tensor s = make_tensor(make_smem_ptr(&buffer[0][0]), make_layout(make_shape(Int<512>{}, Int<2>{})));
  int const count = n / 512;
  copy(tiled, thr.partition_S(gIn(_, 0)), thr.partition_D(s(_, 0)));
  cp_async_fence();
  for (int k = 0; k < count; ++k) {
    if (k + 1 < count) {
      copy(tiled, thr.partition_S(gIn(_, k + 1)), thr.partition_D(s(_, (k + 1) % 2)));
    }
    cp_async_fence();
    cp_async_wait<(-2147483647 - 1)>();
    __syncthreads();
    for (int j = 0; j < 4; ++j) {
      gOut(511 - (threadIdx.x + 128 * j), k) = s(threadIdx.x + 128 * j, k % 2);
    }
    __syncthreads();
  }
}

int main() {
  int const m = 4, n = 4096;
  thrust::host_vector<float> in(m * n);
  for (int i = 0; i < m * n; ++i) in[i] = float(i % 1013);
  thrust::device_vector<float> d_in = in;
  thrust::device_vector<float> d_out(m * n, -1.f);
  tiles<<<m, 128>>>(thrust::raw_pointer_cast(d_in.data()), thrust::raw_pointer_cast(d_out.data()), m, n);
  cudaError_t status = cudaDeviceSynchronize();
  thrust::host_vector<float> out = d_out;
  bool ok = status == cudaSuccess;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      ok = ok && out[i * n + j / 512 * 512 + 511 - j % 512] == in[i * n + j];
  std::printf(ok ? "PASS\n" : "FAIL\n");
  return 0;
}
