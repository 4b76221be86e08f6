// Compares atoms with the traits that CuTe printed (test/golden/atoms.json, written by `npm run gen-atoms`): every row
// of a table, and a selection of instantiations for families with a rule. Also tests atoms that a program defines, and
// atoms that do not exist.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { nearestOperations } from '../../../core/src/builtins/index';
import type { FrontEnd } from '../../../core/src/frontends/front-end';
import { factText } from '../../../core/src/values/print';
import { analyzeText } from '../../../server/src/lone-expression';
import { cudaFrontEnd } from '../../support/front-end';
import { ROOT } from '../../support/fixture';
import { copyColumns, mmaColumns, ourSpelling } from '../../support/operation';

interface Recorded {
  readonly texts: readonly string[];
  readonly mma: readonly (readonly [op: string, ...columns: number[]])[];
  readonly copy: readonly (readonly [op: string, ...columns: number[]])[];
}

const recorded = JSON.parse(readFileSync(join(ROOT, 'test/golden/atoms.json'), 'utf8')) as Recorded;

function differences(rows: Recorded['mma'], columnsOf: (op: string) => readonly string[]): string[] {
  return rows.flatMap(([op, ...columns]) => {
    const want = columns.map((i) => ourSpelling(recorded.texts[i] ?? '')).join(' | ');
    const have = columnsOf(op).join(' | ');
    return have === want ? [] : [`${op}\n  CuTe ${want}\n  ours ${have}`];
  });
}

const families: readonly (readonly [name: string, ops: RegExp, least: number])[] = [
  ['of sm_61 to sm_90 without wgmma', /^(SM61|SM7|SM8|SM90_16x8x)/, 92],
  ['of UniversalFMA', /^UniversalFMA/, 2],
  ['of wgmma', /^(cute::)?(SM90_64x|SM90::GMMA::MMA_)/, 150],
  ['of sparse wgmma', /SPARSE::GMMA_/, 150],
  ['of tcgen05.mma', /^SM100_MMA_/, 500],
  ['of sm_103', /^SM103::/, 10],
  ['of sm_120', /^SM120/, 15],
];

describe('MMA operations', () => {
  it.each(families)('%s say what CuTe says', (_name, ops, least) => {
    const rows = recorded.mma.filter(([op]) => ops.test(op));
    expect(rows.length).toBeGreaterThanOrEqual(least);
    expect(differences(rows, mmaColumns)).toEqual([]);
  });

  it('are all in one of these families, or simple', () => {
    const others = recorded.mma.filter(([op]) => !families.some(([, ops]) => ops.test(op)));
    expect(others.map(([op]) => op)).toEqual(['SM100_2x1x1_F32F32F32F32', 'SM100_1x2x1_F32F32F32F32']);
    expect(differences(others, mmaColumns)).toEqual([]);
  });
});

describe('copy operations', () => {
  it('say what CuTe says, in bits', () => {
    expect(recorded.copy.length).toBeGreaterThan(250);
    expect(differences(recorded.copy, copyColumns)).toEqual([]);
  });

  it.each([
    'LDSM',
    'STSM',
    'MOVM',
    'CP_ASYNC',
    'ZFILL',
    'BULK_COPY',
    'TMA_LOAD_MULTICAST',
    'IM2COL',
    'REDUCE',
    'TMEM_LOAD',
    'TMEM_STORE',
    'UTCCP',
    'PREFETCH',
    'GATHER4',
  ])('include %s', (part) => {
    expect(recorded.copy.some(([op]) => op.includes(part))).toBe(true);
  });
});

// ---- In a program ------------------------------------------------------------------------------------------------

let reader: FrontEnd;
beforeAll(async () => {
  reader = await cudaFrontEnd();
});

const own = `
struct MyOp {};  struct Derived {};  struct Incomplete {};  struct MyCopy {};
namespace cute {
template <> struct MMA_Traits<MyOp> {
  using ValTypeD = float;  using ValTypeA = half_t;  using ValTypeB = half_t;  using ValTypeC = float;
  using Shape_MNK = Shape<_16,_8,_8>;
  using ThrID = Layout<_32>;
  using ALayout = Layout<Shape<Shape<_4,_8>,Shape<_2,_2>>,Stride<Stride<_32,_1>,Stride<_16,_8>>>;
  using BLayout = Layout<Shape<Shape<_4,_8>,_2>,Stride<Stride<_16,_1>,_8>>;
  using CLayout = ALayout;
};
template <> struct MMA_Traits<Derived> : MMA_Traits<SM80_16x8x16_F32F16F16F32_TN> { using ValTypeA = bfloat16_t; };
template <> struct MMA_Traits<Incomplete> { using ValTypeD = float; };
template <> struct Copy_Traits<MyCopy> {
  using ThrID = Layout<_32>;
  using SrcLayout = Layout<Shape<_32,_64>,Stride<_64,_1>>;
  using DstLayout = SrcLayout;
  using RefLayout = SrcLayout;
};
}
`;

/** The text of the declaration `it` of a program, or why it has none. */
function printed(declaration: string): string {
  const program = `#include <cute/tensor.hpp>\n${own}\nusing namespace cute;\nint main() {\n  ${declaration}\n}\n`;
  const facts = [...analyzeText(program, {}, reader).facts.values()].flat();
  const value = facts.find(({ role, name }) => role === 'declaration' && name === 'it')?.seen[0]?.value;
  if (value === undefined) return 'no fact';
  const of = value.is === 'type' ? value.of : value;
  return of.is === 'unknown' ? `? ${of.cause.message}` : factText(of);
}

describe('atoms of the program', () => {
  const atom = [
    'MMA_Atom',
    '  ThrID:      _32:_1',
    '  Shape_MNK:  (_16,_8,_8)',
    '  LayoutA_TV: ((_4,_8),(_2,_2)):((_32,_1),(_16,_8))',
    '  LayoutB_TV: ((_4,_8),_2):((_16,_1),_8)',
    '  LayoutC_TV: ((_4,_8),(_2,_2)):((_32,_1),(_16,_8))',
  ].join('\n');

  it('are those of their MMA_Traits', () => {
    expect(printed('MMA_Atom<MyOp> it;')).toBe(atom);
    expect(printed('auto it = make_tiled_mma(MyOp{}, Layout<Shape<_2,_2>>{});')).toBe(
      `TiledMMA\n  ThrLayoutVMNK:  (_32,_2,_2,_1):(_1,_32,_64,_0)\n  PermutationMNK: (_,_,_)\n${atom}`,
    );
    expect(printed('auto it = make_tiled_mma(MMA_Atom<MMA_Traits<MyOp>>{}).get_layoutC_TV();')).toBe(
      '((_4,_8),((_2,_2),(_1,_1))):((_32,_1),((_16,_8),(_0,_0)))',
    );
    expect(printed('TiledMMA<MMA_Atom<MyOp>, Layout<Shape<_2,_1,_1>>> it;')).toContain(
      'ThrLayoutVMNK:  (_32,_2,_1,_1):(_1,_32,_0,_0)',
    );
  });

  it('take from a base class what they do not say', () => {
    expect(printed('MMA_Atom<Derived> it;')).toContain('Shape_MNK:  (_16,_8,_16)');
    expect(printed('auto it = sizeof_bits<typename MMA_Atom<Derived>::ValTypeA>::value;')).toBe('16');
    expect(printed('auto it = partition_fragment_C(make_tiled_mma(Derived{}), Shape<_32,_32>{});')).toBe(
      '((_2,_2),_2,_4):((_1,_2),_4,_8)',
    );
  });

  it('leave the library its own traits', () => {
    expect(printed('typename MMA_Traits<SM80_16x8x8_F32F16F16F32_TN>::BLayout it;')).toBe('((_4,_8),_2):((_16,_1),_8)');
    expect(printed('auto it = make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN{});')).toContain(
      'LayoutB_TV: ((_4,_8),_2):((_16,_1),_8)',
    );
  });

  it('say which member is missing', () => {
    expect(printed('auto it = make_tiled_mma(Incomplete{});')).toBe(
      '? MMA_Traits<Incomplete> has no member `ValTypeA`, which CuTe asks for',
    );
  });

  it('are copies too', () => {
    expect(printed('Copy_Atom<MyCopy, half_t> it;')).toContain('ValLayoutSrc: (_32,_4):(_4,_1)');
    expect(
      printed(
        'auto it = make_tiled_copy(Copy_Atom<MyCopy, half_t>{}, Layout<Shape<_32,_2>>{}, Layout<Shape<_4,_1>>{});',
      ),
    ).toContain('TiledLayout_TV: (_64,_4):(_4,_1)');
  });
});

describe('atoms by their full names', () => {
  it.each([
    [
      'SM90::GMMA::SPARSE::GMMA_64x64x32_F32F16F16_SS<GMMA::Major::K, GMMA::Major::MN>',
      'ELayout',
      '((_2,_2,_8,_4),(_16,_2)):((_1024,_0,_1,_16),(_64,_8))',
    ],
    [
      'SM120::BLOCKSCALED::SM120_16x8x64_TN_VS<float_e2m1_t, float_e2m1_t, float, float_ue8m0_t, 32>',
      'SFALayout',
      '((_2,_2,_8),_64):((_8,_0,_1),_16)',
    ],
    [
      'SM103::SM103_MXF4_ULTRA_SS_VS<float_e2m1_t, float_e2m1_t, float, float_ue8m0_t, 128, 256, 32, UMMA::Major::K, UMMA::Major::K>',
      'Shape_MNK',
      '(_128,_256,_96)',
    ],
  ])('%s::%s', (op, member, text) => {
    expect(printed(`typename MMA_Traits<${op}>::${member} it;`)).toBe(text);
  });

  it('name the box of a bulk copy in their traits', () => {
    expect(printed('Copy_Atom<Copy_Traits<SM90_BULK_COPY_G2S, Int<8192>>, float> it;')).toContain(
      'ValLayoutSrc: (_1,_256):(_0,_1)',
    );
    expect(printed('Copy_Atom<SM90_TMA_LOAD, half_t> it;')).toMatch(/^\? SM90_TMA_LOAD moves a box/);
  });

  it('copy into tensor memory', () => {
    const tmem =
      'make_tensor(make_tmem_ptr<uint8_t>(0), Layout<Shape<_128,Shape<_16,_4>>,Stride<Int<262144>,Stride<_1,_16>>>{})';
    expect(printed(`auto it = make_utccp_copy(SM100_UTCCP_128dp128bit_1cta{}, ${tmem});`)).toContain(
      'TiledLayout_TV: (_1,(_128,_16)):(_0,(_1,_128))',
    );
  });
});

describe('fragments that are no registers', () => {
  const umma = 'SM100_MMA_F16BF16_SS<half_t, half_t, float, 128, 64, UMMA::Major::K, UMMA::Major::K>';
  const sA =
    'make_tensor(make_smem_ptr((half_t*)nullptr), tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_64,_64>{}))';

  it('are made from the type that the MMA names', () => {
    expect(
      printed(
        `using M = decltype(make_tiled_mma(${umma}{})); auto it = make_tensor<typename M::FrgTypeC>(Shape<Shape<_128,_64>,_1,_1>{});`,
      ),
    ).toBe('((_128,_64),_1,_1):((_65536,_1),_0,_0)');
    expect(
      printed(
        `using G = decltype(make_tiled_mma(SM90_64x64x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::K>{})); auto it = make_tensor<typename G::FrgTypeA>(G{}.get_slice(0).partition_A(${sA}));`,
      ),
    ).toBe('(_1,_1,_4):(_0,_0,_2)');
  });

  it('of scale factors take the shape that partitioning gives, in the words of CuTe', () => {
    const scaled =
      'SM100_MMA_MXF8F6F4_SS<float_e4m3_t, float_e4m3_t, float, float_ue8m0_t, 128, 128, UMMA::Major::K, UMMA::Major::K>';
    expect(
      printed(
        `using M = decltype(make_tiled_mma(${scaled}{})); auto it = make_tensor<typename M::FrgTypeSFA>(Shape<Shape<_128,_32>,_1,_1>{});`,
      ),
    ).toMatch(/^\? Expected an MMA-SF partitioned tensor /);
  });

  it('are not guessed for im2col', () => {
    const copy =
      'make_tma_copy(SM90_TMA_LOAD_IM2COL{}, make_tensor(make_gmem_ptr((half_t*)nullptr), Layout<Shape<_64,_64>>{}), Layout<Shape<_64,_64>>{})';
    expect(printed(`auto it = ${copy};`)).toMatch(/^\? make_tma_copy with SM90_TMA_LOAD_IM2COL is not modelled/);
  });
});

describe('a shape that no tensor core has', () => {
  const f16 = (op: string, m: number, n: number): string =>
    `SM100_MMA_F16BF16_${op}<half_t, half_t, float, ${m}, ${n}, UMMA::Major::K, UMMA::Major::K>`;
  it.each([
    [f16('SS', 32, 64), '64 or 128 rows, not 32'],
    [f16('SS', 128, 12), 'a multiple of 8 columns'],
    [f16('SS', 128, 264), 'up to 256, not 264'],
    [f16('TS', 128, 24), 'a multiple of 16 columns'],
    [f16('2x1SM_SS', 64, 64), '128 or 256 rows'],
    [f16('2x1SM_TS', 128, 48), 'a multiple of 32 columns'],
    [
      'SM100_MMA_MXF4_SS<float_e2m1_t, float_e2m1_t, float, float_ue8m0_t, 64, 64, 32, UMMA::Major::K, UMMA::Major::K>',
      '128 rows, not 64',
    ],
    [
      'SM100_MMA_F8F6F4_SS<float_e4m3_t, float_e4m3_t, float, 64, 8, UMMA::Major::K, UMMA::Major::MN>',
      'a multiple of 16 columns',
    ],
  ])('%s is refused', (op, why) => {
    expect(printed(`auto it = make_tiled_mma(${op}{});`)).toContain(why);
  });
});

describe('an atom that does not exist', () => {
  it('names the nearest ones', () => {
    expect(printed('auto it = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TM{});')).toBe(
      '? `SM80_16x8x16_F32F16F16F32_TM` is no operation of CuTe that is known here; the nearest are `SM80_16x8x16_F32F16F16F32_TN`, `SM80_16x8x16_F32BF16BF16F32_TN`, `SM80_16x8x8_F32F16F16F32_TN`',
    );
    expect(printed('Copy_Atom<SM75_U32x3_LDSM_N, half_t> it;')).toContain(
      'the nearest are `SM75_U32x2_LDSM_N`, `SM75_U32x4_LDSM_N`, `SM75_U32x1_LDSM_N`',
    );
    expect(
      printed('auto it = make_tiled_mma(SM90_64x65x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::K>{});'),
    ).toContain('the nearest are `SM90_64x64x16_F32F16F16_SS`');
    expect(printed('Copy_Atom<UniversalCpy<float>, float> it;')).toContain('the nearest are `UniversalCopy`');
    expect(printed('auto it = make_tiled_mma(SM100_MMA_F16BF16_SS<half_t, half_t, float>{});')).toContain(
      'M is missing',
    );
  });

  it('only where the name looks like one', () => {
    expect(nearestOperations('my_operation')).toEqual([]);
    expect(nearestOperations('AutoTuner')).toEqual([]);
    expect(nearestOperations('SM80_16x8x16_F32F16F16F32_T')[0]).toBe('SM80_16x8x16_F32F16F16F32_TN');
  });
});
