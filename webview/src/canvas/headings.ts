// Draws the title and caption above each picture, and the numbers along its sides, which stay visible while the picture
// moves, as in a spreadsheet. Numbers of nested modes are written as coordinates.
import { captionLines } from '../../../core/src/draw/geometry';
import type { Digit } from '../../../core/src/draw/grid';
import { cut, type Brush } from './brush';
import type { Window } from './frame';
import type { Pane, Scene } from './scene';

const titleSize = 12;
const captionSize = 11;
const captionLine = captionSize + 3;
const numberSize = 10;
/** Height of the strip of numbers above a picture, width of the one beside it. */
const strip = 16;

/** Draws the title above the numbers, and below it the caption if there is room before the next picture. */
export function drawTitle({ context, inks, scale, ...brush }: Brush, scene: Scene, pane: Pane): void {
  const { title, caption } = pane.cells.picture;
  const [x, y] = [brush.x(pane.x), brush.y(pane.y)];
  const above = scene.panes
    .filter((one) => one.y < pane.y)
    .reduce((end, one) => Math.max(end, one.y + one.height), scene.world.y);
  // Above the uppermost pictures the canvas is free, whatever the size of the cells.
  const room =
    (scene.panes.some((one) => one.y < pane.y) ? (pane.y - above) * scale : Math.max((pane.y - above) * scale, y)) -
    strip;
  const beside = scene.panes
    .filter((one) => one.x > pane.x && one.y === pane.y)
    .reduce((start, one) => Math.min(start, one.x), Infinity);
  const width = Math.min((beside - pane.x) * scale - 12, brush.width - x);
  if (room < titleSize || width < 24 || y < 0) return;
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  const lines = captionLines(caption);
  const fits = Math.max(0, Math.floor((room - (title === '' ? 0 : titleSize + 4)) / captionLine));
  // The last line is the layout itself. It is kept as long as there is room for one line.
  const shown = lines.slice(Math.max(0, lines.length - fits));
  context.font = `${captionSize}px ${inks.mono}`;
  context.fillStyle = inks.faintText;
  shown.forEach((line, at) =>
    context.fillText(cut(context, line, width), x, y - strip - 3 - (shown.length - 1 - at) * captionLine),
  );
  context.font = `600 ${titleSize}px ${inks.sans}`;
  context.fillStyle = inks.text;
  context.fillText(
    cut(context, title, width),
    x,
    y - strip - 3 - shown.length * captionLine - (shown.length > 0 ? 2 : 0),
  );
}

/** Rows of words are numbered by their first byte. */
const bytesOfLine = 128;

/** The numbers of the visible rows and columns, as many as fit. */
export function drawNumbers(brush: Brush, pane: Pane, window: Window): void {
  const { context, inks, scale } = brush;
  const {
    grid: { rowDigits, columnDigits, firstRow, firstColumn },
    picture: { accesses },
  } = pane.cells;
  context.font = `${numberSize}px ${inks.mono}`;
  context.textBaseline = 'middle';
  const rowText = (at: number): string =>
    accesses ? String(bytesOfLine * (accesses.lines[at] ?? 0)) : coordinate(rowDigits, at, firstRow);
  const beside = Math.max(strip * 1.75, widthOf(rowText(pane.height - 1)));
  const left = Math.max(brush.x(pane.x), beside);
  const top = Math.max(brush.y(pane.y), strip);
  const [right, bottom] = [brush.x(pane.x + pane.width), brush.y(pane.y + pane.height)];
  if (bottom < strip || right < strip) return;
  // If a picture starts outside of the canvas, its numbers are drawn over its cells.
  context.globalAlpha = 0.9;
  context.fillStyle = inks.background;
  if (brush.y(pane.y) < strip)
    context.fillRect(
      brush.x(pane.x + window.left),
      top - strip,
      brush.x(pane.x + window.right) - brush.x(pane.x + window.left),
      strip,
    );
  if (brush.x(pane.x) < beside)
    context.fillRect(
      left - beside,
      brush.y(pane.y + window.top),
      beside,
      brush.y(pane.y + window.bottom) - brush.y(pane.y + window.top),
    );
  context.globalAlpha = 1;
  context.fillStyle = inks.faintText;
  context.textAlign = 'center';
  const widest = widthOf(coordinate(columnDigits, pane.width - 1, firstColumn));
  const byColumn = stepOf(columnDigits, widest, scale);
  for (let at = Math.ceil(window.left / byColumn) * byColumn; at < window.right; at += byColumn) {
    const x = brush.x(pane.x + at) + scale / 2;
    if (x > left - 2) context.fillText(coordinate(columnDigits, at, firstColumn), x, top - strip / 2);
  }
  context.textAlign = 'right';
  const byRow = stepOf(rowDigits, numberSize + 4, scale);
  for (let at = Math.ceil(window.top / byRow) * byRow; at < window.bottom; at += byRow) {
    const y = brush.y(pane.y + at) + scale / 2;
    if (y > top - 2) context.fillText(rowText(at), left - 5, y);
  }
}

/** The pixels that a number takes, with some room. */
const widthOf = (text: string): number => text.length * numberSize * 0.62 + 8;

/** `3`, or `1,3` for a nested mode, innermost first as in a coordinate. A part of a mode begins at `first`. */
function coordinate(digits: readonly Digit[], at: number, first: number): string {
  if (digits.length === 1) return String(at + first);
  return digits.map(({ extent, step }) => Math.floor(at / step) % extent).join(',');
}

/** The distance to the next number in cells: the extent of a mode if there is room, or else a round number. */
function stepOf(digits: readonly Digit[], widthPixels: number, scale: number): number {
  const least = widthPixels / scale;
  if (least <= 1) return 1;
  const wanted = digits.map(({ step }) => step).find((step) => step >= least);
  const round = 2 ** Math.ceil(Math.log2(least));
  return wanted !== undefined && wanted <= round * 4 ? wanted : round;
}
