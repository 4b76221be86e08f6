// View: the tiles of a partition, one cell each: which block takes which tile, in which order persistent blocks take
// them, and which tiles a load takes while a loop counts its index.
import { say, words } from '../../base/say';
import { counted } from '../../algebra/index';
import { numbersOf } from '../../values/convert';
import { factText } from '../../values/print';
import { gridOf, launchGrid, raggedOf, spellExtents, walkOf, type TilePartition } from '../../values/tile';
import { cutOf, highestRank, type Cut } from './blocks';
import type { Axes, Owners, Picture } from '../model';
import { defineView, type Limits, type Subject } from '../view';
import { byText } from '../parts';
import { refused } from '../../values/refused';

export const blockGridView = defineView({
  id: 'block-grid',
  title: words`Grid`,
  find: ({ value }) => {
    const cut = cutOf(value);
    const grid = cut && extentsOf(cut);
    return cut && grid && grid.length <= highestRank ? { cut, grid } : undefined;
  },
  draw: ({ cut, grid }, subject, limits) => {
    const { partition } = cut;
    checkCount(grid, limits);
    const index = cut.index && numbersOf(cut.index.slice(0, grid.length));
    const picked = index?.every((at, axis) => at < (grid[axis] ?? 0)) === true ? index : undefined;
    const picture = pictureOf(cut, grid, ownersOf(subject, partition, grid, picked), picked);
    const { owners } = picture;
    const selection = partition.map
      ? partition.map.block?.n !== undefined && { thread: partition.map.block.n }
      : !owners && picked && { tile: picked };
    const pickedOut = picked ? say`; tile (${picked.join(', ')}) is picked out` : '';
    const more = owners ? say`; each names the block that takes it, and its turn` : pickedOut;
    return {
      title: subject.title,
      printed: factText(subject.value),
      summary: say`The ${byText(grid)} tiles of a tensor of ${spellExtents(partition.tensor.shape)}${more}.`,
      pictures: [picture],
      notes: notesOf(partition),
      ...(owners
        ? { labelBy: 'owner', colourBy: partition.map ? 'thread' : 'value' }
        : { labelBy: 'tile', colourBy: 'tile' }),
      ...(selection && { selection }),
      ...(subject.source && { source: subject.source }),
    };
  },
});

/** The number of tiles along each axis. If a block's part is cut further, the tiles of the whole tensor. */
function extentsOf({ partition }: Cut): readonly number[] | undefined {
  const extents = numbersOf(
    partition.first ? gridOf(partition.tensor.shape, partition.tile, partition.order) : partition.grid,
  );
  return extents?.every((n) => n > 0) === true ? extents : undefined;
}

/** Refuses too many tiles before anything is made for each of them. */
function checkCount(grid: readonly number[], { mostCells }: Limits): void {
  const count = grid.reduce((all, n) => all * n, 1);
  if (count > mostCells) throw refused('limit')`there are ${{ count }} tiles, too many to draw one by one`;
}

function pictureOf(
  { partition }: Cut,
  grid: readonly number[],
  owners: Owners | undefined,
  picked: readonly number[] | undefined,
): Picture {
  // In a kernel the parts of blocks are tiles of the launch grid; other partitions have an index space.
  const isLaunched = partition.where === 'host' || (partition.padding === 'unspecified' && !partition.first);
  return {
    id: 'grid',
    title: say`${spellExtents(partition.tensor.shape)} in tiles of ${spellExtents(partition.tile)}`,
    caption: captionOf(partition, grid, isLaunched),
    at: { row: 0, column: 0 },
    shape: grid.length === 1 ? String(grid[0]) : `(${grid.join(',')})`,
    axes: axesOf(grid, picked),
    tiles: {
      is: 'extents',
      extents: grid.map(() => 1),
      name: isLaunched && !partition.map ? words`block` : words`tile`,
    },
    ...(owners && { owners }),
  };
}

function captionOf({ map, grid: tiles }: TilePartition, grid: readonly number[], isLaunched: boolean): string {
  if (map) return say`${map.blocks.n ?? '?'} persistent blocks take (${grid.join(', ')}) tiles in turn`;
  return isLaunched
    ? say`grid (${launchGrid(tiles)
        .map(({ n }) => n)
        .join(', ')})`
    : say`index space (${grid.join(', ')})`;
}

/** The last two axes are drawn down and across. A third axis puts matrices side by side; where they get too wide,
 *  one matrix is shown, the selected one. */
function axesOf(grid: readonly number[], picked: readonly number[] | undefined): Axes {
  const fixed = grid.map(() => 0);
  if (grid.length === 1)
    return { rows: [], columns: [0], fixed, ...((grid[0] ?? 1) > longestRow && { wrap: longestRow }) };
  if (grid.length === 2) return { rows: [0], columns: [1], fixed };
  const isNarrow = (grid[0] ?? 1) * (grid[2] ?? 1) <= longestRow;
  return isNarrow
    ? { rows: [1], columns: [2, 0], fixed }
    : { rows: [1], columns: [2], fixed: [picked?.[0] ?? 0, 0, 0] };
}

const longestRow = 32;

/** The taker of each tile: persistent blocks in their order, or the iterations of the loop that counts an index. */
function ownersOf(
  { counted: along }: Subject,
  partition: TilePartition,
  grid: readonly number[],
  picked: readonly number[] | undefined,
): Owners | undefined {
  if (partition.map) return walkers(partition, grid);
  const loops = along?.flatMap((loop, axis) => (loop ? [{ ...loop, axis }] : [])) ?? [];
  const [loop] = loops;
  if (!loop || loops.length > 1 || !picked) return undefined;
  const taken = Array.from(
    { length: counted(Math.max(0, Math.min(loop.end - loop.first, grid[loop.axis] ?? 0)), say`the loop`) },
    (_, i) =>
      indexIn(
        grid,
        picked.map((at, axis) => (axis === loop.axis ? at + i : at)),
      ),
  );
  return {
    tv: [taken],
    tile: grid,
    names: {
      thread: '',
      value: loop.first === 0 ? `${loop.name} = ` : '#',
      spelled: { thread: say`Load`, value: say`Iteration` },
    },
  };
}

function walkers(partition: TilePartition, grid: readonly number[]): Owners | undefined {
  const blocks = partition.map?.blocks.n ?? 0;
  const walks = Array.from({ length: counted(blocks, say`the blocks`) }, (_, block) =>
    walkOf(partition, block, Infinity)?.map((at) => indexIn(grid, at)),
  );
  if (blocks === 0 || !walks.every((walk) => walk !== undefined)) return undefined;
  return {
    tv: walks,
    tile: grid,
    names: { thread: 'B', value: '#', spelled: { thread: say`Block`, value: say`Turn` } },
  };
}

/** The column-major index, as pictures count. */
function indexIn(grid: readonly number[], at: readonly number[]): number {
  return grid.reduceRight((index, extent, axis) => index * extent + (at[axis] ?? 0), 0);
}

function notesOf(partition: TilePartition): readonly string[] {
  const permuted = partition.order.some((axis, i) => axis !== i)
    ? [say`Axis i of the grid lies along axis [${partition.order.join(', ')}][i] of the tensor.`]
    : [];
  const ragged = raggedOf(partition).flatMap((inside, axis) =>
    inside === undefined
      ? []
      : [
          say`Axis ${axis} is ragged: ${inside} of the ${partition.tile[axis]?.n ?? '?'} elements of its last tile exist.`,
        ],
  );
  return [...permuted, ...ragged];
}
