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
