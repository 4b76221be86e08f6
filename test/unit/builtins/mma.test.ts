// Tiled MMAs as a user meets them: what one thread holds of A, B and C, in registers and in memory.
// Printed values are those of CuTe (CUTLASS 4.7.0).
import { describe, expect, it } from 'vitest';
import { dyn, int } from '../../../core/src/algebra/index';
import { printValue } from '../../../core/src/values/print';
import type { Tensor, Value } from '../../../core/src/values/value';
import { call, counting, member, method, refusal, tensorIn, text, type, typeOf, v } from './support';

const op = (name: string, targs: readonly Value[] = []): Value => (typeOf(name, targs) as unknown as { of: Value }).of;
const fma = op('UniversalFMA', [type('float')]);
const sm80 = op('SM80_16x8x16_F32F16F16F32_TN');

describe('partition_C', () => {
  it('follows the permutation of the tiled MMA', () => {
    const perm = v('(_16,_4):(_4,_1)');
    const mma = call('make_tiled_mma', [fma, v('(_16,_16,_1):(_16,_1,_0)'), [perm, perm]]);
    const thr = method(mma, 'get_slice', [dyn(0)]);
    expect(text(method(thr, 'partition_C', [counting('(_128,_128):(_128,_1)')]))).toBe(
      '(_1,(_4,_2),(_4,_2)):(_0,(_128,_8192),(_1,_64))',
    );
  });

  it('rounds up where the tensor is ragged', () => {
    const mma = call('make_tiled_mma', [fma, v('(_8,_4,_1):(_1,_8,_32)')]);
    expect(text(method(method(mma, 'get_slice', [dyn(14)]), 'partition_C', [counting('(65,12):(_12,_1)')]))).toBe(
      '(_1,9,3):(_0,_96,_4)',
    );
  });
});

describe('a tensor-core MMA', () => {
  const mma = call('make_tiled_mma', [sm80, v('(_2,_2):(_1,_2)'), v('(_32,_32,_16)')]);

  it('has threads by (V,M,N,K) and a tile', () => {
    expect(text(method(mma, 'get_thr_layout_vmnk'))).toBe('(_32,_2,_2,_1):(_1,_32,_64,_0)');
    expect(text(call('tile_shape', [mma]))).toBe('(_32,_32,_16)');
    expect(text(call('tile_size', [mma], [int(1)]))).toBe('_32');
  });

  it('maps threads and values to coordinates', () => {
    expect(text(method(mma, 'get_layoutA_TV'))).toBe(
      '((_4,_8,_2,_2),((_2,_2,_2),(_1,_1))):((_64,_1,_16,_0),((_32,_8,_256),(_0,_0)))',
    );
    expect(text(method(mma, 'get_layoutB_TV'))).toBe(
      '((_4,_8,_2,_2),((_2,_2),(_2,_1))):((_64,_1,_0,_8),((_32,_256),(_16,_0)))',
    );
  });

  it('makes compact register fragments', () => {
    const thr = method(mma, 'get_slice', [dyn(7)]);
    const sA = tensorIn('smem', 'half_t', '(_128,_64):(_1,_128)');
    expect(text(method(thr, 'partition_fragment_A', [sA]))).toBe('((_2,_2,_2),_4,_4):((_1,_2,_4),_8,_32)');
    const rC = call('partition_fragment_C', [mma, v('(_128,_128)')]) as Tensor;
    expect(text(rC)).toBe('((_2,_2),_4,_8):((_1,_2),_4,_16)');
    expect(rC.data.element).toMatchObject({ type: 'float' });
  });

  it('names its types and layouts', () => {
    expect(text(member(mma, 'AtomShape_MNK'))).toBe('(_16,_8,_16)');
    expect(printValue(member(mma, 'ValTypeA'))).toBe('half_t');
    expect(text(member(mma, 'LayoutC_TV'))).toBe('((_4,_8),(_2,_2)):((_32,_1),(_16,_8))');
  });

  it('refuses what is not an operand', () => {
    const thr = method(mma, 'get_slice', [dyn(0)]);
    expect(refusal(() => method(thr, 'partition_A', [counting('_128:_1')]))).toBe('rank');
    expect(refusal(() => method(mma, 'make_fragment_A', [counting('(_128,_64):(_1,_128)')]))).toBe('rank');
    expect(refusal(() => method(mma, 'make_fragment_C', [counting('(_2,_4,_8):(_1,_2,_8)')]))).toBe('congruence');
    expect(refusal(() => call('make_tiled_mma', [op('UniversalCopy', [type('float')])]))).toBe('type');
    expect(refusal(() => call('make_tiled_mma', [sm80, v('(_2,_2):(_1,_2)'), [dyn(32)]]))).toBe('static');
  });
});

describe('a warpgroup MMA', () => {
  it('reads shared memory through descriptors of 16 bytes', () => {
    const mn = int(1);
    const mma = call('make_tiled_mma', [op('SM90_64x64x16_F16F16F16_SS', [mn, mn])]);
    const plain = tensorIn('smem', 'half_t', '((_64,_2),(_8,_8),(_1,_3)):((_1,_512),(_64,_1024),(_0,_8192))') as Tensor;
    const sA: Value = {
      ...plain,
      data: { ...plain.data, swizzle: { is: 'swizzle' as const, bits: 3, base: 4, shift: 3 } },
    };
    const fragment = method(method(mma, 'get_slice', [dyn(0)]), 'partition_fragment_A', [sA]);
    expect(printValue(fragment)).toBe('GMMA::DescriptorIterator o (_1,_2,_4,(_1,_3)):(_0,_64,_256,(_0,_1024))');
    const registers = tensorIn('gmem', 'half_t', '(_128,_64):(_1,_128)');
    expect(refusal(() => method(method(mma, 'get_slice', [dyn(0)]), 'partition_fragment_A', [registers]))).toBe('type');
    expect(() => method(method(mma, 'get_slice', [dyn(0)]), 'partition_fragment_A', [plain])).toThrow(
      'Not a canonical GMMA_MN Layout: Expected stride failure.',
    );
  });

  it('is chosen by types and tile', () => {
    const tile = { is: 'type', of: v('(_128,_192,_64)') } as unknown as Value;
    const chosen = call('ss_op_selector', [], [type('half_t'), type('half_t'), type('float'), tile]);
    expect(printValue(chosen)).toContain('SM90_64x192x16_F32F16F16_SS');
    expect(text(call('tile_shape', [call('make_tiled_mma', [chosen])]))).toBe('(_64,_192,_16)');
    const bad = { is: 'type', of: v('(_96,_192,_64)') } as unknown as Value;
    expect(refusal(() => call('ss_op_selector', [], [type('half_t'), type('half_t'), type('float'), bad]))).toBe(
      'divisibility',
    );
  });
});

describe('print', () => {
  it("writes a slice of a tiled MMA in CuTe's lines", () => {
    const mma = call('make_tiled_mma', [fma, v('(_16,_16,_1):(_1,_16,_0)')]);
    expect(printValue(method(mma, 'get_slice', [dyn(17)]))).toBe(
      `ThrMMA
  Thr VMNK: (_0,1,1,_0)
TiledMMA
  ThrLayoutVMNK:  (_1,_16,_16,_1):(_0,_1,_16,_0)
  PermutationMNK: (_,_,_)
MMA_Atom
  ThrID:      _1:_0
  Shape_MNK:  (_1,_1,_1)
  LayoutA_TV: (_1,_1):(_0,_0)
  LayoutB_TV: (_1,_1):(_0,_0)
  LayoutC_TV: (_1,_1):(_0,_0)
`,
    );
  });
});
