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

/** A function may copy several tensors: its calls are told apart by the memories that they copy from and to, and those
 *  between the same memories are looked at together, since one width is written for all of them. */
function findingOf(facts: Facts, places: readonly WarpPlace[]): Finding | undefined {
  const [first] = places;
  if (!first) return undefined;
  const calls = facts.callsAt(first.access.place.span, first.instance);
  const alike = groupBy(calls, (call) => sidesOf(call).map(roleOf).join());
  for (const some of alike.values()) {
    const found = findingOfCalls(some, places);
    if (found) return found;
  }
  return undefined;
}

function findingOfCalls(calls: readonly Call[], all: readonly WarpPlace[]): Finding | undefined {
  const [call] = calls;
  const means = call && meansOfCopy(call.name, call.operands[0]?.value);
  if (!means || !('atom' in means) || !means.atom.op.startsWith('UniversalCopy')) return undefined;
  const sides = calls.flatMap(sidesOf);
  const roles = groupBy(sides, roleOf);
  const places = all.filter((one) => roles.has(roleOfPlace(one)));
  const global = places.find(({ access }) => !access.place.memory.isShared);
  const [first] = places;
  if (!first || !global || ![...roles].every(([role, of]) => isWhole(role, of, places))) return undefined;
  const { bytes, count, place } = first.access;
  if (places.some(({ access }) => access.bytes !== bytes)) return undefined;
  const most = Math.min(...sides.map(({ tensor }) => widestOf(tensor, bytes)));
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

/** A side of a copy that is in memory. */
interface MemorySide {
  readonly tensor: Tensor;
  readonly isShared: boolean;
  readonly writes: boolean;
}

function sidesOf({ operands }: Call): readonly MemorySide[] {
  const tensors = operands.flatMap(({ value }) => (isA(value, 'tensor') ? [value] : []));
  return tensors.slice(-2).flatMap((tensor, at) => {
    const { space } = tensor.data;
    return space === 'gmem' || space === 'smem' ? [{ tensor, isShared: space === 'smem', writes: at === 1 }] : [];
  });
}

const roleOf = ({ isShared, writes }: Pick<MemorySide, 'isShared' | 'writes'>): string =>
  `${String(isShared)} ${String(writes)}`;

const roleOfPlace = ({ access: { place } }: WarpPlace): string =>
  roleOf({ isShared: place.memory.isShared, writes: place.writes });

/** Whether what all calls do in a role is seen. */
function isWhole(role: string, sides: readonly MemorySide[], places: readonly WarpPlace[]): boolean {
  const memories = new Set(sides.map(({ tensor }) => tensor.data.base));
  return places.filter((one) => roleOfPlace(one) === role).length >= memories.size;
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
