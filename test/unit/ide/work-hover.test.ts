// Hovers on what does the work: a copy, a matrix product, a launch, shared memory, `dim3`, types that a template gets.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Analysis } from '../../../core/src/analysis';
import { analyzeFiles } from '../../support/engine';
import { hoverText } from '../../support/hover-text';

const text = `#include <cute/tensor.hpp>
using namespace cute;
template <class T>
__global__ void kernel(T const* in) {
  __shared__ alignas(128) T memory[64 * 64];
  Tensor gA = make_tensor(make_gmem_ptr(in), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  Tensor sA = make_tensor(make_smem_ptr(memory), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  auto tiled = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, T>{},
                               Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto mine = tiled.get_slice(threadIdx.x);
  copy(tiled, mine.partition_S(gA), mine.partition_D(sA));
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2>>{});
  auto thr = mma.get_slice(threadIdx.x);
  Tensor rA = thr.partition_fragment_A(sA);
  Tensor rB = thr.partition_fragment_B(sA);
  Tensor rC = partition_fragment_C(mma, Shape<_64, _64>{});
  gemm(mma, rA, rB, rC);
}
int main() {
  dim3 blocks(4, 6);
  kernel<half_t><<<blocks, 128>>>(nullptr);
}
`;

let analysis: Analysis;
beforeAll(async () => {
  analysis = await analyzeFiles([{ name: 'x.cu', text }], { arch: 800 });
});

/** The hover at the first `place`, as Markdown. */
const at = (place: string): string => hoverText(analysis, text, place);

describe('a hover says', () => {
  test('of a copy its way, instruction, width, number and cost', () => {
    expect(at('copy(tiled, mine')).toBe(
      '**copy** global memory → shared memory, `SM80_CP_ASYNC_CACHEALWAYS<uint128_t>`, 16 bytes at once, 4 instructions a thread: 64 bytes a thread, 8 KiB by 128 threads\n\nevery byte of 16 sectors is used · no bank conflicts',
    );
  });

  test('of a matrix product its instructions', () => {
    expect(at('gemm(mma')).toBe(
      '**gemm** registers × registers → registers, `SM80_16x8x16_F32F16F16F32_TN`, 2 × 4 × 4 = 32 instructions\n\n131,072 operations by a warp',
    );
  });

  test('of a launch its grid, its block and its shared memory, at the kernel too', () => {
    const launch = 'grid 4 × 6 = 24 blocks of 128 threads, 8,192 bytes of shared memory (of 166,912 on sm\\_80)';
    expect(at('kernel<half_t><<<')).toContain(`**kernel** ${launch}`);
    expect(at('kernel(T const')).toContain(launch);
  });

  test('of shared memory its bytes, of a dim3 its product, of a type parameter the type', () => {
    expect(at('memory[')).toContain('8 KiB');
    expect(at('blocks(4')).toBe('**blocks** `dim3` 4 × 6 = 24');
    expect(at('T>')).toBe('**T** template argument: type `half_t`, 2 bytes');
  });
});
