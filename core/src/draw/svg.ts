// A model as an SVG document in the style of CuTe's print_latex and print_svg: pastel by thread, thread over value,
// numbers along the edges. The document loads and runs nothing.
import { say } from '../base/say';
import type { ColourBy, Picture, ViewModel } from '../views/model';
import { cellsOf, type Cells } from './cells';
import { fillOf, type Rgb } from './colours';
import { captionLines, cellCount, columnHeaders, geometryOf, rowHeaders, type Placed } from './geometry';
import { labelWidth } from './labels';
import { emOfCharacter, round, svgCells, type Look } from './svg-cells';

export interface SvgOptions {
  /** The fill of a class; where it is absent, CuTe's own colours are used. */
  readonly fillOf?: (colourClass: number, by: ColourBy) => Rgb | undefined;
}

/** The largest number of cells with labels. A larger picture has colours alone. */
const mostLabelled = 1 << 14;
const margin = 16;
const titleSize = 14;
const captionSize = 12;
const noteSize = 12;
const lineHeight = 1.4;

/** The document. Throws: AlgebraError for a model that is not well formed. */
export function svg(model: ViewModel, options: SvgOptions = {}): string {
  const all = cellsOf(model);
  const count = cellCount(all);
  const withLabels = count <= mostLabelled && model.labelBy !== 'none';
  const side = sideOf(all, model, count);
  const look: Look = {
    side,
    withLabels,
    labelBy: model.labelBy,
    colourBy: model.colourBy,
    fillOf: options.fillOf ?? fillOf,
    ...(model.selection && { selection: model.selection }),
  };
  const geometry = geometryOf(all, {
    titleHeight: (titleSize * lineHeight) / side,
    captionHeight: (captionSize * lineHeight) / side,
    widthOf: (text, isTitle) => textWidth(text, isTitle ? titleSize : captionSize) / side,
  });
  const width = Math.max(geometry.width * side, 360);
  const notes = notesOf(model, all).flatMap((note) => wrapped(note, width));
  const height = geometry.height * side + (notes.length === 0 ? 0 : noteSize + notes.length * noteSize * lineHeight);
  const pictures = geometry.placed.map((placed) => picture(placed, look));
  const foot = notes.map(
    (text, i) =>
      `<text class="note" x="0" y="${round(geometry.height * side + noteSize * (1.6 + i * lineHeight))}">${escaped(text)}</text>`,
  );
  return `${head(model, width, height)}\n<g transform="translate(${margin} ${margin})">\n${[...pictures, ...foot].join('\n')}\n</g>\n</svg>\n`;
}

/** The side of a cell in pixels: wide enough for its label, smaller where there are many cells. */
function sideOf(all: readonly Cells[], model: ViewModel, count: number): number {
  if (count > 1 << 16) return 3;
  if (count > mostLabelled) return 8;
  const longest = labelWidth(all, model);
  return Math.round(
    Math.min(64, Math.max(all.some(({ owners, access }) => owners ?? access) ? 32 : 28, longest * 7 + 6)),
  );
}

function head({ title, summary, view }: ViewModel, width: number, height: number): string {
  const [w, h] = [Math.ceil(width + 2 * margin), Math.ceil(height + 2 * margin)];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}" role="img" aria-labelledby="t d">
<title id="t">${escaped(title)}: ${view}</title>
<desc id="d">${escaped(summary)}</desc>
<defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="6" height="6" fill="#fff"/><path d="M0 0v6" stroke="#999" stroke-width="2"/></pattern></defs>
<style>
text{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace;fill:#000;dominant-baseline:central}
.label text,.header text{text-anchor:middle}
.header text{fill:#555;font-size:11px}
.title{font:600 ${titleSize}px system-ui,sans-serif}
.caption{font-size:${captionSize}px;fill:#444}
.note{font:${noteSize}px system-ui,sans-serif;fill:#444}
.line,.region,.vector,.picked,.conflict{fill:none;stroke:#000}
.line{stroke:#333}
.region{stroke-width:2.5}
.vector{stroke-width:1.75;stroke:#222}
.picked{stroke-width:2}
.conflict{stroke:#b00020;stroke-width:2}
.corner{fill:#b00020}
</style>
<rect width="${w}" height="${h}" fill="#fff"/>`;
}

function picture(placed: Placed, look: Look): string {
  const { side } = look;
  const { cells, x, y, headerColumns, titleY } = placed;
  const left = (x - headerColumns) * side;
  let top = titleY * side;
  const texts: string[] = [];
  const line = (name: string, text: string, size: number): void => {
    texts.push(`<text class="${name}" x="${round(left)}" y="${round(top + size * 0.7)}">${escaped(text)}</text>`);
    top += size * lineHeight;
  };
  if (cells.picture.title !== '') line('title', cells.picture.title, titleSize);
  for (const text of captionLines(cells.picture.caption)) line('caption', text, captionSize);
  const headers = side < 12 ? '' : headerTexts(placed, side);
  return `${texts.join('')}\n<g transform="translate(${round(x * side)} ${round(y * side)})">\n${headers}${svgCells(cells, look)}\n</g>`;
}

/** The numbers of rows and columns. Nested modes have a line of numbers each, the outermost farthest from the cells. */
function headerTexts({ cells }: Placed, side: number): string {
  const above = columnHeaders(cells).flatMap((level, i, all) =>
    level.map(({ text, from, span }) =>
      at((from + span / 2) * side, (i - all.length + 0.5) * side + side * 0.15, text),
    ),
  );
  const isAddress = cells.picture.accesses !== undefined;
  const beside = rowHeaders(cells).flatMap((level, i, all) =>
    level.map(({ text, from, span }) =>
      isAddress
        ? at(-side / 4, (from + span / 2) * side, text, ' style="text-anchor:end"')
        : at((i - all.length + 0.5) * side + side * 0.1, (from + span / 2) * side, text),
    ),
  );
  return `<g class="header">${[...above, ...beside].join('')}</g>\n`;
}

const at = (x: number, y: number, text: string, style = ''): string =>
  `<text x="${round(x)}" y="${round(y)}"${style}>${text}</text>`;

/** The notes below the pictures. */
function notesOf({ notes, selection, colourBy }: ViewModel, all: readonly Cells[]): readonly string[] {
  const costs = all.flatMap(({ access, picture: { accesses } }) => {
    if (!access || !accesses) return [];
    const all = accesses.addresses.length;
    if (all === 1) return [access.summary];
    return [say`Instruction ${(selection?.instruction ?? 0) + 1} of ${all}: ${access.summary}`];
  });
  const isShared = all.some(
    (cells) =>
      cells.picture.differsFrom === undefined &&
      cells.grid.size <= mostLabelled &&
      Array.from({ length: cells.grid.size }, (_, i) => i).some((i) => cells.isShared(i)),
  );
  const marked =
    isShared && colourBy !== 'thread'
      ? [say`A red corner marks cells that share their offset with another coordinate.`]
      : [];
  const moments = all.flatMap(({ picture }) => momentNote(picture, selection?.instruction ?? 0));
  return [...all.flatMap(sliceNote), ...costs, ...moments, ...marked, ...notes];
}

/** Which of the accesses is shown. */
function momentNote({ moments = [] }: Picture, at: number): readonly string[] {
  const text = moments[at]?.text;
  return text === undefined ? [] : [say`Access ${at + 1} of ${moments.length}: ${text}.`];
}

/** Which slice of a picture is shown, if it has further modes than rows and columns. */
function sliceNote({ picture: { axes, title }, grid }: Cells): readonly string[] {
  const isDrawn = (mode: number): boolean => axes.rows.includes(mode) || axes.columns.includes(mode);
  if (grid.extents.every((extent, mode) => extent === 1 || isDrawn(mode))) return [];
  const coordinate = grid.extents.map((_, mode) => (isDrawn(mode) ? '_' : (axes.fixed[mode] ?? 0))).join(',');
  const extents = grid.extents.join(' × ');
  return [
    title === ''
      ? say`The slice (${coordinate}) of ${extents} elements.`
      : say`${title}: the slice (${coordinate}) of ${extents} elements.`,
  ];
}

/** The width of a text, also in bold sans-serif, whose characters are a little wider on average. */
function textWidth(text: string, size: number): number {
  return text.length * size * (size === titleSize ? 0.66 : emOfCharacter);
}

function wrapped(text: string, width: number): readonly string[] {
  const most = Math.max(40, Math.floor(width / (noteSize * 0.55)));
  const linesOut: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > most) {
      linesOut.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...linesOut, line];
}

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[character] ?? character);
}
