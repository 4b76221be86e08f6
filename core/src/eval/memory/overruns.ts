// Accesses through a coordinate that is outside of its tensor (domains.ts), and that come back as another element: of
// the same tensor, as the one behind the end of a row is the first of the next row, or of another tensor in shared
// memory. Where the coordinate goes on to the element that it means in the tensor that the program made, as from one
// tile to the next, or an element to memory in which no tensor has one, as around a tensor with a halo, that may be
// meant, and nothing is said of it. Beyond the allocation it is no matter of tensors.
import {
  coordinatesOf,
  isTuple as isIntTuple,
  numbersOf,
  print,
  unflatten,
  type FlatLayout,
} from '../../algebra/index';
import { compile } from '../../algebra/compile';
import { unlessRefused } from '../../algebra/errors';
import { dyn, isInt, type Int, type IntTuple, type Leaf } from '../../algebra/leaf';
import type { AnyLayout, Layout } from '../../algebra/types';
import { grouped } from '../../base/collect';
import type { Span } from '../../base/span';
import { perhaps, present, type BlockAccess } from '../../access/hazards';
import type { AccessPlace, Overrun } from '../../analysis';
import type { Allocation, Beyond, Pointer, TensorMade } from '../../values/value';
import type { Simt } from '../state/simt';
import { bytesOf, placesOf, startsOf } from './addresses';

/** Elements that are looked at in one access. */
const mostElements = 1 << 12;

export type Access = Omit<BlockAccess, 'site'>;

/** The access as far as other checks look at it: threads that come back as another element are not certain there, so
 *  that one mistake is found once. */
export function overrunsIn(simt: Simt, pointer: Pointer, access: Access, place: AccessPlace): Access {
  const { beyond = [], through } = pointer;
  const threads = threadsBeyond(beyond, access, place.memory.bytes);
  if (!through || threads.size === 0) return access;
  if (!simt.overruns(place, () => firstOf(simt, through, beyond, access, threads))) return access;
  return { ...access, who: access.who.map((one, thread) => (threads.has(thread) ? perhaps : one)) };
}

/** What all tensors in registers are in, where an access of them is told. */
const registers: Allocation = { name: 'registers', isShared: false };

/** An access of registers through a coordinate that is outside of the tensor which owns them. Behind its end there are
 *  none. Registers have no addresses: elements are counted. */
export function noteRegisters(
  simt: Simt,
  pointer: Pointer,
  offsets: readonly number[],
  writes: boolean,
  span: Span,
): void {
  const { beyond = [] } = pointer;
  const starts = placesOf(simt, pointer);
  const [first] = beyond;
  const layout = first?.tensor.layout;
  if (!starts || !first || layout?.is !== 'layout') return;
  const find = (): OverrunOf | undefined => {
    const flat = numbersOf(layout);
    const end = reachOf(flat)[1] + 1;
    const { who } = simt;
    for (const thread of who.keys()) {
      if (who[thread] !== present || Number.isNaN(first.steps[thread] ?? NaN) || !isOneToOne(flat)) continue;
      for (const one of offsets) {
        const start = (starts[thread] ?? NaN) + one;
        const found = coordinatesOf(flat, start);
        const element = found && print(profiled(found, layout.shape));
        const met: Met | undefined =
          element !== undefined ? { element, of: 'itself' } : start >= end ? { of: 'behind' } : undefined;
        if (met) return { thread, start, bytes: 1, overrun: told(first, thread, met) };
      }
    }
    return undefined;
  };
  simt.overruns({ span, writes, memory: registers }, () => unlessRefused(find, () => undefined));
}

/** The threads that surely make the access, with a coordinate that is outside, and stay in the allocation. */
function threadsBeyond(
  beyond: readonly Beyond[],
  { who, starts, offsets, bytes }: Access,
  size = Infinity,
): ReadonlySet<number> {
  const [least, most] = [Math.min(...offsets), Math.max(...offsets)];
  const isBeyond = (thread: number): boolean => beyond.some(({ steps }) => !Number.isNaN(steps[thread] ?? NaN));
  const isInside = (start: number): boolean => start + least >= 0 && start + most + bytes <= size;
  const threads = Array.from(who.keys());
  return new Set(threads.filter((i) => who[i] === present && isBeyond(i) && isInside(starts[i] ?? NaN)));
}

/** The first element that comes back as another one. */
function firstOf(
  simt: Simt,
  through: TensorMade,
  beyond: readonly Beyond[],
  { starts, offsets, bytes }: Access,
  threads: ReadonlySet<number>,
): OverrunOf | undefined {
  const own = elementsOf(simt, through);
  if (!own) return undefined;
  let count = 0;
  for (const thread of threads) {
    const leading = beyond.filter(({ steps }) => !Number.isNaN(steps[thread] ?? NaN));
    const [first] = leading;
    for (const offset of offsets) {
      if (!first || count++ > mostElements) return undefined;
      const start = (starts[thread] ?? NaN) + offset;
      const met =
        meetsAgain(simt, leading, thread, start) ??
        meets(own, leading, thread, start) ??
        meetsOther(simt, through, own, thread, start) ??
        meetsNothing(own, leading, thread, start);
      if (met) return { thread, start, bytes, overrun: told(first, thread, met) };
    }
  }
  return undefined;
}

export interface OverrunOf {
  readonly thread: number;
  readonly start: number;
  readonly bytes: number;
  readonly overrun: Overrun;
}

/** The element that an access comes back as. */
export type Met = Pick<Overrun, 'element' | 'of' | 'made'>;

function told({ at, crd, part, mode, extent, iterations }: Beyond, thread: number, met: Met): Overrun {
  const numberOf = (n: Int): number => (n.is === 'dynamic' && n.lanes ? n.lanes[thread] : n.n) ?? NaN;
  const ofThread = (t: IntTuple): IntTuple => (isIntTuple(t) ? t.map(ofThread) : isInt(t) ? dyn(numberOf(t)) : t);
  const coordinate = isIntTuple(crd) ? print(ofThread(crd)) : grouped(numberOf(part));
  return { at, coordinate, part: numberOf(part), mode, extent, iterations, ...met };
}

// ---- Elements of a tensor, by their address -------------------------------------------------------------------------

/** Finds the coordinates of the element at an address, if a tensor has one there. */
export interface Elements {
  readonly made: TensorMade;
  readonly flat: FlatLayout;
  readonly shape: IntTuple;
  /** Where the element at an address lies in the layout, whose offsets add up there. */
  readonly place: (start: number, thread: number) => number;
  /** The bytes between which its elements lie. */
  readonly bounds: (thread: number) => readonly [number, number];
  readonly bytes: number;
}

export function elementsOf(simt: Simt, made: TensorMade): Elements | undefined {
  const { tensor } = made;
  const begins = startsOf(simt, tensor.data);
  const bytes = bytesOf(tensor.data);
  return unlessRefused(
    () => {
      const inner = unswizzled(tensor.layout);
      if (!inner || !begins) return undefined;
      const flat = numbersOf(inner.layout);
      const begin = (thread: number): number => begins[thread] ?? NaN;
      const place = (start: number, thread: number): number => inner.place((start - begin(thread)) / bytes);
      const [least, most] = inner.reach(flat);
      const bounds = (thread: number): readonly [number, number] => [
        begin(thread) + least * bytes,
        begin(thread) + (most + 1) * bytes,
      ];
      return isOneToOne(flat) && Number.isInteger(bytes) && bytes > 0
        ? { made, flat, shape: inner.layout.shape, place, bounds, bytes }
        : undefined;
    },
    () => undefined,
  );
}

interface Inner {
  readonly layout: Layout;
  /** Where in it an offset of the whole comes from. */
  readonly place: (offset: number) => number;
  /** The least and the largest offset of the whole. */
  readonly reach: (flat: FlatLayout) => readonly [number, number];
}

/** The layout inside of a swizzled one. */
function unswizzled(layout: AnyLayout): Inner | undefined {
  if (layout.is === 'layout') return { layout, place: (offset) => offset, reach: reachOf };
  const { a, b, offset } = layout;
  if (a.is !== 'swizzle' || b.is !== 'layout' || offset.is === 'mixed-bits' || offset.is === 'smem-ptr-flag')
    return undefined;
  if (isIntTuple(offset) || !isInt(offset) || offset.n === undefined) return undefined;
  // A swizzle is its own inverse.
  const [swizzle, begin] = [compile(a), offset.n];
  // It exchanges offsets in blocks of this size.
  const block = 2 ** (a.base + a.bits + Math.abs(a.shift));
  return {
    layout: b,
    place: (at) => (at < 0 || !Number.isInteger(at) ? NaN : swizzle(at) - begin),
    reach: (flat) => {
      const [least, most] = reachOf(flat);
      const blockOf = (n: number): number => Math.floor((n + begin) / block);
      return [blockOf(least) * block, (blockOf(most) + 1) * block - 1];
    },
  };
}

function reachOf({ shape, stride }: FlatLayout): readonly [number, number] {
  const reaches = Array.from(shape, (s, i) => (s - 1) * (stride[i] ?? NaN));
  const sum = (parts: readonly number[]): number => parts.reduce((all, n) => all + n, 0);
  return [sum(reaches.map((n) => Math.min(0, n))), sum(reaches.map((n) => Math.max(0, n)))];
}

/** Whether no two coordinates have one offset, as far as that is quickly said; but for modes of stride 0, whose
 *  elements are one. */
function isOneToOne({ shape, stride }: FlatLayout): boolean {
  const modes = Array.from(shape, (s, i) => ({ s, d: Math.abs(stride[i] ?? NaN) })).filter(
    ({ s, d }) => s > 1 && d !== 0,
  );
  let reach = 0;
  return modes
    .sort((a, b) => a.d - b.d)
    .every(({ s, d }) => {
      const isApart = d > reach;
      reach += (s - 1) * d;
      return isApart;
    });
}

/** The element of the tensor that is indexed, which has another coordinate there. */
function meetsAgain(simt: Simt, beyond: readonly Beyond[], thread: number, start: number): Met | undefined {
  const [first] = beyond;
  if (!first || beyond.some(({ at }) => at !== first.at)) return undefined;
  const indexed = elementsOf(simt, first);
  const found = indexed && coordinatesOf(indexed.flat, indexed.place(start, thread));
  return indexed && found && { element: coordinate(indexed, found), of: 'itself' };
}

/** The element of the whole tensor, where the coordinate does not mean it. */
function meets(own: Elements, beyond: readonly Beyond[], thread: number, start: number): Met | undefined {
  const { flat, place } = own;
  const at = coordinatesOf(flat, place(start, thread));
  if (!at) return undefined;
  const steps = beyond.map(({ steps: n, count, stride }) => ({
    n: n[thread] ?? NaN,
    count,
    stride: stride / own.bytes,
  }));
  const inside = place(start, thread) - steps.reduce((sum, { n, stride }) => sum + n * stride, 0);
  const from = coordinatesOf(flat, inside);
  if (!from) return undefined;
  const meant = [...from];
  for (const { n, count, stride } of steps) {
    const next = coordinatesOf(flat, inside + stride);
    const end = coordinatesOf(flat, inside + (count - 1) * stride);
    // Where the mode goes on from one mode of the whole to the next, leaving it means nothing there.
    const isStraight = from.every((c, i) => end?.[i] === c + (count - 1) * ((next?.[i] ?? NaN) - c));
    if (!next || !isStraight) return undefined;
    meant.forEach((c, i) => (meant[i] = c + n * ((next[i] ?? NaN) - (from[i] ?? NaN))));
  }
  const isThere = meant.every((c, i) => c >= 0 && c < (flat.shape[i] ?? NaN));
  return isThere ? undefined : { element: coordinate(own, at), of: 'whole', made: own.made.at };
}

/** The element of another tensor in the same shared memory. */
export function meetsOther(
  simt: Simt,
  { tensor, at }: TensorMade,
  own: Elements,
  thread: number,
  start: number,
): Met | undefined {
  const { allocation } = tensor.data;
  if (!allocation?.isShared) return undefined;
  const isElsewhere = (made: TensorMade): boolean =>
    made.tensor.data.allocation === allocation &&
    hasSameSwizzle(made.tensor.data, tensor.data) &&
    (made.at.start !== at.start || made.at.file !== at.file);
  for (const made of simt.tensors.filter(isElsewhere)) {
    const other = elementsOf(simt, made);
    const found =
      other && areApart(own, other, thread) ? coordinatesOf(other.flat, other.place(start, thread)) : undefined;
    if (other && found) return { element: coordinate(other, found), of: 'other', made: made.at };
  }
  return undefined;
}

/** A tile, or another part, behind the end of the whole tensor. */
function meetsNothing(own: Elements, beyond: readonly Beyond[], thread: number, start: number): Met | undefined {
  const isPart = beyond.every(({ isSlice, steps }) => isSlice && (steps[thread] ?? NaN) > 0);
  return isPart && start >= own.bounds(thread)[1] ? { of: 'behind', made: own.made.at } : undefined;
}

/** Whether two tensors surely have no element in common. */
function areApart(one: Elements, other: Elements, thread: number): boolean {
  const [a, b] = [one.bounds(thread), other.bounds(thread)];
  return a[1] <= b[0] || b[1] <= a[0];
}

function hasSameSwizzle({ swizzle: a }: Pointer, { swizzle: b }: Pointer): boolean {
  return a?.bits === b?.bits && a?.base === b?.base && a?.shift === b?.shift;
}

export function coordinate({ shape }: Elements, found: readonly number[]): string {
  return print(profiled(found, shape));
}

/** Numbers as a coordinate of a shape. */
function profiled(found: readonly number[], shape: IntTuple): IntTuple {
  return unflatten<Leaf>(
    found.map((n) => dyn(n)),
    shape,
  );
}
