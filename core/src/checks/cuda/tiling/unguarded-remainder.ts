// A tensor whose run-time extents are not multiples of its tiles, where not all accesses are guarded.
import { say } from '../../../base/say';
import { print } from '../../../algebra/index';
import { isA, numbersOf } from '../../../values/convert';
import type { Check, Finding } from '../../lib/check';
import { divisions, takesWholeTile, type Cut, type Division } from '../../lib/divisions';
import type { Facts } from '../../lib/facts';
import { isFollowed } from '../../lib/followed';
import { isGuarded } from '../../lib/guards';
import { leavesTensor } from '../../lib/hazards';

export const unguardedRemainder: Check = {
  slug: 'unguarded-remainder',
  topic: 'tiling',
  level: 'warning',
  title: 'The last tile reaches past a run-time extent, and nothing guards it',
  explains: `With these numbers the last tile has elements outside of the tensor, and the kernel reads and writes them.
Either make the extents multiples of the tile, or compare coordinates: an identity tensor that is tiled and partitioned as the tensor itself says where each element is.

The check looks at tensors in global memory whose extents follow from the program's defaults, its arguments or a pin.
It is silent where an extent is not known, where [out-of-bounds](#out-of-bounds) or [outside-tensor](#outside-tensor) reports an access past the end, in kernels whose threads are followed to their end, where they would, and where each access that it sees is guarded: by a condition, by a predicate of \`copy_if\`, by an index that is cut. What guards other accesses, and coordinates that nothing is done with, do not count.`,
  bad: `__global__ void kernel(float* data, int const* rows, int m) {
  auto gmem = make_tensor(make_gmem_ptr(data), make_shape(m, _64{}));
  auto tile = local_tile(gmem, make_shape(_32{}, _64{}), make_coord(blockIdx.x, 0));
  tile(rows[threadIdx.x], 0) = 0;
}
int main() { kernel<<<4, 32>>>(nullptr, nullptr, 100); }`,
  good: `__global__ void kernel(float* data, int const* rows, int m) {
  auto gmem = make_tensor(make_gmem_ptr(data), make_shape(m, _64{}));
  auto tile = local_tile(gmem, make_shape(_32{}, _64{}), make_coord(blockIdx.x, 0));
  tile(rows[threadIdx.x], 0) = 0;
}
int main() { kernel<<<4, 32>>>(nullptr, nullptr, 128); }`,
  *find(facts) {
    for (const division of divisions(facts)) {
      const { call, operand } = division;
      const instance = facts.instance(call.instance);
      if (
        !isA(operand, 'tensor') ||
        operand.data.space !== 'gmem' ||
        call.guards.length > 0 ||
        !instance?.reached ||
        instance.kernel === '' ||
        isFollowed(facts, call.instance)
      )
        continue;
      for (const cut of division.cuts) yield* findingOf(facts, division, cut);
    }
  },
};

function* findingOf(facts: Facts, division: Division, cut: Cut): Generator<Finding> {
  const { call, layout } = division;
  const [extent, tile] = numbersOf([cut.extent, cut.tile]) ?? [];
  if (extent === undefined || tile === undefined || !isA(cut.extent, 'dynamic') || cut.covered === undefined) return;
  const why = reasons(facts, cut.extent.from ?? []);
  if (
    why === undefined ||
    extent % tile === 0 ||
    tile > extent ||
    cut.covered <= extent ||
    takesWholeTile(division, cut, extent, tile) ||
    isGuarded(facts, call) ||
    leavesTensor(facts, call.instance, layout, cut.path)
  )
    return;
  const mode = cut.path.length === 0 ? say`the size` : say`mode ${cut.path.join(',')}`;
  yield {
    span: call.operands[1]?.span ?? call.span,
    instance: call.instance,
    message: say`tiles of ${tile} do not divide ${mode} of ${print(layout)}, which is ${extent}${why === '' ? '' : ` (${why})`}: ${cut.covered - extent} of the ${tile} elements of the last tile are outside, and nothing here guards them`,
  };
}

/** The assumptions that an extent depends on, in words; undefined where it depends on the thread, the block or the
 *  iteration. */
function reasons(facts: Facts, from: readonly number[]): string | undefined {
  const assumptions = from.map((id) => facts.evaluation.assumptions[id]);
  if (assumptions.some((one) => !one || ['thread', 'block', 'loop', 'branch'].includes(one.kind))) return undefined;
  return assumptions.map((one) => one?.text ?? '').join('; ');
}
