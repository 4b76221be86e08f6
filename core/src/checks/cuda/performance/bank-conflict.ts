// A shared-memory access of a warp in which several threads access different words of one bank.
import { say } from '../../../base/say';
import type { AccessWidth, SharedCost, WarpAddresses } from '../../../access/index';
import type { BlockRun, WarpInstructions } from '../../../analysis';
import { grouped } from '../../../base/collect';
import { print } from '../../../algebra/index';
import type { Addressing } from '../../../atoms/copy_addressing';
import type { Check, Finding } from '../../lib/check';
import { matrixRead } from '../../lib/examples';
import type { Facts } from '../../lib/facts';
import { joined } from '../../lib/joined';
import { layoutFixes } from '../../fixes/layout';
import { warpAccesses, type WarpAccess } from '../../lib/warp-accesses';
import { warpInstructions } from '../../lib/warp-instructions';
import { memoryName } from '../../lib/hazards';
import { costOf, instructionCost } from '../../lib/warp-cost';

export const bankConflict: Check = {
  slug: 'bank-conflict',
  topic: 'performance',
  level: 'information',
  title: 'Threads of a warp access different words of one bank of shared memory',
  explains: `Shared memory has 32 banks of 4 bytes, and each serves one word at a time.
A warp's access is served in phases: all 32 threads at 4 bytes each, half warps at 8, quarter warps at 16, and for \`ldmatrix\` the eight rows of each matrix.
A phase that accesses n different words of one bank takes n times as long, which is an n-way conflict; threads that read the same word are served together.
The numbers are what Nsight Compute counts as wavefronts; [memory.md](memory.md) compares them with an H200.

The check looks at copies whose side in shared memory was partitioned by \`threadIdx.x\`, in kernels whose launch is known.
In kernels whose threads are followed it also looks at other copies, and at accesses to single elements, \`s(i, threadIdx.x) = x\`, and says how often a warp makes them.
A conflict is only reported where every instruction of the copy has one, also after the compiler joins neighbouring accesses to wider ones.
\`cp.async\` through the cache (\`SM80_CP_ASYNC_CACHEALWAYS\`) writes like a store where each phase reads from one line of 128 bytes; other cases are not reported.
It is silent for \`cp.async\` around the cache, whose writes have no conflicts, for TMA, and for tensor-core operands that are read through descriptors.

The repairs swizzle the layout or pad its rows, if that removes or reduces the conflicts of all copies of the tensor. Padding is a multiple of the width of the widest copy, so that all copies stay aligned.`,
  bad: matrixRead('16 * 64', 'Layout<Shape<_16, _64>, Stride<_64, _1>>{}'),
  good: matrixRead('16 * 64', 'composition(Swizzle<3, 3, 3>{}, Layout<Shape<_16, _64>, Stride<_64, _1>>{})'),
  *find(facts) {
    for (const access of warpAccesses(facts)) {
      const found = access.space === 'smem' ? findingOf(access, facts) : undefined;
      if (found) yield found;
    }
    for (const { run, access } of warpInstructions(facts, 'smem')) {
      const found = findingOfInstructions(run, access);
      if (found) yield found;
    }
  },
};

/** A conflict of all instructions of one place, `s(i, threadIdx.x) = x`. */
function findingOfInstructions(run: BlockRun, access: WarpInstructions): Finding | undefined {
  const { place, how, bytes, instructions, count } = access;
  const conflict = (width: AccessWidth, all: readonly WarpAddresses[]): Conflict | undefined =>
    conflictIn(all, (addresses) => instructionCost(how, width, addresses));
  const written = conflict(bytes, instructions);
  const wider = isJoinable(how) ? joined(bytes, withNeighbours(run, access)) : { bytes, instructions };
  if (!written || (wider.bytes !== bytes && !conflict(wider.bytes, wider.instructions))) return undefined;
  const name = memoryName(place.memory);
  const times = count === 1 ? '' : say`, ${grouped(count)} times`;
  return {
    span: place.span,
    instance: run.instance,
    message: say`${written.ways}-way bank conflict in \`${name}\`: ${nameOf({ ...how, bytes })} of a warp takes ${written.text}${times}`,
  };
}

function findingOf(access: WarpAccess, facts: Facts): Finding | undefined {
  const written = conflictOf(access, access.bytes, access.instructions);
  if (!written) return undefined;
  const wider = isJoinable(access) ? joined(access.bytes, access.instructions) : access;
  const compiled = wider.bytes === access.bytes ? written : conflictOf(access, wider.bytes, wider.instructions);
  if (!compiled) return undefined;
  const { call, operand, root } = access;
  const alsoJoined =
    compiled === written ? '' : say`; joined to ${wider.bytes} bytes by the compiler, ${compiled.text}`;
  return {
    span: call.operands[operand]?.span ?? call.span,
    instance: call.instance,
    message: say`${written.ways}-way bank conflict in ${print(root.layout)}: ${nameOf(access)} of a warp takes ${written.text}${alsoJoined}`,
    fixes: layoutFixes(access, facts),
  };
}

/** The instructions of a place with those of others that a compiler may join them to: `s[t].a = x; s[t].b = y;`. */
function withNeighbours({ instructions }: BlockRun, access: WarpInstructions): readonly WarpAddresses[] {
  const isAlike = ({ place, bytes, how, instructions: { length } }: WarpInstructions): boolean =>
    place.memory === access.place.memory &&
    how.op === access.how.op &&
    bytes === access.bytes &&
    length === access.instructions.length;
  const alike = instructions.filter(isAlike);
  return access.instructions.flatMap((_, at) =>
    alike.flatMap((one) => one.instructions.slice(at, at + 1)).sort(([a = 0], [b = 0]) => a - b),
  );
}

/** Whether a compiler may join such instructions to wider ones. */
const isJoinable = ({ op }: Addressing): boolean => op === 'load' || op === 'store';

interface Conflict {
  readonly ways: number;
  /** `32 wavefronts instead of 4`, or a range of numbers where instructions differ. */
  readonly text: string;
}

/** The conflict that all instructions have; undefined where one instruction has none, which is usually the first. */
function conflictOf(
  access: WarpAccess,
  bytes: AccessWidth,
  instructions: readonly WarpAddresses[],
): Conflict | undefined {
  const examined = instructions.slice(0, access.counterpart?.instructions.length);
  return conflictIn(examined, (addresses, at) => costOf(access, bytes, addresses, at));
}

function conflictIn(
  instructions: readonly WarpAddresses[],
  costAt: (addresses: WarpAddresses, at: number) => SharedCost | undefined,
): Conflict | undefined {
  const costs: SharedCost[] = [];
  for (const [at, addresses] of instructions.entries()) {
    const cost = costAt(addresses, at);
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

function nameOf({ op, bytes, matrices }: Addressing & Pick<WarpAccess, 'bytes'>): string {
  if (op === 'async') return say`each ${bytes}-byte cp.async`;
  return matrices > 0 ? say`each ${op}.x${matrices}` : say`each ${bytes}-byte ${op}`;
}
