// The sample block's position in its cluster, where the launch gives the cluster's shape.
import { add, div, mod, mul } from '../../algebra/index';
import { dyn, type Int } from '../../algebra/leaf';
import type { Value } from '../../values/value';
import type { Machine } from '../state/machine';
import { isTuple } from '../values/inspect';

const axes = ['x', 'y', 'z'] as const;

/** `cute::block_rank_in_cluster()`, `%cluster_ctarank`: the rank of the block among those of its cluster, x first. */
export function blockRankInCluster(m: Machine): Value | undefined {
  const within = blockIdInCluster(m);
  if (!within) return undefined;
  const {
    place: [x, y, z],
    shape: [cx, cy],
  } = within;
  return add(x, mul(cx, add(y, mul(cy, z))));
}

interface InCluster {
  readonly place: readonly [Int, Int, Int];
  readonly shape: readonly [Int, Int, Int];
}

/** The block and the extents of its cluster; undefined where they are not known. */
function clustered(m: Machine): { readonly block: InCluster['place']; readonly shape: InCluster['shape'] } | undefined {
  const shape = clusterShape(m);
  const block = triple(m.blockIdx);
  return shape && block && shape.every(({ n }) => n !== undefined && n >= 1) ? { block, shape } : undefined;
}

/** The blocks of a cluster in each direction: one where the launch asks for none. */
export function clusterShape({ frame: { launch } }: Machine): InCluster['shape'] | undefined {
  return launch && (launch.cluster === undefined ? [dyn(1), dyn(1), dyn(1)] : triple(launch.cluster));
}

function blockIdInCluster(m: Machine): InCluster | undefined {
  const found = clustered(m);
  if (!found) return undefined;
  const { block, shape } = found;
  return { shape, place: [mod(block[0], shape[0]), mod(block[1], shape[1]), mod(block[2], shape[2])] };
}

/** `blockIdx` in units of clusters, `cute::cluster_id_in_grid()`. */
export function clusterIdInGrid(m: Machine): Value | undefined {
  const found = clustered(m);
  if (!found) return undefined;
  const { block, shape } = found;
  return dim3([div(block[0], shape[0]), div(block[1], shape[1]), div(block[2], shape[2])]);
}

/** `cute::block_id_in_cluster()`. */
export function blockInCluster(m: Machine): Value | undefined {
  const within = blockIdInCluster(m);
  return within && dim3(within.place);
}

function dim3([x, y, z]: InCluster['place']): Value {
  return { is: 'struct', name: 'dim3', cls: undefined, fields: new Map<string, Value>(Object.entries({ x, y, z })) };
}

export function triple(value: Value | undefined): readonly [Int, Int, Int] | undefined {
  if (value === undefined || isTuple(value) || value.is !== 'struct') return undefined;
  const found = axes.map((axis) => value.fields.get(axis));
  const isInt = (one: Value | undefined): one is Int =>
    one !== undefined && !isTuple(one) && (one.is === 'dynamic' || one.is === 'static');
  const [x, y, z] = found;
  return isInt(x) && isInt(y) && isInt(z) ? [x, y, z] : undefined;
}
