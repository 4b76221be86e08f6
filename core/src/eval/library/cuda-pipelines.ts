// `cuda::pipeline`: that of a thread, whose stages are groups of asynchronous copies, and that of a block, whose stages
// are two barriers each in shared memory. Source: libcudacxx, cuda/pipeline, cuda/__memcpy_async.
import { add, div, make_layout, mod, mul, sub } from '../../algebra/index';
import { integerOfLanes } from '../../algebra/lanes';
import { dyn, hole, int, type Int, isInt, withNarrow, withSign } from '../../algebra/leaf';
import type { AsyncCopy } from '../../analysis';
import { assignment } from '../../atoms/copy_addressing';
import { say } from '../../base/say';
import type { Span } from '../../base/span';
import { isA } from '../../values/kind';
import { advance, recastPointer } from '../../values/pointer';
import { makeTensor } from '../../values/tensor';
import type { Pointer, Struct, Tensor, Value } from '../../values/value';
import { accessTensor, byInstruction, followed, loseAccesses } from '../memory/accesses';
import { bytesOf, lanesIn } from '../memory/addresses';
import type { Machine } from '../state/machine';
import { taking } from '../state/running';
import type { Simt } from '../state/simt';
import { boolean } from '../types/arithmetic';
import { sizeOfExample } from '../types/sizes';
import type { Cell } from '../values/cells';
import type { Arg } from '../values/entities';
import { isTuple } from '../values/inspect';
import { bytesOfStage, placeOfBarrier, sharedStateOf, stagesOfState } from '../values/placed-barrier';
import { callable, targetOf } from '../values/kinds';
import { asNumber } from '../values/truth';
import { unknown } from '../values/unknown';
import { copyToBarrier } from './background';
import { groupMethod, isGroupOfBlock } from './cooperative-groups';
import { actAtBarrier, numbersIn, pointerIn } from './phase-barriers';

const scopes = { block: 2, thread: 10 } as const;
type Scope = keyof typeof scopes;

const roles: Readonly<Record<string, number>> = { producer: 0, consumer: 1 };
const role = callable('pipeline_role', { kind: 'namespace', path: 'cuda::pipeline_role', scope: undefined });

const example = (scope: Scope): Struct => ({
  is: 'struct',
  name: `cuda::pipeline<cuda::thread_scope_${scope}>`,
  cls: undefined,
  fields: new Map<string, Value>([
    ['#head', hole()],
    ['#tail', hole()],
  ]),
});

const examples: Readonly<Record<Scope, Struct>> = { block: example('block'), thread: example('thread') };

/** `cuda::pipeline<scope>` and its parts: a name of the namespace; undefined for others. */
export function pipelineName(path: string, id: string, targs: readonly Value[] | undefined): Value | undefined {
  if (path === 'cuda::pipeline_role') return roles[id] === undefined ? undefined : withNarrow(dyn(roles[id]), role);
  const [given, stages] = targs ?? [];
  const n = given && asNumber(given);
  const scope = n === scopes.block ? 'block' : n === scopes.thread ? 'thread' : undefined;
  if (path !== 'cuda' || scope === undefined) return undefined;
  if (id === 'pipeline' && targs?.length === 1) return { is: 'type', of: examples[scope] };
  const isState = id === 'pipeline_shared_state' && scope === 'block' && stages !== undefined && targs?.length === 2;
  return isState ? { is: 'type', of: sharedStateOf(stages) } : undefined;
}

export function isPipeline(value: Value): value is Struct {
  return isA(value, 'struct') && Object.values(examples).some(({ name }) => name === value.name);
}

/** `cuda::make_pipeline`, `cuda::pipeline_consumer_wait_prior` and copies of a pipeline; undefined for others. */
export function pipelineCall(
  m: Machine,
  name: string,
  targs: readonly Value[],
  args: readonly Arg[],
  span: Span,
): Value | undefined {
  const simt = followed(m);
  const pipeline = args.at(-1)?.value;
  switch (name) {
    case 'cuda::make_pipeline':
      return args.length === 0 ? begun(examples.thread) : made(m, simt, args, span);
    case 'cuda::pipeline_consumer_wait_prior': {
      const prior = targs[0] && asNumber(targs[0]);
      const [of] = args;
      if (simt && !(of && prior !== undefined && isPipeline(of.value) && waitedForPrior(m, simt, of, prior)))
        notFollowed(m, 'pipeline_consumer_wait_prior');
      return { is: 'void' };
    }
    case 'cuda::memcpy_async':
      if (pipeline === undefined || !isPipeline(pipeline)) return undefined;
      if (simt && !copied(m, simt, pipeline, args, span)) notFollowed(m, 'memcpy_async');
      return { is: 'void' };
    case 'cuda::pipeline_producer_commit':
      if (simt) notFollowed(m, 'pipeline_producer_commit');
      return { is: 'void' };
    default:
      return undefined;
  }
}

function notFollowed(m: Machine, name: string): void {
  loseAccesses(m, say`\`${name}\` is not followed`, undefined);
}

function begun(of: Struct, more: readonly (readonly [string, Value])[] = []): Struct {
  return { ...of, fields: new Map<string, Value>([['#head', dyn(0)], ['#tail', dyn(0)], ...more]) };
}

/** `make_pipeline(group, &state)`, with the number of producers or the role of each thread: one thread makes the
 *  barriers, and the group waits for it. */
function made(m: Machine, simt: Simt | undefined, args: readonly Arg[], span: Span): Value {
  const [group, given, third] = args;
  if (!simt) return begun(examples.block);
  const { at, stages } = (given && stateAt(given.value)) ?? {};
  const threads = group && isGroupOfBlock(group.value) && simt.isTogether ? simt.threads : undefined;
  const producers = third ? producersIn(simt, third.value) : threads;
  if (!at || stages === undefined || threads === undefined || producers === undefined) {
    const name = 'make_pipeline';
    notFollowed(m, name);
    return unknown('unsupported', say`\`${name}\` is not followed`, span, [name]);
  }
  const before = simt.running;
  const isFirst = Float64Array.from({ length: simt.count }, (_, i) => (i % simt.threads === 0 ? 1 : 0));
  simt.running = taking(before, isFirst, true);
  const pipeline = begun(examples.block, [
    ['#stages', int(stages)],
    ['#state', { ...at, element: hole(64, true) }],
  ]);
  for (let stage = 0; stage < stages; stage++) {
    initialised(m, simt, barrierOf(pipeline, 'produced', int(stage)), producers, span);
    initialised(m, simt, barrierOf(pipeline, 'consumed', int(stage)), third ? threads - producers : threads, span);
  }
  simt.running = before;
  simt.barrier(span);
  return pipeline;
}

/** Where the barriers are to which the address of their object leads, and of how many stages they are. */
function stateAt(value: Value): { readonly at: Pointer | undefined; readonly stages: number | undefined } {
  if (isA(value, 'pointer')) return { at: value, stages: stagesOfState(value.element) };
  const target = targetOf(value);
  const object = target?.kind === 'address' ? target.cell.read() : undefined;
  const place = object && placeOfBarrier(object);
  return { at: place && pointerIn(place), stages: object && stagesOfState(object) };
}

function initialised(m: Machine, simt: Simt, barrier: Pointer | undefined, count: number, span: Span): void {
  if (barrier)
    actAtBarrier(
      m,
      simt,
      'init',
      [barrier, dyn(count)].map((value) => ({ value, span })),
      span,
    );
}

/** How many threads of a block are producers: a number, or a role of each thread, the same in each block. */
function producersIn(simt: Simt, value: Value): number | undefined {
  if (!isA(value, 'dynamic') || value.narrow !== role) return asNumber(value);
  const given = numbersIn(simt, value);
  if (!given?.every((n) => n === 0 || n === 1)) return undefined;
  const counts = new Set(
    Array.from(
      { length: simt.count / simt.threads },
      (_, block) => given.subarray(block * simt.threads, (block + 1) * simt.threads).filter((n) => n === 0).length,
    ),
  );
  return counts.size === 1 ? [...counts][0] : undefined;
}

/** A barrier of a stage, where the pipeline is one of a block. */
function barrierOf(pipeline: Struct, which: 'produced' | 'consumed', step: Int): Pointer | undefined {
  const [state, stages] = ['#state', '#stages'].map((name) => pipeline.fields.get(name));
  const at = state && pointerIn(state);
  if (!at || !isA(stages, 'static')) return undefined;
  const first = recastPointer(at, hole(64, true));
  const perStage = int(bytesOfStage / 8);
  return advance(first, add(mul(mod(step, stages), perStage), int(which === 'produced' ? 0 : 1)));
}

/** A member function of a pipeline; undefined for other objects. */
export function pipelineMethod(
  m: Machine,
  of: Value,
  name: string,
  span: Span,
  cell: Cell | undefined,
): Value | undefined {
  if (!isPipeline(of)) return undefined;
  const simt = followed(m);
  const isKnown =
    simt === undefined || (of.name === examples.thread.name ? ofThread : ofBlock)(m, simt, of, name, span, cell);
  if (!isKnown) notFollowed(m, name);
  if (!/^(quit|consumer_wait_)/.test(name)) return { is: 'void' };
  return boolean(m.unknownInt(name, say`${name} is decided at run time`, 'input', span));
}

/** False where it is not known what happens. */
function ofThread(m: Machine, simt: Simt, of: Struct, name: string, _span: Span, cell: Cell | undefined): boolean {
  switch (name) {
    case 'producer_commit':
      simt.commit();
      return moved(m, of, '#head', cell);
    case 'consumer_wait': {
      const [head, tail] = ['#head', '#tail'].map((field) => numberOf(simt, of, field));
      if (!head || !tail || !cell) return false;
      const isOpen = head.map((n, i) => (n === tail[i] ? 0 : 1));
      waited(
        simt,
        head.map((n, i) => (isOpen[i] === 0 ? NaN : Math.min(n - (tail[i] ?? NaN) - 1, mostPending))),
      );
      set(m, of, '#tail', integerOfLanes(tail.map((n, i) => n + (isOpen[i] ?? NaN))), cell);
      return true;
    }
    default:
      return /^(producer_acquire|consumer_release|quit)$/.test(name);
  }
}

function ofBlock(m: Machine, simt: Simt, of: Struct, name: string, span: Span, cell: Cell | undefined): boolean {
  const [head, tail] = ['#head', '#tail'].map((field) => of.fields.get(field));
  const stages = of.fields.get('#stages');
  if (!isInteger(head) || !isInteger(tail) || !isA(stages, 'static')) return false;
  const parity = (step: Int): Int => mod(div(step, stages), int(2));
  const act = (what: 'wait' | 'arrive', barrier: Pointer | undefined, more: readonly Value[]): boolean => {
    if (barrier)
      actAtBarrier(
        m,
        simt,
        what,
        [barrier, ...more].map((value) => ({ value, span })),
        span,
      );
    return barrier !== undefined;
  };
  switch (name) {
    case 'producer_acquire':
      return act('wait', barrierOf(of, 'consumed', head), [sub(int(1), parity(head))]);
    case 'producer_commit':
      return act('arrive', barrierOf(of, 'produced', head), []) && moved(m, of, '#head', cell);
    case 'consumer_wait':
      return act('wait', barrierOf(of, 'produced', tail), [parity(tail)]);
    case 'consumer_release':
      return act('arrive', barrierOf(of, 'consumed', tail), []) && moved(m, of, '#tail', cell);
    default:
      return name === 'quit';
  }
}

const isInteger = (value: Value | undefined): value is Int => value !== undefined && !isTuple(value) && isNumber(value);
const isNumber = (value: Exclude<Value, readonly Value[]>): value is Int =>
  value.is === 'dynamic' || (value.is === 'static' && isInt(value));

/** Groups that threads can wait to be left. */
const mostPending = 8;

function set(m: Machine, of: Struct, field: string, value: Value, cell: Cell): void {
  m.write(cell, { ...of, fields: new Map([...of.fields, [field, value]]) });
}

/** Threads go on to the next stage. */
function moved(m: Machine, of: Struct, field: '#head' | '#tail', cell: Cell | undefined): boolean {
  const step = of.fields.get(field);
  if (!cell || !isInteger(step)) return false;
  set(m, of, field, add(step, int(1)), cell);
  return true;
}

function numberOf(simt: Simt, of: Struct, field: string): Float64Array | undefined {
  const value = of.fields.get(field);
  return value && numbersIn(simt, value);
}

/** Threads wait until so many groups are left, those of which the number is not NaN. */
function waited(simt: Simt, pending: Float64Array): void {
  const { active } = simt.running;
  const numbers = new Set(pending.filter((_, i) => active[i] === 1));
  for (const n of numbers) {
    if (Number.isNaN(n)) continue;
    if (numbers.size === 1) simt.wait(n, true);
    else
      simt.waits.step(
        { is: 'drain', of: 'copies', pending: n, ofGroups: true },
        active.map((one, i) => (pending[i] === n ? one : 0)),
      );
  }
}

function waitedForPrior(m: Machine, simt: Simt, { value, cell }: Arg, prior: number): boolean {
  const head = isPipeline(value) ? value.fields.get('#head') : undefined;
  if (!isPipeline(value) || value.name !== examples.thread.name || !cell || !isInteger(head)) return false;
  waited(simt, new Float64Array(simt.count).fill(Math.min(prior, mostPending)));
  set(m, value, '#tail', sub(head, int(prior)), cell);
  return true;
}

// ---- Copies ------------------------------------------------------------------------------------------------------

/** `memcpy_async(to, from, bytes, pipeline)`, and with a group before, whose threads copy a chunk in turn: in the
 *  background where chunks are of 4 bytes or more and go from global to shared memory, else at once. */
function copied(m: Machine, simt: Simt, pipeline: Struct, args: readonly Arg[], span: Span): boolean {
  const [to, from, given] = args.slice(-4).map(({ value }) => value);
  const { count, align = 1 } = sizeOf(given);
  if (args.length < 4 || args.length > 5 || count === undefined) return false;
  if (!isA(to, 'pointer') || !isA(from, 'pointer') || !to.allocation) return false;
  const own = sizeOfExample(m, to.element);
  if (!own) return false;
  const chunk = Math.min(16, Math.max(align, own.align / 8));
  const members = args.length === 5 && args[0] ? membersOf(m, args[0].value, span) : { rank: dyn(0), threads: 1 };
  if (!members) return false;
  const isAsync = to.allocation.isShared && from.allocation?.isShared !== true && chunk >= 4;
  const [reads, writes] = [from, to].map((data) => chunksOf(simt, inChunks(data, chunk), { chunk, count, ...members }));
  if (!reads || !writes) return false;
  const barrier = isAsync && pipeline.fields.has('#state') ? stageOf(pipeline) : undefined;
  if (isAsync && !barrier && pipeline.name !== examples.thread.name) return false;
  const by: AsyncCopy | undefined = !isAsync ? undefined : chunk === 16 ? 'async-bypass' : 'async';
  const before = simt.running;
  const isKnown = writes.every(({ tensor, vector, takes }, i) => {
    const source = reads[i];
    simt.running = takes ? taking(before, takes, true) : before;
    if (!source || !simt.running.active.includes(1)) return source !== undefined;
    accessTensor(m, source.tensor, vector, false, span, byInstruction(assignment.S, by));
    if (barrier) return copyToBarrier(simt, tensor, barrier, 0, span);
    accessTensor(m, tensor, vector, true, span, { ...byInstruction(assignment.D, by), isAsync });
    return true;
  });
  simt.running = before;
  return isKnown;
}

/** The barrier that is told of the copies of the stage that is filled. */
function stageOf(pipeline: Struct): Pointer | undefined {
  const head = pipeline.fields.get('#head');
  return isInteger(head) ? barrierOf(pipeline, 'produced', head) : undefined;
}

/** A number of bytes, and what they are aligned to: `aligned_size_t`. */
export function sizeOf(value: Value | undefined): { readonly count?: number | undefined; readonly align?: number } {
  if (!isA(value, 'struct') || !value.name.startsWith(alignedSize)) return { count: value && asNumber(value) };
  const [size, align] = ['value', '#align'].map((field) => value.fields.get(field));
  const n = align && asNumber(align);
  return n === undefined ? {} : { count: size && asNumber(size), align: n };
}

const alignedSize = 'cuda::aligned_size_t';

/** `cuda::aligned_size_t<align>`, by example. */
export function alignedSizeOf(align: Value): Struct {
  const fields = new Map<string, Value>([
    ['value', hole(64, true)],
    ['#align', align],
  ]);
  return { is: 'struct', name: alignedSize, cls: undefined, fields };
}

/** The rank of each thread in a group, and how many there are. */
function membersOf(m: Machine, group: Value, span: Span): { readonly rank: Int; readonly threads: number } | undefined {
  const [rank, size] = ['thread_rank', 'size'].map((name) => groupMethod(m, group, name, [], span));
  const threads = size && asNumber(size);
  return isInteger(rank) && threads !== undefined
    ? { rank: rank.is === 'dynamic' ? withSign(rank, undefined) : rank, threads }
    : undefined;
}

/** A pointer to elements that divide a chunk. */
function inChunks(data: Pointer, chunk: number): Pointer {
  return chunk % bytesOf(data) === 0 ? data : recastPointer(data, { is: 'scalar', type: 'char', bits: 8 });
}

interface Chunks {
  readonly tensor: Tensor;
  /** Elements of a chunk. */
  readonly vector: number;
  /** The threads that have such chunks, where not all do. */
  readonly takes?: Float64Array;
}

/** What each thread copies: all threads so many chunks, and some of them one more. */
function chunksOf(
  simt: Simt,
  data: Pointer,
  { chunk, count, rank, threads }: { chunk: number; count: number; rank: Int; threads: number },
): readonly Chunks[] | undefined {
  const vector = chunk / bytesOf(data);
  const ranks = lanesIn(simt, rank);
  if (!Number.isInteger(vector) || count % chunk !== 0 || !ranks) return undefined;
  const begin = advance(data, mul(rank, int(vector)));
  const round = threads * vector;
  const rounds = Math.floor(count / (chunk * threads));
  const left = count / chunk - rounds * threads;
  const chunks: Chunks[] = [];
  if (rounds > 0)
    chunks.push({ tensor: makeTensor(begin, make_layout([int(vector), int(rounds)], [int(1), int(round)])), vector });
  if (left > 0)
    chunks.push({
      tensor: makeTensor(advance(begin, int(rounds * round)), make_layout(int(vector))),
      vector,
      takes: ranks.map((n) => (n < left ? 1 : 0)),
    });
  return chunks;
}
