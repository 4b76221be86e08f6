// Which instances of kernels are followed to their end, thread by thread. There the checks of accesses see what
// happens, and a check of how memory is declared or launched says nothing of what they see.
import type { Evaluation } from '../../analysis';
import { remembered } from '../../base/remembered';
import type { Facts } from './facts';

/** Whether every access of all chosen blocks is followed, or was before the text was edited. */
export function isFollowed(facts: Facts, instance: number): boolean {
  return followed(facts.evaluation).has(instance);
}

/** The labels of the kernels that are followed to their end. */
export function followedKernels(evaluation: Evaluation): ReadonlySet<string> {
  const all = followed(evaluation);
  return new Set(evaluation.instances.filter(({ id }) => all.has(id)).map(({ label }) => label));
}

const followed = remembered(
  ({ blocks = [], unfollowed = [], instances, followedBefore }: Evaluation): ReadonlySet<number> => {
    const partly = new Set(
      [...blocks.filter(({ isWhole }) => !isWhole), ...unfollowed].map(({ instance }) => instance),
    );
    const whole = blocks.map(({ instance }) => instance).filter((instance) => !partly.has(instance));
    const before = instances.filter(({ label }) => followedBefore?.has(label)).map(({ id }) => id);
    return new Set([...whole, ...before]);
  },
);
