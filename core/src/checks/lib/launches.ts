// Kernel instances with launches whose extents are known. Judges nothing.
import type { Instance, KernelLaunch } from '../../analysis';
import type { Span } from '../../base/span';
import { numbersOf } from '../../values/convert';
import type { Value } from '../../values/value';
import type { Facts } from './facts';

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
    return [{ instance, launch, block: extents(launch.block), grid: extents(launch.grid), cluster: launch.cluster && extents(launch.cluster) }];
  });
}

function extents(values: readonly Value[]): Extents | undefined {
  const numbers = numbersOf(values);
  return numbers && numbers.length > 0 ? [numbers[0] ?? 1, numbers[1] ?? 1, numbers[2] ?? 1] : undefined;
}

/** True where some condition of an instance is about threads (or blocks) beyond "the first one": parts of the kernel may be
 *  meant for some of them only. */
export function singlesOut(facts: Facts, instance: number, what: 'thread' | 'block'): boolean {
  const kinds = facts.evaluation.assumptions;
  return facts.evaluation.guards.some((guard) => {
    if (guard.instance !== instance) return false;
    const text = facts.textAt(guard.span);
    const isAbout = guard.assumes.some((id) => kinds[id]?.kind === what) || text.includes(`${what}Idx`);
    return isAbout && !/^!?\s*(?:cute::)?(?:thread0|thread|block0)\s*\(|^threadIdx\.x\s*==\s*0$/.test(text);
  });
}

/** Where the extents are written, else the launch. */
export function placeOf({ instance, launch }: Launched, part: keyof KernelLaunch['at']): Span {
  return launch.at[part] ?? instance.at ?? launch.kernel;
}
