// cuTile's tensors and partitions: host operations with their shapes, and the views of a kernel with their index spaces.
// Semantics: cutile-rs 0839fe4, cutile/src/{tensor,api,_core}.rs.
import { ceilDiv, mul, sub } from '../../algebra/arith';
import { dyn, hole, type Int } from '../../algebra/leaf';
import { isA, isTuple } from '../../values/convert';
import {
  gridOf,
  launchGrid,
  raggedOf,
  rowMajor,
  spellExtents,
  walkOf,
  type Extents,
  type Tile,
  type TilePartition,
  type TileTensor,
} from '../../values/tile';
import type { Value } from '../../values/value';
import { arg, fn, typeOf, type Entry } from '../entry';
import { family, type BuiltinCall } from '../registry';
import {
  anyElement,
  axisArg,
  countOf,
  differ,
  elementOfValue,
  elementTarg,
  extents,
  indexArg,
  intArg,
  orderArg,
  partitionArg,
  refuse,
  shapeArg,
  tensorArg,
} from './arguments';

function tensor(element: Value, shape: Extents, where: TileTensor['where'] = 'host'): TileTensor {
  if (where === 'host' && countOf(shape) === 0)
    refuse('range', `a tensor of shape ${spellExtents(shape)} has no elements`);
  return { is: 'tile-tensor', element, shape, stride: rowMajor(shape), where };
}

// ---- Partitions ----------------------------------------------------------------------------------------------------

const inOrder = (rank: number): readonly number[] => Array.from({ length: rank }, (_, i) => i);

function partition(of: TileTensor, tile: Extents, options: Partial<TilePartition> = {}): TilePartition {
  const order = options.order ?? inOrder(tile.length);
  if (tile.length !== of.shape.length)
    refuse(
      'rank-mismatch',
      `a tile of rank ${tile.length} cannot partition a tensor of rank ${of.shape.length}: ${spellExtents(tile)} of ${spellExtents(of.shape)}`,
    );
  tile.forEach((t, i) => {
    if (t.n !== undefined && t.n <= 0) refuse('range', `axis ${i} of the tile ${spellExtents(tile)} is not positive`);
  });
  const padding = of.where === 'device' && !of.slab ? 'zero' : 'unspecified';
  return {
    is: 'tile-partition',
    tensor: of,
    tile,
    order,
    grid: gridOf(of.shape, tile, order),
    bound: 'exact',
    where: of.where,
    padding,
    ...options,
  };
}

/** The whole tensor behind a slab, and a partition of the slab: its tiles are counted on from the block's first. */
function partitionSlab(of: TileTensor, tile: Extents): TilePartition {
  if (!of.slab) return partition(of, tile);
  if (tile.length !== of.shape.length) return partition(of, tile);
  const { of: outer, block } = of.slab;
  const local = of.shape.map((extent, i) => ceilDiv(extent, tile[i] ?? dyn(1)) as Int);
  const first = local.map((n, i) => mul(block[i] ?? dyn(0), n));
  return { ...partition(outer.tensor, tile), grid: local, padding: 'unspecified', first };
}

function permuted(of: TileTensor, tile: Extents, order: readonly number[]): TilePartition {
  const isPermutation =
    order.length === of.shape.length &&
    new Set(order).size === order.length &&
    order.every((axis) => axis >= 0 && axis < of.shape.length);
  if (!isPermutation) refuse('rank-mismatch', `[${order.join(', ')}] is no order of the ${of.shape.length} axes`);
  return partition(of, tile, { order });
}

function mapped(of: TilePartition, steps: Extents, blocks: Int): TilePartition {
  if (steps.length !== of.grid.length)
    refuse('tile-map', `a map of rank ${steps.length} on a grid of rank ${of.grid.length}`);
  if (blocks.n === 0) refuse('tile-map', 'a mapped partition needs at least one tile block');
  const streamed = of.grid.reduce<Int>((n, extent, i) => (steps[i]?.n === 0 ? n : mul(n, extent)), dyn(1));
  if (blocks.n !== undefined && streamed.n !== undefined && blocks.n > streamed.n)
    refuse('tile-map', `${blocks.n} tile blocks for ${streamed.n} tiles: there may not be more blocks than tiles`);
  return { ...of, map: { steps, blocks } };
}

// ---- Loads ---------------------------------------------------------------------------------------------------------

function whole(of: TilePartition, index: Extents): Extents {
  return of.first
    ? of.first.map((n, i) => {
        const at = index[i];
        return at ? addInts(n, at) : n;
      })
    : index;
}

function addInts(a: Int, b: Int): Int {
  return sub(a, sub(dyn(0), b));
}

/** The tile at `index`. A constant index outside of the index space is refused, as the compiler does. */
function load(of: TilePartition, index: Extents, what: string): Tile {
  if (index.length !== of.tile.length)
    refuse('rank-mismatch', `${what}: an index of rank ${index.length} into a partition of rank ${of.tile.length}`);
  index.forEach((at, axis) => checkIndex(of, at, axis, what));
  const ragged = of.first ? undefined : raggedOf(of);
  const isRagged = ragged?.some((n) => n !== undefined) === true;
  return {
    is: 'tile',
    element: of.tensor.element,
    shape: of.tile,
    from: { partition: of, index: whole(of, index) },
    ...(isRagged && { ragged, padding: of.padding }),
  };
}

function checkIndex(of: TilePartition, at: Int, axis: number, what: string): void {
  const tiles = of.grid[axis]?.n;
  const isConstant = at.is === 'static' || at.from === undefined || at.from.length === 0;
  if (at.n === undefined || !isConstant) return;
  if (at.n < 0 || (tiles !== undefined && at.n >= tiles))
    refuse(
      'index-oob',
      tiles === undefined
        ? `${what}: tiles are counted from 0, and ${at.n} along axis ${axis} is none`
        : `${what}: axis ${axis} has ${tiles} ${tiles === 1 ? 'tile' : 'tiles'} (0..${tiles - 1}), and ${at.n} is none of them`,
    );
}

function blockOf(slab: TileTensor, what: string): Extents {
  return slab.slab?.block ?? refuse('type', `${what} needs the \`&mut\` tensor that the block owns`);
}

function loadOwn(slab: TileTensor, what: string): Tile {
  const block = blockOf(slab, what);
  const of = slab.slab?.of;
  return of
    ? { ...load({ ...of, first: undefined } as unknown as TilePartition, block, what), shape: slab.shape }
    : refuse('type', what);
}

/** The tile of `x` that lies where the block's own tile lies in `z`. */
function loadLike(x: TileTensor, z: TileTensor, what: string): Tile {
  const of = partition(x, z.shape);
  return load(of, blockOf(z, what).slice(0, z.shape.length), what);
}

// ---- Shapes of the host --------------------------------------------------------------------------------------------

function reshaped(of: TileTensor, shape: Extents): TileTensor {
  const [before, after] = [countOf(of.shape), countOf(shape)];
  if (before !== undefined && after !== undefined && before !== after)
    refuse(
      'reshape-count',
      `reshape ${spellExtents(of.shape)} to ${spellExtents(shape)} changes ${before} elements to ${after}`,
    );
  return tensor(of.element, shape, of.where);
}

/** `slice(&[a..b, …])`: fewer ranges than axes are allowed. */
function sliced(of: TileTensor, ranges: Value): TileTensor {
  const parts = isTuple(ranges) ? ranges : [];
  const shape = of.shape.map((extent, i) => {
    const part = parts[i];
    if (!isTuple(part) || part.length !== 2) return extent;
    const [from, to] = extents(part as Value, 'slice');
    if (!from || !to) return extent;
    if (
      (extent.n !== undefined && to.n !== undefined && to.n > extent.n) ||
      (from.n !== undefined && to.n !== undefined && from.n > to.n)
    )
      refuse('range', `slice: ${from.n ?? '?'}..${to.n ?? '?'} lies outside of axis ${i}, of ${extent.n ?? '?'}`);
    return sub(to, from);
  });
  return { ...of, shape };
}

const same = (c: BuiltinCall): Value => arg(c, 0);
const cutile = 'cutile:';

const shaped = (at: number, gives: string) =>
  fn(at === 0 ? '<T>(shape)' : at === 1 ? '<T>(value, shape)' : '<T>(mean, std, shape)', gives, [], (c) =>
    tensor(
      c.targs.length > 0 ? elementTarg(c) : at === 1 ? elementOfValue(c.args[0]) : anyElement,
      shapeArg(c, at, 'this'),
    ),
  );

const identity = (gives: string) => fn('self, more...', gives, [], same);

const loadLikeEntry = (gives: string) =>
  fn('x, z', gives, [], (c) =>
    loadLike(tensorArg(c, 0, 'load_tile_like'), tensorArg(c, 1, 'load_tile_like'), 'load_tile_like'),
  );

/** A view with its padding and the order of its axes said; what other padding leaves in the lanes is not followed. */
const viewEntry = (name: string): Record<string, Entry> => ({
  [`${cutile}${name}`]: fn('x, tile, padding, order', 'the tensor in tiles', [], (c) => {
    const [padding, order] = [c.args[2], c.args[3]];
    const cut =
      order !== undefined && isTuple(order)
        ? permuted(tensorArg(c, 0, name), shapeArg(c, 1, name), orderArg(c, 3, name))
        : partition(tensorArg(c, 0, name), shapeArg(c, 1, name));
    const said = padding !== undefined && isA(padding, 'text') ? padding.text : 'None';
    return {
      ...cut,
      padding: said === 'Zero' ? ('zero' as const) : said === 'None' ? ('unspecified' as const) : ('other' as const),
    };
  }),
});
const viewLoad = (name: string): Record<string, Entry> => ({
  [`${cutile}${name}`]: fn('view, index', 'the tile at an index', [], (c) =>
    load(partitionArg(c, 0, name), indexArg(c, 1, name), name),
  ),
});
const viewStore = (name: string): Record<string, Entry> => ({
  [`${cutile}${name}`]: fn('view, tile, index', 'writes the tile at an index', [], (c) => storeAt(c, name)),
});

function storeAt(c: BuiltinCall, what: string): Value {
  const of = partitionArg(c, 0, what);
  if (c.args[2] !== undefined) load(of, indexArg(c, 2, what), what);
  return stored(of.tile, arg(c, 1));
}

/** A parameter that is a partition: its tile is written, its tensor is not known. */
const partitionType = (params: string, gives: string) =>
  typeOf(params, gives, [], (c) => {
    const tile = extents(c.targs[1], 'a partition');
    return partition(
      tensor(
        elementTarg(c),
        tile.map(() => hole()),
        'device',
      ),
      tile,
    );
  });

export const tileTensors = family('cutile/tensor.rs', {
  [`${cutile}zeros`]: shaped(0, 'a row-major tensor of zeros'),
  [`${cutile}ones`]: shaped(0, 'a row-major tensor of ones'),
  [`${cutile}empty`]: shaped(0, 'a row-major tensor without values'),
  [`${cutile}meta`]: shaped(0, 'the shape of a tensor without its memory'),
  [`${cutile}rand`]: fn('<T>(shape, seed?)', 'a row-major tensor of random numbers', [], (c) =>
    tensor(elementTarg(c), shapeArg(c, 0, 'rand')),
  ),
  [`${cutile}randn_f16`]: fn('shape', 'a row-major tensor of normally distributed numbers', [], (c) =>
    tensor({ is: 'scalar', type: 'f16', bits: 16 }, shapeArg(c, 0, 'randn_f16')),
  ),
  [`${cutile}from_foreign`]: fn('<T>(shape, strides)', 'memory of another library as a tensor', [], (c) => ({
    ...tensor(elementTarg(c), shapeArg(c, 0, 'from_foreign')),
    stride: shapeArg(c, 1, 'from_foreign'),
  })),
  [`${cutile}full`]: shaped(1, 'a row-major tensor of one value'),
  [`${cutile}randn`]: fn(
    '<T>(mean, std, shape, seed?)',
    'a row-major tensor of normally distributed numbers',
    [],
    (c) => tensor(elementTarg(c), shapeArg(c, 2, 'randn')),
  ),
  [`${cutile}arange`]: fn('<T>(n)', 'the tensor [n] of 0, 1, …', [], (c) =>
    tensor(elementTarg(c), [intArg(c, 0, 'arange')]),
  ),
  [`${cutile}linspace`]: fn('<T>(start, end, n)', 'the tensor [n] of evenly spaced numbers', [], (c) =>
    tensor(elementTarg(c), [intArg(c, 2, 'linspace')]),
  ),
  [`${cutile}eye`]: fn('<T>(n)', 'the identity matrix [n, n]', [], (c) =>
    tensor(elementTarg(c), [intArg(c, 0, 'eye'), intArg(c, 0, 'eye')]),
  ),
  [`${cutile}eye_rect`]: fn('<T>(rows, columns)', 'ones on the diagonal of [rows, columns]', [], (c) =>
    tensor(elementTarg(c), [intArg(c, 0, 'eye_rect'), intArg(c, 1, 'eye_rect')]),
  ),
  [`${cutile}copy_host_vec_to_device`]: fn('vec', 'the tensor of a host vector', [], (c) => {
    const list = arg(c, 0);
    return isTuple(list)
      ? tensor(elementOfValue(list[0]), [dyn(list.length)])
      : refuse('type', 'the length of this vector is not known');
  }),
  [`${cutile}dup`]: fn('tensor', 'a copy', [], same),
  'tile-tensor.reshape': fn('self, shape', 'the same elements, row major, in another shape', [], (c) =>
    reshaped(tensorArg(c, 0, 'reshape'), shapeArg(c, 1, 'reshape')),
  ),
  'tile-tensor.view': fn('self, shape', 'a view of the same elements in another shape', [], (c) =>
    reshaped(tensorArg(c, 0, 'view'), shapeArg(c, 1, 'view')),
  ),
  'tile-tensor.slice': fn('self, ranges', 'a view of a part; strides are kept', [], (c) =>
    sliced(tensorArg(c, 0, 'slice'), arg(c, 1)),
  ),
  'tile-tensor.reinterpret': fn('<U>(self)', 'the same memory as another type of the same width', [], (c) => ({
    ...tensorArg(c, 0, 'reinterpret'),
    element: elementTarg(c),
  })),
  'tile-tensor.convert': fn('<U>(self)', 'the elements converted', [], (c) => ({
    ...tensorArg(c, 0, 'convert'),
    element: elementTarg(c),
  })),
  'tile-tensor.shape': fn('self', 'extents by axis', [], (c) => tensorArg(c, 0, 'shape').shape),
  'tile-tensor.size': fn('self', 'number of elements', [], (c) =>
    tensorArg(c, 0, 'size').shape.reduce<Int>((n, e) => mul(n, e), dyn(1)),
  ),
  'tile-tensor|tile-partition|tuple.sync': identity('runs what came before'),
  'tile-tensor|tile-partition|tuple.sync_on': identity('runs what came before on a stream'),
  'tile-tensor|tile-partition.dup': identity('a copy'),
  'tile-tensor|tile-partition.fill': identity('the same, filled'),
  'tile-tensor|tuple.to_host_vec': identity('its elements'),
  'tile-partition.to_host_vec': fn('self', 'its elements', [], (c) => partitionArg(c, 0, 'to_host_vec').tensor),
  'tile-tensor.unpartition': identity('the tensor'),
  'tile-partition.unpartition': fn(
    'self',
    'the tensor that was partitioned',
    [],
    (c) => partitionArg(c, 0, 'unpartition').tensor,
  ),
  'tuple.first': fn('self', "the first of a launch's arguments", [], (c) => {
    const list = arg(c, 0);
    return isTuple(list) ? (list[0] ?? { is: 'void' }) : list;
  }),
  'tuple.unzip': identity('the arguments one by one'),
  'tuple.len': fn('self', 'number of parts', [], (c) => {
    const list = arg(c, 0);
    return dyn(isTuple(list) ? list.length : 1);
  }),
  'tile-tensor.partition': fn(
    'self, tile',
    'the tensor in tiles; their number along each axis is ceil(shape / tile)',
    [],
    (c) => partition(tensorArg(c, 0, 'partition'), shapeArg(c, 1, 'partition')),
  ),
  'tile-tensor.try_partition': fn('self, tile', 'the tensor in tiles', [], (c) =>
    partition(tensorArg(c, 0, 'try_partition'), shapeArg(c, 1, 'try_partition')),
  ),
  'tile-tensor.partition_prefix': fn('self, tile', 'the tensor in tiles, of which a launch may cover fewer', [], (c) =>
    partition(tensorArg(c, 0, 'partition_prefix'), shapeArg(c, 1, 'partition_prefix'), { bound: 'at-most' }),
  ),
  'tile-partition.prefix': fn('self', 'a launch may cover fewer tiles', [], (c) => ({
    ...partitionArg(c, 0, 'prefix'),
    bound: 'at-most' as const,
  })),
  'tile-partition.map': fn('self, steps, blocks', 'the tiles shared by persistent blocks', [], (c) =>
    mapped(partitionArg(c, 0, 'map'), shapeArg(c, 1, 'map'), intArg(c, 2, 'map')),
  ),
  'tile-tensor.partition_permuted': fn(
    'self, tile, order',
    'the tensor in tiles whose axis i lies along tensor axis order[i]',
    [],
    (c) =>
      permuted(
        tensorArg(c, 0, 'partition_permuted'),
        shapeArg(c, 1, 'partition_permuted'),
        orderArg(c, 2, 'partition_permuted'),
      ),
  ),
  'tile-tensor.partition_mut': fn('self, tile', "the block's own part in smaller tiles", [], (c) =>
    partitionSlab(tensorArg(c, 0, 'partition_mut'), shapeArg(c, 1, 'partition_mut')),
  ),
  'tile-tensor.partition_full_mut': fn(
    'self, tile',
    'the whole tensor in tiles, not counted from the block',
    [],
    (c) => {
      const of = tensorArg(c, 0, 'partition_full_mut');
      return partition(of.slab?.of.tensor ?? of, shapeArg(c, 1, 'partition_full_mut'));
    },
  ),
  'tile-tensor.load': fn('self', "the block's own tile; past the edge its lanes are unspecified", [], (c) =>
    loadOwn(tensorArg(c, 0, 'load'), 'load'),
  ),
  'tile-tensor.load_tile': fn(
    'self, shape, index',
    'the tile at an index; past the edge it reads 0. Nothing checks the index',
    [],
    (c) =>
      load(
        partition(tensorArg(c, 0, 'load_tile'), shapeArg(c, 1, 'load_tile')),
        indexArg(c, 2, 'load_tile'),
        'load_tile',
      ),
  ),
  'tile-tensor.store': fn('self, tile', "writes the block's own tile", [], (c) =>
    stored(tensorArg(c, 0, 'store').shape, arg(c, 1)),
  ),
  'tile-partition.load': fn('self, index', 'the tile at an index; past the edge it reads 0', [], (c) =>
    load(partitionArg(c, 0, 'load'), indexArg(c, 1, 'load'), 'load'),
  ),
  'tile-partition.load_index': fn('self, index', 'the tile at an index of a walk', [], (c) =>
    load(partitionArg(c, 0, 'load_index'), indexArg(c, 1, 'load_index'), 'load_index'),
  ),
  'tile-partition.load_pipelined': fn('<L>(self, index)', 'the tile at an index', [], (c) =>
    load(partitionArg(c, 0, 'load_pipelined'), indexArg(c, 1, 'load_pipelined'), 'load_pipelined'),
  ),
  'tile-partition.store': fn('self, tile, index', 'writes the tile at an index', [], (c) => storeAt(c, 'store')),
  'tile-partition.iter_indices': identity("the indices of the block's tiles, one after the other"),
  'tile-partition.iter_indices_with': identity("the indices of the block's tiles, one after the other"),
  'tile-partition.iter_indices_within': identity("the indices of the block's tiles, one after the other"),
  'tile-partition.first_index': fn('self', 'the first index of a walk', [], (c) =>
    firstIndex(partitionArg(c, 0, 'iter_indices')),
  ),
  'tile-partition.num_tiles': fn('self, axis', 'tiles along an axis', [], (c) =>
    tilesAlong(partitionArg(c, 0, 'num_tiles'), axisArg(c, 1, 'num_tiles')),
  ),
  'tile-partition.grid': fn('self', 'the launch grid', [], (c) => launchGrid(partitionArg(c, 0, 'grid').grid)),
  [`${cutile}num_tiles`]: fn(
    'partition, axis',
    'tiles along an axis, the last one counted though it be ragged',
    [],
    (c) => tilesAlong(partitionArg(c, 0, 'num_tiles'), axisArg(c, 1, 'num_tiles')),
  ),
  [`${cutile}load_tile_like`]: loadLikeEntry("the tile of x that lies where the block's own tile lies in z"),
  [`${cutile}load_tile_like_1d`]: loadLikeEntry('as load_tile_like, before 0.0.2'),
  [`${cutile}load_tile_like_2d`]: loadLikeEntry('as load_tile_like, before 0.0.2'),
  [`${cutile}load_tile_like_3d`]: loadLikeEntry('as load_tile_like, before 0.0.2'),
  [`${cutile}load_tile`]: fn('x, shape, index', 'the tile at an index', [], (c) =>
    load(
      partition(tensorArg(c, 0, 'load_tile'), shapeArg(c, 1, 'load_tile')),
      indexArg(c, 2, 'load_tile'),
      'load_tile',
    ),
  ),
  [`${cutile}load_tile_mut`]: fn('z', "the block's own tile; past the edge its lanes are unspecified", [], (c) =>
    loadOwn(tensorArg(c, 0, 'load_tile_mut'), 'load_tile_mut'),
  ),
  ...viewEntry('make_partition_view'),
  ...viewEntry('make_partition_view_mut'),
  [`${cutile}make_tensor_view`]: fn('shape, strides', 'memory as a tensor', [], (c) => ({
    ...tensor(anyElement, shapeArg(c, 0, 'make_tensor_view'), 'device'),
    stride: shapeArg(c, 1, 'make_tensor_view'),
  })),
  ...viewLoad('load_view_tko'),
  ...viewLoad('load_view_tko_mut'),
  ...viewLoad('load_view_tko_bounded'),
  ...viewStore('store_view_tko_mut'),
  ...viewStore('store_view_tko_bounded'),
  [`${cutile}Tensor`]: typeOf('E, S', 'a tensor of elements E and shape S', [], (c) =>
    tensor(elementTarg(c), extents(c.targs[1], 'Tensor'), 'device'),
  ),
  [`${cutile}Partition`]: partitionType('E, S', 'a tensor in tiles of shape S'),
  [`${cutile}PartitionMut`]: partitionType('E, S', 'a tensor in tiles of shape S'),
  [`${cutile}MappedPartitionMut`]: partitionType('E, S, MAP', 'tiles of shape S that persistent blocks walk'),
});

/** Where a block's walk begins. It is one of many: nothing checks it as a constant. */
function firstIndex(of: TilePartition): Extents {
  const block = of.map?.block;
  const [first] = (block?.n === undefined ? undefined : walkOf(of, block.n, 1)) ?? [];
  const from = block?.is === 'dynamic' ? block.from : undefined;
  return of.grid.map((_, i) => (first?.[i] === undefined ? hole() : dyn(first[i], from)));
}

function tilesAlong(of: TilePartition, axis: number): Int {
  return (
    of.grid[axis] ?? refuse('range', `num_tiles: there is no axis ${axis} in a partition of rank ${of.grid.length}`)
  );
}

function stored(shape: Extents, value: Value): Value {
  if (isA(value, 'tile')) {
    const tile = value as Tile;
    if (tile.shape.length !== shape.length || tile.shape.some((x, i) => differ(x, shape[i])))
      refuse('tile-operands', `store: a tile of ${spellExtents(tile.shape)} into ${spellExtents(shape)}`);
  }
  return { is: 'void' };
}
