// Tensor cores of sm_100 as a user meets them: accumulators in tensor memory, operands by descriptor, copies out of it.
// Printed values are those of CuTe (CUTLASS 4.7.0).
import { describe, expect, it } from 'vitest';
import { dyn, int } from '../../../core/src/algebra/index';
import { printValue } from '../../../core/src/values/print';
import type { Value } from '../../../core/src/values/value';
import { call, member, method, refusal, tensorIn, text, type, typeOf, v } from './support';

const example = (value: Value): Value => (value as unknown as { of: Value }).of;
const mmaOf = (name: string, m: number, n: number): Value =>
  call('make_tiled_mma', [
    example(typeOf(name, [type('half_t'), type('half_t'), type('float'), int(m), int(n), int(0), int(0)])),
  ]);

describe('an MMA of one SM', () => {
  const mma = mmaOf('SM100_MMA_F16BF16_SS', 128, 256);

  it('keeps its accumulator in tensor memory: a row a lane', () => {
    expect(printValue(call('partition_fragment_C', [mma, v('(_128,_256)')]))).toBe(
      'tmem_[32b](0x0000.0000) o ((_128,_256),_1,_1):((_65536,_1),_0,_0)',
    );
  });

  it('reads shared memory in the canonical layout, through descriptors', () => {
    const atom = example(typeOf('Layout_K_SW128_Atom', [type('half_t')]));
    const sA = call('tile_to_mma_shape', [atom, call('partition_shape_A', [mma, v('(_128,_64)')])]);
    expect(text(sA)).toBe('Sw<3,4,3> o smem_ptr[16b](unset) o ((_128,_16),_1,_4):((_64,_1),_0,_16)');
    const tensor = call('make_tensor', [(tensorIn('smem', 'half_t', '_1:_0') as unknown as { data: Value }).data, sA]);
    expect(printValue(method(mma, 'make_fragment_A', [tensor]))).toBe(
      'UMMA::DescriptorIterator o (_1,_1,_4):(_0,_0,_2)',
    );
  });

  it('is copied out by four warps, a lane a thread', () => {
    const acc = call('partition_fragment_C', [mma, v('(_128,_256)')]);
    const copy = call('make_tmem_copy', [example(typeOf('SM100_TMEM_LOAD_32dp32b1x')), acc]);
    expect(text(member(copy, 'TiledNumThr'))).toBe('_128');
    const gC = method(method(mma, 'get_slice', [dyn(0)]), 'partition_C', [
      tensorIn('gmem', 'float', '(_128,_256):(_256,_1)'),
    ]);
    expect(text(method(method(copy, 'get_slice', [dyn(5)]), 'partition_D', [gC]))).toBe(
      '((_1,_1),_256,_1,_1):((_0,_0),_1,_0,_0)',
    );
    const registers = tensorIn('rmem', 'float', '((_128,_256),_1,_1):((_1,_128),_0,_0)');
    expect(refusal(() => call('make_tmem_copy', [example(typeOf('SM100_TMEM_LOAD_32dp32b1x')), registers]))).toBe(
      'type',
    );
  });
});

describe('an MMA of two SMs', () => {
  const mma = mmaOf('SM100_MMA_F16BF16_2x1SM_SS', 256, 256);

  it('splits A and B between them', () => {
    expect(text(method(mma, 'get_thr_layout_vmnk'))).toBe('(_2,_1,_1,_1):(_1,_0,_0,_0)');
    expect(text(call('partition_shape_A', [mma, v('(_256,_64)')]))).toBe('((_128,_16),_1,_4)');
    expect(text(call('partition_shape_B', [mma, v('(_256,_64)')]))).toBe('((_128,_16),_1,_4)');
  });

  it('gives each SM half of the rows of C', () => {
    expect(text(call('partition_fragment_C', [mma, v('(_256,_256)')]))).toBe('((_128,_256),_1,_1):((_65536,_1),_0,_0)');
  });
});

it('refuses an accumulator that does not fit into tensor memory, and rows that no MMA has', () => {
  expect(refusal(() => call('partition_fragment_C', [mmaOf('SM100_MMA_F16BF16_SS', 128, 256), v('(_512,_512)')]))).toBe(
    'range',
  );
  expect(refusal(() => call('partition_fragment_C', [mmaOf('SM100_MMA_F16BF16_SS', 32, 64), v('(_32,_64)')]))).toBe(
    'range',
  );
});
