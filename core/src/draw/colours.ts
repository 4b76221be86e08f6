// The colours of cells: a class for each cell by the reader's choice, and the fills of CuTe's own pictures for the
// classes: pastels that repeat by thread, greys by offset. The text on a fill is black or white, whichever has more
// contrast; every pair has a contrast of 4.5 or more (WCAG AA).
import type { ColourBy } from '../views/model';
import type { Cells } from './cells';

/** Red, green, blue from 0 to 255. */
export type Rgb = readonly [number, number, number];

/** The colours of TikzColor_TV in cute/util/print_latex.hpp. */
const pastels: readonly Rgb[] = [
  [175, 175, 255],
  [175, 255, 175],
  [255, 255, 175],
  [255, 175, 175],
  [210, 210, 255],
  [210, 255, 210],
  [255, 255, 210],
  [255, 210, 210],
];

/** The colours of TikzColor_BWx8 in cute/util/print_latex.hpp: grey by offset. */
const greys: readonly Rgb[] = [0, 40, 20, 60, 10, 50, 30, 70].map((percent) => grey(255 * (1 - percent / 100)));

/** The class of a cell that has nothing to be coloured by: it keeps the background. */
export const noClass = -1;

/** The number of classes of `element` and `bank`, which follow a quantity instead of naming a few things. */
export const rampClasses = 64;
export const bankClasses = 32;

/** The colour class of a cell, or `noClass`. Cells of one class have one colour. */
export function classOf(cells: Cells, index: number, by: ColourBy): number {
  switch (by) {
    case 'none':
      return noClass;
    case 'thread':
      return threadAt(cells, index);
    case 'warp':
      return Math.floor(threadAt(cells, index) / 32);
    case 'value':
      return cells.owners ? cells.owners.valueAt(index) : noClass;
    case 'bank':
      return cells.picture.accesses ? index % bankClasses : (cells.bankAt(index) ?? noClass);
    case 'tile':
      return tileClass(cells, index);
    case 'offset':
      return cells.offsetAt(index) ?? noClass;
    case 'element':
      return elementClass(cells, index);
    case 'phase':
      return cells.access?.at(index)?.phase ?? noClass;
    case 'difference':
      return cells.differs(index) ? 1 : 0;
  }
}

/** The owner that colours a cell: its first owner, or the first lane that touches the word. */
export function ownerOf(cells: Cells, index: number): { readonly thread: number; readonly value: number } | undefined {
  if (cells.owners) return cells.owners.first(index);
  const lane = cells.access?.at(index)?.lanes[0];
  return lane === undefined ? undefined : { thread: lane + (cells.picture.accesses?.firstThread ?? 0), value: 0 };
}

/** The thread, or `noClass` where there is none. Dividing -1 by the warp size and rounding down leaves it -1. */
function threadAt(cells: Cells, index: number): number {
  return cells.owners ? cells.owners.threadAt(index) : (ownerOf(cells, index)?.thread ?? noClass);
}

/** Neighbouring tiles get different colours: each further mode shifts the colour by three steps. */
function tileClass(cells: Cells, index: number): number {
  const region = cells.regionAt(index);
  if (!region) return noClass;
  return region.at.reduce((sum, x, mode) => sum + x * (1 + 2 * mode), 0);
}

/** The position of the element in its set, in steps of the ramp. */
function elementClass(cells: Cells, index: number): number {
  const element = cells.elementAt(index);
  if (element === undefined) return noClass;
  const count = cells.picture.element?.count ?? cells.grid.size;
  return ((Math.floor((element * rampClasses) / Math.max(count, 1)) % rampClasses) + rampClasses) % rampClasses;
}

/** The fill of a class on white paper; undefined for cells that stay white. */
export function fillOf(colourClass: number, by: ColourBy): Rgb | undefined {
  if (colourClass === noClass) return undefined;
  const cycle = (fills: readonly Rgb[]): Rgb | undefined =>
    fills[((colourClass % fills.length) + fills.length) % fills.length];
  switch (by) {
    case 'none':
      return undefined;
    case 'offset':
      return cycle(greys);
    case 'element':
      return ramp(colourClass / (rampClasses - 1));
    case 'bank':
      return ramp(colourClass / (bankClasses - 1));
    case 'difference':
      return colourClass === 0 ? undefined : [255, 150, 120];
    case 'thread':
    case 'value':
    case 'warp':
    case 'tile':
    case 'phase':
      return cycle(pastels);
  }
}

/** A colour ramp from 0 to 1: light violet over green to yellow. It gets lighter all the way, so it can be read
 *  without colours too. */
function ramp(x: number): Rgb {
  const at = Math.min(Math.max(x, 0), 1) * (rampStops.length - 1);
  const [low, high] = [rampStops[Math.floor(at)] ?? grey(255), rampStops[Math.ceil(at)] ?? grey(255)];
  const part = at - Math.floor(at);
  const between = (from: number, to: number): number => Math.round(from + (to - from) * part);
  return [between(low[0], high[0]), between(low[1], high[1]), between(low[2], high[2])];
}
const rampStops: readonly Rgb[] = [
  [150, 140, 235],
  [130, 190, 240],
  [140, 225, 190],
  [200, 240, 150],
  [255, 240, 160],
];

function grey(level: number): Rgb {
  return [Math.round(level), Math.round(level), Math.round(level)];
}

/** Black or white, whichever has more contrast with the fill. */
export function inkOn(fill: Rgb): Rgb {
  const black = grey(0);
  const white = grey(255);
  return contrast(fill, black) >= contrast(fill, white) ? black : white;
}

/** The contrast ratio of WCAG 2, from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminance([r, g, b]: Rgb): number {
  const linear = (x: number): number => (x / 255 <= 0.04045 ? x / 255 / 12.92 : ((x / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

/** `#aabbcc`. */
export function hex(colour: Rgb): string {
  return `#${colour.map((x) => x.toString(16).padStart(2, '0')).join('')}`;
}
