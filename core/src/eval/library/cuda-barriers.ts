// `cuda::barrier` of a block, and copies that report to one. Such a barrier is one of the hardware: whoever arrives
// gets a token, by which it waits for the phase in which it arrived. Source: libcudacxx, cuda/barrier,
// cuda/__barrier/barrier_block_scope.h, cuda/__memcpy_async.
import { dyn } from '../../algebra/leaf';
import { say } from '../../base/say';
import type { Span } from '../../base/span';
import { isA } from '../../values/kind';
import type { Pointer, Struct, Value } from '../../values/value';
import { accessTensor, followed, loseAccesses } from '../memory/accesses';
import { loseArguments } from '../memory/reach';
import type { Machine } from '../state/machine';
import { taking } from '../state/running';
import type { Simt } from '../state/simt';
import { boolean } from '../types/arithmetic';
import type { Cell } from '../values/cells';
import type { Arg } from '../values/entities';
import { isUnknown } from '../values/inspect';
import { callable, targetOf } from '../values/kinds';
import { cudaBarrier, placeOfBarrier } from '../values/placed-barrier';
import { asNumber } from '../values/truth';
import { unknown } from '../values/unknown';
import { copyToBarrier } from './background';
import { isGroup, isGroupOfBlock } from './cooperative-groups';
import { elementsOf } from './copying';
import { alignedSizeOf, pipelineCall, pipelineMethod, pipelineName, sizeOf } from './cuda-pipelines';
import { actAtBarrier, arriveWithToken, awaitToken, numbersIn, pointerIn } from './phase-barriers';

const token = '#token';
const tokenName = `${cudaBarrier}::arrival_token`;

/** How far the effects of a barrier are seen, `cuda::thread_scope`. */
const scopes: Readonly<Record<string, number>> = {
  thread_scope_system: 0,
  thread_scope_device: 1,
  thread_scope_block: 2,
  thread_scope_thread: 10,
};

const functions =
  /^(?:cuda::(?:init|memcpy_async|make_pipeline|pipeline_consumer_wait_prior|pipeline_producer_commit)|cuda::device::(?:barrier_arrive_tx|barrier_expect_tx|memcpy_async_tx))$/;

const barrierExample: Struct = { is: 'struct', name: cudaBarrier, cls: undefined, fields: new Map() };
const tokenExample: Struct = { is: 'struct', name: tokenName, cls: undefined, fields: new Map() };

/** `cuda::barrier<cuda::thread_scope_block>`, `cuda::memcpy_async`: a name of the namespace. */
export function cudaName(path: string, id: string, targs: readonly Value[] | undefined): Value | undefined {
  if (functions.test(`${path}::${id}`))
    return callable(id, { kind: 'builtin', name: `${path}::${id}`, targs: targs ?? [] });
  const ofPipelines = pipelineName(path, id, targs);
  if (ofPipelines !== undefined || path !== 'cuda') return ofPipelines;
  if (id === 'barrier') {
    const [scope, ...others] = targs ?? [];
    const isOfBlock = scope !== undefined && others.length === 0 && asNumber(scope) === scopes['thread_scope_block'];
    return isOfBlock ? { is: 'type', of: barrierExample } : undefined;
  }
  // A number of bytes, and what they are aligned to.
  if (id === 'aligned_size_t' && targs?.[0] !== undefined) return { is: 'type', of: alignedSizeOf(targs[0]) };
  const scope = scopes[id];
  return scope === undefined || targs ? undefined : dyn(scope);
}

/** `barrier::arrival_token`. */
export function cudaBarrierMember(example: Value, id: string): Value | undefined {
  return isBarrier(example) && id === 'arrival_token' ? { is: 'type', of: tokenExample } : undefined;
}

/** `init(&barrier, count)`, which its argument brings with it; undefined for other functions. */
export function friendOfBarrier(callee: Value, name: string, [first]: readonly Arg[]): Value | undefined {
  return isUnknown(callee) && name === 'init' && first && pointedAt(first.value)
    ? callable(name, { kind: 'builtin', name: 'cuda::init', targs: [] })
    : undefined;
}

/** The barrier to which a pointer leads: its object, or the pointer into memory. */
function pointedAt(value: Value): Value | undefined {
  const target = targetOf(value);
  const object = target?.kind === 'address' ? target.cell.read() : undefined;
  if (object !== undefined) return isBarrier(object) ? object : undefined;
  return isA(value, 'pointer') && isBarrier(value.element) ? value : undefined;
}

/** Whether a call is one of those here. */
export function isOfCudaBarrier(name: string): boolean {
  return functions.test(name);
}

const isBarrier = (value: Value): boolean => isA(value, 'struct') && value.name === cudaBarrier;

/** A function of the namespace; undefined for others. */
export function cudaBarrierCall(
  m: Machine,
  name: string,
  targs: readonly Value[],
  args: readonly Arg[],
  span: Span,
): Value | undefined {
  if (!isOfCudaBarrier(name)) return undefined;
  const simt = followed(m);
  if (name.includes('memcpy')) loseWritten(m, args, span);
  const ofPipeline = pipelineCall(m, name, targs, args, span);
  if (ofPipeline !== undefined) return ofPipeline;
  switch (name) {
    case 'cuda::init':
      if (simt) initialised(m, simt, args, span);
      return { is: 'void' };
    case 'cuda::memcpy_async':
      if (simt && !copied(m, simt, args, span)) notFollowed(m, 'memcpy_async');
      return { is: 'void' };
    case 'cuda::device::memcpy_async_tx':
      if (simt && !copiedByBytes(m, simt, args, span)) notFollowed(m, 'memcpy_async_tx');
      return { is: 'void' };
    case 'cuda::device::barrier_arrive_tx': {
      const [barrier, times, bytes] = args;
      return arrived(m, barrier?.value, times, bytes, span);
    }
    default: {
      const [barrier, bytes] = args;
      const at = barrier && placeOfBarrier(barrier.value);
      if (simt && at && bytes) actAtBarrier(m, simt, 'expect_transaction', [{ value: at, span }, bytes], span);
      else if (simt) notFollowed(m, 'barrier_expect_tx');
      return { is: 'void' };
    }
  }
}

/** A member function of a barrier; undefined for other objects. */
export function cudaBarrierMethod(
  m: Machine,
  of: Value,
  name: string,
  args: readonly Arg[],
  span: Span,
  cell: Cell | undefined,
): Value | undefined {
  if (!isBarrier(of)) return pipelineMethod(m, of, name, span, cell);
  const simt = followed(m);
  switch (name) {
    case 'arrive':
      return arrived(m, of, args[0], undefined, span);
    case 'arrive_and_wait':
      waited(m, of, arrived(m, of, undefined, undefined, span), span);
      return { is: 'void' };
    case 'wait':
      waited(m, of, args[0]?.value, span);
      return { is: 'void' };
    case 'wait_parity':
    case 'try_wait_parity': {
      const at = placeOfBarrier(of);
      const act = name === 'wait_parity' ? 'wait' : 'try_wait';
      if (simt && at) return actAtBarrier(m, simt, act, [{ value: at, span }, ...args], span);
      break;
    }
    case 'max':
      return dyn(2 ** 20 - 1, undefined, 64);
  }
  if (simt) notFollowed(m, name);
  return /^try_/.test(name)
    ? boolean(m.unknownInt(name, say`${name} is decided at run time`, 'input', span))
    : { is: 'void' };
}

/** A copy into a variable: the first argument behind the group is the address. */
function loseWritten(m: Machine, args: readonly Arg[], span: Span): void {
  const own = args.slice(0, 2).filter(({ value }) => !isA(value, 'pointer') && !isGroup(value));
  if (own.length > 0)
    loseArguments(
      m,
      unknown('input', say`what \`memcpy_async\` brings is not known before the program runs`, span),
      own,
    );
}

function initialised(m: Machine, simt: Simt, [first, ...rest]: readonly Arg[], span: Span): void {
  const barrier = first && pointedAt(first.value);
  const at = barrier && (isA(barrier, 'pointer') ? barrier : placeOfBarrier(barrier));
  if (at && rest.length === 1) actAtBarrier(m, simt, 'init', [{ value: at, span }, ...rest], span);
  else notFollowed(m, 'init');
}

function notFollowed(m: Machine, name: string): void {
  loseAccesses(m, say`\`${name}\` is not followed`, undefined);
}

/** Threads arrive, so often, and say how many bytes the phase has more. */
function arrived(
  m: Machine,
  barrier: Value | undefined,
  times: Arg | undefined,
  bytes: Arg | undefined,
  span: Span,
): Value {
  const simt = followed(m);
  if (!simt) return tokenExample;
  const at = barrier && pointerOf(barrier);
  const [often, more] = [times, bytes].map((one) => one && numbersIn(simt, one.value));
  const made = simt.waits.newToken();
  const isKnown = at && (!times || often) && (!bytes || more);
  const arrival = { token: made, ...(often && { times: often }), ...(more && { bytes: more }) };
  if (!isKnown || !arriveWithToken(simt, at, arrival, span)) {
    notFollowed(m, 'arrive');
    return tokenExample;
  }
  return { ...tokenExample, fields: new Map([[token, dyn(made)]]) };
}

/** Threads wait for the phase of their tokens. */
function waited(m: Machine, barrier: Value, by: Value | undefined, span: Span): void {
  const simt = followed(m);
  if (!simt) return;
  const at = pointerOf(barrier);
  const held = isA(by, 'struct') && by.name === tokenName ? by.fields.get(token) : undefined;
  const tokens = held && numbersIn(simt, held);
  if (!at || !tokens || !awaitToken(simt, at, tokens, span))
    loseAccesses(m, say`for which phase of a barrier threads wait is not known`, undefined);
}

function pointerOf(barrier: Value): Pointer | undefined {
  const at = placeOfBarrier(barrier);
  return at && pointerIn(at);
}

/** `memcpy_async(to, from, bytes, barrier)`, and with a group before: of the block, one of whose threads counts as the
 *  one that copies. The phase of the barrier does not end before the copy, which expects no bytes. */
function copied(m: Machine, simt: Simt, args: readonly Arg[], span: Span): boolean {
  const group = args.length === 5 ? args[0]?.value : undefined;
  const [to, from, bytes, barrier] = args.slice(-4).map(({ value }) => value);
  if (args.length < 4 || args.length > 5 || to === undefined || from === undefined || !barrier) return false;
  if (!group) return copyOf(m, simt, [to, from, bytes, barrier], 0, span);
  if (!isGroupOfBlock(group)) return false;
  if (!simt.isTogether) return false;
  const before = simt.running;
  const seen = new Set<number>();
  const isFirst = simt.blocks.map((block, i) =>
    before.active[i] === 1 && !seen.has(block) && seen.add(block) ? 1 : 0,
  );
  simt.running = taking(before, isFirst, true);
  const isKnown = copyOf(m, simt, [to, from, bytes, barrier], 0, span);
  simt.running = before;
  return isKnown;
}

function copiedByBytes(m: Machine, simt: Simt, args: readonly Arg[], span: Span): boolean {
  const [to, from, bytes, barrier] = args.map(({ value }) => value);
  const { count } = sizeOf(bytes);
  if (args.length !== 4 || to === undefined || from === undefined || !barrier || count === undefined) return false;
  return copyOf(m, simt, [to, from, bytes, barrier], count, span);
}

function copyOf(
  m: Machine,
  simt: Simt,
  [to, from, bytes, barrier]: readonly [Value, Value, Value | undefined, Value],
  counted: number,
  span: Span,
): boolean {
  const { count } = sizeOf(bytes);
  const at = pointerOf(barrier);
  if (!isA(to, 'pointer') || !isA(from, 'pointer') || count === undefined || !at) return false;
  if (to.allocation?.isShared !== true) return false;
  const [source, destination] = [elementsOf(from, count), elementsOf(to, count)];
  if (!source || !destination) return false;
  accessTensor(m, source, 1, false, span);
  return copyToBarrier(simt, destination, at, counted, span);
}
