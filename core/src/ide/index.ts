// The part of the core's door that renders facts for editors and scripts.
export { plain, type Action, type Block, type Hover, type Inline } from './blocks';
export { codeLenses, type CodeLens, type CodeLensesInput } from './code-lenses';
export { comparables, valueNamed, type Comparable } from './compare';
export { completionDocumentation, completions, type CompletionItem, type CompletionKind, type Completions } from './completion';
export { explanation, type Explain, type ExplainedStep, type Explanation } from './explain';
export { activeInstance, factAt, kernelInstances, viewOf, type View } from './fact-at';
export { explanationAt, hover, type HoverInput, type Verdict, type VerdictAt } from './hover';
export { inlayHints, type InlayHint, type InlayHintsInput } from './inlay-hints';
export { ownership, ownershipsOf, type Owner, type Ownership } from './ownership';
export { isA, numbersOf } from '../values/convert';
export { mostCells, viewList, visualizeAt, visualizeFact, visualizeValue, type VisualizeInput } from './visualize';
export { exactText, valuesOf } from './values';
export { codeActions, type CodeAction } from './code-actions';
export type { PlaceInput } from './library';
export { signatureHelp, type SignatureHelp } from './signature-help';
export { annotations } from './annotate';
