// Where the elements of a part of a tensor are in the whole that `make_tensor` made. Tiles are rounded up, so that a
// part may reach past the end of a mode of the whole, and neither its own shape nor its addresses tell. So for each
// tensor in memory there is one of the same shape whose offsets are coordinates of the whole: whatever function makes a
// part of the tensor makes the same part of that one. It is made when somebody asks for it, and it is dropped where a
// function does not do the same with both. Parts are known by the offset of their pointer, which is an object of its
// own.
import { spend } from '../../base/meter';
import { isTuple as isIntTuple, numbersOf, size } from '../../algebra/index';
import { compile, type FlatLayout } from '../../algebra/compile';
import { unlessRefused } from '../../algebra/errors';
import { dyn, int, isInt, type IntTuple } from '../../algebra/leaf';
import type { AnyLayout, Layout } from '../../algebra/types';
import { anew, isOffset } from '../../values/pointer';
import type { Element, Pointer, Tensor, TensorMade, Value } from '../../values/value';
import type { Simt } from '../state/simt';
import { isTuple } from '../values/inspect';
import { bytesOf, placesOf } from './addresses';

/** What is known of a part. */
export interface Part {
  readonly whole: Whole;
  /** The layout of the part; absent for a single element. */
  readonly layout: AnyLayout | undefined;
  /** How many functions made it. */
  readonly depth: number;
  /** The same part of the tensor of coordinates. */
  readonly counted: () => Counted | undefined;
  /** Whether it surely is within the whole, for all threads. */
  readonly isInside: () => boolean;
}

/** A tensor of `make_tensor`, and how coordinates in it are told by one number: each mode counts in units of its own,
 *  which leave room for coordinates far outside. */
export interface Whole {
  readonly made: TensorMade;
  readonly flat: FlatLayout;
  /** The modes of several elements, by their numbers in the flat layout. */
  readonly modes: readonly number[];
  readonly units: readonly number[];
}

type Counted = Tensor | Element;

/** The parts that are known, by the offset of their pointer. */
const parts = new WeakMap<object, Part>();

/** The bits of a number that is exact, with its sign. */
const exactBits = 52;
/** A part that more functions made is not followed. */
const mostDepth = 64;

// ---- Parts of tensors -----------------------------------------------------------------------------------------------

/** The whole that `make_tensor` makes. */
export function whole(simt: Simt, made: TensorMade, value: Tensor): Tensor {
  return unlessRefused(
    () => {
      const inner = plainPart(value.layout);
      if (!inner) return value;
      const flat = numbersOf(inner);
      const modes = [...flat.shape.keys()].filter((i) => (flat.shape[i] ?? 0) > 1 && flat.stride[i] !== 0);
      const units = unitsOf(modes.map((i) => flat.shape[i] ?? NaN));
      if (!units) return value;
      const of = { made, flat, modes, units };
      const counted = { ...inner, stride: countedStride(inner, of) };
      return known(simt, value, of, 0, () => ({
        ...value,
        data: { ...anew(value.data), offset: dyn(0, undefined, 64) },
        layout: counted,
      }));
    },
    () => value,
  );
}

/** What a function of the library makes of a tensor: `again` calls it with other arguments. */
export function partOf(
  simt: Simt,
  args: readonly Value[],
  value: Value,
  again: (args: readonly Value[]) => Value,
): Value {
  const data = pointerIn(value);
  if (!data?.through || isTuple(value)) return value;
  const from = args.flatMap((arg, i) => (pointerIn(arg)?.through === data.through ? [i] : []));
  const [at] = from;
  const source = at === undefined ? undefined : args[at];
  const of = from.length === 1 && source !== undefined ? partAt(source) : undefined;
  if (!of || of.depth === mostDepth) return value;
  if (value.is === 'element' && !data.beyond && of.isInside()) return value;
  const made = (): Value | undefined => {
    const counted = of.counted();
    return (
      counted &&
      unlessRefused(
        () => again(args.map((arg, i) => (i === at ? counted : arg))),
        () => undefined,
      )
    );
  };
  return known(simt, value, of.whole, of.depth + 1, made);
}

/** The part that a tensor or an element is; undefined where it is of none, or where that is not known. */
export function partAt(value: Value): Part | undefined {
  const data = pointerIn(value);
  const part = data && parts.get(data.offset);
  const layout = !isTuple(value) && value.is === 'tensor' ? value.layout : undefined;
  return part?.layout === layout && part?.whole.made === data?.through ? part : undefined;
}

/** Whether a value is a tensor in memory, or an element of one. */
export function isInMemory(value: Value): boolean {
  return pointerIn(value)?.through !== undefined;
}

function pointerIn(value: Value): Pointer | undefined {
  if (isTuple(value)) return undefined;
  return value.is === 'tensor' ? value.data : value.is === 'element' ? value.pointer : undefined;
}

/** The value with an offset of its own, by which the part that it is can be found. */
function known<T extends Value>(simt: Simt, value: T, whole: Whole, depth: number, make: () => Value | undefined): T {
  const data = pointerIn(value);
  if (!data || isTuple(value) || !isOffset(data.offset) || isIntTuple(data.offset)) return value;
  const offset = { ...data.offset };
  const layout = value.is === 'tensor' ? value.layout : undefined;
  const counted = once(() => {
    const made = make();
    return made !== undefined && isAlike(value, made) ? made : undefined;
  });
  const isInside = once(() => isWithin(simt, whole, counted()));
  parts.set(offset, { whole, layout, depth, counted, isInside });
  const led = { ...data, offset };
  return value.is === 'tensor' ? { ...value, data: led } : { ...value, pointer: led };
}

function once<T>(compute: () => T): () => T {
  let done: { readonly value: T } | undefined;
  return () => (done ??= { value: compute() }).value;
}

/** Whether a function made the same part of both tensors, as far as that shows: one of the same shape, of elements of
 *  the same size. */
function isAlike(value: Value, made: Value): made is Counted {
  if (isTuple(value) || isTuple(made)) return false;
  if (value.is === 'element') return made.is === 'element';
  return (
    value.is === 'tensor' &&
    made.is === 'tensor' &&
    made.layout.is === 'layout' &&
    bytesOf(value.data) === bytesOf(made.data) &&
    isSameShape(plainPart(value.layout)?.shape, made.layout.shape)
  );
}

function isSameShape(a: IntTuple | undefined, b: IntTuple): boolean {
  if (a === undefined) return false;
  if (isIntTuple(a) || isIntTuple(b))
    return (
      isIntTuple(a) && isIntTuple(b) && a.length === b.length && a.every((one, i) => isSameShape(one, b[i] ?? one))
    );
  return a === b || (isInt(a) && isInt(b) && a.n !== undefined && a.n === b.n);
}

/** The layout whose offsets add up: that inside of a swizzled one. */
export function plainPart(layout: AnyLayout): Layout | undefined {
  if (layout.is === 'layout') return layout;
  return layout.b.is === 'layout' ? layout.b : undefined;
}

// ---- Coordinates as numbers -----------------------------------------------------------------------------------------

/** What one step along each mode adds to the number of a coordinate. Undefined where the modes are too large. */
function unitsOf(extents: readonly number[]): readonly number[] | undefined {
  const bits = extents.map((n) => Math.ceil(Math.log2(n)) + 1);
  const free = Math.floor((exactBits - bits.reduce((sum, n) => sum + n, 0)) / bits.length);
  if (extents.length === 0 || !(free >= 1)) return undefined;
  let used = 0;
  return bits.map((n) => 2 ** ((used += n + free) - n - free));
}

/** The strides that count coordinates. What does not move in the whole does not move here. */
function countedStride({ shape, stride }: Layout, { modes, units }: Whole): IntTuple {
  let leaf = 0;
  const counted = (extent: IntTuple, step: IntTuple): IntTuple => {
    if (isIntTuple(extent) && isIntTuple(step)) return extent.map((one, i) => counted(one, step[i] ?? int(0)));
    const unit = units[modes.indexOf(leaf++)];
    return unit !== undefined ? dyn(unit, undefined, 64) : step.is === 'static' ? int(0) : dyn(0, undefined, 64);
  };
  return counted(shape, stride);
}

/** The coordinate that a number tells, one part for each of the modes of several elements. */
export function coordinateOf({ units }: Whole, n: number): number[] {
  let rest = n;
  return units.map((unit, i) => {
    const next = units[i + 1];
    if (next === undefined) return rest;
    const size = next / unit;
    const low = ((rest % size) + size) % size;
    const part = low >= size / 2 ? low - size : low;
    rest = (rest - part) / size;
    return part;
  });
}

interface Numbers {
  readonly starts: Float64Array;
  readonly at: (i: number) => number;
  readonly count: number;
}

/** For each thread, the number from which those of its elements count; and those of all elements, from there. */
export function numbersAt(simt: Simt, part: Part): Numbers | undefined {
  const counted = part.counted();
  const starts = counted && placesOf(simt, counted.is === 'tensor' ? counted.data : counted.pointer);
  if (!starts) return undefined;
  if (counted.is === 'element') return { starts, at: () => 0, count: 1 };
  return unlessRefused(
    () => {
      const { n: count } = size(counted.layout);
      const { layout } = counted;
      return count === undefined || layout.is !== 'layout' ? undefined : { starts, at: compile(layout), count };
    },
    () => undefined,
  );
}

/** Whether all elements are within the whole, for all threads. */
function isWithin(simt: Simt, whole: Whole, counted: Counted | undefined): boolean {
  const starts = counted && placesOf(simt, counted.is === 'tensor' ? counted.data : counted.pointer);
  if (!starts) return false;
  return unlessRefused(
    () => {
      const reach = counted.is === 'tensor' ? reachOf(whole, counted.layout) : whole.modes.map(() => [0, 0] as const);
      if (!reach) return false;
      spend(starts.length, 'threads');
      let last = NaN;
      return starts.every((start) => {
        if (start === last) return true;
        last = start;
        return coordinateOf(whole, start).every((c, i) => {
          const [least, most] = reach[i] ?? [NaN, NaN];
          return c + least >= 0 && c + most < extentOf(whole, i);
        });
      });
    },
    () => false,
  );
}

/** How far the elements of a layout go along each mode, from the first one. */
function reachOf(whole: Whole, layout: AnyLayout): readonly (readonly [number, number])[] | undefined {
  if (layout.is !== 'layout') return undefined;
  const { shape, stride } = numbersOf(layout);
  const steps = Array.from(stride, (d, k) => coordinateOf(whole, d).map((one) => one * ((shape[k] ?? NaN) - 1)));
  const along = (i: number, bound: (n: number) => number): number =>
    steps.reduce((sum, step) => sum + bound(step[i] ?? NaN), 0);
  return whole.modes.map((_, i) => [along(i, (n) => Math.min(0, n)), along(i, (n) => Math.max(0, n))] as const);
}

/** The extent of one of the modes of several elements. */
export function extentOf({ flat, modes }: Whole, i: number): number {
  return flat.shape[modes[i] ?? -1] ?? NaN;
}
