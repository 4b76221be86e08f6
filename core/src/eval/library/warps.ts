// What threads learn of their warp, where all threads of a block are followed: its number, which of its threads is
// elected, and what another one of it holds. Sources: cutlass/cutlass.h (`canonical_warp_idx_sync` and its like),
// cute/arch/cluster_sm90.hpp (`elect_one_sync`), CUDA C++ Programming Guide, "Warp Shuffle Functions".
import { WARP_THREADS } from '../../access/shared';
import { integerOfLanes, lanesOf } from '../../algebra/lanes';
import { withSign } from '../../algebra/leaf';
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
