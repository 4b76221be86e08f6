// Checks on programs with many unknown values: they report nothing, and never stop the analysis.
import { expect, test } from 'vitest';
import { analyzeFiles } from '../../support/engine';

test.each([
  [
    'shared memory of an element type that nobody gives',
    'template <class T> __global__ void kernel() { __shared__ T memory[64]; auto t = make_tensor(make_smem_ptr(memory), Layout<_128>{}); }',
  ],
  [
    'a TMA copy of such a tensor',
    'template <class T> void host(T* data) { auto t = make_tensor(make_gmem_ptr(data), make_layout(make_shape(4, 4), make_stride(3, _1{}))); auto tma = make_tma_copy(SM90_TMA_LOAD{}, t, Layout<Shape<_4, _4>>{}); }',
  ],
  [
    'a tile of unknown size',
    '__global__ void kernel(float* p, int n) { auto t = make_tensor(make_gmem_ptr(p), make_shape(n, n)); auto mine = local_partition(t, make_layout(make_shape(n)), threadIdx.x); copy(mine, mine); }\nint main() { kernel<<<1, 32>>>(nullptr, rand()); }',
  ],
  [
    'a kernel that a header may have given leave to use more memory',
    '#include "helpers.hpp"\n__global__ void kernel() { extern __shared__ char memory[]; }\nint main() { allow(kernel, 65536); kernel<<<1, 32, 65536>>>(); }',
  ],
])('%s', async (_, program) => {
  const { diagnostics, bugs } = await analyzeFiles([
    { name: 'unknown.cu', text: `#include <cute/tensor.hpp>\nusing namespace cute;\n${program}\n` },
  ]);
  expect(diagnostics).toEqual([]);
  expect(bugs).toEqual([]);
});
