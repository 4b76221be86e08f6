// Families of random swizzled tensors, divided and partitioned as kernels do. Only CuTe decides what is legal, and what
// the result is.
import type { Random } from '../support/random';
import { swizzle, type Family, type Weighted } from './family';
import { anyStyle, integer } from './grammar';
import { anyMma, compact, ints, operandCopy, plainCopy, product, TYPES } from './tiled-families';

const GMMA_ATOMS = ['INTER', 'SW32', 'SW64', 'SW128'].flatMap((width) =>
  ['K', 'MN'].map((major) => `GMMA::Layout_${major}_${width}_Atom`),
);

/** A swizzled layout of (m,n), static, as kernels make it, and whether its swizzle waits for a pointer. */
function sharedLayout(
  rng: Random,
  type: string,
  bits: number,
): { readonly text: string; readonly extents: readonly number[] } {
  const wide = Math.max(1, 1024 / bits);
  const extents = [rng.pick([1, 2, 3]) * (rng.chance(0.5) ? wide : 64), rng.pick([1, 2, 4]) * wide];
  const to = `Shape<${ints(extents)}${rng.chance(0.25) ? ', _3' : ''}>{}`;
  const order = to.includes('_3')
    ? rng.pick(['', ', Step<_2, _1, _3>{}', ', Step<_1, _2, _3>{}'])
    : rng.pick(['', ', Step<_2, _1>{}', ', LayoutRight{}']);
  if (rng.chance(0.4)) return { text: `tile_to_shape(${rng.pick(GMMA_ATOMS)}<${type}>{}, ${to}${order})`, extents };
  const inner = rng.pick([
    [8, 64],
    [8, 32],
    [64, 8],
    [16, 32],
    [32, 32],
  ] as const);
  const plain = rng.chance(0.6)
    ? `Layout<Shape<${ints(inner)}>, Stride<${ints([inner[1], 1])}>>{}`
    : `Layout<Shape<${ints(inner)}>>{}`;
  const atom = `composition(${swizzle(rng)}, ${plain})`;
  return rng.chance(0.8)
    ? { text: `tile_to_shape(${atom}, ${to}${order})`, extents }
    : { text: atom, extents: [...inner] };
}

const swizzledTensors: Family = (rng) => {
  const [type, bits] = rng.pick(TYPES.slice(0, 5));
  const { text, extents } = sharedLayout(rng, type, bits);
  const [m = 1, n = 1] = extents;
  const waits = text.includes('_Atom');
  const iterator =
    waits || rng.chance(0.3) ? `make_smem_ptr(static_cast<${type}*>(nullptr))` : 'counting_iterator<int>(0)';
  const inMemory = iterator !== 'counting_iterator<int>(0)';
  const of = inMemory && rng.chance(0.3) ? 'as_position_independent_swizzle_tensor(s)' : 's';
  const setup = [`auto s = make_tensor(${iterator}, ${text});`];
  const at = (limit: number): string => integer(rng, rng.int(0, limit - 1), anyStyle(rng));
  const tile = [rng.pick([8, 16, m]), rng.pick([8, 16, n])];
  const third = text.includes(', _3>') ? [rng.pick(['_', '0', '1', '_2{}'])] : [];
  const whole = third.length === 0 ? of : `${of}(_, _, ${rng.pick(['0', '1', '_1{}'])})`;
  const other = rng.pick(TYPES)[0];
  const threads = rng.pick([
    [8, 4],
    [4, 8],
    [16, 8],
    [2, 2],
  ] as const);
  const expr = rng.pick([
    () => of,
    () => `${of}(${[at(m), '_', ...third].join(', ')})`,
    () => `${of}(${['_', at(n), ...third].join(', ')})`,
    () =>
      `local_tile(${whole}, Shape<${ints(tile)}>{}, make_coord(${rng.pick(['_', '0', '1'])}, ${rng.pick(['_', '0', '1'])}))`,
    () => `local_partition(${whole}, ${compact(rng, threads)}, ${at(product(threads))})`,
    () => `flat_divide(${whole}, Shape<${ints(tile)}>{})`,
    () => `logical_divide(${whole}, Shape<${ints(tile)}>{})`,
    () => `zipped_divide(${whole}, make_tile(Int<${tile[0] ?? 1}>{}, Layout<_2, Int<${(tile[1] ?? 2) / 2}>>{}))`,
    () => (inMemory ? `recast<${other}>(${of})` : `coalesce(${whole})`),
    () => `group_modes<0, 2>(${of})`,
    () => `composition(${whole}, Layout<Shape<_8, _4>, Stride<_4, _1>>{})`,
    () => `composition(${whole}, make_layout(Shape<Int<${n}>, Int<${m}>>{}, LayoutRight{}))`,
    () => `${of}(${['_', '_', ...third].join(', ')})`,
    () => `domain_offset(make_coord(${[at(m), at(n), ...(third.length ? ['0'] : [])].join(', ')}), ${of})`,
  ])();
  return { setup, expr: inMemory ? `(${expr}).layout()` : expr };
};

/** Swizzled tensors partitioned by tiled copies and MMAs. */
const swizzledParts: Family = (rng) => {
  const [type, bits] = rng.pick(TYPES.slice(0, 5));
  const { text } = sharedLayout(rng, type, bits);
  const inMemory = text.includes('_Atom') || rng.chance(0.3);
  const tensor = inMemory
    ? `make_tensor(make_smem_ptr(static_cast<${type}*>(nullptr)), ${text})`
    : `make_tensor(counting_iterator<int>(0), ${text})`;
  const of = inMemory && rng.chance(0.5) ? `as_position_independent_swizzle_tensor(${tensor})` : tensor;
  const mma = anyMma(rng);
  const made = rng.chance(0.5) ? plainCopy(rng) : operandCopy(rng);
  const [setup, part, threads] = rng.chance(0.4)
    ? ([[mma.setup], `mma.get_slice(thread).partition_${rng.pick(['A', 'B', 'C'])}`, mma.threads] as const)
    : ([made.setup, `copy.get_slice(thread).partition_${rng.pick(['S', 'D'])}`, made.threads] as const);
  return {
    setup: [...setup, `${rng.pick(['int thread = ', 'auto thread = '])}${rng.int(0, threads - 1)};`],
    expr: `${part}(${of})${inMemory ? '.layout()' : ''}`,
  };
};

/** Operands that warpgroup and sm_100 MMAs read through descriptors, from layouts that they can describe and others. */
const descriptors: Family = (rng) => {
  const [type, bits] = rng.pick([
    ['half_t', 16],
    ['half_t', 16],
    ['tfloat32_t', 32],
  ] as const);
  const major = (): string => (bits === 16 ? rng.pick(['K', 'MN']) : 'K');
  const [a, b] = [major(), major()];
  const k = 256 / bits;
  const gmma =
    bits === 16
      ? `SM90_64x${rng.pick([64, 128])}x16_F32F16F16_SS<GMMA::Major::${a}, GMMA::Major::${b}>`
      : 'SM90_64x64x8_F32TF32TF32_SS_TN<>';
  const umma = `SM100_MMA_${bits === 16 ? 'F16BF16' : 'TF32'}_SS<${type}, ${type}, float, ${rng.pick([64, 128])}, 128, UMMA::Major::${a}, UMMA::Major::${b}>`;
  const [op, X] = [rng.pick([gmma, umma]), rng.pick(['A', 'B'])];
  const width = rng.pick(['INTER', 'SW32', 'SW64', 'SW128', 'SW128']);
  const own = X === 'A' ? a : b;
  const atom = `${op === gmma ? 'GMMA' : 'UMMA'}::Layout_${rng.chance(0.75) ? own : rng.pick(['K', 'MN'])}_${width}_Atom<${type}>{}`;
  const extents = [128, k * rng.pick([4, 8])];
  const layout = rng.chance(0.75)
    ? `tile_to_shape(${atom}, Shape<${ints(extents)}>{}${rng.pick(['', ', Step<_2, _1>{}'])})`
    : rng.pick([
        `${compact(rng, extents)}`,
        `make_layout(make_shape(Int<${extents[0] ?? 1}>{}, ${extents[1] ?? 1}), LayoutRight{})`,
        `composition(Swizzle<3,3,3>{}, ${compact(rng, extents)})`,
      ]);
  return {
    setup: [
      `auto mma = make_tiled_mma(${op}{});`,
      `auto s = make_tensor(make_smem_ptr(static_cast<${type}*>(nullptr)), ${layout});`,
    ],
    expr: `mma.make_fragment_${X}(mma.get_slice(0).partition_${X}(s)).layout()`,
  };
};

export const SWIZZLED_FAMILIES: readonly Weighted[] = [
  ['swizzled_tensor', 6, swizzledTensors],
  ['swizzled_part', 5, swizzledParts],
  ['descriptor', 3, descriptors],
];
