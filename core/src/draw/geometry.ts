// The positions of the pictures of a model: a table of grids with headers, one cell apart, like the operands of an MMA
// in print_latex. The unit is the side of a cell; x grows to the right, y down. Knows no pixels, except through
// `widthOf`.
import { elementAt } from '../base/assert';
import type { Cells } from './cells';
import type { Digit } from './grid';

export interface Placed {
  readonly cells: Cells;
  /** The left upper corner of the first cell. */
  readonly x: number;
  readonly y: number;
  /** The number of header rows above the cells, and of header columns to their left: one for each nested mode. */
  readonly headerRows: number;
  readonly headerColumns: number;
  /** The top of the title and caption, which stand above everything else of the picture. */
  readonly titleY: number;
}

export interface Geometry {
  readonly placed: readonly Placed[];
  readonly width: number;
  readonly height: number;
}

export interface Room {
  /** The height of a title and of a caption line, in cells. */
  readonly titleHeight: number;
  readonly captionHeight: number;
  /** The width of a text in cells. */
  widthOf(text: string, isTitle: boolean): number;
}

/** The gap between two pictures, in addition to their headers. */
const gap = 1;

/** The largest number of header rows or columns; outer modes come first. */
const mostHeaders = 3;

/** The width of byte addresses beside words of memory, in columns of row numbers. */
const addressColumns = 2;

export function geometryOf(all: readonly Cells[], room: Room): Geometry {
  const boxes = all.map((cells) => boxOf(cells, room));
  const rows = tracks(
    all.map(({ picture }) => picture.at.row),
    boxes.map(({ above, below }) => [above, below]),
  );
  const columns = tracks(
    all.map(({ picture }) => picture.at.column),
    boxes.map(({ left, right }) => [left, right]),
  );
  const placed = all.map((cells, i): Placed => {
    const { headerRows, headerColumns, above } = elementAt(boxes, i);
    const [x, y] = [columns.start(cells.picture.at.column), rows.start(cells.picture.at.row)];
    return { cells, x, y, headerRows, headerColumns, titleY: y - above };
  });
  return { placed, width: columns.length, height: rows.length };
}

interface Box {
  readonly headerRows: number;
  readonly headerColumns: number;
  /** Measured from the corner of the first cell. */
  readonly above: number;
  readonly below: number;
  readonly left: number;
  readonly right: number;
}

function boxOf({ picture, grid }: Cells, room: Room): Box {
  const headerRows = Math.min(grid.columnDigits.length, mostHeaders);
  const headerColumns = picture.accesses ? addressColumns : Math.min(grid.rowDigits.length, mostHeaders);
  const lines = captionLines(picture.caption);
  const titles = (picture.title === '' ? 0 : room.titleHeight) + lines.length * room.captionHeight;
  const texts = Math.max(
    0,
    picture.title === '' ? 0 : room.widthOf(picture.title, true),
    ...lines.map((line) => room.widthOf(line, false)),
  );
  return {
    headerRows,
    headerColumns,
    above: headerRows + titles,
    below: grid.rows,
    left: headerColumns,
    right: Math.max(grid.columns, texts - headerColumns),
  };
}

/** The lines of a caption. */
export function captionLines(caption: string | undefined): readonly string[] {
  return caption === undefined || caption === '' ? [] : caption.split('\n');
}

/** The rows or columns of the table: each is as long as its longest picture, before and after the first cell. */
function tracks(
  at: readonly number[],
  sizes: readonly (readonly [number, number])[],
): { readonly length: number; start(track: number): number } {
  const count = Math.max(...at) + 1;
  const longest = (track: number, side: 0 | 1): number =>
    Math.max(0, ...sizes.filter((_, i) => at[i] === track).map((size) => size[side]));
  const starts: number[] = [];
  let end = 0;
  for (let track = 0; track < count; track++) {
    if (at.includes(track) && end > 0) end += gap;
    const start = end + longest(track, 0);
    starts.push(start);
    end = start + longest(track, 1);
  }
  return { length: end, start: (track) => starts[track] ?? 0 };
}

/** The cell of a picture at a point. */
export function cellAt(
  { placed }: Geometry,
  x: number,
  y: number,
): { readonly placed: Placed; readonly row: number; readonly column: number; readonly index: number } | undefined {
  for (const one of placed) {
    const [row, column] = [Math.floor(y - one.y), Math.floor(x - one.x)];
    const { grid } = one.cells;
    if (row < 0 || column < 0 || row >= grid.rows || column >= grid.columns) continue;
    const index = grid.indexAt(row, column);
    if (index >= 0) return { placed: one, row, column, index };
  }
  return undefined;
}

/** A number beside the cells, which stands over `span` cells from `from` on. The outermost mode comes first. */
export interface Header {
  readonly text: string;
  readonly from: number;
  readonly span: number;
}

export function columnHeaders({ grid }: Cells): readonly (readonly Header[])[] {
  return headersOf(grid.columnDigits, grid.columns, grid.firstColumn);
}

/** For a picture of words, the byte at which each row starts. */
export function rowHeaders({ grid, picture: { accesses } }: Cells): readonly (readonly Header[])[] {
  return accesses
    ? [accesses.lines.map((line, from) => ({ text: String(line * 128), from, span: 1 }))]
    : headersOf(grid.rowDigits, grid.rows, grid.firstRow);
}

/** `first` is that of a direction with one digit. */
function headersOf(digits: readonly Digit[], length: number, first: number): readonly (readonly Header[])[] {
  return [...digits]
    .reverse()
    .slice(0, mostHeaders)
    .map(({ extent, step }) =>
      Array.from({ length: Math.ceil(length / step) }, (_, i) => ({
        text: String((i % extent) + first),
        from: i * step,
        span: Math.min(step, length - i * step),
      })),
    );
}

/** The strength of the border before position `at`: 0 between cells, higher where an outer mode advances. */
export function borderLevel(digits: readonly Digit[], at: number): number {
  let level = 0;
  for (const { step } of digits) if (step > 1 && at % step === 0) level++;
  return level;
}

/** The number of cells to draw. */
export function cellCount(all: readonly Cells[]): number {
  return all.reduce((sum, { grid }) => sum + grid.rows * grid.columns, 0);
}
