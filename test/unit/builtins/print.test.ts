// What is printed for each kind of value, beside the layouts that the algebra's tests cover.
import { describe, expect, it } from 'vitest';
import { dyn, int } from '../../../core/src/algebra/index';
import { factText, kindOf, printValue } from '../../../core/src/values/print';
import { integerOfBits, scalarExample, sizeofBits } from '../../../core/src/values/scalars';
import type { Value } from '../../../core/src/values/value';
import { call, counting, pointer, tensorIn, type, v } from './support';

describe('printValue', () => {
  it('writes pointers with the memory they point to and the width of their elements', () => {
    expect(printValue(pointer('gmem', 'float'))).toBe('gmem_ptr[32b](A)');
    expect(printValue(pointer('smem', 'half_t'))).toBe('smem_ptr[16b](A)');
    expect(printValue(pointer('generic', 'double'))).toBe('ptr[64b](A)');
    expect(printValue(pointer('gmem', 'int4_t'))).toBe('gmem_ptr[4b](A)');
    expect(printValue({ ...pointer('gmem', 'int4_t'), packed: true as const })).toBe('gmem_subptr[4b](A)');
    expect(printValue(call('make_tmem_ptr', [dyn(0x10003)], [type('half_t')]))).toBe('tmem_[16b](0x0001.0003)');
  });

  it('writes tensors with pointer and layout, facts with the layout alone', () => {
    const tensor = tensorIn('gmem', 'float', '(8,_4):(_1,8)');
    expect(printValue(tensor)).toBe('gmem_ptr[32b](A) o (8,_4):(_1,8)');
    expect(factText(tensor)).toBe('(8,_4):(_1,8)');
    expect(printValue(counting('_4:_1'))).toBe('counting_iter(0) o _4:_1');
    expect(printValue(call('make_identity_tensor', [int(8)]))).toBe('ArithTuple_0 o _8:_1');
  });

  it('writes tuples of anything, and floats with six digits', () => {
    const float = { is: 'scalar', type: 'float', bits: 32, n: 1.5 } as const;
    expect(printValue([int(2), dyn(3), v('_4:_1'), { is: 'underscore' }])).toBe('(_2,3,_4:_1,_)');
    expect(printValue(float)).toBe('1.500000');
  });
});

it('kindOf names the kinds of the command line', () => {
  const kinds = (
    [v('_4:_1'), int(4), v('(_1,_2)'), counting('_4:_1'), v('Sw<3,3,3> o _0 o (_8,_64):(_64,_1)')] as Value[]
  ).map(kindOf);
  expect(kinds).toEqual(['layout', 'int', 'tuple', 'tensor', 'layout']);
});

describe('scalar types', () => {
  it('have the widths of CUTLASS', () => {
    const bits = (name: string): number => sizeofBits(scalarExample(name) as Value);
    expect(
      [
        'float',
        'half_t',
        'bfloat16_t',
        'tfloat32_t',
        'float_e4m3_t',
        'float_e2m1_t',
        'int4_t',
        'uint128_t',
        'size_t',
        'unsigned char',
        'bool',
      ].map(bits),
    ).toEqual([32, 16, 16, 32, 8, 4, 4, 128, 64, 8, 1]);
    expect(sizeofBits(integerOfBits(256))).toBe(256);
  });

  it('keep narrow integers apart and merge synonyms', () => {
    expect(scalarExample('signed char')).toEqual(scalarExample('int8_t'));
    expect(scalarExample('int8_t')).not.toEqual(scalarExample('uint8_t'));
    expect(scalarExample('no_such_type')).toBeUndefined();
  });

  it('count bytes of layouts and tuples as sizeof does', () => {
    expect(
      sizeofBits({ is: 'layout', shape: [dyn(4), int(4)], stride: [int(1), { ...dyn(4), bits: 64 as const }] }),
    ).toBe(128);
    expect(sizeofBits(v('(_1,_2)'))).toBe(8);
    expect(sizeofBits([dyn(1), { ...dyn(4), bits: 64 }, dyn(1)] as Value)).toBe(192);
  });
});
