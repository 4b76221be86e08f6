// The elements that local_partition assigns to a thread: not a block of neighbours, as the name suggests, but elements
// at a distance.
import { say } from '../../../base/say';
import { get_flat_coord, offset_of, product_each, size, zipped_divide } from '../../../algebra/index';
import { known } from '../../../algebra/errors';
import { int } from '../../../algebra/leaf';
import type { Layout } from '../../../algebra/types';
import { isA, numbersOf } from '../../../values/convert';
import type { Check } from '../../lib/check';

/** The number of elements of a thread in the hint. */
const shown = 4;

export const partitionInterleaved: Check = {
  slug: 'partition-interleaved',
  topic: 'ownership',
  level: 'hint',
  title: 'The elements of a thread are interleaved with those of the others',
  explains: `\`local_partition(tensor, threads, index)\` tiles the tensor by the shape of the thread layout and gives a thread one element of each tile: neighbouring elements belong to neighbouring threads.
The 4 by 4 tensor \`(4,4):(1,8)\` partitioned by 2 by 2 threads gives thread 0 the elements 0 2 16 18, not a block 0 1 8 9.

The hint shows the first elements of thread 0 and 1, as offsets in the tensor.
For contiguous values in a thread use a TiledCopy with a value layout.`,
  bad: `auto tensor = make_tensor(counting_iterator<int>(0), make_layout(make_shape(_4{}, _4{}), make_stride(_1{}, _8{})));
auto mine = local_partition(tensor, make_layout(make_shape(_2{}, _2{})), 0);`,
  good: `auto tensor = make_tensor(counting_iterator<int>(0), make_layout(make_shape(_4{}, _4{}), make_stride(_1{}, _8{})));
auto mine = local_tile(tensor, make_shape(_2{}, _2{}), make_coord(0, 0));`,
  *find(facts) {
    for (const call of facts.calls('local_partition')) {
      const [tensor, threads] = call.operands;
      if (
        !tensor ||
        !threads?.span ||
        call.operands.length > 3 ||
        !isA(tensor.value, 'tensor') ||
        !isA(threads.value, 'layout') ||
        isA(call.result, 'unknown')
      )
        continue;
      const [{ layout }, dealt] = [tensor.value, threads.value];
      const lists = layout.is === 'layout' ? [0, 1].map((thread) => elementsOf(layout, dealt, thread)) : [];
      const [first, second] = lists;
      if (!first || !second || first === second) continue;
      yield {
        span: call.span,
        instance: call.instance,
        message: say`thread 0 gets the elements at ${first}, thread 1 those at ${second}: neighbours belong to neighbouring threads, not to one`,
      };
    }
  },
};

/** The first offsets of a thread; undefined where each thread has one element, or a number is not known. */
function elementsOf(layout: Layout, threads: Layout, thread: number): string | undefined {
  return known(() => {
    const tiled = zipped_divide(layout, product_each(threads.shape));
    const at = get_flat_coord(threads, int(thread));
    const [tiles, count] = numbersOf([size(tiled, 1), size(threads)]) ?? [];
    if (tiles === undefined || tiles < 2 || count === undefined || count < 2) return undefined;
    const offsets = numbersOf(
      Array.from({ length: Math.min(shown, tiles) }, (_, tile) => offset_of(tiled, [at, int(tile)])),
    );
    return offsets && `${offsets.join(' ')}${tiles > shown ? ' …' : ''}`;
  });
}
