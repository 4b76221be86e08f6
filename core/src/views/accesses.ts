// View: who accesses the elements of a memory, one access of the program after the other, around a mistake that was
// found among them. The elements are those of the tensor through which they are accessed, in its shape, or else a
// part of the memory.
import { say, words } from '../base/say';
import { grouped } from '../base/collect';
import { counted } from '../base/counted';
import { absent, blockCost, WARP_THREADS } from '../access/index';
import { known } from '../algebra/errors';
import type { AccessHazard, AccessMoment } from '../analysis';
import { compile, isTuple, number, size } from '../algebra/index';
import { dyn, int, isInt } from '../algebra/leaf';
import { bitsOfStep, isOffset } from '../values/pointer';
import { shortText } from '../values/print';
import { refused } from '../values/refused';
import type { Tensor, Value } from '../values/value';
import { layoutPicture } from './layout';
import type { Moment, Owners, Picture } from './model';
import { defineView, type Accessed, type Drawing, type Limits, type Lined, type Subject } from './view';

/** Elements of a tensor that is drawn whole; of another memory this many are drawn. */
const mostElements = 1 << 14;
const windowElements = 1 << 10;
/** The accesses that the reader can walk through, and the elements of threads in all of them. */
const mostMoments = 64;
const mostHeld = 1 << 17;
/** The accesses among which they are looked for. */
const mostExamined = 1 << 9;

export const accessesView = defineView({
  id: 'accesses',
  title: words`Accesses`,
  find: ({ accessed, lined }) => accessed ?? lined,
  draw: (found, subject, limits) =>
    'moments' in found ? model(found, subject, gridOf(found, limits)) : row(found, subject, limits),
});

/** The elements that are drawn. */
interface Grid {
  readonly picture: Picture;
  readonly bytes: number;
  readonly value: Value;
  /** The index of the element at a byte of the memory. */
  readonly indexOf: (byte: number) => number | undefined;
}

function gridOf(accessed: Accessed, limits: Limits): Grid {
  const { tensor, start } = accessed;
  const whole = tensor && known(() => tensorGrid(tensor, limits));
  if (whole && (!accessed.hazard || whole.indexOf(start) !== undefined)) return whole;
  const moment = tensor ? undefined : accessed.moments[accessed.at];
  const around = accessed.hazard ?? (moment && { bytes: moment.access.bytes, place: moment.place });
  if (!around) throw refused('limit')`a tensor of this size is not drawn by its accesses`;
  return memoryGrid(around, start, limits);
}

const place = { id: 'accesses', title: '', at: { row: 0, column: 0 } } as const;

function tensorGrid(tensor: Tensor, limits: Limits): Grid | undefined {
  const { layout, data } = tensor;
  const bytes = bitsOfStep(data) / 8;
  const count = number(size(layout));
  const { offset, origin = int(0) } = data;
  const begin = isOffset(offset) && !isTuple(offset) && isInt(offset) && offset.n !== undefined ? offset.n : NaN;
  const first = begin + (origin.n ?? NaN) / bytes;
  if (!Number.isInteger(bytes) || !Number.isInteger(first) || count > mostElements) return undefined;
  const { origin: _, ...rest } = data;
  const value: Tensor = { ...tensor, data: { ...rest, offset: dyn(first) } };
  const { picture, notes } = layoutPicture(value, place, limits);
  const at = compile(layout);
  const indices = new Map<number, number>();
  for (let i = count - 1; i >= 0; i--) indices.set(at(i) + first, i);
  return notes.length > 0
    ? undefined
    : { picture, bytes, value, indexOf: (byte) => indices.get(Math.floor(byte / bytes)) };
}

/** The memory around the element, as it lies. */
function memoryGrid({ bytes, place: at }: Pick<AccessHazard, 'bytes' | 'place'>, start: number, limits: Limits): Grid {
  const { memory } = at;
  const all = memory.bytes === undefined ? Infinity : Math.ceil(memory.bytes / bytes);
  const [first, count] = windowOf(Math.floor(start / bytes), all);
  const layout = { is: 'layout', shape: int(count), stride: int(1) } as const;
  const { picture } = layoutPicture(layout, place, limits);
  const isShared = memory.isShared;
  return {
    picture: {
      ...picture,
      caption: say`elements ${grouped(first)} to ${grouped(first + count - 1)} of the memory`,
      origin: String(first),
      memory: { space: isShared ? 'smem' : 'gmem', widthBits: bytes * 8, element: '' },
      ...(first + count > all && { bounds: [Math.max(0, all - first)] }),
      ...(!isShared && { tiles: { is: 'extents', extents: [Math.max(1, 32 / bytes)], name: words`sector` } as const }),
    },
    bytes,
    value: layout,
    indexOf: (byte) => {
      const index = Math.floor(byte / bytes) - first;
      return index >= 0 && index < count ? index : undefined;
    },
  };
}

/** The first element and their number, whole rows around an element: a few rows beyond the end, where it is there. */
function windowOf(element: number, all: number): readonly [number, number] {
  const rowsOf = (n: number): number => Math.ceil(n / WARP_THREADS) * WARP_THREADS;
  const row = Math.floor(element / WARP_THREADS) * WARP_THREADS;
  const end = element < all ? rowsOf(all) : row + windowElements / 8;
  const least = element < 0 ? row : 0;
  const first = Math.max(least, Math.min(row - windowElements / 2, end - windowElements));
  return [first, Math.min(windowElements, end - first)];
}

// ---- Rows ---------------------------------------------------------------------------------------------------------

function row(
  { message, caption, first, owners, names, marked, tiles }: Lined,
  subject: Subject,
  limits: Limits,
): Drawing {
  const layout = { is: 'layout', shape: int(owners.length), stride: int(1) } as const;
  const { picture } = layoutPicture(layout, place, limits);
  const held: number[][] = Array.from({ length: Math.max(0, ...owners.map((owner) => owner + 1)) }, () => []);
  owners.forEach((owner, i) => held[owner]?.push(i));
  const { title, source } = subject;
  return {
    title,
    printed: shortText(layout),
    summary: message,
    pictures: [
      {
        ...picture,
        caption,
        ...(first > 0 && { origin: String(first) }),
        owners: { tv: held, tile: [], names },
        marked,
        ...(tiles && { tiles }),
      },
    ],
    labelBy: 'owner',
    colourBy: 'thread',
    notes: [message],
    ...(source && { source }),
  };
}

// ---- Moments ------------------------------------------------------------------------------------------------------

/** The elements that each thread accesses. */
function heldBy({ access }: AccessMoment, { indexOf, bytes }: Grid): readonly (readonly number[])[] {
  const { starts, offsets, who } = access;
  return Array.from(who, (one, thread) => {
    if (one === absent) return [];
    const held: number[] = [];
    for (const offset of offsets)
      for (let byte = (starts[thread] ?? NaN) + offset, end = byte + access.bytes; byte < end; byte += bytes) {
        const index = indexOf(byte);
        if (index !== undefined) held.push(index);
      }
    return held;
  });
}

/** What memory makes of it: `line 12 reads: 32 wavefronts, 4 without bank conflicts`. */
function withCost(text: string, { place: { memory }, access, kind }: AccessMoment): string {
  const { isShared } = memory;
  const cost = kind && blockCost(access, { ...kind, isShared });
  if (!cost || cost.units === 0) return text;
  const units = counted(cost.units, isShared ? 'wavefront' : 'sector');
  const isBest = cost.units === cost.best;
  if (isBest) return isShared ? say`${text}: ${units}, no bank conflict` : say`${text}: ${units}, the fewest`;
  const best = grouped(cost.best);
  return isShared ? say`${text}: ${units}, ${best} without bank conflicts` : say`${text}: ${units}, ${best} would do`;
}

const countOf = (held: Moment['held']): number => held.reduce((sum, { length }) => sum + length, 0);

/** The moments that are shown: those nearest to the mistake, as many as fit. */
function momentsOf(accessed: Accessed, grid: Grid): readonly (Moment & { readonly number: number })[] {
  const { moments, at, other, start, hazard } = accessed;
  const order = [...moments.keys()].sort((a, b) => rank(a, at, other) - rank(b, at, other));
  const marked = hazard ? markedIn(grid, start, hazard.bytes) : undefined;
  const shown: (Moment & { readonly number: number })[] = [];
  let sum = 0;
  for (const one of order.slice(0, mostExamined)) {
    const moment = moments[one];
    const held = moment && heldBy(moment, grid);
    if (!held || shown.length >= mostMoments) continue;
    const count = countOf(held);
    const isNeeded = one === at || one === other;
    if (!isNeeded && (count === 0 || sum + count > mostHeld)) continue;
    sum += count;
    shown.push({
      number: one,
      text: withCost(accessed.textOf(moment), moment),
      epoch: moment.epoch,
      held,
      ...(isNeeded && marked && { marked }),
    });
  }
  return shown.sort((a, b) => a.number - b.number);
}

function rank(i: number, at: number, other: number | undefined): number {
  return i === at ? -2 : i === other ? -1 : Math.abs(i - at);
}

function markedIn({ indexOf, bytes }: Grid, start: number, length: number): readonly number[] {
  const count = Math.max(1, Math.ceil(length / bytes));
  return Array.from({ length: count }, (_, i) => indexOf(start + i * bytes)).flatMap((index) => index ?? []);
}

// ---- The picture --------------------------------------------------------------------------------------------------

function model(accessed: Accessed, { title, source }: Subject, grid: Grid): Drawing {
  const { message, at, other } = accessed;
  const shown = momentsOf(accessed, grid);
  const now = shown.findIndex(({ number: one }) => one === at);
  const met = other === at ? undefined : shown.find(({ number: one }) => one === other);
  const metMoment = met && accessed.moments[met.number];
  const moments = shown.map(({ number: _, ...moment }) => moment);
  const threads = Math.max(...moments.map(({ held }) => held.length));
  const left: Picture = {
    ...grid.picture,
    title: say`Who accesses what`,
    owners: ownersOf(moments[now]),
    moments,
  };
  const right = metMoment && {
    ...grid.picture,
    id: 'other',
    title: say`What it meets: ${accessed.textOf(metMoment)}`,
    at: { row: 0, column: 1 },
    owners: ownersOf(met),
    marked: met.marked ?? [],
  };
  return {
    title,
    printed: shortText(grid.value),
    summary: message,
    pictures: right ? [left, right] : [left],
    labelBy: 'owner',
    colourBy: threads > WARP_THREADS ? 'warp' : 'thread',
    selection: { instruction: now },
    notes: notesOf(accessed, shown.length),
    ...(source && { source }),
  };
}

function ownersOf(moment: Moment | undefined): Owners {
  return { tv: moment?.held ?? [], tile: [], names: { thread: 'T', value: 'V' } };
}

function notesOf({ message, moments, gap }: Accessed, shown: number): readonly string[] {
  const isInOrder =
    moments[0]?.place.memory.isShared === true && moments.some(({ epoch }) => epoch !== moments[0]?.epoch);
  const rest = moments.length - shown;
  return [
    message,
    ...(isInOrder
      ? [say`Bands on the slider are the times between two barriers: within one, warps run in any order.`]
      : []),
    ...(gap === undefined ? [] : [say`Not everything is followed: ${gap}.`]),
    ...(rest > 0
      ? [say`${grouped(rest)} of the ${grouped(moments.length)} accesses to this memory are left out.`]
      : []),
  ];
}
