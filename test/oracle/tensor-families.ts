// Families of random tensors over an iterator that counts, so that what is printed shows the offsets: tiles, slices,
// partitions, and identity tensors. Only CuTe decides what is legal.
import type { Random } from '../support/random';
import { counting, swizzled, type Family, type Weighted } from './family';
import { anyStyle, coord, divisor, integer, layout, modes, shape, size, tile, tiler, tuple, type Lay } from './grammar';

const viewed = (rng: Random): Lay => (rng.chance(0.2) ? swizzled(rng) : layout(rng, { rank: 2, limit: 2048 }));

const tensors: Family = (rng) => {
  const of = viewed(rng);
  const rank = modes(of.shape).length;
  const view = counting(rng, of);
  const tiles = modes(of.shape).map((m) => divisor(rng, m));
  const at = modes(of.shape).map((m, i) =>
    rng.chance(0.4)
      ? '_'
      : integer(rng, rng.int(0, Math.max(0, Math.floor(size(m) / (tiles[i] ?? 1)) - 1)), anyStyle(rng)),
  );
  const shapeText = tuple(rng, tiles, rng.chance(0.9) ? 'static' : anyStyle(rng), 'shape');
  const where = `make_coord(${at.join(', ')})`;
  return rng.pick([
    `local_tile(${view}, ${shapeText}, ${where})`,
    `local_tile(${view}, ${shapeText}, ${where})`,
    `${view}(${coord(rng, of.shape, anyStyle(rng), true)})`,
    `${view}(${coord(rng, of.shape, anyStyle(rng), true)})`,
    `zipped_divide(${view}, ${shapeText})`,
    `tiled_divide(${view}, ${tiler(rng, of.shape, of.style)})`,
    `flat_divide(${view}, ${shapeText})`,
    `group_modes<0, ${rank}>(${view})`,
    `flatten(${view})`,
    `coalesce(${view})`,
    `composition(${view}, ${tiler(rng, of.shape, of.style)})`,
    `inner_partition(${view}, ${shapeText}, ${where})`,
    `outer_partition(${view}, ${shapeText}, ${where})`,
    `domain_offset(${coord(rng, of.shape, anyStyle(rng))}, ${view})`,
    `${view}.compose(${tile(rng, of.shape, of.style)})`,
  ]);
};

const partitions: Family = (rng) => {
  const of = viewed(rng);
  const view = counting(rng, of);
  const threads = modes(of.shape).map((m) => divisor(rng, m));
  const count = threads.reduce((a, b) => a * b, 1);
  const order = rng.pick(['', ', LayoutRight{}']);
  const by = `make_layout(${tuple(rng, threads, 'static', 'shape')}${order})`;
  const index = integer(rng, rng.int(0, count - 1), rng.chance(0.8) ? 'dynamic' : 'static');
  if (modes(of.shape).length !== 2 || rng.chance(0.5)) return `local_partition(${view}, ${by}, ${index})`;
  const project = rng.pick(['Step<_1, X>{}', 'Step<X, _1>{}', 'Step<_1, _1>{}']);
  const third = rng.chance(0.5);
  const tiles = `make_shape(${threads.map((n) => integer(rng, n, 'static')).join(', ')}, _8{})`;
  if (third) return `local_tile(${view}, ${tiles}, make_coord(0, 0, ${rng.pick(['_', '0'])}), Step<_1, _1, X>{})`;
  return `local_partition(${view}, ${by}, ${index}, ${project})`;
};

const identity: Family = (rng) => {
  const of = shape(rng, rng.int(1, 3), 512, rng.chance(0.5));
  const style = anyStyle(rng);
  const id = `make_identity_tensor(${tuple(rng, of, style, 'shape')})`;
  const tiles = tuple(
    rng,
    modes(of).map((m) => divisor(rng, m)),
    'static',
    'shape',
  );
  return rng.pick([
    id,
    `make_identity_layout(${tuple(rng, of, style, 'shape')})`,
    `${id}(${coord(rng, of, style)})`,
    `${id}(${coord(rng, of, style, true)})`,
    `local_tile(${id}, ${tiles}, make_coord(${modes(of)
      .map(() => rng.pick(['0', '_', '_0{}']))
      .join(', ')}))`,
    `zipped_divide(${id}, ${tiles})`,
    `coalesce(${id})`,
    `flatten(${id})`,
    `make_identity_layout(${tuple(rng, of, style, 'shape')})(${rng.int(0, size(of) - 1)})`,
  ]);
};

export const TENSOR_FAMILIES: readonly Weighted[] = [
  ['tensor', 12, tensors],
  ['partition', 8, partitions],
  ['identity', 6, identity],
];
