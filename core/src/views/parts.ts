// Functions that several views use: layouts in printed form, the corner of a layout that is too large, the distribution
// of modes over rows and columns.
import { say, words } from '../base/say';
import { elementAt, present } from '../base/assert';
import { known } from '../algebra/errors';
import { cosize, flatten_to_tuple, is_layout, isTuple, number, print, size } from '../algebra/index';
import { int, type IntTuple, type Leaf } from '../algebra/leaf';
import type { AnyLayout, Layout } from '../algebra/types';
import { isTensor, isA } from '../values/convert';
import { spellType } from '../values/print';
import { bitsOfStep } from '../values/pointer';
import type { MemorySpace, Tensor, Value } from '../values/value';
import type { Part, Axes, Memory, Picture, Printed, Space } from './model';

/** The layout of a value: the layout itself, or that of a tensor. */
export function layoutOfValue(value: Value): AnyLayout | undefined {
  if (isTensor(value)) return value.layout;
  return is_layout(value) ? value : undefined;
}

/** What is drawn of a value: its layout, and the shape of the layout's domain. */
export interface Drawn {
  readonly layout: AnyLayout;
  readonly shape: IntTuple;
}

/** The parts that are drawn; undefined for a value without a layout, or whose layout has no shape. */
export function drawnOf(value: Value): Drawn | undefined {
  const layout = layoutOfValue(value);
  const domain = layout && domainOf(layout);
  return layout && domain && { layout, shape: domain.shape };
}

/** The same for a value that is known to have them. */
export function drawnIn(value: Value): Drawn {
  return present(drawnOf(value), 'only a layout or a tensor with a shape is drawn');
}

/** The layout inside a composed one, whose shape is the domain; undefined where the inner part is a swizzle alone. */
export function domainOf(layout: AnyLayout): Layout | undefined {
  if (layout.is === 'layout') return layout;
  return layout.b.is === 'swizzle' ? undefined : domainOf(layout.b);
}

export const modesOf = (t: IntTuple): readonly IntTuple[] => (isTuple(t) ? t : [t]);

/** Extents of the top-level modes. Throws: AlgebraError 'symbolic'. */
export function extentsOf(shape: IntTuple): readonly number[] {
  return modesOf(shape).map((mode) => number(size(mode), words`a size`));
}

/** Extents of a picture, in words: `8 by 16`. */
export function byText(extents: readonly number[]): string {
  return extents.join(say` by `);
}

/** The form that CuTe prints. Throws: AlgebraError 'symbolic' for an unknown number. */
export function printed(t: IntTuple | AnyLayout): Printed {
  checkKnown(t);
  return print(t);
}

function checkKnown(t: IntTuple | AnyLayout): void {
  if (t.is === 'layout') [t.shape, t.stride].forEach(checkKnown);
  else if (t.is === 'composed') [t.a, t.b].forEach((part) => part.is !== 'swizzle' && checkKnown(part));
  else
    for (const leaf of flatten_to_tuple<Leaf>(t)) {
      if (leaf.is === 'dynamic') number(leaf, say`a number of the layout`);
      if (leaf.is === 'basis') checkKnown(leaf.n);
    }
}

/** Further modes are drawn as pictures side by side up to this many cells and slices; beyond, the reader chooses a
 *  slice. */
const mostSmallMultiples = { cells: 8192, slices: 16 };
/** A longer strip is broken into rows. */
const longestStrip = 32;

/** Mode 0 goes down and mode 1 across, as in print_latex. A layout of one mode is a strip; further modes give
 *  pictures side by side, or slices. */
export function axesOf(shape: IntTuple): Axes {
  const extents = extentsOf(shape);
  const fixed = extents.map(() => 0);
  if (extents.length < 2) {
    const length = extents[0] ?? 1;
    return {
      rows: [],
      columns: extents.length === 0 ? [] : [0],
      fixed,
      ...(length > longestStrip && { wrap: wrapOf(shape) }),
    };
  }
  const slices = extents.slice(2).reduce((all, extent) => all * extent, 1);
  const cells = slices * (extents[0] ?? 1) * (extents[1] ?? 1);
  const isSmall = slices <= mostSmallMultiples.slices && cells <= mostSmallMultiples.cells;
  return { rows: [0], columns: isSmall ? extents.map((_, mode) => mode).slice(1) : [1], fixed };
}

/** The length of a row of a strip. Rows end where a nested mode ends, if one has a suitable length; otherwise rows
 *  are equally long if possible. */
function wrapOf(shape: IntTuple): number {
  const isGood = (length: number): boolean => length >= 8 && length <= longestStrip;
  const leaves = flatten_to_tuple<Leaf>(shape).map((leaf) => number(size(leaf), words`a size`));
  const ends = leaves.map((_, at) => leaves.slice(0, at + 1).reduce((product, extent) => product * extent, 1));
  const whole = ends[ends.length - 1] ?? 1;
  const divisors = Array.from({ length: longestStrip }, (_, at) => at + 1).filter((length) => whole % length === 0);
  return [...ends].reverse().find(isGood) ?? [...divisors].reverse().find(isGood) ?? longestStrip;
}

/** The part of a layout that fits into a picture. The drawn modes are cut, the longer direction first. */
export interface Corner {
  readonly layout: AnyLayout;
  /** Tells the reader what is left out; undefined where nothing is. */
  readonly note?: string;
  /** Where other parts can be shown. */
  readonly part?: Omit<Part, 'note' | 'origin'>;
}

export function cornerOf(layout: AnyLayout, axes: Axes, mostCells: number): Corner {
  const domain = domainOf(layout);
  if (!domain) return { layout };
  const full = extentsOf(domain.shape);
  const drawn = [...axes.rows, ...axes.columns];
  const cut = [...full];
  // A direction keeps its length if the other one has no coordinate.
  const cells = (): number => drawn.reduce((all, mode) => all * Math.max(1, cut[mode] ?? 1), 1);
  while (cells() > mostCells) {
    const largest = drawn.reduce((best, mode) => ((cut[mode] ?? 1) > (cut[best] ?? 1) ? mode : best), drawn[0] ?? 0);
    cut[largest] = Math.ceil((cut[largest] ?? 1) / 2);
  }
  if (full.every((extent, mode) => extent === cut[mode])) return { layout };
  const total = full.reduce((all, extent) => all * extent, 1);
  const modes = modesOf(domain.shape).map((mode, i) => clippedMode(mode, cut[i] ?? 1));
  const shape = asModesOf(domain.shape, modes);
  const shown = extentsOf(shape);
  const part = partOf(layout, axes, shown);
  return {
    layout: withShape(layout, shape),
    ...(part && { part }),
    note: say`The whole has ${full.join(' × ')} = ${total.toLocaleString('en')} elements. This is its corner of ${shown.join(' × ')}, from coordinate 0 on.`,
  };
}

/** The window that shows the corner of a plain layout. It moves along modes without inner modes that have a direction
 *  for themselves, where the numbers beside the cells can say so. */
function partOf(layout: AnyLayout, { rows, columns }: Axes, shown: readonly number[]): Corner['part'] {
  if (layout.is !== 'layout') return undefined;
  const whole = extentsOf(layout.shape);
  const moves = (mode: number): boolean =>
    !isTuple(elementAt(modesOf(layout.shape), mode)) &&
    [rows, columns].some((direction) => direction.length === 1 && direction[0] === mode);
  const extents = whole.map((extent, mode) => (moves(mode) ? (shown[mode] ?? extent) : extent));
  return extents.every((extent, mode) => extent === whole[mode])
    ? undefined
    : { shape: printed(layout.shape), first: whole.map(() => 0), extents };
}

/** A mode cut to at most `extent` coordinates: whole inner modes, and as much of the next one as fits. */
function clippedMode(shape: IntTuple, extent: number): IntTuple {
  if (number(size(shape), words`a size`) <= extent) return shape;
  if (!isTuple(shape)) return int(extent);
  let left = extent;
  return shape.map((mode) => {
    const whole = number(size(mode), words`a size`);
    const cut = clippedMode(mode, Math.max(1, Math.min(left, whole)));
    left = Math.floor(left / whole);
    return cut;
  });
}

/** The layout over whole tiles. `bounds` are the extents of the original; undefined where its tiles end with it.
 *  Nested modes are left unchanged. */
export function roundedUp(
  layout: AnyLayout,
  tile: readonly number[],
): { readonly layout: AnyLayout; readonly bounds?: readonly number[] } {
  const domain = domainOf(layout);
  if (!domain) return { layout };
  const bounds = extentsOf(domain.shape);
  const modes = modesOf(domain.shape).map((mode, i) => {
    const whole = Math.ceil((bounds[i] ?? 1) / (tile[i] ?? 1)) * (tile[i] ?? 1);
    return isTuple(mode) || whole === bounds[i] ? mode : int(whole);
  });
  if (modes.every((mode, i) => mode === modesOf(domain.shape)[i])) return { layout };
  return { layout: withShape(layout, asModesOf(domain.shape, modes)), bounds };
}

/** The modes as a shape with the profile of `like`, which may be a single integer. */
function asModesOf(like: IntTuple, modes: readonly IntTuple[]): IntTuple {
  return isTuple(like) ? modes : elementAt(modes, 0);
}

function withShape(layout: AnyLayout, shape: IntTuple): AnyLayout {
  if (layout.is === 'layout') return { ...layout, shape };
  return layout.b.is === 'swizzle' ? layout : { ...layout, b: withShape(layout.b, shape) };
}

const spaces: Readonly<Partial<Record<MemorySpace, Space>>> = {
  gmem: 'gmem',
  smem: 'smem',
  rmem: 'rmem',
  tmem: 'tmem',
  generic: 'generic',
};

/** The memory of a tensor; undefined for coordinates and counting iterators, and where the width of an element is
 *  not known. */
export function memoryOf({ data, owning }: Tensor): Memory | undefined {
  const space = owning ? 'rmem' : spaces[data.space];
  const width = known(() => bitsOfStep(data));
  if (space === undefined || width === undefined) return undefined;
  return {
    space,
    widthBits: width,
    element: spellType(data.element),
    ...(data.swizzle && { swizzle: print(data.swizzle) }),
  };
}

/** The start of a tensor, if it is known and not 0. */
export function originOf(value: Value): Printed | undefined {
  if (!isTensor(value) || value.owning) return undefined;
  const { offset } = value.data;
  if (isA(offset, 'unknown')) return undefined;
  return known(() => {
    const text = printed(offset);
    return /[1-9]/.test(text) ? text : undefined;
  });
}

/** The parts of a picture that depend on the value and not on its layout. */
export function dataOf(value: Value): Pick<Picture, 'memory' | 'origin'> {
  const memory = isTensor(value) ? memoryOf(value) : undefined;
  const origin = originOf(value);
  return { ...(memory && { memory }), ...(origin !== undefined && { origin }) };
}

/** The name of the memory that offsets count in: the name in the program, if a tensor points into named memory. */
export function setOf(value: Value): string {
  if (!isTensor(value)) return 'offset';
  if (value.owning) return 'registers';
  return value.data.base === undefined ? value.data.space : `${value.data.space} ${value.data.base}`;
}

/** The largest offset plus one, over which colours are spread. */
export function cosizeOf(layout: AnyLayout): number | undefined {
  const domain = domainOf(layout);
  return domain && known(() => number(cosize(domain)));
}
