// Kernel launches: each distinct binding of a kernel is an instance of its own, under which its facts are recorded.
import { say } from '../../base/say';
import { dyn } from '../../algebra/leaf';
import type { KernelLaunch } from '../../analysis';
import type { Span } from '../../base/span';
import type { Expr } from '../../ir/program';
import { isPointer, untype } from '../../values/convert';
import type { Value } from '../../values/value';
import { lookup } from '../names/names';
import { lookupIn } from '../names/namespaces';
import { argsOf } from '../names/packs';
import { type Picked, resolve } from '../overload/overloads';
import { templateBindings } from '../overload/templates';
import { keepsOnDevice } from '../names/device-variables';
import { callFunction, evaluate, libraryName } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { isClosed } from '../state/recall';
import type { Launch } from '../state/state';
import { tileLaunch } from '../tile/tile-launch';
import { construct, convert } from '../types/construct';
import { VarCell } from '../values/cells';
import { type Arg, type Scope } from '../values/entities';
import { assumptionsOf, erase, isTuple, isNamed, isUnknown, sameValue } from '../values/inspect';
import { classOf, targetOf } from '../values/kinds';
import { identityKey } from '../values/type-key';
import { unknown } from '../values/unknown';
import { bindingsOf } from './bindings';

export function launch(m: Machine, e: Expr & { is: 'Launch' }, scope: Scope): Value {
  const config = e.config.map((part) => evaluate(m, part, scope));
  const args = argsOf(m, e.args, scope);
  const kernel = evaluate(m, e.kernel, scope);
  const target = targetOf(kernel);
  const entity = target?.kind === 'functions' ? target.overloads.find(({ decl }) => decl.model === 'tile') : undefined;
  if (entity) return tileLaunch(m, entity, args, e.span);
  const [grid, block, sharedBytes] = config.map((value, i) => ({ value, span: e.config[i]?.span ?? e.span }));
  launchKernel(m, kernel, { grid, block, sharedBytes }, args, e.span);
  return { is: 'void' };
}

interface Kernel extends Picked {
  readonly name: string;
  /** Those of the launch, and what it adds to them. */
  readonly args: readonly Arg[];
}

/** The function that runs on the device: a kernel, or the `operator()` of the class given to
 *  `cutlass::device_kernel`. */
function pickKernel(m: Machine, kernel: Value, args: readonly Arg[], span: Span): Kernel | undefined {
  const target = targetOf(kernel);
  if (target?.kind === 'functions') {
    const picked = resolve(m, target.overloads, target.targs, args);
    return picked.is === 'picked' ? { ...picked, name: picked.entity.decl.name, args } : undefined;
  }
  const instance = target?.kind === 'device-kernel' ? classOf(target.of) : undefined;
  const call = instance && lookupIn(instance.scope, 'operator()');
  if (!instance || target?.kind !== 'device-kernel' || call?.kind !== 'functions') return undefined;
  const smem: Arg = {
    value: {
      is: 'pointer',
      space: 'generic',
      element: { is: 'scalar', type: 'char', bits: 8 },
      offset: dyn(0),
      base: 'smem',
    },
    span,
  };
  // The kernel around the class is given copies.
  const given = [...args.map(({ cell: _cell, ...arg }) => arg), smem];
  const picked = resolve(m, call.overloads, [], given);
  if (picked.is !== 'picked') return undefined;
  picked.scope.self = new VarCell('', construct(m, target.of, [], span));
  return { ...picked, name: instance.entity.name, args: given };
}

/** The launch configuration: grid, block, cluster, shared memory. */
export interface Configuration {
  readonly grid?: Arg | undefined;
  readonly block?: Arg | undefined;
  readonly sharedBytes?: Arg | undefined;
  readonly cluster?: Arg | undefined;
}

/** Launches a kernel: records an instance of it and evaluates its body with the configuration of the launch. */
export function launchKernel(m: Machine, kernel: Value, given: Configuration, args: readonly Arg[], span: Span): void {
  const picked = pickKernel(m, kernel, args, span);
  if (!picked) return;
  const config = { ...given, cluster: clusterOf(m, picked, span) ?? given.cluster };
  const grid = dim3(m, config.grid?.value, span);
  const block = dim3(m, config.block?.value, span);
  const found = instanceFor(m, picked, args, launchOf(m, picked, config, grid, block, span), span);
  if (!found) return;
  const { id, isNew } = found;
  m.trace.launch(id);
  const { observations } = m.recorder;
  const { probing } = m.mode;
  // No iteration of a loop on the host sees what a kernel passes over, unless the kernel can write to what it sees.
  const isAsked = m.mode.looping || probing;
  const reachesHost = isAsked && (keepsOnDevice(m) || !picked.args.every(({ value }) => isClosed(value)));
  m.within({ instance: id, looping: m.mode.looping && reachesHost }, () => {
    const launch = { grid, block, ...(config.cluster && { cluster: dim3(m, config.cluster.value, span) }) };
    if (reachesHost || !probing) callFunction(m, picked.entity, picked.scope, picked.args, { launch });
    if (isNew) noteRun(m, id, kernel, args, launch, config.sharedBytes?.value, span);
    if (!isNew && m.recorder.observations > observations) m.recorder.repeat(id);
  });
}

/** The shape of its clusters that a kernel is compiled for: `__cluster_dims__(2, 1, 1)`. A launch can ask for no other
 *  one. */
function clusterOf(m: Machine, { entity, scope }: Kernel, span: Span): Arg | undefined {
  const written = entity.decl.clusterDims;
  if (!written) return undefined;
  const [first] = written;
  const values = argsOf(m, written, scope).map(({ value }) => value);
  // Without an argument the launch says it.
  return first && { value: construct(m, hostDim3(m), values, span), span: first.span };
}

/** Notes a kernel, to evaluate it for all threads of some blocks when everything else is evaluated. */
function noteRun(
  m: Machine,
  instance: number,
  kernel: Value,
  args: readonly Arg[],
  launch: Launch,
  sharedBytes: Value | undefined,
  span: Span,
): void {
  m.kernelRuns.push({
    instance,
    isRuledOut: m.recorder.instances[instance]?.ruledOut === true,
    kernel,
    launch,
    sharedBytes,
    args: args.map(({ value }) => value),
    run: () => {
      const given = args.map((arg) => ({ ...arg, value: withMemory(arg.value) }));
      const picked = pickKernel(m, kernel, given, span);
      const own = picked?.args.map((arg, i) => (i < given.length ? arg : { ...arg, value: inDynamic(m, arg.value) }));
      if (picked && own) callFunction(m, picked.entity, picked.scope, own, { launch });
      else m.simt?.surrender(say`which function is launched is not known`);
    },
  });
}

/** Pointers that a kernel is given lead into global memory: each of which nothing is known into one of its own. */
function withMemory(value: Value): Value {
  if (isTuple(value)) return value.map(withMemory);
  if (value.is === 'tensor') {
    const data = withMemory(value.data);
    return isPointer(data) ? { ...value, data } : value;
  }
  if (value.is === 'struct')
    return { ...value, fields: new Map([...value.fields].map(([name, part]) => [name, withMemory(part)])) };
  if (value.is !== 'pointer' || value.allocation || /^(rmem|counting|coordinates|descriptor)$/.test(value.space))
    return value;
  return { ...value, allocation: { name: value.base ?? '?', isShared: false } };
}

/** What the kernel around a class of CUTLASS gives it is the shared memory of the launch. */
function inDynamic({ simt }: Machine, value: Value): Value {
  return simt && isPointer(value) ? { ...value, allocation: simt.dynamic } : value;
}

/** The type of CUDA's headers. */
function hostDim3(m: Machine): Value {
  return untype(libraryName(m, '', 'dim3', undefined) ?? { is: 'void' });
}

function dim3(m: Machine, value: Value | undefined, span: Span): Value {
  const type = lookup(m.global, 'dim3') ? undefined : hostDim3(m);
  if (value === undefined || isUnknown(value))
    return value ?? unknown('unsupported', say`the launch does not say`, span);
  return type ? convert(m, value, type) : value;
}

/** The most instances of one kernel. Run-time flags of a host function may select more of them than anyone looks at. */
const maxInstances = 8;

/** True where a kernel has as many instances as are kept. Those are then marked as not all of its launches. */
function isCrowded(m: Machine, kernel: string): boolean {
  const present = m.recorder.instances.filter((instance) => instance.kernel === kernel);
  if (present.length < maxInstances) return false;
  for (const { id } of present) m.recorder.crowd(id);
  return true;
}

function launchOf(
  m: Machine,
  picked: Kernel,
  { grid, block, sharedBytes, cluster }: Configuration,
  gridDim: Value,
  blockDim: Value,
  span: Span,
): KernelLaunch {
  return {
    grid: parts(gridDim),
    block: parts(blockDim),
    ...(sharedBytes && { sharedBytes: sharedBytes.value }),
    ...(cluster && { cluster: parts(dim3(m, cluster.value, span)) }),
    at: {
      ...(grid && { grid: grid.span }),
      ...(block && { block: block.span }),
      ...(sharedBytes && { sharedBytes: sharedBytes.span }),
      ...(cluster && { cluster: cluster.span }),
    },
    kernel: picked.entity.decl.nameSpan,
  };
}

/** The instance of a kernel: one for each function it is launched from and each set of bindings. Undefined where there
 *  are too many. */
function instanceFor(
  m: Machine,
  picked: Kernel,
  args: readonly Arg[],
  launched: KernelLaunch,
  span: Span,
): { readonly id: number; readonly isNew: boolean } | undefined {
  const kernel = picked.name;
  const parent = m.recorder.instances[m.recorder.instance];
  const types = args.map((arg) => identityKey(erase(arg.value))).join('|');
  const bindings = templateBindings(picked.scope).join(',');
  const key = `${kernel}|${m.frame.name}|${parent?.id ?? 0}|${types}|${bindings}|${span.start}|${span.file}`;
  const { grid, block, cluster = [], sharedBytes = dyn(0) } = launched;
  const given = [...args.map((arg) => arg.value), ...grid, ...block, ...cluster, sharedBytes];
  const had = m.launched.get(key);
  if (had) {
    if (!isSame(had.given, given)) m.recorder.repeat(had.id);
    return { id: had.id, isNew: false };
  }
  if (isCrowded(m, kernel)) return undefined;
  const from = m.frame.name && m.frame.name !== 'main' ? m.frame.name : undefined;
  // What a branch launches that is not taken has the variables of another time.
  const isRuledOut = parent?.ruledOut === true || m.mode.symbolic;
  const id = m.recorder.addInstance({
    label: from === undefined ? kernel : say`${kernel} from ${from}`,
    kernel,
    ...(from !== undefined && { from }),
    bindings: bindingsOf(picked.scope, m.frame.own),
    at: span,
    reached: (parent?.reached ?? true) && !isRuledOut,
    ...(isRuledOut && { ruledOut: true as const }),
    launch: launched,
  });
  m.launched.set(key, { id, given });
  if (isOfFirst(m, given)) m.recorder.leaveOut(id);
  return { id, isNew: true };
}

/** True where an argument rests on the first iteration of a loop around the launch: other iterations pass another
 *  value. */
function isOfFirst(m: Machine, given: readonly Value[]): boolean {
  return assumptionsOf(given, m.mode.extra).some((id) => m.recorder.assumptions[id]?.kind === 'loop');
}

/** True where two launches pass the same values. A symbol may stand for another number at the second launch. */
function isSame(a: readonly Value[], b: readonly Value[]): boolean {
  return sameValue(a, b) && !isNamed(b);
}

function parts(value: Value): readonly Value[] {
  return !isTuple(value) && value.is === 'struct' ? [...value.fields.values()] : [value];
}
