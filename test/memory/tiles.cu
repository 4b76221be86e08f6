// Tiles that one warp reads from shared memory, writes to it, or reads from global memory: good patterns, and bad ones.
// Nsight Compute counted on an H200 what each kernel costs (measured.json); the checks must predict the same numbers.
//
//   nvcc -std=c++17 --expt-relaxed-constexpr -I $CUTLASS_DIR/include -arch=sm_90a tiles.cu -o tiles
#include <cstdio>
#include <cute/tensor.hpp>

using namespace cute;

// What was written before and what was read leaves the chip, so that no compiler drops the access between them.
template <class T>
__device__ void fill(T* memory, T const* in, int count) {
  for (int i = threadIdx.x; i < count; i += 32) memory[i] = in[i];
  __syncthreads();
}

template <class Fragment, class T>
__device__ void keep(Fragment const& fragment, T* out) {
  CUTE_UNROLL
  for (int i = 0; i < size(fragment); ++i) out[i * 32 + threadIdx.x] = fragment(i);
}

// Thread by thread the next float: every bank once.
__global__ void floats_along_rows(float const* in, float* out) {
  __shared__ alignas(128) float memory[1024];
  fill(memory, in, 1024);
  auto tile = make_tensor(make_smem_ptr(memory), Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  auto by = make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{}, Layout<Shape<_1, _32>>{}, Layout<Shape<_1, _1>>{});
  auto source = by.get_slice(threadIdx.x).partition_S(tile);
  auto fragment = make_fragment_like(source);
  copy(by, source, fragment);
  keep(fragment, out);
}

// Every second float.
__global__ void floats_two_apart(float const* in, float* out) {
  __shared__ alignas(128) float memory[512];
  fill(memory, in, 512);
  auto tile = make_tensor(make_smem_ptr(memory), Layout<Shape<_32, _8>, Stride<_2, _64>>{});
  auto by = make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{}, Layout<Shape<_32, _1>>{}, Layout<Shape<_1, _1>>{});
  auto source = by.get_slice(threadIdx.x).partition_S(tile);
  auto fragment = make_fragment_like(source);
  copy(by, source, fragment);
  keep(fragment, out);
}

// Every fourth float.
__global__ void floats_four_apart(float const* in, float* out) {
  __shared__ alignas(128) float memory[1024];
  fill(memory, in, 1024);
  auto tile = make_tensor(make_smem_ptr(memory), Layout<Shape<_32, _8>, Stride<_4, _128>>{});
  auto by = make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{}, Layout<Shape<_32, _1>>{}, Layout<Shape<_1, _1>>{});
  auto source = by.get_slice(threadIdx.x).partition_S(tile);
  auto fragment = make_fragment_like(source);
  copy(by, source, fragment);
  keep(fragment, out);
}

// Every eighth float.
__global__ void floats_eight_apart(float const* in, float* out) {
  __shared__ alignas(128) float memory[1024];
  fill(memory, in, 1024);
  auto tile = make_tensor(make_smem_ptr(memory), Layout<Shape<_32, _4>, Stride<_8, _256>>{});
  auto by = make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{}, Layout<Shape<_32, _1>>{}, Layout<Shape<_1, _1>>{});
  auto source = by.get_slice(threadIdx.x).partition_S(tile);
  auto fragment = make_fragment_like(source);
  copy(by, source, fragment);
  keep(fragment, out);
}

// A column of a row-major tile: all in one bank.
__global__ void floats_down_a_column(float const* in, float* out) {
  __shared__ alignas(128) float memory[1024];
  fill(memory, in, 1024);
  auto tile = make_tensor(make_smem_ptr(memory), Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  auto by = make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{}, Layout<Shape<_32, _1>>{}, Layout<Shape<_1, _1>>{});
  auto source = by.get_slice(threadIdx.x).partition_S(tile);
  auto fragment = make_fragment_like(source);
  copy(by, source, fragment);
  keep(fragment, out);
}

// A column at a time, in columns that no compiler joins: 32 words of one bank.
__global__ void floats_of_far_columns(float const* in, float* out) {
  __shared__ alignas(128) float memory[4096];
  fill(memory, in, 4096);
  auto tile = make_tensor(make_smem_ptr(memory), Layout<Shape<_32, _4>, Stride<_32, _1024>>{});
  auto by = make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{}, Layout<Shape<_32, _1>>{}, Layout<Shape<_1, _1>>{});
  auto source = by.get_slice(threadIdx.x).partition_S(tile);
  auto fragment = make_fragment_like(source);
  copy(by, source, fragment);
  keep(fragment, out);
}

// The same, with one float of padding for each row.
__global__ void floats_down_a_padded_column(float const* in, float* out) {
  __shared__ alignas(128) float memory[1056];
  fill(memory, in, 1056);
  auto tile = make_tensor(make_smem_ptr(memory), Layout<Shape<_32, _32>, Stride<Int<33>, _1>>{});
  auto by = make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{}, Layout<Shape<_32, _1>>{}, Layout<Shape<_1, _1>>{});
  auto source = by.get_slice(threadIdx.x).partition_S(tile);
  auto fragment = make_fragment_like(source);
  copy(by, source, fragment);
  keep(fragment, out);
}

// The same, with the column number xor the row number.
__global__ void floats_down_a_swizzled_column(float const* in, float* out) {
  __shared__ alignas(128) float memory[1024];
  fill(memory, in, 1024);
  auto tile = make_tensor(make_smem_ptr(memory), composition(Swizzle<5, 0, 5>{}, Layout<Shape<_32, _32>, Stride<_32, _1>>{}));
  auto by = make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{}, Layout<Shape<_32, _1>>{}, Layout<Shape<_1, _1>>{});
  auto source = by.get_slice(threadIdx.x).partition_S(tile);
  auto fragment = make_fragment_like(source);
  copy(by, source, fragment);
  keep(fragment, out);
}

// Two floats a thread: half a warp at a time, 128 bytes.
__global__ void eight_bytes_along_rows(float const* in, float* out) {
  __shared__ alignas(128) float memory[256];
  fill(memory, in, 256);
  auto tile = make_tensor(make_smem_ptr(memory), Layout<Shape<_4, _64>, Stride<_64, _1>>{});
  auto by = make_tiled_copy(Copy_Atom<UniversalCopy<uint64_t>, float>{}, Layout<Shape<_1, _32>>{}, Layout<Shape<_1, _2>>{});
  auto source = by.get_slice(threadIdx.x).partition_S(tile);
  auto fragment = make_fragment_like(source);
  copy(by, source, fragment);
  keep(fragment, out);
}

// Two floats a thread, two left out.
__global__ void eight_bytes_sixteen_apart(float const* in, float* out) {
  __shared__ alignas(128) float memory[128];
  fill(memory, in, 128);
  auto tile = make_tensor(make_smem_ptr(memory), Layout<Shape<_2, Shape<_2, _32>>, Stride<_2, Stride<_1, _4>>>{});
  auto by = make_tiled_copy(Copy_Atom<UniversalCopy<uint64_t>, float>{}, Layout<Shape<_1, _32>>{}, Layout<Shape<_1, _2>>{});
  auto source = by.get_slice(threadIdx.x).partition_S(tile);
  auto fragment = make_fragment_like(source);
  copy(by, source, fragment);
  keep(fragment, out);
}

// Eight halves a thread, eight threads a row of 128 bytes: a quarter of a warp at a time.
__global__ void sixteen_bytes_along_rows(half_t const* in, half_t* out) {
  __shared__ alignas(128) half_t memory[1024];
  fill(memory, in, 1024);
  auto tile = make_tensor(make_smem_ptr(memory), Layout<Shape<_16, _64>, Stride<_64, _1>>{});
  auto by = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_4, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto source = by.get_slice(threadIdx.x).partition_S(tile);
  auto fragment = make_fragment_like(source);
  copy(by, source, fragment);
  keep(fragment, out);
}

// Eight halves a thread, each in another row of 128 bytes.
__global__ void sixteen_bytes_down_a_column(half_t const* in, half_t* out) {
  __shared__ alignas(128) half_t memory[2048];
  fill(memory, in, 2048);
  auto tile = make_tensor(make_smem_ptr(memory), Layout<Shape<_32, _64>, Stride<_64, _1>>{});
  auto by = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_32, _1>>{}, Layout<Shape<_1, _8>>{});
  auto source = by.get_slice(threadIdx.x).partition_S(tile);
  auto fragment = make_fragment_like(source);
  copy(by, source, fragment);
  keep(fragment, out);
}

// The same, swizzled: chunk c of row r lies at chunk c xor r.
__global__ void sixteen_bytes_of_swizzled_rows(half_t const* in, half_t* out) {
  __shared__ alignas(128) half_t memory[2048];
  fill(memory, in, 2048);
  auto tile = make_tensor(make_smem_ptr(memory), composition(Swizzle<3, 3, 3>{}, Layout<Shape<_32, _64>, Stride<_64, _1>>{}));
  auto by = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_32, _1>>{}, Layout<Shape<_1, _8>>{});
  auto source = by.get_slice(threadIdx.x).partition_S(tile);
  auto fragment = make_fragment_like(source);
  copy(by, source, fragment);
  keep(fragment, out);
}

// The eight rows of a matrix, 128 bytes apart: all in the same four banks.
__global__ void ldmatrix_of_rows(half_t const* in, half_t* out) {
  __shared__ alignas(128) half_t memory[1024];
  fill(memory, in, 1024);
  auto tile = make_tensor(make_smem_ptr(memory), Layout<Shape<_16, _64>, Stride<_64, _1>>{});
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{});
  auto by = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  auto thread = by.get_slice(threadIdx.x);
  auto source = thread.partition_S(tile);
  auto fragment = make_tensor<half_t>(shape(thread.partition_D(tile)));
  copy(by, source, fragment);
  keep(fragment, out);
}

// The same, swizzled over all eight chunks of a row.
__global__ void ldmatrix_of_swizzled_rows(half_t const* in, half_t* out) {
  __shared__ alignas(128) half_t memory[1024];
  fill(memory, in, 1024);
  auto tile = make_tensor(make_smem_ptr(memory), composition(Swizzle<3, 3, 3>{}, Layout<Shape<_16, _64>, Stride<_64, _1>>{}));
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{});
  auto by = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  auto thread = by.get_slice(threadIdx.x);
  auto source = thread.partition_S(tile);
  auto fragment = make_tensor<half_t>(shape(thread.partition_D(tile)));
  copy(by, source, fragment);
  keep(fragment, out);
}

// The same, swizzled over two chunks only.
__global__ void ldmatrix_of_half_swizzled_rows(half_t const* in, half_t* out) {
  __shared__ alignas(128) half_t memory[1024];
  fill(memory, in, 1024);
  auto tile = make_tensor(make_smem_ptr(memory), composition(Swizzle<1, 3, 3>{}, Layout<Shape<_16, _64>, Stride<_64, _1>>{}));
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{});
  auto by = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  auto thread = by.get_slice(threadIdx.x);
  auto source = thread.partition_S(tile);
  auto fragment = make_tensor<half_t>(shape(thread.partition_D(tile)));
  copy(by, source, fragment);
  keep(fragment, out);
}

// The same, with eight halves of padding for each row.
__global__ void ldmatrix_of_padded_rows(half_t const* in, half_t* out) {
  __shared__ alignas(128) half_t memory[1024];
  fill(memory, in, 1024);
  auto tile = make_tensor(make_smem_ptr(memory), Layout<Shape<_16, _32>, Stride<Int<40>, _1>>{});
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{});
  auto by = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  auto thread = by.get_slice(threadIdx.x);
  auto source = thread.partition_S(tile);
  auto fragment = make_tensor<half_t>(shape(thread.partition_D(tile)));
  copy(by, source, fragment);
  keep(fragment, out);
}

// A column written: as bad as read.
__global__ void write_down_a_column(float const* in, float* out) {
  __shared__ alignas(128) float memory[1024];
  auto tile = make_tensor(make_smem_ptr(memory), Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  auto by = make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{}, Layout<Shape<_32, _1>>{}, Layout<Shape<_1, _1>>{});
  auto destination = by.get_slice(threadIdx.x).partition_D(tile);
  auto fragment = make_fragment_like(destination);
  for (int i = 0; i < size(fragment); ++i) fragment(i) = in[i * 32 + threadIdx.x];
  copy(by, fragment, destination);
  __syncthreads();
  for (int i = threadIdx.x; i < 1024; i += 32) out[i] = memory[i];
}

// The same, swizzled.
__global__ void write_down_a_swizzled_column(float const* in, float* out) {
  __shared__ alignas(128) float memory[1024];
  auto tile = make_tensor(make_smem_ptr(memory), composition(Swizzle<5, 0, 5>{}, Layout<Shape<_32, _32>, Stride<_32, _1>>{}));
  auto by = make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{}, Layout<Shape<_32, _1>>{}, Layout<Shape<_1, _1>>{});
  auto destination = by.get_slice(threadIdx.x).partition_D(tile);
  auto fragment = make_fragment_like(destination);
  for (int i = 0; i < size(fragment); ++i) fragment(i) = in[i * 32 + threadIdx.x];
  copy(by, fragment, destination);
  __syncthreads();
  for (int i = threadIdx.x; i < 1024; i += 32) out[i] = memory[i];
}

// Neighbouring floats: 128 bytes are 4 sectors.
__global__ void global_floats_along_rows(float const* in, float* out) {
  auto tile = make_tensor(make_gmem_ptr(in), Layout<Shape<_8, _32>, Stride<_32, _1>>{});
  auto by = make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{}, Layout<Shape<_1, _32>>{}, Layout<Shape<_1, _1>>{});
  auto source = by.get_slice(threadIdx.x).partition_S(tile);
  auto fragment = make_fragment_like(source);
  copy(by, source, fragment);
  keep(fragment, out);
}

// Every second float: half of what is fetched is used.
__global__ void global_floats_two_apart(float const* in, float* out) {
  auto tile = make_tensor(make_gmem_ptr(in), Layout<Shape<_32, _4>, Stride<_2, _64>>{});
  auto by = make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{}, Layout<Shape<_32, _1>>{}, Layout<Shape<_1, _1>>{});
  auto source = by.get_slice(threadIdx.x).partition_S(tile);
  auto fragment = make_fragment_like(source);
  copy(by, source, fragment);
  keep(fragment, out);
}

// A column of a row-major matrix: a sector for each thread.
__global__ void global_floats_down_a_column(float const* in, float* out) {
  auto tile = make_tensor(make_gmem_ptr(in), Layout<Shape<_32, _8>, Stride<_256, _1>>{});
  auto by = make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{}, Layout<Shape<_32, _1>>{}, Layout<Shape<_1, _1>>{});
  auto source = by.get_slice(threadIdx.x).partition_S(tile);
  auto fragment = make_fragment_like(source);
  copy(by, source, fragment);
  keep(fragment, out);
}

// Eight halves a thread: 512 bytes in one request.
__global__ void global_sixteen_bytes_along_rows(half_t const* in, half_t* out) {
  auto tile = make_tensor(make_gmem_ptr(in), Layout<Shape<_16, _64>, Stride<_64, _1>>{});
  auto by = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_4, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto source = by.get_slice(threadIdx.x).partition_S(tile);
  auto fragment = make_fragment_like(source);
  copy(by, source, fragment);
  keep(fragment, out);
}

// Eight halves a thread, each in another row: half of each sector is used.
__global__ void global_sixteen_bytes_down_a_column(half_t const* in, half_t* out) {
  auto tile = make_tensor(make_gmem_ptr(in), Layout<Shape<_32, _16>, Stride<_64, _1>>{});
  auto by = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_32, _1>>{}, Layout<Shape<_1, _8>>{});
  auto source = by.get_slice(threadIdx.x).partition_S(tile);
  auto fragment = make_fragment_like(source);
  copy(by, source, fragment);
  keep(fragment, out);
}

// Global to shared memory without registers: rows of 128 bytes.
__global__ void async_along_rows(half_t const* in, half_t* out) {
  __shared__ alignas(128) half_t memory[2048];
  auto source = make_tensor(make_gmem_ptr(in), Layout<Shape<_32, _64>, Stride<_64, _1>>{});
  auto tile = make_tensor(make_smem_ptr(memory), Layout<Shape<_32, _64>, Stride<_64, _1>>{});
  auto by = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>{}, Layout<Shape<_4, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto thread = by.get_slice(threadIdx.x);
  copy(by, thread.partition_S(source), thread.partition_D(tile));
  cp_async_fence();
  cp_async_wait<0>();
  __syncthreads();
  for (int i = threadIdx.x; i < 2048; i += 32) out[i] = memory[i];
}

// The same into a column-like tile: neighbouring threads write rows that are 128 bytes apart.
__global__ void async_into_a_column(half_t const* in, half_t* out) {
  __shared__ alignas(128) half_t memory[2048];
  auto source = make_tensor(make_gmem_ptr(in), Layout<Shape<_32, _64>, Stride<_64, _1>>{});
  auto tile = make_tensor(make_smem_ptr(memory), Layout<Shape<_32, Shape<_8, _8>>, Stride<_8, Stride<_1, _256>>>{});
  auto by = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>{}, Layout<Shape<_4, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto thread = by.get_slice(threadIdx.x);
  copy(by, thread.partition_S(source), thread.partition_D(tile));
  cp_async_fence();
  cp_async_wait<0>();
  __syncthreads();
  for (int i = threadIdx.x; i < 2048; i += 32) out[i] = memory[i];
}

// Four bytes a thread: a row of 128 bytes.
__global__ void async_floats_along_rows(float const* in, float* out) {
  __shared__ alignas(128) float memory[256];
  auto source = make_tensor(make_gmem_ptr(in), Layout<Shape<_8, _32>, Stride<_32, _1>>{});
  auto tile = make_tensor(make_smem_ptr(memory), Layout<Shape<_8, _32>, Stride<_32, _1>>{});
  auto by = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<float>, float>{}, Layout<Shape<_1, _32>>{}, Layout<Shape<_1, _1>>{});
  auto thread = by.get_slice(threadIdx.x);
  copy(by, thread.partition_S(source), thread.partition_D(tile));
  cp_async_fence();
  cp_async_wait<0>();
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += 32) out[i] = memory[i];
}

// Every second float.
__global__ void async_floats_two_apart(float const* in, float* out) {
  __shared__ alignas(128) float memory[512];
  auto source = make_tensor(make_gmem_ptr(in), Layout<Shape<_8, _32>, Stride<_32, _1>>{});
  auto tile = make_tensor(make_smem_ptr(memory), Layout<Shape<_8, _32>, Stride<_64, _2>>{});
  auto by = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<float>, float>{}, Layout<Shape<_1, _32>>{}, Layout<Shape<_1, _1>>{});
  auto thread = by.get_slice(threadIdx.x);
  copy(by, thread.partition_S(source), thread.partition_D(tile));
  cp_async_fence();
  cp_async_wait<0>();
  __syncthreads();
  for (int i = threadIdx.x; i < 512; i += 32) out[i] = memory[i];
}

// Every fourth float.
__global__ void async_floats_four_apart(float const* in, float* out) {
  __shared__ alignas(128) float memory[1024];
  auto source = make_tensor(make_gmem_ptr(in), Layout<Shape<_8, _32>, Stride<_32, _1>>{});
  auto tile = make_tensor(make_smem_ptr(memory), Layout<Shape<_8, _32>, Stride<_128, _4>>{});
  auto by = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<float>, float>{}, Layout<Shape<_1, _32>>{}, Layout<Shape<_1, _1>>{});
  auto thread = by.get_slice(threadIdx.x);
  copy(by, thread.partition_S(source), thread.partition_D(tile));
  cp_async_fence();
  cp_async_wait<0>();
  __syncthreads();
  for (int i = threadIdx.x; i < 1024; i += 32) out[i] = memory[i];
}

// Every eighth float.
__global__ void async_floats_eight_apart(float const* in, float* out) {
  __shared__ alignas(128) float memory[2048];
  auto source = make_tensor(make_gmem_ptr(in), Layout<Shape<_8, _32>, Stride<_32, _1>>{});
  auto tile = make_tensor(make_smem_ptr(memory), Layout<Shape<_8, _32>, Stride<_256, _8>>{});
  auto by = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<float>, float>{}, Layout<Shape<_1, _32>>{}, Layout<Shape<_1, _1>>{});
  auto thread = by.get_slice(threadIdx.x);
  copy(by, thread.partition_S(source), thread.partition_D(tile));
  cp_async_fence();
  cp_async_wait<0>();
  __syncthreads();
  for (int i = threadIdx.x; i < 2048; i += 32) out[i] = memory[i];
}

// A row becomes a column: all in one bank.
__global__ void async_floats_transposed(float const* in, float* out) {
  __shared__ alignas(128) float memory[1024];
  auto source = make_tensor(make_gmem_ptr(in), Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  auto tile = make_tensor(make_smem_ptr(memory), Layout<Shape<_32, _32>, Stride<_1, _32>>{});
  auto by = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<float>, float>{}, Layout<Shape<_1, _32>>{}, Layout<Shape<_1, _1>>{});
  auto thread = by.get_slice(threadIdx.x);
  copy(by, thread.partition_S(source), thread.partition_D(tile));
  cp_async_fence();
  cp_async_wait<0>();
  __syncthreads();
  for (int i = threadIdx.x; i < 1024; i += 32) out[i] = memory[i];
}

// The same, with one float of padding.
__global__ void async_floats_transposed_and_padded(float const* in, float* out) {
  __shared__ alignas(128) float memory[1056];
  auto source = make_tensor(make_gmem_ptr(in), Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  auto tile = make_tensor(make_smem_ptr(memory), Layout<Shape<_32, _32>, Stride<_1, Int<33>>>{});
  auto by = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<float>, float>{}, Layout<Shape<_1, _32>>{}, Layout<Shape<_1, _1>>{});
  auto thread = by.get_slice(threadIdx.x);
  copy(by, thread.partition_S(source), thread.partition_D(tile));
  cp_async_fence();
  cp_async_wait<0>();
  __syncthreads();
  for (int i = threadIdx.x; i < 1056; i += 32) out[i] = memory[i];
}

// Two floats a thread.
__global__ void async_eight_bytes_along_rows(float const* in, float* out) {
  __shared__ alignas(128) float memory[256];
  auto source = make_tensor(make_gmem_ptr(in), Layout<Shape<_4, _64>, Stride<_64, _1>>{});
  auto tile = make_tensor(make_smem_ptr(memory), Layout<Shape<_4, _64>, Stride<_64, _1>>{});
  auto by = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint64_t>, float>{}, Layout<Shape<_1, _32>>{}, Layout<Shape<_1, _2>>{});
  auto thread = by.get_slice(threadIdx.x);
  copy(by, thread.partition_S(source), thread.partition_D(tile));
  cp_async_fence();
  cp_async_wait<0>();
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += 32) out[i] = memory[i];
}

// Eight halves a thread into rows of 128 bytes, swizzled.
__global__ void async_into_swizzled_rows(half_t const* in, half_t* out) {
  __shared__ alignas(128) half_t memory[2048];
  auto source = make_tensor(make_gmem_ptr(in), Layout<Shape<_32, _64>, Stride<_64, _1>>{});
  auto tile = make_tensor(make_smem_ptr(memory), composition(Swizzle<3, 3, 3>{}, Layout<Shape<_32, _64>, Stride<_64, _1>>{}));
  auto by = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>{}, Layout<Shape<_4, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto thread = by.get_slice(threadIdx.x);
  copy(by, thread.partition_S(source), thread.partition_D(tile));
  cp_async_fence();
  cp_async_wait<0>();
  __syncthreads();
  for (int i = threadIdx.x; i < 2048; i += 32) out[i] = memory[i];
}

// The same into rows of 64 bytes, swizzled over four chunks.
__global__ void async_into_half_swizzled_rows(half_t const* in, half_t* out) {
  __shared__ alignas(128) half_t memory[1024];
  auto source = make_tensor(make_gmem_ptr(in), Layout<Shape<_32, _32>, Stride<Int<256>, _1>>{});
  auto tile = make_tensor(make_smem_ptr(memory), composition(Swizzle<2, 3, 3>{}, Layout<Shape<_32, _32>, Stride<_32, _1>>{}));
  auto by = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>{}, Layout<Shape<_8, _4>, Stride<_4, _1>>{}, Layout<Shape<_1, _8>>{});
  auto thread = by.get_slice(threadIdx.x);
  copy(by, thread.partition_S(source), thread.partition_D(tile));
  cp_async_fence();
  cp_async_wait<0>();
  __syncthreads();
  for (int i = threadIdx.x; i < 1024; i += 32) out[i] = memory[i];
}

// The same with eight halves of padding.
__global__ void async_into_padded_rows(half_t const* in, half_t* out) {
  __shared__ alignas(128) half_t memory[2304];
  auto source = make_tensor(make_gmem_ptr(in), Layout<Shape<_32, _64>, Stride<_64, _1>>{});
  auto tile = make_tensor(make_smem_ptr(memory), Layout<Shape<_32, _64>, Stride<Int<72>, _1>>{});
  auto by = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>{}, Layout<Shape<_4, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto thread = by.get_slice(threadIdx.x);
  copy(by, thread.partition_S(source), thread.partition_D(tile));
  cp_async_fence();
  cp_async_wait<0>();
  __syncthreads();
  for (int i = threadIdx.x; i < 2304; i += 32) out[i] = memory[i];
}

// Neighbouring threads read and write rows that are 128 bytes apart.
__global__ void async_down_a_column(half_t const* in, half_t* out) {
  __shared__ alignas(128) half_t memory[2048];
  auto source = make_tensor(make_gmem_ptr(in), Layout<Shape<_32, _64>, Stride<_64, _1>>{});
  auto tile = make_tensor(make_smem_ptr(memory), Layout<Shape<_32, _64>, Stride<_64, _1>>{});
  auto by = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>{}, Layout<Shape<_32, _1>>{}, Layout<Shape<_1, _8>>{});
  auto thread = by.get_slice(threadIdx.x);
  copy(by, thread.partition_S(source), thread.partition_D(tile));
  cp_async_fence();
  cp_async_wait<0>();
  __syncthreads();
  for (int i = threadIdx.x; i < 2048; i += 32) out[i] = memory[i];
}

// The same, swizzled.
__global__ void async_down_a_swizzled_column(half_t const* in, half_t* out) {
  __shared__ alignas(128) half_t memory[2048];
  auto source = make_tensor(make_gmem_ptr(in), Layout<Shape<_32, _64>, Stride<_64, _1>>{});
  auto tile = make_tensor(make_smem_ptr(memory), composition(Swizzle<3, 3, 3>{}, Layout<Shape<_32, _64>, Stride<_64, _1>>{}));
  auto by = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>{}, Layout<Shape<_32, _1>>{}, Layout<Shape<_1, _8>>{});
  auto thread = by.get_slice(threadIdx.x);
  copy(by, thread.partition_S(source), thread.partition_D(tile));
  cp_async_fence();
  cp_async_wait<0>();
  __syncthreads();
  for (int i = threadIdx.x; i < 2048; i += 32) out[i] = memory[i];
}

int main() {
  void* memory = nullptr;
  if (cudaMalloc(&memory, 1 << 20) != cudaSuccess) return 1;
  cudaMemset(memory, 0, 1 << 20);
  float* floats = static_cast<float*>(memory);
  half_t* halves = static_cast<half_t*>(memory);
  floats_along_rows<<<1, 32>>>(floats, floats + 65536);
  floats_two_apart<<<1, 32>>>(floats, floats + 65536);
  floats_four_apart<<<1, 32>>>(floats, floats + 65536);
  floats_eight_apart<<<1, 32>>>(floats, floats + 65536);
  floats_down_a_column<<<1, 32>>>(floats, floats + 65536);
  floats_of_far_columns<<<1, 32>>>(floats, floats + 65536);
  floats_down_a_padded_column<<<1, 32>>>(floats, floats + 65536);
  floats_down_a_swizzled_column<<<1, 32>>>(floats, floats + 65536);
  eight_bytes_along_rows<<<1, 32>>>(floats, floats + 65536);
  eight_bytes_sixteen_apart<<<1, 32>>>(floats, floats + 65536);
  sixteen_bytes_along_rows<<<1, 32>>>(halves, halves + 65536);
  sixteen_bytes_down_a_column<<<1, 32>>>(halves, halves + 65536);
  sixteen_bytes_of_swizzled_rows<<<1, 32>>>(halves, halves + 65536);
  ldmatrix_of_rows<<<1, 32>>>(halves, halves + 65536);
  ldmatrix_of_swizzled_rows<<<1, 32>>>(halves, halves + 65536);
  ldmatrix_of_half_swizzled_rows<<<1, 32>>>(halves, halves + 65536);
  ldmatrix_of_padded_rows<<<1, 32>>>(halves, halves + 65536);
  write_down_a_column<<<1, 32>>>(floats, floats + 65536);
  write_down_a_swizzled_column<<<1, 32>>>(floats, floats + 65536);
  global_floats_along_rows<<<1, 32>>>(floats, floats + 65536);
  global_floats_two_apart<<<1, 32>>>(floats, floats + 65536);
  global_floats_down_a_column<<<1, 32>>>(floats, floats + 65536);
  global_sixteen_bytes_along_rows<<<1, 32>>>(halves, halves + 65536);
  global_sixteen_bytes_down_a_column<<<1, 32>>>(halves, halves + 65536);
  async_along_rows<<<1, 32>>>(halves, halves + 65536);
  async_into_a_column<<<1, 32>>>(halves, halves + 65536);
  async_floats_along_rows<<<1, 32>>>(floats, floats + 65536);
  async_floats_two_apart<<<1, 32>>>(floats, floats + 65536);
  async_floats_four_apart<<<1, 32>>>(floats, floats + 65536);
  async_floats_eight_apart<<<1, 32>>>(floats, floats + 65536);
  async_floats_transposed<<<1, 32>>>(floats, floats + 65536);
  async_floats_transposed_and_padded<<<1, 32>>>(floats, floats + 65536);
  async_eight_bytes_along_rows<<<1, 32>>>(floats, floats + 65536);
  async_into_swizzled_rows<<<1, 32>>>(halves, halves + 65536);
  async_into_half_swizzled_rows<<<1, 32>>>(halves, halves + 65536);
  async_into_padded_rows<<<1, 32>>>(halves, halves + 65536);
  async_down_a_column<<<1, 32>>>(halves, halves + 65536);
  async_down_a_swizzled_column<<<1, 32>>>(halves, halves + 65536);
  cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error));
  return error == cudaSuccess ? 0 : 1;
}
