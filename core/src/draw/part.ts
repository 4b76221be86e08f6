// Moves the window through which a picture shows a layout that is too large, and says where it stands. The window moves
// by its own extent, so that no element is in two windows. Draws nothing.
import { grouped } from '../base/collect';
import { say } from '../base/say';
import { add, isIntTuple, number, offset_of, parse, print, size } from '../algebra/index';
import { int, type IntTuple } from '../algebra/leaf';
import type { Part, Picture } from '../views/model';
import { modesOf, readShape } from './grid';
import { readLayout } from './owners';

/** A mode along which the window moves. */
export interface Window {
  readonly mode: number;
  /** How many windows there are, and which one is shown. */
  readonly count: number;
  readonly at: number;
  /** The coordinates of the window: the first and the last. */
  readonly from: number;
  readonly to: number;
  /** The coordinates of a window, and of the mode. */
  readonly extent: number;
  readonly of: number;
}

const extentsOf = (shape: IntTuple): readonly number[] => modesOf(shape).map((mode) => number(size(mode), 'a size'));

export function windowsOf({ part }: Picture): readonly Window[] {
  if (!part) return [];
  return extentsOf(readShape(part.shape)).flatMap((of, mode) => {
    const extent = part.extents[mode] ?? of;
    const from = part.first[mode] ?? 0;
    const to = Math.min(from + extent, of) - 1;
    return extent < of
      ? [{ mode, count: Math.ceil(of / extent), at: Math.floor(from / extent), from, to, extent, of }]
      : [];
  });
}

/** The picture with another window along a mode. */
export function movedTo(picture: Picture, mode: number, at: number): Picture {
  const { part, layout } = picture;
  if (!part || layout === undefined) return picture;
  const first = part.first.map((from, i) => (i === mode ? at * (part.extents[mode] ?? 0) : from));
  const whole = readShape(part.shape);
  const shown = readShape(picture.shape);
  const extents = extentsOf(whole);
  const modes = modesOf(shown).map((shape, i) => {
    const extent = part.extents[i] ?? 0;
    return i === mode ? int(Math.min(extent, (extents[i] ?? 0) - (first[i] ?? 0))) : shape;
  });
  const shape = modesOf(whole) === whole ? modes : (modes[0] ?? shown);
  const strides = readLayout(layout);
  if (strides.is !== 'layout') return picture;
  const start = offset_of({ ...strides, shape: whole }, first.length === 1 ? int(first[0] ?? 0) : first.map(int));
  const base = part.origin === undefined ? int(0) : parse(part.origin);
  return {
    ...picture,
    shape: print(shape),
    layout: print({ ...strides, shape }),
    ...(isIntTuple(base) && { origin: print(add(base, start)) }),
    part: { ...part, first },
  };
}

/** `Elements 1,024 to 2,047 of 65,536 along mode 0, 0 to 1,023 of 32,768 along mode 1.` */
export function partNote(picture: Picture & { readonly part: Part }): string {
  const along = windowsOf(picture).map(
    ({ mode, from, to, of }) => say`${grouped(from)} to ${grouped(to)} of ${grouped(of)} along mode ${mode}`,
  );
  return say`A part of the whole: coordinates ${along.join(', ')}.`;
}
