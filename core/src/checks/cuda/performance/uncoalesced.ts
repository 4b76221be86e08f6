// A global-memory access of a warp that fetches much more than it uses.
import { say } from '../../../base/say';
import { bypassSectors, globalCost, SECTOR_BYTES, type GlobalCost, type WarpAddresses } from '../../../access/index';
import { print } from '../../../algebra/index';
import type { BlockRun, WarpInstructions } from '../../../analysis';
import { grouped } from '../../../base/collect';
import type { Check, Finding } from '../../lib/check';
import { warpInstructions } from '../../lib/warp-instructions';
import { memoryName } from '../../lib/hazards';
import { floatsRead } from '../../lib/examples';
import { moved, startOf, warpAccesses, type WarpAccess } from '../../lib/warp-accesses';

export const uncoalesced: Check = {
  slug: 'uncoalesced',
  topic: 'performance',
  level: 'information',
  title: 'A warp fetches at least twice the bytes that it uses',
  explains: `Global memory is moved in sectors of 32 bytes.
An instruction of a warp is one request, and every sector that it touches is moved as a whole: 32 neighbouring floats are 4 sectors, 32 floats of a column are 32.
Neighbouring threads should have neighbouring elements: let the thread layout run along the mode of stride 1.

The check looks at copies whose side in global memory was partitioned by \`threadIdx.x\`, in kernels whose launch is known, with strides that are known.
In kernels whose threads are followed it also looks at other copies, and at accesses to single elements, by whole warps, and says how often a warp makes them.
The start of the memory is assumed to be aligned to 128 bytes, as \`cudaMalloc\` guarantees.
\`cp.async\` around the cache (\`SM80_CP_ASYNC_CACHEGLOBAL\`) moves a sector for each 32 bytes of shared memory that it fills from a line of 128: threads that read neighbouring bytes should write neighbouring ones.
It reports a copy if every instruction, and the copy as a whole, uses at most half of the moved bytes. It also reports a copy whose instructions use at most a quarter each, even if later instructions use the rest, which the caches may keep.
[memory.md](memory.md) compares the numbers with an H200.`,
  bad: floatsRead(
    ['auto tile = make_tensor(make_gmem_ptr(in), Layout<Shape<_32, _8>, Stride<_256, _1>>{});'],
    'float',
    'Layout<Shape<_32, _1>>',
    'Layout<Shape<_1, _1>>',
  ),
  good: floatsRead(
    ['auto tile = make_tensor(make_gmem_ptr(in), Layout<Shape<_32, _8>, Stride<_256, _1>>{});'],
    'float',
    'Layout<Shape<_4, _8>, Stride<_8, _1>>',
    'Layout<Shape<_1, _1>>',
  ),
  *find(facts) {
    for (const access of warpAccesses(facts)) {
      const found = access.space === 'gmem' ? findingOf(access) : undefined;
      if (found) yield found;
    }
    for (const { run, access } of warpInstructions(facts, 'gmem')) {
      const found = findingOfInstructions(run, access);
      if (found) yield found;
    }
  },
};

/** A place, `out[n * threadIdx.x] = x`, where every instruction of a whole warp moves twice the sectors that
 *  would do, or more. */
function findingOfInstructions(
  run: BlockRun,
  { place, bytes, instructions, count }: WarpInstructions,
): Finding | undefined {
  if (!instructions.every((addresses) => addresses.every((address) => address !== undefined))) return undefined;
  const costs = instructions.map((addresses) => globalCost({ bytesPerThread: bytes, addresses }));
  const [least] = [...costs].sort((a, b) => shareOf(b) - shareOf(a));
  if (!least || costs.some((cost) => cost.sectors < 2 * cost.bestSectors)) return undefined;
  const whole =
    count === instructions.length
      ? shareOf(globalCost({ bytesPerThread: bytes, addresses: instructions.flat() }))
      : undefined;
  if (shareOf(least) > (whole !== undefined && whole <= wasteful ? wasteful : wastefulAtOnce)) return undefined;
  const name = memoryName(place.memory);
  const op = place.writes ? 'store' : 'load';
  const asWhole =
    whole !== undefined && whole > shareOf(least) ? say`; all together use ${percent(whole)} of what they move` : '';
  const sectors = say`${least.sectors} sectors where ${least.bestSectors} would do`;
  const used = say`${percent(shareOf(least))} of ${least.bytesFetched} bytes are used`;
  const times = count === 1 ? '' : say`, ${grouped(count)} times`;
  return {
    span: place.span,
    instance: run.instance,
    message: say`each ${bytes}-byte ${op} of a warp in \`${name}\` touches ${sectors}${times}: ${used}${asWhole}`,
  };
}

/** The shares of used bytes below which a copy is reported: of the copy as a whole, and of one instruction where
 *  later instructions use the rest. */
const wasteful = 0.5;
const wastefulAtOnce = 0.25;

function findingOf(access: WarpAccess): Finding | undefined {
  const { call, operand, root, instructions, bytes, complete } = access;
  const start = startOf(root);
  if (start === undefined) return undefined;
  const best = bestOf(access, start);
  if (!best) return undefined;
  const bypass = access.counterpart?.op === 'async-bypass' ? access.counterpart : undefined;
  // Accesses that bypass the cache leave nothing for the next instruction.
  const whole = bypass
    ? shareOf(best)
    : complete
      ? shareOf(
          globalCost({
            bytesPerThread: bytes,
            addresses: instructions.flatMap((addresses) => moved(addresses, start)),
          }),
        )
      : undefined;
  if (shareOf(best) > (whole !== undefined && whole <= wasteful ? wasteful : wastefulAtOnce)) return undefined;
  const asWhole =
    whole !== undefined && whole > shareOf(best) ? say`; the whole copy uses ${percent(whole)} of what it moves` : '';
  const asked = bypass
    ? say`cp.async of a warp from ${print(root.layout)} to ${print(bypass.root.layout)} moves`
    : say`${access.op} of a warp in ${print(root.layout)} touches`;
  const sectors = say`${best.sectors} sectors where ${best.bestSectors} would do`;
  const used = say`${percent(shareOf(best))} of ${best.bytesFetched} bytes are used`;
  return {
    span: call.operands[operand]?.span ?? call.span,
    instance: call.instance,
    message: say`each ${bytes}-byte ${asked} ${sectors}: ${used}${asWhole}`,
  };
}

/** The instruction that wastes least; undefined where an instruction wastes little, which is usually the first. */
function bestOf(access: WarpAccess, start: number): GlobalCost | undefined {
  let best: GlobalCost | undefined;
  for (const [at, addresses] of access.instructions.slice(0, access.counterpart?.instructions.length).entries()) {
    const cost = costOf(access, moved(addresses, start), at);
    if (shareOf(cost) > wasteful) return undefined;
    if (!best || shareOf(cost) > shareOf(best)) best = cost;
  }
  return best;
}

/** The cost of instruction `at`. A copy that bypasses the cache fetches as many sectors as it fills in shared
 *  memory, and at least those of its addresses. */
export function costOf({ bytes, counterpart }: WarpAccess, addresses: WarpAddresses, at: number): GlobalCost {
  const cost = globalCost({ bytesPerThread: bytes, addresses });
  const to = counterpart?.op === 'async-bypass' ? counterpart.instructions[at] : undefined;
  const sectors = to && bypassSectors({ bytesPerThread: 16, to, from: addresses });
  return sectors === undefined ? cost : { ...cost, sectors, bytesFetched: sectors * SECTOR_BYTES };
}

const shareOf = ({ bytesUsed, bytesFetched }: GlobalCost): number => bytesUsed / bytesFetched;
const percent = (share: number): string => `${Number((share * 100).toFixed(1))} %`;
