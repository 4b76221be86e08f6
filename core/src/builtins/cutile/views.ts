// Builtins that cut cuTile's tensors into tiles, on the host and in kernels: partitions, views, loads, stores, walks,
// and their types.
// Semantics: cutile-rs 0839fe4, cutile/src/{tensor,_core}.rs. The work is in partitions.ts; the host's tensors are
// made in tensors.ts.
import { words } from '../../base/say';
import { hole } from '../../algebra/leaf';
import { isA, isTuple } from '../../values/convert';
import { launchGrid } from '../../values/tile';
import type { Value } from '../../values/value';
import { acts, arg, fn, typeOf, type Entry } from '../entry';
import type { BuiltinCall } from '../registry';
import {
  anyElement,
  axisArg,
  elementTarg,
  extents,
  indexArg,
  intArg,
  orderArg,
  partitionArg,
  shapeArg,
  tensorArg,
} from './arguments';
import {
  firstIndex,
  load,
  loadLike,
  loadOwn,
  mapped,
  partition,
  partitionSlab,
  permuted,
  stored,
  tensor,
  tilesAlong,
} from './partitions';

/** The prefix of the names of cuTile's functions. */
export const cutile = 'cutile:';

/** Declares a function that gives its first argument unchanged. */
export const identity = (gives: string) => fn('self, more...', gives, [], (c) => arg(c, 0));

const loadLikeEntry = (gives: string) =>
  fn('x, z', gives, [], (c) =>
    loadLike(tensorArg(c, 0, 'load_tile_like'), tensorArg(c, 1, 'load_tile_like'), 'load_tile_like'),
  );

/** Declares a function that makes a view: a partition with a given padding and order of axes. Of padding only
 *  `None` and `Zero` are modelled. */
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
  [`${cutile}${name}`]: acts(fn('view, tile, index', 'writes the tile at an index', [], (c) => storeAt(c, name))),
});

function loadTile(c: BuiltinCall): Value {
  const tiles = partition(tensorArg(c, 0, 'load_tile'), shapeArg(c, 1, 'load_tile'));
  return load(tiles, indexArg(c, 2, 'load_tile'), 'load_tile');
}

function storeAt(c: BuiltinCall, what: string): Value {
  const of = partitionArg(c, 0, what);
  if (c.args[2] !== undefined) load(of, indexArg(c, 2, what), what);
  return stored(of.tile, arg(c, 1));
}

/** Declares the type of a kernel parameter that is a partition: the type gives the tile, the tensor's shape is not
 *  known. */
const partitionType = (params: string, gives: string) =>
  typeOf(params, gives, [], (c) => {
    const tile = extents(c.targs[1], words`a partition`);
    return partition(
      tensor(
        elementTarg(c),
        tile.map(() => hole()),
        'device',
      ),
      tile,
    );
  });

export const viewEntries: Record<string, Entry> = {
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
    loadTile,
  ),
  'tile-tensor.store': acts(
    fn('self, tile', "writes the block's own tile", [], (c) => stored(tensorArg(c, 0, 'store').shape, arg(c, 1))),
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
  'tile-partition.store': acts(fn('self, tile, index', 'writes the tile at an index', [], (c) => storeAt(c, 'store'))),
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
  [`${cutile}load_tile`]: fn('x, shape, index', 'the tile at an index', [], loadTile),
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
};
