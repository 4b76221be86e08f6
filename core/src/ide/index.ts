// The part of the core's door that renders facts for editors and scripts.
export type { Action, Block, Hover, Inline } from './blocks';
export { explanation, type Explain, type ExplainedStep, type Explanation } from './explain';
export { activeInstance, factAt, kernelInstances, viewOf, type View } from './fact-at';
export { explanationAt, hover, type HoverInput } from './hover';
export { ownership, ownershipsOf, type Owner, type Ownership } from './ownership';
export { isA, numbersOf } from '../values/convert';
export { exactText, valuesOf } from './values';
export { codeActions, type CodeAction } from './code-actions';
