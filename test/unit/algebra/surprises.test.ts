// Cases in which CuTe behaves unexpectedly. Every text here was printed by CuTe 4.7 (CUTLASS 7107b0553).
import { describe, expect, it } from 'vitest';
import {
  AlgebraError,
  apply,
  coalesce,
  complement,
  composition,
  crd2idx,
  downcast,
  dyn,
  get_flat_coord,
  idx2crd,
  int,
  left_inverse,
  logical_divide,
  make_composed_layout,
  make_fragment_like,
  make_identity_layout,
  make_layout,
  make_layout_like,
  make_layout_swizzle,
  make_ordered_layout,
  make_swizzle,
  max_common_vector,
  offset_of,
  print,
  raked_product,
  replace,
  right_inverse,
  slice_and_offset,
  tile_to_shape,
  underscore,
  upcast,
  with_shape,
  zipped_divide,
  type AnyLayout,
  type IntTuple,
  type Layout,
} from '../../../core/src/algebra/index';

const s = (...n: readonly number[]): IntTuple => n.map((x) => int(x));
const d = (...n: readonly number[]): IntTuple => n.map((x) => dyn(x));
const L = (shape: IntTuple, stride?: IntTuple): Layout => make_layout(shape, stride);
const rowMajor = (m: number, n: number): Layout => make_layout(s(m, n), 'LayoutRight');
const _ = underscore;

describe('layouts', () => {
  it('static modes of size 1 get stride 0, dynamic ones do not', () => {
    expect(print(L([int(1), int(4)]))).toBe('(_1,_4):(_0,_1)');
    expect(print(L(d(1, 4)))).toBe('(1,4):(_1,1)');
  });

  it('ties in an order overlap', () => {
    expect(print(make_ordered_layout(s(2, 3, 4), s(1, 1, 0)))).toBe('(_2,_3,_4):(_4,_4,_1)');
  });

  it('dynamic entries of an order come after all static ones', () => {
    expect(print(make_ordered_layout(d(2, 3, 4, 5), [int(2), dyn(67), dyn(42), int(50)]))).toBe(
      '(2,3,4,5):(_1,10,30,2)',
    );
  });

  it('a layout like another keeps its static zeros; a fragment starts with mode 0', () => {
    expect(print(make_layout_like(L(d(2, 3, 4, 5), [int(0), dyn(42), int(1), int(0)])))).toBe('(2,3,4,5):(_0,4,_1,_0)');
    expect(print(make_fragment_like(L(s(2, 4, 8), s(8, 16, 1))))).toBe('(_2,_4,_8):(_1,_16,_2)');
  });

  it('coordinates are not checked against the shape', () => {
    expect(print(crd2idx(d(7, 9), L(s(4, 4))))).toBe('43');
    expect(print(idx2crd(dyn(37), s(4, 4)))).toBe('(1,9)');
    expect(print(idx2crd(dyn(37), s(4, 4), s(1, 4)))).toBe('(1,1)');
    expect(print(get_flat_coord(rowMajor(4, 8), dyn(13)))).toBe('(1,5)');
  });

  it('a static 0 of the coordinate or the stride keeps the offset static', () => {
    expect(print(crd2idx([int(1), dyn(3)], s(4, 4), s(1, 0)))).toBe('_1');
  });

  it('one kept mode is a rank-1 tuple', () => {
    expect(print(apply(L(s(8, 4)), [_, dyn(2)]))).toBe('(_8):(_1)');
    expect(print(apply(make_identity_layout(d(32, 4)), [_, dyn(1)]))).toBe('(32):(_1@0)');
  });

  it('replacing the mode after the last one appends', () => {
    expect(print(replace<IntTuple>(d(1, 2, 3), int(4), 3))).toBe('(1,2,3,_4)');
  });
});

describe('coalesce, composition, complement', () => {
  it('coalesce merges only what the types prove', () => {
    expect(print(coalesce(L([int(2), dyn(4)], s(1, 2))))).toBe('(_2,4):(_1,_2)');
    expect(print(coalesce(L(s(2, 1, 4), s(1, 9, 2))))).toBe('_8:_1');
    expect(print(coalesce(L([dyn(4), int(2)], s(0, 0))))).toBe('8:_0');
  });

  it('a tile that does not divide is not always refused', () => {
    expect(print(logical_divide(L(s(3, 4), s(4, 1)), int(2)))).toBe('(_2,(_2,_4)):(_4,(_8,_1))');
    expect(print(logical_divide(L(int(100), int(1)), int(32)))).toBe('(_32,_4):(_1,_32)');
    expect(print(logical_divide(L(dyn(100), int(1)), int(32)))).toBe('(_32,4):(_1,_32)');
    expect(print(logical_divide(L(int(10), int(3)), int(4)))).toBe('(_4,_3):(_3,_12)');
  });

  it('oversize tiles are accepted', () => {
    expect(print(zipped_divide(L(s(8, 8)), [int(16), int(8)]))).toBe('((_16,_8),(_1,_1)):((_1,_8),(_0,_0))');
  });

  it('composition is unbounded in the last mode, and keeps dynamic modes of size 1', () => {
    expect(print(composition(L(s(4, 2), s(2, 1)), L(int(16), int(1))))).toBe('(_4,_4):(_2,_1)');
    expect(print(with_shape(L(d(4, 8)), d(2, 16)))).toBe('((2,1),(2,8)):((_1,4),(2,4))');
  });

  it('complement rounds up and merges dynamic targets', () => {
    expect(print(complement(L(int(4), int(2)), dyn(100)))).toBe('(_2,13):(_1,_8)');
    expect(print(complement(L(int(4)), [int(4), dyn(8), int(2)]))).toBe('16:_4');
  });

  it('inverses skip or pad', () => {
    expect(print(right_inverse(L([int(4), dyn(8)], [int(1), dyn(4)])))).toBe('_4:_1');
    expect(print(left_inverse(L(s(4, 8), s(2, 16))))).toBe('(_2,_8,_8):(_0,_1,_4)');
  });

  it('run-time shapes have no common vector', () => {
    expect(print(max_common_vector(L(d(4, 8)), L(d(4, 8))))).toBe('_1');
    expect(print(max_common_vector(L([int(4), dyn(8)]), L([int(4), dyn(8)])))).toBe('_4');
  });

  it('raked_product puts the tiler first', () => {
    expect(print(raked_product(L(s(2, 5), s(5, 1)), L(s(3, 4), s(1, 3))))).toBe(
      '((_3,_2),(_4,_5)):((_10,_5),(_30,_1))',
    );
  });

  it('tile_to_shape follows the order', () => {
    expect(print(tile_to_shape(L(s(8, 8)), s(16, 32), 'LayoutRight'))).toBe('((_8,_2),(_8,_4)):((_1,_256),(_8,_64))');
  });

  it('upcast rounds up and never gives stride 0; downcast needs a static 1', () => {
    expect(print(upcast(L(int(6)), 4))).toBe('_2:_1');
    expect(print(upcast(L(s(8, 4), s(4, 1)), 4))).toBe('(_8,_1):(_1,_1)');
    expect(() => downcast(L(s(4, 8), s(2, 8)), 1)).toThrow(AlgebraError);
  });
});

describe('swizzles', () => {
  const swizzled = composition(make_swizzle(3, 3, 3), rowMajor(8, 64)) as AnyLayout;

  it('a slice decays to a plain layout whose strides depend on the coordinate', () => {
    expect(print(apply(swizzled, [dyn(3), _]))).toBe('((_8,_2,_2,_2)):((_1,-8,-16,32))');
    expect(print(apply(swizzled, [_, int(8)]))).toBe('((_2,_4)):((_56,_144))');
    expect(print(apply(swizzled, [_, dyn(8)]))).toBe('((_2,_2,_2)):((56,144,288))');
    expect(print(slice_and_offset([dyn(3), _], swizzled))).toBe('(((_8,_2,_2,_2)):((_1,-8,-16,32)),216)');
  });

  it('of a thread that is not known, the strides are readable choices', () => {
    const thread: IntTuple = { is: 'dynamic', n: undefined, name: 't', bits: 32, from: undefined };
    expect(print(apply(swizzled, [thread, _]))).toBe(
      '((_8,_2,_2,_2)):((_1,((t&1)==0?8:-8),((t&2)==0?16:-16),((t&4)==0?32:-32)))',
    );
  });

  it('where both kinds of bits remain, the offset keeps them apart', () => {
    const other = composition(make_swizzle(3, 0, 3), L([int(4), s(2, 8)], [int(16), s(8, 1)])) as AnyLayout;
    expect(print(apply(other, [_, [dyn(1), _]]))).toBe('Sw<3,0,3> o M_0|(8&8)=8 o (_4,_8):(_16,_1)');
    expect(print(apply(other, [_, [int(1), _]]))).toBe('Sw<3,0,3> o _8 o (_4,_8):(_16,_1)');
  });

  it('a trivial swizzle vanishes, but not behind a cast', () => {
    expect(print(composition(make_swizzle(0, 4, 3), L(s(8, 8))))).toBe('(_8,_8):(_1,_8)');
    const lost = upcast(composition(make_swizzle(1, 1, 1), rowMajor(8, 64)) as AnyLayout, 8);
    expect(print(lost)).toBe('Sw<0,0,1> o _0 o (_8,_8):(_8,_1)');
    expect(print(composition(lost, L(int(4))))).toBe('Sw<0,0,1> o _0 o _4:_8');
  });

  it('composed on the right, a swizzle moves to the left', () => {
    expect(print(composition(rowMajor(8, 64), make_swizzle(3, 3, 3)))).toBe('Sw<3,0,3> o _0 o (_8,_64):(_64,_1)');
    expect(print(right_inverse(composition(make_swizzle(2, 1, 3), rowMajor(8, 8)) as AnyLayout))).toBe(
      'Sw<2,1,-3> o _0 o (_8,_8):(_8,_1)',
    );
    expect(print(right_inverse(make_composed_layout(make_swizzle(2, 1, 3), int(4), rowMajor(8, 8))))).toBe(
      '(_8,_8):(_8,_1) o _-4 o Sw<2,1,3>',
    );
  });

  it('casts lose bits', () => {
    expect(print(upcast(make_swizzle(3, 2, 3), 8))).toBe('Sw<2,0,3>');
  });

  it('an unset smem pointer stays through slices and casts', () => {
    const atom = make_composed_layout(make_swizzle(3, 4, 3), { is: 'smem-ptr-flag', bits: 16 }, rowMajor(8, 64));
    expect(print(apply(atom, [_, int(0)]))).toBe('Sw<3,4,3> o smem_ptr[16b](unset) o (_8):(_64)');
    expect(print(apply(atom, [_, int(8)]))).toBe('Sw<3,4,3> o _8 o (_8):(_64)');
    expect(print(upcast(atom, 2))).toBe('Sw<3,4,3> o smem_ptr[32b](unset) o (_8,_32):(_32,_1)');
  });

  it('a swizzle is a layout over the smallest domain that shows it, and XORs', () => {
    expect(print(make_layout_swizzle(make_swizzle(2, 1, 3)))).toBe('Sw<2,1,3> o _0 o _6:_1');
    expect(print(offset_of(make_swizzle(1, 1, 2), int(1263)))).toBe('_1261');
  });
});
