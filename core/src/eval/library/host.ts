// The parts of C++'s and CUDA's libraries that carry numbers and addresses to CuTe code: program arguments, vectors,
// dim3, the thread's indices. It models the values that these functions give, not what else the functions do.
import { say } from '../../base/say';
import { dyn, hole, withSign } from '../../algebra/leaf';
import { nowhere, type Span } from '../../base/span';
import { isPointer, untype } from '../../values/convert';
import { arrayOf } from '../../values/scalars';
import type { Struct, Value } from '../../values/value';
import { shareAddressed } from '../memory/losing';
import { loseArguments } from '../memory/reach';
import { constructVector, vectorMember, vectorType } from '../memory/vectors';
import type { GivenArgs } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { blockIndex, tileBlocks } from '../tile/tile-arguments';
import { extreme } from '../types/arithmetic';
import { convert } from '../types/construct';
import { addressOfGiven, saidOfGiven } from '../types/placed';
import { referenceTo } from '../types/tuples-of-references';
import { deducedSpan } from '../types/deduced-of-library';
import type { Cell } from '../values/cells';
import type { Arg } from '../values/entities';
import { someValue } from '../values/enumerations';
import { anyReference, isOptional, nothing as nothingHeld, optionalOf } from '../values/holders';
import { isTuple, isUnknown } from '../values/inspect';
import { callable, classOf, isVector } from '../values/kinds';
import { isQualified, qualifiersOf } from '../values/qualifiers';
import { sourceLocation, sourceLocationMember } from '../values/source-location';
import { isSpan } from '../values/vectors';
import { asNumber } from '../values/truth';
import { unknown } from '../values/unknown';
import { algorithm } from './algorithms';
import { arrayFunction } from './array-methods';
import { blockInCluster, blockRankInCluster, clusterIdInGrid } from './cluster';
import { groupCall, groupMethod, groupName, thisBlock, thisCluster, tiled } from './cooperative-groups';
import { elected, fromLane, isOfBlock, isThread, warpgroupIndex, warpIndex } from './warps';
import { assemblyCall, isOfAssembly } from './assembly';
import { cudaBarrierCall, cudaBarrierMethod, cudaName } from './cuda-barriers';
import {
  cutlassConstruct,
  cutlassMethod,
  cutlassType,
  isCutlassObject,
  phaseAct,
  phaseCall,
  startState,
} from './cutlass-objects';
import { cudaCall, isCudaRuntime } from './cuda-runtime';
import { loseByElements } from './handed-over';
import { holderMember, optionalFrom } from './holders';
import { readFormatted, readNumber } from './host-input';
import { attributeId, launchType } from './launch-types';
import { clusterLaunch, kernelLaunch, launcherLaunch, launchEx } from './library-launches';
import { limit, limitConstant } from './limits';
import { constructSpan, spanMember } from './spans';
import { asText, compareText, textMember } from './text-members';
import { isMathematics, mathematics } from './mathematics';

// ---- Types and constants -----------------------------------------------------------------------------------------

const integers: Readonly<Record<string, 32 | 64>> = {
  cudaError_t: 32,
  Major: 32,
  ScaleOut: 32,
  ScaleIn: 32,
  cudaError: 32,
  CUresult: 32,
  index_t: 64,
  clock_t: 64,
  time_t: 64,
};
const constants: Readonly<Record<string, number>> = {
  nullptr: 0,
  NULL: 0,
  RAND_MAX: 2147483647,
  EXIT_SUCCESS: 0,
  NumThreadsPerWarp: 32,
  NumThreadsPerWarpGroup: 128,
  NumThreadsPerHalfWarp: 16,
  NumThreadsPerQuadPair: 8,
  NumWarpsPerWarpGroup: 4,
  EXIT_FAILURE: 1,
  cudaSuccess: 0,
  warpSize: 32,
};
const streams = new Set(['cout', 'cerr', 'endl', 'clog', 'stdout', 'stderr']);

/** Types, constants and built-in variables by name. */
export function hostType(m: Machine, path: string, id: string, targs: readonly Value[] | undefined): Value | undefined {
  const vector = targs && vectorType(id.replace(/^std::/, ''), targs);
  if (vector) return isUnknown(vector) ? vector : { is: 'type', of: vector };
  const [of] = targs ?? [];
  if (of !== undefined && id === 'numeric_limits' && /(?:std|cute)$/.test(path))
    return { is: 'type', of: { is: 'tag', name: id, args: [of] } };
  if (of !== undefined && path.endsWith('std')) {
    if (id === 'reference_wrapper') return { is: 'type', of: anyReference };
    if (id === 'optional') return { is: 'type', of: optionalOf(untype(of)) };
    if (id === 'initializer_list' && !isQualified(qualifiersOf(of)))
      return { is: 'type', of: { is: 'array', of: 'list', element: untype(of), elements: [] } };
  }
  if (id === 'device_kernel' && targs?.[0] !== undefined) return deviceKernel(targs[0]);
  const group = groupName(path, id, targs);
  if (group) return group;
  const ofCuda = cudaName(path, id, targs);
  if (ofCuda) return ofCuda;
  const cutlass = cutlassType(id, targs);
  if (cutlass) return { is: 'type', of: cutlass };
  if (targs)
    return id === 'array' && path.endsWith('std') && targs[0] !== undefined
      ? { is: 'type', of: standardArray(targs[0], targs[1]) }
      : undefined;
  switch (id) {
    case 'threadIdx':
      return m.threadIdx;
    case 'blockIdx':
      return m.blockIdx;
    case 'blockDim':
      return m.frame.launch?.block ?? symbolicDim(m, 'blockDim');
    case 'gridDim':
      return m.frame.launch?.grid ?? symbolicDim(m, 'gridDim');
    case 'void':
      return { is: 'type', of: { is: 'void' } };
    case 'string':
    case 'string_view':
      return { is: 'type', of: { is: 'text', text: '', of: id } };
    case 'source_location':
      return path.endsWith('std') ? { is: 'type', of: sourceLocation } : undefined;
    case 'nullptr_t':
      return { is: 'type', of: { is: 'tag', name: 'nullptr_t', args: [] } };
    case 'CUtensorMap':
    case 'TmaDescriptor':
    case 'Im2ColTmaDescriptor':
      return { is: 'type', of: { is: 'tag', name: 'CUtensorMap', args: [] } };
    case 'cudaStream_t':
    case 'CUstream':
      return { is: 'type', of: { is: 'pointer', space: 'generic', element: { is: 'void' }, offset: hole(64) } };
    default: {
      const ofLaunches = launchType(id);
      return ofLaunches ? { is: 'type', of: ofLaunches } : simpleName(id);
    }
  }
}

/** `std::array<T, N>`. */
function standardArray(element: Value, count: Value | undefined): Value {
  const array = arrayOf('std', untype(element), count);
  return array.is === 'array' && qualifiersOf(element).constant ? { ...array, constant: true as const } : array;
}

/** `cutlass::device_kernel<Kernel>`. */
function deviceKernel(kernel: Value): Value {
  return callable('device_kernel', { kind: 'device-kernel', of: untype(kernel) });
}

function simpleName(id: string): Value | undefined {
  const bits = integers[id];
  if (bits) return { is: 'type', of: hole(bits) };
  if (id === 'nullopt') return nothingHeld;
  const limits = limitConstant(id);
  if (limits) return limits;
  const constant = constants[id] ?? attributeId(id);
  if (constant !== undefined) return dyn(constant);
  return streams.has(id) ? { is: 'void' } : undefined;
}

function made(m: Machine, type: string, args: readonly Arg[]): Value | undefined {
  const example = launchType(type);
  const values = args.map(({ value }) => value);
  return example && hostConstruct(m, example, values);
}

function symbolicDim(m: Machine, name: string): Value {
  const fields = new Map<string, Value>();
  for (const axis of ['x', 'y', 'z'])
    fields.set(axis, withSign(m.unknownInt(`${name}.${axis}`, say`${name}.${axis} is set by the launch`), true));
  return { is: 'struct', name: 'dim3', cls: undefined, fields };
}

/** Constructs an object of a type that `hostType` knows. */
export function hostConstruct(m: Machine, example: Struct, args: readonly Value[], given?: GivenArgs): Value {
  if (isSpan(example)) return constructSpan(m, example, args, given);
  if (args.length > 0) loseByElements(m, example, nowhere);
  if (isVector(example)) return constructVector(m, example, args);
  if (isOptional(example)) return optionalFrom(m, example, args);
  if (isCutlassObject(example)) return cutlassConstruct(m, example, args);
  const only = args[0];
  if (args.length === 1 && only !== undefined && isLike(only, example)) return only;
  const fields = [...example.fields].map(([name, type], i): [string, Value] => {
    const given = args[i];
    if (given !== undefined) return [name, convert(m, given, type)];
    const isNested = !isTuple(type) && type.is === 'struct';
    return [name, isNested ? hostConstruct(m, type, []) : convert(m, dyn(example.name === 'dim3' ? 1 : 0), type)];
  });
  return { ...example, fields: new Map(fields) };
}

/** Whether a value is an object of a type, or for `dim3` one with the same members. */
function isLike(value: Value, { name, fields }: Struct): boolean {
  if (isTuple(value) || value.is !== 'struct') return false;
  return value.name === name || [...fields.keys()].every((field) => value.fields.has(field));
}

// ---- Functions ---------------------------------------------------------------------------------------------------

/** A function of the host library. It returns undefined where the builtin of that name applies. */
type HostFunction = (m: Machine, args: readonly Arg[], span: Span, targs: readonly Value[]) => Value | undefined;

const nothing: HostFunction = () => ({ is: 'void' });
const first: HostFunction = (_m, args, span) =>
  args[0]?.value ?? unknown('unsupported', say`an argument is missing`, span);

const functions = new Map<string, HostFunction>([
  ['sscanf', (m, args, span) => readFormatted(m, args, span)],
  ...(
    [
      'atoi',
      'atol',
      'atoll',
      'atof',
      'strtol',
      'strtoll',
      'strtoul',
      'strtoull',
      'strtod',
      'strtof',
      'stoi',
      'stol',
      'stoll',
      'stoul',
      'stoull',
      'stof',
      'stod',
    ] as const
  ).map((name): [string, HostFunction] => [name, (m, args, span) => readNumber(m, name, args, span)]),
  ['strcmp', (_m, args, span) => compareText(args, span)],
  ['make_cudaExtent', (m, args) => made(m, 'cudaExtent', args)],
  ['raw_pointer_cast', (_m, [given]) => (given && isPointer(given.value) ? undefined : given?.value)],
  ['move', first],
  ['forward', first],
  ['as_const', first],
  ['ref', (m, [given]) => given && referenceTo(given, saidOfGiven(m, given))],
  ['cref', (_m, [given]) => given && referenceTo(given, { constant: true, exact: true })],
  ['to_string', (_m, args, span) => asText(args, span)],
  ['declval', (_m, _args, span, targs) => declared(targs[0], span)],
  ['cutile:get_tile_block_id', (m) => blockIndex(m)],
  ['cutile:get_num_tile_blocks', (m) => tileBlocks(m)],
  ...(['max', 'min'] as const).map((name): [string, HostFunction] => [
    name,
    (m, [a, b], span) => (a && b ? extreme(m, name, a.value, b.value, span) : undefined),
  ]),
  ...['__shfl_sync', '__shfl_up_sync', '__shfl_down_sync', '__shfl_xor_sync'].map((name): [string, HostFunction] => [
    name,
    (m, args, span) => shuffled(m, name, args, span),
  ]),
  ['addressof', (m, [given]) => (given ? addressOfGiven(m, given) : { is: 'void' })],
  ...['make_unique', 'make_shared', 'make_any', 'construct_at', 'destroy_at'].map((name): [string, HostFunction] => [
    name,
    (m, args, span, [made]) => {
      for (const { value } of args) shareAddressed(m, value, span);
      // Only a constructor of the program may change what it is made from.
      const given = made !== undefined && classOf(untype(made)) ? args : args.map(({ cell: _cell, ...arg }) => arg);
      return loseArguments(m, unknown('unsupported', say`\`std::${name}\` is not modelled`, span, [name]), given);
    },
  ]),
  ['std::span', (m, args, span) => deducedSpan(m, args, span)],
  ['make_producer_start_state', (_m, _args, _span, targs) => startState(targs)],
  ['launch_kernel_on_cluster', clusterLaunch],
  ['kernel_launch', (m, args, span, targs) => kernelLaunch(m, targs[0] && deviceKernel(targs[0]), args, span)],
  ['ClusterLauncher::launch', (m, args, span) => launcherLaunch(m, args, span, false)],
  ['ClusterLauncher::launch_with_fallback_cluster', (m, args, span) => launcherLaunch(m, args, span, true)],
  ['cudaLaunchKernelEx', launchEx],
  ['block_rank_in_cluster', blockRankInCluster],
  ['block_id_in_cluster', blockInCluster],
  ['cluster_id_in_grid', clusterIdInGrid],
  ['this_thread_block', thisBlock],
  ['this_cluster', thisCluster],
  ['tiled_partition', (_m, args, span, targs) => tiled(args, targs, span)],
  ['thread', (m, [thread, block]) => isThread(m, thread?.value, block?.value)],
  ['thread0', (m) => isThread(m, dyn(0))],
  ['block', (m, [block]) => isOfBlock(m, block?.value)],
  ['block0', (m) => isOfBlock(m, dyn(0))],
  ['elect_one_sync', elected],
  ['canonical_warp_idx_sync', warpIndex],
  ['canonical_warp_idx', warpIndex],
  ['canonical_warp_group_idx', warpgroupIndex],
]);

const silent = new Set(
  'printf fprintf puts fflush exit abort srand rand free assert __syncthreads named_barrier named_barrier_sync named_barrier_arrive __syncwarp __trap device_init print_device_info static_for cluster_arrive cluster_wait cluster_sync __threadfence cp_async_wait cp_async_fence __pipeline_memcpy_async __pipeline_commit __pipeline_wait_prior CUTE_CHECK_LAST CUTE_CHECK_ERROR CUDA_CHECK CUTLASS_CHECK cudaCheck'.split(
    ' ',
  ),
);

/** True where `hostCall` knows a function of this name. */
export function isHostName(name: string): boolean {
  return (
    functions.has(name) ||
    isOfAssembly(name) ||
    isMathematics(name) ||
    algorithm(name) !== undefined ||
    arrayFunction(name) !== undefined ||
    silent.has(name)
  );
}

/** Calls of library functions that are not CuTe's. Undefined where it is none of them. */
export function hostCall(
  m: Machine,
  name: string,
  args: readonly Arg[],
  targs: readonly Value[],
  span: Span,
): Value | undefined {
  const followed = algorithm(name)?.(m, args, span);
  if (followed !== undefined) return followed;
  const known = functions.get(name) ?? arrayFunction(name);
  if (known) return known(m, args, span, targs);
  const computed = mathematics(name, args, span);
  if (computed !== undefined) return computed;
  if (isCudaRuntime(name)) return cudaCall(m, name, args, span);
  const ofGroup = groupCall(m, name, args, span);
  if (ofGroup !== undefined) return ofGroup;
  const ofBarrier = cudaBarrierCall(m, name, targs, args, span);
  if (ofBarrier !== undefined) return ofBarrier;
  const ofAssembly = assemblyCall(m, name, args, span);
  if (ofAssembly !== undefined) return ofAssembly;
  if (name.startsWith(phaseCall)) return phaseAct(m, name.slice(phaseCall.length), args, span);
  if (silent.has(name)) return nothing(m, args, span, targs);
  return undefined;
}

/** The result of a warp shuffle: a number of another thread, which is unknown. */
function shuffled(m: Machine, name: string, [, given, lane, width]: readonly Arg[], span: Span): Value {
  const value = given?.value;
  const known = name === '__shfl_sync' && !width ? fromLane(m, value, lane?.value) : undefined;
  if (known !== undefined) return known;
  if (value === undefined || isTuple(value) || isUnknown(value))
    return value ?? unknown('unsupported', say`an argument is missing`, span);
  if (value.is === 'dynamic')
    return withSign(
      m.unknownInt(name, say`${name} gives what another thread holds`, 'input', span, value.bits),
      value.unsigned,
    );
  return value.is === 'scalar'
    ? { is: 'scalar', type: value.type, bits: value.bits }
    : unknown('input', say`what another thread holds is not known`, span);
}

function declared(type: Value | undefined, span: Span): Value {
  if (type !== undefined && !isTuple(type) && type.is === 'type') return someValue(type.of);
  return type !== undefined && isUnknown(type) ? type : unknown('unsupported', say`a type is needed here`, span);
}

// ---- Member functions --------------------------------------------------------------------------------------------

/** Calls a member function of a vector, a text or a list; undefined for other objects. */
export function hostMethod(
  m: Machine,
  object: Value,
  name: string,
  args: readonly Arg[],
  span: Span,
  cell?: Cell,
  targs: readonly Value[] = [],
): Value | undefined {
  if (isTuple(object)) return listMember(object, name, args, span);
  if (object.is === 'text') return textMember(m, object, cell, name, args, span);
  const place = object.is === 'struct' ? sourceLocationMember(object, name) : undefined;
  if (place !== undefined) return place;
  if (object.is === 'tag' && object.name === 'numeric_limits' && object.args[0] !== undefined)
    return limit(untype(object.args[0]), name);
  const member = holderMember(m, object, cell, name, args, span);
  if (member !== undefined) return member;
  if (isVector(object))
    return spanMember(m, object, name, targs, args, span) ?? vectorMember(m, object, cell, name, args, span);
  return (
    groupMethod(m, object, name, args, span) ??
    cudaBarrierMethod(m, object, name, args, span, cell) ??
    cutlassMethod(m, object, name, args, span, cell)
  );
}

function listMember(list: readonly Value[], name: string, args: readonly Arg[], span: Span): Value | undefined {
  if (name === 'size') return withSign(dyn(list.length, undefined, 64), true);
  const index = args[0]?.value;
  if ((name !== 'operator[]' && name !== 'at') || index === undefined) return undefined;
  const n = asNumber(index);
  if (n === undefined) return unknown('input', say`the index is not known`, span);
  const found = list[n];
  if (found !== undefined) return found;
  const program = list[0];
  if (program === undefined || isTuple(program) || program.is !== 'text')
    return unknown('input', say`there is no element ${n}`, span);
  return unknown('input', say`the program reads argument ${n}, which is not given`, span, [`argv[${n}]`]);
}
