// Builtins of cute/atom/mma_traits_sm100.hpp: shared-memory tiles and tensor memory of sm_100. The work is in
// atoms/tmem*.ts.
import { words } from '../../base/say';
import { refused } from '../../values/refused';
import { isTuple, product_each, take, tiled_divide, tile_to_shape, tuple_cat, zip } from '../../algebra/index';
import type { Major } from '../../algebra/index';
import type { IntTuple, Leaf } from '../../algebra/leaf';
import { symbol } from '../../algebra/leaf';
import type { AnyLayout } from '../../algebra/types';
import { copyAtom } from '../../atoms/copy_atom';
import {
  make_tmem_copy,
  make_tmem_warp_partitioner,
  make_utccp_copy,
  op_repeater,
  tmem_load_to_store,
} from '../../atoms/tmem_copy';
import { asAnyLayout, asIntTuple, asStatic, asTensor, isTag, isA, refuse, untype } from '../../values/convert';
import type { CopyAtom, Value } from '../../values/value';
import type { Entry } from '../entry';
import { tag } from './mma_operations';
import { family, optional, param } from '../registry';

/** `UMMA::tile_to_mma_shape(atom, mma_shape, order)`: tiles the atom over ((MMA_M,MMA_N),M_MMAs,N_MMAs,…); mode 0
 *  of the result is what one MMA reads. Throws: AlgebraError 'rank' for other shapes. */
function tile_to_mma_shape(atom: AnyLayout, mmaShape: IntTuple, order: IntTuple | Major): AnyLayout {
  const inner = isTuple(mmaShape) ? mmaShape[0] : undefined;
  if (!isTuple(mmaShape) || inner === undefined || mmaShape.length < 3) {
    throw refused('rank')`tile_to_mma_shape takes ((MMA_M,MMA_N),M,N,…), not ${{ mmaShape }}`;
  }
  const counts = take<Leaf>(mmaShape, 1, 3);
  const rest = mmaShape.slice(3);
  const flat = tuple_cat<Leaf>([zip<Leaf>([inner, counts]), rest]);
  return tiled_divide(tile_to_shape(atom, flat, order), product_each(inner));
}

function orderOf(value: Value | undefined): IntTuple | Major {
  if (value === undefined) return 'LayoutLeft';
  if (isTag(value)) return /Right|RowMajor/.test(value.name) ? 'LayoutRight' : 'LayoutLeft';
  return asIntTuple(value, 'tile_to_mma_shape');
}

const typeOf = (of: Value): Value => ({ is: 'type', of });

/** A member type of `TV_Tiler<Layout_TV, Tiler_MN>`. */
const tilerMember = (gives: string, at: 0 | 1): Entry => ({
  gives,
  examples: [],
  run: ({ args: [of = tag('void')] }) =>
    (isTag(of) && of.name === 'TV_Tiler' ? of.args[at] : undefined) ??
    refuse('this member', words`a tile of threads and values`, of),
});

const tileToMmaShape: Entry = {
  params: [param('atom'), param('mma_tile_shape'), optional('order')],
  gives: 'the shared-memory layout of a tile, with what one MMA reads as mode 0',
  examples: [
    'UMMA::tile_to_mma_shape(UMMA::Layout_K_SW128_Atom<half_t>{}, Shape<Shape<_128,_16>,_1,_4>{}) // Sw<3,4,3> o smem_ptr[16b](unset) o ((_128,_16),_1,_4):((_64,_1),_0,_16)',
  ],
  run: ({ args }) =>
    tile_to_mma_shape(
      asAnyLayout(args[0], 'tile_to_mma_shape'),
      asIntTuple(args[1], 'tile_to_mma_shape'),
      orderOf(args[2]),
    ),
};

function operationName(value: Value | undefined, what: string): string {
  const op = value && untype(value);
  return op && isTag(op) ? op.name : refuse(what, words`an operation of tensor memory`, op);
}

const runTime = (name: string, gives: string): Entry => ({ gives, examples: [], run: () => symbol(`${name}()`) });

/** Declares a function whose `dim3` is known only at run time: its members are symbols. */
const runTimeDim3 = (name: string, gives: string): Entry => ({
  gives,
  examples: [],
  run: () => ({
    is: 'struct',
    name: 'dim3',
    cls: undefined,
    fields: new Map<string, Value>(
      ['x', 'y', 'z'].map((axis) => [axis, { ...symbol(`${name}().${axis}`), unsigned: true as const }]),
    ),
  }),
});

export const umma = family('cute/atom/mma_traits_sm100.hpp', {
  tile_to_mma_shape: tileToMmaShape,
  make_tmem_copy: {
    params: [param('atom'), param('tmem')],
    gives: 'the copy between tensor memory and registers, by four warps',
    examples: [],
    run: ({ args }) => {
      const tmem = asTensor(args[1], 'make_tmem_copy');
      const atom: CopyAtom = isA(args[0], 'copy-atom') ? args[0] : copyAtom(args[0], tmem.data.element);
      return make_tmem_copy(atom, tmem);
    },
  },
  make_tmem_warp_partitioner: {
    params: [param('tmem')],
    gives: 'how four warps tile a tensor in tensor memory, by warp',
    examples: [],
    run: ({ args }) => {
      const { inTile, tiler } = make_tmem_warp_partitioner(asTensor(args[0], 'make_tmem_warp_partitioner'));
      return tag('TV_Tiler', [typeOf(inTile), typeOf(tiler)]);
    },
  },
  'tag::TiledLayout_TV': tilerMember('(thread, value) → coordinate in the tile', 0),
  'tag::Tiler_MN': tilerMember('the tile', 1),
  make_utccp_copy: {
    params: [param('op'), param('tmem')],
    gives: 'the copy from shared memory to tensor memory',
    examples: [],
    run: ({ args }) => {
      const tmem = asTensor(args[1], 'make_utccp_copy');
      return make_utccp_copy(copyAtom(args[0], tmem.data.element), tmem);
    },
  },
  op_repeater: {
    templateParams: ['CopyOp', 'bits_n'],
    gives: 'of the repeated variants of a copy of tensor memory, the widest that divides so many bits',
    examples: [
      'is_same_v<decltype(TMEM::op_repeater<SM100_TMEM_LOAD_32dp32b1x, 3072>()), SM100_TMEM_LOAD_32dp32b32x> // 1',
      'is_same_v<decltype(TMEM::op_repeater<SM100_TMEM_LOAD_16dp32b1x, 256>()), SM100_TMEM_LOAD_16dp32b4x> // 1',
    ],
    run: ({ targs }) => tag(op_repeater(operationName(targs[0], 'op_repeater'), asStatic(targs[1], 'op_repeater').n)),
  },
  tmem_load_to_store: {
    params: [param('op')],
    gives: 'the store into tensor memory that corresponds to a load',
    examples: [
      'is_same_v<decltype(TMEM::tmem_load_to_store(SM100_TMEM_LOAD_32dp32b2x{})), SM100_TMEM_STORE_32dp32b2x> // 1',
    ],
    run: ({ args }) => tag(tmem_load_to_store(operationName(args[0], 'tmem_load_to_store'))),
  },
  elect_one_sync: runTime('elect_one_sync', 'whether this thread is the elected one of its warp'),
  block_rank_in_cluster: runTime('block_rank_in_cluster', 'the index of the block in its cluster'),
  block_id_in_cluster: runTimeDim3('block_id_in_cluster', 'the index of the block in its cluster, by axis'),
  cluster_id_in_grid: runTimeDim3('cluster_id_in_grid', 'the index of the cluster in the grid, by axis'),
  cluster_grid_dims: runTimeDim3('cluster_grid_dims', 'the number of clusters in the grid, by axis'),
  cluster_shape: runTimeDim3('cluster_shape', 'the number of blocks in a cluster, by axis'),
  canonical_warp_idx_sync: runTime('canonical_warp_idx_sync', 'the index of the warp'),
  canonical_warp_idx: runTime('canonical_warp_idx', 'the index of the warp'),
  canonical_warp_group_idx: runTime('canonical_warp_group_idx', 'the index of the warp group'),
});
