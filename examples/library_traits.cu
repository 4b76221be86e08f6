// The source file of a small library, with a test of it. The traits and the kernel are in library_traits.hpp.
//
//   nvcc -std=c++17 --expt-relaxed-constexpr -I $CUTLASS_DIR/include -arch=sm_80 library_traits.cu -o library_traits
//
// The kernel is a template of traits; callers only know `normalise`, which is instantiated here and nowhere else.
// Whether the mean is taken away is known at run time. A switch turns it into a template argument.
#include <cmath>
#include <cstdio>
#include <vector>

#include "library_traits.hpp"

namespace row_norm {

template <class T, int kColumns>
void normalise(Params const& params, bool centred)
{
  using Tile = TileTraits<RowTraits<T, kColumns>>;
  ROW_NORM_BOOL_SWITCH(centred, kCentred, [&] {
    using Traits = KernelTraits<Tile, kCentred>;
    dim3 grid(ceil_div(params.rows, Traits::kRows), params.batches);
    //        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ 8
    //        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ 32
    normalise_kernel<Traits><<<grid, Traits::kThreads>>>(params);
  });
}

template void normalise<half_t, 32>(Params const& params, bool centred);
template void normalise<float, 128>(Params const& params, bool centred);

}  // namespace row_norm

template <class T>
bool check(int batches, int rows, int columns, bool centred)
{
  using namespace cute;
  auto layout = make_layout(make_shape(rows, columns, batches), make_stride(int64_t(columns), Int<1>{}, int64_t(rows) * columns));
  //   ^^^^^^ (256,32,3):(32,_1,8192)
  //   ^^^^^^ (128,128,2):(128,_1,16384)
  std::vector<T> host(size(layout)), result(size(layout));
  for (size_t i = 0; i < host.size(); ++i) host[i] = T(float(int(i * 7 % 29) - 11) / 4.0f);
  T *in = nullptr, *out = nullptr;
  cudaMalloc(&in, host.size() * sizeof(T));
  cudaMalloc(&out, host.size() * sizeof(T));
  cudaMemcpy(in, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice);

  row_norm::Params params{};
  params.in = in;
  params.out = out;
  params.row_stride = get<0>(layout.stride());
  params.batch_stride = get<2>(layout.stride());
  params.batches = batches;
  params.rows = rows;
  params.columns = columns;
  params.epsilon = 1e-5f;
  row_norm::normalise<T, sizeof(T) == 2 ? 32 : 128>(params, centred);

  bool good = cudaMemcpy(result.data(), out, result.size() * sizeof(T), cudaMemcpyDeviceToHost) == cudaSuccess;
  cudaFree(in);
  cudaFree(out);
  for (int row = 0; row < rows * batches; ++row) {
    float mean = 0, squares = 0;
    for (int i = 0; centred && i < columns; ++i) mean += float(host[row * columns + i]) / float(columns);
    for (int i = 0; i < columns; ++i) squares += (float(host[row * columns + i]) - mean) * (float(host[row * columns + i]) - mean);
    float const factor = 1.0f / std::sqrt(squares / float(columns) + params.epsilon);
    for (int i = 0; i < columns; ++i) {
      good = good && std::fabs(float(result[row * columns + i]) - (float(host[row * columns + i]) - mean) * factor) < 2e-3f;
    }
  }
  return good;
}

int main()
{
  bool const halves = check<cute::half_t>(3, 256, 32, true);
  bool const floats = check<float>(2, 128, 128, false);
  std::printf("half: %s, float: %s\n%s\n", halves ? "good" : "bad", floats ? "good" : "bad", halves && floats ? "PASS" : "FAIL");
  return halves && floats ? 0 : 1;
}
