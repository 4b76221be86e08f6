// The ceiling on the cost of one question of an editor. Values come from programs and may have any size; a hover, an
// explanation or a picture that would cost too much says so instead. Cost is counted, never timed, and each question
// has its own budget. Questions whose answers have no room for such a sentence (lenses, completion, edits) are not in
// this file.
import { say } from '../base/say';
import { within } from '../base/meter';
import * as annotate from './marks/annotate';
import { plain, type Hover } from './blocks';
import * as actions from './marks/code-actions';
import * as lenses from './marks/code-lenses';
import * as compare from './pictures/compare';
import * as completion from './typing/completion';
import * as explain from './explain';
import { factAt, viewOf } from './fact-at';
import * as hovers from './hover/hover';
import * as details from './hover/details';
import * as hints from './marks/inlay-hints';
import * as outlines from './pictures/outline';
import * as owners from './hover/ownership';
import * as signatures from './typing/signature-help';
import * as values from './values';
import * as findings from './pictures/accesses';
import * as visual from './pictures/visualize';

/** The number of elements made or examined for one question, which takes about half a second. */
const unitsOfQuestion = 1 << 21;

/** Runs a question with the ceiling. */
function asked<A extends readonly unknown[], R>(
  ask: (...given: A) => R,
  otherwise: NoInfer<(...given: A) => R>,
): (...given: A) => R {
  return (...given) =>
    within(
      unitsOfQuestion,
      () => ask(...given),
      () => otherwise(...given),
    );
}

const none = (): undefined => undefined;
const empty = (): readonly never[] => [];

export const hover = asked(hovers.hover, tooLargeToShow);
export const detailsAt = asked(details.detailsAt, none);
export const explanationAt = asked(hovers.explanationAt, tooLargeToExplain);
export const explanation = asked(explain.explanation, none);
export const inlayHints = asked(hints.inlayHints, empty);
export const layoutOutline = asked(outlines.layoutOutline, empty);
export const codeLenses = asked(lenses.codeLenses, empty);
export const codeActions = asked(actions.codeActions, empty);
export const annotations = asked(annotate.annotations, empty);
export const comparables = asked(compare.comparables, empty);
export const valueNamed = asked(compare.valueNamed, none);
export const completions = asked(completion.completions, none);
export const signatureHelp = asked(signatures.signatureHelp, none);
export const ownershipsOf = asked(owners.ownershipsOf, empty);
export const valuesOf = asked(values.valuesOf, none);
export const visualizeAt = asked(visual.visualizeAt, (input) => {
  const fact = factAt(input.analysis, input.file, input.offset);
  return fact && visual.tooLargeToDraw(fact.name ?? '', fact.declared ?? fact.span);
});
export const visualizeFinding = asked(findings.visualizeFinding, none);
export const visualizeFact = asked(visual.visualizeFact, (fact, _input, title) =>
  visual.tooLargeToDraw(title ?? fact.name ?? '', fact.declared ?? fact.span),
);
export const visualizeValue = asked(visual.visualizeValue, ({ title, source }) => visual.tooLargeToDraw(title, source));

function tooLargeToShow({ analysis, file, offset }: hovers.HoverInput): Hover | undefined {
  const fact = factAt(analysis, file, offset);
  return (
    fact && {
      span: fact.span,
      known: false,
      blocks: [{ is: 'line', content: [plain(say`${fact.name ?? say`This value`} is too large to show here.`)] }],
    }
  );
}

function tooLargeToExplain({
  analysis,
  file,
  offset,
  active,
  textOf,
}: Parameters<typeof hovers.explanationAt>[0]): ReturnType<typeof hovers.explanationAt> {
  const fact = factAt(analysis, file, offset);
  const seen = fact && viewOf(fact, analysis, active)?.lead;
  const call = seen && within(unitsOfQuestion, () => explain.callOf(fact, seen, analysis), none);
  if (!call) return undefined;
  const { span, why } = call;
  const expression = (textOf(span.file)?.slice(span.start, span.end) ?? '').replace(/\s+/g, ' ');
  return {
    title: fact.name ?? why.by,
    explanation: { expression, span, by: why.by, given: [], steps: [], result: say`too large to explain` },
  };
}
