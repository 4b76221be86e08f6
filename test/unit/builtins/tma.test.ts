// TMA copies as a user meets them: the coordinate tensor that stands for global memory, and what one instruction moves.
// Printed values are those of CuTe (CUTLASS 4.7.0).
import { describe, expect, it } from 'vitest';
import { dyn, int, symbol, underscore } from '../../../core/src/algebra/index';
import { printValue } from '../../../core/src/values/print';
import type { Value } from '../../../core/src/values/value';
import { call, method, refusal, tensorIn, text, type, typeOf, v } from './support';

const example = (value: Value): Value => (value as unknown as { of: Value }).of;
const load = example(typeOf('SM90_TMA_LOAD'));
const kMajor = v('Sw<3,4,3> o _0 o ((_8,_16),(_64,_1)):((_64,_512),(_1,_0))');

describe('get_tma_tensor', () => {
  it('numbers the modes by how contiguous they are, not by their place', () => {
    const rows = call('make_tma_atom', [
      load,
      tensorIn('gmem', 'half_t', '(512,256):(256,_1)'),
      kMajor,
      v('(_128,_64)'),
    ]);
    expect(printValue(method(rows, 'get_tma_tensor', [v('(512,256)')]))).toBe(
      'ArithTuple(_0,_0) o (512,256):(_1@1,_1@0)',
    );
  });

  it('leaves out modes that have one element', () => {
    const one = call('make_tma_copy', [
      example(typeOf('SM90_TMA_STORE')),
      tensorIn('gmem', 'float', '(_1,256):(256,_1)'),
      v('(_1,_64):(_1,_1)'),
    ]);
    expect(text(method(one, 'get_tma_tensor', [v('(_1,256)')]))).toBe('(_1,256):(_0,_1@0)');
  });

  it('is for TMA operations only', () => {
    const plain = example(typeOf('Copy_Atom', [typeOf('UniversalCopy', [type('float')]), type('float')]));
    expect(refusal(() => method(plain, 'get_tma_tensor', [v('(512,256)')]))).toBe('type');
  });
});

it('make_tma_copy prints the box as the values of one atom', () => {
  const copy = call('make_tma_copy', [load, tensorIn('gmem', 'float', '(1024,256):(256,_1)'), v('(_64,_32):(_32,_1)')]);
  expect(printValue(copy)).toBe(
    `TiledCopy
  Tiler_MN:       (_64,_32)
  TiledLayout_TV: (_1,(((_32,_64),_1))):(_0,(((_64,_1),_0)))
Copy_Atom
  ThrID:        _1:_0
  ValLayoutSrc: (_1,_2048):(_0,_1)
  ValLayoutDst: (_1,_2048):(_0,_1)
  ValLayoutRef: (_1,_2048):(_0,_1)
  ValueType:    32b
`,
  );
});

it('tma_partition gives the global tensors first, their mode 0 as (TMA, iterations)', () => {
  const stages = v('((_8,_16),(_64,_1),(_1,_3)):((_64,_512),(_1,_0),(_0,_8192))');
  const atom = call('make_tma_atom', [load, tensorIn('gmem', 'half_t', '(512,256):(256,_1)'), kMajor, v('(_128,_64)')]);
  const mA = method(atom, 'get_tma_tensor', [v('(512,256)')]);
  const gA = call('local_tile', [mA, v('(_128,_64)'), [dyn(1), underscore]]);
  const grouped = (tensor: Value): Value => call('group_modes', [tensor], [int(0), int(2)]);
  const sA = call('make_tensor', [(tensorIn('smem', 'half_t', '_1:_0') as unknown as { data: Value }).data, stages]);
  const [tAgA, tAsA] = call('tma_partition', [atom, int(0), v('_1:_0'), grouped(sA), grouped(gA)]) as readonly [
    Value,
    Value,
  ];
  expect(printValue(tAgA)).toBe('ArithTuple(_0,128) o (((_64,_128),_1),4):(((_1@0,_1@1),_0),_64@0)');
  expect(text(tAsA)).toBe('((_8192,_1),(_1,_3)):((_1,_0),(_0,_8192))');
});

it('refuses a tile and a shared-memory layout of different sizes', () => {
  expect(
    refusal(() =>
      call('make_tma_atom', [load, tensorIn('gmem', 'half_t', '(512,256):(256,_1)'), kMajor, v('(_64,_64)')]),
    ),
  ).toBe('congruence');
});

describe('a copy of image patches', () => {
  const patches = example(typeOf('SM90_TMA_LOAD_IM2COL'));
  const activations = tensorIn('gmem', 'half_t', '((32,16,4),128):((128,4096,65536),_1)');
  const [one, corner, none] = ['(1,1)', '(-1,-1)', '(0,0)'].map(v) as [Value, Value, Value];
  const filter = [corner, corner, one, one, one, none];
  const made = (...rest: readonly Value[]): Value =>
    call('make_im2col_tma_copy', [patches, activations, kMajor, v('(_128,_64)'), ...rest]);

  it('has coordinates of pixels by taps, whatever shape it is asked for', () => {
    const expected =
      '((32,16,4),(128,3,3)):((1@0@1,1@1@1,_1@2),(_1@0,1@0@3,1@1@3)) o (_0,(_0,_0,_0)) o (2048,(128,3,3)):(_1@0,(_1@0@1,_1@1@1,_1@2@1))';
    for (const asked of [int(0), v('(2048,(128,3,3))')])
      expect(text(method(made(...filter, one), 'get_tma_tensor', [asked]))).toBe(expected);
  });

  it('keeps what is not known as a name', () => {
    const layout = {
      is: 'layout',
      shape: [[symbol('w'), dyn(16), dyn(4)], dyn(128)],
      stride: v('((128,4096,65536),_1)'),
    };
    const wide = { ...(activations as object), layout } as unknown as Value;
    const unknown = call('make_im2col_tma_copy', [patches, wide, kMajor, ...filter, one]);
    expect(text(method(unknown, 'get_tma_tensor', [int(0)]))).toMatch(/^\(\(w,16,4\),\(128,3,3\)\)/);
    const dilated = method(made(...filter, [symbol('d'), symbol('d')]), 'get_tma_tensor', [int(0)]);
    expect(text(dilated)).toContain('d@0@3,d@1@3');
    expect(text(dilated)).not.toContain('(128,3,3)');
  });

  it.each<[string, () => Value, string]>([
    ['an operation for tiles', () => call('make_im2col_tma_copy', [load, activations, kMajor]), 'type'],
    [
      'another tile than shared memory has',
      () => call('make_im2col_tma_copy', [patches, activations, kMajor, v('(_64,_64)')]),
      'congruence',
    ],
    [
      'shared memory that steps over pixels',
      () => call('make_im2col_tma_copy', [patches, activations, v('((_2,_64),_64):((_64,_1),_128)')]),
      'static',
    ],
    ['CTAs that do not share the tile evenly', () => made(int(3)), 'divisibility'],
    ['a convolution of other rank', () => made(...filter, v('(1,1,1)')), 'rank'],
    ['part of a convolution', () => made(int(1), one, one), 'type'],
    [
      'activations without spatial modes',
      () => call('make_im2col_tma_copy', [patches, tensorIn('gmem', 'half_t', '((4),128):((128),_1)'), kMajor]),
      'rank',
    ],
  ])('is refused for %s', (_, make, code) => {
    expect(refusal(make)).toBe(code);
  });
});
