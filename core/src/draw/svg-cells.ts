// The cells of one picture as SVG paths: fills, borders, marks and labels. Coordinates are pixels from the corner of
// the first cell.
import type { ColourBy, LabelBy, Selection } from '../views/model';
import { hasRegions, type Cells } from './cells';
import { classOf, hex, inkOn, type Rgb } from './colours';
import { borderLevel } from './geometry';
import { labelOf } from './labels';

export interface Look {
  /** The side of a cell in pixels. */
  readonly side: number;
  readonly labelBy: LabelBy;
  readonly colourBy: ColourBy;
  readonly selection?: Selection;
  fillOf(colourClass: number, by: ColourBy): Rgb | undefined;
  readonly withLabels: boolean;
}

const white: Rgb = [255, 255, 255];
const quiet: Rgb = [90, 90, 90];

export function svgCells(cells: Cells, look: Look): string {
  const { grid } = cells;
  const parts = [fills(cells, look), hatches(cells, look)];
  if (grid.rows * grid.columns <= 1 << 16)
    parts.push(lines(cells, look), regionBorders(cells, look), vectorBorders(cells, look), marks(cells, look));
  if (look.withLabels) parts.push(labels(cells, look));
  return parts.filter(Boolean).join('\n');
}

/** Calls for every cell that exists, row by row. */
function forEachCell({ grid }: Cells, visit: (index: number, row: number, column: number) => void): void {
  for (let row = 0; row < grid.rows; row++) {
    for (let column = 0; column < grid.columns; column++) {
      const index = grid.indexAt(row, column);
      if (index >= 0) visit(index, row, column);
    }
  }
}

const pale = (level: number): number => Math.round(255 - (255 - level) * 0.3);

/** The colour of a cell, paler where the reader selected another thread or tile. */
function colourOf(cells: Cells, index: number, look: Look): Rgb {
  if (!cells.isFilled(index)) return white;
  const fill =
    look.fillOf(classOf(cells, index, look.colourBy), look.colourBy) ??
    (cells.access?.isFetched(index) ? ([235, 235, 235] as const) : white);
  return isPicked(cells, index, look.selection) === false ? [pale(fill[0]), pale(fill[1]), pale(fill[2])] : fill;
}

/** True if a cell belongs to the selection; undefined where nothing is selected in this picture. */
export function isPicked(cells: Cells, index: number, selection: Selection | undefined): boolean | undefined {
  if (!cells.isInside(index)) return undefined;
  if (selection?.thread !== undefined && cells.owners)
    return cells.owners.all(index).some(({ thread }) => thread === selection.thread);
  const at = cells.regionAt(index)?.at;
  if (selection?.tile !== undefined && at) return selection.tile.every((x, mode) => at[mode] === x);
  return undefined;
}

/** One path for each colour; neighbouring cells of one colour are one rectangle. */
function fills(cells: Cells, look: Look): string {
  const paths = new Map<string, string[]>();
  const { grid } = cells;
  const { side } = look;
  for (let row = 0; row < grid.rows; row++) {
    let from = 0;
    let colour = '';
    const close = (to: number): void => {
      if (colour === '' || to === from) return;
      const rectangle = `M${from * side} ${row * side}h${(to - from) * side}v${side}h${(from - to) * side}z`;
      const present = paths.get(colour);
      if (present) present.push(rectangle);
      else paths.set(colour, [rectangle]);
    };
    for (let column = 0; column <= grid.columns; column++) {
      const index = column < grid.columns ? grid.indexAt(row, column) : -1;
      const next = index < 0 ? '' : hex(colourOf(cells, index, look));
      if (next === colour) continue;
      close(column);
      [from, colour] = [column, next];
    }
  }
  return [...paths].map(([colour, rectangles]) => `<path fill="${colour}" d="${rectangles.join('')}"/>`).join('\n');
}

function hatches(cells: Cells, { side }: Look): string {
  if (!cells.picture.bounds) return '';
  const outside: string[] = [];
  forEachCell(cells, (index, row, column) => {
    if (!cells.isFilled(index)) outside.push(`M${column * side} ${row * side}h${side}v${side}h${-side}z`);
  });
  return outside.length === 0 ? '' : `<path fill="url(#hatch)" d="${outside.join('')}"/>`;
}

/** The borders of cells, stronger where an outer mode advances. */
function lines({ grid }: Cells, { side }: Look): string {
  const byLevel = new Map<number, string[]>();
  const add = (level: number, d: string): void => void (byLevel.get(level)?.push(d) ?? byLevel.set(level, [d]));
  const inLastRow = Array.from({ length: grid.columns }, (_, column) => grid.indexAt(grid.rows - 1, column)).filter(
    (index) => index >= 0,
  ).length;
  for (let row = 0; row <= grid.rows; row++) {
    const length = row === grid.rows ? inLastRow : grid.columns;
    add(row === 0 || row === grid.rows ? 1 : borderLevel(grid.rowDigits, row), `M0 ${row * side}h${length * side}`);
  }
  for (let column = 0; column <= grid.columns; column++) {
    const rows = column <= inLastRow ? grid.rows : grid.rows - 1;
    add(
      column === 0 || column === grid.columns ? 1 : borderLevel(grid.columnDigits, column),
      `M${column * side} 0v${rows * side}`,
    );
  }
  const strokes = [0.5, 1.25, 2, 2.75];
  return [...byLevel]
    .sort(([a], [b]) => a - b)
    .map(
      ([level, paths]) =>
        `<path class="line" stroke-width="${strokes[Math.min(level, strokes.length - 1)]}" d="${paths.join('')}"/>`,
    )
    .join('\n');
}

/** A border wherever neighbours differ in `keyOf`; there is none between two cells without a key. */
function borders(cells: Cells, side: number, keyOf: (index: number) => string | undefined): string {
  const { grid } = cells;
  const key = (row: number, column: number): string | undefined => {
    const index = row >= 0 && column >= 0 && row < grid.rows && column < grid.columns ? grid.indexAt(row, column) : -1;
    return index < 0 ? undefined : keyOf(index);
  };
  const segments: string[] = [];
  for (let row = 0; row <= grid.rows; row++) {
    for (let column = 0; column <= grid.columns; column++) {
      const here = key(row, column);
      if (here !== key(row - 1, column)) segments.push(`M${column * side} ${row * side}h${side}`);
      if (here !== key(row, column - 1)) segments.push(`M${column * side} ${row * side}v${side}`);
    }
  }
  return segments.join('');
}

function regionBorders(cells: Cells, { side }: Look): string {
  if (!hasRegions(cells.picture)) return '';
  const d = borders(cells, side, (index) => cells.regionAt(index)?.number.toString());
  return d === '' ? '' : `<path class="region" d="${d}"/>`;
}

/** The borders around the values that one instruction moves for a thread. */
function vectorBorders(cells: Cells, { side }: Look): string {
  const vector = cells.picture.owners?.vector ?? 1;
  const { owners } = cells;
  if (vector <= 1 || !owners) return '';
  const d = borders(cells, side, (index) => {
    const owner = owners.first(index);
    return owner && `${owner.thread} ${Math.floor(owner.value / vector)}`;
  });
  return `<path class="vector" d="${d}"/>`;
}

/** A corner on cells that share their offset or differ, a frame around conflicts and around the selection. */
function marks(cells: Cells, { side, selection }: Look): string {
  const corners: string[] = [];
  const frames: string[] = [];
  const conflicts: string[] = [];
  const corner = side / 4;
  forEachCell(cells, (index, row, column) => {
    const [x, y] = [column * side, row * side];
    const frame = `M${x + 1} ${y + 1}h${side - 2}v${side - 2}h${2 - side}z`;
    if (
      cells.isInside(index) &&
      (cells.picture.differsFrom === undefined ? cells.isShared(index) : cells.differs(index))
    )
      corners.push(`M${x} ${y}h${corner}l${-corner} ${corner}z`);
    if (isPicked(cells, index, selection) === true) frames.push(frame);
    if (cells.access?.at(index)?.conflicts === true || cells.marked.has(index)) conflicts.push(frame);
  });
  const path = (name: string, all: readonly string[]): string =>
    all.length === 0 ? '' : `<path class="${name}" d="${all.join('')}"/>`;
  return [
    path('corner', corners),
    path('picked', hasRegions(cells.picture) && selection?.tile ? [] : frames),
    path('conflict', conflicts),
  ]
    .filter(Boolean)
    .join('\n');
}

/** The width of a character in em, in the monospaced fonts of the document. */
export const emOfCharacter = 0.61;

function labels(cells: Cells, look: Look): string {
  const { side } = look;
  const texts: string[] = [];
  forEachCell(cells, (index, row, column) => {
    const content = labelOf(cells, index, look.labelBy);
    if (content.length === 0) return;
    const picked = isPicked(cells, index, look.selection);
    const ink = picked === false ? quiet : inkOn(colourOf(cells, index, look));
    const size = fontSize(content, side);
    const colour = ink[0] === 0 ? '' : ` style="fill:${hex(ink)}"`;
    content.forEach((text, line) => {
      const y = (row + (line + 1) / (content.length + 1)) * side + (content.length === 2 ? (line === 0 ? -1 : 1) : 0);
      texts.push(`<text x="${(column + 0.5) * side}" y="${round(y)}" font-size="${size}"${colour}>${text}</text>`);
    });
  });
  return `<g class="label">${texts.join('')}</g>`;
}

/** The largest font size that fits, at most 12 pixels. */
function fontSize(content: readonly string[], side: number): number {
  const longest = Math.max(...content.map(({ length }) => length));
  return round(Math.min(12, (side - 4) / (longest * emOfCharacter), (side - 2) / (content.length * 1.15)));
}

export const round = (x: number): number => Math.round(x * 100) / 100;
