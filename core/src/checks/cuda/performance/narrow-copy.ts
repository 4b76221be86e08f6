// A copy whose operation moves fewer bytes at once than its threads have side by side.
import { say } from '../../../base/say';
import { print } from '../../../algebra/index';
import { isA } from '../../../values/convert';
import type { Call } from '../../../analysis';
import type { Check, Finding } from '../../lib/check';
import { floatsRead } from '../../lib/examples';
import { joined } from '../../lib/joined';
import { warpAccesses, type WarpAccess } from '../../lib/warp-accesses';

export const narrowCopy: Check = {
  slug: 'narrow-copy',
  topic: 'performance',
  level: 'information',
  title: 'The copy could move more bytes with each instruction',
  explains: `A thread moves up to 16 bytes with one instruction.
Where its elements lie side by side in memory and start at multiples of that width, a wider operation needs fewer instructions: \`UniversalCopy<uint128_t>\` in place of \`UniversalCopy<float>\`.
The compiler may do that by itself, but only where it knows the alignment, and it does not know the alignment of a pointer parameter.

The check looks at tiled copies with \`UniversalCopy\` between global memory and another memory, partitioned by \`threadIdx.x\`, in kernels whose launch is known.
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
    const byCall = new Map<Call, WarpAccess[]>();
    for (const access of warpAccesses(facts)) byCall.set(access.call, [...(byCall.get(access.call) ?? []), access]);
    for (const [call, accesses] of byCall) {
      const found = findingOf(call, accesses);
      if (found) yield found;
    }
  },
};

function findingOf(call: Call, accesses: readonly WarpAccess[]): Finding | undefined {
  const [first] = accesses;
  const inMemory = call.operands.filter(
    ({ value }) => isA(value, 'tensor') && (value.data.space === 'gmem' || value.data.space === 'smem'),
  ).length;
  if (
    !first?.atom?.startsWith('UniversalCopy') ||
    accesses.length !== inMemory ||
    !accesses.some(({ space }) => space === 'gmem')
  )
    return undefined;
  const wider = accesses.reduce(
    (least, { bytes, instructions }) => Math.min(least, joined(bytes, instructions).bytes),
    Infinity,
  );
  if (wider <= first.bytes) return undefined;
  const global = accesses.find(({ space }) => space === 'gmem') ?? first;
  const narrow = say`${first.atom} moves ${first.bytes} bytes at once`;
  const wide = say`each thread has ${wider} side by side in ${print(global.root.layout)}`;
  const now = first.instructions.length;
  const fewer = say`${now / (wider / first.bytes)} instructions instead of ${now}`;
  return {
    span: call.operands[0]?.span ?? call.span,
    instance: call.instance,
    message: say`${narrow}, though ${wide}; ${wideOperation(wider)} needs ${fewer}`,
  };
}

const wideOperation = (bytes: number): string => `UniversalCopy<uint${bytes * 8}_t>`;
