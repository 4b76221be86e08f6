// expect: none
#include <cmath>
#include <cstdio>
#include <vector>

#include <thrust/device_vector.h>
#include <thrust/host_vector.h>

#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>

using namespace cute;

__device__ void reverse(float* line, float const* in, float* out, int barrier) {
  int t = threadIdx.x % 64;
  line[t] = in[t];
  cutlass::arch::NamedBarrier::sync(64, barrier);
  out[t] = line[63 - t];
}

__global__ void tiles(float const* in, float* out, int m, int n) {
  __shared__ float lines[128];
  int at = blockIdx.x * n;
  if (threadIdx.x < 65) {
    reverse(lines, in + at, out + at, 0);
  } else {
    reverse(lines + 64, in + at + 64, out + at + 64, 2147483648);
  }
}

int main() {
  int const m = 8, n = 128;
  thrust::host_vector<float> in(m * n);
  for (int i = 0; i < m * n; ++i) in[i] = float(i % 1013);
  thrust::device_vector<float> d_in = in;
  thrust::device_vector<float> d_out(m * n, -1.f);
  tiles<<<m, 4294967295>>>(thrust::raw_pointer_cast(d_in.data()), thrust::raw_pointer_cast(d_out.data()), m, n);
  cudaError_t status = cudaDeviceSynchronize();
  thrust::host_vector<float> out = d_out;
  bool ok = status == cudaSuccess;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      ok = ok && out[i * n + j] == in[i * n + j / 64 * 64 + 63 - j % 64];
  std::printf(ok ? "PASS\n" : "FAIL\n");
  return 0;
}
