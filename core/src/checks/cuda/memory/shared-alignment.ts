// A shared variable whose alignment does not guarantee that a copy's addresses are multiples of its width. It also
// speaks of kernels whose threads are followed: there the start of a memory counts as aligned.
import { say } from '../../../base/say';
import type { Fix, SharedVariable } from '../../../analysis';
import type { Check } from '../../lib/check';
import { floatsRead } from '../../lib/examples';
import type { Facts } from '../../lib/facts';
import { meansOfCopy } from '../../../atoms/copy_atom';
import { variablesOf } from '../../lib/shared-memory';
import { placeOf, warpInstructions, type WarpPlace } from '../../lib/warp-instructions';

export const sharedAlignment: Check = {
  slug: 'shared-alignment',
  topic: 'memory',
  level: 'information',
  ofThreads: true,
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
    const needed = new Map<SharedVariable, WarpPlace>();
    for (const one of warpInstructions(facts, 'smem')) {
      const variable = namesWidth(facts, one) ? variableOf(facts, one) : undefined;
      if (variable && one.access.bytes > (needed.get(variable)?.access.bytes ?? 0)) needed.set(variable, one);
    }
    for (const [variable, { instance, access, partition }] of needed) {
      const { alignBytes, span, name, dynamic } = variable;
      const { bytes } = access;
      if (dynamic || alignBytes === undefined || bytes <= alignBytes) continue;
      yield {
        span,
        instance,
        message: say`\`${name}\` is aligned to ${alignBytes} bytes by its type; a copy of it moves ${bytes} at once`,
        related: [{ span: placeOf(access, partition), message: say`moves ${bytes} bytes at once` }],
        fixes: alignFixes(variable, bytes, facts),
      };
    }
  },
};

/** True for a copy whose operation has a width; others choose it themselves. */
function namesWidth(facts: Facts, { instance, access }: WarpPlace): boolean {
  const call = access.isCopy ? facts.callAt(access.place.span, instance) : undefined;
  return call !== undefined && 'atom' in meansOfCopy(call.name, call.operands[0]?.value);
}

function variableOf(facts: Facts, { instance, access }: WarpPlace): SharedVariable | undefined {
  const named = variablesOf(facts, instance).filter(({ name }) => name === access.place.memory.name);
  return named.length === 1 ? named[0] : undefined;
}

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
