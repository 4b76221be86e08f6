// Objects of classes of barriers with phases: `cuda::barrier` of a block, and CUTLASS's, for programs whose CUTLASS was
// not found. Such an object is 64 bits of shared memory; where all threads of a block are followed it knows its place.
import { hole, withSign } from '../../algebra/leaf';
import type { Pointer, Struct, Value } from '../../values/value';
import { isTuple } from './inspect';

/** The field in which an object has its place. */
const placeField = '#at';

/** The class of CUDA's library whose objects are one barrier of the hardware. */
export const cudaBarrier = 'cuda::barrier<cuda::thread_scope_block>';

/** The names of CUTLASS's classes. */
export const phaseBarriers = /^Cluster(Transaction)?Barrier$/;

/** An object that lies in memory. */
export function placedBarrier(example: Struct, at: Pointer): Struct {
  const pointer: Pointer = { ...at, element: withSign(hole(64), true) };
  return { ...example, fields: new Map<string, Value>([[placeField, { is: 'element', pointer }]]) };
}

export function isPhaseBarrier(value: Value): value is Struct & { readonly cls: undefined } {
  if (isTuple(value) || value.is !== 'struct' || value.cls !== undefined) return false;
  return value.name === cudaBarrier || phaseBarriers.test(value.name.replace(/^cutlass::/, ''));
}

/** Where an object lies; undefined for others, and where that is not known. */
export function placeOfBarrier(value: Value): Value | undefined {
  return isPhaseBarrier(value) ? value.fields.get(placeField) : undefined;
}
