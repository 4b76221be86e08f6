// Kernels evaluated for all threads of some blocks, when everything else is evaluated: the blocks at the corners of the
// grid, where tiles may be ragged, and one inside. Nothing of it is recorded but what the threads do to memory.
import { largest, mostThreads } from '../../access/limits';
import { WARP_THREADS } from '../../access/shared';
import { say } from '../../base/say';
import type { BlockRun } from '../../analysis';
import { Exhausted } from '../state/budget';
import type { KernelRun, Machine } from '../state/machine';
import { KeptMoments } from '../state/kept-moments';
import { Outputs } from '../state/outputs';
import { Simt } from '../state/simt';
import { clusterAround, type Extents, type Together } from '../state/together';
import type { Allocation, Value } from '../../values/value';
import { isClosed } from '../state/recall';
import type { Target } from '../values/entities';
import { targetOf } from '../values/kinds';
import { isTuple, sameValue } from '../values/inspect';
import { asNumber } from '../values/truth';

/** What one block may spend: about half a second. */
const unitsOfBlock = 1 << 23;
/** What all blocks of all kernels may. */
const unitsOfBlocks = unitsOfBlock * 1.6;
const stepsOfBlock = 200_000;
/** Blocks that a cluster may have, and threads that are followed together. */
const mostOfCluster = 16;
const mostTogether = 1 << 13;

/** Evaluates the kernels that the program launches with a known block. */
export function runBlocks(m: Machine): void {
  const limit = m.budget.meter.spent + unitsOfBlocks;
  const kept = new KeptMoments();
  const had: Had[] = [];
  for (const run of m.kernelRuns) {
    if (run.isRuledOut) continue;
    const block = extentsOf(run.launch.block);
    const grid = extentsOf(run.launch.grid);
    const cluster = run.launch.cluster ? extentsOf(run.launch.cluster) : oneBlock;
    const why = reasonAgainst(m, block, grid, limit);
    if (why !== undefined || !grid) m.recorder.unfollowed.push({ instance: run.instance, why: why ?? unknownGrid() });
    // Whatever is launched has the first block.
    if (block && why === undefined)
      runKernel(m, run, { block, grid: grid ?? cluster ?? oneBlock, cluster, limit, kept, had });
  }
  for (const run of m.kernelRuns) if (run.isRuledOut) runSupposed(m, run, limit, kept);
}

/** Of a launch that the program's numbers rule out, the instructions of one warp are looked at, and nothing is claimed
 *  of its arguments. */
function runSupposed(m: Machine, run: KernelRun, limit: number, kept: KeptMoments): void {
  m.recorder.unfollowed.push({ instance: run.instance, why: say`the program's numbers rule out this launch` });
  const block = extentsOf(run.launch.block);
  const grid = extentsOf(run.launch.grid) ?? oneBlock;
  if (block && !run.launch.cluster && reasonAgainst(m, block, grid, limit) === undefined)
    runBlock(m, run, { block, grid, cluster: oneBlock, limit, kept, had: [] }, [0, 0, 0], new Outputs());
}

const oneBlock: Extents = [1, 1, 1];

const unknownGrid = (): string => say`how many blocks are launched is not known`;

/** Why no block of a launch is followed; undefined where some are. */
function reasonAgainst(
  m: Machine,
  block: Extents | undefined,
  grid: Extents | undefined,
  limit: number,
): string | undefined {
  if (!block) return grid ? say`how many threads a block has is not known` : unknownGrid();
  if (volume(block) > mostThreads || exceeds(block, largest.block))
    return say`a block has more threads than can be launched`;
  if (grid && exceeds(grid, largest.grid)) return say`a grid has more blocks than can be launched`;
  if (grid?.includes(0) || block.includes(0)) return say`nothing is launched`;
  return m.budget.meter.spent < limit ? undefined : tooLong();
}

const exceeds = (extents: Extents, most: Extents): boolean => extents.some((n, i) => n > (most[i] ?? 0));

const tooLong = (): string => say`following it would take too long`;

/** How a kernel is launched, and what its blocks share with those of others: the units up to which they may spend, and
 *  the accesses that are kept. */
interface Followed {
  readonly block: Extents;
  readonly grid: Extents;
  /** The blocks of a cluster; undefined where they are not known. */
  readonly cluster: Extents | undefined;
  readonly limit: number;
  readonly kept: KeptMoments;
  readonly had: Had[];
}

/** A launch whose blocks are followed, and what they do. */
interface Had {
  readonly run: KernelRun;
  readonly blocks: readonly BlockRun[];
}

function isSameKernel(a: Target | undefined, b: Target | undefined): boolean {
  if (a?.kind !== 'functions' || b?.kind !== 'functions') return false;
  const isEach = a.overloads.every((one, i) => one === b.overloads[i]);
  return isEach && a.overloads.length === b.overloads.length && sameValue(a.targs, b.targs);
}

/** Whether two launches do the same: data are never computed, and each launch is followed after the whole program. */
function isSameLaunch(a: KernelRun, b: KernelRun): boolean {
  return (
    isSameKernel(targetOf(a.kernel), targetOf(b.kernel)) &&
    sameValue(a.args, b.args) &&
    a.args.every(isClosed) &&
    sameValue(a.launch, b.launch) &&
    sameValue(a.sharedBytes, b.sharedBytes)
  );
}

/** Evaluates the blocks at the corners of the grid; and all others, where something may be said of the memory that the
 *  launch writes, and it will not take longer than up to `limit`. */
function runKernel(m: Machine, run: KernelRun, followed: Followed): void {
  const { block, grid, cluster, limit } = followed;
  const { meter } = m.budget;
  const { blocks } = m.recorder;
  const same = followed.had.find((one) => isSameLaunch(one.run, run));
  if (same) {
    // What it writes is given to another launch as well, so nothing is claimed of elements that none writes.
    blocks.push(...same.blocks.map((one) => ({ ...one, instance: run.instance })));
    return;
  }
  const from = meter.spent;
  const begin = blocks.length;
  const outputs = new Outputs();
  // What takes too long in one block does in others as well.
  const follow = (blocks: readonly Extents[]): boolean =>
    blocks.every((at) => meter.spent < limit && runBlock(m, run, followed, at, outputs) !== 'too long');
  const corners = blocksOf(grid, volume(cluster ?? oneBlock) * volume(block) > mostThreads);
  if (!follow(corners)) {
    m.recorder.unfollowed.push({ instance: run.instance, why: tooLong() });
    return;
  }
  followed.had.push({ run, blocks: blocks.slice(begin) });
  const others = othersOf(grid, corners);
  if (!others || corners.length + others.length === 1 || outputs.ends.length === 0 || !isAlone(m, run)) return;
  const price = (meter.spent - from) / corners.length;
  if (meter.spent + price * others.length > limit || !follow(others)) return;
  for (const { memory, end, element } of outputs.ends) {
    if (memory.bytes === undefined || end >= memory.bytes || !isGivenOnce(m, memory)) continue;
    const writers = outputs.lastWriters(memory, element, grid);
    m.recorder.unwritten.push({ instance: run.instance, memory, end, element, writers });
  }
}

/** Whether the launch is the only one of its kernel, with the same arguments whenever the program comes there. */
function isAlone(m: Machine, { instance }: KernelRun): boolean {
  const { unseen, repeated } = m.recorder.instances[instance] ?? {};
  return unseen !== true && repeated !== true;
}

/** Whether no other launch is given a memory. */
function isGivenOnce(m: Machine, memory: Allocation): boolean {
  const isGiven = ({ args, isRuledOut }: KernelRun): boolean =>
    !isRuledOut && args.some((value) => leadsTo(value, memory));
  return m.kernelRuns.filter(isGiven).length === 1;
}

function leadsTo(value: Value, memory: Allocation): boolean {
  if (isTuple(value)) return value.some((part) => leadsTo(part, memory));
  if (value.is === 'tensor') return leadsTo(value.data, memory);
  if (value.is === 'struct') return [...value.fields.values()].some((part) => leadsTo(part, memory));
  return value.is === 'pointer' ? value.allocation === memory : false;
}

/** Blocks of a grid, of which all may be followed. */
const mostBlocks = 1 << 11;

/** The blocks of a grid that are not among these; undefined where there are too many. */
function othersOf([x, y, z]: Extents, had: readonly Extents[]): readonly Extents[] | undefined {
  if (x * y * z > mostBlocks) return undefined;
  const keys = new Set(had.map((at) => at.join()));
  return Array.from({ length: x * y * z }, (_, i): Extents => [
    i % x,
    Math.floor(i / x) % y,
    Math.floor(i / (x * y)),
  ]).filter((at) => !keys.has(at.join()));
}

function runBlock(
  m: Machine,
  run: KernelRun,
  { block, grid, cluster, limit, kept }: Followed,
  at: Extents,
  outputs: Outputs,
): 'done' | 'too long' {
  const together = togetherWith(at, { block, grid, cluster });
  const simt = new Simt(block, at, run.sharedBytes && asNumber(run.sharedBytes), outputs, together);
  if (!together) simt.lose(say`what other blocks of the cluster do is not followed`);
  const { cuts, meter } = m.budget;
  const units = Math.min(unitsOfBlock, limit - meter.spent);
  const evaluate = (): unknown => m.state.discard(() => m.budget.allowing(stepsOfBlock, () => m.silently(run.run)));
  try {
    m.followed.during(simt, () => meter.apart(units, evaluate, () => simt.giveUp()));
  } catch (error) {
    if (!(error instanceof Exhausted)) throw error;
    simt.giveUp();
  }
  // What was found before something was given up stands: the threads did that in any case.
  const isCut = simt.lost === undefined && m.budget.cuts !== cuts;
  if (isCut) simt.giveUp();
  const isLost = isCut || run.isRuledOut;
  const found = isLost ? [] : simt.found;
  m.recorder.blocks.push({
    instance: run.instance,
    block: at,
    threads: block,
    ...(together && together.blocks.length > 1 && { others: together.blocks.slice(1) }),
    found,
    moments: kept.of(run.instance, found, simt),
    divergences: isLost ? [] : simt.divergences,
    faults: isLost ? [] : simt.faults,
    instructions: isCut ? [] : simt.instructions.all,
    gaps: simt.gaps,
    apart: found.length > 0 ? simt.apart : new Set(),
    isWhole: !isLost && simt.gaps.length === 0 && !simt.isPartial,
    isLost,
  });
  return simt.isTooLong ? 'too long' : 'done';
}

/** The blocks that are followed together with a block, since they are those of its cluster; undefined where they cannot
 *  be. */
function togetherWith(
  at: Extents,
  { block, grid, cluster }: Pick<Followed, 'block' | 'grid' | 'cluster'>,
): Together | undefined {
  if (!cluster) return undefined;
  const blocks = volume(cluster);
  const threads = volume(block);
  if (blocks === 1) return clusterAround(at, cluster);
  const isWhole = cluster.every((n, i) => n > 0 && (grid[i] ?? NaN) % n === 0);
  const fits = blocks <= mostOfCluster && threads % WARP_THREADS === 0 && blocks * threads <= mostTogether;
  return isWhole && fits ? clusterAround(at, cluster) : undefined;
}

const volume = ([x, y, z]: Extents): number => x * y * z;

function extentsOf(value: Value): Extents | undefined {
  if (isTuple(value) || value.is !== 'struct') {
    const n = asNumber(value);
    return n === undefined ? undefined : [n, 1, 1];
  }
  const [x, y, z] = ['x', 'y', 'z'].map((axis) => {
    const field = value.fields.get(axis);
    return field && asNumber(field);
  });
  return x === undefined || y === undefined || z === undefined ? undefined : [x, y, z];
}

/** The corners of the grid, the last one first, since its tiles may be ragged in all modes; and one block inside. Of
 *  large clusters, all blocks of which are followed with each, the last and the first. */
function blocksOf([x, y, z]: Extents, isLarge: boolean): readonly Extents[] {
  const ends = (n: number): readonly number[] => (n > 1 ? [0, n - 1] : [0]);
  const corners = ends(z).flatMap((k) => ends(y).flatMap((j) => ends(x).map((i): Extents => [i, j, k])));
  const inside: Extents = [Math.floor(x / 2), Math.floor(y / 2), Math.floor(z / 2)];
  corners.reverse();
  if (isLarge) return corners.filter((_, i) => i === 0 || i === corners.length - 1);
  return corners.some((one) => one.every((n, i) => n === inside[i])) ? corners : [...corners, inside];
}
