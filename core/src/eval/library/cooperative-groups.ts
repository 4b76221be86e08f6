// Groups of threads of `cooperative_groups`: the block, the tiles that it is divided into, the cluster. What they say
// of threads follows from `threadIdx` and the launch. Source: CUDA C++ Programming Guide, "Cooperative Groups".
import { add, ceil_div, div, mod, mul } from '../../algebra/index';
import { type Int, withSign } from '../../algebra/leaf';
import { say } from '../../base/say';
import type { Span } from '../../base/span';
import { WARP_THREADS } from '../../access/shared';
import { isA } from '../../values/kind';
import type { Struct, Value } from '../../values/value';
import { followed, loseAccesses, loseMemory } from '../memory/accesses';
import type { Machine } from '../state/machine';
import type { Arg } from '../values/entities';
import { isTuple } from '../values/inspect';
import { callable } from '../values/kinds';
import { asNumber } from '../values/truth';
import { unknown } from '../values/unknown';
import { blockInCluster, blockRankInCluster, clusterShape, triple } from './cluster';

const kinds = ['thread_block', 'thread_block_tile', 'cluster_group', 'thread_group'] as const;
type Kind = (typeof kinds)[number];

const namespace = 'cooperative_groups::';
const size = '#size';

function group(kind: Kind, fields: readonly (readonly [string, Value])[] = []): Struct {
  return { is: 'struct', name: `${namespace}${kind}`, cls: undefined, fields: new Map(fields) };
}

function kindOf(value: Value): Kind | undefined {
  if (isTuple(value) || value.is !== 'struct' || value.cls !== undefined) return undefined;
  return kinds.find((kind) => value.name === `${namespace}${kind}`);
}

/** Whether an object is a group of threads, all of whose functions are known here, or lose what they may do. */
export function isGroup(value: Value): boolean {
  return kindOf(value) !== undefined;
}

/** Whether an object is the group of all threads of a block. */
export function isGroupOfBlock(value: Value): boolean {
  return kindOf(value) === 'thread_block';
}

/** `cg::thread_block`, `cg::thread_block_tile<32>`, `cg::this_thread_block`: a name of the namespace. */
export function groupName(path: string, id: string, targs: readonly Value[] | undefined): Value | undefined {
  const [threads] = targs ?? [];
  if (path === 'cooperative_groups' && ofGroups.has(id))
    return callable(id, { kind: 'builtin', name: `${namespace}${id}`, targs: targs ?? [] });
  switch (id) {
    case 'thread_block':
    case 'cluster_group':
    case 'thread_group':
      return targs ? undefined : { is: 'type', of: group(id) };
    case 'thread_block_tile':
      return threads === undefined ? undefined : { is: 'type', of: group(id, [[size, threads]]) };
    case 'this_thread_block':
    case 'this_cluster':
      return callable(id, { kind: 'builtin', name: id, targs: [] });
    case 'tiled_partition':
      return callable(id, { kind: 'builtin', name: id, targs: targs ?? [] });
    default:
      return undefined;
  }
}

export const thisBlock = (): Value => group('thread_block');
export const thisCluster = (): Value => group('cluster_group');

/** `tiled_partition<32>(block)`, `tiled_partition(block, 32)` */
export function tiled(args: readonly Arg[], targs: readonly Value[], span: Span): Value {
  const threads = targs[0] ?? args[1]?.value;
  const from = args[0] && kindOf(args[0].value);
  // Tiles of tiles count within these.
  return threads !== undefined && from === 'thread_block'
    ? group('thread_block_tile', [[size, threads]])
    : unknown('unsupported', say`this group of threads is not modelled`, span, ['tiled_partition']);
}

/** Functions that take a group, and the member function that does the same. */
const ofGroups = new Map([
  ['sync', 'sync'],
  ['thread_rank', 'thread_rank'],
  ['group_size', 'size'],
  ['reduce', 'shfl'],
  ['inclusive_scan', 'shfl'],
  ['exclusive_scan', 'shfl'],
]);

/** `cg::sync(block)`, `cg::reduce(tile, value, operation)`; undefined for other functions. */
export function groupCall(m: Machine, name: string, args: readonly Arg[], span: Span): Value | undefined {
  const method = isOfGroups(name) ? ofGroups.get(name.slice(namespace.length)) : undefined;
  const [of, ...rest] = args;
  return method === undefined || !of ? undefined : groupMethod(m, of.value, method, rest, span);
}

export function isOfGroups(name: string): boolean {
  return name.startsWith(namespace);
}

/** A member function of a group; undefined for other objects. */
export function groupMethod(m: Machine, of: Value, name: string, args: readonly Arg[], span: Span): Value | undefined {
  const kind = kindOf(of);
  if (kind === undefined || isTuple(of) || of.is !== 'struct') return undefined;
  const found =
    kind === 'thread_block'
      ? ofBlock(m, name, span)
      : kind === 'thread_block_tile'
        ? ofTile(m, of, name, args, span)
        : kind === 'cluster_group'
          ? ofCluster(m, name, args, span)
          : undefined;
  if (found !== undefined) return found;
  const why = say`\`${name}\` of this group of threads is not followed`;
  loseAccesses(m, why, undefined);
  return unknown('unsupported', why, span, [name]);
}

function ofBlock(m: Machine, name: string, span: Span): Value | undefined {
  const { launch } = m.frame;
  switch (name) {
    case 'sync':
      followed(m)?.barrier(span);
      return { is: 'void' };
    case 'thread_rank':
      return unsigned(threadRank(m));
    case 'size':
    case 'num_threads':
      return unsigned(threadsOfBlock(m));
    case 'group_index':
      return m.blockIdx;
    case 'thread_index':
      return m.threadIdx;
    case 'group_dim':
    case 'dim_threads':
      return launch?.block;
    default:
      return undefined;
  }
}

const exchanges = /^(shfl(_up|_down|_xor)?|ballot|any|all|match_any|match_all)$/;

function ofTile(m: Machine, tile: Struct, name: string, [given]: readonly Arg[], span: Span): Value | undefined {
  const threads = tile.fields.get(size);
  const count = threads && asNumber(threads);
  if (count === undefined || !(isA(threads, 'static') || isA(threads, 'dynamic'))) return undefined;
  const rank = threadRank(m);
  switch (name) {
    case 'thread_rank':
      return unsigned(rank && mod(rank, threads));
    case 'size':
    case 'num_threads':
      return unsigned(threads);
    case 'meta_group_rank':
      return unsigned(rank && div(rank, threads));
    case 'meta_group_size': {
      const all = threadsOfBlock(m);
      return unsigned(all && ceil_div(all, threads));
    }
    // The threads of a warp are in step here.
    case 'sync':
      return count <= WARP_THREADS ? { is: 'void' } : undefined;
    default:
      return count <= WARP_THREADS && exchanges.test(name) ? fromOthers(m, name, given?.value, span) : undefined;
  }
}

/** What other threads of a warp hold. */
function fromOthers(m: Machine, name: string, given: Value | undefined, span: Span): Value {
  const why = say`${name} gives what another thread holds`;
  const isScalar = name.startsWith('shfl') && given !== undefined && !isTuple(given) && given.is === 'scalar';
  if (isScalar) return { is: 'scalar', type: given.type, bits: given.bits };
  const isNumber = given !== undefined && !isTuple(given) && (given.is === 'dynamic' || given.is === 'static');
  if (isNumber || !name.startsWith('shfl')) return m.unknownInt(name, why, 'input', span);
  return unknown('input', why, span);
}

function ofCluster(m: Machine, name: string, args: readonly Arg[], span: Span): Value | undefined {
  const simt = followed(m);
  switch (name) {
    case 'sync':
    case 'barrier_wait':
      simt?.waits.waitInCluster();
      if (simt?.isTogether) simt.barrierOfAll();
      else if (simt) return undefined;
      return { is: 'void' };
    case 'barrier_arrive':
      simt?.waits.arriveInCluster(false);
      return { is: 'void' };
    case 'block_rank':
      return unsigned(blockRankInCluster(m));
    case 'block_index':
      return blockInCluster(m);
    case 'num_blocks':
      return unsigned(product(clusterShape(m)));
    case 'map_shared_rank':
      return mapped(m, args, span);
    default:
      return undefined;
  }
}

/** `map_shared_rank(pointer, rank)`: of the memory of another block nothing is claimed. */
function mapped(m: Machine, [given]: readonly Arg[], span: Span): Value {
  const why = say`what is done to the shared memory of another block is not followed`;
  const simt = followed(m);
  const value = given?.value;
  const pointer = value === undefined || isTuple(value) || value.is !== 'pointer' ? undefined : value;
  if (simt && pointer) loseMemory(simt, pointer, why);
  else loseAccesses(m, why, undefined);
  return unknown('unsupported', why, span, ['map_shared_rank']);
}

function threadRank(m: Machine): Int | undefined {
  const [thread, block] = [triple(m.threadIdx), triple(m.frame.launch?.block)];
  return thread && block && add(thread[0], mul(block[0], add(thread[1], mul(block[1], thread[2]))));
}

const threadsOfBlock = (m: Machine): Int | undefined => product(triple(m.frame.launch?.block));

function product(extents: readonly [Int, Int, Int] | undefined): Int | undefined {
  return extents && mul(extents[0], mul(extents[1], extents[2]));
}

function unsigned(value: Value | undefined): Value | undefined {
  return value !== undefined && !isTuple(value) && value.is === 'dynamic' ? withSign(value, true) : value;
}
