// What CuTe refuses to compile is an AlgebraError with a stable code and both operands in the message.
import { describe, expect, it } from 'vitest';
import {
  add,
  AlgebraError,
  append,
  apply,
  basis,
  ceil_div,
  coalesce,
  compact_col_major,
  complement,
  composition,
  crd2idx,
  cosize,
  domain_distribute,
  downcast,
  dyn,
  get,
  idx2crd,
  inner_product,
  int,
  left_inverse,
  logical_divide,
  make_composed_layout,
  make_layout,
  make_layout_of,
  make_ordered_layout,
  make_swizzle,
  make_swizzle_masks,
  parse,
  print,
  round_up,
  select,
  slice,
  stride,
  symbol,
  sub,
  take,
  tile_to_shape,
  underscore,
  unflatten,
  upcast,
  values,
  zip,
  zipped_divide,
  type AnyLayout,
  type IntTuple,
  type Layout,
  type Tiler,
} from '../../../core/src/algebra/index';

const L = (text: string): Layout => parse(text) as Layout;
const T = (text: string): IntTuple => parse(text) as IntTuple;
const _ = underscore;
const swizzled = composition(make_swizzle(2, 1, 3), L('(_8,_8):(_1,_8)')) as AnyLayout;

const cases: readonly (readonly [code: string, mention: string, run: () => unknown])[] = [
  ['divisibility', '_6:_1', () => composition(L('(_4,_3):(_3,_1)'), L('_6:_1'))],
  ['divisibility', 'stride _6', () => composition(L('(_4,_8):(_8,_1)'), L('_2:_6'))],
  ['divisibility', 'of (_3,_4)', () => zipped_divide(L('((_3,_4),_8):((_4,_1),_12)'), T('(_4,_4)') as Tiler)],
  ['rank', '(1,2,3)', () => crd2idx(T('(1,2,3)'), L('(_4,_8):(_1,_4)'))],
  ['rank', '(_1,_4,_16)', () => crd2idx(dyn(3), T('(_4,_4)'), T('(_1,_4,_16)'))],
  ['rank', '(3,4)', () => idx2crd(T('(3,4)'), T('(_4,_4,_2)'))],
  ['congruence', 'deeper', () => idx2crd(T('(3,4)'), int(16))],
  ['rank', '(_,1,_)', () => slice([_, dyn(1), _], L('(_4,_8):(_1,_4)'))],
  ['rank', 'inner_product', () => inner_product(T('(1,2)'), T('(1,2,3)'))],
  ['rank', '(2,2,2)', () => ceil_div(T('(4,8)'), T('(2,2,2)'))],
  ['rank', 'round_up', () => round_up(T('(4,8)'), T('(2,2,2)'))],
  ['rank', '(_1,_2,_3)', () => make_ordered_layout(T('(_4,_8)'), T('(_1,_2,_3)'))],
  ['rank', '(3,4,5)', () => zip<IntTuple>([T('(1,2)'), T('(3,4,5)')] as unknown as IntTuple)],
  ['rank', '(1,4,32)', () => compact_col_major(T('(4,8)'), T('(1,4,32)'))],
  ['rank', '3 modes', () => logical_divide(L('(_4,_8):(_1,_4)'), T('(_2,_2,_2)') as Tiler)],
  ['rank', 'profile', () => coalesce(L('(_4,_8):(_1,_4)'), T('(_1,_1,_1)'))],
  ['rank', 'not split', () => zipped_divide(L('(_4,_8):(_1,_4)'), [_, int(2)])],
  ['non-injective', '(_4,_4):(_1,_2)', () => complement(L('(_4,_4):(_1,_2)'), int(32))],
  ['static', 'strides must be static', () => complement(L('(4,8):(1,4)'), dyn(64))],
  ['divisibility', '_12', () => left_inverse(L('(_4,_8):(_5,_12)'))],
  ['static', 'strides must be static', () => left_inverse(L('(2,8):(_8,16)'))],
  ['divisibility', '(_8,_12)', () => tile_to_shape(L('(_4,_8):(_1,_4)'), T('(_8,_12)'))],
  ['rank', '(_8,_16)', () => tile_to_shape(L('(_4,_8,_2):(_1,_4,_32)'), T('(_8,_16)'))],
  ['divisibility', 'upcast<4>', () => upcast(L('(_4,_8):(_6,_1)'), 4)],
  ['static', 'downcast<2>', () => downcast(L('(_4,_8):(_2,_8)'), 2)],
  ['range', 'Swizzle<3,3,2>', () => make_swizzle(3, 3, 2)],
  ['range', 'Swizzle<2,-1,3>', () => make_swizzle(2, -1, 3)],
  ['range', 'upcast<3>', () => upcast(make_swizzle(2, 3, 3), 3)],
  ['range', 'Y = 12', () => make_swizzle_masks(int(12), int(257))],
  ['type', 'run-time offset', () => upcast(make_composed_layout(make_swizzle(2, 1, 3), dyn(16), L('_8:_1')), 2)],
  [
    'static',
    'must be a static 0',
    () => composition(L('(_8,_8):(_1,_8)'), make_composed_layout(make_swizzle(2, 1, 3), int(8), L('(_8,_8):(_1,_8)'))),
  ],
  ['static', '1:8', () => apply(composition(make_swizzle(2, 1, 3), L('(8,8):(_1,8)')) as AnyLayout, [_, dyn(3)])],
  [
    'divisibility',
    'power of two',
    () =>
      apply(composition(make_swizzle(0, 1, 3), L('(_8,_3):(_1,_8)')) as AnyLayout, [_, dyn(1)]) &&
      apply(composition(make_swizzle(2, 0, 3), L('(_8,_3):(_1,_8)')) as AnyLayout, [_, dyn(1)]),
  ],
  ['deleted', 'stride is deleted', () => stride(swizzled)],
  ['range', 'empty', () => take(L('(_2,_3,_4):(_1,_2,_6)'), 2, 2)],
  ['range', 'mode 2', () => get(L('(_2,_3):(_1,_2)'), 2)],
  ['range', 'not a tuple', () => get(L('(_2,_3):(_1,_2)'), 0, 1)],
  ['rank', 'append<2>', () => append<IntTuple>(T('(1,2,3)'), int(1), 2)],
  ['range', 'too few', () => unflatten<IntTuple>(T('(1,2,3)'), T('((1,1),(1,1))'))],
  ['static', '_1 + _1@0', () => add(int(1), basis(int(1), [0]))],
  ['static', '_3 - (1,2)', () => sub(int(3), T('(1,2)'))],
  ['type', 'Sw<2,1,3>', () => make_layout_of([L('_4:_1'), swizzled])],
  ['type', 'select', () => select(swizzled as Layout, 0)],
  ['type', 'Sw<2,1,3>', () => cosize({ ...(swizzled as object), b: make_swizzle(2, 1, 3) } as AnyLayout)],
  ['static', 'must be a static integer', () => domain_distribute(T('(_4,_8)'), dyn(4))],
  ['type', 'make_layout', () => make_layout(L('_4:_1') as unknown as IntTuple)],
  ['symbolic', 'M', () => values(make_layout(symbol('M')))],
];

describe('refused operands', () => {
  it.each(cases)('%s: %s', (code, mention, run) => {
    let error: unknown;
    try {
      expect.fail(`accepted, giving ${print(run())}`);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(AlgebraError);
    expect((error as AlgebraError).message).toContain(mention);
    expect((error as AlgebraError).code).toBe(code);
  });
});
