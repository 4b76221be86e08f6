// View: the prediction for a value beside the record of a machine. For one thread's part of a tensor it shows the
// owners of elements; for another tensor the places of its elements; for a layout what CuTe printed.
import { allOf } from '../base/collect';
import { counted as countedThings } from '../base/counted';
import { say, words } from '../base/say';
import { counted } from '../algebra/index';
import { compile, is_layout, number, parse, print, size } from '../algebra/index';
import { known } from '../algebra/errors';
import { elementAt } from '../base/assert';
import { asLayout, isTensor, numbersOf } from '../values/convert';
import { factText } from '../values/print';
import type { Tensor, Value } from '../values/value';
import { canBeDrawn, layoutPicture } from './layout';
import type { Owners, Picture } from './model';
import { axesOf, drawnIn, extentsOf, memoryOf } from './parts';
import { partitionOf, type Partition } from './cute/partition';
import { defineView, type Drawing, type Limits, type Measured, type MeasuredThread, type Subject } from './view';
import { refused } from '../values/refused';

export const measuredView = defineView({
  id: 'measured',
  title: words`Measured`,
  find: recordedOf,
  draw: (recorded, subject, limits) => {
    const { measured } = recorded;
    if (recorded.is === 'printed') return printedModel(subject, measured, recorded.layout, limits);
    const partition = partitionOf(subject);
    const owned = partition && ownersModel(subject, measured, partition, limits);
    return owned ?? placesModel(subject, measured);
  },
});

/** What was recorded of a value: its elements in some threads, or a layout that CuTe printed. */
type Recorded =
  | { readonly is: 'elements'; readonly measured: Measured }
  | { readonly is: 'printed'; readonly measured: Measured; readonly layout: Value };

function recordedOf({ value, measured }: Subject): Recorded | undefined {
  if (!measured || !canBeDrawn(value)) return undefined;
  if (measured.threads.length > 0) return { is: 'elements', measured };
  const layout = printedBy(measured);
  return layout && { is: 'printed', measured, layout };
}

interface Verdict {
  readonly isAsPredicted: boolean;
  /** A sentence. */
  readonly said: string;
}

/** The prediction is drawn on the left, the record on the right. */
function modelOf(
  { value, title, source }: Subject,
  measured: Measured,
  pictures: readonly [Picture, Picture],
  { isAsPredicted, said }: Verdict,
): Drawing {
  const [left, right] = pictures;
  return {
    title,
    printed: factText(value),
    labelBy: left.owners ? 'owner' : 'offset',
    colourBy: !isAsPredicted ? 'difference' : left.owners ? 'thread' : 'offset',
    summary: say`${title} as predicted, beside what ${measured.by} recorded.`,
    notes: [said],
    pictures: [
      { ...left, id: 'predicted', title: say`Predicted`, at: { row: 0, column: 0 } },
      {
        ...right,
        id: 'measured',
        title: say`Measured on ${measured.by}`,
        at: { row: 0, column: 1 },
        differsFrom: 'predicted',
      },
    ],
    ...(source && { source }),
  };
}

/** The owners of the elements of the partitioned tensor; undefined where tiles reach beyond it, or where the records
 *  are of other parts. */
function ownersModel(
  subject: Subject,
  measured: Measured,
  { tensor, owners }: Partition,
  limits: Limits,
): Drawing | undefined {
  const { picture, notes } = layoutPicture(tensor, { id: '', title: '', at: { row: 0, column: 0 } }, limits);
  const offsetOf = isTensor(tensor) ? placesIn(tensor) : undefined;
  if (notes.length > 0 || !offsetOf) return undefined;
  const extents = extentsIn(tensor);
  const held = owners(extents);
  if (extents.some((extent, mode) => extent % (held.tile[mode] ?? 1) !== 0)) return undefined;
  const slices = elementsBySlice(held, extents);
  const sliceOf = new Map(slices.map((elements, slice) => [elements.map(offsetOf).join(), slice]));
  const block = blockOf(measured.threads.filter(({ predicted }) => sliceOf.has(predicted.join())));
  const here = measured.threads.filter((one) => one.block === block && sliceOf.has(one.predicted.join()));
  if (here.length === 0) return undefined;
  const elementAt = new Map(slices.flat().map((element) => [offsetOf(element), element]));
  const seen = new Map(
    here.map((one) => [
      sliceOf.get(one.predicted.join()) ?? 0,
      one.measured.map((offset) => elementAt.get(offset) ?? -1),
    ]),
  );
  const recorded: Owners = { tv: slices.map((_, slice) => seen.get(slice) ?? []), tile: extents, names: held.names };
  return modelOf(
    subject,
    measured,
    [
      { ...picture, owners: held },
      { ...picture, owners: recorded },
    ],
    verdictOf(measured, here, say`hold exactly the elements that were predicted for them`),
  );
}

/** The place of each element, in elements from the beginning of its memory; undefined where that is not known. The
 *  memory is assumed to be aligned, and the swizzle of a pointer exchanges bits of the address. */
function placesIn(tensor: Tensor): ((index: number) => number) | undefined {
  const { data, layout } = tensor;
  const bits = memoryOf(tensor)?.widthBits;
  const [start] = numbersOf([data.offset]) ?? [];
  if (bits === undefined || bits % 8 !== 0 || start === undefined) return undefined;
  const [wide, at] = [bits / 8, compile(layout)];
  const swizzled = data.swizzle ? compile(data.swizzle) : (address: number): number => address;
  return (index) => swizzled((start + at(index)) * wide) / wide;
}

/** The elements that each slice owns in a tensor of these extents, in order. Throws: AlgebraError 'range' for too
 *  many. */
function elementsBySlice({ tv, tile }: Owners, extents: readonly number[]): readonly (readonly number[])[] {
  if (typeof tv !== 'string') return tv;
  const layout = asLayout(parse(tv), say`a picture of owners`);
  const [threads, values] = [number(size(layout, 0)), number(size(layout, 1))];
  const counts = extents.map((extent, mode) => Math.ceil(extent / (tile[mode] ?? extent)));
  const tiles = counts.reduce((all, count) => all * count, 1);
  if (threads * values * tiles > mostElements) throw refused('limit')`there are too many elements to compare`;
  counted(threads, say`the threads`);
  counted(values * tiles, say`the values`);
  const inTile = compile(layout);
  const index = (within: number, which: number): number => {
    let [stride, rest, other, all] = [1, within, which, 0];
    for (const [mode, extent] of extents.entries()) {
      const [side, count] = [tile[mode] ?? extent, counts[mode] ?? 1];
      all += ((rest % side) + (other % count) * side) * stride;
      [rest, other, stride] = [Math.floor(rest / side), Math.floor(other / count), stride * extent];
    }
    return all;
  };
  return Array.from({ length: threads }, (_, slice) =>
    Array.from({ length: values * tiles }, (_v, value) =>
      index(inTile(slice + (value % values) * threads), Math.floor(value / values)),
    ),
  );
}

const mostElements = 1 << 20;

/** The places of all elements in one thread, preferably one that differs from the prediction. */
function placesModel(subject: Subject, measured: Measured): Drawing {
  const shown = measured.threads.find((one) => !isSame(one.predicted, one.measured)) ?? elementAt(measured.threads, 0);
  const { shape } = drawnIn(subject.value);
  const picture = (offsets: readonly number[]): Picture => ({
    id: '',
    title: '',
    caption: factText(subject.value),
    at: { row: 0, column: 0 },
    shape: print(shape),
    axes: axesOf(shape),
    offsets,
  });
  const count = extentsOf(shape).reduce((all, extent) => all * extent, 1);
  if (count !== shown.predicted.length) throw refused('type')`another number of elements was recorded`;
  return modelOf(
    subject,
    measured,
    [picture(shown.predicted), picture(shown.measured)],
    verdictOf(measured, measured.threads, say`have every element where it was predicted`),
  );
}

/** A layout beside the one that CuTe printed. */
function printedModel(subject: Subject, measured: Measured, layout: Value, limits: Limits): Drawing {
  const pictureOf = (one: Value): Picture =>
    layoutPicture(one, { id: '', title: '', at: { row: 0, column: 0 } }, limits).picture;
  // Another text refutes nothing by itself: a declaration may have several values, of which this is one.
  const isAsPredicted = measured.texts.every((text) => text === factText(subject.value));
  const said = isAsPredicted
    ? say`Confirmed on ${measured.by}: CuTe printed the same.`
    : say`On ${measured.by} CuTe printed ${allOf(measured.texts)}.`;
  return modelOf(subject, measured, [pictureOf(drawnIn(subject.value).layout), pictureOf(layout)], {
    isAsPredicted,
    said,
  });
}

/** The first text that CuTe printed, if it is a layout. */
function printedBy({ texts }: Measured): Value | undefined {
  return known(() => {
    const layout = parse(texts[0] ?? '');
    return is_layout(layout) && canBeDrawn(layout) ? layout : undefined;
  });
}

const extentsIn = (tensor: Value): readonly number[] => extentsOf(drawnIn(tensor).shape);

/** The block of which most threads were recorded. If elements differ by thread, that is the first block, of which
 *  all threads are recorded. */
function blockOf(threads: readonly MeasuredThread[]): number {
  const counts = new Map<number, number>();
  for (const { block } of threads) counts.set(block, (counts.get(block) ?? 0) + 1);
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0])[0];
}

function verdictOf({ by }: Measured, threads: readonly MeasuredThread[], what: string): Verdict {
  const wrong = threads.filter(({ predicted, measured }) => !isSame(predicted, measured));
  const count = countedThings(threads.length, 'thread', String(threads.length));
  if (wrong.length === 0)
    return {
      isAsPredicted: true,
      said: say`Confirmed on ${by}: ${threads.length === 1 ? say`the recorded thread` : say`all ${count} that recorded it`} ${what}.`,
    };
  const whose = wrong
    .slice(0, 3)
    .map(({ block, thread }) => say`thread ${thread} of block ${block}`)
    .join(', ');
  return {
    isAsPredicted: false,
    said:
      wrong.length === 1
        ? say`Refuted by ${by}: 1 of ${count} differs from what was predicted, ${whose}.`
        : say`Refuted by ${by}: ${wrong.length} of ${count} differ from what was predicted, ${whose}${wrong.length > 3 ? say` and more` : ''}.`,
  };
}

const isSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((n, i) => n === other[i]);
