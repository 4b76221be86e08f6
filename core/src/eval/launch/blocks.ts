// Kernels evaluated for all threads of some blocks, when everything else is evaluated: the blocks at the corners of the
// grid, where tiles may be ragged, and one inside. Nothing of it is recorded but what the threads do to memory.
import { Exhausted } from '../state/budget';
import type { KernelRun, Machine } from '../state/machine';
import { Simt } from '../state/simt';
import type { Value } from '../../values/value';
import { isTuple } from '../values/inspect';
import { asNumber } from '../values/truth';

type Extents = readonly [number, number, number];

/** What one block may spend. No further block is begun when those of its kernel have spent as much, or those of all
 *  kernels twice as much: about two seconds. */
const unitsOfBlock = 1 << 23;
const unitsOfProgram = 2 * unitsOfBlock;
const stepsOfBlock = 200_000;
const mostThreads = 1024;

/** Evaluates the kernels that the program launches with a known block. */
export function runBlocks(m: Machine): void {
  const { meter } = m.budget;
  const start = meter.spent;
  for (const run of m.kernelRuns ?? []) {
    const block = extentsOf(run.launch.block);
    const grid = extentsOf(run.launch.grid);
    if (!block || !grid || block[0] * block[1] * block[2] > mostThreads) continue;
    const from = meter.spent;
    for (const at of blocksOf(grid)) {
      if (meter.spent - from > unitsOfBlock || meter.spent - start > unitsOfProgram) break;
      // What takes too long in one block does in others as well.
      if (runBlock(m, run, block, at) === 'too long') break;
    }
  }
}

function runBlock(m: Machine, run: KernelRun, block: Extents, at: Extents): 'done' | 'too long' {
  const simt = new Simt(block, at, run.sharedBytes && asNumber(run.sharedBytes));
  const { cuts } = m.budget;
  m.simt = simt;
  try {
    const evaluate = (): unknown => m.state.discard(() => m.budget.allowing(stepsOfBlock, () => m.silently(run.run)));
    m.budget.meter.apart(unitsOfBlock, evaluate, () => simt.giveUp());
  } catch (error) {
    if (!(error instanceof Exhausted)) throw error;
    simt.giveUp();
  } finally {
    m.simt = undefined;
  }
  // What was found before something was given up stands: the threads did that in any case.
  const isLost = simt.lost === undefined && m.budget.cuts !== cuts;
  if (isLost) simt.giveUp();
  m.recorder.blocks.push({
    instance: run.instance,
    block: at,
    threads: block,
    found: isLost ? [] : simt.found,
    divergences: isLost ? [] : simt.divergences,
    gaps: simt.gaps,
    isLost,
  });
  return simt.isTooLong ? 'too long' : 'done';
}

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

/** The corners of the grid, the last one first, since its tiles may be ragged in all modes; and one block inside. */
function blocksOf([x, y, z]: Extents): readonly Extents[] {
  const ends = (n: number): readonly number[] => (n > 1 ? [0, n - 1] : [0]);
  const corners = ends(z).flatMap((k) => ends(y).flatMap((j) => ends(x).map((i): Extents => [i, j, k])));
  const inside: Extents = [Math.floor(x / 2), Math.floor(y / 2), Math.floor(z / 2)];
  corners.reverse();
  return corners.some((one) => one.every((n, i) => n === inside[i])) ? corners : [...corners, inside];
}
