// A model as TikZ: line by line what CuTe's print_latex writes for layouts, thread-value layouts, tiled copies and
// tiled MMAs, and the same form for other views. Source: cute/util/print_latex.hpp.
import type { ViewModel } from '../views/model';
import { cellsOf, type Cells } from './cells';
import { classOf, fillOf, type Rgb } from './colours';
import { geometryOf } from './geometry';
import { labelOf } from './labels';

/** A document for `pdflatex`. */
export function tikz(model: ViewModel): string {
  const all = cellsOf(model);
  const body = placesOf(model, all)
    .map((place) => picture(place, model))
    .join('');
  const comments = all
    .map(({ picture: { title, caption, layout, owners } }) => {
      const what = caption ?? layout ?? (typeof owners?.tv === 'string' ? owners.tv : '');
      return `% ${`${title || 'Layout'}: ${what}`.replace(/\n/g, ' ')}\n`;
    })
    .join('');
  return `${comments}\\documentclass[convert]{standalone}
\\usepackage{tikz}

\\begin{document}
\\begin{tikzpicture}[x={(0cm,-1cm)},y={(1cm,0cm)},every node/.style={minimum size=1cm, outer sep=0pt}]

${body}\\end{tikzpicture}
\\end{document}
`;
}

interface Placement {
  readonly cells: Cells;
  /** The position of the first cell. */
  readonly row: number;
  readonly column: number;
  /** The distance of the row numbers from the first column; undefined where there are none. */
  readonly labels?: number;
}

/** The positions of the pictures. CuTe puts C of an MMA at the origin, without numbers, and the destination of a
 *  copy three columns to the right, with its numbers behind it. */
function placesOf({ view }: ViewModel, all: readonly Cells[]): readonly Placement[] {
  if (view === 'tiled-mma') {
    const depth = all.find(({ picture: { id } }) => id === 'A')?.grid.columns ?? 0;
    const order = ['C', 'A', 'B'].flatMap((id) => all.filter(({ picture }) => picture.id === id));
    return order.map((cells) => {
      const { id } = cells.picture;
      return {
        cells,
        row: id === 'B' ? -depth - 1 : 0,
        column: id === 'A' ? -depth - 1 : 0,
        ...(id !== 'C' && { labels: -1 }),
      };
    });
  }
  const [first] = all;
  if (view === 'tiled-copy' && first && all[1]?.picture.at.column === 1) {
    const { columns } = first.grid;
    return all.map((cells, i) => ({
      cells,
      row: 0,
      column: i === 0 ? 0 : columns + 3,
      labels: i === 0 ? -1 : columns,
    }));
  }
  const { placed } = geometryOf(all, { titleHeight: 0, captionHeight: 0, widthOf: () => 0 });
  const [x0, y0] = [placed[0]?.x ?? 0, placed[0]?.y ?? 0];
  return placed.map(({ cells, x, y }) => ({ cells, row: y - y0, column: x - x0, labels: -1 }));
}

function picture({ cells, row: top, column: left, labels }: Placement, model: ViewModel): string {
  const { grid } = cells;
  const lines: string[] = [];
  for (let row = 0; row < grid.rows; row++) {
    for (let column = 0; column < grid.columns; column++) {
      const index = grid.indexAt(row, column);
      if (index >= 0) lines.push(node(cells, index, top + row, left + column, model));
    }
  }
  lines.push(
    `\\draw[color=black,thick,shift={(-0.5,-0.5)}] (${top},${left}) grid (${top + grid.rows},${left + grid.columns});\n\n`,
  );
  if (labels === undefined) return lines.join('');
  for (let row = 0; row < grid.rows; row++) lines.push(number(top + row, left + labels, row));
  for (let column = 0; column < grid.columns; column++) lines.push(number(top - 1, left + column, column));
  return lines.join('');
}

function node(cells: Cells, index: number, row: number, column: number, { colourBy, labelBy }: ViewModel): string {
  const label = labelOf(cells, index, labelBy);
  if (label.length === 0) return '';
  const colourClass = classOf(cells, index, colourBy);
  const colour =
    colourBy === 'offset' && colourClass >= 0
      ? (greys[colourClass % 8] ?? 'white')
      : colourText(fillOf(colourClass, colourBy));
  return `\\node[fill=${colour}] at (${row},${column}) {${label.length === 1 ? label[0] : `\\shortstack{${label.join(' \\\\ ')}}`}};\n`;
}

/** The colours of TikzColor_BWx8. */
const greys = ['black!00', 'black!40', 'black!20', 'black!60', 'black!10', 'black!50', 'black!30', 'black!70'];

function colourText(fill: Rgb | undefined): string {
  return fill ? `{rgb,255:red,${fill[0]};green,${fill[1]};blue,${fill[2]}}` : 'white';
}

function number(row: number, column: number, n: number): string {
  return `\\node at (${row},${column}) {\\Large{\\texttt{${n}}}};\n`;
}
