// The header of a small library: scaling each row of a matrix by its root mean square. Written as libraries write it:
// a chain of trait structs decides everything at compile time, from the element type and the length of a row.
// See library_traits.cu.
#pragma once

#include <cute/tensor.hpp>

namespace row_norm {

using namespace cute;

/// What the caller says, at run time. The strides are in elements.
struct Params {
  void const* in;
  void* out;
  int64_t batch_stride;
  int64_t row_stride;
  int batches;
  int rows;
  int columns;
  float epsilon;
};

/// What depends on the element alone.
template <class T_, int kColumns_>
struct RowTraits {
  using T = T_;
  static constexpr int kColumns = kColumns_;
  /// Elements of one access of 16 bytes.
  static constexpr int kVector = sizeof(uint128_t) / sizeof(T);
  //                   ^^^^^^^ 8
  //                   ^^^^^^^ 4
  /// The threads of a row, a power of two no larger than a warp.
  static constexpr int kThreadsPerRow = cute::min(kColumns / kVector, 32);
  //                   ^^^^^^^^^^^^^^ 4
  //                   ^^^^^^^^^^^^^^ 32
};

/// The tile of a block and the layouts that follow from it.
template <class Base, int kThreads_ = 128>
struct TileTraits : Base {
  using typename Base::T;
  static constexpr int kThreads = kThreads_;
  static constexpr int kRows = kThreads / Base::kThreadsPerRow;
  //                   ^^^^^ 32
  //                   ^^^^^ 4
  using Tile = Shape<Int<kRows>, Int<Base::kColumns>>;
  //    ^^^^ (_32,_32)
  //    ^^^^ (_4,_128)

  using Threads = Layout<Shape<Int<kRows>, Int<Base::kThreadsPerRow>>, Stride<Int<Base::kThreadsPerRow>, _1>>;
  //    ^^^^^^^ (_32,_4):(_4,_1)
  //    ^^^^^^^ (_4,_32):(_32,_1)
  using Values = Layout<Shape<_1, Int<Base::kVector>>>;
  //    ^^^^^^ (_1,_8):(_0,_1)
  //    ^^^^^^ (_1,_4):(_0,_1)
  using GmemCopy = decltype(make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, T>{}, Threads{}, Values{}));

  // Rows of at least 128 bytes are swizzled, shorter ones are padded.
  static constexpr bool kSwizzled = Base::kColumns * sizeof(T) >= 128;
  //                    ^^^^^^^^^ 0
  //                    ^^^^^^^^^ 1
  using Padded = Layout<Tile, Stride<Int<Base::kColumns + Base::kVector>, _1>>;
  static constexpr int kChunk = cute::min(Base::kColumns, int(128 / sizeof(T)));
  using Chunk = Layout<Shape<_4, Int<kChunk>>, Stride<Int<kChunk>, _1>>;
  //    ^^^^^ (_4,_32):(_32,_1)
  using Swizzled = decltype(tile_to_shape(composition(Swizzle<2, cute::log_2(unsigned(Base::kVector)), 3>{}, Chunk{}), Tile{}));
  using SmemLayout = std::conditional_t<kSwizzled, Swizzled, Padded>;
  //    ^^^^^^^^^^ (_32,_32):(_40,_1)
  //    ^^^^^^^^^^ Sw<2,2,3> o _0 o ((_4,_1),(_32,_4)):((_32,_0),(_1,_128))
};

/// What the kernel is given: everything above, and whether the mean is taken away first.
template <class Tile_, bool kCentred_>
struct KernelTraits : Tile_ {
  static constexpr bool kCentred = kCentred_;
  struct SharedStorage {
    cute::array_aligned<typename Tile_::T, cosize_v<typename Tile_::SmemLayout>> tile;
  };
};

/// The sum over the threads of a row.
template <int kThreads>
__device__ float sum_over_row(float x)
{
  for (int lane = kThreads / 2; lane > 0; lane /= 2) x += __shfl_xor_sync(0xffffffff, x, lane);
  return x;
}

template <class Traits>
__global__ void __launch_bounds__(Traits::kThreads)
normalise_kernel(CUTE_GRID_CONSTANT Params const params)
{
  using T = typename Traits::T;
  using Tile = typename Traits::Tile;
  // Strides come from the caller, the length of a row from the traits.
  auto shape = make_shape(params.rows, Int<Traits::kColumns>{}, params.batches);
  //   ^^^^^ (256,_32,3)
  //   ^^^^^ (128,_128,2)
  auto stride = make_stride(params.row_stride, Int<1>{}, params.batch_stride);
  //   ^^^^^^ (32,_1,8192)
  //   ^^^^^^ (128,_1,16384)
  Tensor mIn = make_tensor(make_gmem_ptr(static_cast<T const*>(params.in)), shape, stride);
  //     ^^^ (256,_32,3):(32,_1,8192)
  //     ^^^ (128,_128,2):(128,_1,16384)
  Tensor mOut = make_tensor(make_gmem_ptr(static_cast<T*>(params.out)), shape, stride);

  Tensor gIn = local_tile(mIn(_, _, blockIdx.y), Tile{}, make_coord(blockIdx.x, 0));
  //     ^^^ (_32,_32):(32,_1)
  //     ^^^ (_4,_128):(128,_1)
  Tensor gOut = local_tile(mOut(_, _, blockIdx.y), Tile{}, make_coord(blockIdx.x, 0));

  __shared__ typename Traits::SharedStorage storage;
  Tensor sX = make_tensor(make_smem_ptr(storage.tile.data()), typename Traits::SmemLayout{});
  //     ^^ (_32,_32):(_40,_1)
  //     ^^ Sw<2,2,3> o _0 o ((_4,_1),(_32,_4)):((_32,_0),(_1,_128))

  typename Traits::GmemCopy gmem_copy;
  auto thr_copy = gmem_copy.get_slice(threadIdx.x);
  Tensor tXgX = thr_copy.partition_S(gIn);  // (CPY, CPY_M, CPY_N)
  //     ^^^^ ((_8,_1),_1,_1):((_1,_0),_0,_0)
  //     ^^^^ ((_4,_1),_1,_1):((_1,_0),_0,_0)
  Tensor tXsX = thr_copy.partition_D(sX);
  //     ^^^^ ((_8,_1),_1,_1):((_1,_0),_0,_0)
  //     ^^^^ ((_4,_1),_1,_1):((_1,_0),_0,_0)
  Tensor tXgY = thr_copy.partition_D(gOut);
  Tensor tXrX = make_fragment_like(tXgX);
  //     ^^^^ ((_8,_1),_1,_1):((_1,_0),_0,_0)
  //     ^^^^ ((_4,_1),_1,_1):((_1,_0),_0,_0)
  copy(gmem_copy, tXgX, tXsX);
  __syncthreads();
  copy(gmem_copy, tXsX, tXrX);

  float mean = 0;
  if constexpr (Traits::kCentred) {
    for (int i = 0; i < size(tXrX); ++i) mean += float(tXrX(i));
    mean = sum_over_row<Traits::kThreadsPerRow>(mean) / float(Traits::kColumns);
  }
  float squares = 0;
  for (int i = 0; i < size(tXrX); ++i) squares += (float(tXrX(i)) - mean) * (float(tXrX(i)) - mean);
  float const factor = rsqrtf(sum_over_row<Traits::kThreadsPerRow>(squares) / float(Traits::kColumns) + params.epsilon);
  for (int i = 0; i < size(tXrX); ++i) tXrX(i) = T((float(tXrX(i)) - mean) * factor);
  copy(gmem_copy, tXrX, tXgY);
}

/// Defined in library_traits.cu, for the combinations that are instantiated there.
template <class T, int kColumns>
void normalise(Params const& params, bool centred);

}  // namespace row_norm

// A value that is known at run time becomes a constant of the lambda that follows: both kernels are compiled, one is run.
#define ROW_NORM_BOOL_SWITCH(CONDITION, NAME, ...) \
  [&] {                                            \
    if (CONDITION) {                               \
      constexpr static bool NAME = true;           \
      return __VA_ARGS__();                        \
    } else {                                       \
      constexpr static bool NAME = false;          \
      return __VA_ARGS__();                        \
    }                                              \
  }()
