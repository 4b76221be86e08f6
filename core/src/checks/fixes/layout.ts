// Repairs of a bank conflict. They change the layout of the tensor, which affects all its copies; this file decides
// which repairs are offered.
import { say } from '../../base/say';
import type { Call, Fix } from '../../analysis';
import { functionAround } from '../../ir/outline';
import { nodesIn, type Node } from '../../ir/walk';
import { isA } from '../../values/convert';
import { isStaticLayout } from '../../values/tensor';
import type { Facts } from '../lib/facts';
import { paddingFix } from './padding';
import { placeOf } from '../lib/shared-memory';
import { swizzleFix } from './swizzle';
import { warpAccesses, type WarpAccess } from '../lib/warp-accesses';
import { worstWays } from '../lib/warp-cost';

/** The repairs: a swizzle, a padding, both or none. */
export function layoutFixes(access: WarpAccess, facts: Facts): readonly Fix[] {
  const makers = facts
    .calls('make_tensor')
    .filter(({ result, instance }) => result === access.root && instance === access.call.instance);
  const [maker] = makers;
  const layout = maker?.operands[1];
  if (
    makers.length !== 1 ||
    !maker ||
    !layout?.span ||
    !isA(layout.value, 'layout') ||
    !isStaticLayout(layout.value) ||
    isSharedWithOthers(maker, facts)
  )
    return [];
  const accesses = warpAccesses(facts).filter(({ root }) => root === access.root);
  // Where `copy` chooses the width itself, another layout may change that width.
  if (accesses.some(({ atom }) => atom === undefined)) return [];
  const ways = worstWays(accesses, ({ instructions }) => instructions) ?? 1;
  const conflict = { access, layout: layout.value, span: layout.span, accesses, ways };
  const around = accessedOtherwise(access, facts) ? say`; what reaches the memory without the layout must follow` : '';
  return [swizzleFix(conflict, facts), paddingFix(conflict, facts)].flatMap((fix) =>
    fix ? [{ ...fix, title: `${fix.title}${around}` }] : [],
  );
}

/** True where another tensor uses the same memory, or where the same text makes other tensors: the repair would
 *  change them too. */
function isSharedWithOthers(maker: Call, facts: Facts): boolean {
  const base = baseOf(maker);
  const others = facts.calls('make_tensor').filter((call) => call !== maker && call.instance === maker.instance);
  return base === undefined || others.some((call) => baseOf(call) === base && call.result !== maker.result);
}

function baseOf({ result }: Call): string | undefined {
  return isA(result, 'tensor') && !result.owning ? result.data.base : undefined;
}

/** True where the function uses the shared variable other than in its declaration and to make the tensor. */
function accessedOtherwise({ root, call }: WarpAccess, facts: Facts): boolean {
  const variable = placeOf(root, call.instance, facts)?.variable;
  if (!variable) return false;
  const around = functionAround(facts.sourceOf(variable.span), variable.span);
  const isNamed = (node: Node): boolean => (node.is === 'Name' || node.is === 'Member') && node.id === variable.name;
  const named = nodesIn(around).filter((node) => isNamed(node) && node.span.start >= variable.span.end);
  return named.length > 1;
}
