// Where the pictures of a model stand: a table of grids with their headers, one cell apart, as print_latex places the
// operands of an MMA. The unit is the side of a cell; x grows to the right, y down. Knows no pixels, except through
// `widthOf`.
import { elementAt } from '../base/assert';
import type { Cells } from './cells';
import type { Digit } from './grid';

export interface Placed {
  readonly cells: Cells;
  /** The left upper corner of the first cell. */
  readonly x: number;
  readonly y: number;
  /** Rows of numbers above the cells, and columns of numbers to their left: one for each nested mode. */
  readonly headerRows: number;
  readonly headerColumns: number;
  /** Where title and caption start; they stand above everything else of the picture. */
  readonly titleY: number;
}

export interface Geometry {
  readonly placed: readonly Placed[];
  readonly width: number;
  readonly height: number;
}

export interface Room {
  /** Height of a title, of a caption line, in cells. */
  readonly titleHeight: number;
  readonly captionHeight: number;
  /** How wide a text is, in cells. */
  widthOf(text: string, isTitle: boolean): number;
}

/** Between two pictures, beside the headers. */
const gap = 1;

/** More headers than this are not drawn; outer modes come first. */
const mostHeaders = 3;

/** Byte addresses beside the words of memory are wider than numbers of rows. */
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
  /** From the corner of the first cell. */
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

/** Rows or columns of the table: each as long as the longest of its pictures, before and after the first cell. */
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

/** What is at a point: a cell of a picture. */
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

/** Numbers beside the cells, outermost mode first: each stands over `span` cells from `from` on. */
export interface Header {
  readonly text: string;
  readonly from: number;
  readonly span: number;
}

export function columnHeaders({ grid }: Cells): readonly (readonly Header[])[] {
  return headersOf(grid.columnDigits, grid.columns);
}

/** Of words of memory: the byte that each row starts at. */
export function rowHeaders({ grid, picture: { accesses } }: Cells): readonly (readonly Header[])[] {
  return accesses
    ? [accesses.lines.map((line, from) => ({ text: String(line * 128), from, span: 1 }))]
    : headersOf(grid.rowDigits, grid.rows);
}

function headersOf(digits: readonly Digit[], length: number): readonly (readonly Header[])[] {
  return [...digits]
    .reverse()
    .slice(0, mostHeaders)
    .map(({ extent, step }) =>
      Array.from({ length: Math.ceil(length / step) }, (_, i) => ({
        text: String(i % extent),
        from: i * step,
        span: Math.min(step, length - i * step),
      })),
    );
}

/** How strong the border before position `at` is: 0 between cells, higher where outer modes move on. */
export function borderLevel(digits: readonly Digit[], at: number): number {
  let level = 0;
  for (const { step } of digits) if (step > 1 && at % step === 0) level++;
  return level;
}

/** How many cells there are to draw. */
export function cellCount(all: readonly Cells[]): number {
  return all.reduce((sum, { grid }) => sum + grid.rows * grid.columns, 0);
}
