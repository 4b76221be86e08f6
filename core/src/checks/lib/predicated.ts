// Whether code guards its accesses against the edges of a tensor. Any sign of a guard counts: a check of extents does
// not know which accesses are guarded, so it stays silent.
import type { Call } from '../../analysis';
import type { Span } from '../../base/span';
import { nodesIn, type Node } from '../../ir/walk';
import { isA } from '../../values/convert';
import type { Facts } from './facts';

const guarding = ['elem_less', 'copy_if', 'get_tma_tensor', 'tma_partition'];

/** True where an instance compares coordinates or looks at one, copies with a predicate, or leaves the edges to TMA. A
 *  tensor of coordinates alone guards nothing. */
export function isPredicated(facts: Facts, instance: number): boolean {
  return (
    facts.calls(...guarding).some((call) => call.instance === instance) ||
    facts.calls('operator()').some((call) => call.instance === instance && isLookAtCoordinate(call)) ||
    facts.evaluation.guards.some((guard) => guard.instance === instance && comparesExtent(facts, guard.span))
  );
}

/** True for `coordinates(i)`: what it gives is compared, or goes where it is not followed. */
function isLookAtCoordinate({ operands: [object], result }: Call): boolean {
  return object !== undefined && isCoordinates(object.value) && !isA(result, 'tensor');
}

/** True for `if (m < M)`: a comparison with a name that is neither a thread index nor a size. */
function comparesExtent(facts: Facts, span: Span): boolean {
  const condition = facts.expressionAt(span);
  const nodes = nodesIn(condition);
  return (
    !condition ||
    (nodes.some((node) => node.is === 'Opaque' || (node.is === 'Binary' && /^[<>]/.test(node.op))) &&
      nodes.some(isTelling))
  );
}

const ownNumbers = new Set(['threadIdx', 'blockIdx', 'blockDim', 'gridDim', 'thread0', 'int', 'size']);

function isTelling(node: Node): boolean {
  return node.is === 'Opaque' || (node.is === 'Name' && !ownNumbers.has(node.id));
}

/** True for a tensor of coordinates, which is not in memory. */
export function isCoordinates(value: Parameters<typeof isA>[0]): boolean {
  return isA(value, 'tensor') && value.data.space === 'coordinates';
}
