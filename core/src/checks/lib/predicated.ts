// Whether code keeps itself from touching what lies outside a tensor. Any sign of it counts: a check of extents that cannot
// see what is guarded stays silent.
import { isA } from '../../values/convert';
import type { Facts } from './facts';

const signs = ['make_identity_tensor', 'make_identity_layout', 'make_coord_tensor', 'elem_less', 'copy_if', 'get_tma_tensor', 'tma_partition'];

/** True where an instance compares coordinates, copies by predicate, or leaves the edges to TMA. */
export function isPredicated(facts: Facts, instance: number): boolean {
  return facts.calls(...signs).some((call) => call.instance === instance) || facts.evaluation.guards.some((guard) => guard.instance === instance && comparesExtent(facts, guard.span));
}

/** `if (m < M)`: a comparison with something that is neither the number of a thread nor a literal. */
function comparesExtent(facts: Facts, span: Parameters<Facts['textAt']>[0]): boolean {
  const text = facts.textAt(span);
  return /[<>]/.test(text.replace(/<[\w\s,:]*>\s*[({]/g, '(')) && /[A-Za-z_]\w*/.test(text.replace(/\b(?:threadIdx|blockIdx|blockDim|gridDim)\.[xyz]|\bthread0\b|\bint\b|\bsize\b/g, ''));
}

/** True for a tensor of coordinates, which is not memory. */
export function isCoordinates(value: Parameters<typeof isA>[0]): boolean {
  return isA(value, 'tensor') && value.data.space === 'coordinates';
}
