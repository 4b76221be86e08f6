// Repairs of a bank conflict change the layout of the tensor, for all its copies at once: what they need to know, and which are offered.
import type { Call, Fix } from '../analysis';
import type { WarpAddresses } from '../access/index';
import { AlgebraError } from '../algebra/errors';
import type { Layout } from '../algebra/types';
import type { Span } from '../base/span';
import { isA } from '../values/convert';
import { isStaticLayout } from '../values/tensor';
import { costOf } from './bank-conflict';
import type { Facts } from './facts';
import { paddingFix } from './padding-fix';
import { placeOf } from './shared-memory';
import { swizzleFix } from './swizzle-fix';
import { warpAccesses, type WarpAccess } from './warp-accesses';

/** A conflict in a tensor whose layout is given at one place. */
export interface Conflict {
  readonly access: WarpAccess;
  /** Of the tensor, as it is given to the call that makes the tensor, and where. */
  readonly layout: Layout;
  readonly span: Span;
  /** Every copy of the tensor. */
  readonly accesses: readonly WarpAccess[];
  /** Of the worst of them. */
  readonly ways: number;
}

/** A swizzle, a padding, both or none. */
export function layoutFixes(access: WarpAccess, facts: Facts): readonly Fix[] {
  const makers = facts.calls('make_tensor').filter(({ result, instance }) => result === access.root && instance === access.call.instance);
  const [maker] = makers;
  const layout = maker?.operands[1];
  if (makers.length !== 1 || !maker || !layout?.span || !isA(layout.value, 'layout') || !isStaticLayout(layout.value) || isSharedWithOthers(maker, facts)) return [];
  const accesses = warpAccesses(facts).filter(({ root }) => root === access.root);
  // Where `copy` chooses the width itself, another layout changes the choice.
  if (accesses.some(({ atom }) => atom === undefined)) return [];
  const ways = worstWays(accesses, ({ instructions }) => instructions) ?? 1;
  const conflict = { access, layout: layout.value, span: layout.span, accesses, ways };
  const around = accessedOtherwise(access, facts) ? '; what reaches the memory without the layout must follow' : '';
  return [swizzleFix(conflict, facts), paddingFix(conflict, facts)].flatMap((fix) => (fix ? [{ ...fix, title: `${fix.title}${around}` }] : []));
}

/** The worst conflict of all copies with other addresses; undefined where one of them has none. */
export function worstWays(accesses: readonly WarpAccess[], addressesOf: (access: WarpAccess) => readonly WarpAddresses[] | undefined): number | undefined {
  try {
    const ways = accesses.map((access) => {
      const instructions = addressesOf(access);
      return instructions && Math.max(1, ...instructions.map((addresses, at) => costOf(access, access.bytes, addresses, at)?.ways ?? 1));
    });
    return ways.some((one) => one === undefined) ? undefined : Math.max(...(ways as number[]));
  } catch (error) {
    if (error instanceof AlgebraError) return undefined;
    throw error;
  }
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

/** The shared variable is named in its function more often than where it is declared and where the tensor is made. */
function accessedOtherwise({ root, call }: WarpAccess, facts: Facts): boolean {
  const variable = placeOf(root, call.instance, facts)?.variable;
  if (!variable) return false;
  const after = facts.evaluation.sources.get(variable.span.file)?.text.slice(variable.span.end) ?? '';
  const body = /^[\s\S]*?\n\}/.exec(after)?.[0] ?? after;
  return (body.match(new RegExp(`\\b${variable.name}\\b`, 'g')) ?? []).length > 1;
}
