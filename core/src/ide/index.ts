// The part of the core's door that renders facts for editors and scripts.
export type { Action, Block, Hover, Inline } from './blocks';
export { explanation, type Explain, type ExplainedStep, type Explanation } from './explain';
export { activeInstance, factAt, kernelInstances, viewOf, type View } from './fact-at';
export { explanationAt, hover, type HoverInput } from './hover';
export { ownership, ownershipsOf, type Owner, type Ownership } from './ownership';
export { exactText, isA, numbersOf, valuesOf } from './values';
