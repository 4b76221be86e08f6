// A grid with more or fewer blocks than there are tiles. Tiles that are left out are reported where threads are
// followed, too: these see only that the end of an output is not written.
import { print } from '../../../algebra/index';
import { say } from '../../../base/say';
import type { Call, Fix } from '../../../analysis';
import type { Span } from '../../../base/span';
import type { Check, Finding } from '../../lib/check';
import { type Division, divisions } from '../../lib/divisions';
import type { Facts } from '../../lib/facts';
import { isFollowed } from '../../lib/followed';
import { axes, launches, placeOf, singlesOut, type Extents, type Launched } from '../../lib/launches';
import { partsOf } from '../../../ir/spelled';
import { isA, numbersOf } from '../../../values/convert';
import type { Value } from '../../../values/value';
import { originOf } from '../../lib/origin';
import { tilesOf, type Wanted } from '../../lib/tiles-of-grid';
import { callersName, cuteName, literalOf } from '../../fixes/written';

export const gridSize: Check = {
  slug: 'grid-size',
  topic: 'launch',
  level: 'warning',
  title: 'The grid does not have one block for each tile',
  explains: `Where each block takes the tile with its own index, the grid needs one block for each tile: \`ceil_div(M, bM)\` blocks.
With fewer blocks, tiles are left out; with more, blocks work past the end of the tensor; with x and y swapped, both happen.

The check looks at \`local_tile\` with exactly \`blockIdx.x\`, \`.y\` or \`.z\` as a coordinate, in kernels launched with a known grid, where the extents are known too.
It is silent where the kernel has conditions on its blocks, and of too few blocks where the kernel tiles the same tensor at other coordinates, too, as at \`blockIdx.x + gridDim.x\`. Too many blocks are not reported where all threads are followed to their end: there [out-of-bounds](#out-of-bounds) and [outside-tensor](#outside-tensor) report what they access.
Where all threads are followed, an output whose end is not written ([unwritten-output](#unwritten-output)) is related information of this finding.
A grid may be rounded up to a multiple of the cluster.`,
  bad: `__global__ void kernel(float* data, int m) {
  auto gmem = make_tensor(make_gmem_ptr(data), make_shape(m, _64{}));
  auto tile = local_tile(gmem, make_shape(_32{}, _64{}), make_coord(blockIdx.x, 0));
}
int main() { kernel<<<3, 32>>>(nullptr, 128); }`,
  good: `__global__ void kernel(float* data, int m) {
  auto gmem = make_tensor(make_gmem_ptr(data), make_shape(m, _64{}));
  auto tile = local_tile(gmem, make_shape(_32{}, _64{}), make_coord(blockIdx.x, 0));
}
int main() { kernel<<<4, 32>>>(nullptr, 128); }`,
  *find(facts) {
    for (const launched of launches(facts)) {
      const { grid, instance } = launched;
      if (!grid || singlesOut(facts, instance.id, 'block')) continue;
      const own = divisions(facts).filter(({ call }) => call.instance === instance.id);
      const wrong = own.flatMap((division) => {
        const isByBlock = division.call.name === 'local_tile' && division.call.guards.length === 0;
        const wanted = isByBlock ? tilesOf(facts, division) : [];
        return wanted.filter(({ axis, tiles, path }) => {
          if (fits(grid[axis], tiles, launched.cluster?.[axis] ?? 1)) return false;
          return grid[axis] > tiles || !own.some((other) => takesOthers(facts, other, division, path));
        });
      });
      const [first] = wrong;
      const leavesOut = wrong.some(({ axis, tiles }) => grid[axis] < tiles);
      if (first && (leavesOut || !isFollowed(facts, instance.id))) yield findingOf(facts, launched, grid, first, wrong);
    }
  },
};

/** Whether a division cuts a mode of the same tensor into the same tiles as another one, and not for the tile that a
 *  block has the number of. */
function takesOthers(facts: Facts, one: Division, other: Division, path: readonly number[]): boolean {
  if (!isOfSame(one.operand, other.operand)) return false;
  const tileOf = ({ cuts }: Division): number | undefined => {
    const cut = cuts.find((at) => at.path.join() === path.join());
    return cut && numbersOf([cut.tile])?.[0];
  };
  const isByBlock = one.call.name === 'local_tile' && tilesOf(facts, one).some((at) => at.path.join() === path.join());
  return !isByBlock && tileOf(one) !== undefined && tileOf(one) === tileOf(other);
}

/** Whether two tensors may be one. */
function isOfSame(one: Value, other: Value): boolean {
  if (!isA(one, 'tensor') || !isA(other, 'tensor')) return false;
  return one.data.base === other.data.base && print(one.layout) === print(other.layout);
}

function fits(blocks: number, tiles: number, cluster: number): boolean {
  return blocks === tiles || blocks === Math.ceil(tiles / cluster) * cluster;
}

function findingOf(facts: Facts, launched: Launched, grid: Extents, wanted: Wanted, wrong: readonly Wanted[]): Finding {
  const { axis, tiles, tile, mode } = wanted;
  const name = axes[axis];
  const missing = tiles - grid[axis];
  const effect =
    missing === 1
      ? say`one tile is left out`
      : missing > 1
        ? say`${missing} tiles are left out`
        : missing === -1
          ? say`block ${tiles} is past the end`
          : say`blocks ${tiles} to ${grid[axis] - 1} are past the end`;
  const swapped = isSwapped(grid, wrong);
  return {
    span: placeOf(launched, 'grid'),
    instance: launched.instance.id,
    message: say`the grid has ${grid[axis]} blocks in ${name}, blockIdx.${name} counts the ${tiles} tiles of ${tile} in ${mode}: ${swapped ? say`x and y are swapped` : effect}`,
    related: wrong.map((one) => ({
      span: one.call.span,
      message: say`${one.tiles} tiles of ${one.tile} along blockIdx.${axes[one.axis]}`,
    })),
    ...(wrong.some((one) => grid[one.axis] < one.tiles) && { leadsTo: { checks: ['unwritten-output'] } }),
    fixes: swapped ? swap(facts, launched) : correct(facts, launched, grid[axis], wanted),
  };
}

function isSwapped(grid: Extents, wrong: readonly Wanted[]): boolean {
  const [x, y] = ([0, 1] as const).map((axis) => wrong.find((one) => one.axis === axis)?.tiles);
  return x !== undefined && y !== undefined && x === grid[1] && y === grid[0];
}

/** Launches as many blocks as there are tiles: by the names that the launch uses for extent and tile, and as a
 *  number. */
function correct(
  facts: Facts,
  { launch }: Launched,
  blocks: number,
  { axis, tiles, tile, call, path, written: inTiler }: Wanted,
): readonly Fix[] {
  const written = launch.at.grid && literalOf(facts, launch.at.grid, [axis]);
  if (!written || written.n !== blocks) return [];
  const extent = extentName(facts, call, path, written.span);
  const by = call.operands[1]?.span && callersName(facts, call.operands[1].span, inTiler, written.span);
  const texts = [
    ...(extent === undefined ? [] : [`${cuteName(facts, written.span, 'ceil_div')}(${extent}, ${by ?? tile})`]),
    String(tiles),
  ];
  return texts.map((text, at) => ({
    title: say`Launch ${text} blocks in ${axes[axis]}`,
    edits: [{ span: written.span, text }],
    ...(at === 0 && { preferred: true }),
  }));
}

/** The launch's name for the extent of a mode, if the shape of the tensor comes from the launch. */
function extentName(
  facts: Facts,
  { operands: [tensor], instance }: Call,
  path: readonly number[],
  place: Span,
): string | undefined {
  const maker = facts.calls('make_tensor').find((call) => call.result === tensor?.value && call.instance === instance);
  const shape = maker?.operands[1]?.span;
  return shape && (callersName(facts, shape, path, place) ?? callersName(facts, shape, [0, ...path], place));
}

/** Exchanges the first two arguments of `dim3(…)`. */
function swap(facts: Facts, { launch }: Launched): readonly Fix[] {
  const origin = originOf(facts, facts.expressionAt(launch.at.grid), []);
  const [x, y] = (origin && partsOf(origin)) ?? [];
  if (!x || !y) return [];
  const edits = [
    { span: x.span, text: facts.writtenAt(y.span) },
    { span: y.span, text: facts.writtenAt(x.span) },
  ];
  return [{ title: say`Swap x and y of the grid`, edits, preferred: true }];
}
