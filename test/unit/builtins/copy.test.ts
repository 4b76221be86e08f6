// Tiled copies as a user meets them: what one thread moves, and how fragments are regrouped for a copy.
// Printed values are those of CuTe (CUTLASS 4.7.0).
import { describe, expect, it } from 'vitest';
import { dyn, int } from '../../../core/src/algebra/index';
import { printValue } from '../../../core/src/values/print';
import type { Value } from '../../../core/src/values/value';
import { call, counting, member, method, refusal, text, type, typeOf, v } from './support';

const atom = (op: string, element: string, targs: readonly Value[] = []): Value =>
  (typeOf('Copy_Atom', [typeOf(op, targs), type(element)]) as unknown as { of: Value }).of;
const cpAsync = atom('SM80_CP_ASYNC_CACHEALWAYS', 'half_t', [type('uint128_t')]);

describe('make_tiled_copy', () => {
  const copy = call('make_tiled_copy', [cpAsync, v('(_16,_8):(_8,_1)'), v('(_1,_8):(_0,_1)')]);

  it('rakes threads over values', () => {
    expect(text(member(copy, 'Tiler_MN'))).toBe('(_16,_64)');
    expect(text(member(copy, 'TiledLayout_TV'))).toBe('((_8,_16),_8):((_128,_1),_16)');
  });

  it('gives a thread vectors of the atom, then the rest', () => {
    const part = method(method(copy, 'get_slice', [dyn(0)]), 'partition_S', [counting('(_128,_64,4):(256,_1,_64)')]);
    expect(text(part)).toBe('((_8,_1),_8,_1,4):((_1,_0),4096,_0,_64)');
  });

  it('moves one value at a time where the copy vectorizes by itself', () => {
    const plain = call('make_tiled_copy', [atom('DefaultCopy', 'float'), v('(_32,_8):(_1,_32)'), v('(_4,_1):(_1,_4)')]);
    const part = method(method(plain, 'get_slice', [dyn(1)]), 'partition_D', [counting('(_128,_64):(_1,256)')]);
    expect(text(part)).toBe('((_1,_4),_1,_8):((_0,_1),_0,2048)');
  });

  it('refuses fewer values than the atom moves, ranks below the tile, and types the atom cannot move', () => {
    expect(refusal(() => call('make_tiled_copy', [cpAsync, v('(_16,_8):(_8,_1)'), v('(_1,_4):(_0,_1)')]))).toBe(
      'divisibility',
    );
    expect(refusal(() => method(method(copy, 'get_slice', [dyn(0)]), 'partition_S', [counting('_128:_1')]))).toBe(
      'rank',
    );
    expect(refusal(() => atom('UniversalFMA', 'float', [type('float')]))).toBe('type');
  });
});

describe('cp.async', () => {
  it('refuses widths that the instruction does not have, in the words of CuTe', () => {
    expect(() => atom('SM80_CP_ASYNC_CACHEALWAYS', 'half_t', [type('uint16_t')])).toThrow(
      'cp.async sizeof(TS) is not supported: SM80_CP_ASYNC_CACHEALWAYS moves 4, 8 or 16 bytes, not 2',
    );
    expect(() => atom('SM80_CP_ASYNC_CACHEGLOBAL_ZFILL', 'half_t', [type('uint64_t')])).toThrow(
      'moves 16 bytes, not 8',
    );
    expect(() => atom('SM80_CP_ASYNC_CACHEALWAYS', 'half_t', [type('uint64_t'), type('uint32_t')])).toThrow(
      'cp.async requires sizeof(src_value_type) == sizeof(dst_value_type)',
    );
  });
});

describe('copies that follow an MMA', () => {
  const op = (typeOf('SM80_16x8x16_F32F16F16F32_TN') as unknown as { of: Value }).of;
  const mma = call('make_tiled_mma', [op, v('(_2,_2):(_1,_2)'), v('(_32,_32,_16)')]);
  const ldsm = atom('SM75_U32x4_LDSM_N', 'half_t');

  it('print as CuTe prints them', () => {
    expect(printValue(call('make_tiled_copy_A', [ldsm, mma]))).toBe(
      `TiledCopy
  Tiler_MN:       (_32,_16)
  TiledLayout_TV: ((_4,_8,_2,_2),((_2,_2,_2),(_1,_1))):((_64,_1,_16,_0),((_32,_8,_256),(_0,_0)))
Copy_Atom
  ThrID:        _32:_1
  ValLayoutSrc: (_32,_8):(_8,_1)
  ValLayoutDst: (_32,(_2,_4)):(_2,(_1,_64))
  ValLayoutRef: (_32,(_2,_4)):(_2,(_1,_64))
  ValueType:    16b
`,
    );
  });

  it('split a swizzled tensor with the strides of the thread', () => {
    const sA = counting('Sw<3,3,3> o _0 o ((_8,_16),((_8,_8),_1),(_1,_3)):((_8,_512),((_1,_64),_0),(_0,_8192))');
    const s2r = call('make_tiled_copy_A', [ldsm, mma]);
    const part = method(method(s2r, 'get_slice', [dyn(0)]), 'partition_S', [sA]);
    expect(text(part)).toBe('((_8,_1),_4,(_2,_2),(_1,_3)):((_1,_0),_2048,(144,288),(_0,_8192))');
  });

  it('retile the fragment so that mode 0 is what one instruction moves', () => {
    const sA = counting('(_128,_64):(_1,_128)');
    const fragment = method(method(mma, 'get_slice', [dyn(0)]), 'partition_fragment_A', [sA]);
    const s2r = call('make_tiled_copy_A', [ldsm, mma]);
    expect(text(method(method(s2r, 'get_slice', [dyn(0)]), 'retile_D', [fragment]))).toBe(
      '((_8,_1),_4,_4):((_1,_0),_8,_32)',
    );
  });

  it('shrink to the accumulator of one atom', () => {
    const small = call('make_tiled_copy_C_atom', [atom('SM90_U32x4_STSM_N', 'half_t'), mma]);
    expect(text(member(small, 'Tiler_MN'))).toBe('((_8,_2,_2):(_1,_16,_8),(_8,_2,_2):(_2,_1,_16))');
    expect(text(member(small, 'TiledLayout_TV'))).toBe('((_4,_8,_2,_2),(_2,_2,_2)):((_32,_1,_8,_128),(_256,_16,_512))');
  });
});

describe('make_cotiled_copy', () => {
  it('finds the tile that the offsets touch', () => {
    const copy = call('make_cotiled_copy', [
      atom('UniversalCopy', 'half_t', [type('uint64_t')]),
      v('(_8,_4):(_4,_1)'),
      v('(_16,_4):(_1,_16)'),
    ]);
    expect(text(member(copy, 'Tiler_MN'))).toBe('((_4,_4):(_4,_1),_2:_1)');
    expect(text(member(copy, 'TiledLayout_TV'))).toBe('((_4,_2),_4):((_1,_16),_4)');
  });

  it('refuses offsets that the data does not have', () => {
    const wide = atom('UniversalCopy', 'float', [type('uint64_t')]);
    expect(refusal(() => call('make_cotiled_copy', [wide, v('(_4,_2):(_2,_1)'), v('(_4,_2):(_2,_16)')]))).toBe('range');
  });
});

it('knows the size of a copy', () => {
  const copy = call('make_tiled_copy', [cpAsync, v('(_16,_8):(_8,_1)'), v('(_1,_8):(_0,_1)')]);
  expect(text(call('tile_size', [copy], [int(1)]))).toBe('_64');
  expect(text(member(copy, 'TiledNumThr'))).toBe('_128');
});
