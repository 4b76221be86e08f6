// Objects of CUTLASS that kernels use and that have no layout: pipelines and their states, barriers, schedules. They
// are objects with members, so that what is computed beside them stays known; what they decide at run time is a symbol.
import { say } from '../../base/say';
import { dyn, type Dynamic, hole, int, withSign } from '../../algebra/leaf';
import type { Span } from '../../base/span';
import type { Struct, Value } from '../../values/value';
import type { Located } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { operate } from '../types/arithmetic';
import type { Arg } from '../values/entities';
import { isTuple, isUnknown } from '../values/inspect';
import { callable } from '../values/kinds';
import { phaseBarriers, placeOfBarrier } from '../values/placed-barrier';
import { typeKey } from '../values/type-key';
import { unknown } from '../values/unknown';
import { followed, loseAccesses } from '../memory/accesses';
import type { Cell } from '../values/cells';
import { commandLine, readCommandLine } from './command-line';
import { actAtBarrier, isPhaseAct } from './phase-barriers';
import { advanced, firstState, stateAt } from './pipeline-state';
import { allocatorMember, allocatorMethod, allocators } from './tensor-memory';

const pipelines = new Set([
  'PipelineTmaAsync',
  'PipelineTmaAsyncNoCluster',
  'PipelineAsync',
  'PipelineTransactionAsync',
  'PipelineTmaStore',
  'PipelineTmaUmmaAsync',
  'PipelineUmmaAsync',
  'OrderedSequenceBarrier',
]);
/** Classes whose member functions act on barriers alone. */
const barriers = new Set([
  'NamedBarrier',
  'ClusterBarrier',
  'ClusterTransactionBarrier',
  'SyncwarpSync',
  'SyncthreadsSync',
  'GenericBarrier',
]);
/** How a call of a static member function of one is called here, followed by its name. */
export const phaseCall = 'phase_barrier_';

const barrierNumbers: Readonly<Record<string, number>> = {
  EpilogueBarrier: 1,
  TransposeBarrier: 2,
  TransformBarrier: 3,
  StreamkBarrier0: 4,
  StreamkBarrier1: 5,
  FirstUserBarrier: 6,
};
const categories = ['NonParticipant', 'Producer', 'Consumer', 'ProducerConsumer'];

/** Classes that say which kernel or epilogue is meant (`dispatch_policy.hpp` of `gemm` and `epilogue`): those that
 *  derive from none of the others, so that two of them are related only if they are the same. */
const schedules = new Set(
  (
    'KernelMultistage KernelPtrArrayMultistage KernelCpAsyncWarpSpecialized KernelCpAsyncWarpSpecializedPingpong ' +
    'KernelCpAsyncWarpSpecializedCooperative KernelTma KernelTmaWarpSpecialized KernelTmaWarpSpecializedPingpong ' +
    'KernelTmaWarpSpecializedCooperative KernelPtrArrayTmaWarpSpecializedCooperative ' +
    'KernelPtrArrayTmaWarpSpecializedPingpong EpilogueDefault EpilogueTransposed EpilogueSimtVectorized ' +
    'EpiloguePtrArraySimtVectorized NoSmemWarpSpecialized PtrArrayNoSmemWarpSpecialized ' +
    'PtrArrayNoSmemWarpSpecializedTransposed TmaWarpSpecialized TmaWarpSpecializedCooperative ' +
    'PtrArrayTmaWarpSpecialized PtrArrayTmaWarpSpecializedPingpong PtrArrayTmaWarpSpecializedCooperative'
  ).split(' '),
);

/** The class whose static member functions launch kernels. */
const launcher = 'ClusterLauncher';

const noFields: ReadonlyMap<string, Value> = new Map();

function object(name: string, fields: ReadonlyMap<string, Value> = noFields, targs: readonly Value[] = []): Struct {
  return {
    is: 'struct',
    name: `cutlass::${name}${targs.length > 0 ? `<${targs.map(typeKey).join(',')}>` : ''}`,
    cls: undefined,
    fields,
  };
}

/** The name of the class, without its template arguments. */
function nameOf(value: Value): string | undefined {
  return value.is === 'struct' && value.cls === undefined ? /^cutlass::(\w+)/.exec(value.name)?.[1] : undefined;
}

/** Whether a name is modelled here for programs whose CUTLASS was not found: its headers say more. */
export function standsForHeader(id: string): boolean {
  return pipelines.has(id) || barriers.has(id) || schedules.has(id) || standIns.has(id);
}

const standIns = new Set([
  'PipelineState',
  'make_producer_start_state',
  'FastDivmod',
  'KernelHardwareInfo',
  'ReservedNamedBarriers',
]);

/** A class by name, as an example. */
export function cutlassType(id: string, targs: readonly Value[] | undefined): Struct | undefined {
  if ((pipelines.has(id) || id === 'PipelineState') && targs)
    return object(id, new Map(targs.slice(0, 1).map((stages) => ['#stages', stages])), targs);
  if (targs) return undefined;
  if (barriers.has(id) || schedules.has(id) || allocators.has(id) || id === 'ReservedNamedBarriers') return object(id);
  if (id === 'CommandLine' || id === launcher) return object(id);
  if (id === 'FastDivmod') return object(id, new Map<string, Value>([['divisor', hole()]]));
  if (id === 'KernelHardwareInfo')
    return object(
      id,
      new Map<string, Value>(['device_id', 'sm_count', 'max_active_clusters'].map((field) => [field, hole()])),
    );
  return undefined;
}

/** `Pipeline::Params`, `Pipeline::ThreadCategory::Producer`: members of the classes themselves. */
export function cutlassMember(example: Value, id: string): Value | undefined {
  const name = nameOf(example);
  if (name === undefined || example.is !== 'struct') return undefined;
  if (name === launcher) return callable(id, { kind: 'builtin', name: `${launcher}::${id}`, targs: [] });
  if (name === 'ThreadCategory') return categories.includes(id) ? dyn(categories.indexOf(id)) : undefined;
  if (name === 'ReservedNamedBarriers') return barrierNumbers[id] === undefined ? undefined : dyn(barrierNumbers[id]);
  if (barriers.has(name)) return id === 'ValueType' ? { is: 'type', of: hole(64) } : silentMember(name, id);
  if (allocators.has(name)) return allocatorMember(id);
  if (name === 'KernelHardwareInfo') return callable(id, { kind: 'builtin', name: 'cudaGetDevice', targs: [] });
  return pipelines.has(name) ? pipelineMember(example, id) : undefined;
}

/** The barriers with a number that CUTLASS uses itself. Here their numbers are not told from those of programs, which
 *  count from another one. */
export function isReserved(example: Value): boolean {
  return nameOf(example) === 'ReservedNamedBarriers';
}

/** A static member function of a barrier. */
function silentMember(barrier: string, id: string): Value {
  if (phaseBarriers.test(barrier)) return callable(id, { kind: 'builtin', name: `${phaseCall}${id}`, targs: [] });
  const act = barrier === 'NamedBarrier' && /^(?:sync|arrive_and_wait|(arrive))$/.exec(id);
  const name = !act ? 'named_barrier' : act[1] === undefined ? 'named_barrier_sync' : 'named_barrier_arrive';
  return callable(id, { kind: 'builtin', name, targs: [] });
}

function pipelineMember(pipeline: Struct, id: string): Value | undefined {
  switch (id) {
    case 'PipelineState':
      return { is: 'type', of: stateOf(pipeline) };
    case 'ThreadCategory':
      return { is: 'type', of: object(id) };
    case 'SharedStorage':
      return { is: 'type', of: object(id, noFields, [{ is: 'type', of: pipeline }]) };
    case 'FullBarrier':
    case 'EmptyBarrier':
      return { is: 'type', of: object('ClusterTransactionBarrier') };
    case 'ProducerBarrierType':
    case 'ConsumerBarrierType':
      return { is: 'type', of: hole(64) };
    case 'Params':
      return { is: 'type', of: paramsOf(nameOf(pipeline) ?? '') };
    case 'Stages':
      return pipeline.fields.get('#stages');
    default:
      return undefined;
  }
}

function stateOf(pipeline: Struct): Struct {
  const stages = pipeline.fields.get('#stages');
  return stages === undefined
    ? object('PipelineState')
    : object('PipelineState', new Map([['#stages', stages]]), [stages]);
}

/** Every pipeline on TMA has the same parameters, whatever its stages; so have the others. */
function paramsOf(pipeline: string): Struct {
  const kind = pipeline.includes('Tma') ? 'PipelineTmaAsync' : pipeline;
  const names =
    kind === 'PipelineTmaAsync'
      ? ['transaction_bytes', 'role', 'is_leader', 'num_consumers', 'num_producers', 'initializing_warp']
      : [
          'role',
          'producer_arv_count',
          'consumer_arv_count',
          'dst_blockid',
          'initializing_warp',
          'transaction_bytes',
          'is_leader',
          'num_consumers',
        ];
  return { ...object('Params', new Map(names.map((name) => [name, hole()]))), name: `cutlass::Params<${kind}>` };
}

/** True for an object of these classes, which is made and copied without evaluating its arguments. */
export function isCutlassObject(example: Value): boolean {
  return nameOf(example) !== undefined;
}

/** Whether an object allocates tensor memory. */
export function isAllocator(value: Value): boolean {
  return allocators.has(nameOf(value) ?? '');
}

/** An object of one of the classes. */
export function cutlassConstruct(m: Machine, example: Struct, args: readonly Value[]): Value {
  const [only] = args;
  if (only !== undefined && !isTuple(only) && only.is === 'struct' && only.name === example.name) return only;
  if (nameOf(example) === 'CommandLine') return commandLine(example, args);
  if (nameOf(example) === 'FastDivmod')
    return { ...example, fields: new Map([['divisor', only ?? atRunTime(m, 'divisor')]]) };
  if (nameOf(example) === 'PipelineState') {
    const [index, phase, count] = args;
    return index !== undefined && phase !== undefined && count !== undefined
      ? stateAt(example, [index, phase, count])
      : firstState(example);
  }
  const plain = [...example.fields].filter(([name]) => !name.startsWith('#'));
  const given = plain.map(([name], i): [string, Value] => [
    name,
    args.length === plain.length ? (args[i] ?? dyn(0)) : atRunTime(m, name),
  ]);
  return { ...example, fields: new Map([...example.fields, ...given]) };
}

/** The result of a member function; undefined for objects of other classes. */
export function cutlassMethod(
  m: Machine,
  of: Value,
  name: string,
  args: readonly Arg[],
  span: Span,
  cell?: Cell,
): Value | undefined {
  const kind = nameOf(of);
  if (kind === undefined || of.is !== 'struct') return undefined;
  if (kind === 'CommandLine') return readCommandLine(m, of, name, args, span);
  if (allocators.has(kind)) return allocatorMethod(m, name, args, span);
  if (kind === 'FastDivmod') return divide(m, of, name, args, span);
  if (kind === 'PipelineState') return stateMember(m, of, name, args, cell, span);
  const at = placeOfBarrier(of);
  if (at !== undefined) return phaseAct(m, name, [{ value: at, span }, ...args], span);
  if (barriers.has(kind)) return { is: 'void' };
  if (!pipelines.has(kind)) return undefined;
  if (name === 'producer_get_barrier') return { is: 'pointer', space: 'generic', element: hole(64), offset: dyn(0) };
  return /_(try|test)_(acquire|wait)|_try_|_test_/.test(name) ? atRunTime(m, name, span) : { is: 'void' };
}

/** A number that depends on other threads or on timing: a symbol. */
function atRunTime(m: Machine, name: string, span?: Span): Dynamic {
  return m.unknownInt(name, say`${name} is decided at run time`, 'input', span);
}

/** What threads do at a barrier with phases; of whoever is followed alone, the answer is not known. */
export function phaseAct(m: Machine, name: string, args: readonly Arg[], span: Span): Value | undefined {
  const simt = followed(m);
  if (simt && isPhaseAct(name)) return actAtBarrier(m, simt, name, args, span);
  if (simt) loseAccesses(m, say`\`${name}\` is not followed`, undefined);
  return /^(try|test)_wait$/.test(name) ? atRunTime(m, name, span) : { is: 'void' };
}

function stateMember(
  m: Machine,
  state: Struct,
  name: string,
  [by]: readonly Arg[],
  cell: Cell | undefined,
  span: Span,
): Value | undefined {
  if (name === 'index' || name === 'phase' || name === 'count')
    return state.fields.get(`${name}_`) ?? withSign(atRunTime(m, name, span), true);
  if (name !== 'advance') return undefined;
  const next = by ? advanced(m, state, by.value, span) : state;
  if (cell) m.write(cell, next);
  return next;
}

/** `divmod(remainder&, n)`, `(quotient&, remainder&, n)`, `divide(n)`, `rem(n)`. */
function divide(m: Machine, by: Struct, name: string, args: readonly Arg[], span: Span): Value | undefined {
  const divisor = by.fields.get('divisor') ?? int(1);
  const n = args[args.length - 1]?.value;
  if (n === undefined) return undefined;
  const compute = (op: string): Value => (isUnknown(n) ? n : operate(m, { op, span }, n, divisor));
  const set = (arg: Arg | undefined, value: Value): void => {
    if (arg?.cell) m.write(arg.cell, value);
  };
  switch (name) {
    case 'divide':
    case 'div':
      return compute('/');
    case 'rem':
    case 'remainder':
      return compute('%');
    case 'divmod':
      set(args[0], compute('%'));
      return compute('/');
    case 'operator()':
      set(args[0], compute('/'));
      set(args[1], compute('%'));
      return { is: 'void' };
    default:
      return unknown('unsupported', say`the member function \`${name}\` of FastDivmod is not modelled`, span, [name]);
  }
}

/** `++state` of a pipeline state, in place; undefined for other values. */
export function stepped(m: Machine, value: Value, cell: Cell, span: Span): Located | undefined {
  if (nameOf(value) !== 'PipelineState' || value.is !== 'struct') return undefined;
  const next = advanced(m, value, dyn(1), span);
  m.write(cell, next);
  return { value: next, place: cell };
}

/** `make_producer_start_state<Pipeline>()`. */
export function startState(targs: readonly Value[]): Value {
  const [pipeline] = targs;
  const example = pipeline !== undefined && !isTuple(pipeline) && pipeline.is === 'type' ? pipeline.of : undefined;
  return example?.is === 'struct' && isCutlassObject(example)
    ? firstState(stateOf(example), 1)
    : object('PipelineState');
}
