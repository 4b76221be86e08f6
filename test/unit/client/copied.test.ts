// A printed value as code in two languages.
import { expect, test } from 'vitest';
import { codeOf } from '../../../client/src/copied';

test.each([
  ['(_8,4):(_1,8)', 'make_layout(make_shape(Int<8>{}, 4), make_stride(Int<1>{}, 8))'],
  ['_8:_1', 'make_layout(Int<8>{}, Int<1>{})'],
  [
    '((_2,_2),_8):((_1,_2),_4)',
    'make_layout(make_shape(make_shape(Int<2>{}, Int<2>{}), Int<8>{}), make_stride(make_stride(Int<1>{}, Int<2>{}), Int<4>{}))',
  ],
  ['gmem_ptr[32b] o (_8,4):(_1,8)', 'make_layout(make_shape(Int<8>{}, 4), make_stride(Int<1>{}, 8))'],
  ['Sw<3,4,3> o _0 o _64:_1', 'composition(Swizzle<3,4,3>{}, make_layout(Int<64>{}, Int<1>{}))'],
  ['(_4,_2):(_1@0,_1@1)', 'make_layout(make_shape(Int<4>{}, Int<2>{}), make_stride(E<0>{}, E<1>{}))'],
  ['(_4,3)', 'make_tuple(Int<4>{}, 3)'],
  ['32', '32'],
])('%s in C++', (printed, code) => expect(codeOf(printed, 'cpp')).toBe(code));

test.each([
  ['(_8,4):(_1,8)', 'cute.make_layout((8, 4), stride=(1, 8))'],
  ['(_8):(_1)', 'cute.make_layout((8,), stride=(1,))'],
  [
    'Sw<3,4,3> o _0 o _64:_1',
    'cute.make_composed_layout(cute.make_swizzle(3, 4, 3), 0, cute.make_layout(64, stride=1))',
  ],
])('%s in Python', (printed, code) => expect(codeOf(printed, 'python')).toBe(code));

test.each([
  'TiledMMA ThrLayoutVMNK: (_32)',
  'K (not known)',
  '(_8,ceil_div(M,128)):(_1,_8)',
  '(_8,(_2',
  '(_4,_2):(_2@0,_1@1)',
  '?',
])('no code is made up for %s', (printed) => expect(codeOf(printed, 'cpp')).toBeUndefined());
