// The kernels whose threads are not followed through memory, or not all of what they do, each with the reasons. Nothing
// that is not found there is said to be right.
import type { Analysis, Gap, Instance } from '../analysis';
import { groupBy } from '../base/collect';
import { remembered } from '../base/remembered';
import { say } from '../base/say';
import type { Span } from '../base/span';

export interface UnfollowedKernel {
  readonly name: string;
  /** Its name where it is declared. */
  readonly at: Span;
  /** Nothing at all is claimed of its accesses. */
  readonly isLost: boolean;
  readonly reasons: readonly Gap[];
}

/** Why the accesses of an instance of a kernel are not checked, or not all of them; nothing where all are, or where
 *  nobody asked. */
export function gapsOf({ id, kernel, launch }: Instance, analysis: Analysis): readonly Gap[] {
  const { blocks, unfollowed = [] } = analysis;
  if (kernel === '' || analysis.language !== undefined) return [];
  // That is so whether or not threads are followed.
  if (!launch) return [{ why: say`nothing launches it` }];
  if (!blocks) return [];
  const mine = [
    ...unfollowed.filter(({ instance }) => instance === id),
    ...blocks.flatMap((run) => (run.instance === id ? run.gaps : [])),
  ];
  return onceEach(mine);
}

/** Each reason once, at its first place. */
function onceEach(gaps: readonly Gap[]): readonly Gap[] {
  const first = new Map<string, Gap>();
  for (const gap of gaps) if (!first.has(gap.why)) first.set(gap.why, gap);
  return [...first.values()];
}

/** Each kernel once, in the order of the program; none where nobody asked to follow threads. */
export const unfollowedKernels = remembered((analysis: Analysis): readonly UnfollowedKernel[] => {
  const { blocks } = analysis;
  if (!blocks) return [];
  const nameOf = ({ launch, at }: Instance): Span | undefined => launch?.kernel ?? at;
  const kernels = groupBy(analysis.instances, (instance) => {
    const at = nameOf(instance);
    return `${at?.file} ${at?.start}`;
  });
  return [...kernels.values()].flatMap((instances) => {
    const [one] = instances;
    const at = one && nameOf(one);
    const reasons = onceEach(instances.flatMap((instance) => gapsOf(instance, analysis)));
    if (!at || reasons.length === 0) return [];
    const ids = new Set(instances.map(({ id }) => id));
    const isLost = blocks.every(({ instance, isLost }) => isLost || !ids.has(instance));
    return [{ name: one.kernel, at, isLost, reasons }];
  });
});
