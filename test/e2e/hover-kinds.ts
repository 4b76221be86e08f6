// One hover of each kind in one program: where it is, and what its first pixels must hold, from top to bottom.
// Knows what hovers say, not how an editor shows them.

export interface HoverKind {
  readonly name: string;
  /** Text of the line, and the word on it that the mouse rests on. */
  readonly line: string;
  readonly word: string;
  /** What the hover says once it is known. */
  readonly expected: string;
  /** Texts that must stand in the part that needs no scrolling, in this order. */
  readonly holds: readonly string[];
  readonly file?: string;
  /** The number of the line, counted from 1. */
  readonly at: number;
}

/** An example of the tile model. */
export const rustFile = 'tiles.rs';

export const hoverProgram = `#include <cute/tensor.hpp>
using namespace cute;

template <class T, class Tma>
__global__ void kernel(T const* in, T* out, int rows, Tma const tma)
{
  extern __shared__ T memory[];
  constexpr int kTile = 64;
  auto K_PIPE = Int<3>{};
  Tensor gA = make_tensor(make_gmem_ptr(in), make_shape(512, Int<kTile>{}), LayoutRight{}); // (M,K)
  Tensor sA = make_tensor(make_smem_ptr(memory), tile_to_shape(GMMA::Layout_K_SW128_Atom<T>{}, Shape<_128, _64, _3>{})); // (BLK_M,BLK_K,PIPE)
  auto tiled = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, T>{},
                               Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto slice = tiled.get_slice(threadIdx.x);
  Tensor tile = local_tile(gA, Shape<_128, _64>{}, make_coord(blockIdx.x, 0));
  Tensor tAgA = slice.partition_S(tile); // (CPY,CPY_M,CPY_K)
  Tensor tAsA = slice.partition_D(sA(_, _, 0)); // (CPY,CPY_M,CPY_K)
  copy(tiled, tAgA, tAsA);
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2>>{}, Tile<_32, _32, _16>{});
  auto thr = mma.get_slice(threadIdx.x);
  Tensor tCrA = thr.partition_fragment_A(sA(_, _, 0)); // (MMA,MMA_M,MMA_K)
  Tensor tCrB = thr.partition_fragment_B(sA(_, _, 0)); // (MMA,MMA_N,MMA_K)
  Tensor tCrC = partition_fragment_C(mma, Shape<_128, _128>{}); // (MMA,MMA_M,MMA_N)
  clear(tCrC);
  gemm(mma, tCrA, tCrB, tCrC);
  thr.call(tCrA(_, 0, 0), tCrB(_, 0, 0), tCrC(_, 0, 0));
  MMA_Atom<SM80_16x8x8_F32F16F16F32_TN> atom;
  cp_async_wait<1>();
  axpby(1.0f, tCrC, 0.5f, tCrC);
  for (int k = 0; k < K_PIPE; ++k) {
    int next = k + 1;
  }
  Tensor coordinates = tma.get_tma_tensor(make_shape(512, 64)); // (M,K)
  copy(tma, coordinates, sA(_, _, 0));
  auto swizzle = Swizzle<3, 4, 3>{};
}

template <int kHeadDim>
__device__ void head()
{
  auto tall = make_layout(Int<kHeadDim>{});
}

int main()
{
  half_t *in = nullptr, *out = nullptr;
  int rows = 100;
  dim3 blocks(4, 6);
  auto smem = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64>{});
  auto tma = make_tma_atom(SM90_TMA_LOAD{}, make_tensor(make_gmem_ptr(in), make_shape(512, 64), LayoutRight{}), smem, Shape<_128, _64>{});
  auto nested = Layout<Shape<Shape<_2, _4>, Shape<_2, _4>>, Stride<Stride<_1, _16>, Stride<_2, _4>>>{};
  kernel<half_t><<<blocks, 128, 48 * 1024>>>(in, out, rows, tma);
}
`;

const lines = hoverProgram.split('\n');
const kind = (name: string, line: string, word: string, holds: readonly string[]): HoverKind => ({
  name,
  line,
  word,
  expected: holds.reduce((longest, text) => (text.length > longest.length ? text : longest)),
  holds,
  at: lines.findIndex((one) => one.includes(line)) + 1,
});

export const hovers: readonly HoverKind[] = [
  kind('layout', 'auto nested', 'nested', ['((_2,_4),(_2,_4))', 'nested', 'Visualize', '(_2,_4)']),
  kind('global tensor', 'Tensor gA', 'gA', ['gmem_ptr[16b] o', 'gA', 'Visualize', 'M']),
  kind('swizzled tensor', 'Tensor sA', 'sA', [
    'Sw<3,4,3>_smem_ptr',
    '128-byte swizzle',
    'Visualize',
    'BLK_M',
    'BLK_K',
    'PIPE',
  ]),
  kind('partition', 'Tensor tAgA', 'tAgA', ['gmem_ptr[16b] o', "this thread's part", 'Visualize', 'CPY_M', 'CPY_K']),
  kind('fragment', 'Tensor tCrA', 'tCrA', ['ptr[16b] o', 'registers', 'Visualize', 'MMA_M', 'MMA_K']),
  kind('tiled mma', 'auto mma', 'mma', [
    'tiled MMA',
    'Visualize',
    'Details',
    'thread 0 holds',
    '(M,K)',
    '(N,K)',
    '(M,N)',
  ]),
  kind('tiled copy', 'auto tiled', 'tiled', ['tiled copy', 'Visualize', 'Details', 'thread 0 holds', 'both sides']),
  kind('thread of an mma', 'auto thr', 'thr', ['one thread of a', 'Visualize', 'Details', '(M,N)']),
  kind('tma', 'auto tma =', 'tma', ['TMA copy', 'boxes of', '128-byte swizzle', 'Visualize Boxes', 'Details']),
  kind('tma coordinates', 'Tensor coordinates', 'coordinates', ['ArithTuple', 'coordinates', 'Visualize', 'K']),
  kind('copy', 'copy(tiled', 'copy', ['global memory → shared memory', '16 bytes at once', 'Visualize', 'sectors']),
  kind('tma copy', 'copy(tma', 'copy', [
    'global memory → shared memory',
    'issued by one thread',
    'Visualize',
    'boxes of',
  ]),
  kind('gemm', 'gemm(mma', 'gemm', ['SM80_16x8x16', 'instructions', 'Visualize', 'operations']),
  kind('call of an atom', 'thr.call(', 'call', ['1 instruction', 'Visualize', '4,096 operations by a warp']),
  kind('operation', 'MMA_Atom<SM80', 'SM80', ['MMA operation', '16 × 8 × 8', 'by a warp', 'thread 0 holds', '(M,N)']),
  kind('atom', '> atom;', 'atom;', ['MMA atom', 'by a warp', 'Visualize', 'Details']),
  kind('clear', 'clear(tCrC', 'clear', ['registers, sets 128 elements', 'Visualize']),
  kind('axpby', 'axpby(1.0f', 'axpby', ['registers → registers', 'Visualize', 'is read too']),
  kind('wait', 'cp_async_wait<1>', 'cp_async_wait', ['waits for all groups but the last of']),
  kind('launch', 'kernel<half_t><<<', 'kernel', ['grid 4 × 6', '128 threads', 'shared memory', 'Verify on GPU']),
  kind('shared memory', 'T memory', 'memory', ['shared memory', '48 KiB']),
  kind('dim3', 'dim3 blocks', 'blocks', ['dim3', '4 × 6 = 24']),
  kind('template argument', 'class T, class', 'T,', ['template argument', 'half_t', '2 bytes']),
  kind('static integer', 'auto K_PIPE', 'K_PIPE', ['_3', 'static integer']),
  kind('constant', 'constexpr int kTile', 'kTile', ['64', 'compile-time constant']),
  kind('loop', 'int k = 0', 'k =', ['0', 'first of 3 iterations']),
  kind('swizzle', 'auto swizzle', 'swizzle', ['Sw<3,4,3>', 'swizzle', 'Visualize']),
  kind('unknown', 'auto tall', 'tall', ['not known', 'kHeadDim']),
  { name: 'tile', line: 'let z = api::zeros', word: 'z', expected: 'tile', holds: ['tile'], file: rustFile, at: 40 },
];
