// The cells of a picture: the offset, coordinate, owners, tile, bank and colour class of each element, computed on
// demand from the layouts of the model. No other file computes them: the panel, SVG, TikZ, text and tests read cells
// here. An element is named by its column-major index in the picture's shape.
import { say } from '../base/say';
import { numberAt } from '../base/assert';
import {
  add,
  compile,
  flatten_to_tuple,
  isIntTuple,
  number,
  offset_of,
  parse,
  print,
  product,
  shapeOf,
  type Printed as Value,
} from '../algebra/index';
import { refused, unlessRefused } from '../algebra/errors';
import { int, isBasis, isInt, type Basis, type Leaf } from '../algebra/leaf';
import type { AnyLayout } from '../algebra/types';
import { bankOf } from '../access/index';
import type { Moment, Owners, Picture, Printed, Selection, Tiles, ViewModel } from '../views/model';
import { accessTable, type AccessTable } from './accesses';
import { drawnExtents, gridOf, modesOf, stridesOf, type Grid } from './grid';
import { checkOwners, ownerTable, readLayout, tiling, type OwnerTable } from './owners';
import { applied, readSwizzle } from './swizzle-bits';

/** The largest number of elements among which repeated offsets are looked for. */
const mostForRepeats = 1 << 21;

/** The largest number of modes of a coordinate that a cell shows. */
const mostModes = 64;

export interface Region {
  /** The number of the region. A border is drawn between neighbouring cells whose numbers differ. */
  readonly number: number;
  readonly text: string;
  /** The coordinate of the region by mode. */
  readonly at: readonly number[];
}

export interface Cells {
  readonly picture: Picture;
  readonly grid: Grid;
  readonly owners?: OwnerTable;
  readonly access?: AccessTable;
  /** False for an element beyond the bounds, which is drawn hatched. */
  isInside(index: number): boolean;
  /** True for an element that has a colour and a label: one inside, or one beyond that a thread accesses. */
  isFilled(index: number): boolean;
  /** The offset in elements from the base; undefined without a layout, and where the layout's values are
   *  coordinates. */
  offsetAt(index: number): number | undefined;
  /** The offset as text, or the coordinate where the layout's values are coordinates; empty without a layout. */
  offsetText(index: number): string;
  /** The byte address from the base, after the swizzle of the pointer. */
  addressAt(index: number): number | undefined;
  /** The bank, from 0 to 31. */
  bankAt(index: number): number | undefined;
  regionAt(index: number): Region | undefined;
  /** True if another coordinate has the same offset. False where there are too many elements to tell. */
  isShared(index: number): boolean;
  /** The number of the element in its set. Equal numbers mean the same element. */
  elementAt(index: number): number | undefined;
  /** In a picture of words, the index of the word that holds an element. */
  wordOf(element: number): number | undefined;
  /** The elements that the model marks. */
  readonly marked: ReadonlySet<number>;
  /** True if the offset or the owners differ from those in the picture that it is compared with. */
  differs(index: number): boolean;
}

/** Throws what laying out the cells would throw: AlgebraError for a model that is not well formed or too large.
 *  `most` is the largest number of cells of one picture. */
export function checkDrawable({ pictures }: ViewModel, most?: number): void {
  for (const { shape, axes, owners, tiles, layout, origin } of pictures) {
    const extents = drawnExtents(shape, axes, most);
    if (layout !== undefined) checkLayout(readLayout(layout), originOf(origin));
    if (owners) checkOwners(owners, extents);
    const size = extents.reduce((all, extent) => all * extent, 1);
    if (tiles?.is === 'layout') checkOwners(scatteredOwners(tiles.layout, size), [size]);
  }
}

function checkLayout(layout: AnyLayout, origin: Value): void {
  offsetsOf(layout, origin);
  const modes = basesOf(layout).reduce((most, { path }) => Math.max(most, ...path.map((mode) => mode + 1)), 0);
  if (modes > mostModes)
    throw refused('limit')`coordinates of ${{ modes }} modes are not drawn; ${{ mostModes }} are the most`;
}

/** The cells of all pictures of a model, in order. Throws: AlgebraError for a model that is not well formed. */
export function cellsOf(model: ViewModel, selection: Selection | undefined = model.selection): readonly Cells[] {
  const made: Cells[] = [];
  for (const picture of model.pictures)
    made.push(pictureCells(picture, selection, (id) => made.find((one) => one.picture.id === id)));
  return made;
}

const originOf = (origin: string | undefined): Value => (origin === undefined ? int(0) : parse(origin));

function pictureCells(
  picture: Picture,
  selection: Selection | undefined,
  other: (id: string) => Cells | undefined,
): Cells {
  const grid = gridOf(picture.shape, picture.axes, picture.part);
  const layout = picture.layout === undefined ? undefined : readLayout(picture.layout);
  const origin = originOf(picture.origin);
  const { offsets } = picture;
  const offsetAt = offsets ? (index: number): number | undefined => offsets[index] : offsetsOf(layout, origin);
  const addressAt = addressesOf(picture, offsetAt);
  const moment = momentOf(picture, selection);
  const marked = new Set(moment?.marked ?? picture.marked);
  const owners =
    picture.owners && ownerTable(moment ? { ...picture.owners, tv: moment.held } : picture.owners, grid.extents);
  const isInside = insideOf(picture.bounds, grid.extents);
  const cells: Cells = {
    picture,
    grid,
    ...(owners && { owners }),
    ...(picture.accesses && { access: accessTable(picture.accesses, selection?.instruction ?? 0) }),
    isInside,
    isFilled: (index) => isInside(index) || (moment !== undefined && (owners?.threadAt(index) ?? -1) >= 0),
    offsetAt,
    offsetText: (index) => (offsets ? String(offsets[index] ?? '') : offsetText(layout, origin, offsetAt, index)),
    addressAt,
    bankAt: (index) => {
      const address = addressAt(index);
      return address === undefined ? undefined : bankOf(address);
    },
    regionAt: regionsOf(picture, grid),
    isShared: lazily(() => sharedOf(grid.size, isInside, offsetAt)),
    elementAt: elementsOf(picture, grid.wholeIndex, offsetAt),
    wordOf: wordsOf(picture),
    marked,
    differs: (index) => {
      const reference = picture.differsFrom === undefined ? undefined : other(picture.differsFrom);
      return reference !== undefined && differ(cells, reference, index);
    },
  };
  return cells;
}

/** The moment that the reader chose, or the nearest one there is. */
function momentOf({ moments }: Picture, selection: Selection | undefined): Moment | undefined {
  return moments?.[Math.min(selection?.instruction ?? 0, moments.length - 1)];
}

const lazily = <A, B>(make: () => (a: A) => B): ((a: A) => B) => {
  let made: ((a: A) => B) | undefined;
  return (a) => (made ??= make())(a);
};

function offsetsOf(layout: AnyLayout | undefined, origin: Value): (index: number) => number | undefined {
  if (!layout || hasBases(layout) || !isIntTuple(origin) || !isInt(origin)) return () => undefined;
  const f = compile(layout);
  const start = number(origin, say`where the tensor starts`);
  return (index) => start + f(index);
}

export const hasBases = (layout: AnyLayout): boolean => basesOf(layout).length > 0;

/** The scaled bases among the strides of a layout. */
function basesOf(layout: AnyLayout): readonly Basis[] {
  if (layout.is === 'layout') return flatten_to_tuple<Leaf>(layout.stride).filter(isBasis);
  return [layout.a, layout.b].flatMap((part) => (part.is === 'swizzle' ? [] : basesOf(part)));
}

function offsetText(
  layout: AnyLayout | undefined,
  origin: Value,
  offsetAt: (index: number) => number | undefined,
  index: number,
): string {
  if (!layout) return '';
  const offset = offsetAt(index);
  return offset === undefined ? coordinateAt(layout, origin, index) : String(offset);
}

/** An offset that no int can hold leaves its own cell empty; the other cells are drawn. */
function coordinateAt(layout: AnyLayout, origin: Value, index: number): string {
  if (!isIntTuple(origin)) return '?';
  return unlessRefused(
    () => print(add(origin, offset_of(layout, int(index)))).replaceAll('_', ''),
    () => '?',
  );
}

function addressesOf(
  { memory }: Picture,
  offsetAt: (index: number) => number | undefined,
): (index: number) => number | undefined {
  if (!memory) return () => undefined;
  const swizzle = memory.swizzle === undefined ? undefined : readSwizzle(memory.swizzle);
  return (index) => {
    const offset = offsetAt(index);
    if (offset === undefined) return undefined;
    const address = Math.floor((offset * memory.widthBits) / 8);
    return swizzle && address >= 0 ? applied(swizzle, address) : address;
  };
}

function elementsOf(
  { element }: Picture,
  wholeIndex: (index: number) => number,
  offsetAt: (index: number) => number | undefined,
): (index: number) => number | undefined {
  if (element === undefined) return () => undefined;
  if (element.by === 'index') return wholeIndex;
  if (element.through === undefined) return offsetAt;
  const through = compile(readLayout(element.through));
  return (index) => {
    const at = offsetAt(index);
    return at === undefined ? undefined : through(at);
  };
}

/** The first word of an element; undefined for an element in a line that no lane touches. */
function wordsOf(picture: Picture): (element: number) => number | undefined {
  const { accesses } = picture;
  if (!accesses || !picture.memory) return () => undefined;
  const addressOf = addressesOf(picture, (element) => element);
  const rowOf = new Map(accesses.lines.map((line, row) => [line, row]));
  return (element) => {
    const address = addressOf(element);
    const row = address === undefined ? undefined : rowOf.get(Math.floor(address / 128));
    return address === undefined || row === undefined ? undefined : row * 32 + Math.floor((address % 128) / 4);
  };
}

function insideOf(bounds: readonly number[] | undefined, extents: readonly number[]): (index: number) => boolean {
  if (!bounds) return () => true;
  const strides = stridesOf(extents);
  return (index) =>
    extents.every((extent, mode) => Math.floor(index / (strides[mode] ?? 1)) % extent < (bounds[mode] ?? extent));
}

/** True if regions have borders of their own. Where every region is one cell, the lines between cells are enough. */
export function hasRegions({ tiles }: Picture): boolean {
  return tiles !== undefined && !(tiles.is === 'extents' && tiles.extents.every((extent) => extent === 1));
}

function regionsOf({ tiles }: Picture, grid: Grid): (index: number) => Region | undefined {
  if (!tiles) return () => undefined;
  return tiles.is === 'extents' ? cutByMode(tiles, grid.extents) : lazily(() => scattered(tiles.layout, grid.size));
}

function cutByMode(tiles: Tiles & { is: 'extents' }, extents: readonly number[]): (index: number) => Region {
  const { counts, which } = tiling(tiles.extents, extents);
  const region = numbered(tiles.counts ?? counts, tiles.first);
  return (index) => region(which(index));
}

/** The regions by their numbers, of which there are so many in each mode. */
function numbered(counts: readonly number[], first: readonly number[] = []): (number: number) => Region {
  const strides = stridesOf(counts);
  return (number) => {
    const at = counts.map((count, mode) => (Math.floor(number / (strides[mode] ?? 1)) % count) + (first[mode] ?? 0));
    return { number, at, text: at.length === 1 ? String(at[0]) : `(${at.join(',')})` };
  };
}

/** The inverse of a layout from `(within, which)` to the index. */
const scatteredOwners = (layout: Printed, size: number): Owners => ({
  tv: print(readLayout(layout)),
  tile: [size],
  names: { thread: '', value: '' },
});

function scattered(layout: Printed, size: number): (index: number) => Region | undefined {
  const table = ownerTable(scatteredOwners(layout, size), [size]);
  const [, which = int(1)] = modesOf(shapeOf(readLayout(layout)));
  const region = numbered(modesOf(which).map((mode) => number(product(mode), say`how many tiles there are`)));
  return (index) => {
    const found = table.first(index);
    return found && region(found.value);
  };
}

function sharedOf(
  size: number,
  isInside: (index: number) => boolean,
  offsetAt: (index: number) => number | undefined,
): (index: number) => boolean {
  if (size > mostForRepeats || offsetAt(0) === undefined) return () => false;
  const offsets = Float64Array.from({ length: size }, (_, index) => (isInside(index) ? (offsetAt(index) ?? NaN) : NaN));
  const sorted = offsets.slice().sort();
  const repeated = new Set<number>();
  for (let i = 1; i < size; i++) if (sorted[i] === sorted[i - 1]) repeated.add(numberAt(sorted, i));
  return repeated.size === 0 ? () => false : (index) => repeated.has(offsets[index] ?? NaN);
}

function differ(one: Cells, other: Cells, index: number): boolean {
  if (one === other) return false;
  if (index >= other.grid.size || one.isInside(index) !== other.isInside(index)) return true;
  if (one.offsetText(index) !== other.offsetText(index)) return true;
  if (!one.owners || !other.owners) return false;
  // Only recorded threads can differ.
  const wasAsked = (thread: number): boolean =>
    [one, other].every(
      ({ picture: { owners: { tv = '' } = {} } }) => typeof tv === 'string' || (tv[thread] ?? []).length > 0,
    );
  const owners = ({ owners }: Cells): string =>
    (owners?.all(index) ?? [])
      .filter(({ thread }) => wasAsked(thread))
      .map(({ thread, value }) => `${thread}.${value}`)
      .join();
  return owners(one) !== owners(other);
}
