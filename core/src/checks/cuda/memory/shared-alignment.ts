// A shared variable whose alignment does not guarantee that a copy's addresses are multiples of its width. It also
// speaks of kernels whose threads are followed: there the start of a memory counts as aligned.
import { say } from '../../../base/say';
import type { Fix, SharedVariable } from '../../../analysis';
import type { Check } from '../../lib/check';
import { floatsRead } from '../../lib/examples';
import type { Facts } from '../../lib/facts';
import { placeOf } from '../../lib/shared-memory';
import { warpAccesses, type WarpAccess } from '../../lib/warp-accesses';

export const sharedAlignment: Check = {
  slug: 'shared-alignment',
  topic: 'memory',
  level: 'information',
  title: 'A shared variable does not declare the alignment that a copy of it needs',
  explains: `A variable has the alignment of its type: \`__shared__ half_t memory[…]\` may start at any multiple of 2 bytes.
Compilers often give it a larger alignment, but they need not, and another variable before it can move its start.
An instruction that moves 16 bytes needs a multiple of 16: \`__shared__ alignas(16) half_t memory[…]\`.

The check looks at copies with an operation that names its width, \`UniversalCopy<uint128_t>\`, \`cp.async\`, \`ldmatrix\` and \`stmatrix\`, of shared variables whose alignment is known. Dynamic shared memory starts where the runtime puts it.`,
  bad: floatsRead(
    [
      '__shared__ float memory[32 * 4];',
      'auto tile = make_tensor(make_smem_ptr(memory), Layout<Shape<_1, _128>>{});',
      'clear(tile);',
    ],
    'uint128_t',
    'Layout<Shape<_1, _32>>',
    'Layout<Shape<_1, _4>>',
  ),
  good: floatsRead(
    [
      '__shared__ alignas(16) float memory[32 * 4];',
      'auto tile = make_tensor(make_smem_ptr(memory), Layout<Shape<_1, _128>>{});',
      'clear(tile);',
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
