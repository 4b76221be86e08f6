// Loops of one warp over single elements of tiles in shared and global memory.
// Nsight Compute counted on an H200 what each kernel costs (measured.json); following its threads must give the same.
//
//   nvcc -std=c++17 --expt-relaxed-constexpr -I $CUTLASS_DIR/include -arch=sm_90a loops.cu -o loops
#include <cstdio>
#include <cute/tensor.hpp>

using namespace cute;

using Rows = Layout<Shape<_32, _32>, Stride<_32, _1>>;

// Row by row into shared memory, column by column out of it.
template <class T, class Tile>
__device__ void transpose(T const* in, T* out, T* memory, Tile const& layout) {
  auto source = make_tensor(make_gmem_ptr(in), Rows{});
  auto target = make_tensor(make_gmem_ptr(out), Rows{});
  auto tile = make_tensor(make_smem_ptr(memory), layout);
  for (int i = 0; i < size<0>(tile); ++i) tile(i, threadIdx.x) = source(i, threadIdx.x);
  __syncthreads();
  for (int j = 0; j < size<1>(tile); ++j) target(j, threadIdx.x) = tile(threadIdx.x, j);
}

// All threads of a column in one bank.
__global__ void transposed_plainly(float const* in, float* out) {
  __shared__ float memory[1024];
  transpose(in, out, memory, Rows{});
}

// One float of padding for each row.
__global__ void transposed_with_padding(float const* in, float* out) {
  __shared__ float memory[1056];
  transpose(in, out, memory, Layout<Shape<_32, _32>, Stride<Int<33>, _1>>{});
}

// Two: every second bank.
__global__ void transposed_with_more_padding(float const* in, float* out) {
  __shared__ float memory[1088];
  transpose(in, out, memory, Layout<Shape<_32, _32>, Stride<Int<34>, _1>>{});
}

// Columns are swizzled by their row.
__global__ void transposed_with_swizzle(float const* in, float* out) {
  __shared__ float memory[1024];
  transpose(in, out, memory, composition(Swizzle<5, 0, 5>{}, Rows{}));
}

// By two bits of it only.
__global__ void transposed_with_small_swizzle(float const* in, float* out) {
  __shared__ float memory[1024];
  transpose(in, out, memory, composition(Swizzle<2, 0, 5>{}, Rows{}));
}

// Elements of two bytes: two threads share a word of a row.
__global__ void transposed_halves(half_t const* in, half_t* out) {
  __shared__ half_t memory[1024];
  transpose(in, out, memory, Rows{});
}

// Elements of eight bytes.
__global__ void transposed_doubles(double const* in, double* out) {
  __shared__ double memory[1024];
  transpose(in, out, memory, Rows{});
}

// A tree in which neighbours are added first: fewer threads, and farther apart, in each round.
__global__ void tree_from_near_to_far(float const* in, float* out) {
  __shared__ float memory[64];
  auto sums = make_tensor(make_smem_ptr(memory), make_layout(_64{}));
  sums(threadIdx.x) = in[threadIdx.x];
  sums(threadIdx.x + 32) = in[threadIdx.x + 32];
  __syncthreads();
  for (int apart = 1; apart < 64; apart *= 2) {
    int const at = 2 * apart * threadIdx.x;
    if (at < 64) sums(at) = sums(at) + sums(at + apart);
    __syncthreads();
  }
  if (threadIdx.x == 0) out[0] = sums(0);
}

// The same with the far ones first.
__global__ void tree_from_far_to_near(float const* in, float* out) {
  __shared__ float memory[64];
  auto sums = make_tensor(make_smem_ptr(memory), make_layout(_64{}));
  sums(threadIdx.x) = in[threadIdx.x];
  sums(threadIdx.x + 32) = in[threadIdx.x + 32];
  __syncthreads();
  for (int apart = 32; apart > 0; apart /= 2) {
    if (threadIdx.x < apart) sums(threadIdx.x) = sums(threadIdx.x) + sums(threadIdx.x + apart);
    __syncthreads();
  }
  if (threadIdx.x == 0) out[0] = sums(0);
}

// Every thread and its two neighbours.
__global__ void neighbours(float const* in, float* out) {
  __shared__ float memory[34];
  auto row = make_tensor(make_smem_ptr(memory), make_layout(Int<34>{}));
  row(threadIdx.x) = in[threadIdx.x];
  if (threadIdx.x < 2) row(threadIdx.x + 32) = in[threadIdx.x + 32];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 3; ++k) sum += row(threadIdx.x + k);
  out[threadIdx.x] = sum;
}

// Each round all threads read one float.
__global__ void one_for_all(float const* in, float* out) {
  __shared__ float memory[1056];
  auto tile = make_tensor(make_smem_ptr(memory), Layout<Shape<_32, _32>, Stride<Int<33>, _1>>{});
  for (int i = 0; i < 32; ++i) tile(i, threadIdx.x) = in[i * 32 + threadIdx.x];
  __syncthreads();
  for (int i = 0; i < 32; ++i) out[i * 32 + threadIdx.x] = tile(i, i) * threadIdx.x;
}

// Four threads share each row.
__global__ void rows_of_four(float const* in, float* out) {
  __shared__ float memory[1024];
  auto tile = make_tensor(make_smem_ptr(memory), Rows{});
  for (int i = 0; i < 32; ++i) tile(i, threadIdx.x) = in[i * 32 + threadIdx.x];
  __syncthreads();
  for (int j = 0; j < 8; ++j) out[j * 32 + threadIdx.x] = tile(threadIdx.x / 4, 4 * j);
}

// Blocks of 4 by 4 that lie together.
__global__ void columns_of_blocks(float const* in, float* out) {
  __shared__ float memory[1024];
  using Blocks = Layout<Shape<Shape<_4, _8>, Shape<_4, _8>>, Stride<Stride<_4, Int<128>>, Stride<_1, _16>>>;
  auto tile = make_tensor(make_smem_ptr(memory), Blocks{});
  for (int i = 0; i < 32; ++i) tile(i, threadIdx.x) = in[i * 32 + threadIdx.x];
  __syncthreads();
  for (int j = 0; j < 32; j += 4) out[j * 8 + threadIdx.x] = tile(threadIdx.x, j);
}

// Five apart, around the end of a row.
__global__ void around_the_row(float const* in, float* out) {
  __shared__ float memory[1024];
  auto tile = make_tensor(make_smem_ptr(memory), Rows{});
  for (int i = 0; i < 32; ++i) tile(i, (threadIdx.x * 5 + i) % 32) = in[i * 32 + threadIdx.x];
  __syncthreads();
  for (int i = 0; i < 32; i += 2) out[i * 32 + threadIdx.x] = tile(i, threadIdx.x * 6 % 32);
}

// Columns of global memory, of which half the threads read every third.
__global__ void some_global_columns(float const* in, float* out) {
  auto source = make_tensor(make_gmem_ptr(in), Layout<Shape<_32, _96>, Stride<Int<96>, _1>>{});
  auto target = make_tensor(make_gmem_ptr(out), Rows{});
  for (int i = 0; i < 32; i += 4)
    if (threadIdx.x % 2 == 0) target(threadIdx.x, i) = source(i, 3 * threadIdx.x);
}

// A diagonal of shared memory, from the end on.
__global__ void diagonals(float const* in, float* out) {
  __shared__ float memory[1024];
  auto tile = make_tensor(make_smem_ptr(memory), Rows{});
  for (int i = 0; i < 32; ++i) tile(threadIdx.x, (threadIdx.x + i) % 32) = in[i * 32 + threadIdx.x];
  __syncthreads();
  for (int i = 0; i < 32; i += 8) out[i * 4 + threadIdx.x] = tile(31 - threadIdx.x, (threadIdx.x + i) % 32);
}

int main() {
  void* memory = nullptr;
  if (cudaMalloc(&memory, 1 << 20) != cudaSuccess) return 1;
  cudaMemset(memory, 0, 1 << 20);
  float* floats = static_cast<float*>(memory);
  half_t* halves = static_cast<half_t*>(memory);
  double* doubles = static_cast<double*>(memory);
  transposed_plainly<<<1, 32>>>(floats, floats + 65536);
  transposed_with_padding<<<1, 32>>>(floats, floats + 65536);
  transposed_with_more_padding<<<1, 32>>>(floats, floats + 65536);
  transposed_with_swizzle<<<1, 32>>>(floats, floats + 65536);
  transposed_with_small_swizzle<<<1, 32>>>(floats, floats + 65536);
  transposed_halves<<<1, 32>>>(halves, halves + 65536);
  transposed_doubles<<<1, 32>>>(doubles, doubles + 65536);
  tree_from_near_to_far<<<1, 32>>>(floats, floats + 65536);
  tree_from_far_to_near<<<1, 32>>>(floats, floats + 65536);
  neighbours<<<1, 32>>>(floats, floats + 65536);
  one_for_all<<<1, 32>>>(floats, floats + 65536);
  rows_of_four<<<1, 32>>>(floats, floats + 65536);
  columns_of_blocks<<<1, 32>>>(floats, floats + 65536);
  around_the_row<<<1, 32>>>(floats, floats + 65536);
  some_global_columns<<<1, 32>>>(floats, floats + 65536);
  diagonals<<<1, 32>>>(floats, floats + 65536);
  cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error));
  return error == cudaSuccess ? 0 : 1;
}
