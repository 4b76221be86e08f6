// Launches that are written as calls of a library function (`cudaLaunchKernelEx`, CUTLASS's launchers) instead of
// `kernel<<<…>>>`: which of their arguments are the kernel, the launch configuration and the kernel's own arguments.
// Knows neither the names that these functions are called by, nor what a launch does.
import { say } from '../../base/say';
import { dyn } from '../../algebra/leaf';
import type { Span } from '../../base/span';
import type { Value } from '../../values/value';
import { launchKernel } from '../launch/launch';
import type { Machine } from '../state/machine';
import type { Arg } from '../values/entities';
import { isTuple } from '../values/inspect';
import { targetOf } from '../values/kinds';
import { unknown } from '../values/unknown';

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

/** `cudaLaunchKernelEx(&config, kernel, args…)`: what the configuration holds is not followed. */
export function launchEx(m: Machine, args: readonly Arg[], span: Span): Value {
  const kernel = args[1]?.value;
  const sharedBytes = {
    value: unknown('unsupported', say`what the launch configuration holds is not followed`, span),
    span: args[0]?.span ?? span,
  };
  if (kernel !== undefined && targetOf(kernel)) launchKernel(m, kernel, { sharedBytes }, args.slice(2), span);
  return dyn(0);
}
