// A shared-memory access of a warp in which several threads access different words of one bank.
import { say } from '../../../base/say';
import type { AccessWidth, SharedCost, WarpAddresses } from '../../../access/index';
import { grouped } from '../../../base/collect';
import { print } from '../../../algebra/index';
import type { WarpInstructions } from '../../../analysis';
import type { Check, Finding } from '../../lib/check';
import { matrixRead } from '../../lib/examples';
import type { Facts } from '../../lib/facts';
import { joined } from '../../lib/joined';
import { layoutFixes } from '../../fixes/layout';
import { memoryName } from '../../lib/hazards';
import { sharedCostOf } from '../../lib/warp-cost';
import { placeOf, warpInstructions, type WarpPlace } from '../../lib/warp-instructions';

export const bankConflict: Check = {
  slug: 'bank-conflict',
  topic: 'performance',
  level: 'information',
  ofThreads: true,
  title: 'Threads of a warp access different words of one bank of shared memory',
  explains: `Shared memory has 32 banks of 4 bytes, and each serves one word at a time.
A warp's access is served in phases: all 32 threads at 4 bytes each, half warps at 8, quarter warps at 16, and for \`ldmatrix\` the eight rows of each matrix.
A phase that accesses n different words of one bank takes n times as long, which is an n-way conflict; threads that read the same word are served together.
The numbers are what Nsight Compute counts as wavefronts; [memory.md](memory.md) compares them with an H200.

The check looks at copies and at accesses to single elements, \`s(i, threadIdx.x) = x\`, as the threads of a block are followed, of the first warp that makes them, and says how often it does.
A conflict is only reported where every instruction of the place has one, also after the compiler joins neighbouring accesses to wider ones.
A tiled copy behind a condition that depends on data counts as if all threads of the warp made it; how often they do is not said. It is silent where other accesses are behind such a condition, where addresses depend on data, and where the size of the block is not known.
\`cp.async\` through the cache (\`SM80_CP_ASYNC_CACHEALWAYS\`) writes like a store where each phase reads from one line of 128 bytes; other cases are not reported.
It is silent for \`cp.async\` around the cache, whose writes have no conflicts, for TMA, and for tensor-core operands that are read through descriptors.

The repairs swizzle the layout or pad its rows, if that removes or reduces the conflicts of all copies of the tensor. Padding is a multiple of the width of the widest copy, so that all copies stay aligned.`,
  bad: matrixRead('16 * 64', 'Layout<Shape<_16, _64>, Stride<_64, _1>>{}'),
  good: matrixRead('16 * 64', 'composition(Swizzle<3, 3, 3>{}, Layout<Shape<_16, _64>, Stride<_64, _1>>{})'),
  *find(facts) {
    for (const one of warpInstructions(facts, 'smem')) {
      const found = findingOf(one, facts);
      if (found) yield found;
    }
  },
};

function findingOf({ instance, access, beside: places, partition }: WarpPlace, facts: Facts): Finding | undefined {
  const { place, bytes, instructions, count } = access;
  const written = conflictIn(access, bytes, instructions);
  if (!written) return undefined;
  const compiled = isJoinable(access) ? joined(bytes, instructions) : access;
  const together = isJoinable(access) ? joined(bytes, withNeighbours(places, access)) : access;
  const [alone, beside] = [compiled, together].map((wider) =>
    wider.bytes === bytes ? written : conflictIn(access, wider.bytes, wider.instructions),
  );
  if (!alone || !beside) return undefined;
  const where = partition ? print(partition.root.layout) : `\`${memoryName(place.memory)}\``;
  const times = count === undefined || count === 1 ? '' : say`, ${grouped(count)} times`;
  const alsoJoined = alone === written ? '' : say`; joined to ${compiled.bytes} bytes by the compiler, ${alone.text}`;
  return {
    span: placeOf(access, partition),
    instance,
    message: say`${written.ways}-way bank conflict in ${where}: ${nameOf(access)} of a warp takes ${written.text}${times}${alsoJoined}`,
    fixes: partition ? layoutFixes(partition, facts) : [],
  };
}

/** The instructions of a place with those of others that a compiler may join them to: `s[t].a = x; s[t].b = y;`. */
function withNeighbours(places: readonly WarpInstructions[], access: WarpInstructions): readonly WarpAddresses[] {
  const isAlike = ({ place, bytes, how, instructions: { length } }: WarpInstructions): boolean =>
    place.memory === access.place.memory &&
    how.op === access.how.op &&
    bytes === access.bytes &&
    length === access.instructions.length;
  const alike = places.filter((one) => isJoinable(one) && isAlike(one));
  return access.instructions.flatMap((_, at) =>
    alike.flatMap((one) => one.instructions.slice(at, at + 1)).sort(([a = 0], [b = 0]) => a - b),
  );
}

/** Whether a compiler may join such instructions to wider ones. */
const isJoinable = ({ how, pair }: WarpInstructions): boolean => !pair && (how.op === 'load' || how.op === 'store');

interface Conflict {
  readonly ways: number;
  /** `32 wavefronts instead of 4`, or a range of numbers where instructions differ. */
  readonly text: string;
}

/** The conflict that all instructions have; undefined where one instruction has none, which is usually the first. */
function conflictIn(
  access: WarpInstructions,
  bytes: AccessWidth,
  instructions: readonly WarpAddresses[],
): Conflict | undefined {
  const costs: SharedCost[] = [];
  for (const [at, addresses] of instructions.entries()) {
    const cost = sharedCostOf(access, bytes, addresses, at);
    if (!cost || cost.ways < 2) return undefined;
    costs.push(cost);
  }
  const [least] = costs.sort((a, b) => a.wavefronts - b.wavefronts);
  const most = costs.at(-1);
  if (!least || !most) return undefined;
  const range =
    most.wavefronts === least.wavefronts ? `${most.wavefronts}` : say`${least.wavefronts} to ${most.wavefronts}`;
  return { ways: least.ways, text: say`${range} wavefronts instead of ${least.phases.length}` };
}

function nameOf({ how: { op, matrices }, bytes, pair }: WarpInstructions): string {
  if (pair) return say`each ${bytes}-byte cp.async`;
  return matrices > 0 ? say`each ${op}.x${matrices}` : say`each ${bytes}-byte ${op}`;
}
