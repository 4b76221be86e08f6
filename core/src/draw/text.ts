// A picture as text: exactly what CuTe's print_layout writes for the layouts that it accepts, and the same form for
// others. Source: cute/util/print_tensor.hpp `print_layout`.
import { unlessRefused } from '../algebra/errors';
import { cosize, number } from '../algebra/index';
import type { AnyLayout } from '../algebra/types';
import type { ViewModel } from '../views/model';
import { cellsOf, hasBases, type Cells } from './cells';
import { labelOf } from './labels';
import { readLayout } from './owners';

/** The pictures one after the other. Like CuTe's, the offsets are those of the layout, wherever the tensor starts. */
export function text(model: ViewModel): string {
  const all = cellsOf({ ...model, pictures: model.pictures.map(({ origin: _, ...picture }) => picture) });
  const titles = all.length > 1;
  return all.map((cells) => `${titles ? `${cells.picture.title}\n` : ''}${table(cells, model)}`).join('\n');
}

/** `layout`, and below it one row of cells for each row of the picture. A column is as wide as the largest offset
 *  plus one, as in CuTe. */
function table(cells: Cells, { labelBy }: ViewModel): string {
  const { grid, picture } = cells;
  const lookup = (row: number, column: number): string => {
    const index = grid.indexAt(row, column);
    return index < 0 ? '' : labelOf(cells, index, labelBy).join(' ');
  };
  const rows = Array.from({ length: grid.rows }, (_, row) =>
    Array.from({ length: grid.columns }, (_c, column) => lookup(row, column)),
  );
  const width = rows.flat().reduce((most, { length }) => Math.max(most, length), widthOf(cells, labelBy)) + 2;
  const rule = `    ${`+${'-'.repeat(width)}`.repeat(grid.columns)}+\n`;
  const numbers = Array.from({ length: grid.columns }, (_, column) => `  ${String(column).padStart(width - 2)} `).join(
    '',
  );
  const body = rows
    .map(
      (row, i) =>
        `${rule}${String(i).padStart(2)}  ${row.map((label) => `| ${label.padStart(width - 2)} `).join('')}|\n`,
    )
    .join('');
  return `${picture.caption ?? picture.layout ?? picture.shape}\n    ${numbers}\n${body}${rule}`;
}

/** The number of digits of the cosize, which CuTe uses as the width. */
function widthOf({ picture }: Cells, labelBy: ViewModel['labelBy']): number {
  if (labelBy !== 'offset' || picture.layout === undefined) return 1;
  const layout = readLayout(picture.layout);
  return hasBases(layout) ? 1 : digitsOfCosize(layout);
}

/** The number of digits of the cosize; one where CuTe could not print it, and then labels get the width that they
 *  need. */
function digitsOfCosize(layout: AnyLayout): number {
  return unlessRefused(
    () => String(number(cosize(layout))).length,
    () => 1,
  );
}
