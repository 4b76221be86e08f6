// What a hover offers to do: draw, explain, choose another instance, thread or arguments, insert a comment, verify.
// Only what would show something is offered.
import { say } from '../../base/say';
import type { Fact } from '../../analysis';
import type { Span } from '../../base/span';
import { untype } from '../../values/convert';
import { unknownOf, type View } from '../fact-at';
import type { Action, Block } from '../blocks';
import { explanation } from '../explain';
import { hasPicture, pictureTitle } from '../pictures/visualize';
import { openNames } from '../pins';
import type { HoverInput, Verdict } from './hover';
import { briefLabels, cropped, offeredWith } from '../instances';
import { hasDetails } from './details';
import { assumptionsOf } from './provenance';

interface Offer {
  readonly title: string;
  readonly action: Action;
  readonly at?: Span;
}

/** What a user can do about a mistake of CuTe Lens. */
const reports = (): readonly (readonly [string, Action])[] => [
  [say`Report This`, 'reportMismatch'],
  [say`Copy Bug Report`, 'copyBugReport'],
];

/** One line of offers; none where there is nothing to do. */
export function actions(input: HoverInput, fact: Fact, view: View, verdict: Verdict | undefined): Block[] {
  const offered = [
    ...ofValue(input, fact, view),
    ...ofSituation(input, view),
    ...ofVerdict(input, fact, view, verdict),
  ];
  return offered.length > 0 ? [{ is: 'actions', actions: offered }] : [];
}

function ofValue({ analysis, textOf, explain, canShare, canDetail }: HoverInput, fact: Fact, { lead }: View): Offer[] {
  const at = fact.span;
  if (unknownOf(lead.value))
    return openNames(lead, analysis).length > 0 ? [{ title: say`Insert the Comment`, action: 'insertPin', at }] : [];
  const isDrawn = hasPicture(lead.value);
  return [
    ...(isDrawn ? [{ title: pictureTitle(lead.value), action: 'visualize' as const, at }] : []),
    ...(canDetail === true && hasDetails(untype(lead.value))
      ? [{ title: say`Details`, action: 'details' as const, at }]
      : []),
    ...(explain && explanation(fact, lead, analysis, textOf, explain)
      ? [{ title: say`Explain`, action: 'explain' as const, at }]
      : []),
    // Its page reads C++ only.
    ...(isDrawn && canShare === true && analysis.language === undefined
      ? [{ title: say`Share`, action: 'share' as const, at }]
      : []),
  ];
}

/** What the value is shown for, each with a choice of another. */
function ofSituation({ analysis, active }: HoverInput, { lead, elsewhere }: View): Offer[] {
  const kinds = new Set(assumptionsOf(lead, analysis).map(({ kind }) => kind));
  const instances = active ? offeredWith(active, analysis) : [];
  const at = instances.findIndex(({ id }) => id === active?.id);
  const label = active && briefLabels(analysis).get(active.id);
  return [
    ...(elsewhere.length > 0 && at >= 0
      ? [
          {
            title: say`Instance ${at + 1} of ${instances.length}: ${cropped(label ?? '')} ▾`,
            action: 'selectInstance' as const,
          },
        ]
      : []),
    ...(kinds.has('thread') || kinds.has('block')
      ? [{ title: say`Sample Thread ▾`, action: 'selectThread' as const }]
      : []),
    ...(kinds.has('default') || kinds.has('argument')
      ? [{ title: say`Arguments ▾`, action: 'setArguments' as const }]
      : []),
  ];
}

function ofVerdict(
  { canVerify, analysis, file }: HoverInput,
  fact: Fact,
  { lead }: View,
  verdict: Verdict | undefined,
): Offer[] {
  const declared = fact.declared ?? fact.span;
  if (verdict?.says === 'refuted')
    return reports().map(([title, action]) => ({ title, action, ...(declared.file === file && { at: declared }) }));
  const canAsk = !verdict?.isGpu && canVerify === true && analysis.language === undefined;
  return canAsk && !unknownOf(lead.value) ? [{ title: say`Verify on GPU`, action: 'verify' }] : [];
}
