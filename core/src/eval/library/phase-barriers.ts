// Barriers with phases in shared memory, `mbarrier`: what threads do at them. Sources: cutlass/arch/barrier.h
// (`ClusterBarrier`, `ClusterTransactionBarrier`), cute/arch/copy_sm90_desc.hpp (`initialize_barrier` and its like).
// The order that follows is in access/schedule.ts. Those of other blocks of a cluster are followed where the blocks are
// followed together (eval/state/together.ts).
import { threadsOf } from '../../access/masks';
import { dyn } from '../../algebra/leaf';
import { say } from '../../base/say';
import type { Span } from '../../base/span';
import type { Pointer, Value } from '../../values/value';
import { loseAccesses } from '../memory/accesses';
import { bytesOf, lanesIn, startsOf } from '../memory/addresses';
import type { Machine } from '../state/machine';
import type { Mask } from '../state/running';
import type { Simt } from '../state/simt';
import type { BarrierAt } from '../state/waits';
import type { Arg } from '../values/entities';
import { isTuple } from '../values/inspect';
import { boolean } from '../types/arithmetic';

/** What a member function of a barrier does. */
type Act =
  'init' | 'arrive' | 'arrive_and_expect_tx' | 'expect_transaction' | 'wait' | 'try_wait' | 'test_wait' | 'invalidate';

const acts: ReadonlySet<string> = new Set<Act>([
  'init',
  'arrive',
  'arrive_and_expect_tx',
  'expect_transaction',
  'wait',
  'try_wait',
  'test_wait',
  'invalidate',
]);

/** The same by CuTe's functions, which take the barrier by reference. */
export const phaseFunctions: Readonly<Record<string, Act>> = {
  initialize_barrier: 'init',
  set_barrier_transaction_bytes: 'arrive_and_expect_tx',
  wait_barrier: 'wait',
  arrive_barrier: 'arrive',
};

export function isPhaseAct(name: string): name is Act {
  return acts.has(name);
}

/** Threads do something at a barrier; what that returns. `args`: the barrier, and what follows it. */
export function actAtBarrier(m: Machine, simt: Simt, act: Act, [barrier, ...rest]: readonly Arg[], span: Span): Value {
  const pointer = barrier && pointerIn(barrier.value);
  const given = rest.map(({ value }) => numbersIn(simt, value));
  const at = pointer && placesOf(simt, pointer);
  if (!pointer || !at) return notFollowed(m, say`which barrier is meant is not known`, act);
  const [first, second, third] = given;
  const site = siteOf(simt, pointer, span);
  const each = (run: (barrier: number, n: number, who: Mask) => void, blocks?: Float64Array): void =>
    eachGroup(simt, pointer, { at, numbers: first ?? new Float64Array(simt.count), blocks }, run);
  switch (act) {
    case 'init':
      if (rest.length > 0 && !first) return notFollowed(m, say`how many arrivals a barrier waits for is not known`);
      each((number, count, who) =>
        simt.waits.step({ is: 'init', barrier: number, count: rest.length > 0 ? count : 1, site }, who),
      );
      return { is: 'void' };
    case 'arrive': {
      const blocks = rest.length > 0 ? blocksOf(simt, first) : simt.blocks;
      if (!blocks) return notFollowed(m, say`arrivals at barriers of other blocks are not followed`);
      const predicated = rest.length > 1 ? second : undefined;
      if (rest.length > 1 && !predicated) return notFollowed(m, say`which threads arrive at a barrier is not known`);
      each((number, _n, who) => {
        const arriving = predicated ? who.map((one, i) => (predicated[i] === 0 ? 0 : one)) : who;
        if (arriving.includes(1)) simt.waits.step({ is: 'arrive', barrier: number, site }, arriving);
      }, blocks);
      return { is: 'void' };
    }
    case 'arrive_and_expect_tx':
    case 'expect_transaction': {
      if (!first) return notFollowed(m, say`how many bytes a barrier expects is not known`);
      const blocks = rest.length > 1 ? blocksOf(simt, second) : simt.blocks;
      if (!blocks) return notFollowed(m, say`arrivals at barriers of other blocks are not followed`);
      if (rest.length > 2 && !third) return notFollowed(m, say`which threads arrive at a barrier is not known`);
      const is = act === 'expect_transaction' ? 'expect' : 'arrive';
      each((number, bytes, who) => {
        const arriving = rest.length > 2 ? who.map((one, i) => (third?.[i] === 0 ? 0 : one)) : who;
        if (arriving.includes(1)) simt.waits.step({ is, barrier: number, site, bytes }, arriving);
      }, blocks);
      return { is: 'void' };
    }
    case 'try_wait':
    case 'test_wait':
    case 'wait': {
      if (!first?.every((n, i) => simt.running.active[i] === 0 || n === 0 || n === 1))
        return notFollowed(m, say`for which phase of a barrier threads wait is not known`, act);
      // Whoever asks only may be told that the phase goes on, and asks again.
      if (act !== 'wait' && !simt.waits.asksAgain(span)) return boolean(dyn(0));
      each((number, parity, who) => simt.waits.step({ is: 'await', barrier: number, phase: { parity }, site }, who));
      return act === 'wait' ? { is: 'void' } : boolean(dyn(1));
    }
    case 'invalidate':
      return { is: 'void' };
  }
}

function notFollowed(m: Machine, why: string, act?: Act): Value {
  loseAccesses(m, why, undefined);
  return act === undefined || act === 'wait' ? { is: 'void' } : m.unknownInt(act, why);
}

/** How the program calls a barrier: not by the member of CUTLASS's class. */
function nameOf({ base = '', allocation }: Pointer): string {
  const own = base.replace(/(?:\.|^Cluster(?:Transaction)?Barrier\.)barrier_$/, '');
  return own === '' ? (allocation?.name ?? '?') : own;
}

export function pointerIn(value: Value): Pointer | undefined {
  if (isTuple(value)) return undefined;
  return value.is === 'pointer' ? value : value.is === 'element' ? value.pointer : undefined;
}

/** A number for each thread, which is known for those that run. */
export function numbersIn(simt: Simt, value: Value): Float64Array | undefined {
  return knownIn(simt, lanesIn(simt, value));
}

function knownIn({ running }: Simt, lanes: Float64Array | undefined): Float64Array | undefined {
  return lanes?.some((n, i) => running.active[i] === 1 && Number.isNaN(n)) === false ? lanes : undefined;
}

/** The byte of shared memory at which the barrier of each thread lies. */
function placesOf(simt: Simt, pointer: Pointer): Float64Array | undefined {
  if (pointer.allocation?.isShared !== true) return undefined;
  // The size of a barrier of CUTLASS's class is not known where its header was not found.
  const bytes = bytesOf(pointer);
  return knownIn(simt, startsOf(simt, pointer, Number.isNaN(bytes) ? 8 : bytes));
}

/** What an arrival at a barrier says: of each thread how many bytes the phase has more, and how often it arrives; and
 *  the token by which it waits for that phase. */
export interface Arrival {
  readonly times?: Float64Array;
  readonly bytes?: Float64Array;
  readonly token: number;
}

/** Threads arrive, and keep a token of the phase; false where the barrier is not known. */
export function arriveWithToken(simt: Simt, barrier: Pointer, { times, bytes, token }: Arrival, span: Span): boolean {
  const at = placesOf(simt, barrier);
  if (!at) return false;
  const site = siteOf(simt, barrier, span);
  const numbers = times ?? new Float64Array(simt.count).fill(1);
  eachGroup(simt, barrier, { at, numbers }, (number, n, who) => {
    const groups = bytes ? sameOf(who, bytes) : new Map([[undefined, who]]);
    for (const [more, some] of groups)
      simt.waits.step(
        { is: 'arrive', barrier: number, site, token, times: n, ...(more !== undefined && { bytes: more }) },
        some,
      );
  });
  return true;
}

/** Threads wait for the phase in which they arrived. */
export function awaitToken(simt: Simt, barrier: Pointer, tokens: Float64Array, span: Span): boolean {
  const at = placesOf(simt, barrier);
  if (!at) return false;
  const site = siteOf(simt, barrier, span);
  eachGroup(simt, barrier, { at, numbers: tokens }, (number, token, who) =>
    simt.waits.step({ is: 'await', barrier: number, phase: { token }, site }, who),
  );
  return true;
}

const siteOf = (simt: Simt, barrier: Pointer, span: Span): number =>
  simt.waits.site(simt.placeOf(span), nameOf(barrier));

/** Of each thread: where its barrier lies, a number, and the block that has the barrier. */
interface Meeting {
  readonly at: Float64Array;
  readonly numbers: Float64Array;
  readonly blocks?: Float64Array | undefined;
}

/** The threads that run, those of one barrier and one number together. */
function eachGroup(
  simt: Simt,
  barrier: Pointer,
  { at, numbers, blocks }: Meeting,
  run: (barrier: number, n: number, who: Mask) => void,
): void {
  const { allocation: memory } = barrier;
  const name = nameOf(barrier);
  for (const { byte, n, block, who } of groupsOf(simt, at, numbers, blocks))
    if (memory) run(simt.waits.numberOf({ memory, byte, name, block }), n, who);
}

/** Threads by a number of each. */
function sameOf(who: Mask, numbers: Float64Array): ReadonlyMap<number, Mask> {
  const groups = new Map<number, Mask>();
  for (const thread of threadsOf(who)) {
    const n = numbers[thread] ?? NaN;
    const some = groups.get(n) ?? new Uint8Array(who.length);
    some[thread] = 1;
    groups.set(n, some);
  }
  return groups;
}

interface Group {
  readonly byte: number;
  readonly n: number;
  readonly block: number;
  readonly who: Mask;
}

/** Threads of one barrier and one number. `blocks`: for each thread, the block that has the barrier. */
function groupsOf(
  simt: Simt,
  at: Float64Array,
  numbers: Float64Array,
  blocks: Float64Array = simt.blocks,
): readonly Group[] {
  const groups: Group[] = [];
  const { active } = simt.running;
  // Neighbours nearly always belong together.
  let last: Group | undefined;
  for (let i = 0; i < simt.count; i++) {
    if (active[i] !== 1) continue;
    const [byte = NaN, n = NaN, block = NaN] = [at[i], numbers[i], blocks[i]];
    if (last?.byte !== byte || last.n !== n || last.block !== block) {
      last = groups.find((group) => group.byte === byte && group.n === n && group.block === block);
      if (!last) groups.push((last = { byte, n, block, who: new Uint8Array(simt.count) }));
    }
    last.who[i] = 1;
  }
  return groups;
}

/** The barriers to which a pointer leads, with the threads that run. */
export function barriersOf(
  simt: Simt,
  pointer: Pointer,
): readonly { readonly at: BarrierAt; readonly who: Mask }[] | undefined {
  const { allocation: memory } = pointer;
  const at = placesOf(simt, pointer);
  const name = nameOf(pointer);
  if (!memory || !at) return undefined;
  return groupsOf(simt, at, new Float64Array(simt.count)).map(({ byte, block, who }) => ({
    at: { memory, byte, name, block },
    who,
  }));
}

/** The blocks with these ranks in the cluster; undefined where one is not followed, or not known. */
function blocksOf(simt: Simt, ranks: Float64Array | undefined): Float64Array | undefined {
  const { byRank } = simt.together;
  return knownIn(
    simt,
    ranks?.map((rank) => byRank[rank] ?? NaN),
  );
}
