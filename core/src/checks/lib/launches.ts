// Kernel instances whose launch extents are known. Judges nothing.
import type { Instance, KernelLaunch } from '../../analysis';
import type { Span } from '../../base/span';
import { namesOf } from '../../ir/walk';
import { makerOf } from '../../ir/spelled';
import type { Expr } from '../../ir/program';
import { numbersOf } from '../../values/convert';
import type { Value } from '../../values/value';
import type { Facts } from './facts';
import { integerOf, isMember } from './origin';

export type Extents = readonly [x: number, y: number, z: number];

export interface Launched {
  readonly instance: Instance;
  readonly launch: KernelLaunch;
  readonly block: Extents | undefined;
  readonly grid: Extents | undefined;
  readonly cluster: Extents | undefined;
}

export const axes = ['x', 'y', 'z'] as const;

/** Every launch that the program reaches. */
export function launches(facts: Facts): readonly Launched[] {
  return facts.evaluation.instances.flatMap((instance) => {
    const { launch } = instance;
    if (!launch || !instance.reached) return [];
    return [
      {
        instance,
        launch,
        block: extents(launch.block),
        grid: extents(launch.grid),
        cluster: launch.cluster && extents(launch.cluster),
      },
    ];
  });
}

function extents(values: readonly Value[]): Extents | undefined {
  const numbers = numbersOf(values);
  return numbers && numbers.length > 0 ? [numbers[0] ?? 1, numbers[1] ?? 1, numbers[2] ?? 1] : undefined;
}

/** True where the instance has a condition on threads (or blocks) other than "the first one": a part of the kernel
 *  may be meant for some of them only. */
export function singlesOut(facts: Facts, instance: number, what: 'thread' | 'block'): boolean {
  const kinds = facts.evaluation.assumptions;
  return facts.evaluation.guards.some((guard) => {
    if (guard.instance !== instance) return false;
    const condition = facts.expressionAt(guard.span);
    const isAbout =
      guard.assumes.some((id) => kinds[id]?.kind === what) || !condition || namesOf(condition).has(`${what}Idx`);
    return isAbout && !(condition && isAboutFirst(condition));
  });
}

const firstOnes = new Set(['thread0', 'thread', 'block0']);

/** `thread0()`, `!thread0() && …`, `threadIdx.x == 0`. */
function isAboutFirst(condition: Expr): boolean {
  if (condition.is === 'Binary' && condition.op === '==' && isMember(condition.left, 'threadIdx.x'))
    return integerOf(condition.right)?.n === 0;
  let first: Expr = condition;
  while (first.is === 'Binary') first = first.left;
  if (first.is === 'Unary' && first.op === '!') first = first.arg;
  return first.is === 'Call' && firstOnes.has(makerOf(first)?.id ?? '');
}

/** The place of the written extents, or else of the launch. */
export function placeOf({ instance, launch }: Launched, part: keyof KernelLaunch['at']): Span {
  return launch.at[part] ?? instance.at ?? launch.kernel;
}
