// The words of hovers in a program: what a value is, which iteration and which conditions it is shown under, and the
// names of numbers that nothing fixes.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Analysis } from '../../../core/src/analysis';
import { analyzeFiles } from '../../support/engine';
import { hoverText } from '../../support/hover-text';

const text = `#include <cute/tensor.hpp>
using namespace cute;
struct Block {
  __device__ Block(int const* lengths, int most) : rows(lengths == nullptr ? most : lengths[0]) {}
  int const rows;
};
template <int kBlock>
__device__ void body(int const* lengths, int most, bool causal, float* data) {
  constexpr int kTwice = 2 * kBlock;
  auto three = Int<3>{};
  Block block(lengths, most);
  Tensor whole = make_tensor(make_gmem_ptr(data), make_shape(block.rows, Int<kBlock>{}));
  __shared__ half_t memory[64 * 64];
  Tensor smem = make_tensor(make_smem_ptr(memory), tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_64, _64>{}));
  for (int i = 0; i < 4; ++i) {
    int next = i + 1;
    use(next);
  }
  auto inner = make_layout(make_shape(causal ? 4 : most, _8{}));
  auto deep = make_layout(make_shape(causal ? lengths[most + 1] - lengths[most] : lengths ? most : 0, _8{}));
}
template <int kBlock>
__global__ void kernel(int const* lengths, int most, bool causal, float* data) {
  if (causal) {
    body<kBlock>(lengths, most, causal, data);
  }
}
template __global__ void kernel<64>(int const*, int, bool, float*);
template <int N> struct Sizes { static constexpr int kRows = N; };
template <class L> constexpr int half = size(L{}) / 2;
void constants() {
  int rows = Sizes<8>::kRows;
  int middle = half<Layout<_8>>;
  int modes = rank_v<Layout<_8>>;
}
`;

let analysis: Analysis;
beforeAll(async () => {
  analysis = await analyzeFiles([{ name: 'x.cu', text }], { arch: 900 });
});

/** The hover at the first `place`, as Markdown. */
const at = (place: string): string => hoverText(analysis, text, place);

describe('a hover calls', () => {
  test('a static integer by its type, a constant and a template argument as such', () => {
    expect(at('three = ')).toContain('**three** static integer `Int<3>`');
    expect(at('kTwice = ')).toContain('**kTwice** compile-time constant');
  });

  test('a constant so where it is used, and one of the library no run-time integer', () => {
    expect(at('kRows;')).toContain('**kRows** compile-time constant');
    expect(at('half<Layout')).toContain('**half** compile-time constant');
    expect(at('rank_v<')).toContain('**rank\\_v** integer');
    expect(at('rows = Sizes')).toContain('**rows** run-time integer');
  });

  test('the swizzle of a pointer by its width, beside the bytes', () => {
    expect(at('smem = ')).toMatch(/^```cute-layout\nSw<3,4,3>_smem_ptr\[16b\] o /);
    expect(at('smem = ')).toContain('**smem** shared memory, `half_t`, 64 × 64 (8 KiB), 128-byte swizzle');
  });

  test('the iteration of a loop that is shown', () => {
    expect(at('i = 0')).toContain('first of 4 iterations');
  });
});

describe('what is not known', () => {
  test('has the name of the variable that it initialises', () => {
    expect(at('whole = ')).toContain('gmem_ptr[32b] o (rows');
    expect(at('whole = ')).toContain('under 2 conditions that are not known: `causal`, `lengths == nullptr`');
  });

  test('or of what a condition chooses', () => {
    expect(at('inner = ')).toContain('(either[4|most],_8)');
    expect(at('deep = ')).toContain('(either[lengths[most+1]-lengths[most]|most|0],_8)');
  });

  test('a condition is quoted once, and not where the value follows from types', () => {
    expect(at('next = ')).toContain('under a condition that is not known: `causal`');
    expect(at('three = ')).not.toContain('condition');
    expect(at('smem = ')).not.toContain('condition');
  });
});
