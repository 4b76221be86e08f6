// Functions of CUTLASS's headers that are written in assembly, for all threads of a block: instead of their bodies,
// what they do to barriers and to the order of threads. Source: cutlass/arch/barrier.h, reg_reconfig.h,
// grid_dependency_control.h.
import type { Fence } from '../../access/hazards';
import type { Span } from '../../base/span';
import type { Value } from '../../values/value';
import { followed } from '../memory/accesses';
import type { Machine } from '../state/machine';
import type { Arg, FunctionEntity } from '../values/entities';
import { isTuple } from '../values/inspect';
import { meetAt } from './named-barriers';
import { actAtBarrier, isPhaseAct } from './phase-barriers';

const header = /(?:^|\/)include\/cutlass\/arch\/(?:barrier|reg_reconfig|grid_dependency_control)\.h$/;

/** These order what was done before them, or give registers away: nothing is known less behind them. */
const harmless =
  /^(?:cutlass::arch::)?(fence_barrier_init|fence_view_async_shared|fence_view_shared|warpgroup_reg_(de)?alloc|launch_dependent_grids|wait_on_dependent_grids)$/;

export function isHarmless(name: string): boolean {
  return harmless.test(name);
}

/** What a fence of CUTLASS orders; undefined for all other functions. */
export function fenceIn(name: string): Fence | undefined {
  if (/^(?:cutlass::arch::)?fence_view_(async_)?shared$/.test(name)) return 'proxy';
  return /^(?:cutlass::arch::)?fence_barrier_init$/.test(name) ? 'threads' : undefined;
}

/** What such a function returns, whose body is not run; undefined for all others. */
export function callFollowed(m: Machine, entity: FunctionEntity, args: readonly Arg[]): Value | undefined {
  const { decl, owner } = entity;
  const { name = '' } = decl;
  const { file } = decl.nameSpan;
  const simt = m.simt && header.test(file) ? followed(m) : undefined;
  if (!simt) return undefined;
  const span: Span = simt.own.now ?? decl.nameSpan;
  const nothing: Value = { is: 'void' };
  const fence = owner ? undefined : fenceIn(name);
  if (fence) simt.fence(fence);
  if (!owner) return harmless.test(name) ? nothing : undefined;
  if (owner.decl.name === 'NamedBarrier') {
    if (!/^arrive(_and_wait)?_internal(_unaligned)?$/.test(name)) return undefined;
    meetAt(m, simt, args, name.startsWith('arrive_and_wait'), span, 'hardware');
    return nothing;
  }
  const [barrier] = args;
  const isStatic = barrier !== undefined && !isTuple(barrier.value) && /^(pointer|element)$/.test(barrier.value.is);
  if (!/^Cluster(Transaction)?Barrier$/.test(owner.decl.name ?? '') || !isStatic || !isPhaseAct(name)) return undefined;
  return actAtBarrier(m, simt, name, args, span);
}
