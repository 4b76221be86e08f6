// Objects of classes of barriers with phases: `cuda::barrier` of a block, and CUTLASS's, for programs whose CUTLASS was
// not found. Such an object is 64 bits of shared memory; where all threads of a block are followed it knows its place.
import { hole, withSign } from '../../algebra/leaf';
import type { Pointer, Struct, Value } from '../../values/value';
import { isTuple } from './inspect';
import { asNumber } from './truth';

/** The field in which an object has its place. */
const placeField = '#at';

/** The class of CUDA's library whose objects are one barrier of the hardware. */
export const cudaBarrier = 'cuda::barrier<cuda::thread_scope_block>';

/** The barriers of the stages of a `cuda::pipeline` of a block: two of them for each stage, and a counter. */
export const sharedState = 'cuda::pipeline_shared_state<cuda::thread_scope_block>';
const stagesField = '#stages';

/** `cuda::pipeline_shared_state<cuda::thread_scope_block, stages>`, by example. */
export function sharedStateOf(stages: Value): Struct {
  return { is: 'struct', name: sharedState, cls: undefined, fields: new Map([[stagesField, stages]]) };
}

/** How many stages such a state has; undefined for other objects. */
export function stagesOfState(value: Value): number | undefined {
  if (isTuple(value) || value.is !== 'struct' || value.name !== sharedState) return undefined;
  const stages = value.fields.get(stagesField);
  return stages && asNumber(stages);
}

/** The bytes of a stage, and of its counter. */
export const bytesOfStage = 16;

/** The bits of such an object in memory; undefined where that is not known. */
export function bitsOfPlaced(value: Struct): number | undefined {
  if (value.name !== sharedState) return 64;
  const stages = stagesOfState(value);
  return stages === undefined ? undefined : 8 * (bytesOfStage * stages + 8);
}

/** The names of CUTLASS's classes. */
export const phaseBarriers = /^Cluster(Transaction)?Barrier$/;

/** An object that lies in memory. */
export function placedBarrier(example: Struct, at: Pointer): Struct {
  const pointer: Pointer = { ...at, element: withSign(hole(64), true) };
  const place: Value = { is: 'element', pointer };
  return { ...example, fields: new Map([...example.fields, [placeField, place]]) };
}

export function isPhaseBarrier(value: Value): value is Struct & { readonly cls: undefined } {
  if (isTuple(value) || value.is !== 'struct' || value.cls !== undefined) return false;
  const { name } = value;
  return name === cudaBarrier || name === sharedState || phaseBarriers.test(name.replace(/^cutlass::/, ''));
}

/** Where an object lies; undefined for others, and where that is not known. */
export function placeOfBarrier(value: Value): Value | undefined {
  return isPhaseBarrier(value) ? value.fields.get(placeField) : undefined;
}
