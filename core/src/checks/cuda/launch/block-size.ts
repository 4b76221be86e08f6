// A block whose number of threads is not that of the thread layout, TiledCopy or TiledMMA that its threads use.
import { say } from '../../../base/say';
import type { Call, Fix } from '../../../analysis';
import type { Span } from '../../../base/span';
import type { Check, Finding } from '../../lib/check';
import type { Facts } from '../../lib/facts';
import { launches, placeOf, singlesOut, type Launched } from '../../lib/launches';
import { isExactly } from '../../lib/origin';
import { participants } from '../../lib/participants';
import { callersName, cuteName, literalOf } from '../../fixes/written';

export const blockSize: Check = {
  slug: 'block-size',
  topic: 'launch',
  level: 'warning',
  title: 'The block does not have the number of threads that a layout or a tiled operation is made for',
  explains: `A TiledCopy, a TiledMMA and the thread layout of \`local_partition\` are made for a number of threads.
If the block has fewer threads, the elements of the missing threads are never touched. If it has more, the additional threads work on elements of other threads.
The compiler cannot report it, since the size of the block is a run-time number.

The check looks at slices and partitions by exactly \`threadIdx.x\`, in kernels launched with a known block.
It is silent where the kernel has conditions on its threads, since some threads may have another task.`,
  bad: `__global__ void kernel(float* data) {
  auto gmem = make_tensor(make_gmem_ptr(data), make_shape(_128{}, _8{}));
  auto mine = local_partition(gmem, make_layout(make_shape(_32{}, _8{})), threadIdx.x);
}
int main() { kernel<<<1, 128>>>(nullptr); }`,
  good: `__global__ void kernel(float* data) {
  auto gmem = make_tensor(make_gmem_ptr(data), make_shape(_128{}, _8{}));
  auto mine = local_partition(gmem, make_layout(make_shape(_32{}, _8{})), threadIdx.x);
}
int main() { kernel<<<1, 256>>>(nullptr); }`,
  *find(facts) {
    const uses = facts.calls('get_slice', 'get_thread_slice', 'local_partition').filter((call) => !call.guarded);
    for (const launched of launches(facts)) {
      if (!launched.block || singlesOut(facts, launched.instance.id, 'thread')) continue;
      for (const call of uses)
        if (call.instance === launched.instance.id) yield* findingOf(facts, launched, launched.block[0], call);
    }
  },
};

function* findingOf(facts: Facts, launched: Launched, threads: number, call: Call): Generator<Finding> {
  const used = participants(call);
  const index = call.operands[call.name === 'local_partition' ? 2 : 1];
  if (!used || used.count === threads || !index?.span || !isExactly(facts, index.span, [], 'threadIdx.x')) return;
  const effect =
    used.count > threads
      ? say`the elements of threads ${threads} to ${used.count - 1} are never touched`
      : say`threads ${used.count} to ${threads - 1} work on elements of other threads`;
  yield {
    span: placeOf(launched, 'block'),
    instance: launched.instance.id,
    message: say`the block has ${threads} threads in x, but ${used.what} in ${launched.instance.kernel} is for ${used.count} threads: ${effect}`,
    related: [{ span: call.span, message: say`${used.what} for ${used.count} threads` }],
    fixes: fixesOf(facts, launched, threads, used.count, call.operands[call.name === 'local_partition' ? 1 : 0]?.span),
  };
}

/** Launches as many threads as the layout has: by the layout's name where the launch can use it, and as a number. A
 *  static size converts to `dim3` only where that is written. */
function fixesOf(
  facts: Facts,
  { launch }: Launched,
  threads: number,
  wanted: number,
  layout: Span | undefined,
): readonly Fix[] {
  const written = launch.at.block && literalOf(facts, launch.at.block, [0]);
  if (!written || written.n !== threads) return [];
  const name = layout && callersName(facts, layout, [], written.span);
  const sizes = [...(name === undefined ? [] : [`${cuteName(facts, written.span, 'size')}(${name})`]), String(wanted)];
  return sizes.map((size, at) => ({
    title: say`Launch ${size} threads`,
    edits: [{ span: written.span, text: at + 1 < sizes.length ? `dim3(${size})` : size }],
    ...(at === 0 && { preferred: true }),
  }));
}
