// Bitmaps of a picture, one pixel for a cell, in chunks that are painted when they come into sight and kept until the
// look changes. What makes a million cells pan and zoom: a frame copies bitmaps and never asks for a cell. Borders
// between regions are found when a chunk is first drawn large enough to show them.
import { hasRegions, type Cells } from '../../../core/src/draw/cells';
import type { Pane } from './scene';
import { fillsIn, pickedIn, type Fills } from './look';

/** Cells along a side of a chunk. */
export const chunkSide = 128;

/** Runs of borders in cells of the pane: x1, y1, x2, y2, one after the other. */
export type Segments = Float32Array;

export interface Chunk {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
  readonly image: HTMLCanvasElement;
  borders?: Segments;
  picked?: Segments;
}

export class Chunks {
  private readonly painted = new Map<number, Chunk>();
  private readonly fillOf: ReturnType<typeof fillsIn>;
  readonly across: number;
  readonly down: number;

  constructor(
    readonly pane: Pane,
    private readonly fills: Fills,
  ) {
    this.fillOf = fillsIn(pane.cells, fills);
    this.across = Math.ceil(pane.width / chunkSide);
    this.down = Math.ceil(pane.height / chunkSide);
  }

  /** A chunk that was painted before. */
  present(row: number, column: number): Chunk | undefined {
    return this.painted.get(row * this.across + column);
  }

  paint(row: number, column: number): Chunk {
    const { width, height, cells } = this.pane;
    const [top, left] = [row * chunkSide, column * chunkSide];
    const [rows, columns] = [Math.min(chunkSide, height - top), Math.min(chunkSide, width - left)];
    const image = document.createElement('canvas');
    [image.width, image.height] = [columns, rows];
    const context = image.getContext('2d');
    if (context) {
      const pixels = context.createImageData(columns, rows);
      const words = new Uint32Array(pixels.data.buffer);
      const { rowIndex, columnIndex } = cells.grid;
      for (let y = 0; y < rows; y++) {
        for (let x = 0; x < columns; x++) words[y * columns + x] = this.pixel(top + y, left + x, rowIndex, columnIndex);
      }
      context.putImageData(pixels, 0, 0);
    }
    const chunk: Chunk = { row: top, column: left, rows, columns, image };
    this.painted.set(row * this.across + column, chunk);
    return chunk;
  }

  /** Borders between regions inside a chunk and on its upper and left side. */
  bordersOf(chunk: Chunk): Segments {
    return (chunk.borders ??= bordersIn(this.pane, chunk, outlined(this.pane.cells)));
  }

  /** Around what is picked out, in the same way; undefined where nothing is. */
  pickedOf(chunk: Chunk): Segments | undefined {
    const isPicked = pickedIn(this.pane.cells, this.fills.look.selection);
    return isPicked && (chunk.picked ??= bordersIn(this.pane, chunk, (index) => (isPicked(index) ? 1 : -1)));
  }

  private pixel(row: number, column: number, rowIndex: Float64Array, columnIndex: Float64Array): number {
    // A strip that ended leaves no cell; everywhere else the index is a sum.
    const { cells } = this.pane;
    const index =
      cells.picture.axes.wrap === undefined
        ? (rowIndex[row] ?? 0) + (columnIndex[column] ?? 0)
        : cells.grid.indexAt(row, column);
    if (index < 0) return 0;
    const fill = this.fillOf(index);
    // Cells beyond the bounds are a faint checkerboard from afar, hatched from near.
    if (!fill) return (row + column) % 2 === 0 ? 0 : this.hatched;
    const [r, g, b] = fill.colour;
    return (0xff000000 | (b << 16) | (g << 8) | r) >>> 0;
  }

  private get hatched(): number {
    return this.fills.look.isDark ? 0x30ffffff : 0x30000000;
  }
}

/** Compares the region of each cell with that of its upper and left neighbour, and joins borders in a line. */
function bordersIn(
  { cells, width, height }: Pane,
  { row: top, column: left, rows, columns }: Chunk,
  regionOf: (index: number) => number,
): Segments {
  const stride = columns + 1;
  const regions = new Float64Array((rows + 1) * stride).fill(-1);
  for (let y = -1; y < rows; y++) {
    for (let x = -1; x < columns; x++) {
      const [row, column] = [top + y, left + x];
      const index = row < 0 || column < 0 ? -1 : cells.grid.indexAt(row, column);
      regions[(y + 1) * stride + x + 1] = index < 0 || !cells.isInside(index) ? -1 : regionOf(index);
    }
  }
  const at = (y: number, x: number): number => regions[(y + 1) * stride + x + 1] ?? -1;
  const found: number[] = [];
  for (let y = 0; y < rows; y++)
    joined(
      columns,
      (x) => at(y, x) !== at(y - 1, x),
      (from, to) => found.push(left + from, top + y, left + to, top + y),
    );
  for (let x = 0; x < columns; x++)
    joined(
      rows,
      (y) => at(y, x) !== at(y, x - 1),
      (from, to) => found.push(left + x, top + from, left + x, top + to),
    );
  if (top + rows === height)
    joined(
      columns,
      (x) => at(rows - 1, x) >= 0,
      (from, to) => found.push(left + from, height, left + to, height),
    );
  if (left + columns === width)
    joined(
      rows,
      (y) => at(y, columns - 1) >= 0,
      (from, to) => found.push(width, top + from, width, top + to),
    );
  return Float32Array.from(found);
}

/** Pictures without tiles show which values of a thread are moved at once. */
export function hasOutlines({ picture }: Cells): boolean {
  return hasRegions(picture) || (picture.owners?.vector ?? 1) > 1;
}

/** A number for each cell: borders stand where it changes. */
function outlined({ picture, owners, regionAt }: Cells): (index: number) => number {
  const { vector = 1 } = picture.owners ?? {};
  if (picture.tiles || !owners) return (index) => regionAt(index)?.number ?? -1;
  const vectors = Math.ceil((owners.values * owners.tiles) / vector);
  return (index) => {
    const owner = owners.first(index);
    return owner ? owner.thread * vectors + Math.floor(owner.value / vector) : -1;
  };
}

/** Calls back for each run of places where `holds` does. */
function joined(length: number, holds: (at: number) => boolean, run: (from: number, to: number) => void): void {
  let from = -1;
  for (let at = 0; at <= length; at++) {
    const is = at < length && holds(at);
    if (is && from < 0) from = at;
    if (!is && from >= 0) {
      run(from, at);
      from = -1;
    }
  }
}
