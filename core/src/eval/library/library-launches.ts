// Launches that are written as calls of a library function (`cudaLaunchKernelEx`, CUTLASS's launchers) instead of
// `kernel<<<…>>>`: which of their arguments are the kernel, the launch configuration and the kernel's own arguments.
// Knows neither the names that these functions are called by, nor what a launch does.
import { say } from '../../base/say';
import { dyn } from '../../algebra/leaf';
import type { Span } from '../../base/span';
import type { Value } from '../../values/value';
import { type Configuration, launchKernel } from '../launch/launch';
import type { Machine } from '../state/machine';
import type { Arg } from '../values/entities';
import { elementCell } from '../values/elements';
import { isTuple } from '../values/inspect';
import { targetOf } from '../values/kinds';
import { asNumber } from '../values/truth';
import { unknown } from '../values/unknown';
import { isOfClusters } from './launch-types';

/** `cutlass::launch_kernel_on_cluster({grid, block, cluster, smem}, (void const*)kernel, args…)`. */
export function clusterLaunch(m: Machine, args: readonly Arg[], span: Span): Value {
  const config = args[0]?.value;
  const kernel = args[1]?.value;
  const fields =
    config === undefined ? [] : isTuple(config) ? config : config.is === 'struct' ? [...config.fields.values()] : [];
  const at = args[0]?.span ?? span;
  const [grid, block, cluster, sharedBytes] = [dyn(1), dyn(1), dyn(1), dyn(0)].map((fallback, i) => ({
    value: fields[i] ?? fallback,
    span: at,
  }));
  if (kernel !== undefined) launchKernel(m, kernel, { grid, block, cluster, sharedBytes }, args.slice(2), span);
  return dyn(0);
}

/** `cutlass::ClusterLauncher::launch(grid, cluster, block, smem, stream, kernel, params, …)`, where `params` is an
 *  array of the addresses of the arguments. `fallback`: another cluster stands behind the first. */
export function launcherLaunch(m: Machine, args: readonly Arg[], span: Span, fallback: boolean): Value {
  const [grid, cluster, ...rest] = args;
  const [block, sharedBytes, , kernel, params] = fallback ? rest.slice(1) : rest;
  if (kernel && params) launchKernel(m, kernel.value, { grid, block, cluster, sharedBytes }, pointedTo(params), span);
  return dyn(0);
}

function pointedTo({ value, span }: Arg): readonly Arg[] {
  const target = targetOf(value);
  const array = target?.kind === 'address' ? target.cell.read() : value;
  const elements = !isTuple(array) && array.is === 'array' ? array.elements : [];
  return elements.map((element): Arg => {
    const of = targetOf(element);
    if (of?.kind === 'address') return { value: of.cell.read(), cell: of.cell, span };
    return { value: unknown('unsupported', say`what this argument of the launch points to is not known`, span), span };
  });
}

/** `cutlass::kernel_launch<Kernel>(grid, block, smem, stream, params, …)`. */
export function kernelLaunch(m: Machine, kernel: Value | undefined, args: readonly Arg[], span: Span): Value {
  if (kernel !== undefined)
    launchKernel(m, kernel, { grid: args[0], block: args[1], sharedBytes: args[2] }, args.slice(4, 5), span);
  return dyn(0);
}

/** `cudaLaunchKernelEx(&config, kernel, args…)`, where `config` may be a reference, too. */
export function launchEx(m: Machine, args: readonly Arg[], span: Span): Value {
  const kernel = args[1]?.value;
  if (kernel !== undefined && targetOf(kernel))
    launchKernel(m, kernel, configurationOf(args[0], span), args.slice(2), span);
  return dyn(0);
}

/** What a `cudaLaunchConfig_t` says, at the place where the launch is given it. */
function configurationOf(given: Arg | undefined, span: Span): Configuration {
  const target = given && targetOf(given.value);
  const config = target?.kind === 'address' ? target.cell.read() : given?.value;
  const at = given?.span ?? span;
  const arg = (value: Value): Arg => ({ value, span: at });
  if (config === undefined || isTuple(config) || config.is !== 'struct' || config.name !== 'cudaLaunchConfig_t')
    return { sharedBytes: arg(notFollowed(say`what the launch configuration holds is not followed`, span)) };
  const [grid, block, sharedBytes] = ['gridDim', 'blockDim', 'dynamicSmemBytes'].map(
    (field) => config.fields.get(field) ?? notFollowed(say`the launch does not say`, span),
  );
  const cluster = clusterOf(config.fields.get('attrs'), config.fields.get('numAttrs'), span);
  return {
    ...(grid !== undefined && { grid: arg(grid) }),
    ...(block !== undefined && { block: arg(block) }),
    ...(sharedBytes !== undefined && { sharedBytes: arg(sharedBytes) }),
    ...(cluster !== undefined && { cluster: arg(cluster) }),
  };
}

const notFollowed = (why: string, span: Span): Value => unknown('unsupported', why, span);

/** The shape of clusters that the attributes of a launch ask for; undefined where none does. */
function clusterOf(list: Value | undefined, count: Value | undefined, span: Span): Value | undefined {
  const unclear = notFollowed(say`which attributes the launch has is not known`, span);
  const n = count && asNumber(count);
  if (n === undefined) return unclear;
  let found: Value | undefined;
  for (let i = 0; i < n; i++) {
    const one = list && elementCell(list, i)?.read();
    if (one === undefined || isTuple(one) || one.is !== 'struct') return unclear;
    const [id, value] = [one.fields.get('id'), one.fields.get('val')];
    const number = id && asNumber(id);
    const about = number === undefined ? undefined : isOfClusters(number);
    if (number === undefined || about === 'other') return unclear;
    const shape = value && !isTuple(value) && value.is === 'struct' ? value.fields.get('clusterDim') : undefined;
    if (about === 'shape') found = shape ?? unclear;
  }
  return found;
}
