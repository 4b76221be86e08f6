// Finds, by trying from small to large, a swizzle that removes the bank conflicts of a tensor in shared memory. The
// conflicts of all copies of the tensor count.
import { say } from '../../base/say';
import type { Fix } from '../../analysis';
import { composition, cosize, make_swizzle, number } from '../../algebra/index';
import { known } from '../../algebra/errors';
import type { AnyLayout, Layout, Swizzle } from '../../algebra/types';
import type { Facts } from '../lib/facts';
import { worstWays, type Conflict } from '../lib/warp-cost';

const mostBits = 5;
const mostShift = 7;

export function swizzleFix({ layout, span, accesses, ways: now }: Conflict, facts: Facts): Fix | undefined {
  const best = bestSwizzle(layout, accesses, now);
  if (!best) return undefined;
  const text = facts.writtenAt(span);
  const { bits, base, shift } = best.swizzle;
  return {
    title: say`Swizzle the layout with Swizzle<${bits},${base},${shift}>: ${best.ways === 1 ? say`no conflict` : say`${best.ways}-way`}`,
    edits: [{ span, text: `composition(Swizzle<${bits}, ${base}, ${shift}>{}, ${text})` }],
    preferred: true,
  };
}

function bestSwizzle(
  layout: Layout,
  accesses: Conflict['accesses'],
  now: number,
): { readonly swizzle: Swizzle; readonly ways: number } | undefined {
  const elements = accesses.reduce((most, { bytes, elementBits }) => Math.max(most, (bytes * 8) / elementBits), 0);
  const base = Math.log2(elements);
  if (!Number.isInteger(base)) return undefined;
  let best: { readonly swizzle: Swizzle; readonly ways: number } | undefined;
  for (let bits = 1; bits <= mostBits; bits++) {
    for (let shift = bits; shift <= mostShift; shift++) {
      const swizzle = make_swizzle(bits, base, shift);
      const swizzled = swizzledBy(swizzle, layout);
      const ways = swizzled && worstWays(accesses, (access) => access.with(swizzled));
      if (ways !== undefined && ways < (best?.ways ?? now)) best = { swizzle, ways };
      if (best?.ways === 1) return best;
    }
  }
  return best;
}

/** The swizzled layout; undefined where elements would leave the tensor's memory. */
function swizzledBy(swizzle: Swizzle, layout: Layout): AnyLayout | undefined {
  return known(() => {
    const swizzled = composition(swizzle, layout);
    // An element stays in its aligned block of 2^(bits + base) elements. In an incomplete block, elements could be
    // moved outside.
    return number(cosize(layout)) % 2 ** (swizzle.bits + swizzle.base) !== 0 || swizzled.is === 'swizzle'
      ? undefined
      : swizzled;
  });
}
