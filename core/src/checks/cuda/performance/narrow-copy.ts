// A copy whose operation moves fewer bytes at once than its threads have side by side.
import { say } from '../../../base/say';
import { print, size } from '../../../algebra/index';
import { known } from '../../../algebra/errors';
import { meansOfCopy } from '../../../atoms/copy_atom';
import { groupBy } from '../../../base/collect';
import { isA, numbersOf } from '../../../values/convert';
import { sizeofBits } from '../../../values/scalars';
import type { Tensor } from '../../../values/value';
import type { Call } from '../../../analysis';
import type { Check, Finding } from '../../lib/check';
import { floatsRead } from '../../lib/examples';
import type { Facts } from '../../lib/facts';
import { memoryName } from '../../lib/hazards';
import { joined } from '../../lib/joined';
import { warpPlaces, type WarpPlace } from '../../lib/warp-instructions';

export const narrowCopy: Check = {
  slug: 'narrow-copy',
  topic: 'performance',
  level: 'information',
  ofThreads: true,
  title: 'The copy could move more bytes with each instruction',
  explains: `A thread moves up to 16 bytes with one instruction.
Where its elements lie side by side in memory and start at multiples of that width, a wider operation needs fewer instructions: \`UniversalCopy<uint128_t>\` in place of \`UniversalCopy<float>\`.
The compiler may do that by itself, but only where it knows the alignment, and it does not know the alignment of a pointer parameter.

The check looks at copies with \`UniversalCopy\` between global memory and another memory, as the threads of a block are followed.
Every side in memory must allow the wider access; the start of the memory is assumed to be aligned, as \`cudaMalloc\` guarantees.
A wider operation also needs a value layout of as many elements: \`Layout<Shape<_1, _4>>\` for four floats.`,
  bad: floatsRead(
    ['auto tile = make_tensor(make_gmem_ptr(in), Layout<Shape<_32, _128>, Stride<_128, _1>>{});'],
    'float',
    'Layout<Shape<_1, _32>>',
    'Layout<Shape<_1, _4>>',
  ),
  good: floatsRead(
    ['auto tile = make_tensor(make_gmem_ptr(in), Layout<Shape<_32, _128>, Stride<_128, _1>>{});'],
    'uint128_t',
    'Layout<Shape<_1, _32>>',
    'Layout<Shape<_1, _4>>',
  ),
  *find(facts) {
    const byCall = groupBy(
      warpPlaces(facts).filter(({ access }) => access.isCopy),
      ({ instance, access: { place } }) => `${instance} ${place.span.file} ${place.span.start} ${place.span.end}`,
    );
    for (const places of byCall.values()) {
      const found = findingOf(facts, places);
      if (found) yield found;
    }
  },
};

function findingOf(facts: Facts, places: readonly WarpPlace[]): Finding | undefined {
  const [first] = places;
  const call = first && facts.callAt(first.access.place.span, first.instance);
  const means = call && meansOfCopy(call.name, call.operands[0]?.value);
  const tensors = call ? inMemory(call) : [];
  const global = places.find(({ access }) => !access.place.memory.isShared);
  if (!means || !('atom' in means) || !means.atom.op.startsWith('UniversalCopy') || !global) return undefined;
  // A function may copy several tensors.
  if (places.length % tensors.length !== 0) return undefined;
  const { bytes, count, place } = first.access;
  const most = Math.min(...tensors.map((tensor) => widestOf(tensor, bytes)));
  const wider = Math.min(...places.map((one) => widthOf(one, most)));
  if (wider <= bytes) return undefined;
  const where = global.partition
    ? print(global.partition.root.layout)
    : `\`${memoryName(global.access.place.memory)}\``;
  const narrow = say`${means.atom.op} moves ${bytes} bytes at once`;
  const wide = say`each thread has ${wider} side by side in ${where}`;
  const fewer =
    count === undefined ? say`fewer instructions` : say`${count / (wider / bytes)} instructions instead of ${count}`;
  return {
    span: call.operands[0]?.span ?? place.span,
    instance: first.instance,
    message: say`${narrow}, though ${wide}; ${wideOperation(wider)} needs ${fewer}`,
  };
}

function inMemory({ operands }: Call): readonly Tensor[] {
  return operands.flatMap(({ value }) =>
    isA(value, 'tensor') && (value.data.space === 'gmem' || value.data.space === 'smem') ? [value] : [],
  );
}

/** The most bytes that one instruction may move, so that no instruction of one call moves what another call does. */
function widestOf({ layout, data }: Tensor, bytes: number): number {
  const [elements = 0] = numbersOf([size(layout)]) ?? [];
  const all = (elements * (known(() => sizeofBits(data.element)) ?? 0)) / 8;
  let most = bytes;
  while (all % (2 * most) === 0 && 2 * most <= all) most *= 2;
  return most;
}

/** How wide instructions may be in all blocks where all threads of the warp make them. */
function widthOf({ all }: WarpPlace, most: number): number {
  const whole = all.filter(({ instructions }) => instructions.every((one) => !one.includes(undefined)));
  return whole.length === 0
    ? 0
    : Math.min(...whole.map(({ bytes, instructions }) => joined(bytes, instructions, Math.min(most, 16)).bytes));
}

const wideOperation = (bytes: number): string => `UniversalCopy<uint${bytes * 8}_t>`;
