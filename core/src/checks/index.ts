// The list of checks, and the processing of their findings: levels, repetitions, suppressions, order. To add a check,
// add a file and a line here; settings, docs and tests follow from the list.
import { known } from '../algebra/errors';
import type { Diagnostic, Evaluation, Level } from '../analysis';
import { Abandoned, spend, Stopped, TooMuch, within } from '../base/meter';
import { groupBy } from '../base/collect';
import { isWithin, type Span } from '../base/span';
import type { Check, Finding } from './lib/check';
import { cutileRules } from './cutile/rules';
import { cutileTiles } from './cutile/tiles';
import { divergentBarrier } from './cuda/accesses/divergent-barrier';
import { endlessWait } from './cuda/accesses/endless-wait';
import { misalignedAccess } from './cuda/accesses/misaligned-access';
import { outOfBounds } from './cuda/accesses/out-of-bounds';
import { outsideTensor } from './cuda/accesses/outside-tensor';
import { sharedRace } from './cuda/accesses/shared-race';
import { globalRace } from './cuda/accesses/global-race';
import { transactionBytes } from './cuda/accesses/transaction-bytes';
import { missingFence } from './cuda/accesses/missing-fence';
import { unreadyBarrier } from './cuda/accesses/unready-barrier';
import { unwaitedCopy } from './cuda/accesses/unwaited-copy';
import { unwrittenOutput } from './cuda/accesses/unwritten-output';
import { unwrittenShared } from './cuda/accesses/unwritten-shared';
import { bankConflict } from './cuda/performance/bank-conflict';
import { type Found, withCauses } from './lib/causes';
import { blockLimit } from './cuda/launch/block-limit';
import { blockSize } from './cuda/launch/block-size';
import { clusterShape } from './cuda/launch/cluster-shape';
import { compositionDiffers } from './cuda/silent/composition-differs';
import { coordinateRange } from './cuda/silent/coordinate-range';
import { deletedOperation } from './cuda/rules/deleted-operation';
import { droppedValue } from './cuda/silent/dropped-value';
import { dynamicSmem } from './cuda/launch/dynamic-smem';
import { Facts } from './lib/facts';
import { fragmentOperand } from './cuda/rules/fragment-operand';
import { gridSize } from './cuda/launch/grid-size';
import { layoutAsTiler } from './cuda/silent/layout-as-tiler';
import { modeRange } from './cuda/rules/mode-range';
import { cosizeForSize } from './cuda/memory/cosize-for-size';
import { sharedAlignment } from './cuda/memory/shared-alignment';
import { sharedLimit, sharedOptIn, staticSharedLimit } from './cuda/memory/shared-limit';
import { sharedTooSmall } from './cuda/memory/shared-too-small';
import { swizzlePartial, swizzleWithoutEffect } from './cuda/memory/swizzle-effect';
import { tmaAlignment } from './cuda/memory/tma-alignment';
import { narrowCopy } from './cuda/performance/narrow-copy';
import { needsStatic } from './cuda/rules/needs-static';
import { notDivisible } from './cuda/rules/not-divisible';
import { notInjective } from './cuda/rules/not-injective';
import { operandShapes } from './cuda/tiling/operand-shapes';
import { outOfDomain } from './cuda/silent/out-of-domain';
import { partitionCoverage } from './cuda/ownership/partition-coverage';
import { partitionInterleaved } from './cuda/ownership/partition-interleaved';
import { profileMismatch } from './cuda/rules/profile-mismatch';
import { stalePrintedComment } from './cuda/comments/stale-printed-comment';
import { staleShapeComment } from './cuda/comments/stale-shape-comment';
import { staleThreadComment } from './cuda/comments/stale-thread-comment';
import { staticAssertion } from './cuda/rules/static-assertion';
import { suppressions } from './lib/suppress';
import { threadLayoutCompact } from './cuda/ownership/thread-layout-compact';
import { tileExceeds } from './cuda/tiling/tile-exceeds';
import { tileRemainder } from './cuda/tiling/tile-remainder';
import { tilerRank } from './cuda/tiling/tiler-rank';
import { undefinedMacro } from './cuda/silent/undefined-macro';
import { uncoalesced } from './cuda/performance/uncoalesced';
import { unknownSuppression } from './any/unknown-suppression';

export type { Check, Finding, Topic } from './lib/check';
export { directive as suppressionDirective, suppressionsIn } from './lib/suppress';

/** Every check, in the order of the docs. */
export const checks: readonly Check[] = [
  tileRemainder,
  tileExceeds,
  tilerRank,
  operandShapes,
  blockSize,
  gridSize,
  blockLimit,
  dynamicSmem,
  clusterShape,
  partitionCoverage,
  threadLayoutCompact,
  partitionInterleaved,
  notDivisible,
  notInjective,
  profileMismatch,
  needsStatic,
  modeRange,
  deletedOperation,
  fragmentOperand,
  staticAssertion,
  compositionDiffers,
  outOfDomain,
  coordinateRange,
  layoutAsTiler,
  droppedValue,
  undefinedMacro,
  staleShapeComment,
  stalePrintedComment,
  staleThreadComment,
  sharedTooSmall,
  cosizeForSize,
  staticSharedLimit,
  sharedLimit,
  sharedOptIn,
  sharedAlignment,
  tmaAlignment,
  outOfBounds,
  outsideTensor,
  misalignedAccess,
  sharedRace,
  unwrittenShared,
  unwaitedCopy,
  missingFence,
  globalRace,
  unwrittenOutput,
  divergentBarrier,
  unreadyBarrier,
  endlessWait,
  transactionBytes,
  swizzleWithoutEffect,
  swizzlePartial,
  bankConflict,
  uncoalesced,
  narrowCopy,
  unknownSuppression,
  ...cutileRules,
  ...cutileTiles,
];

/** The checks of what all threads do to memory, by slug: they need `AnalyzeInput.accesses`. */
export const accessChecks: ReadonlySet<string> = new Set(
  checks.filter(({ topic, ofThreads }) => topic === 'accesses' || ofThreads).map(({ slug }) => slug),
);

/** The values of the setting of a check. */
export type CheckLevel = Level | 'off';

export const levels: readonly Level[] = ['error', 'warning', 'information', 'hint'];

/** The findings of the checks that are on, in source order. `chosen` contains levels by slug; a check that is absent
 *  there has its own level. If a check fails, `onBug` is called and the others go on; without `onBug` the error is
 *  thrown. */
export function check(
  evaluation: Evaluation,
  chosen: ReadonlyMap<string, CheckLevel> = new Map(),
  onBug?: (bug: string) => void,
): readonly Diagnostic[] {
  const facts = new Facts(
    evaluation,
    checks.map(({ slug }) => slug),
  );
  const found: Found[] = [];
  try {
    for (const one of checks) {
      const level = chosen.get(one.slug) ?? one.level;
      if (one.language !== undefined && one.language !== evaluation.language) continue;
      if (level !== 'off')
        for (const finding of findingsOf(one, facts, onBug)) found.push({ check: one, level, finding });
    }
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  }
  return inOrder(distinct(withCauses(unsilenced(found, evaluation)), facts).map(diagnostic));
}

/** The limit of what one check may examine: calls, facts, and elements of their values. */
const unitsOfCheck = 1 << 23;

/** The findings of a check until the algebra refuses something, or the limit is reached. What cannot be computed is
 *  not known, and is not reported. */
function findingsOf(one: Check, facts: Facts, onBug: ((bug: string) => void) | undefined): readonly Finding[] {
  const found: Finding[] = [];
  try {
    const collect = (): void => {
      for (const finding of one.find(facts)) {
        spend(1, 'findings');
        found.push(finding);
      }
    };
    known(() => within(unitsOfCheck, collect));
  } catch (error) {
    if (error instanceof TooMuch) return found;
    if (!onBug || error instanceof Stopped || error instanceof Abandoned) throw error;
    onBug(`${one.slug}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
  return found;
}

function diagnostic({ check: { slug }, level, finding: { span, message, related, fixes } }: Found): Diagnostic {
  return { code: slug, level, span, message, related: related ?? [], fixes: fixes ?? [] };
}

/** One finding of each check for each place, the first that the program reaches. It names its instance if not all
 *  instances have the finding. */
function distinct(found: readonly Found[], facts: Facts): readonly Found[] {
  const groups = groupBy(found, ({ check: { slug }, finding: { span } }) =>
    [slug, span.file, span.start, span.end].join(' '),
  );
  return [...groups.values()].flatMap((group) => {
    const isReached = ({ finding: { instance } }: Found): boolean =>
      instance === undefined || facts.instance(instance)?.reached === true;
    const first = group.find(isReached) ?? group[0];
    const findings = group.map(({ finding }) => finding);
    return first ? [{ ...first, finding: withInstance(first.finding, findings, facts) }] : [];
  });
}

function withInstance(finding: Finding, group: readonly Finding[], facts: Facts): Finding {
  const instance = finding.instance === undefined ? undefined : facts.instance(finding.instance);
  if (!instance || instance.kernel === '' || isAtLaunch(finding.span, instance.at)) return finding;
  const alike = facts.evaluation.instances.filter(({ kernel }) => kernel === instance.kernel);
  const agree = alike.every(({ id }) =>
    group.some((other) => other.instance === id && other.message === finding.message),
  );
  return agree ? finding : { ...finding, message: `${finding.message} (${instance.label})` };
}

/** True for a finding at the launch of its instance, which need not be named there. */
function isAtLaunch(span: Span, at: Span | undefined): boolean {
  return at !== undefined && at.file === span.file && isWithin(span, at);
}

function unsilenced(found: readonly Found[], evaluation: Evaluation): readonly Found[] {
  if (found.length === 0) return found;
  const silent = suppressions(evaluation);
  const isCovered = ({ check, finding: { span } }: Found): boolean =>
    silent.some(
      ({ slug, covers }) =>
        slug === check.slug && covers.file === span.file && covers.start <= span.start && span.start <= covers.end,
    );
  return silent.length === 0 ? found : found.filter((one) => !isCovered(one));
}

function inOrder(found: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...found].sort((a, b) =>
    a.span.file < b.span.file
      ? -1
      : a.span.file > b.span.file
        ? 1
        : a.span.start - b.span.start || a.span.end - b.span.end,
  );
}
