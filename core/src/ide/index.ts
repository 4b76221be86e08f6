// The part of the core's door that renders facts for editors and scripts.
export type { Action, Block, Hover, Inline } from './blocks';
export { activeInstance, factAt, kernelInstances, viewOf, type View } from './fact-at';
export { hover, type HoverInput } from './hover';
export { exactText, isA, numbersOf, valuesOf } from './values';
