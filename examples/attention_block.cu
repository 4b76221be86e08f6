// Attention: O = softmax(Q K^T / sqrt(d)) V, a block of 64 queries against all keys, 64 keys at a time.
//
//   nvcc -std=c++17 --expt-relaxed-constexpr -I $CUTLASS_DIR/include -arch=sm_80 attention_block.cu -o attention_block
//
// Two matrix products follow each other, and the result of the first is the left operand of the second. It never leaves
// the registers: a thread's elements of an accumulator of 16 by 16 are the very elements that it must hand to the next
// instruction as an operand of 16 by 16. Only their names differ, so only the layout of the fragment changes.
#include <cmath>
#include <cstdio>
#include <vector>

#include <cute/tensor.hpp>

using namespace cute;

using T = half_t;
constexpr int kHeadDim = 64;
constexpr int kQueries = 64;
constexpr int kKeys = 64;

// Four warps, each with its own 16 queries: a row of scores stays within a warp.
using Mma = decltype(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_4, _1>>{}, Tile<_64, _16, _16>{}));
using SmemAtom = decltype(composition(Swizzle<3, 3, 3>{}, Layout<Shape<_8, _64>, Stride<_64, _1>>{}));
using SmemTile = decltype(tile_to_shape(SmemAtom{}, Shape<Int<kKeys>, Int<kHeadDim>>{}));
//    ^^^^^^^^ Sw<3,3,3> o _0 o ((_8,_8),(_64,_1)):((_64,_512),(_1,_0))
// The same memory with keys and head dimension exchanged: V as the second product wants it.
using SmemTransposed = decltype(composition(SmemTile{}, make_layout(Shape<Int<kHeadDim>, Int<kKeys>>{}, LayoutRight{})));
//    ^^^^^^^^^^^^^^ Sw<3,3,3> o _0 o (_64,_64):(_1,_64)
using GmemCopy = decltype(make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, T>{},
                                          Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{}));

/// An accumulator ((2 columns, 2 rows), MMA_M, MMA_N) seen as (rows, columns) of this thread.
template <class L>
CUTE_HOST_DEVICE constexpr auto rows_and_columns(L const& layout)
{
  return make_layout(make_layout(get<0, 1>(layout), get<1>(layout)), make_layout(get<0, 0>(layout), get<2>(layout)));
}

/// An accumulator ((2, 2), MMA_M, MMA_N) seen as an operand A ((2, 2, 2), MMA_M, MMA_N / 2): two atoms of 16 by 8 lie
/// side by side in one of 16 by 16.
template <class L>
CUTE_HOST_DEVICE constexpr auto as_operand_a(L const& layout)
{
  auto paired = logical_divide(layout, Tile<Underscore, Underscore, _2>{});  // ((2, 2), MMA_M, (2, MMA_N / 2))
  //   ^^^^^^ ((_2,_2),_1,(_2,_4)):((_1,_2),_0,(_4,_8))
  return make_layout(make_layout(get<0, 0>(paired), get<0, 1>(paired), get<2, 0>(paired)), get<1>(paired), get<2, 1>(paired));
}

/// The largest, or the sum, over the four threads that hold a row together.
template <class Op>
__device__ float over_row(float x, Op op)
{
  x = op(x, __shfl_xor_sync(0xffffffff, x, 1));
  return op(x, __shfl_xor_sync(0xffffffff, x, 2));
}

template <class TensorIn, class TensorOut>
__global__ void __launch_bounds__(128)
attention_kernel(TensorIn mQ, TensorIn mK, TensorIn mV, TensorOut mO, float scale)
{
  int const head = blockIdx.y;
  auto tile = Shape<Int<kQueries>, Int<kHeadDim>>{};
  Tensor gQ = local_tile(mQ(_, _, head), tile, make_coord(blockIdx.x, 0));                      // (QUERIES, D)
  //     ^^ (_64,_64):(128,_1)
  Tensor gO = local_tile(mO(_, _, head), tile, make_coord(blockIdx.x, 0));                      // (QUERIES, D)
  //     ^^ (_64,_64):(128,_1)
  Tensor gK = local_tile(mK(_, _, head), Shape<Int<kKeys>, Int<kHeadDim>>{}, make_coord(_, 0));  // (KEYS, D, k)
  //     ^^ (_64,_64,4):(128,_1,8192)
  Tensor gV = local_tile(mV(_, _, head), Shape<Int<kKeys>, Int<kHeadDim>>{}, make_coord(_, 0));  // (KEYS, D, k)
  //     ^^ (_64,_64,4):(128,_1,8192)

  __shared__ alignas(128) T smem_q[cosize_v<SmemTile>];
  __shared__ alignas(128) T smem_k[cosize_v<SmemTile>];
  __shared__ alignas(128) T smem_v[cosize_v<SmemTile>];
  Tensor sQ = make_tensor(make_smem_ptr(smem_q), SmemTile{});
  //     ^^ Sw<3,3,3> o _0 o ((_8,_8),(_64,_1)):((_64,_512),(_1,_0))
  Tensor sK = make_tensor(make_smem_ptr(smem_k), SmemTile{});
  //     ^^ Sw<3,3,3> o _0 o ((_8,_8),(_64,_1)):((_64,_512),(_1,_0))
  Tensor sV = make_tensor(make_smem_ptr(smem_v), SmemTile{});         // (KEYS, D)
  //     ^^ Sw<3,3,3> o _0 o ((_8,_8),(_64,_1)):((_64,_512),(_1,_0))
  Tensor sVt = make_tensor(make_smem_ptr(smem_v), SmemTransposed{});  // (D, KEYS)
  //     ^^^ Sw<3,3,3> o _0 o (_64,_64):(_1,_64)

  GmemCopy gmem_copy;
  auto thr_copy = gmem_copy.get_slice(threadIdx.x);
  Tensor tQgQ = thr_copy.partition_S(gQ);
  //     ^^^^ ((_8,_1),_4,_1):((_1,_0),2048,_0)
  Tensor tQsQ = thr_copy.partition_D(sQ);
  //     ^^^^ ((_8,_1),_4,_1):((_1,_0),_1024,_0)
  Tensor tKgK = thr_copy.partition_S(gK);  // (CPY, CPY_KEYS, CPY_D, k)
  //     ^^^^ ((_8,_1),_4,_1,4):((_1,_0),2048,_0,8192)
  Tensor tKsK = thr_copy.partition_D(sK);
  Tensor tVgV = thr_copy.partition_S(gV);
  Tensor tVsV = thr_copy.partition_D(sV);
  //     ^^^^ ((_8,_1),_4,_1):((_1,_0),_1024,_0)

  Mma mma;
  auto thr_mma = mma.get_slice(threadIdx.x);
  Tensor tSrQ = thr_mma.partition_fragment_A(sQ);    // (MMA, MMA_QUERIES, MMA_D)
  //     ^^^^ ((_2,_2,_2),_1,(_2,_2)):((_1,_2,_4),_0,(_8,_16))
  Tensor tSrK = thr_mma.partition_fragment_B(sK);    // (MMA, MMA_KEYS, MMA_D)
  //     ^^^^ ((_2,_2),_8,(_2,_2)):((_1,_2),_4,(_32,_64))
  Tensor tOrVt = thr_mma.partition_fragment_B(sVt);  // (MMA, MMA_D, MMA_KEYS)
  //     ^^^^^ ((_2,_2),_8,_4):((_1,_2),_4,_32)

  // Q and K are read row by row; V is read with the transposing ldmatrix, since its keys do not run fastest.
  auto copy_q = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, T>{}, mma);
  auto copy_k = make_tiled_copy_B(Copy_Atom<SM75_U32x4_LDSM_N, T>{}, mma);
  auto copy_v = make_tiled_copy_B(Copy_Atom<SM75_U16x8_LDSM_T, T>{}, mma);
  auto thr_copy_q = copy_q.get_slice(threadIdx.x);
  auto thr_copy_k = copy_k.get_slice(threadIdx.x);
  auto thr_copy_v = copy_v.get_slice(threadIdx.x);
  Tensor tXsQ = thr_copy_q.partition_S(sQ);
  //     ^^^^ ((_8,_1),_1,(_2,_2)):((_1,_0),_0,(16,32))
  Tensor tXrQ = thr_copy_q.retile_D(tSrQ);
  //     ^^^^ ((_8,_1),_1,_4):((_1,_0),_0,_8)
  Tensor tXsK = thr_copy_k.partition_S(sK);
  //     ^^^^ ((_8,_1),_4,(_2,_2)):((_1,_0),_1024,(16,32))
  Tensor tXrK = thr_copy_k.retile_D(tSrK);
  //     ^^^^ ((_8,_1),_4,_4):((_1,_0),_8,_32)
  Tensor tXsVt = thr_copy_v.partition_S(sVt);
  //     ^^^^^ ((_8,_1),(_2,_2),_4):((_1,_0),(16,32),_1024)
  Tensor tXrVt = thr_copy_v.retile_D(tOrVt);
  //     ^^^^^ ((_8,_1),_4,_4):((_1,_0),_8,_32)

  Tensor tOrO = partition_fragment_C(mma, Shape<Int<kQueries>, Int<kHeadDim>>{});
  //     ^^^^ ((_2,_2),_1,_8):((_1,_2),_0,_4)
  Tensor output = make_tensor(tOrO.data(), rows_and_columns(tOrO.layout()));  // (rows, columns)
  //     ^^^^^^ ((_2,_1),(_2,_8)):((_2,_0),(_1,_4))
  Tensor row_max = make_tensor<float>(Shape<decltype(size<0>(output))>{});
  //     ^^^^^^^ (_2):(_1)
  Tensor row_sum = make_fragment_like(row_max);
  //     ^^^^^^^ (_2):(_1)
  clear(tOrO);
  fill(row_max, -INFINITY);
  clear(row_sum);

  copy(gmem_copy, tQgQ, tQsQ);
  int const key_tiles = size<3>(tKgK);
  //        ^^^^^^^^^ 4
  for (int k = 0; k < key_tiles; ++k) {
    copy(gmem_copy, tKgK(_, _, _, k), tKsK);
    copy(gmem_copy, tVgV(_, _, _, k), tVsV);
    cp_async_fence();
    cp_async_wait<0>();
    __syncthreads();

    // The first product: scores of 64 queries against 64 keys.
    Tensor tSrS = partition_fragment_C(mma, Shape<Int<kQueries>, Int<kKeys>>{});
    //     ^^^^ ((_2,_2),_1,_8):((_1,_2),_0,_4)
    clear(tSrS);
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tSrQ); ++j) {
      copy(copy_q, tXsQ(_, _, j), tXrQ(_, _, j));
      copy(copy_k, tXsK(_, _, j), tXrK(_, _, j));
      gemm(mma, tSrQ(_, _, j), tSrK(_, _, j), tSrS);
    }

    // The softmax so far. What was summed up under a smaller maximum is scaled down.
    Tensor scores = make_tensor(tSrS.data(), rows_and_columns(tSrS.layout()));
    //     ^^^^^^ ((_2,_1),(_2,_8)):((_2,_0),(_1,_4))
    CUTE_UNROLL
    for (int row = 0; row < size<0>(scores); ++row) {
      float largest = row_max(row);
      CUTE_UNROLL
      for (int column = 0; column < size<1>(scores); ++column) largest = fmaxf(largest, scores(row, column));
      largest = over_row(largest, [](float a, float b) { return fmaxf(a, b); });
      float const correction = exp2f((row_max(row) - largest) * scale);
      row_max(row) = largest;
      row_sum(row) *= correction;
      CUTE_UNROLL
      for (int column = 0; column < size<1>(output); ++column) output(row, column) *= correction;
      CUTE_UNROLL
      for (int column = 0; column < size<1>(scores); ++column) {
        scores(row, column) = exp2f((scores(row, column) - largest) * scale);
        row_sum(row) += scores(row, column);
      }
    }

    // The second product. The weights become halves, and the accumulator becomes an operand.
    Tensor weights = make_fragment_like<T>(tSrS);
    //     ^^^^^^^ ((_2,_2),_1,_8):((_1,_2),_0,_4)
    copy(tSrS, weights);
    Tensor tOrP = make_tensor(weights.data(), as_operand_a(weights.layout()));  // (MMA, MMA_QUERIES, MMA_KEYS)
    //     ^^^^ ((_2,_2,_2),_1,_4):((_1,_2,_4),_0,_8)
    CUTE_UNROLL
    for (int j = 0; j < size<2>(tOrP); ++j) {
      copy(copy_v, tXsVt(_, _, j), tXrVt(_, _, j));
      gemm(mma, tOrP(_, _, j), tOrVt(_, _, j), tOrO);
    }
    __syncthreads();  // Everyone has read K and V before they are written again.
  }

  CUTE_UNROLL
  for (int row = 0; row < size<0>(output); ++row) {
    float const sum = over_row(row_sum(row), [](float a, float b) { return a + b; });
    CUTE_UNROLL
    for (int column = 0; column < size<1>(output); ++column) output(row, column) /= sum;
  }
  Tensor tOgO = thr_mma.partition_C(gO);
  //     ^^^^ ((_2,_2),_1,_8):((_1,1024),_0,_8)
  copy(tOrO, tOgO);
}

int main()
{
  int const queries = 128, keys = 256, heads = 2;
  // In memory a row of one position holds all heads: (position, d, head).
  auto layout_q = make_layout(make_shape(queries, Int<kHeadDim>{}, heads), make_stride(heads * kHeadDim, Int<1>{}, Int<kHeadDim>{}));
  //   ^^^^^^^^ (128,_64,2):(128,_1,_64)
  auto layout_k = make_layout(make_shape(keys, Int<kHeadDim>{}, heads), make_stride(heads * kHeadDim, Int<1>{}, Int<kHeadDim>{}));
  //   ^^^^^^^^ (256,_64,2):(128,_1,_64)

  std::vector<half_t> host_q(size(layout_q)), host_k(size(layout_k)), host_v(size(layout_k));
  std::vector<float> host_o(size(layout_q));
  for (size_t i = 0; i < host_q.size(); ++i) host_q[i] = half_t(float(int(i * 7 % 23) - 11) / 8.0f);
  for (size_t i = 0; i < host_k.size(); ++i) host_k[i] = half_t(float(int(i * 5 % 19) - 9) / 8.0f);
  for (size_t i = 0; i < host_v.size(); ++i) host_v[i] = half_t(float(int(i * 3 % 17) - 8) / 8.0f);

  T *Q = nullptr, *K = nullptr, *V = nullptr;
  float* O = nullptr;
  cudaMalloc(&Q, host_q.size() * sizeof(T));
  cudaMalloc(&K, host_k.size() * sizeof(T));
  cudaMalloc(&V, host_v.size() * sizeof(T));
  cudaMalloc(&O, host_o.size() * sizeof(float));
  cudaMemcpy(Q, host_q.data(), host_q.size() * sizeof(T), cudaMemcpyHostToDevice);
  cudaMemcpy(K, host_k.data(), host_k.size() * sizeof(T), cudaMemcpyHostToDevice);
  cudaMemcpy(V, host_v.data(), host_v.size() * sizeof(T), cudaMemcpyHostToDevice);

  Tensor mQ = make_tensor(make_gmem_ptr(Q), layout_q);
  Tensor mK = make_tensor(make_gmem_ptr(K), layout_k);
  Tensor mV = make_tensor(make_gmem_ptr(V), layout_k);
  Tensor mO = make_tensor(make_gmem_ptr(O), layout_q);
  float const scale = 1.0f / std::sqrt(float(kHeadDim));
  // The kernel works with powers of two: exp(x) is exp2(x / log(2)).
  attention_kernel<<<dim3(queries / kQueries, heads), int(size(Mma{}))>>>(mQ, mK, mV, mO, scale / std::log(2.0f));

  cudaError_t status = cudaMemcpy(host_o.data(), O, host_o.size() * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(Q);
  cudaFree(K);
  cudaFree(V);
  cudaFree(O);
  if (status != cudaSuccess) {
    std::printf("FAIL: %s\n", cudaGetErrorString(status));
    return 1;
  }

  float worst = 0;
  for (int head = 0; head < heads; ++head) {
    for (int query = 0; query < queries; ++query) {
      std::vector<float> weights(keys), expected(kHeadDim);
      float largest = -INFINITY, sum = 0;
      for (int key = 0; key < keys; ++key) {
        for (int d = 0; d < kHeadDim; ++d) weights[key] += float(host_q[layout_q(query, d, head)]) * float(host_k[layout_k(key, d, head)]);
        largest = std::fmax(largest, weights[key]);
      }
      for (int key = 0; key < keys; ++key) sum += weights[key] = std::exp((weights[key] - largest) * scale);
      for (int key = 0; key < keys; ++key) {
        for (int d = 0; d < kHeadDim; ++d) expected[d] += weights[key] / sum * float(host_v[layout_k(key, d, head)]);
      }
      for (int d = 0; d < kHeadDim; ++d) worst = std::fmax(worst, std::fabs(expected[d] - host_o[layout_q(query, d, head)]));
    }
  }
  bool const good = worst < 1e-4f;
  std::printf("largest difference %g: %s\n", worst, good ? "PASS" : "FAIL");
  return good ? 0 : 1;
}
