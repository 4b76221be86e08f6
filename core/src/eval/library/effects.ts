// What functions of CuTe and CUDA do to memory and to the threads of a block: copies, products, fills, atomic
// operations, barriers, groups of asynchronous copies. This is the only table of it. It matters only where a kernel is
// evaluated for all threads of a block (state/simt.ts); a function that is not in it does nothing to memory, or is not
// followed, and then nothing more is claimed of memory that it may reach.
import { say } from '../../base/say';
import { unlessRefused } from '../../algebra/errors';
import { number, rankOf, shape, size } from '../../algebra/index';
import { dyn } from '../../algebra/leaf';
import type { Span } from '../../base/span';
import { asIntTuple, isAnyLayout } from '../../values/convert';
import { isOffset } from '../../values/pointer';
import type { Value } from '../../values/value';
import { accessElement, accessTensor, followed, givenOf, loseAccesses, type Manner } from '../memory/accesses';
import { bytesOf, lanesIn } from '../memory/addresses';
import type { Machine } from '../state/machine';
import type { Background } from '../../access/steps';
import type { Simt } from '../state/simt';
import type { Arg } from '../values/entities';
import { isTuple, isUnknown } from '../values/inspect';
import { asNumber } from '../values/truth';
import { type Effect, notFollowed, nothing } from './called';
import { isGroup, isOfGroups } from './cooperative-groups';
import { isOfAssembly } from './assembly';
import { isOfCudaBarrier } from './cuda-barriers';
import { isPipeline } from './cuda-pipelines';
import { copy, copyBytes, copyTogether, perhaps } from './copying';
import { placeOfBarrier } from '../values/placed-barrier';
import { isAllocator, phaseCall } from './cutlass-objects';
import { fenceIn, isHarmless } from './followed-functions';
import { isRegister } from './moves';
import { meetAt } from './named-barriers';
import { actAtBarrier, phaseFunctions } from './phase-barriers';
import { product, report } from './products';
import { isOfNumbers, onlyReads, takesNumbers } from './reading-functions';

const synchronise: Effect = ({ simt, span }) => simt.barrier(span);

/** Threads wait for some others. Where all do so together, what came before is over for all that is compared behind it;
 *  else the order of what they do is not followed. */
const wait: Effect = (call) => {
  if (call.simt.isTogether) call.simt.barrier(undefined);
  else notFollowed(call);
};

const waitInCluster: Effect = (call) => {
  call.simt.waits.waitInCluster();
  if (call.simt.isTogether) call.simt.barrierOfAll();
  else notFollowed(call);
};

/** `NamedBarrier::sync(threads, barrier)`, `arrive`: the warps that come to one barrier wait for each other. */
const synchroniseNamed =
  (waits: boolean): Effect =>
  ({ m, simt, args, span }) =>
    meetAt(m, simt, args, waits, span, 'program');

/** `bar.sync %0, %1`: the number of the barrier comes first. That of `__syncthreads` is 0. */
const synchroniseByAssembly =
  (waits: boolean): Effect =>
  (call) => {
    const { m, simt, args, span } = call;
    const [number, threads] = args;
    if (!number || !threads || lanesIn(simt, number.value)?.includes(0) !== false) notFollowed(call);
    else meetAt(m, simt, [threads, number], waits, simt.placeOf(span), 'hardware');
  };

/** `clear(x)`, `fill(x, value)` */
const set: Effect = ({ m, name, args, tensors, span }) => {
  const [tensor] = tensors;
  const value = name === 'clear' ? dyn(0) : args[1]?.value;
  const given = tensor && value && isRegister(tensor) ? givenOf(m, value, value) : undefined;
  if (tensor) accessTensor(m, tensor, 1, true, span, { together: 'agreeing', ...(given && { given }) });
};

/** `axpby(alpha, x, beta, y)`, and with a predicate. It reads y unless beta is zero. */
const axpby: Effect = ({ m, args, tensors, span }) => {
  const [x, y] = tensors;
  if (x) accessTensor(m, x, 1, false, span);
  if (!y) return;
  const beta = args[2] && asNumber(args[2].value);
  const read = (): void => accessTensor(m, y, 1, false, span);
  const update = (): void => {
    if (beta === undefined) perhaps(m, read);
    else if (beta !== 0) read();
    accessTensor(m, y, 1, true, span, { together: 'agreeing' });
  };
  if (tensors.length === 2) update();
  else perhaps(m, update);
};

/** `print(t(i))`, `printf("%f", t(i))`: elements that are given as values are read. */
const print: Effect = ({ m, args, span }) => {
  for (const { value } of args)
    if (!isTuple(value) && value.is === 'element') accessElement(m, value.pointer, false, span);
};

/** `print_tensor(t)`: all elements are read, where the tensor has at most as many modes as it can print. */
const printElements: Effect = ({ m, tensors: [tensor], span }) => {
  if (tensor && rankOf(shape(tensor.layout)) <= 4) accessTensor(m, tensor, 1, false, span);
};

/** `__ldg(&x)`, `atomicAdd(&x, v)` */
const atAddress =
  (writes: boolean, how?: Manner): Effect =>
  (call) => {
    const at = call.args[0]?.value;
    if (at === undefined || isTuple(at) || at.is !== 'pointer') notFollowed(call);
    else accessElement(call.m, at, writes, call.span, how);
  };

const load = atAddress(false);

const atomic: Effect = (call) =>
  atAddress(true, { together: 'atomic', sets: /^atomic(Exch|CAS)/.test(call.name) })(call);

/** Assembly that computes numbers sets what it is given. */
const arithmetic: Effect = ({ m, args, span }) => {
  for (const { value } of args)
    if (!isTuple(value) && value.is === 'element')
      accessElement(m, value.pointer, true, span, { together: 'agreeing' });
};

/** `make_tensor(pointer, layout)`, `make_tensor(pointer, shape, …)`: a tensor of a whole memory says how large that
 *  is. */
const declare: Effect = ({ simt, args }) => {
  const [data, layout] = args.map(({ value }) => value);
  if (data === undefined || isTuple(data) || data.is !== 'pointer' || layout === undefined) return;
  const { allocation, offset, origin, null: isNull } = data;
  if (!allocation || allocation.bytes === undefined || allocation.isShared || allocation.isOwn || origin || isNull)
    return;
  const bytes = bytesOf(data);
  const count = unlessRefused(
    () => number(size(isAnyLayout(layout) ? shape(layout) : asIntTuple(layout, 'shape'))),
    () => undefined,
  );
  const isStart = isOffset(offset) && asNumber(offset) === 0;
  if (count !== undefined && isStart && count * bytes === allocation.bytes)
    simt.outputs.declared.set(allocation, bytes);
};

/** `cp_async_wait<N>()`, `warpgroup_wait<N>()` */
const waitingFor =
  (wait: (simt: Simt, pending: number) => void): Effect =>
  (call) => {
    const [given] = call.targs;
    const pending = given === undefined ? undefined : asNumber(given);
    if (pending === undefined || pending < 0) notFollowed(call);
    else wait(call.simt, pending);
  };

/** `__pipeline_wait_prior(n)` */
const waitForPrior: Effect = (call) => {
  const pending = call.args[0] && asNumber(call.args[0].value);
  if (pending === undefined || pending < 0) notFollowed(call);
  else call.simt.wait(pending, true);
};

const drain = (of: Background): Effect => waitingFor((simt, pending) => simt.waits.step({ is: 'drain', of, pending }));

const close =
  (of: Background): Effect =>
  ({ simt }) =>
    simt.waits.step({ is: 'close', of });

/** `wait_barrier(barrier, phase)` and its like. */
const atPhases = (name: string): Effect => {
  const act = phaseFunctions[name];
  return (call) => {
    if (act) actAtBarrier(call.m, call.simt, act, call.args, call.span);
  };
};

const effects = new Map<string, Effect>([
  ...['copy', 'copy_aligned', 'copy_vec'].map((name): [string, Effect] => [name, (call) => copy(call, true)]),
  ['copy_if', (call) => copy(call, false)],
  ['make_tensor', declare],
  ['clear', set],
  ['fill', set],
  ['axpby', axpby],
  ['gemm', product],
  ...['print', 'pretty_print', 'printf'].map((name): [string, Effect] => [name, print]),
  ['print_tensor', printElements],
  ...'__syncthreads syncthreads __syncthreads_or __syncthreads_and __syncthreads_count'
    .split(' ')
    .map((name): [string, Effect] => [name, synchronise]),
  ['named_barrier_sync', synchroniseNamed(true)],
  ['named_barrier_arrive', synchroniseNamed(false)],
  ['named_barrier', wait],
  ['cluster_sync', waitInCluster],
  ['cluster_arrive', ({ simt }) => simt.waits.arriveInCluster(false)],
  ['cluster_arrive_relaxed', ({ simt }) => simt.waits.arriveInCluster(true)],
  ['cluster_wait', waitInCluster],
  ['assembly_of_barrier_sync', synchroniseByAssembly(true)],
  ['assembly_of_barrier_arrive', synchroniseByAssembly(false)],
  ['assembly', notFollowed],
  ['assembly_of_numbers', arithmetic],
  ['__ldg', load],
  ['cp_async_fence', ({ simt }) => simt.commit()],
  ['cp_async_wait', waitingFor((simt, pending) => simt.wait(pending))],
  ['__pipeline_memcpy_async', copyBytes],
  ['__pipeline_commit', ({ simt }) => simt.commit()],
  ['__pipeline_wait_prior', waitForPrior],
  ['warpgroup_commit_batch', close('products')],
  ['warpgroup_wait', drain('products')],
  ...['__threadfence', '__threadfence_block', '__threadfence_system'].map((name): [string, Effect] => [
    name,
    ({ simt }) => simt.fence('threads'),
  ]),
  ['tma_store_fence', ({ simt }) => simt.fence('proxy')],
  ['tma_store_arrive', close('stores')],
  ['tma_store_wait', drain('stores')],
  ...Object.keys(phaseFunctions).map((name): [string, Effect] => [name, atPhases(name)]),
  ...(
    'print_layout print_latex prefetch __syncwarp prefetch_tma_descriptor warpgroup_fence_operand assert ' +
    '__ballot_sync __activemask __any_sync __all_sync elect_one_sync ' +
    'thread thread0 block block0 this_thread_block this_cluster tiled_partition lazy::transform warpgroup_arrive CUTLASS_ASSERT CUTLASS_UNUSED'
  )
    .split(' ')
    .map((name): [string, Effect] => [name, nothing]),
  ['cooperative_copy', copyTogether],
  ...'umma_arrive umma_arrive_2x1SM umma_arrive_multicast umma_arrive_multicast_2x1SM'
    .split(' ')
    .map((name): [string, Effect] => [name, report]),
  ...['static_for', 'cooperative_gemm'].map((name): [string, Effect] => [name, notFollowed]),
]);

/** What these do does not depend on the arguments that are not tensors. */
const heedless: ReadonlySet<Effect> = new Set([nothing, print, synchronise, wait, arithmetic]);

/** Names of functions that make threads wait for each other, or for memory. */
const ordering = /sync|barrier|bar_|fence|arrive|wait|commit|cluster|mbar|tma|async/i;

/** Whether a function of a library does something to memory or to threads. */
export function hasEffect(name: string): boolean {
  return effects.has(name);
}

/** Notes what a function of a library does to memory. `known`: the table that gives its value, where one does. */
export function noteEffects(
  m: Machine,
  name: string,
  targs: readonly Value[],
  args: readonly Arg[],
  span: Span,
  known: 'builtin' | 'host' | undefined,
): void {
  const simt = followed(m);
  if (!simt) return;
  const fence = fenceIn(name);
  if (fence) return simt.fence(fence);
  if (name.startsWith(phaseCall) || isOfGroups(name) || isHarmless(name) || isOfCudaBarrier(name) || isOfAssembly(name))
    return;
  const tensors = args.flatMap(({ value }) => (!isTuple(value) && value.is === 'tensor' ? [value] : []));
  const effect = effects.get(name) ?? (/^atomic[A-Z]/.test(name) ? atomic : undefined);
  if (effect) {
    const call = { m, simt, name, targs, args, tensors, span };
    const minds = effect === set ? args.slice(0, 1) : effect === axpby && tensors.length === 2 ? [] : args;
    const isUnclear = minds.some(({ value }) => isUnknown(value) && value.type === undefined);
    if (isUnclear && !heedless.has(effect)) notFollowed(call);
    else effect(call);
    return;
  }
  // What takes a reference need not read what that is to.
  if (known === 'host' ? takesNumbers(name) : known || isOfNumbers(name))
    for (const { value } of args)
      if (!isTuple(value) && value.is === 'element') accessElement(m, value.pointer, false, span);
  if (isOfNumbers(name)) return;
  const values = args.map(({ value }) => value);
  if (known === 'host' ? onlyReads(name) : known && !mayChange(values)) return;
  // What is not known at all may make threads wait for each other, unless it is one of the compiler's own functions.
  const isOrdering = !known && (ordering.test(name) || !name.startsWith('__'));
  const why = name === '' ? say`code is not followed` : say`\`${name}\` is not followed`;
  loseAccesses(m, why, isOrdering ? undefined : values);
}

/** A member function of a barrier. */
function ofBarrier(name: string): Effect {
  return /^(init|.*fence|is_.*|get_.*|advance)$/.test(name) ? nothing : wait;
}

/** Notes what a member function of an object of a library does: of a barrier or a pipeline, or of an object that is not
 *  known. */
export function noteMethod(m: Machine, object: Value, name: string, isKnown: boolean, span: Span): void {
  const simt = followed(m);
  if (
    !simt ||
    isTuple(object) ||
    placeOfBarrier(object) ||
    isPipeline(object) ||
    isAllocator(object) ||
    isGroup(object)
  )
    return;
  // An instruction on its own.
  if (name === 'call' && /-(atom|copy|mma)$/.test(object.is))
    return loseAccesses(m, say`\`${name}\` is not followed`, undefined);
  if (isKnown && !/^(struct|tag|callable)$/.test(object.is)) return;
  const isOrdering = ordering.test(name) || /producer|consumer|acquire|release|lock/i.test(name);
  if (isKnown && !isOrdering) return;
  const call = { m, simt, name, targs: [], args: [], tensors: [], span };
  if (isKnown) ofBarrier(name)(call);
  else notFollowed(call);
}

/** Whether a function that is given these may change elements of memory: one for each element of a tensor does. */
function mayChange(values: readonly Value[]): boolean {
  const has = (is: string): boolean => values.some((value) => !isTuple(value) && value.is === is);
  return has('callable') && has('tensor');
}
