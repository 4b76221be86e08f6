// Labels for cells that are too small for one: neighbours in a row that one thread owns are a run, and a run with
// enough room is labelled once. Computes the runs as plain data, and draws them.
import type { Cells } from '../../../core/src/draw/cells';
import type { Brush } from './brush';
import type { Window } from './frame';
import { css, fillsIn, type Fills } from './look';
import type { Pane } from './scene';

/** Cells of a row, from `column` on, whose first owner is the same thread. */
export interface Run {
  readonly row: number;
  readonly column: number;
  readonly length: number;
  /** The index of the first cell. */
  readonly index: number;
}

const smallestFont = 7;
const largestFont = 12;
/** The part of a cell's side that a text takes, and the width of a character relative to the size of the font. */
const partOfSide = 0.8;
const characterWidth = 0.61;
/** Below this many pixels of a cell no text fits, however long the run is. */
export const runsFrom = smallestFont / partOfSide;

/** The runs of two cells and more in sight. */
export function runsIn({ grid, owners }: Cells, { top, left, bottom, right }: Window): readonly Run[] {
  if (!owners) return [];
  const runs: Run[] = [];
  for (let row = top; row < bottom; row++) {
    let start = left;
    let before = ownerAt(row, left);
    for (let column = left + 1; column <= right; column++) {
      const owner = column < right ? ownerAt(row, column) : undefined;
      if (owner === before && column < right) continue;
      if (before !== undefined && before >= 0 && column - start > 1)
        runs.push({ row, column: start, length: column - start, index: grid.indexAt(row, start) });
      start = column;
      before = owner;
    }
  }
  return runs;

  function ownerAt(row: number, column: number): number | undefined {
    const index = grid.indexAt(row, column);
    return index < 0 ? undefined : owners?.threadAt(index);
  }
}

/** Labels the runs, if the longest text fits into the longest of them: by the number of the thread where its name is
 *  too wide. Runs at the edge, which are shorter, may have colours alone. */
export function drawRuns(brush: Brush, pane: Pane, window: Window, fills: Fills): void {
  const { look } = fills;
  const { owners, picture } = pane.cells;
  const name = picture.owners?.names.thread ?? '';
  if (look.labelBy !== 'owner' || !owners || name === '') return;
  const { context, inks, scale } = brush;
  const size = Math.min(largestFont, Math.floor(scale * partOfSide));
  const fits = (text: string, cells: number): boolean => text.length * size * characterWidth + 4 <= cells * scale;
  const runs = runsIn(pane.cells, window);
  const longest = Math.max(0, ...runs.map(({ length }) => length));
  const last = String(owners.threads - 1);
  if (!fits(last, longest)) return;
  const before = fits(name + last, longest) ? name : '';
  const fillOf = fillsIn(pane.cells, fills);
  context.font = `${size}px ${inks.mono}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const { row, column, length, index } of runs) {
    const text = `${before}${owners.threadAt(index)}`;
    const fill = fillOf(index);
    if (!fill || !fits(text, length)) continue;
    context.fillStyle = css(fill.ink);
    context.fillText(text, brush.x(pane.x + column) + (length * scale) / 2, brush.y(pane.y + row) + scale / 2 + 0.5);
  }
}
