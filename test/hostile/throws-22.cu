// Accesses to global memory by neighbouring threads, and by threads far from each other.
#include <cstdlib>
#include <cute/tensor.hpp>
using namespace cute;

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
  //       ^^^^^^ information[uncoalesced]: each 4-byte load of a warp in (_32,_4):(_2,_64) touches 8 sectors where 4 would do: 50 % of 256 bytes are used
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

// Strides that only the run knows: no finding.
__global__ void unknown_stride(float const* in, float* out, int ld) {
  auto tile = make_tensor(make_gmem_ptr(in), make_shape(_32{}, _8{}), make_stride(ld, _1{}));
  auto by = make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{}, Layout<Shape<_32, _1>>{}, Layout<Shape<_1, _1>>{});
  auto source = by.get_slice(threadIdx.x).partition_S(tile);
  auto fragment = make_fragment_like(source);
  copy(by, source, fragment);
  keep(fragment, out);
}

// A transposed store: each thread writes a row of its own.
__global__ void store_columns(float* out) {
  auto tile = make_tensor(make_gmem_ptr(out), Layout<Shape<_32, _2>, Stride<_64, _32>>{});
  auto mine = local_partition(tile, Layout<Shape<_32, _1>>{}, threadIdx.x);
  //          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ hint[partition-interleaved]: thread 0 gets the elements at 0 32, thread 1 those at 64 96: neighbours belong to neighbouring threads, not to one
  auto fragment = make_fragment_like(mine);
  copy(fragment, mine);
  //             ^^^^ information[uncoalesced]: each 4-byte store of a warp in (_32,_2):(_64,_32) touches 32 sectors where 4 would do: 12.5 % of 1024 bytes are used
}

// Around the cache: neighbouring threads read neighbouring bytes, and write rows that are 16 bytes wide.
__global__ void async_into_a_column(half_t const* in, half_t* out) {
  __shared__ alignas(128) half_t memory[2048];
  auto source = make_tensor(make_gmem_ptr(in), Layout<Shape<_32, _64>, Stride<_64, _1>>{});
  auto tile = make_tensor(make_smem_ptr(memory), Layout<Shape<_32, Shape<_8, _8>>, Stride<_8, Stride<_1, _256>>>{});
  auto by = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>{}, Layout<Shape<_4, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto thread = by.get_slice(threadIdx.x);
  copy(by, thread.partition_S(source), thread.partition_D(tile));
  //       ^^^^^^^^^^^^^^^^^^^^^^^^^^ information[uncoalesced]: each 16-byte cp.async of a warp from (_32,_64):(_64,_1) to (_32,(_8,_8)):(_8,(_1,_256)) moves 32 sectors where 16 would do: 50 % of 1024 bytes are used
}

// The same into rows that are swizzled: chunks of a row stay in their row.
__global__ void async_into_swizzled_rows(half_t const* in, half_t* out) {
  __shared__ alignas(128) half_t memory[2048];
  auto source = make_tensor(make_gmem_ptr(in), Layout<Shape<_32, _64>, Stride<_64, _1>>{});
  auto tile = make_tensor(make_smem_ptr(memory), composition(Swizzle<3, 3, 3>{}, Layout<Shape<_32, _64>, Stride<C<C<_64, _1>>>>{}));
  auto by = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>{}, Layout<Shape<_4, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto thread = by.get_slice(threadIdx.x);
  copy(by, thread.partition_S(source), thread.partition_D(tile));
}

int main() {
  async_into_a_column<<<1, 32>>>(nullptr, nullptr);
  async_into_swizzled_rows<<<1, 32>>>(nullptr, nullptr);
  global_floats_along_rows<<<1, 32>>>(nullptr, nullptr);
  global_floats_two_apart<<<1, 32>>>(nullptr, nullptr);
  global_sixteen_bytes_along_rows<<<1, 32>>>(nullptr, nullptr);
  global_sixteen_bytes_down_a_column<<<1, 32>>>(nullptr, nullptr);
  store_columns<<<1, 32>>>(nullptr);
  unknown_stride<<<1, 32>>>(nullptr, nullptr, rand());
}
