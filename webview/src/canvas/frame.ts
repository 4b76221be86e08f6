// Draws one frame: the bitmaps of the visible cells, then lines, marks, labels and numbers as far as there is room. The
// cost of a frame depends on the pixels of the canvas, not on the size of the layout.
import type { Cells } from '../../../core/src/draw/cells';
import { labelOf } from '../../../core/src/draw/labels';
import { borderLevel } from '../../../core/src/draw/geometry';
import { rule, type Brush } from './brush';
import { chunkSide, hasOutlines, type Chunk, type Chunks, type Segments } from './chunks';
import { drawNumbers, drawTitle } from './headings';
import { css, fillsIn, type Fills } from './look';
import { drawRuns, runsFrom } from './runs';
import { drawTileNames, drawWideTiles } from './tiles';
import type { Pane, Scene } from './scene';

/** Cells of a pane that are in sight; the ends are exclusive. */
export interface Window {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** The number of pixels of a cell at which these are drawn: lines between cells, borders of tiles, labels of one line
 *  and of two. */
const linesFrom = 7;
const tilesFrom = 2.5;
const marksFrom = 12;
const labelsFrom = 13;
/** Milliseconds of a frame that may go into painting bitmaps; at least one is painted. */
const paintMs = 9;

/** Draws everything. False if some bitmaps are not painted yet, so that another frame is needed. */
export function drawFrame(
  brush: Brush,
  scene: Scene,
  chunksOf: (pane: number) => Chunks,
  fills: Fills,
  now: () => number,
): boolean {
  const { context, width, height, inks } = brush;
  context.fillStyle = inks.background;
  context.fillRect(0, 0, width, height);
  const deadline = now() + paintMs;
  let complete = true;
  scene.panes.forEach((pane, at) => {
    const window = windowOf(brush, pane);
    if (window) {
      complete = drawBitmaps(brush, pane, window, chunksOf(at), () => now() < deadline) && complete;
      drawLines(brush, pane, window);
      if (brush.scale < tilesFrom) drawWideTiles(brush, pane, window);
      else if (hasOutlines(pane.cells)) drawTiles(brush, pane, window, chunksOf(at));
      if (brush.scale >= marksFrom) drawMarks(brush, pane, window);
      if (brush.scale >= tilesFrom) drawPicked(brush, pane, window, chunksOf(at));
      const room = brush.scale >= labelsFrom ? roomFor(brush, pane, window, fills) : 'none';
      if (room !== 'none') drawLabels(brush, pane, window, fills, room === 'number');
      else if (brush.scale >= runsFrom) drawRuns(brush, pane, window, fills);
      if (brush.scale < labelsFrom) drawTileNames(brush, pane, window, fills);
      drawNumbers(brush, pane, window);
    }
    drawTitle(brush, scene, pane);
  });
  return complete;
}

export function windowOf({ camera, scale, width, height }: Brush, pane: Pane): Window | undefined {
  const top = Math.max(0, Math.floor(camera.y - pane.y));
  const left = Math.max(0, Math.floor(camera.x - pane.x));
  const bottom = Math.min(pane.height, Math.ceil(camera.y + height / scale - pane.y) + 1);
  const right = Math.min(pane.width, Math.ceil(camera.x + width / scale - pane.x) + 1);
  return top < bottom && left < right ? { top, left, bottom, right } : undefined;
}

function drawBitmaps(brush: Brush, pane: Pane, window: Window, chunks: Chunks, hasTime: () => boolean): boolean {
  const { context } = brush;
  // Below one pixel for each cell, the average colour of several cells is shown.
  context.imageSmoothingEnabled = brush.scale < 1;
  let complete = true;
  let paintedOne = false;
  for (let row = Math.floor(window.top / chunkSide); row * chunkSide < window.bottom; row++) {
    for (let column = Math.floor(window.left / chunkSide); column * chunkSide < window.right; column++) {
      let chunk = chunks.present(row, column);
      if (!chunk && (!paintedOne || hasTime())) {
        chunk = chunks.paint(row, column);
        paintedOne = true;
      }
      if (!chunk) {
        complete = false;
        continue;
      }
      const [x1, y1] = [brush.x(pane.x + chunk.column), brush.y(pane.y + chunk.row)];
      const [x2, y2] = [brush.x(pane.x + chunk.column + chunk.columns), brush.y(pane.y + chunk.row + chunk.rows)];
      context.drawImage(chunk.image, x1, y1, x2 - x1, y2 - y1);
    }
  }
  return complete;
}

/** Draws thin lines between cells, thicker lines at the borders of outer modes, and a border around the picture. */
function drawLines(brush: Brush, pane: Pane, window: Window): void {
  const { context, inks, scale } = brush;
  const { rowDigits, columnDigits } = pane.cells.grid;
  const [x1, x2] = [brush.x(pane.x + window.left), brush.x(pane.x + window.right)];
  const [y1, y2] = [brush.y(pane.y + window.top), brush.y(pane.y + window.bottom)];
  const across = (at: number, thickness: number): void =>
    rule(brush, x1, brush.y(pane.y + at), x2, brush.y(pane.y + at), thickness);
  const down = (at: number, thickness: number): void =>
    rule(brush, brush.x(pane.x + at), y1, brush.x(pane.x + at), y2, thickness);
  if (scale >= linesFrom) {
    context.fillStyle = inks.line;
    for (let row = window.top; row <= window.bottom; row++) across(row, 1);
    for (let column = window.left; column <= window.right; column++) down(column, 1);
  }
  context.fillStyle = inks.border;
  const nested = (
    digits: typeof rowDigits,
    from: number,
    to: number,
    draw: (at: number, thickness: number) => void,
  ): void => {
    for (const { step } of digits) {
      if (step === 1 || step * scale < linesFrom) continue;
      for (let at = Math.ceil(from / step) * step; at <= to; at += step) draw(at, borderLevel(digits, at) > 1 ? 2 : 1);
    }
  };
  nested(rowDigits, window.top, window.bottom, across);
  nested(columnDigits, window.left, window.right, down);
  for (const row of [0, pane.height]) if (row >= window.top && row <= window.bottom) across(row, 1);
  for (const column of [0, pane.width]) if (column >= window.left && column <= window.right) down(column, 1);
}

function drawTiles(brush: Brush, pane: Pane, window: Window, chunks: Chunks): void {
  const { inks, scale } = brush;
  const { tiles } = pane.cells.picture;
  // Scattered tiles may have a border around every cell.
  const isStrong = tiles?.is === 'extents' && scale >= marksFrom;
  drawSegments(brush, pane, window, chunks, tiles ? inks.tile : inks.border, isStrong ? 2 : 1, (chunk) => {
    const segments = chunks.bordersOf(chunk);
    return segments.length / 4 > mostBorders(chunk.rows * chunk.columns, scale) ? undefined : segments;
  });
}

/** Draws a line around the selection. */
function drawPicked(brush: Brush, pane: Pane, window: Window, chunks: Chunks): void {
  drawSegments(brush, pane, window, chunks, brush.inks.text, brush.scale >= linesFrom ? 2 : 1, (chunk) =>
    chunks.pickedOf(chunk),
  );
}

function drawSegments(
  brush: Brush,
  pane: Pane,
  window: Window,
  chunks: Chunks,
  ink: string,
  thickness: number,
  segmentsOf: (chunk: Chunk) => Segments | undefined,
): void {
  brush.context.fillStyle = ink;
  for (let row = Math.floor(window.top / chunkSide); row * chunkSide < window.bottom; row++) {
    for (let column = Math.floor(window.left / chunkSide); column * chunkSide < window.right; column++) {
      const chunk = chunks.present(row, column);
      const segments = chunk && segmentsOf(chunk);
      if (!segments) continue;
      for (let at = 0; at < segments.length; at += 4) {
        const [x1, y1, x2, y2] = [
          segments[at] ?? 0,
          segments[at + 1] ?? 0,
          segments[at + 2] ?? 0,
          segments[at + 3] ?? 0,
        ];
        rule(brush, brush.x(pane.x + x1), brush.y(pane.y + y1), brush.x(pane.x + x2), brush.y(pane.y + y2), thickness);
      }
    }
  }
}

/** The number of borders up to which tiles are outlined. More borders would cover the cells. */
function mostBorders(cells: number, scale: number): number {
  return (cells * scale) / 14;
}

/** Draws marks: hatching on cells beyond the bounds, a corner on cells that share an offset, a frame on cells that
 *  differ or conflict. */
function drawMarks(brush: Brush, { cells, x: left, y: top }: Pane, window: Window): void {
  const { context, inks, scale } = brush;
  const corner = Math.min(scale / 4, 7);
  const corners = new Path2D();
  context.strokeStyle = inks.faintText;
  context.fillStyle = inks.mark;
  context.lineWidth = 1;
  context.beginPath();
  for (let row = window.top; row < window.bottom; row++) {
    for (let column = window.left; column < window.right; column++) {
      const index = cells.grid.indexAt(row, column);
      if (index < 0) continue;
      const [x, y] = [brush.x(left + column), brush.y(top + row)];
      if (!cells.isInside(index)) hatch(context, x, y, scale);
      else if (isMarked(cells, index)) {
        corners.moveTo(x + scale - 1, y + 1);
        corners.lineTo(x + scale - 1 - corner, y + 1);
        corners.lineTo(x + scale - 1, y + 1 + corner);
        corners.closePath();
      }
    }
  }
  context.stroke();
  context.fill(corners);
}

function isMarked(cells: Cells, index: number): boolean {
  // Where the model marks elements, the corner means that alone.
  if (cells.picture.moments || cells.picture.marked) return cells.marked.has(index);
  return cells.isShared(index) || cells.differs(index) || cells.access?.at(index)?.conflicts === true;
}

function hatch(context: CanvasRenderingContext2D, x: number, y: number, side: number): void {
  context.moveTo(x, y + side);
  context.lineTo(x + side, y);
  context.moveTo(x, y + side / 2);
  context.lineTo(x + side / 2, y);
  context.moveTo(x + side / 2, y + side);
  context.lineTo(x + side, y + side / 2);
}

const lineHeight = 1.16;
const largestFont = 15;
const smallestFont = 7;
/** The width of a digit relative to the font size, which is similar in all monospace fonts. */
const digitWidth = 0.61;

/** `isNumber`: owners have no room for more than their number. */
function drawLabels(
  brush: Brush,
  { cells, x: left, y: top }: Pane,
  window: Window,
  fills: Fills,
  isNumber: boolean,
): void {
  const { context, inks, scale } = brush;
  const { labelBy } = fills.look;
  if (labelBy === 'none') return;
  const fillOf = fillsIn(cells, fills);
  const nameLength = cells.picture.owners?.names.thread.length ?? 0;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  let font = 0;
  for (let row = window.top; row < window.bottom; row++) {
    for (let column = window.left; column < window.right; column++) {
      const index = cells.grid.indexAt(row, column);
      if (index < 0) continue;
      const whole = labelOf(cells, index, labelBy);
      const all = isNumber ? whole.slice(0, 1).map((text) => text.slice(nameLength)) : whole;
      // If there is no room for two lines, only the first is drawn: the thread without its value.
      const lines = all.length > 1 && fontSize(all, scale) < smallestFont ? all.slice(0, 1) : all;
      const fill = lines.length > 0 ? fillOf(index) : undefined;
      const size = fontSize(lines, scale);
      if (!fill || size < smallestFont) continue;
      if (size !== font) context.font = `${(font = size)}px ${inks.mono}`;
      context.fillStyle = css(fill.ink);
      const x = brush.x(left + column) + scale / 2;
      const middle = brush.y(top + row) + scale / 2 + 0.5;
      lines.forEach((line, at) =>
        context.fillText(line, x, middle + (at - (lines.length - 1) / 2) * size * lineHeight),
      );
    }
  }
}

/** Whether every owner fits into a cell: with its name, as a number, or not at all, so that only runs of cells can be
 *  labelled. */
function roomFor(
  { scale }: Brush,
  { cells }: Pane,
  { top, left }: Window,
  { look }: Fills,
): 'name' | 'number' | 'none' {
  const threads = cells.owners?.threads;
  const name = cells.picture.owners?.names.thread ?? '';
  if (look.labelBy !== 'owner' || threads === undefined || name === '' || cells.grid.indexAt(top, left) < 0)
    return 'name';
  if (fontSize([`${name}${threads - 1}`], scale) >= smallestFont) return 'name';
  return fontSize([String(threads - 1)], scale) >= smallestFont ? 'number' : 'none';
}

/** The largest size at which all lines fit into a cell. */
function fontSize(lines: readonly string[], scale: number): number {
  let longest = 1;
  for (const { length } of lines) longest = Math.max(longest, length);
  const room = scale - 3;
  return Math.floor(
    Math.min(
      largestFont,
      scale * (lines.length > 1 ? 0.4 : 0.46),
      room / (longest * digitWidth),
      room / (lines.length * lineHeight),
    ),
  );
}
