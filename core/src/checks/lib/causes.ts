// One mistake, one finding: what follows from a wrong launch is said beside that, and not once more. A finding says
// what it leads to; the findings of these checks in the same instance are related information of it then, and their
// repairs would repair nothing. It is as grave as the gravest of them.
import { isSameSpan } from '../../base/span';
import type { Level } from '../../analysis';
import type { Check, Finding } from './check';

export interface Found {
  readonly check: Check;
  readonly level: Level;
  readonly finding: Finding;
}

const gravest: readonly Level[] = ['error', 'warning', 'information', 'hint'];

/** The findings without those that follow from others, which name them. */
export function withCauses(found: readonly Found[]): readonly Found[] {
  const causes = found.filter(({ finding }) => finding.leadsTo !== undefined);
  if (causes.length === 0) return found;
  const causeOf = (one: Found): Found | undefined => causes.find(({ finding }) => isCause(finding, one));
  const effects = new Map<Found, readonly Found[]>();
  for (const one of found) {
    const cause = causeOf(one);
    if (cause) effects.set(cause, [...(effects.get(cause) ?? []), one]);
  }
  return found.flatMap((one) => (causeOf(one) ? [] : [withEffects(one, effects.get(one) ?? [])]));
}

function isCause({ instance, leadsTo }: Finding, { check, finding }: Found): boolean {
  if (!leadsTo || instance === undefined || finding.instance !== instance) return false;
  const { fromThread } = leadsTo;
  if (!leadsTo.checks.includes(check.slug)) return false;
  return fromThread === undefined || finding.threads?.some((x) => x >= fromThread) === true;
}

function withEffects(cause: Found, effects: readonly Found[]): Found {
  const { finding, level } = cause;
  const related = effects
    .map(({ check: { slug }, finding: { span, message } }) => ({ span, message, code: slug }))
    .filter((one, i, all) => all.findIndex((other) => isSameSpan(one.span, other.span)) === i);
  const levels = [level, ...effects.map((one) => one.level)];
  return {
    ...cause,
    level: gravest.find((one) => levels.includes(one)) ?? level,
    finding: { ...finding, related: [...(finding.related ?? []), ...related] },
  };
}
