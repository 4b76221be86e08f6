// Places the pictures of a model side by side in one world whose unit is a cell. Pure data. Knows no canvas.
import type { Cells } from '../../../core/src/draw/cells';
import { captionLines } from '../../../core/src/draw/geometry';
import type { Place } from '../../../core/src/draw/grid';
import type { Element } from '../../../protocol/src/webview';
import { fit, type Extent, type Point, type Rect } from './camera';

export interface Pane extends Rect {
  readonly cells: Cells;
}

export interface Scene {
  readonly panes: readonly Pane[];
  /** Everything, with room for titles above and numbers beside the pictures. */
  readonly world: Rect;
}

/** A cell of one of the panes: which pane, and which element by its index. */
export interface Spot {
  readonly pane: number;
  readonly index: number;
}

/** Places the panes so that they are drawn large on the canvas. Those of one table row have the same top, those of one
 *  table column the same left side. All corners are whole numbers, so that the cells of all panes share one pixel grid.
 *  Gaps grow with the world, and on a small canvas further, so that there is room for titles and numbers. */
export function layOut(all: readonly Cells[], canvas?: Extent, isSequence = false): Scene {
  const tables = tablesOf(all, isSequence).map((table) => roomy(all, table, canvas));
  const scaleIn = ({ world }: Scene): number => (canvas ? fit(world, canvas, 1).zoom : 0);
  return tables.reduce((best, one) => (scaleIn(one) > scaleIn(best) * clearly ? one : best));
}

/** Another arrangement has to be this much larger to be preferred to the model's own. */
const clearly = 1.15;

/** The place of each picture in the table. */
type Table = readonly { readonly row: number; readonly column: number }[];

/** The tables in which pictures may stand, that of the model first. Pictures of one row or one column may as well stand
 *  in the other direction, and those of a full table below each other; a table with an empty place has a meaning, as
 *  that of A, B and C has. Each picture of a sequence has a row of its own, which has room for its whole caption. */
function tablesOf(all: readonly Cells[], isSequence: boolean): readonly Table[] {
  const own = all.map(({ picture }) => picture.at);
  const isLine = own.every(({ row }) => row === 0) || own.every(({ column }) => column === 0);
  const count = own.length;
  const column = own.map((_, at) => ({ row: at, column: 0 }));
  if (isSequence) return [column];
  if (isLine) return count > 1 ? [own, column, own.map((_, at) => ({ row: 0, column: at }))] : [own];
  const [rows, columns] = [own.map(({ row }) => row), own.map(({ column: at }) => at)];
  return (Math.max(...rows) + 1) * (Math.max(...columns) + 1) === count ? [own, column] : [own];
}

/** The pixels that a title, the last line of a caption and the numbers above take, and the numbers beside. */
const titlePixels = 36;
const captionPixels = 14;
const besidePixels = 40;
/** Wider gaps make everything smaller, so it takes some rounds. */
const rounds = 3;

/** The panes with gaps that are wide enough for what stands in them, once all of it fits on the canvas. */
function roomy(all: readonly Cells[], table: Table, canvas: Extent | undefined): Scene {
  const lines = Math.max(...all.map(({ picture }) => captionLines(picture.caption).length));
  const between = { x: table.some(({ column }) => column > 0), y: table.some(({ row }) => row > 0) };
  let scene = placed(all, table, { x: 0, y: 0 });
  for (let round = 0; canvas && round < rounds; round++) {
    const { zoom } = fit(scene.world, canvas, 1);
    const least = {
      x: between.x ? Math.ceil(besidePixels / zoom) : 0,
      y: between.y ? Math.ceil((titlePixels + Math.min(lines, 1) * captionPixels) / zoom) : 0,
    };
    const next = placed(all, table, least);
    if (next.world.width === scene.world.width && next.world.height === scene.world.height) break;
    scene = next;
  }
  return scene;
}

function placed(all: readonly Cells[], table: Table, least: Point): Scene {
  const at = (pane: number): Table[number] => table[pane] ?? { row: 0, column: 0 };
  const rows = extents(
    all,
    (pane) => at(pane).row,
    ({ grid }) => grid.rows,
  );
  const columns = extents(
    all,
    (pane) => at(pane).column,
    ({ grid }) => grid.columns,
  );
  const total = Math.max(sum(rows), sum(columns));
  const lines = Math.max(...all.map(({ picture }) => captionLines(picture.caption).length));
  const gap = {
    x: Math.max(2, Math.ceil(total / 22), least.x),
    y: Math.max(2, Math.ceil(total / (lines > 1 ? 6 : 11)), least.y),
  };
  const panes = all.map((cells, pane) => ({
    cells,
    x: sum(columns.slice(0, at(pane).column)) + gap.x * at(pane).column,
    y: sum(rows.slice(0, at(pane).row)) + gap.y * at(pane).row,
    width: cells.grid.columns,
    height: cells.grid.rows,
  }));
  const [width, height] = [sum(columns) + gap.x * (columns.length - 1), sum(rows) + gap.y * (rows.length - 1)];
  return { panes, world: { x: -gap.x / 2, y: -gap.y, width: width + gap.x, height: height + gap.y } };
}

function extents(all: readonly Cells[], place: (pane: number) => number, size: (cells: Cells) => number): number[] {
  const out: number[] = [];
  for (const [pane, cells] of all.entries()) out[place(pane)] = Math.max(out[place(pane)] ?? 0, size(cells));
  return Array.from(out, (length) => length ?? 0);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);

/** The cell at a point of the world. Undefined between the panes, and where a strip has ended. */
export function spotAt({ panes }: Scene, { x, y }: Point): Spot | undefined {
  for (const [pane, { cells, ...at }] of panes.entries()) {
    if (x < at.x || y < at.y || x >= at.x + at.width || y >= at.y + at.height) continue;
    const index = cells.grid.indexAt(Math.floor(y - at.y), Math.floor(x - at.x));
    return index < 0 ? undefined : { pane, index };
  }
  return undefined;
}

/** Where a cell stands; undefined for an element of a slice that is not drawn. */
export function placeOf({ panes }: Scene, { pane, index }: Spot): Place | undefined {
  return panes[pane]?.cells.grid.placeOf(index);
}

/** The cell as a rectangle of the world. */
export function rectOf(scene: Scene, spot: Spot): Rect | undefined {
  const pane = scene.panes[spot.pane];
  const place = placeOf(scene, spot);
  return pane && place && { x: pane.x + place.column, y: pane.y + place.row, width: 1, height: 1 };
}

export type Direction =
  'left' | 'right' | 'up' | 'down' | 'row-start' | 'row-end' | 'start' | 'end' | 'page-up' | 'page-down';

/** The number of rows of a page. */
const page = 16;

/** The cell next to another one. It stays where it is at a border. */
export function step(scene: Scene, spot: Spot, direction: Direction): Spot {
  const pane = scene.panes[spot.pane];
  const place = placeOf(scene, spot);
  if (!pane || !place) return spot;
  const [lastRow, lastColumn] = [pane.height - 1, pane.width - 1];
  const { row, column } = moved(place, direction, lastRow, lastColumn);
  const clamp = (n: number, last: number): number => Math.min(Math.max(n, 0), last);
  const index = pane.cells.grid.indexAt(clamp(row, lastRow), clamp(column, lastColumn));
  return index < 0 ? spot : { pane: spot.pane, index };
}

function moved({ row, column }: Place, direction: Direction, lastRow: number, lastColumn: number): Place {
  switch (direction) {
    case 'left':
      return { row, column: column - 1 };
    case 'right':
      return { row, column: column + 1 };
    case 'up':
      return { row: row - 1, column };
    case 'down':
      return { row: row + 1, column };
    case 'row-start':
      return { row, column: 0 };
    case 'row-end':
      return { row, column: lastColumn };
    case 'start':
      return { row: 0, column: 0 };
    case 'end':
      return { row: lastRow, column: lastColumn };
    case 'page-up':
      return { row: row - page, column };
    case 'page-down':
      return { row: row + page, column };
  }
}

/** The element that a cell shows; undefined where its picture does not say. */
export function elementOf({ panes }: Scene, { pane, index }: Spot): Element | undefined {
  const cells = panes[pane]?.cells;
  const number = cells?.elementAt(index);
  return cells?.picture.element && number !== undefined ? { set: cells.picture.element.set, number } : undefined;
}

/** The cells that show an element: in panes of its set, those with its number. */
export function cellsOfElement(scene: Scene, { set, number }: Element): readonly Spot[] {
  return scene.panes.flatMap(({ cells }, pane) =>
    cells.picture.element?.set === set ? indicesOf(cells, number).map((index) => ({ pane, index })) : [],
  );
}

/** The cells that show the same element. The cell itself is among them. */
export function sameElement(scene: Scene, spot: Spot): readonly Spot[] {
  const element = elementOf(scene, spot);
  return element ? cellsOfElement(scene, element) : [spot];
}

/** The largest number of cells among which an element is looked up. */
const mostLookedUp = 1 << 22;
const inverses = new WeakMap<Cells, Map<number, number[]>>();

function indicesOf(cells: Cells, number: number): readonly number[] {
  const { picture, grid } = cells;
  if (picture.accesses) {
    const word = cells.wordOf(number);
    return word === undefined ? [] : [word];
  }
  if (picture.element?.by === 'index') return number < grid.size ? [number] : [];
  if (grid.size > mostLookedUp) return [];
  let inverse = inverses.get(cells);
  if (!inverse) {
    inverse = new Map();
    for (let index = 0; index < grid.size; index++) {
      const element = cells.elementAt(index);
      if (element === undefined) continue;
      const before = inverse.get(element);
      if (before) before.push(index);
      else inverse.set(element, [index]);
    }
    inverses.set(cells, inverse);
  }
  return inverse.get(number) ?? [];
}
