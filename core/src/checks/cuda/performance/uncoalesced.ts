// A global-memory access of a warp that fetches much more than it uses.
import { say } from '../../../base/say';
import { globalCost, type GlobalCost } from '../../../access/index';
import { print } from '../../../algebra/index';
import { grouped } from '../../../base/collect';
import type { Check, Finding } from '../../lib/check';
import { floatsRead } from '../../lib/examples';
import { memoryName } from '../../lib/hazards';
import { globalCostOf } from '../../lib/warp-cost';
import { placeOf, warpInstructions, type WarpPlace } from '../../lib/warp-instructions';

export const uncoalesced: Check = {
  slug: 'uncoalesced',
  topic: 'performance',
  level: 'information',
  ofThreads: true,
  title: 'A warp fetches at least twice the bytes that it uses',
  explains: `Global memory is moved in sectors of 32 bytes.
An instruction of a warp is one request, and every sector that it touches is moved as a whole: 32 neighbouring floats are 4 sectors, 32 floats of a column are 32.
Neighbouring threads should have neighbouring elements: let the thread layout run along the mode of stride 1.

The check looks at copies and at accesses to single elements by whole warps, as the threads of a block are followed, of the first warp that makes them, and says how often it does.
A tiled copy behind a condition that depends on data counts as if all threads of the warp made it; how often they do is not said. It is silent where other accesses are behind such a condition, where addresses depend on data, and where the size of the block is not known.
The start of the memory is assumed to be aligned to 128 bytes, as \`cudaMalloc\` guarantees.
\`cp.async\` around the cache (\`SM80_CP_ASYNC_CACHEGLOBAL\`) moves a sector for each 32 bytes of shared memory that it fills from a line of 128: threads that read neighbouring bytes should write neighbouring ones.
It reports a place if every instruction, and all of them together, use at most half of the moved bytes. It also reports a place whose instructions use at most a quarter each, even if later instructions use the rest, which the caches may keep.
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
    for (const one of warpInstructions(facts, 'gmem')) {
      const found = findingOf(one);
      if (found) yield found;
    }
  },
};

/** A place, `out[n * threadIdx.x] = x`, where every instruction of a whole warp moves twice the sectors that would do,
 *  or more. */
function findingOf({ instance, access, partition }: WarpPlace): Finding | undefined {
  const { place, bytes, instructions, count, pair } = access;
  if (!instructions.every((addresses) => addresses.every((address) => address !== undefined))) return undefined;
  const costs = instructions.map((_, at) => globalCostOf(access, at));
  const [least] = [...costs].sort((a, b) => shareOf(b) - shareOf(a));
  if (!least || costs.some((cost) => cost.sectors < 2 * cost.bestSectors)) return undefined;
  const bypass = pair?.by === 'async-bypass' ? pair : undefined;
  // Accesses that bypass the cache leave nothing for the next instruction.
  const whole = bypass
    ? shareOf(least)
    : count === instructions.length
      ? shareOf(globalCost({ bytesPerThread: bytes, addresses: instructions.flat() }))
      : undefined;
  if (shareOf(least) > (whole !== undefined && whole <= wasteful ? wasteful : wastefulAtOnce)) return undefined;
  const where = partition ? print(partition.root.layout) : `\`${memoryName(place.memory)}\``;
  const other = partition?.counterpart?.root.layout;
  const to = other ? print(other) : bypass && `\`${memoryName(bypass.place.memory)}\``;
  const asked = bypass
    ? say`cp.async of a warp from ${where} to ${to ?? ''} moves`
    : say`${place.writes ? 'store' : 'load'} of a warp in ${where} touches`;
  const times = count === undefined || count === 1 ? '' : say`, ${grouped(count)} times`;
  const asWhole =
    whole !== undefined && whole > shareOf(least) ? say`; all together use ${percent(whole)} of what they move` : '';
  const sectors = say`${least.sectors} sectors where ${least.bestSectors} would do`;
  const used = say`${percent(shareOf(least))} of ${least.bytesFetched} bytes are used`;
  return {
    span: placeOf(access, partition),
    instance,
    message: say`each ${bytes}-byte ${asked} ${sectors}${times}: ${used}${asWhole}`,
  };
}

/** The shares of used bytes below which a place is reported: of all its instructions together, and of one where later
 *  instructions use the rest. */
const wasteful = 0.5;
const wastefulAtOnce = 0.25;

const shareOf = ({ bytesUsed, bytesFetched }: GlobalCost): number => bytesUsed / bytesFetched;
const percent = (share: number): string => `${Number((share * 100).toFixed(1))} %`;
