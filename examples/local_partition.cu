// local_partition: how the threads of one block share out a tile.
//
//   nvcc -std=c++17 --expt-relaxed-constexpr -I $CUTLASS_DIR/include -arch=sm_80 local_partition.cu -o local_partition
//
// `local_tile` gives a block neighbouring elements. `local_partition` deals elements out like cards: with 8 threads
// in a row, thread 0 has columns 0, 8, 16 … That is what makes the loads of a warp coalesce.
#include <cstdio>
#include <vector>

#include <cute/tensor.hpp>

// This program names CuTe in full, as headers do.
template <class TileTensor, class ThreadLayout>
__global__ void deal_out(TileTensor tile, ThreadLayout threads)
{
  // The elements of this thread. The shape is the tile's shape divided by the threads' shape.
  auto mine = cute::local_partition(tile, threads, threadIdx.x);
  //   ^^^^ (_8,_2):(_256,_16)
  CUTE_UNROLL
  for (int i = 0; i < cute::size(mine); ++i) {
    mine(i) = threadIdx.x;
  }
}

// What the partition of a very small tile looks like, one step at a time.
void by_hand()
{
  // 16 numbers, 0 to 15, seen as 4 by 4: a counting iterator gives its position as the value.
  auto numbers = cute::make_tensor(cute::counting_iterator<int>(0), cute::Layout<cute::Shape<cute::_4, cute::_4>>{});
  //   ^^^^^^^ (_4,_4):(_1,_4)
  // Four threads, two by two.
  auto threads = cute::make_layout(cute::Shape<cute::_2, cute::_2>{});
  //   ^^^^^^^ (_2,_2):(_1,_2)
  // Step 1: divide by the *shape* of the threads. Mode 0: which thread; mode 1: which of its elements.
  auto divided = cute::zipped_divide(numbers, cute::product_each(cute::shape(threads)));
  //   ^^^^^^^ ((_2,_2),(_2,_2)):((_1,_4),(_2,_8))
  // Step 2: where does thread 3 stand among the threads?
  auto where = threads.get_flat_coord(3);
  //   ^^^^^ (1,1)
  // Step 3: keep that thread, and all of its elements.
  auto mine = divided(where, cute::_);
  //   ^^^^ ((_2,_2)):((_2,_8))
  // local_partition is these three steps.
  auto same = cute::local_partition(numbers, threads, 3);
  //   ^^^^ (_2,_2):(_2,_8)
  std::printf("thread 3 of 2 x 2 has elements %d %d %d %d\n", mine(0), mine(1), same(2), same(3));
}

int main()
{
  by_hand();

  // A tile of 64 by 32 elements, row-major: neighbours in a row are neighbours in memory.
  using TileLayout = cute::Layout<cute::Shape<cute::_64, cute::_32>, cute::Stride<cute::_32, cute::_1>>;
  //    ^^^^^^^^^^ (_64,_32):(_32,_1)
  // 128 threads, 8 rows of 16: neighbouring threads stand in a row too.
  using Threads = cute::Layout<cute::Shape<cute::_8, cute::_16>, cute::Stride<cute::_16, cute::_1>>;
  //    ^^^^^^^ (_8,_16):(_16,_1)
  constexpr int count = cute::cosize_v<TileLayout>;
  //            ^^^^^ 2048

  int* device = nullptr;
  cudaMalloc(&device, count * sizeof(int));
  auto tile = cute::make_tensor(cute::make_gmem_ptr(device), TileLayout{});
  //   ^^^^ (_64,_32):(_32,_1)
  dim3 block(cute::size(Threads{}));
  //         ^^^^^^^^^^^^^^^^^^^^^ _128
  deal_out<<<1, block>>>(tile, Threads{});

  std::vector<int> host(count);
  cudaError_t const status = cudaMemcpy(host.data(), device, count * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(device);
  if (status != cudaSuccess) {
    std::printf("FAIL: %s\n", cudaGetErrorString(status));
    return 1;
  }

  // Element (m, n) belongs to the thread at (m % 8, n % 16).
  int wrong = 0;
  for (int m = 0; m < 64; ++m) {
    for (int n = 0; n < 32; ++n) {
      wrong += host[m * 32 + n] != (m % 8) * 16 + n % 16;
    }
  }
  std::printf(wrong == 0 ? "PASS\n" : "FAIL: %d elements differ\n", wrong);
  return wrong != 0;
}
