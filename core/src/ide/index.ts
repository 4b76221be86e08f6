// The part of the core's interface that turns facts into data for editors and scripts. Every question here has a
// ceiling (asked.ts).
export {
  annotations,
  codeActions,
  codeLenses,
  comparables,
  completions,
  detailsAt,
  explanation,
  explanationAt,
  hover,
  inlayHints,
  layoutOutline,
  ownershipsOf,
  signatureHelp,
  valueNamed,
  valuesOf,
  visualizeAt,
  visualizeFact,
  visualizeFinding,
  visualizeValue,
} from './asked';
export { plain, type Action, type Block, type Hover, type Inline } from './blocks';
export type { CodeLens, CodeLensesInput } from './marks/code-lenses';
export type { Comparable } from './pictures/compare';
export {
  completionDocumentation,
  type CompletionItem,
  type CompletionKind,
  type Completions,
} from './typing/completion';
export type { Explain, ExplainedStep, Explanation } from './explain';
export { activeInstance, factAt, viewOf, type View } from './fact-at';
export { briefLabels, kernelInstances, nameOf, offeredWith, resourcesOf } from './instances';
export { awakening, dormantAt, type Awakening } from './dormant';
export { wayTo, type Way } from './ways';
export type { HoverInput, Verdict, VerdictAt } from './hover/hover';
export type { OutlineGroup, OutlineRow } from './pictures/outline';
export type { InlayHint, InlayHintsInput } from './marks/inlay-hints';
export { ownership, type Owner, type Ownership } from './hover/ownership';
export { isA, numbersOf } from '../values/convert';
export { mostCells, viewList, type VisualizeInput } from './pictures/visualize';
export { unfollowedKernels, type UnfollowedKernel } from './unfollowed';
export { exactText } from './values';
export type { CodeAction } from './marks/code-actions';
export type { PlaceInput } from './typing/library';
export type { SignatureHelp } from './typing/signature-help';
