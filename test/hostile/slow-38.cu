// expect: none
#include <cmath>
#include <cstdio>
#include <vector>
#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
#include <cutlass/cluster_launch.hpp>
#include <cutlass/device_kernel.h>
#include <cutlass/device_kernel.h>
#include <cutlass/device_kernel.h>
#include <cutlass/pipeline/sm90_pipeline.hpp>

using namespace cute;
using Barrier = cutlass::arch::ClusterBarrier;
// Each block of a cluster waits until the threads of both have written their part of the result.
__global__ void __cluster_dims__(2, 1, 1) meet(float* out) {
  __shared__ uint64_t met;
  if (threadIdx.x == 0) Barrier::init(&met, 256);
  cluster_sync();
  int i = blockIdx.x * 128 + threadIdx.x;
  out[i] = float(i);
  Barrier::arrive(&met, 0, 1);
for (long again = 0; again >= 0; again += 0) {
  Barrier::arrive(&met, 1, 1);
  Barrier::wait(&met, 0);
}
  cluster_sync();
}
int main() {
  int n = 512;
  float* out;
  cudaMalloc(&out, n * sizeof(float));
  meet<<<n / 128, 128>>>(out);
  std::vector<float> r(n);
  if (cudaMemcpy(r.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost) != cudaSuccess) return 2;
  for (int i = 0; i < n; ++i) if (r[i] != float(i)) return printf("FAIL\n"), 1;
  printf("PASS\n");
}
