// Predicts the counters of Nsight Compute for the kernels of test/memory, and writes the page that compares them with
// the measured ones.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WarpInstructions } from '../../core/src/accesses';
import { globalCostOf, sharedCostOf } from '../../core/src/checks/lib/warp-cost';
import { joined } from '../../core/src/checks/lib/joined';
import type { Analysis } from '../../core/src/index';
import { analyzeFiles } from './engine';
import { ROOT } from './fixture';
import type { Launch, MeasuredMemory } from './measured-memory';

export const MEMORY = join(ROOT, 'test/memory');
export const MEMORY_PAGE = 'docs/memory.md';

type Counters = Launch['counters'];

/** What the copies of a kernel cost one warp: only the counters that they decide. */
export interface Predicted {
  readonly kernel: string;
  readonly counters: Counters;
}

export function readMeasured(): MeasuredMemory {
  return JSON.parse(readFileSync(join(MEMORY, 'measured.json'), 'utf8')) as MeasuredMemory;
}

type Program = 'tiles' | 'loops';

async function analyzeProgram(program: Program): Promise<Analysis> {
  const name = `${program}.cu`;
  return analyzeFiles([{ name, text: readFileSync(join(MEMORY, name), 'utf8') }], { arch: 900 });
}

/** What the copies of every kernel of tiles.cu cost one warp, in the order of its launches. */
export async function predictTiles(): Promise<readonly Predicted[]> {
  return predicted(await analyzeProgram('tiles'), ({ isCopy }) => isCopy, 16);
}

/** What all loads and stores of the kernels cost one warp, where the compiler joins accesses up to `widest` bytes. */
export async function predictFollowed(program: Program, widest = 16): Promise<readonly Predicted[]> {
  return predicted(await analyzeProgram(program), () => true, widest);
}

function predicted(
  { instances, blocks = [] }: Analysis,
  counts: (access: WarpInstructions) => boolean,
  widest: number,
): readonly Predicted[] {
  return instances
    .filter(({ launch }) => launch !== undefined)
    .map(({ id, kernel }) => {
      const counters: Record<string, number> = {};
      for (const access of blocks.find(({ instance }) => instance === id)?.instructions.filter(counts) ?? []) {
        for (const [name, n] of Object.entries(countersOf(access, widest))) counters[name] = (counters[name] ?? 0) + n;
      }
      return { kernel, counters };
    });
}

function countersOf(access: WarpInstructions, widest: number): Counters {
  const { place, how, bytes, instructions, count = NaN, pair } = access;
  const { length } = instructions;
  const total = (costs: readonly number[]): number => (costs.reduce((sum, n) => sum + n, 0) * count) / length;
  if (!place.memory.isShared) {
    const sectors = total(instructions.map((_, at) => globalCostOf(access, at).sectors));
    return place.writes
      ? { globalStoreRequests: count, globalStoreSectors: sectors }
      : { globalLoadRequests: count, globalLoadSectors: sectors };
  }
  if (pair?.by === 'async-bypass') return { asyncConflicts: 0 };
  const isJoinable = !pair && (how.op === 'load' || how.op === 'store');
  const compiled = isJoinable ? joined(bytes, instructions, widest) : { bytes, instructions };
  const costs = compiled.instructions.flatMap(
    (addresses, at) => sharedCostOf(access, compiled.bytes, addresses, at) ?? [],
  );
  const wavefronts = total(costs.map((cost) => cost.wavefronts));
  const conflicts = total(costs.map((cost) => cost.conflicts));
  if (pair) return costs.length === length ? { asyncConflicts: conflicts } : {};
  return place.writes
    ? { sharedStoreWavefronts: wavefronts, sharedStoreConflicts: conflicts }
    : { sharedLoadWavefronts: wavefronts, sharedLoadConflicts: conflicts };
}

// ---- The page ----------------------------------------------------------------------------------------------------

/** docs/memory.md. */
export async function memoryPage(): Promise<string> {
  const measured = readMeasured();
  const tiles = table(await predictTiles(), measured.tiles);
  const loops = table(await predictFollowed('loops'), measured.loops);
  return `${opening(measured)}

${tiles}

## Loops over elements

All loads and stores of a kernel, as its threads are followed.
Two differ by what nvcc joins: the loads of \`transposed_halves\` cost what loads of 8 bytes do, and not of 16; and in the first round of \`tree_from_near_to_far\` two expressions read neighbours.

${loops}
`;
}

function table(predicted: readonly Predicted[], measured: readonly Launch[]): string {
  const rows = predicted.flatMap((one, at) => {
    const launch = measured[at];
    return launch ? rowsOf(one, launch) : [];
  });
  return `| kernel | counter | predicted | measured |\n| --- | --- | ---: | ---: |\n${rows.join('\n')}`;
}

const names: Readonly<Record<string, string>> = {
  sharedLoadWavefronts: 'wavefronts of shared loads',
  sharedLoadConflicts: 'bank conflicts of shared loads',
  sharedStoreWavefronts: 'wavefronts of shared stores',
  sharedStoreConflicts: 'bank conflicts of shared stores',
  asyncConflicts: 'bank conflicts of cp.async',
  globalLoadRequests: 'requests of global loads',
  globalLoadSectors: 'sectors of global loads',
  globalStoreRequests: 'requests of global stores',
  globalStoreSectors: 'sectors of global stores',
};

function rowsOf({ kernel, counters }: Predicted, launch: Launch): readonly string[] {
  return Object.entries(counters).map(
    ([name, count]) =>
      `| \`${kernel}\` | ${names[name] ?? name} | ${count} | ${launch.counters[name as keyof Counters] ?? 0} |`,
  );
}

/** Kernels that stand for many, with what decides their cost. */
const chosen: readonly (readonly [kernel: string, what: string])[] = [
  ['floats_along_rows', 'no conflict'],
  ['floats_two_apart', '2-way'],
  ['floats_four_apart', '4-way'],
  ['floats_eight_apart', '8-way'],
  ['floats_of_far_columns', '32-way'],
  ['floats_down_a_padded_column', 'padded'],
  ['sixteen_bytes_down_a_column', '8-way at 16 bytes'],
  ['sixteen_bytes_of_swizzled_rows', 'swizzled'],
  ['ldmatrix_of_rows', 'ldmatrix, not swizzled'],
  ['ldmatrix_of_swizzled_rows', 'ldmatrix, swizzled'],
  ['write_down_a_column', 'a store, 8-way at 16 bytes'],
  ['async_floats_along_rows', 'cp.async, no conflict'],
  ['async_floats_eight_apart', 'cp.async, 8-way'],
  ['async_floats_transposed', 'cp.async, 32-way'],
  ['global_floats_along_rows', 'coalesced'],
  ['global_floats_two_apart', 'every second float'],
  ['global_floats_down_a_column', 'strided'],
  ['async_into_swizzled_rows', 'cp.async around the cache, swizzled'],
  ['async_into_a_column', 'cp.async around the cache, into a column'],
];

/** The lines of docs/checks.md that set what the checks of performance predict beside what was measured. */
export async function performanceTable(): Promise<string> {
  const measured = readMeasured();
  const predicted = await predictTiles();
  const rows = chosen.map(([kernel, what]) => {
    const counted = measured.tiles.find((launch) => launch.kernel === kernel)?.counters ?? {};
    const counters = predicted.find((one) => one.kernel === kernel)?.counters ?? {};
    const [name] =
      kernel.startsWith('global_') || what.includes('around')
        ? ['globalLoadSectors' as const]
        : (Object.keys(counters) as (keyof Counters)[]).filter((key) => key.endsWith('Conflicts'));
    return name === undefined
      ? ''
      : `| \`${kernel}\`: ${what} | ${names[name] ?? name} | ${counters[name] ?? 0} | ${counted[name] ?? 0} |`;
  });
  return `What these checks predict, beside what Nsight Compute ${measured.ncu} counted on an ${measured.device} for one warp ([all ${kernels(measured)} kernels](memory.md)):\n\n| kernel | counter | predicted | measured |\n| --- | --- | ---: | ---: |\n${rows.join('\n')}`;
}

const kernels = ({ tiles, loops }: MeasuredMemory): number => tiles.length + loops.length;

function opening(measured: MeasuredMemory): string {
  const { device, driver, ncu, day, cutlass, patterns } = measured;
  return `# What memory makes of a warp's accesses

Generated by \`npx tsx scripts/memory.ts page\` from \`test/memory/measured.json\`; edit neither by hand.

The checks \`bank-conflict\` and \`uncoalesced\` predict numbers, and an NVIDIA GPU counts them.
${kernels(measured)} kernels of one warp (\`tiles.cu\` and \`loops.cu\` in \`test/memory\`) and ${patterns.length.toLocaleString('en')} single instructions whose addresses are given by formulas (\`test/memory/patterns.cu\`) ran under Nsight Compute ${ncu} on an ${device} (driver ${driver}, CUTLASS ${cutlass.slice(0, 9)}, ${day}).
Tests replay all of them (\`test/unit/memory.test.ts\`), and compare the loads and stores of all kernels, element loops included, as they follow from following their threads.

## The rules

Shared memory has 32 banks of 4 bytes; word w lies in bank w mod 32.
An instruction is served in phases: all 32 lanes at 4 bytes or fewer, 16 lanes at 8 bytes, 8 lanes at 16 bytes, and the 8 rows of each matrix in \`ldmatrix\` and \`stmatrix\`.
A phase takes as many wavefronts as the most different words that it wants from one bank; lanes that want the same word are served together.
Two neighbouring phases of a load become one where lanes i and i xor 1 read the same address throughout, or lanes i and i xor 2 do; no other repetition is noticed, and none in stores.

Global memory moves in sectors of 32 bytes.
An instruction of a warp is one request, and it moves every sector that it touches once.

\`cp.async\` reads and writes in one instruction, and what one side costs depends on the other; ${patterns.filter(({ from }) => from !== undefined).length.toLocaleString('en')} pairs of patterns were measured.
Through the cache (\`.ca\`) it writes like a store where the threads of each phase read different bytes of one line of 128 bytes, and reads the sectors that its addresses touch.
Where a phase reads from several lines, its writes take more wavefronts, by a rule that the measurements do not settle; then nothing is predicted.
Around the cache (\`.cg\`) Nsight Compute counts no bank conflicts at all, but each 32 bytes of shared memory that are filled from one line of global memory are a sector that moves: 256 in \`async_into_a_column\`, where the addresses touch 128.
The counters \`smsp__sass_…_ldgsts\` say otherwise: the tool computes them from addresses, by rules of its own, and the hardware's do not agree with them.

Compilers join narrow accesses to wider ones where they know the alignment, as nvcc did in \`floats_down_a_column\`: four loads of 4 bytes became one of 16.
The prediction joins them too; a finding names both.

## Predicted and measured`;
}
