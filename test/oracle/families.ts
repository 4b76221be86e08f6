// Families of random CuTe expressions, and how often each is drawn. Every family writes one C++ expression
// (with set-up statements where it needs names). Legality is CuTe's business: refused cases are counted apart.
import type { Random } from '../support/random';
import { swizzle, swizzled, type Family, type Weighted } from './family';
import { anyStyle, coord, divisor, integer, layout, leaves, modes, shape, size, tile, tiler, tuple } from './grammar';
import { TILED_FAMILIES } from './tiled-families';
import { SWIZZLED_FAMILIES } from './swizzled-families';
import { TENSOR_FAMILIES } from './tensor-families';

export interface Case {
  readonly id: string;
  readonly family: string;
  readonly setup?: readonly string[];
  readonly expr: string;
}

/** One mode of a rank-n layout, as a step or projection tuple writes it. */
const steps = (rng: Random, rank: number): string => {
  const order = rng.shuffle(Array.from({ length: rank }, (_, i) => i));
  return rng.chance(0.5)
    ? `Step<${order.map((i) => `_${i}`).join(', ')}>{}`
    : `make_step(${order.map((i) => `Int<${i}>{}`).join(', ')})`;
};

/** Something done to a finished layout; the same expression then tests two functions. */
const afterwards = (rng: Random, expr: string): string => {
  if (!rng.chance(0.3)) return expr;
  return rng.pick([
    (x: string) => `coalesce(${x})`,
    (x: string) => `flatten(${x})`,
    (x: string) => `size(${x})`,
    (x: string) => `cosize(${x})`,
    (x: string) => `depth(${x})`,
    (x: string) => `shape(${x})`,
    (x: string) => `stride(${x})`,
    (x: string) => `get<0>(${x})`,
    (x: string) => `size<0>(${x})`,
    (x: string) => `filter_zeros(${x})`,
    (x: string) => `filter(${x})`,
    (x: string) => `right_inverse(${x})`,
    (x: string) => `${x}(${rng.int(0, 7)})`,
    (x: string) => `rank<0>(${x})`,
  ])(expr);
};

const divide: Family = (rng) => {
  const of = layout(rng);
  const op = rng.pick(['logical_divide', 'zipped_divide', 'tiled_divide', 'flat_divide']);
  const rank = modes(of.shape).length;
  const by = rng.chance(0.75)
    ? tiler(rng, of.shape, of.style, rng.chance(0.8) ? rank : rng.int(1, rank))
    : tile(rng, of.shape, of.style);
  return afterwards(rng, `${op}(${of.expr}, ${by})`);
};

const product: Family = (rng) => {
  const op = rng.pick([
    'logical_product',
    'zipped_product',
    'tiled_product',
    'flat_product',
    'blocked_product',
    'raked_product',
  ]);
  const rank = rng.int(1, 2);
  const of = layout(rng, { rank, limit: 64 });
  const by = layout(rng, { rank, limit: 32 });
  return afterwards(rng, `${op}(${of.expr}, ${by.expr})`);
};

const compose: Family = (rng) => {
  const of = layout(rng, { powers: rng.chance(0.7) });
  const method = rng.chance(0.15);
  const by = rng.chance(0.5)
    ? tile(rng, of.shape, of.style)
    : tiler(rng, of.shape, of.style, rng.int(1, modes(of.shape).length));
  if (rng.chance(0.3)) {
    const right = layout(rng, { limit: size(of.shape), powers: true, style: of.style });
    return afterwards(rng, `composition(${of.expr}, ${right.expr})`);
  }
  return afterwards(rng, method ? `${of.expr}.compose(${by})` : `composition(${of.expr}, ${by})`);
};

const complementOf: Family = (rng) => {
  const of = layout(rng, { limit: 64, style: rng.chance(0.8) ? 'static' : 'mixed', rank: rng.pick([1, 1, 2, 2, 3]) });
  const up = size(of.shape) * rng.pick([1, 2, 3, 4, 8]);
  const cotarget = rng.pick([
    '',
    `, ${integer(rng, up, 'static')}`,
    `, ${up}`,
    `, ${tuple(rng, [up, 2], anyStyle(rng), 'shape')}`,
  ]);
  return afterwards(rng, `complement(${of.expr}${cotarget})`);
};

const inverse: Family = (rng) => {
  const of = layout(rng, { style: rng.chance(0.8) ? 'static' : 'mixed' });
  const op = rng.pick(['right_inverse', 'right_inverse', 'left_inverse', 'left_inverse', 'nullspace', 'max_alignment']);
  return `${op}(${of.expr})`;
};

const common: Family = (rng) => {
  const style = anyStyle(rng);
  const of = shape(rng, 2, 256, true);
  const one = layout(rng, { style, powers: true, rank: 2, limit: 256 });
  const other = rng.chance(0.5)
    ? layout(rng, { style, powers: true, rank: 2, limit: 256 }).expr
    : `make_layout(${tuple(rng, of, style, 'shape')})`;
  return `${rng.pick(['max_common_vector', 'max_common_layout'])}(${one.expr}, ${other})`;
};

const simplify: Family = (rng) => {
  const of = layout(rng);
  const rank = modes(of.shape).length;
  const profile = rng.pick(['', '', `, Step<${Array.from({ length: rank }, () => '_1').join(', ')}>{}`, ', Int<1>{}']);
  const op = rng.pick([
    `coalesce(${of.expr}${profile})`,
    `filter(${of.expr})`,
    `filter_zeros(${of.expr})`,
    `flatten(${of.expr})`,
    `coalesce(flatten(${of.expr}))`,
  ]);
  return op;
};

const mode: Family = (rng) => {
  const of = layout(rng, { rank: rng.pick([2, 3]) });
  const rank = modes(of.shape).length;
  const i = rng.int(0, rank - 1);
  return rng.pick([
    `group<0, ${rng.int(1, rank)}>(${of.expr})`,
    `select<${i}, 0>(${of.expr})`,
    `get<${i}>(${of.expr})`,
    `layout<${i}>(${of.expr})`,
    `append(${of.expr}, ${layout(rng, { limit: 8 }).expr})`,
    `prepend(${of.expr}, ${layout(rng, { limit: 8 }).expr})`,
    `take<0, ${i + 1}>(${of.expr})`,
    `append<${rank + 1}>(${of.expr})`,
    `replace<${i}>(${of.expr}, ${layout(rng, { limit: 8, rank: 1 }).expr})`,
    `make_layout(${of.expr}, ${layout(rng, { limit: 8 }).expr})`,
    `size<${i}>(${of.expr})`,
    `cosize<${i}>(${of.expr})`,
    `shape<${i}>(${of.expr})`,
    `stride<${i}>(${of.expr})`,
    `cosize(${of.expr})`,
    `depth(${of.expr})`,
    `size(${of.expr})`,
  ]);
};

const ordered: Family = (rng) => {
  const rank = rng.int(2, 4);
  const of = shape(rng, rank, 256, false, 1);
  const style = anyStyle(rng);
  return rng.pick([
    `make_ordered_layout(${tuple(rng, of, style, 'shape')}, ${steps(rng, rank)})`,
    `make_layout_like(${layout(rng).expr})`,
    `make_fragment_like(${layout(rng, { style: 'static' }).expr})`,
    `make_ordered_layout(${tuple(rng, of, style, 'shape')}, LayoutRight{})`,
    layout(rng).expr,
    layout(rng).expr,
  ]);
};

const coordinates: Family = (rng) => {
  const of = layout(rng);
  const style = anyStyle(rng);
  const i = integer(rng, rng.int(0, size(of.shape) - 1), style);
  return rng.pick([
    `${of.expr}(${coord(rng, of.shape, style)})`,
    `${of.expr}(${i})`,
    `${of.expr}.get_hier_coord(${i})`,
    `${of.expr}.get_flat_coord(${i})`,
    `${of.expr}.get_1d_coord(${coord(rng, of.shape, style)})`,
    `idx2crd(${i}, shape(${of.expr}))`,
    `idx2crd(${i}, shape(${of.expr}), stride(${of.expr}))`,
    `crd2idx(${coord(rng, of.shape, style)}, shape(${of.expr}), stride(${of.expr}))`,
    `crd2idx(${coord(rng, of.shape, style)}, shape(${of.expr}))`,
  ]);
};

const slices: Family = (rng) => {
  const of = layout(rng, { rank: rng.pick([2, 3]) });
  const at = coord(rng, of.shape, anyStyle(rng), true);
  return afterwards(rng, rng.pick([`${of.expr}(${at})`, `slice(${at}, ${of.expr})`, `dice(${at}, ${of.expr})`]));
};

const arithmetic: Family = (rng) => {
  const style = anyStyle(rng);
  const n = (): string => integer(rng, rng.pick([1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 100, 128]), style);
  const of = shape(rng, rng.int(1, 3), 256);
  const s = tuple(rng, of, style, 'shape');
  return rng.pick([
    `ceil_div(${n()}, ${n()})`,
    `shape_div(${s}, ${integer(rng, divisor(rng, of), style)})`,
    `round_up(${n()}, ${n()})`,
    `ceil_div(${s}, ${tuple(
      rng,
      modes(of).map(() => rng.pick([2, 3, 4])),
      style,
      'shape',
    )})`,
    `product(${s})`,
    `size(${s})`,
    `product_each(${s})`,
    `elem_scale(${s}, ${tuple(rng, of, style, 'shape')})`,
    `compact_col_major(${s})`,
    `compact_row_major(${s})`,
    `compact_order(${s}, LayoutRight{})`,
    `inner_product(${s}, ${tuple(rng, of, style, 'stride')})`,
    `flatten_to_tuple(${s})`,
    `shape_min(${s}, ${s})`.replace(/^shape_min.*/, `gcd(${n()}, ${n()})`),
    `elem_less(${coord(rng, of, style)}, ${s})`,
    `${n()} * ${n()}`,
    `${n()} + ${n()}`,
    `${n()} / ${n()}`,
    `${n()} % ${n()}`,
    `cute::max(${n()}, ${n()})`,
  ]);
};

const recasts: Family = (rng) => {
  const of = layout(rng, { style: rng.chance(0.8) ? 'static' : 'mixed', powers: true });
  return rng.pick([
    `upcast<${rng.pick([2, 4, 8])}>(${of.expr})`,
    `downcast<${rng.pick([2, 4])}>(${of.expr})`,
    `recast_layout<float, half_t>(${of.expr})`,
    `recast_layout<half_t, uint128_t>(${of.expr})`,
    `recast_layout<uint8_t, float>(${of.expr})`,
  ]);
};

const toShape: Family = (rng) => {
  const block = layout(rng, { limit: 64, rank: 2 });
  const atom = rng.chance(0.25) ? swizzled(rng, 'static') : block;
  const target = modes(atom.shape).map((m) => size(m) * rng.pick([1, 2, 3, 4]));
  if (rng.chance(0.3)) target.push(rng.pick([2, 3]));
  const order = rng.chance(0.4) ? `, ${steps(rng, target.length)}` : '';
  return afterwards(
    rng,
    `tile_to_shape(${atom.expr}, ${tuple(rng, target, rng.chance(0.7) ? 'static' : anyStyle(rng), 'shape')}${order})`,
  );
};

const swizzles: Family = (rng) => {
  const of = swizzled(rng);
  const style = anyStyle(rng);
  const n = size(of.shape);
  return rng.pick([
    of.expr,
    `${of.expr}(${coord(rng, of.shape, style)})`,
    `${of.expr}(${integer(rng, rng.int(0, n - 1), style)})`,
    `${of.expr}(${coord(rng, of.shape, style, true)})`,
    `${of.expr}(${coord(rng, of.shape, style, true)})`,
    `logical_divide(${of.expr}, ${tiler(rng, of.shape, of.style)})`,
    `zipped_divide(${of.expr}, ${tiler(rng, of.shape, of.style)})`,
    `composition(${of.expr}, ${tiler(rng, of.shape, of.style)})`,
    `coalesce(${of.expr})`,
    `cosize(${of.expr})`,
    `size(${of.expr})`,
    `flatten(${of.expr})`,
    `group<0, 1>(${of.expr})`,
    `get<0>(${of.expr})`,
    `upcast<2>(${of.expr})`,
    `recast_layout<uint8_t, half_t>(${of.expr})`,
    `get_swizzle_portion(${of.expr})`,
    `get_nonswizzle_portion(${of.expr})`,
    `${swizzle(rng)}(${integer(rng, rng.int(0, 2047), style)})`,
  ]);
};

const nested: Family = (rng) => {
  const of = layout(rng, { powers: true, rank: 2 });
  const first = `${rng.pick(['zipped_divide', 'logical_divide', 'tiled_divide'])}(${of.expr}, ${tiler(rng, of.shape, 'static')})`;
  const leafCount = leaves(of.shape).length;
  return rng.pick([
    `coalesce(${first})`,
    `composition(${first}, ${integer(rng, rng.pick([1, 2, 4]), 'static')})`,
    `zipped_divide(${first}, make_tile(_1{}))`,
    `get<0>(${first})`,
    `get<1>(${first})`,
    `${first}(make_coord(_, ${leafCount > 3 ? 0 : 1}))`,
    `${first}(make_coord(0, _))`,
    `complement(coalesce(${first}))`,
    `logical_product(${first}, Layout<_2, _1>{})`,
    `right_inverse(${first})`,
    `filter(${first})`,
    `group<0, 1>(flatten(${first}))`,
    `composition(right_inverse(${first}), ${of.expr})`,
    `upcast<2>(${first})`,
  ]);
};

const FAMILIES: readonly Weighted[] = [
  ['make', 5, ordered],
  ['mode', 8, mode],
  ['coalesce', 8, simplify],
  ['coords', 8, coordinates],
  ['slice', 8, slices],
  ['arith', 8, arithmetic],
  ['composition', 12, compose],
  ['complement', 6, complementOf],
  ['inverse', 7, inverse],
  ['common', 3, common],
  ['divide', 14, divide],
  ['product', 10, product],
  ['tile_to_shape', 6, toShape],
  ['recast', 5, recasts],
  ['swizzle', 10, swizzles],
  ...TENSOR_FAMILIES,
  ['nested', 8, nested],
  ...TILED_FAMILIES,
  ...SWIZZLED_FAMILIES,
];

/** The first `count` cases of a seed, all different; of all families, or of those named. */
export function randomCases(rng: Random, count: number, only: readonly string[] = []): Case[] {
  const drawn = FAMILIES.filter(([name]) => only.length === 0 || only.includes(name));
  const unheard = only.filter((name) => !FAMILIES.some(([known]) => known === name));
  if (unheard.length > 0)
    throw new Error(`no family ${unheard.join(', ')}; there are ${FAMILIES.map(([name]) => name).join(', ')}`);
  const bag = drawn.flatMap((row) => Array.from({ length: row[1] }, () => row));
  const seen = new Set<string>();
  const cases: Case[] = [];
  while (cases.length < count) {
    const [family, , draw] = rng.pick(bag);
    const draft = draw(rng);
    const { setup, expr } = typeof draft === 'string' ? { setup: undefined, expr: draft } : draft;
    const key = [...(setup ?? []), expr].join('\n');
    if (seen.has(key)) continue;
    seen.add(key);
    cases.push({ id: `${family}-${cases.length}`, family, ...(setup ? { setup } : {}), expr });
  }
  return cases;
}
