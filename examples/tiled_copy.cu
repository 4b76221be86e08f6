// TiledCopy: many threads copy a tile together, each with 16-byte accesses.
//
//   nvcc -std=c++17 --expt-relaxed-constexpr -I $CUTLASS_DIR/include -arch=sm_80 tiled_copy.cu -o tiled_copy
//
// A TiledCopy joins three things: an instruction (the atom), a layout of threads, and a layout of the values
// each thread moves at once. `partition_S` and `partition_D` then give a thread its elements of the source and
// the destination, as (values of one access, repetitions along M, repetitions along N).
// The program copies floats and halves. Where two lines stand below a name, the first is for float.
#include <cstdio>

#include <cute/tensor.hpp>

using namespace cute;

/// The copy of a tile whose first mode runs fastest in memory.
template <class T>
struct VectorCopy {
  /// How many elements fill one access of 16 bytes.
  static constexpr int kVector = sizeof(uint128_t) / sizeof(T);
  //                   ^^^^^^^ 4
  //                   ^^^^^^^ 8
  static constexpr int kThreads = 256;

  using Atom = Copy_Atom<UniversalCopy<uint128_t>, T>;
  using Threads = Layout<Shape<_32, _8>>;
  using Values = Layout<Shape<Int<kVector>, _1>>;
  //    ^^^^^^ (_4,_1):(_1,_0)
  //    ^^^^^^ (_8,_1):(_1,_0)
  using Type = decltype(make_tiled_copy(Atom{}, Threads{}, Values{}));
  /// One step of all threads covers 32 * kVector by 8 elements; a tile is two steps high and eight wide.
  using Tile = Shape<Int<2 * 32 * kVector>, _64>;
  //    ^^^^ (_256,_64)
  //    ^^^^ (_512,_64)
};

template <class TensorS, class TensorD, class TiledCopy>
__global__ void copy_kernel(TensorS source, TensorD destination, TiledCopy tiled_copy)
{
  // (Tile_M, Tile_N, m, n) -> the tile of this block.
  Tensor tile_S = source(make_coord(_, _), blockIdx.x, blockIdx.y);
  //     ^^^^^^ (_256,_64):(_1,1024)
  //     ^^^^^^ (_512,_64):(_1,2048)
  Tensor tile_D = destination(make_coord(_, _), blockIdx.x, blockIdx.y);

  ThrCopy thr_copy = tiled_copy.get_thread_slice(threadIdx.x);
  Tensor mine_S = thr_copy.partition_S(tile_S);
  //     ^^^^^^ ((_4,_1),_2,_8):((_1,_0),_128,8192)
  //     ^^^^^^ ((_8,_1),_2,_8):((_1,_0),_256,16384)
  Tensor mine_D = thr_copy.partition_D(tile_D);

  // Through registers: a fragment has the shape of the partition and compact strides.
  Tensor fragment = make_fragment_like(mine_S);
  //     ^^^^^^^^ ((_4,_1),_2,_8):((_1,_0),_4,_8)
  //     ^^^^^^^^ ((_8,_1),_2,_8):((_1,_0),_8,_16)
  copy(tiled_copy, mine_S, fragment);
  copy(tiled_copy, fragment, mine_D);
}

template <class T>
bool run(int m, int n)
{
  using Copy = VectorCopy<T>;
  T *source = nullptr, *destination = nullptr;
  if (cudaMallocManaged(&source, m * n * sizeof(T)) != cudaSuccess || cudaMallocManaged(&destination, m * n * sizeof(T)) != cudaSuccess) {
    return false;
  }
  for (int i = 0; i < m * n; ++i) source[i] = static_cast<T>(float(i % 1000));

  auto layout = make_layout(make_shape(m, n));
  //   ^^^^^^ (1024,512):(_1,1024)
  //   ^^^^^^ (2048,512):(_1,2048)
  Tensor S = make_tensor(make_gmem_ptr(source), layout);
  Tensor D = make_tensor(make_gmem_ptr(destination), layout);
  // ((Tile_M, Tile_N), m, n): mode 0 is a tile, the other modes count the tiles.
  Tensor tiled_S = tiled_divide(S, typename Copy::Tile{});
  //     ^^^^^^^ ((_256,_64),4,8):((_1,1024),_256,65536)
  //     ^^^^^^^ ((_512,_64),4,8):((_1,2048),_512,131072)
  Tensor tiled_D = tiled_divide(D, typename Copy::Tile{});

  typename Copy::Type tiled_copy;
  dim3 grid(size<1>(tiled_S), size<2>(tiled_S));
  dim3 block(size(tiled_copy));
  copy_kernel<<<grid, block>>>(tiled_S, tiled_D, tiled_copy);
  bool good = cudaDeviceSynchronize() == cudaSuccess;
  for (int i = 0; good && i < m * n; ++i) good = float(destination[i]) == float(source[i]);
  cudaFree(source);
  cudaFree(destination);
  return good;
}

int main()
{
  bool const floats = run<float>(1024, 512);
  bool const halves = run<half_t>(2048, 512);
  std::printf("float: %s, half: %s\n%s\n", floats ? "good" : "bad", halves ? "good" : "bad", floats && halves ? "PASS" : "FAIL");
  return floats && halves ? 0 : 1;
}
