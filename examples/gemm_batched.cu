// Many matrix products at once, over tensors of rank 4: C(m,n,h,b) = sum over k of A(m,k,h,b) * B(n,k,h,b).
//
//   nvcc -std=c++17 --expt-relaxed-constexpr -I $CUTLASS_DIR/include -arch=sm_80 gemm_batched.cu -o gemm_batched
//
// The two batch modes are heads and batches, as in attention. In memory a batch holds its rows, a row its heads:
// the head runs faster than the row. A layout says so by its strides, and nothing is moved. Four heads of A share one
// head of B: in B the mode of heads has two parts, and the part that is shared has stride zero.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cute/tensor.hpp>

using namespace cute;

using T = bfloat16_t;
using Tiler = Shape<_64, _64, _32>;
// Four warps along M. Nothing goes through shared memory here: each thread reads its own elements.
using Mma = decltype(make_tiled_mma(SM80_16x8x16_F32BF16BF16F32_TN{}, Layout<Shape<_4, _1>>{}));

template <class TensorA, class TensorB, class TensorC>
__global__ void __launch_bounds__(128)
gemm_kernel(TensorA mA, TensorB mB, TensorC mC)
{
  // All products of all heads and batches are one mode, which the grid counts in z.
  Tensor lA = group_modes<2, 4>(mA);  // (M, K, (H, B))
  //     ^^ (128,96,(8,3)):(768,_1,(96,98304))
  Tensor lB = group_modes<2, 4>(mB);  // (N, K, ((H_SHARED, H_B), B))
  //     ^^ (192,96,((_4,2),3)):(192,_1,((_0,96),36864))
  Tensor lC = group_modes<2, 4>(mC);  // (M, N, (H, B))
  //     ^^ (128,192,(8,3)):(1536,_1,(192,196608))
  int const product = blockIdx.z;
  auto where = idx2crd(product, shape<2>(lB));
  //   ^^^^^ ((0,0),0)

  // One coordinate for all modes: the tile of this block, of this product.
  auto block = make_coord(blockIdx.x, blockIdx.y, _);
  Tensor gA = local_tile(lA(_, _, product), Tiler{}, block, Step<_1, X, _1>{});  // (TILE_M, TILE_K, k)
  //     ^^ (_64,_32,3):(768,_1,_32)
  Tensor gB = local_tile(lB(_, _, where), Tiler{}, block, Step<X, _1, _1>{});    // (TILE_N, TILE_K, k)
  //     ^^ (_64,_32,3):(192,_1,_32)
  Tensor gC = local_tile(lC(_, _, product), Tiler{}, block, Step<_1, _1, X>{});  // (TILE_M, TILE_N)
  //     ^^ (_64,_64):(1536,_1)

  Mma mma;
  auto thr_mma = mma.get_slice(threadIdx.x);
  Tensor tCgA = thr_mma.partition_A(gA);  // (MMA, MMA_M, MMA_K, k)
  //     ^^^^ ((_2,_2,_2),_1,_2,3):((_1,6144,_8),_0,_16,_32)
  Tensor tCgB = thr_mma.partition_B(gB);  // (MMA, MMA_N, MMA_K, k)
  //     ^^^^ ((_2,_2),_8,_2,3):((_1,_8),1536,_16,_32)
  Tensor tCgC = thr_mma.partition_C(gC);  // (MMA, MMA_M, MMA_N)
  //     ^^^^ ((_2,_2),_1,_8):((_1,12288),_0,_8)
  Tensor tCrA = thr_mma.partition_fragment_A(gA(_, _, 0));
  //     ^^^^ ((_2,_2,_2),_1,_2):((_1,_2,_4),_0,_8)
  Tensor tCrB = thr_mma.partition_fragment_B(gB(_, _, 0));
  //     ^^^^ ((_2,_2),_8,_2):((_1,_2),_8,_4)
  Tensor tCrC = thr_mma.make_fragment_C(tCgC);
  //     ^^^^ ((_2,_2),_1,_8):((_1,_2),_0,_4)
  clear(tCrC);

  for (int k = 0; k < size<3>(tCgA); ++k) {
    copy(tCgA(_, _, _, k), tCrA);
    copy(tCgB(_, _, _, k), tCrB);
    gemm(mma, tCrA, tCrB, tCrC);
  }
  copy(tCrC, tCgC);
}

/// (rows, columns, heads, batches) of a tensor that lies as batches of rows of heads of columns.
template <class Heads>
auto layout_of(int rows, int columns, Heads heads, int batches)
{
  int const row = int(size(heads)) * columns;
  return make_layout(make_shape(rows, columns, heads, batches), make_stride(row, Int<1>{}, columns, rows * row));
}

int main(int argc, char** argv)
{
  int const m = argc > 1 ? std::atoi(argv[1]) : 128;
  int const n = argc > 2 ? std::atoi(argv[2]) : 192;
  int const k = argc > 3 ? std::atoi(argv[3]) : 96;
  constexpr int kShared = 4;
  int const heads = 2 * kShared, heads_b = heads / kShared, batches = 3;
  if (m % size<0>(Tiler{}) != 0 || n % size<1>(Tiler{}) != 0 || k % size<2>(Tiler{}) != 0) {
    std::printf("FAIL: sizes must be multiples of the tile\n");
    return 1;
  }

  auto layout_a = layout_of(m, k, heads, batches);
  //   ^^^^^^^^ (128,96,8,3):(768,_1,96,98304)
  auto layout_c = layout_of(m, n, heads, batches);
  //   ^^^^^^^^ (128,192,8,3):(1536,_1,192,196608)
  auto stored_b = layout_of(n, k, heads_b, batches);
  //   ^^^^^^^^ (192,96,2,3):(192,_1,96,36864)
  // Four heads read the same head of B: a new part in front of the mode of heads, whose stride is zero.
  auto layout_b = replace<2>(stored_b, prepend(layout<2>(stored_b), Layout<Int<kShared>, _0>{}));
  //   ^^^^^^^^ (192,96,(_4,2),3):(192,_1,(_0,96),36864)

  std::vector<bfloat16_t> host_a(cosize(layout_a)), host_b(cosize(layout_b));
  std::vector<float> host_c(cosize(layout_c));
  for (size_t i = 0; i < host_a.size(); ++i) host_a[i] = bfloat16_t(float(int(i * 7 % 11) - 5));
  for (size_t i = 0; i < host_b.size(); ++i) host_b[i] = bfloat16_t(float(int(i * 5 % 13) - 6));

  T *A = nullptr, *B = nullptr;
  float* C = nullptr;
  cudaMalloc(&A, host_a.size() * sizeof(T));
  cudaMalloc(&B, host_b.size() * sizeof(T));
  cudaMalloc(&C, host_c.size() * sizeof(float));
  cudaMemcpy(A, host_a.data(), host_a.size() * sizeof(T), cudaMemcpyHostToDevice);
  cudaMemcpy(B, host_b.data(), host_b.size() * sizeof(T), cudaMemcpyHostToDevice);

  Tensor mA = make_tensor(make_gmem_ptr(A), layout_a);
  Tensor mB = make_tensor(make_gmem_ptr(B), layout_b);
  Tensor mC = make_tensor(make_gmem_ptr(C), layout_c);
  dim3 grid(m / size<0>(Tiler{}), n / size<1>(Tiler{}), size<2>(mA) * size<3>(mA));
  gemm_kernel<<<grid, int(size(Mma{}))>>>(mA, mB, mC);

  cudaError_t status = cudaMemcpy(host_c.data(), C, host_c.size() * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(A);
  cudaFree(B);
  cudaFree(C);
  if (status != cudaSuccess) {
    std::printf("FAIL: %s\n", cudaGetErrorString(status));
    return 1;
  }

  // The same layouts find the elements on the host; checking the last batch is enough.
  int wrong = 0;
  for (int h = 0; h < heads; ++h) {
    for (int row = 0; row < m; ++row) {
      for (int column = 0; column < n; ++column) {
        float sum = 0;
        for (int j = 0; j < k; ++j) sum += float(host_a[layout_a(row, j, h, batches - 1)]) * float(host_b[layout_b(column, j, h, batches - 1)]);
        wrong += host_c[layout_c(row, column, h, batches - 1)] != sum;
      }
    }
  }
  std::printf("%d products of %d x %d x %d: %s\n", heads * batches, m, n, k, wrong == 0 ? "PASS" : "FAIL");
  return wrong == 0 ? 0 : 1;
}
