// What threads learn of themselves and of their warp, where all threads of a block are followed: which thread of which
// block one is, the number of its warp, which of its threads is elected, and what another one of it holds. Sources:
// cute/util/debug.hpp (`thread0` and its like), cutlass/cutlass.h (`canonical_warp_idx_sync` and its like),
// cute/arch/cluster_sm90.hpp (`elect_one_sync`), CUDA C++ Programming Guide, "Warp Shuffle Functions".
import { WARP_THREADS } from '../../access/shared';
import { integerOfLanes, lanesOf } from '../../algebra/lanes';
import { dyn, withSign } from '../../algebra/leaf';
import type { Value } from '../../values/value';
import type { Machine } from '../state/machine';
import { isTuple } from '../values/inspect';
import { asNumber } from '../values/truth';

const warpgroup = 4 * WARP_THREADS;

const first = (thread: number): number => thread - (thread % WARP_THREADS);

/** For each thread `threadIdx.x` of the first of its warp, divided by the threads of a warp or a warpgroup. */
function numberOfWarp(m: Machine, each: number): Value | undefined {
  const { simt } = m;
  const x = simt?.threadIdx.fields.get('x');
  const lanes = x !== undefined && !isTuple(x) && x.is === 'dynamic' && simt ? lanesOf(x, simt.count) : undefined;
  return lanes && integerOfLanes(lanes.map((_, i) => Math.floor((lanes[first(i)] ?? NaN) / each)));
}

export const warpIndex = (m: Machine): Value | undefined => numberOfWarp(m, WARP_THREADS);
export const warpgroupIndex = (m: Machine): Value | undefined => numberOfWarp(m, warpgroup);

/** One thread of each warp. The hardware says which; here it is the first. */
export function elected(m: Machine): Value | undefined {
  const { simt } = m;
  if (!simt) return undefined;
  return withSign(integerOfLanes(Float64Array.from({ length: simt.count }, (_, i) => (i === first(i) ? 1 : 0))), true);
}

/** `thread(thread, block)`: whether a thread is this one of that block, both counted with x fastest. */
export function isThread(m: Machine, thread: Value | undefined, block: Value = dyn(0)): Value | undefined {
  return thread && ofThreads(m, thread, block);
}

/** `block(block)` */
export function isOfBlock(m: Machine, block: Value | undefined): Value | undefined {
  return block && ofThreads(m, undefined, block);
}

function ofThreads(m: Machine, thread: Value | undefined, block: Value): Value | undefined {
  const { simt } = m;
  const [own, other] = [thread === undefined ? -1 : asNumber(thread), asNumber(block)];
  if (!simt || own === undefined || other === undefined) return undefined;
  const numbers = simt.together.blocks.map((at) => numberOfBlock(m, at));
  // The first block is so in every grid.
  const isBlock = simt.together.blocks.map((at, i) =>
    other === 0 ? at.every((n) => n === 0) : numbers[i] === undefined ? undefined : numbers[i] === other,
  );
  if (isBlock.includes(undefined)) return undefined;
  const holds = Float64Array.from({ length: simt.count }, (_, i) =>
    isBlock[simt.blocks[i] ?? 0] === true && (thread === undefined || i % simt.threads === own) ? 1 : 0,
  );
  return withSign(integerOfLanes(holds), true);
}

/** The number of a block in its grid, with x fastest; undefined where the grid is not known. */
function numberOfBlock(m: Machine, [x, y, z]: readonly [number, number, number]): number | undefined {
  const grid = m.frame.launch?.grid;
  if (grid === undefined || isTuple(grid) || grid.is !== 'struct') return undefined;
  const [width, height] = ['x', 'y'].map((axis) => {
    const extent = grid.fields.get(axis);
    return extent && asNumber(extent);
  });
  return width === undefined || height === undefined ? undefined : x + width * (y + height * z);
}

/** `__shfl_sync(mask, value, lane)`: what that lane of the warp holds. */
export function fromLane(m: Machine, given: Value | undefined, lane: Value | undefined): Value | undefined {
  const { simt } = m;
  const from = lane === undefined ? undefined : asNumber(lane);
  if (!simt || from === undefined || from < 0 || from >= WARP_THREADS) return undefined;
  if (given === undefined || isTuple(given) || given.is !== 'dynamic') return undefined;
  const lanes = lanesOf(given, simt.count);
  if (!lanes || simt.count % WARP_THREADS !== 0) return undefined;
  return withSign(integerOfLanes(lanes.map((_, i) => lanes[first(i) + from] ?? NaN)), given.unsigned);
}
