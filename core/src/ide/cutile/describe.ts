// Describes values of the tile programming model: their kind, grid, regions and edges. Nothing here evaluates.
import { counted } from '../../base/counted';
import { say } from '../../base/say';
import { bytesText } from '../../base/collect';
import { isA } from '../../values/convert';
import { element } from '../../values/print-tile';
import { spellType } from '../../values/print';
import {
  baseOf,
  launchGrid,
  raggedOf,
  regionOf,
  rowMajor,
  spellExtents,
  spellGrid,
  spellInt,
  walkOf,
  type Extents,
  type Region,
  type Tile,
  type TilePartition,
  type TileTensor,
  type TileValue,
} from '../../values/tile';
import { sizeofBits } from '../../values/scalars';
import { code, plain, type Block, type Inline } from '../blocks';

export function describeTile(value: TileValue): Inline[] {
  switch (value.is) {
    case 'tile-tensor':
      return [
        plain(
          value.slab
            ? say`the part of a tensor that this block owns, of `
            : value.where === 'device'
              ? say`a whole tensor of `
              : say`tensor of `,
        ),
        code(element(value.element, spellType)),
      ];
    case 'tile-partition':
      return [plain(say`tensor in tiles of `), code(spellExtents(value.tile))];
    case 'tile':
      return [plain(say`tile of `), code(element(value.element, spellType)), plain(sizeOf(value))];
    case 'tile-launch':
      return [plain(say`launch of `), code(value.name)];
  }
}

/** ` · 2048 elements, 8 KiB`. */
function sizeOf({ shape, element: of }: Tile): string {
  const count = shape.reduce<number | undefined>(
    (n, x) => (n === undefined || x.n === undefined ? undefined : n * x.n),
    1,
  );
  if (count === undefined) return '';
  const bits = isA(of, 'scalar') && of.bits > 0 ? sizeofBits(of) : undefined;
  const bytes = bits === undefined ? '' : `, ${bytesText((count * bits) / 8)}`;
  return ` · ${counted(count, 'element', String(count))}${bytes}`;
}

/** The lines below the name: grid, region and edges. */
export function tileBlocks(value: TileValue): Block[] {
  return tileLines(value).map((text) => ({ is: 'line', content: [plain(text)] }));
}

export function tileLines(value: TileValue): readonly string[] {
  switch (value.is) {
    case 'tile-tensor':
      return value.slab
        ? slabLines(value.slab)
        : [
            isRowMajor(value)
              ? say`row-major strides ${spellExtents(value.stride)}`
              : say`strides ${spellExtents(value.stride)}`,
          ];
    case 'tile-partition':
      return partitionLines(value);
    case 'tile':
      return loadLines(value);
    case 'tile-launch':
      return [];
  }
}

function isRowMajor({ shape, stride }: TileTensor): boolean {
  return spellExtents(rowMajor(shape)) === spellExtents(stride);
}

function slabLines({ of, block }: NonNullable<TileTensor['slab']>): readonly string[] {
  const grid = launchGrid(of.grid);
  // The user chooses the sample block, so it may lie outside the grid.
  const at = spellGrid([0, 1, 2].map((i) => block[i] ?? zero));
  if (block.some((n, i) => (n.n ?? 0) >= (grid[i]?.n ?? Infinity)))
    return [say`the grid ${spellGrid(grid)} has no block ${at}`];
  return [
    say`block ${at} of the grid ${spellGrid(grid)} owns ${regionText(of, block)}`,
    ...edges(of, say`are unspecified when loaded, masked when stored`),
  ];
}

const zero: Extents[number] = { is: 'static', n: 0 };

/** `[64:96, 64:128] of [128, 256], from element 16448`. */
function regionText(of: TilePartition, index: Extents): string {
  const known = index.every(({ n }) => n !== undefined)
    ? regionOf(
        of,
        index.map(({ n }) => n ?? 0),
      )
    : undefined;
  if (!known) return say`the tile ${spellGrid(index)} of ${spellExtents(of.tensor.shape)}`;
  const base = baseOf(of, index).n;
  const from = base === undefined ? '' : say`, from element ${base}`;
  return say`[${known.map(spellRegion).join(', ')}] of ${spellExtents(of.tensor.shape)}${from}`;
}

/** `96:128`, `960:1024 (40 inside)`. */
export function spellRegion({ start, end, inside }: Region): string {
  return inside === end - start ? `${start}:${end}` : say`${start}:${end} (${inside} inside)`;
}

function edges(of: TilePartition, what: string): readonly string[] {
  return raggedOf(of).flatMap((inside, axis) =>
    inside === undefined
      ? []
      : [
          say`axis ${axis} is ragged: ${inside} of ${spellInt(of.tile[axis] ?? zero)} lie inside in the last tile; lanes past the edge ${what}`,
        ],
  );
}

function partitionLines(value: TilePartition): readonly string[] {
  const { tensor, tile, order, grid, where, map } = value;
  const formula = tile
    .map((t, i) => `ceil(${spellInt(tensor.shape[order[i] ?? i] ?? zero)}/${spellInt(t)})`)
    .join(' x ');
  const total = grid.reduce<number | undefined>(
    (n, x) => (n === undefined || x.n === undefined ? undefined : n * x.n),
    1,
  );
  const blocks = total === undefined ? '' : where === 'host' ? `, ${counted(total, 'block', String(total))}` : '';
  const launched = map
    ? [say`tiles ${formula} = ${spellGrid(grid)}, launched as a grid of (${spellInt(map.blocks)}, 1, 1)`]
    : undefined;
  const lines =
    where === 'host'
      ? (launched ?? [
          say`grid ${formula} = ${spellGrid(launchGrid(grid))}${value.bound === 'at-most' ? say` at most` : ''}${blocks}`,
        ])
      : [
          value.first
            ? say`local index space ${spellGrid(grid)}, counted from tile ${spellGrid(value.first)}`
            : say`index space ${formula} = ${spellGrid(grid)}`,
        ];
  const permuted = order.some((axis, i) => axis !== i)
    ? [say`tile axis i lies along tensor axis [${order.join(', ')}][i]`]
    : [];
  const of = where === 'host' ? [say`tensor ${spellExtents(tensor.shape)}:${spellExtents(tensor.stride)}`] : [];
  const past =
    where === 'host'
      ? say`are masked when stored`
      : value.padding === 'zero'
        ? say`read 0`
        : value.padding === 'other'
          ? say`read what the view pads with`
          : say`are unspecified when loaded, masked when stored`;
  const ragged = edges(value, past);
  const even = ragged.length === 0 && where === 'device' ? [say`lanes past the edge ${past}`] : [];
  return [...of, ...lines, ...permuted, ...(map ? walkLines(value) : []), ...ragged, ...even];
}

const longestWalk = 6;

function walkLines(value: TilePartition): readonly string[] {
  const { map } = value;
  if (!map) return [];
  const who = say`${spellInt(map.blocks)} persistent blocks walk the tiles in groups of ${spellExtents(map.steps)}`;
  const block = map.block?.n ?? 0;
  const walk = walkOf(value, block, longestWalk + 1);
  if (!walk) return [who];
  const shown = walk
    .slice(0, longestWalk)
    .map((at) => `(${at.join(', ')})`)
    .join(', ');
  return [say`${who}; block ${block} takes ${shown}${walk.length > longestWalk ? ', …' : ''}`];
}

function loadLines(tile: Tile): readonly string[] {
  const { from } = tile;
  return [
    ...(from ? [say`tile ${spellGrid(from.index)} is ${regionText(from.partition, from.index)}`] : []),
    ...edgeLines(tile),
  ];
}

/** What the lanes beyond the edge of the tensor contain. */
export function edgeLines({ ragged, padding, shape }: Tile): readonly string[] {
  const what =
    padding === 'zero'
      ? say`read 0`
      : padding === 'unspecified'
        ? say`are unspecified`
        : say`hold what became of the padding`;
  return (ragged ?? []).flatMap((inside, axis) =>
    inside === undefined
      ? []
      : [
          say`in the last tile of axis ${axis} only ${inside} of ${spellInt(shape[axis] ?? zero)} lanes lie inside; the others ${what}`,
        ],
  );
}
