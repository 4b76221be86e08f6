// Families of random tiled MMAs and tiled copies: over every atom that is not parametric in its traits, with random
// layouts of atoms, permutations and tensors. Only CuTe decides what is legal, and what the result is.
import { number, size as sizeOf } from '../../core/src/algebra/index';
import { mmaTraits, tabledMmaOps } from '../../core/src/atoms/traits';
import type { Random } from '../support/random';
import { swizzle, type Family, type Weighted } from './family';
import { anyStyle, integer, tuple, type Style } from './grammar';

export const product = (sizes: readonly number[]): number => sizes.reduce((a, b) => a * b, 1);
export const ints = (numbers: readonly number[]): string => numbers.map((n) => `Int<${n}>`).join(', ');

/** A compact static layout: strides follow the modes in some order, now and then with a gap. */
export function compact(rng: Random, sizes: readonly number[]): string {
  if (rng.chance(0.4)) return `Layout<Shape<${ints(sizes)}>>{}`;
  const strides = sizes.map(() => 0);
  let current = 1;
  for (const i of rng.shuffle(sizes.map((_, at) => at))) {
    strides[i] = current;
    current *= (sizes[i] ?? 1) * (rng.chance(0.04) ? 2 : 1);
  }
  return `Layout<Shape<${ints(sizes)}>, Stride<${ints(strides)}>>{}`;
}

/** `n` as a product of `parts` factors, in some order. */
function factors(rng: Random, n: number, parts: number): number[] {
  const out: number[] = [];
  let rest = n;
  for (let i = 1; i < parts; i++) {
    const divisors = Array.from({ length: rest }, (_, at) => at + 1).filter((d) => rest % d === 0);
    const factor = rng.pick(divisors);
    out.push(factor);
    rest /= factor;
  }
  return rng.shuffle([...out, rest]);
}

// ---- Tensors -----------------------------------------------------------------------------------------------------

/** A layout of these extents: either major, static or not, nested, with further modes, or behind a swizzle. */
function operandLayout(rng: Random, extents: readonly number[]): string {
  const style: Style = rng.pick(['static', 'static', 'static', 'mixed', 'dynamic']);
  const more = rng.chance(0.2) ? [rng.pick([1, 2, 3])] : [];
  const split = extents.map((n) => (rng.chance(0.1) ? factors(rng, n, 2) : n));
  const shape = tuple(rng, [...split, ...more], style, 'shape');
  if (rng.chance(0.15))
    return `composition(${swizzle(rng)}, make_layout(${shape}${rng.pick(['', ', LayoutRight{}'])}))`;
  if (more.length === 0 && split === extents && rng.chance(0.3)) {
    const [m = 1, n = 1] = extents;
    const pad = rng.pick([0, 0, 8]);
    const [one, other] = rng.chance(0.5)
      ? ['_1{}', integer(rng, m + pad, style)]
      : [integer(rng, n + pad, style), '_1{}'];
    return `make_layout(${shape}, make_stride(${one}, ${other}))`;
  }
  return `make_layout(${shape}${rng.pick(['', ', LayoutRight{}', ', LayoutLeft{}'])})`;
}

const view = (rng: Random, extents: readonly number[]): string =>
  `make_tensor(counting_iterator<int>(${rng.pick([0, 0, 0, 5])}), ${operandLayout(rng, extents)})`;

const staticView = (rng: Random, extents: readonly number[]): string =>
  `make_tensor(counting_iterator<int>(0), make_layout(Shape<${ints(extents)}>{}${rng.pick(['', ', LayoutRight{}'])}))`;

// ---- Tiled MMAs --------------------------------------------------------------------------------------------------

interface Atom {
  readonly name: string;
  readonly mnk: readonly number[];
  readonly threads: number;
}

/** Operations with template arguments: their names, extents and threads. */
const templated: readonly Atom[] = [
  ...[
    'float',
    'double',
    'half_t',
    'half_t,float,float',
    'float,half_t,half_t',
    'int,int8_t,uint8_t,int',
    'complex<float>',
  ].map((types) => ({ name: `UniversalFMA<${types}>`, mnk: [1, 1, 1], threads: 1 })),
  ...(
    [
      [8, 'MN', 'K'],
      [64, 'K', 'K'],
      [96, 'K', 'MN'],
      [128, 'MN', 'MN'],
    ] as const
  ).flatMap(([n, a, b]) =>
    ['F16F16F16_SS', 'F32F16F16_RS', 'F32BF16BF16_SS'].map((types) => ({
      name: `SM90_64x${n}x16_${types}<GMMA::Major::${types.endsWith('RS') ? 'K' : a}, GMMA::Major::${b}>`,
      mnk: [64, n, 16],
      threads: 128,
    })),
  ),
  { name: 'SM90_64x32x32_S32S8S8_SS_TN', mnk: [64, 32, 32], threads: 128 },
  { name: 'SM90_64x64x32_F32E4M3E5M2_RS_TN<>', mnk: [64, 64, 32], threads: 128 },
  ...[64, 128].flatMap((m) =>
    [64, 256].map((n) => ({
      name: `SM100_MMA_F16BF16_SS<half_t, half_t, float, ${m}, ${n}, UMMA::Major::K, UMMA::Major::MN>`,
      mnk: [m, n, 16],
      threads: 1,
    })),
  ),
  ...[128, 256].map((m) => ({
    name: `SM100_MMA_TF32_2x1SM_SS<tfloat32_t, tfloat32_t, float, ${m}, 128, UMMA::Major::K, UMMA::Major::K>`,
    mnk: [m, 128, 8],
    threads: 2,
  })),
];

const tabled: readonly Atom[] = tabledMmaOps().flatMap((name) => {
  const traits = mmaTraits({ is: 'tag', name, args: [] });
  return traits
    ? [{ name, mnk: [0, 1, 2].map((i) => number(sizeOf(traits.shapeMNK, i))), threads: number(sizeOf(traits.thrId)) }]
    : [];
});

/** Half of the time one of the few that kernels use most. */
const usual = tabled.filter(({ name }) =>
  /^SM(70_8x8x4_F32|75_16x8x8_F32|80_16x8x(16|8)_F32|80_16x8x32_S32S8S8S32_TN$|89_16x8x32_F32E4M3E4M3)/.test(name),
);

function anyAtom(rng: Random): Atom {
  return rng.pick(rng.pick([usual, tabled, templated]));
}

/** One mode of a permutation: nothing, an extent, or a layout of it that shuffles. */
function permutationMode(rng: Random, extent: number): string {
  const tile = extent * rng.pick([1, 1, 2, 4]);
  return rng.pick([
    () => 'Underscore',
    () => `Int<${tile}>`,
    () => `Int<${tile}>`,
    () => compact(rng, factors(rng, tile, rng.int(2, 3))).replace(/\{\}$/, ''),
    () => compact(rng, factors(rng, tile, 3)).replace(/\{\}$/, ''),
    () => (rng.chance(0.15) ? `Int<${rng.pick([3, 8, 16, 24])}>` : 'Underscore'),
  ])();
}

interface Mma {
  readonly setup: string;
  readonly threads: number;
  /** Extents that the tile divides, mostly. */
  readonly mnk: readonly number[];
}

export function anyMma(rng: Random): Mma {
  const { name, mnk, threads } = anyAtom(rng);
  const scalar = Math.max(...mnk) < 8 && threads < 8;
  const counts = [
    rng.pick(scalar ? [4, 8, 16] : [1, 1, 2, 2, 3, 4]),
    rng.pick(scalar ? [2, 8, 16] : [1, 1, 2, 2, 4]),
    rng.pick([1, 1, 1, 1, 2]),
  ];
  const rank = counts[2] === 1 ? rng.pick([2, 3, 3]) : 3;
  const atoms = rng.chance(0.1) ? undefined : counts.slice(0, rank);
  const extents = mnk.map((n, i) => n * (atoms?.[i] ?? 1));
  const permuted = rng.chance(0.55);
  const permutation = extents.slice(0, rng.pick([3, 3, 3, 2])).map((n) => permutationMode(rng, n));
  const parts = [
    `${name}{}`,
    ...(atoms ? [compact(rng, atoms)] : []),
    ...(atoms && permuted ? [`Tile<${permutation.join(', ')}>{}`] : []),
  ];
  return {
    setup: `auto mma = make_tiled_mma(${parts.join(', ')});`,
    threads: threads * product(atoms ?? [1]),
    mnk: extents.map((n) => n * rng.pick([4, 4, 4, 8, 2, 1])),
  };
}

const OPERANDS = [
  ['A', 0, 2],
  ['B', 1, 2],
  ['C', 0, 1],
] as const;

const tiledMma: Family = (rng) => {
  const { setup, threads, mnk } = anyMma(rng);
  const [X, x, y] = rng.pick(OPERANDS);
  const extents = [mnk[x] ?? 1, mnk[y] ?? 1];
  const style = anyStyle(rng);
  const expr = rng.pick([
    () => `mma.get_layout${X}_TV()`,
    () => `mma.get_layout${X}_TV()`,
    () => `thr.partition_${X}(${view(rng, extents)})`,
    () => `thr.partition_${X}(${view(rng, extents)})`,
    () => `thr.partition_${X}(${view(rng, extents)})`,
    () => `thr.partition_${X}(make_identity_tensor(${tuple(rng, extents, style, 'shape')}))`,
    () => `mma.thrfrg_${X}(${operandLayout(rng, extents)})`,
    () => `partition_shape_${X}(mma, ${tuple(rng, extents, style, 'shape')})`,
    () => `partition_fragment_C(mma, Shape<${ints([mnk[0] ?? 1, mnk[1] ?? 1])}>{}).layout()`,
    () => `thr.partition_fragment_${X}(${staticView(rng, extents)}).layout()`,
    () => 'mma',
    () => 'mma.get_thr_layout_vmnk()',
    () => 'tile_shape(mma)',
    () => `tile_size<${rng.int(0, 2)}>(mma)`,
    () => `permutation_mnk<${rng.int(0, 2)}>(mma)`,
    () => `mma.permutation_mnk<${rng.int(0, 2)}>()`,
    () => 'thr.thr_vmnk_',
    () => `mma.get_layout${X}_TV()(${rng.int(0, threads - 1)}, _)`,
  ])();
  const index = integer(rng, rng.int(0, threads - 1), rng.pick(['dynamic', 'dynamic', 'static']));
  return { setup: [setup, ...(/\bthr\./.test(expr) ? [`auto thr = mma.get_slice(${index});`] : [])], expr };
};

// ---- Tiled copies ------------------------------------------------------------------------------------------------

export const TYPES = [
  ['uint8_t', 8],
  ['half_t', 16],
  ['bfloat16_t', 16],
  ['float', 32],
  ['tfloat32_t', 32],
  ['double', 64],
] as const;
const WORDS = [
  ['uint16_t', 16],
  ['uint32_t', 32],
  ['uint64_t', 64],
  ['uint128_t', 128],
] as const;
const WARP_COPIES = [
  'SM75_U32x1_LDSM_N',
  'SM75_U32x2_LDSM_N',
  'SM75_U32x4_LDSM_N',
  'SM75_U16x2_LDSM_T',
  'SM75_U16x4_LDSM_T',
  'SM75_U16x8_LDSM_T',
  'SM90_U32x1_STSM_N',
  'SM90_U32x2_STSM_N',
  'SM90_U32x4_STSM_N',
  'SM90_U16x2_STSM_T',
  'SM90_U16x4_STSM_T',
  'SM90_U16x8_STSM_T',
  'SM75_U32x1_MOVM_T',
  'SM50_Shuffle_U32_2x2Trans_XOR1',
  'SM50_Shuffle_U32_2x2Trans_XOR4',
] as const;

interface CopyOp {
  readonly text: string;
  readonly type: string;
  /** Threads and values of one atom, mostly. */
  readonly threads: number;
  readonly values: number;
}

function anyCopyAtom(rng: Random): CopyOp {
  const [type, bits] = rng.pick(TYPES);
  if (rng.chance(0.4)) {
    const name = rng.pick(WARP_COPIES);
    const words = /x(\d)_(LDSM|STSM)_([NT])/.exec(name);
    const width = (words ? Number(words[1]) * (words[3] === 'N' ? 32 : 16) : name.includes('Shuffle') ? 64 : 32) / bits;
    return { text: `Copy_Atom<${name}, ${type}>{}`, type, threads: 32, values: Math.max(1, width) };
  }
  const fitting = WORDS.filter(([, n]) => n >= bits);
  const [word, wide] = rng.pick(fitting);
  const op = rng.pick([
    `UniversalCopy<${word}>`,
    `UniversalCopy<${word}>`,
    `UniversalCopy<${type}>`,
    `SM80_CP_ASYNC_CACHEALWAYS<${word}>`,
    'AutoVectorizingCopy',
    'DefaultCopy',
  ]);
  return { text: `Copy_Atom<${op}, ${type}>{}`, type, threads: 1, values: op.includes(word) ? wide / bits : 1 };
}

interface Copy {
  readonly setup: readonly string[];
  readonly threads: number;
  readonly extents: readonly number[];
  readonly type: string;
}

/** Threads raked over values. */
export function plainCopy(rng: Random): Copy {
  const { text, type, threads, values } = anyCopyAtom(rng);
  const count = Math.max(threads, rng.pick([8, 32, 64, 128, 256])) * rng.pick([1, 1, 1, 3]);
  const over = factors(rng, count, rng.pick([1, 2, 2, 2, 3]));
  const each = factors(rng, values * rng.pick([1, 1, 2, 4]), over.length);
  const [along, ...others] = [...each].sort((a, b) => b - a);
  const block = rng.chance(0.6) && along !== undefined ? rng.shuffle([along, ...others]) : each;
  const extents = over.map((n, i) => n * (block[i] ?? 1) * rng.pick([1, 2, 3]));
  return {
    setup: [`auto copy = make_tiled_copy(${text}, ${compact(rng, over)}, ${compact(rng, block)});`],
    threads: count,
    extents,
    type,
  };
}

/** The copy that follows an operand of an MMA. */
export function operandCopy(rng: Random): Copy {
  const { setup, threads, mnk } = anyMma(rng);
  const { text, type } = anyCopyAtom(rng);
  const [X, x, y] = rng.pick(OPERANDS);
  const which = X === 'C' && rng.chance(0.4) ? 'C_atom' : X;
  return {
    setup: [setup, `auto copy = make_tiled_copy_${which}(${text}, mma);`],
    threads,
    extents: [mnk[x] ?? 1, mnk[y] ?? 1],
    type,
  };
}

/** The copy that follows another copy. */
function copyOfCopy(rng: Random): Copy {
  const { setup, ...rest } = rng.chance(0.5) ? plainCopy(rng) : operandCopy(rng);
  const { text } = anyCopyAtom(rng);
  return {
    ...rest,
    setup: [
      ...setup.map((line) => line.replace('auto copy', 'auto first')),
      `auto copy = make_tiled_copy_${rng.pick(['S', 'D'])}(${text}, first);`,
    ],
  };
}

/** Threads and values given as offsets into the data. */
function cotiled(rng: Random): Copy {
  const { text, type, threads, values } = anyCopyAtom(rng);
  const count = Math.max(threads, rng.pick([8, 16, 32]));
  const vals = values * rng.pick([1, 2]);
  const data = factors(rng, count * vals * rng.pick([1, 2]), 2);
  const tv = rng.chance(0.5)
    ? `Layout<Shape<${ints([count, vals])}>, Stride<${ints([vals, 1])}>>{}`
    : compact(rng, [count, vals]);
  return {
    setup: [`auto copy = make_cotiled_copy(${text}, ${tv}, ${compact(rng, data)});`],
    threads: count,
    extents: data.map((n) => n * rng.pick([1, 2])),
    type,
  };
}

const tiledCopy: Family = (rng) => {
  const { setup, threads, extents, type } = rng.pick([
    plainCopy,
    plainCopy,
    operandCopy,
    operandCopy,
    copyOfCopy,
    cotiled,
  ])(rng);
  const X = rng.pick(['S', 'D']);
  const fragment = (): string =>
    `make_tensor<${type}>(${rng.pick(['shape(thr.partition_S(', 'thr.partition_D('])}${staticView(rng, extents)})`;
  const retiled = (): string => {
    const text = fragment();
    return `thr.retile_${X}(${text}${text.includes('(shape(') ? '))' : '.layout())'}).layout()`;
  };
  const expr = rng.pick([
    () => `copy.get_layout${X}_TV()`,
    () => `thr.partition_${X}(${view(rng, extents)})`,
    () => `thr.partition_${X}(${view(rng, extents)})`,
    () => `thr.partition_${X}(${view(rng, extents)})`,
    () => `thr.partition_${X}(make_identity_tensor(${tuple(rng, extents, anyStyle(rng), 'shape')}))`,
    () => `copy.tidfrg_${X}(${operandLayout(rng, extents)})`,
    retiled,
    retiled,
    () => 'typename decltype(copy)::Tiler_MN{}',
    () => 'typename decltype(copy)::TiledLayout_TV{}',
    () => 'copy',
    () => 'size(copy)',
    () => `tile_size<0>(copy)`,
    () => `copy.get_layout${X}_TV()(${rng.int(0, threads - 1)}, _)`,
  ])();
  const index = integer(rng, rng.int(0, threads - 1), rng.pick(['dynamic', 'dynamic', 'static']));
  return { setup: [...setup, ...(/\bthr\./.test(expr) ? [`auto thr = copy.get_slice(${index});`] : [])], expr };
};

/** Accumulators and operands of an MMA regrouped for a copy. */
const retiles: Family = (rng) => {
  const { setup, threads, mnk } = anyMma(rng);
  const { text } = anyCopyAtom(rng);
  const [X, x, y] = rng.pick(OPERANDS);
  const thread = rng.int(0, threads - 1);
  const fragment =
    X === 'C'
      ? `partition_fragment_C(mma, Shape<${ints([mnk[0] ?? 1, mnk[1] ?? 1])}>{})`
      : `mma.get_slice(${thread}).partition_fragment_${X}(${staticView(rng, [mnk[x] ?? 1, mnk[y] ?? 1])})`;
  const make = `make_tiled_copy_${X}${X === 'C' && rng.chance(0.25) ? '_atom' : ''}(${text}, mma)`;
  return {
    setup: [setup, `auto copy = ${make};`],
    expr: `copy.get_slice(${thread}).retile_${rng.pick(['S', 'D'])}(${fragment}).layout()`,
  };
};

export const TILED_FAMILIES: readonly Weighted[] = [
  ['tiled_mma', 10, tiledMma],
  ['tiled_copy', 10, tiledCopy],
  ['retile', 3, retiles],
];
