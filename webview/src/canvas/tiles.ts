// Tiles seen from afar: where cells are too small for lines and labels of their own, the borders of tiles are computed
// from their extents, and a tile that has room has its coordinate in its middle.
import { inkOn } from '../../../core/src/draw/colours';
import { rule, type Brush } from './brush';
import type { Window } from './frame';
import { css, fillsIn, type Fills } from './look';
import type { Pane } from './scene';

/** Borders closer than this many pixels would cover the cells. */
const leastTile = 8;
const nameSize = 12;

interface Along {
  /** Of a tile, in cells; those of the picture that exist. */
  readonly step: number;
  readonly end: number;
}

/** Extents of the tiles along both directions, where one mode runs along each. */
function tilesAlong({
  cells: {
    picture: { tiles, axes, bounds },
    grid: { extents },
  },
}: Pane): { readonly down: Along; readonly right: Along } | undefined {
  if (tiles?.is !== 'extents' || axes.rows.length > 1 || axes.columns.length > 1 || axes.wrap !== undefined)
    return undefined;
  const along = (modes: readonly number[]): Along => {
    const [mode] = modes;
    return mode === undefined
      ? { step: 1, end: 1 }
      : { step: tiles.extents[mode] ?? 1, end: Math.min(extents[mode] ?? 1, bounds?.[mode] ?? Infinity) };
  };
  return { down: along(axes.rows), right: along(axes.columns) };
}

export function drawWideTiles(brush: Brush, pane: Pane, window: Window): void {
  const along = tilesAlong(pane);
  if (!along) return;
  const { down, right } = along;
  brush.context.fillStyle = brush.inks.tile;
  const [bottom, end] = [Math.min(window.bottom, down.end), Math.min(window.right, right.end)];
  const [x1, x2, y1, y2] = [
    brush.x(pane.x + window.left),
    brush.x(pane.x + end),
    brush.y(pane.y + window.top),
    brush.y(pane.y + bottom),
  ];
  if (down.step * brush.scale >= leastTile) {
    for (const row of steps(window.top, bottom, down.step))
      rule(brush, x1, brush.y(pane.y + row), x2, brush.y(pane.y + row), 1);
  }
  if (right.step * brush.scale >= leastTile) {
    for (const column of steps(window.left, end, right.step))
      rule(brush, brush.x(pane.x + column), y1, brush.x(pane.x + column), y2, 1);
  }
}

/** Where a tile has one colour and room: its coordinate. */
export function drawTileNames(brush: Brush, pane: Pane, window: Window, fills: Fills): void {
  const along = fills.look.colourBy === 'tile' ? tilesAlong(pane) : undefined;
  if (!along) return;
  const { context, inks, scale } = brush;
  const { down, right } = along;
  const { grid, regionAt } = pane.cells;
  const fillOf = fillsIn(pane.cells, fills);
  context.font = `${nameSize}px ${inks.mono}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const row of steps(Math.max(0, window.top - down.step), Math.min(window.bottom, down.end), down.step)) {
    for (const column of steps(Math.max(0, window.left - right.step), Math.min(window.right, right.end), right.step)) {
      const [high, wide] = [Math.min(down.step, down.end - row), Math.min(right.step, right.end - column)];
      const index = grid.indexAt(row, column);
      const text = regionAt(index)?.text ?? '';
      const fill = fillOf(index);
      if (!fill || high * scale < nameSize + 4 || context.measureText(text).width + 6 > wide * scale) continue;
      context.fillStyle = css(inkOn(fill.colour));
      context.fillText(text, brush.x(pane.x + column + wide / 2), brush.y(pane.y + row + high / 2));
    }
  }
}

/** Multiples of `step` from the first at or after `from` up to `to`. */
function steps(from: number, to: number, step: number): readonly number[] {
  const first = Math.ceil(from / step) * step;
  return Array.from({ length: Math.max(0, Math.floor((to - first) / step) + 1) }, (_, at) => first + at * step);
}
