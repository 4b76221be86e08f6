// A copy whose addresses are not multiples of the width of its instruction, or whose variable does not guarantee it.
import { say } from '../../../base/say';
import type { Fix, SharedVariable } from '../../../analysis';
import { numbersOf } from '../../../values/convert';
import { print } from '../../../algebra/index';
import type { Check, Finding } from '../../lib/check';
import { floatsRead, matrixRead } from '../../lib/examples';
import type { Facts } from '../../lib/facts';
import { placeOf } from '../../lib/shared-memory';
import { warpAccesses, type WarpAccess } from '../../lib/warp-accesses';

export const misalignedCopy: Check = {
  slug: 'misaligned-copy',
  topic: 'memory',
  level: 'warning',
  title: 'The copy needs an alignment that the layout does not give',
  explains: `An instruction that moves 16 bytes needs an address that is a multiple of 16, and likewise for other widths. Otherwise the kernel ends with the error *misaligned address*.
Padding breaks this easily: with rows of 65 halves every other row starts at an odd multiple of 2 bytes.
Pad by as many elements as one instruction moves.

The check looks at copies with an operation that names its width, \`UniversalCopy<uint128_t>\`, \`cp.async\`, \`ldmatrix\` and \`stmatrix\`, whose side in memory was partitioned by \`threadIdx.x\`, in kernels whose launch is known.
The start of the memory is assumed to be aligned.`,
  bad: matrixRead('16 * 68', 'make_layout(Shape<_16, _64>{}, make_stride(68, _1{}))'),
  good: matrixRead('16 * 72', 'make_layout(Shape<_16, _64>{}, make_stride(72, _1{}))'),
  *find(facts) {
    for (const access of warpAccesses(facts)) {
      const found = access.atom === undefined ? undefined : misaligned(access);
      if (found) yield found;
    }
  },
};

function misaligned(access: WarpAccess): Finding | undefined {
  const { instructions, bytes, call, operand, root, elementBits } = access;
  const [offset] = numbersOf([root.data.offset]) ?? [];
  if (offset === undefined) return undefined;
  const start = (offset * elementBits) / 8;
  for (const addresses of instructions) {
    for (let lane = 0; lane < addresses.length; lane++) {
      const address = addresses[lane];
      if (address === undefined || (start + address) % bytes === 0) continue;
      return {
        span: call.operands[operand]?.span ?? call.span,
        instance: call.instance,
        message: say`the copy moves ${bytes} bytes at once, but in ${print(root.layout)} thread ${lane} is at byte ${start + address}, which is no multiple of ${bytes}`,
      };
    }
  }
  return undefined;
}

export const sharedAlignment: Check = {
  slug: 'shared-alignment',
  topic: 'memory',
  level: 'information',
  title: 'A shared variable does not declare the alignment that a copy of it needs',
  explains: `A variable has the alignment of its type: \`__shared__ half_t memory[…]\` may start at any multiple of 2 bytes.
Compilers often give it a larger alignment, but they need not, and another variable before it can move its start.
An instruction that moves 16 bytes needs a multiple of 16: \`__shared__ alignas(16) half_t memory[…]\`.

The check looks at the same copies as by \`misaligned-copy\`, of shared variables whose alignment is known. Dynamic shared memory starts where the runtime puts it.`,
  bad: floatsRead(
    ['__shared__ float memory[32 * 4];', 'auto tile = make_tensor(make_smem_ptr(memory), Layout<Shape<_1, _128>>{});'],
    'uint128_t',
    'Layout<Shape<_1, _32>>',
    'Layout<Shape<_1, _4>>',
  ),
  good: floatsRead(
    [
      '__shared__ alignas(16) float memory[32 * 4];',
      'auto tile = make_tensor(make_smem_ptr(memory), Layout<Shape<_1, _128>>{});',
    ],
    'uint128_t',
    'Layout<Shape<_1, _32>>',
    'Layout<Shape<_1, _4>>',
  ),
  *find(facts) {
    const needed = new Map<SharedVariable, WarpAccess>();
    for (const access of warpAccesses(facts)) {
      const place = access.atom === undefined ? undefined : placeOf(access.root, access.call.instance, facts);
      if (place && access.bytes > (needed.get(place.variable)?.bytes ?? 0)) needed.set(place.variable, access);
    }
    for (const [variable, access] of needed) {
      const { alignBytes, span, name, dynamic } = variable;
      if (dynamic || alignBytes === undefined || access.bytes <= alignBytes) continue;
      const { call, operand, bytes } = access;
      yield {
        span,
        instance: call.instance,
        message: say`\`${name}\` is aligned to ${alignBytes} bytes by its type; a copy of it moves ${bytes} at once`,
        related: [{ span: call.operands[operand]?.span ?? call.span, message: say`moves ${bytes} bytes at once` }],
        fixes: alignFixes(variable, bytes, facts),
      };
    }
  },
};

function alignFixes({ span }: SharedVariable, bytes: number, facts: Facts): readonly Fix[] {
  const variable = facts.declarationAt(span)?.let;
  const keyword = variable?.align ? undefined : variable?.memoryAt;
  if (!keyword || facts.writtenAt(keyword) !== '__shared__') return [];
  const behind = { ...keyword, start: keyword.end };
  return [
    {
      title: say`Declare it alignas(${bytes})`,
      edits: [{ span: behind, text: ` alignas(${bytes})` }],
      preferred: true,
    },
  ];
}
