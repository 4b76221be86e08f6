// The swizzle that frees a tensor in shared memory from bank conflicts: found by trying, in the order from small to large, with
// every copy of the tensor counted again. Offered only where the layout is written at the call that makes the tensor.
import type { Call, Fix } from '../analysis';
import { composition, cosize, make_swizzle, number } from '../algebra/index';
import { AlgebraError } from '../algebra/errors';
import type { Layout, Swizzle } from '../algebra/types';
import { isA } from '../values/convert';
import { isStaticLayout } from '../values/tensor';
import { costOf } from './bank-conflict';
import type { Facts } from './facts';
import { warpAccesses, type WarpAccess } from './warp-accesses';

const mostBits = 5;
const mostShift = 7;

/** One repair or none. */
export function swizzleFixes(access: WarpAccess, facts: Facts): readonly Fix[] {
  const makers = facts.calls('make_tensor').filter(({ result, instance }) => result === access.root && instance === access.call.instance);
  const [maker] = makers;
  const layout = maker?.operands[1];
  if (makers.length !== 1 || !maker || !layout?.span || !isA(layout.value, 'layout') || !isStaticLayout(layout.value) || isSharedWithOthers(maker, facts)) return [];
  const accesses = warpAccesses(facts).filter(({ root }) => root === access.root);
  // Where `copy` chooses the width itself, another layout changes the choice.
  if (accesses.some(({ atom }) => atom === undefined)) return [];
  const best = bestSwizzle(layout.value, accesses);
  if (!best) return [];
  const text = facts.textAt(layout.span);
  const { bits, base, shift } = best.swizzle;
  return [{
    title: `Swizzle the layout with Swizzle<${bits},${base},${shift}>: ${best.ways === 1 ? 'no conflict' : `${best.ways}-way`}`,
    edits: [{ span: layout.span, text: `composition(Swizzle<${bits}, ${base}, ${shift}>{}, ${text})` }],
    preferred: true,
  }];
}

/** Another tensor over the same memory would see its elements moved; so would another place that the same text makes. */
function isSharedWithOthers(maker: Call, facts: Facts): boolean {
  const base = baseOf(maker);
  const others = facts.calls('make_tensor').filter((call) => call !== maker && call.instance === maker.instance);
  return base === undefined || others.some((call) => baseOf(call) === base && call.result !== maker.result);
}

function baseOf({ result }: Call): string | undefined {
  return isA(result, 'tensor') && !result.owning ? result.data.base : undefined;
}

function bestSwizzle(layout: Layout, accesses: readonly WarpAccess[]): { readonly swizzle: Swizzle; readonly ways: number } | undefined {
  const now = Math.max(...accesses.map((access) => waysOf(access, access.instructions)));
  const elements = Math.max(...accesses.map(({ bytes, elementBits }) => (bytes * 8) / elementBits));
  const base = Math.log2(elements);
  if (!Number.isInteger(base)) return undefined;
  let best: { readonly swizzle: Swizzle; readonly ways: number } | undefined;
  for (let bits = 1; bits <= mostBits; bits++) {
    for (let shift = bits; shift <= mostShift; shift++) {
      const swizzle = make_swizzle(bits, base, shift);
      const ways = waysWith(swizzle, layout, accesses);
      if (ways !== undefined && ways < (best?.ways ?? now)) best = { swizzle, ways };
      if (best?.ways === 1) return best;
    }
  }
  return best;
}

/** The worst conflict of all copies with that swizzle; undefined where the elements would leave the tensor's memory. */
function waysWith(swizzle: Swizzle, layout: Layout, accesses: readonly WarpAccess[]): number | undefined {
  try {
    const swizzled = composition(swizzle, layout);
    // An element stays in its aligned block of 2^(bits + base) elements; a block that is not whole would throw some out.
    if (number(cosize(layout)) % 2 ** (swizzle.bits + swizzle.base) !== 0) return undefined;
    return swizzled.is === 'swizzle' ? undefined : Math.max(...accesses.map((access) => waysOf(access, access.with(swizzled))));
  } catch (error) {
    if (error instanceof AlgebraError) return undefined;
    throw error;
  }
}

function waysOf(access: WarpAccess, instructions: WarpAccess['instructions']): number {
  return Math.max(1, ...instructions.map((addresses, at) => costOf(access, access.bytes, addresses, at)?.ways ?? 1));
}
