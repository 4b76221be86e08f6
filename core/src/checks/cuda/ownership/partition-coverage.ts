// A thread-value partition that assigns an element of the tile to no thread, or to two. It also speaks of kernels whose
// threads are followed: it is a property of the partition, and threads that share an element mostly write the same
// value, which is no race.
import { say } from '../../../base/say';
import { known } from '../../../algebra/errors';
import { counted } from '../../../algebra/index';
import type { Call } from '../../../analysis';
import { int, offsets, print, rankOf, size } from '../../../algebra/index';
import { isTuple, type IntTuple } from '../../../algebra/leaf';
import type { Layout } from '../../../algebra/types';
import { isA, numbersOf } from '../../../values/convert';
import type { TiledCopy } from '../../../values/value';
import type { Check, Finding } from '../../lib/check';

/** The largest tile that is examined. */
const mostElements = 1 << 15;

export const partitionCoverage: Check = {
  slug: 'partition-coverage',
  topic: 'ownership',
  level: 'warning',
  title: 'A thread-value partition covers an element twice, or misses some',
  explains: `A TiledCopy assigns the elements of its tile to the values of threads; every element should belong to one thread.
A thread-value layout with wrong strides, given to \`make_tiled_copy_impl\` or \`make_cotiled_copy\`, makes a partition in which elements belong to several threads or to none, and CuTe accepts it without a message.
(\`make_tiled_copy\` multiplies a thread layout by a value layout, and refuses thread layouts that overlap.)

The check looks at the results of these functions, for tiles of up to ${mostElements} elements.
It does not look at copies for the operands of an MMA (\`make_tiled_copy_A\`), whose threads share elements on purpose. Threads also share elements along a thread mode of stride 0.`,
  bad: 'auto copy = make_tiled_copy_impl(Copy_Atom<UniversalCopy<float>, float>{}, Layout<Shape<_32, _2>, Stride<_1, _16>>{}, make_shape(_8{}, _8{}));',
  good: 'auto copy = make_tiled_copy_impl(Copy_Atom<UniversalCopy<float>, float>{}, Layout<Shape<_32, _2>, Stride<_1, _32>>{}, make_shape(_8{}, _8{}));',
  *find(facts) {
    for (const call of facts.calls('make_tiled_copy', 'make_tiled_copy_impl', 'make_cotiled_copy')) {
      const problem = isA(call.result, 'tiled-copy') ? problemOf(call.result) : undefined;
      if (problem !== undefined) yield findingOf(call, problem);
    }
  },
};

function findingOf(call: Call, problem: string): Finding {
  const threads = call.operands[1];
  const given = threads && isA(threads.value, 'layout') ? ` (${print(threads.value)})` : '';
  return { span: threads?.span ?? call.span, instance: call.instance, message: `${problem}${given}` };
}

/** The first element of the tile that no thread owns, or that two threads own. */
function problemOf({ layoutTV: given, tilerMN }: TiledCopy): string | undefined {
  const layoutTV = withoutSharing(given);
  const extents = tilerMN.map((tiler) => (isA(tiler, 'layout') ? size(tiler) : tiler));
  const shape = numbersOf(extents);
  const [threads, values] = numbersOf([size(layoutTV, 0), size(layoutTV, 1)]) ?? [];
  if (!shape || threads === undefined || values === undefined) return undefined;
  const elements = shape.reduce((product, extent) => product * extent, 1);
  if (shape.some((extent) => extent < 1) || elements > mostElements || threads * values > mostElements)
    return undefined;
  const placed = rankOf(layoutTV.shape) === 2 ? known(() => offsetsOf(layoutTV, threads * values)) : undefined;
  return placed && wrongOwner(placed, threads, shape, elements);
}

/** The layout with one thread in place of all those along a mode of stride 0, which share their elements on purpose,
 *  as threads do for operands of an MMA. */
function withoutSharing({ shape, stride }: Layout): Layout {
  if (!isTuple(shape) || !isTuple(stride)) return { is: 'layout', shape, stride };
  const single = (extent: IntTuple, step: IntTuple): IntTuple =>
    isTuple(extent) && isTuple(step)
      ? extent.map((part, at) => single(part, step[at] ?? int(1)))
      : numbersOf([step])?.[0] === 0
        ? int(1)
        : extent;
  const [threads, ...values] = shape;
  return { is: 'layout', shape: [single(threads ?? int(1), stride[0] ?? int(1)), ...values], stride };
}

function offsetsOf(layout: Layout, count: number): Float64Array {
  const placed = new Float64Array(counted(count, say`the partition`));
  offsets(layout, count, placed);
  return placed;
}

/** `placed` contains the element of each value of each thread; threads vary fastest. */
function wrongOwner(
  placed: Float64Array,
  threads: number,
  shape: readonly number[],
  elements: number,
): string | undefined {
  const owner = new Int32Array(counted(elements, say`the tile`)).fill(-1);
  for (let at = 0; at < placed.length; at++) {
    const [element, thread] = [placed[at] ?? -1, at % threads];
    if (element < 0 || element >= elements) return undefined;
    const before = owner[element] ?? -1;
    if (before >= 0 && before !== thread) {
      const [one, other] = [Math.min(before, thread), Math.max(before, thread)];
      return say`element ${coordinate(element, shape)} of the tile belongs to thread ${one} and to thread ${other}`;
    }
    owner[element] = thread;
  }
  const missed = owner.indexOf(-1);
  return missed < 0
    ? undefined
    : say`element ${coordinate(missed, shape)} of the tile of ${shape.join('x')} belongs to no thread`;
}

function coordinate(element: number, shape: readonly number[]): string {
  let rest = element;
  const parts = shape.map((extent) => {
    const part = rest % extent;
    rest = Math.floor(rest / extent);
    return part;
  });
  return `(${parts.join(',')})`;
}
