// Finds out which instance of a kernel each launch on the GPU was. The program announces a launch before the statement
// that makes it, and a kernel records its number when it begins. Both are recorded in order, so the n-th announcement
// belongs to the n-th kernel. Where the two counts differ, a launch may be any instance of its kernel, and the result
// says so.
import type { Evaluation, Instance } from '../analysis';
import type { Span } from '../base/span';
import type { Value } from '../values/value';
import type { LaunchSite, Plan } from './plan';
import type { KernelRun, Records } from './records';

/** For each launch on the GPU the instances that it may be. Host code is launch 0 and instance 0. */
export type Attribution = ReadonlyMap<number, readonly number[]>;

/** What this file needs to know of an instance: plain data that can be stored with the records. */
export interface InstanceShape {
  readonly id: number;
  readonly label: string;
  readonly kernel: string;
  readonly reached: boolean;
  /** The place of its launch. */
  readonly at?: Span;
  /** The extents, where they are known. */
  readonly gridDim?: readonly number[];
  readonly blockDim?: readonly number[];
}

export function shapeOf({ id, label, kernel, reached, at, launch }: Instance): InstanceShape {
  const gridDim = launch && numbers(launch.grid);
  const blockDim = launch && numbers(launch.block);
  return {
    id,
    label,
    kernel,
    reached,
    ...(at ? { at } : {}),
    ...(gridDim ? { gridDim } : {}),
    ...(blockDim ? { blockDim } : {}),
  };
}

export const shapesOf = (analysis: Evaluation): readonly InstanceShape[] => analysis.instances.map(shapeOf);

function numbers(values: readonly Value[]): readonly number[] | undefined {
  const found = values.map((value) =>
    'is' in value && (value.is === 'dynamic' || value.is === 'static') ? value.n : undefined,
  );
  return found.every((n) => n !== undefined) ? found : undefined;
}

export function attribute(
  { sites, kernels }: Pick<Plan, 'sites' | 'kernels'>,
  instances: readonly InstanceShape[],
  records: Records,
): Attribution {
  const out = new Map<number, readonly number[]>([
    [0, instances.filter(({ kernel }) => kernel === '').map(({ id }) => id)],
  ]);
  const reached = instances.filter(({ kernel, reached: isReached }) => kernel !== '' && isReached);
  for (const { id, name } of kernels) {
    const runs = records.kernels.filter(({ kernel }) => kernel === id).sort((a, b) => a.grid - b.grid);
    const mine = reached.filter(({ kernel }) => kernel === name);
    const announced = records.launches.filter((site) => mine.some((one) => isFrom(one, sites[site])));
    const bySite = runs.map((run, at) => {
      const site = announced.length === runs.length ? sites[announced[at] ?? -1] : undefined;
      return { run, site, candidates: mine.filter((one) => !site || isFrom(one, site)) };
    });
    for (const [grid, candidates] of apart(bySite)) out.set(grid, candidates);
  }
  const all = reached.map(({ id }) => id);
  for (const { grid } of [...records.seen, ...records.owned]) if (!out.has(grid)) out.set(grid, all);
  return out;
}

function isFrom({ at }: InstanceShape, site: LaunchSite | undefined): boolean {
  return (
    at !== undefined && site !== undefined && at.file === site.file && site.start <= at.start && at.end <= site.end
  );
}

export type Extents = Pick<KernelRun, 'gridDim' | 'blockDim'>;

/** The extents of each launch: those that the kernel recorded, or else those predicted for its instances. */
export function extentsOf(
  instances: readonly InstanceShape[],
  records: Records,
  attribution: Attribution,
): ReadonlyMap<number, Extents> {
  const out = new Map<number, Extents>(records.kernels.map((run) => [run.grid, run]));
  for (const [grid, ids] of attribution) {
    const { gridDim, blockDim } = instances.find(({ id }) => ids.includes(id)) ?? {};
    if (!out.has(grid) && gridDim && blockDim) out.set(grid, { gridDim: triple(gridDim), blockDim: triple(blockDim) });
  }
  return out;
}

const triple = ([x = 1, y = 1, z = 1]: readonly number[]): [number, number, number] => [x, y, z];

interface Sited {
  readonly run: KernelRun;
  readonly site: object | undefined;
  readonly candidates: readonly InstanceShape[];
}

/** Tells instances with the same launch site apart by instantiation and extents, in the order in which they first
 *  appear. */
function apart(runs: readonly Sited[]): Map<number, readonly number[]> {
  const out = new Map<number, readonly number[]>();
  const keyOf = ({ run }: Sited): string => `${run.instantiation} ${run.gridDim.join()} ${run.blockDim.join()}`;
  for (const site of new Set(runs.map((one) => one.site))) {
    const here = runs.filter((one) => one.site === site);
    const keys = [...new Set(here.map(keyOf))];
    const candidates = here[0]?.candidates ?? [];
    for (const one of here) {
      const nth = candidates[keys.indexOf(keyOf(one))];
      const fitting = candidates.filter((candidate) => hasExtents(candidate, one.run));
      const chosen =
        keys.length === candidates.length && nth && hasExtents(nth, one.run)
          ? [nth]
          : fitting.length > 0
            ? fitting
            : candidates;
      out.set(
        one.run.grid,
        chosen.map(({ id }) => id),
      );
    }
  }
  return out;
}

function hasExtents({ gridDim, blockDim }: InstanceShape, run: KernelRun): boolean {
  const same = (known: readonly number[] | undefined, measured: readonly number[]): boolean =>
    known === undefined || measured.every((n, i) => n === (known[i] ?? 1));
  return same(gridDim, run.gridDim) && same(blockDim, run.blockDim);
}
