// Cells in rows and columns: which coordinate of a shape stands where, for any rank and any distribution of the modes
// over the two directions. Coordinates are column-major indices, as in CuTe. Does not know what a cell shows.
import { flatten_to_tuple, isInt, isIntTuple, isTuple, number, parse, size } from '../algebra/index';
import type { IntTuple, Leaf } from '../algebra/leaf';
import type { Axes, Part, Printed } from '../views/model';
import { refused, spelled } from '../algebra/errors';

export interface Place {
  readonly row: number;
  readonly column: number;
}

/** One leaf of the modes along a direction: it counts to `extent`, and advances every `step` cells. */
export interface Digit {
  readonly extent: number;
  readonly step: number;
}

export interface Grid {
  readonly rows: number;
  readonly columns: number;
  /** The number of elements of the whole shape, including slices that are not shown. */
  readonly size: number;
  /** Extents of the top-level modes. */
  readonly extents: readonly number[];
  /** The index of a cell is the sum of its row's and its column's index, if the sum is below `end`. */
  readonly rowIndex: Float64Array;
  readonly columnIndex: Float64Array;
  /** The digits, innermost first; at least one. Leaves of extent 1 are left out. A nested border stands where an
   *  outer digit advances. */
  readonly rowDigits: readonly Digit[];
  readonly columnDigits: readonly Digit[];
  /** The index of an element; -1 where there is none: outside, or after the end of a wrapped strip. */
  indexAt(row: number, column: number): number;
  /** The place of an element; undefined for an element of another slice. */
  placeOf(index: number): Place | undefined;
  /** `((1,0),2)`: the coordinate of an element in the profile of the shape. */
  coordinateText(index: number): string;
  /** The index in the whole of which the shape is a part; the index itself where it is none. */
  wholeIndex(index: number): number;
  /** The first coordinates of the rows and of the columns; 0 where the shape is no part. */
  readonly firstRow: number;
  readonly firstColumn: number;
}

/** Reads the shape of a picture. Throws: AlgebraError 'type' for other text, 'symbolic' for an unknown number. */
export function readShape(text: Printed): IntTuple {
  const shape = parse(text);
  if (!isIntTuple(shape) || shape.is === 'basis' || shape.is === 'underscore')
    throw refused('type')`${{ text }} is not a shape`;
  return shape;
}

export const modesOf = (t: IntTuple): readonly IntTuple[] => (isTuple(t) ? t : [t]);

/** The largest number of cells that are laid out. */
const mostCells = 1 << 22;

/** The extents of the top-level modes of a shape that can be drawn. Throws: AlgebraError 'symbolic' for an unknown
 *  number, 'range' for a negative extent or for more than `most` cells. */
export function drawnExtents(text: Printed, axes: Axes, most = mostCells): readonly number[] {
  const extents = modesOf(readShape(text)).map((mode) => number(size(mode), 'a size'));
  const negative = extents.find((extent) => !(extent >= 0));
  if (negative !== undefined) throw refused('range')`a shape with the extent ${{ negative }} has no cells to draw`;
  // A mode of extent 0 leaves no cells, but the other direction keeps its length.
  const cells = [...axes.rows, ...axes.columns].reduce((all, mode) => all * Math.max(1, extents[mode] ?? 1), 1);
  if (cells > most) throw refused('limit')`${{ extents: spelled(byEach, extents) }} are too many cells to draw`;
  return extents;
}

/** Distributes the modes of a shape over the two directions. Throws: AlgebraError as `drawnExtents` does. */
export function gridOf(text: Printed, axes: Axes, part?: Part): Grid {
  const shape = readShape(text);
  const extents = drawnExtents(text, axes);
  const strides = stridesOf(extents);
  const total = extents.reduce((all, extent) => all * extent, 1);
  const fixed = extents.reduce(
    (sum, _, mode) => sum + (isDrawn(axes, mode) ? 0 : (axes.fixed[mode] ?? 0) * (strides[mode] ?? 0)),
    0,
  );
  const across = indices(axes.columns, extents, strides);
  const wrap = axes.rows.length === 0 && axes.wrap !== undefined && axes.wrap < across.length ? axes.wrap : undefined;
  const [down, right] = wrap === undefined ? [indices(axes.rows, extents, strides), across] : wrapped(across, wrap);
  const rowIndex = down.map((index) => index + fixed);
  const end = fixed + (across[across.length - 1] ?? 0);
  const digitsOf = (modes: readonly number[]): Digit[] => digits(modes.map((mode) => modesOf(shape)[mode] ?? []));
  return {
    rows: rowIndex.length,
    columns: right.length,
    size: total,
    extents,
    rowIndex,
    columnIndex: right,
    rowDigits: wrap === undefined ? digitsOf(axes.rows) : [{ extent: rowIndex.length, step: 1 }],
    columnDigits:
      wrap === undefined ? digitsOf(axes.columns) : digitsOf(axes.columns).filter(({ step }) => step < wrap),
    indexAt: (row, column) => {
      const index = (rowIndex[row] ?? NaN) + (right[column] ?? NaN);
      return Number.isNaN(index) || (wrap !== undefined && index > end) ? -1 : index;
    },
    placeOf: (index) => {
      const at = extents.map((extent, mode) => Math.floor(index / (strides[mode] ?? 1)) % extent);
      if (index < 0 || index >= total || at.some((x, mode) => !isDrawn(axes, mode) && x !== (axes.fixed[mode] ?? 0)))
        return undefined;
      const [row, column] = [position(axes.rows, at, extents), position(axes.columns, at, extents)];
      return wrap === undefined ? { row, column } : { row: Math.floor(column / wrap), column: column % wrap };
    },
    ...namesIn(shape, extents, part),
    firstRow: wrap === undefined ? firstAlong(axes.rows, part) : 0,
    firstColumn: wrap === undefined ? firstAlong(axes.columns, part) : 0,
  };
}

/** The names of an element: in the shape, or in the whole that it is a part of. */
function namesIn(
  shape: IntTuple,
  extents: readonly number[],
  part: Part | undefined,
): Pick<Grid, 'coordinateText' | 'wholeIndex'> {
  if (!part) return { coordinateText: (index) => coordinateText(shape, index), wholeIndex: (index) => index };
  const whole = readShape(part.shape);
  const wholeStrides = stridesOf(modesOf(whole).map((mode) => number(size(mode), 'a size')));
  const strides = stridesOf(extents);
  const wholeIndex = (index: number): number =>
    extents.reduce((sum, extent, mode) => {
      const at = (Math.floor(index / (strides[mode] ?? 1)) % extent) + (part.first[mode] ?? 0);
      return sum + at * (wholeStrides[mode] ?? 0);
    }, 0);
  return { coordinateText: (index) => coordinateText(whole, wholeIndex(index)), wholeIndex };
}

const firstAlong = (modes: readonly number[], part: Part | undefined): number =>
  modes.length === 1 ? (part?.first[modes[0] ?? 0] ?? 0) : 0;

const isDrawn = ({ rows, columns }: Axes, mode: number): boolean => rows.includes(mode) || columns.includes(mode);

/** Column-major strides of the top-level modes. */
export function stridesOf(extents: readonly number[]): readonly number[] {
  let step = 1;
  return extents.map((extent) => {
    const stride = step;
    step *= extent;
    return stride;
  });
}

/** The contribution of each position along a direction to the index. */
function indices(modes: readonly number[], extents: readonly number[], strides: readonly number[]): Float64Array {
  const out = new Float64Array(modes.reduce((all, mode) => all * (extents[mode] ?? 1), 1));
  for (let at = 0; at < out.length; at++) {
    let rest = at;
    let index = 0;
    for (const mode of modes) {
      const extent = extents[mode] ?? 1;
      index += (rest % extent) * (strides[mode] ?? 0);
      rest = Math.floor(rest / extent);
    }
    out[at] = index;
  }
  return out;
}

/** Breaks a strip into rows of `wrap` cells. Its indices must be affine in the row, which holds for one mode and for
 *  all modes in order. */
function wrapped(strip: Float64Array, wrap: number): readonly [Float64Array, Float64Array] {
  const rows = Float64Array.from({ length: Math.ceil(strip.length / wrap) }, (_, row) => strip[row * wrap] ?? 0);
  return [rows, strip.slice(0, wrap)];
}

function position(modes: readonly number[], at: readonly number[], extents: readonly number[]): number {
  return [...modes].reverse().reduce((sum, mode) => sum * (extents[mode] ?? 1) + (at[mode] ?? 0), 0);
}

function digits(modes: readonly IntTuple[]): Digit[] {
  const leaves = modes.flatMap((mode) => [...flatten_to_tuple<Leaf>(mode)]).map(sizeOf);
  let step = 1;
  const all = leaves.map((extent) => {
    const digit = { extent, step };
    step *= extent;
    return digit;
  });
  const moving = all.filter(({ extent }) => extent > 1);
  return moving.length > 0 ? moving : [{ extent: 1, step: 1 }];
}

const byEach = (extents: readonly number[]): string => extents.join(' × ');

function sizeOf(leaf: Leaf): number {
  if (isInt(leaf)) return number(leaf, 'a size');
  throw refused('type')`${{ leaf }} is not a size`;
}

function coordinateText(shape: IntTuple, index: number): string {
  let rest = index;
  const walk = (t: IntTuple): string => {
    if (isTuple(t)) return `(${t.map(walk).join(',')})`;
    const extent = sizeOf(t);
    const at = rest % extent;
    rest = (rest - at) / extent;
    return String(at);
  };
  return walk(shape);
}
