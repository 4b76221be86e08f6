// A block that has more or fewer threads than the thread layout, TiledCopy or TiledMMA that its threads use. It also
// speaks of kernels whose threads are followed: threads that repeat the work of others write the same values, which is
// no race, and elements that no thread works on are seen only where they are read in shared memory, or end an output.
import { say } from '../../../base/say';
import type { Call, Fix } from '../../../analysis';
import type { Span } from '../../../base/span';
import { isA } from '../../../values/convert';
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
  title: 'The block does not have as many threads as a layout or a tiled operation is made for',
  explains: `A TiledCopy, a TiledMMA and the thread layout of \`local_partition\` are each made for a number of threads, and the block needs as many.
If it has fewer, no thread works on the elements of the missing threads. If it has more, the additional threads work on the same elements as others; those of a TiledCopy work on elements beyond its tile.
The compiler cannot report this, since it does not know the size of the block.

The check looks at \`get_slice\`, \`get_thread_slice\` and \`local_partition\` with exactly \`threadIdx.x\`, in kernels that are launched with a block of known size.
It is silent where the kernel has conditions on its threads, such as \`if (threadIdx.x < 128)\`, since the other threads may have another task, and where threads take the parts of missing ones, too: \`get_slice(threadIdx.x + 128)\`.
Where all threads are followed, what the additional threads do wrong, and what the missing ones do not write, is related information of this finding, which has the gravest of their levels then.`,
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
    const slices = facts.calls('get_slice', 'get_thread_slice', 'local_partition');
    for (const launched of launches(facts)) {
      if (!launched.block || singlesOut(facts, launched.instance.id, 'thread')) continue;
      const own = slices.filter(({ instance }) => instance === launched.instance.id);
      for (const call of own)
        if (call.guards.length === 0) yield* findingOf(facts, launched, launched.block[0], call, own);
    }
  },
};

/** `own`: all slices that the kernel takes. */
function* findingOf(
  facts: Facts,
  launched: Launched,
  threads: number,
  call: Call,
  own: readonly Call[],
): Generator<Finding> {
  const used = participants(call);
  if (!used || used.count === threads || !isOfThread(facts, call)) return;
  const { what, count } = used;
  // Who takes other slices may take those of missing threads.
  if (threads < count && own.some((one) => isOfSame(one, call) && !isOfThread(facts, one))) return;
  const { id, kernel } = launched.instance;
  const effect = effectOf(call, threads, count);
  yield {
    span: placeOf(launched, 'block'),
    instance: id,
    message: say`the block has ${threads} threads in x, but ${kernel} uses ${what} for ${count}: ${effect}`,
    related: [{ span: call.span, message: say`${what} for ${count} threads` }],
    leadsTo:
      threads < count
        ? { checks: ['unwritten-shared', 'unwritten-output'] }
        : { checks: ['shared-race', 'global-race', 'out-of-bounds', 'outside-tensor'], fromThread: count },
    fixes: fixesOf(facts, launched, threads, count, call.operands[call.name === 'local_partition' ? 1 : 0]?.span),
  };
}

/** True for `copy.get_slice(threadIdx.x)`. */
function isOfThread(facts: Facts, { name, operands }: Call): boolean {
  const index = operands[name === 'local_partition' ? 2 : 1];
  return index?.span !== undefined && isExactly(facts, index.span, [], 'threadIdx.x');
}

/** Whether two calls slice what has the same threads. */
function isOfSame(one: Call, other: Call): boolean {
  const [a, b] = [participants(one), participants(other)];
  return a?.what === b?.what && a?.count === b?.count;
}

/** The extent of the threads in a TiledCopy goes on behind its end; indices into other layouts of threads wrap. */
function effectOf({ operands: [object], name }: Call, threads: number, wanted: number): string {
  if (wanted > threads) return say`no thread works on the elements of threads ${threads} to ${wanted - 1}`;
  return name !== 'local_partition' && isA(object?.value, 'tiled-copy')
    ? say`threads ${wanted} to ${threads - 1} work on elements beyond its tile`
    : say`threads ${wanted} to ${threads - 1} work on the same elements as other threads`;
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
