// Hovers on what does the work: a copy, a matrix product, a launch, shared memory, `dim3`, types that a template gets.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Analysis } from '../../../core/src/analysis';
import { activeInstance, hover } from '../../../core/src/ide/index';
import { analyzeFiles, FOLDER } from '../../support/engine';
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
  clear(rC);
  fill(rA, 2);
  axpby(1.0f, rC, 0.0f, thr.partition_C(make_tensor(make_gmem_ptr(in), Shape<_64, _64>{})));
  mma.call(rC(_, 0, 0), rA(_, 0, 0), rB(_, 0, 0), rC(_, 0, 0));
  uint32_t a = 0;
  using Op = SM75_U32x4_LDSM_N;
  Op::copy(*reinterpret_cast<uint128_t*>(memory), a, a, a, a);
  float d = 0;
  SM80_16x8x8_F32F16F16F32_TN::fma(d, d, d, d, a, a, a, d, d, d, d);
  int lanes = threadIdx.x;
  if (lanes < 32) copy(mine.partition_S(gA), mine.partition_D(sA));
}
__global__ void groups() {
  cp_async_fence();
  cp_async_wait<0>();
  cp_async_wait(Int<2>{});
  warpgroup_arrive();
  warpgroup_wait<1>();
}
int main() {
  groups<<<1, 128>>>();
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

  test('of an atom that is called by hand what one instruction does', () => {
    expect(at('call(rC')).toBe(
      '**call** registers × registers → registers, `SM80_16x8x16_F32F16F16F32_TN`, 1 instruction\n\n4,096 operations by a warp',
    );
    expect(at('fma(d')).toContain(
      '**fma** `SM80_16x8x8_F32F16F16F32_TN`, MMA operation: 16 × 8 × 8, half\\_t × half\\_t → float, by a warp',
    );
    expect(at('copy(*')).toContain('`SM75_U32x4_LDSM_N`, copy operation: 16 bytes a thread and instruction, by a warp');
  });

  test('of an operation the same, and which elements the first threads hold', () => {
    expect(at('SM80_16x8x8_F32F16F16F32_TN::')).toMatch(/MMA operation: .*\n\n(.*\n)+\| C \(M,N\) \|.* 4 of 16 × 8/);
    expect(at('Op = SM75')).toContain('copy operation');
  });

  test('of clear, fill and axpby how many elements where', () => {
    expect(at('clear(rC')).toBe(
      '**clear** registers, sets 32 elements of float to 0: 128 bytes a thread, 16 KiB by 128 threads',
    );
    expect(at('fill(rA')).toContain('sets 64 elements of half\\_t to 2');
    expect(at('axpby(1')).toContain(
      'registers → global memory, y = a·x + b·y, 32 elements of half\\_t: 64 bytes a thread',
    );
  });

  test('of axpby whether it reads what it writes to', () => {
    expect(at('axpby(1')).toContain('element by element, what it writes to is not read, as b is 0');
  });

  test('of calls that close groups and wait for them what goes on', () => {
    expect(at('cp_async_fence')).toContain('closes a group: the asynchronous copies of this thread since the last one');
    expect(at('cp_async_wait<0>')).toContain('waits for all groups of asynchronous copies of this thread');
    expect(at('cp_async_wait(Int')).toContain('waits for all groups but the last 2 of asynchronous copies');
    expect(at('warpgroup_arrive')).toContain('orders what this warpgroup did with registers before its next MMAs');
    expect(at('warpgroup_wait<1>')).toContain('waits for all groups but the last of MMAs of this warpgroup');
  });

  test('nothing of how many threads copy under a condition', () => {
    expect(at('copy(mine')).toMatch(/: 64 bytes a thread(?!,)/);
  });

  test('of a launch its grid, its block and its shared memory, at the kernel too', () => {
    const launch = 'grid 4 × 6 = 24 blocks of 128 threads, 8,192 bytes of shared memory (of 166,912 on sm\\_80)';
    expect(at('kernel<half_t><<<')).toContain(`**kernel** ${launch}`);
    expect(at('kernel(T const')).toContain(launch);
  });

  test('of a kernel which of its accesses are checked, and where they are not followed', async () => {
    expect(at('kernel(T const')).toContain('every access of 128 threads in 5 blocks is checked');
    const gap = text.replace('int lanes', 'asm_wait(memory);\n  int lanes');
    const shown = hoverText(await analyzeFiles([{ name: 'x.cu', text: gap }], { arch: 800 }), gap, 'kernel(T const');
    expect(shown).toContain('every access of 128 threads in 5 blocks is checked, but for what is not followed:');
    expect(shown).toMatch(/`asm_wait` is not followed, line \d+/);
  });

  test('of a kernel that nothing launches that its accesses are not checked', async () => {
    const own = '__global__ void kernel(float* out) { out[threadIdx.x] = 1.f; }\n';
    // An editor follows the threads of a text in which there are launches.
    for (const accesses of [true, false]) {
      const shown = hoverText(
        await analyzeFiles([{ name: 'x.cu', text: own }], { arch: 800, accesses }),
        own,
        'kernel(float',
      );
      expect(shown).toContain('the accesses of its threads are not checked: nothing launches it');
    }
  });

  test('of a kernel why its accesses are not checked, and what the architecture leaves out of it', async () => {
    const shownOf = async (from: string, to: string): Promise<string> => {
      const other = text.replace(from, to);
      return hoverText(await analyzeFiles([{ name: 'x.cu', text: other }], { arch: 800 }), other, 'kernel(T const');
    };
    const firstOnly = await shownOf('blocks(4', 'blocks(rows');
    expect(firstOnly).toContain('every access of 128 threads in 1 block is checked, but for what is not followed:');
    expect(firstOnly).toContain('how many blocks are launched is not known');
    expect(await shownOf('<<<blocks, 128>>>', '<<<blocks, rows>>>')).toContain(
      'the accesses of its threads are not checked: how many threads a block has is not known',
    );
    const older = '#if __CUDA_ARCH__ >= 900\n  memory[1] = 1;\n#endif\n  int lanes';
    expect(await shownOf('int lanes', older)).toMatch(/some code of `kernel` is left out for sm\\_80, line \d+/);
    expect(await shownOf('int lanes', older.replace('900', '800'))).not.toContain('left out');
  });

  test('of shared memory its bytes, of a dim3 its product, of a type parameter the type', () => {
    expect(at('memory[')).toContain('8 KiB');
    expect(at('blocks(4')).toBe('**blocks** `dim3` 4 × 6 = 24');
    expect(at('T>')).toBe('**T** template argument: type `half_t`, 2 bytes');
  });
});

// A program whose own functions have the names of CuTe's, as CUTLASS's tutorials do, and a TMA copy.
const other = `#include <cute/tensor.hpp>
void gemm(char trans, int m, float const* data) {}
template <class Tma>
__global__ void kernel(Tma const tma, cute::half_t* out) {
  using namespace cute;
  extern __shared__ half_t memory[];
  Tensor sA = make_tensor(make_smem_ptr(memory), tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64>{}));
  Tensor gA = tma.get_tma_tensor(make_shape(256, 128));
  auto [tAgA, tAsA] = tma_partition(tma, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(sA),
                                    group_modes<0, 2>(local_tile(gA, Shape<_128, _64>{}, make_coord(0, _))));
  uint64_t barrier[2];
  copy(tma.with(barrier[blockIdx.y]), tAgA(_, 0), tAsA);
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{});
  auto thr = mma.get_slice(threadIdx.x);
  Tensor rA = thr.partition_fragment_A(make_tensor(out, Shape<_64, _64>{}));
  Tensor rB = thr.partition_fragment_B(make_tensor(out, Shape<_64, _64>{}));
  Tensor rC = partition_fragment_C(mma, Shape<_64, _64>{});
  gemm(mma, rA, rB, rC);
}
int main() {
  using namespace cute;
  half_t* data = nullptr;
  auto mA = make_tensor(make_gmem_ptr(data), make_shape(256, 128), make_stride(128, _1{}));
  auto layout = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64>{});
  auto tma = make_tma_atom(SM90_TMA_LOAD{}, mA, layout, Shape<_128, _64>{});
  auto wide = make_tma_copy(SM90_TMA_LOAD_MULTICAST{}, mA, layout, Shape<_128, _64>{}, _2{});
  kernel<<<1, 128>>>(tma, data);
}
`;

describe('in a program with a gemm of its own', () => {
  let others: Analysis;
  beforeAll(async () => {
    others = await analyzeFiles([{ name: 'x.cu', text: other }], { arch: 900 });
  });
  const said = (place: string): string => hoverText(others, other, place);

  test("CuTe's is told by its instructions", () => {
    expect(said('gemm(mma')).toContain('`SM80_16x8x16_F32F16F16F32_TN`, 4 × 8 × 4 = 128 instructions');
  });

  test('a TMA copy is told by its box, its swizzle and whether CTAs share it', () => {
    expect(said('copy(tma')).toContain(
      'boxes of 64 × 128 half\\_t (16 KiB) · 128-byte swizzle · no multicast · from (256,128):(128,\\_1)',
    );
    expect(said('tma = ')).toContain(
      'TMA copy: boxes of 64 × 128 half\\_t (16 KiB), 128-byte swizzle, no multicast, from (256,128):(128,\\_1), by',
    );
  });

  test('a TMA copy that is not known is not counted by threads', () => {
    const lost = other.replace('tma.with(barrier[blockIdx.y])', 'elsewhere(tma)');
    return analyzeFiles([{ name: 'x.cu', text: lost }], { arch: 900 }).then((analysis) =>
      expect(hoverText(analysis, lost, 'copy(elsewhere')).not.toContain('thread'),
    );
  });

  test('of a box that is multicast nobody says how much a CTA loads', () => {
    expect(said('wide = ')).toContain('2 CTAs, tile 128 × 64');
    expect(said('wide = ')).toContain('multicast: the CTAs that receive a box load a part of it each');
  });
});

test('a call is drawn by its tiled operation', () => {
  const found = hover({
    analysis,
    file: `${FOLDER}/x.cu`,
    offset: text.indexOf('copy(tiled, mine'),
    active: activeInstance(analysis, undefined),
    textOf: () => text,
  });
  const [, offered] = found?.blocks ?? [];
  const place = offered?.is === 'actions' ? offered.actions[0]?.at : undefined;
  expect(text.slice(place?.start, place?.end)).toBe('tiled');
});
