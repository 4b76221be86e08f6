// A thread layout for local_partition that gives two threads the same coordinate. It also speaks of kernels whose
// threads are followed: threads that share elements mostly write the same values, which is no race, and elements that
// are left out are seen only where something reads them.
import { say } from '../../../base/say';
import { spend } from '../../../base/meter';
import { flatten_to_tuple, get_flat_coord, print, product_each, size } from '../../../algebra/index';
import { known } from '../../../algebra/errors';
import { int } from '../../../algebra/leaf';
import type { Layout } from '../../../algebra/types';
import { isA, numbersOf } from '../../../values/convert';
import { printValue } from '../../../values/print';
import type { Check } from '../../lib/check';

/** The largest number of threads in a block. */
const mostThreads = 1024;

export const threadLayoutCompact: Check = {
  slug: 'thread-layout-compact',
  topic: 'ownership',
  level: 'warning',
  title: 'The thread layout of local_partition is not compact',
  explains: `\`local_partition(tensor, threads, index)\` computes the coordinate of a thread from its index and the strides of the thread layout.
Threads have different coordinates only if the layout is compact: it numbers its threads from 0 without gaps and repeats.
With other strides two threads get the same elements, and other elements are left out.

The check looks at thread layouts with known numbers and without modes of stride 0.`,
  bad: `auto tensor = make_tensor(counting_iterator<int>(0), Layout<Shape<_16, _16>>{});
auto mine = local_partition(tensor, Layout<Shape<_4, _4>, Stride<_1, _8>>{}, 0);`,
  good: `auto tensor = make_tensor(counting_iterator<int>(0), Layout<Shape<_16, _16>>{});
auto mine = local_partition(tensor, Layout<Shape<_4, _4>, Stride<_1, _4>>{}, 0);`,
  *find(facts) {
    // A program partitions again and again by the same layout.
    const problems = new Map<string, string | undefined>();
    const problemOf = (threads: Layout): string | undefined => {
      const key = print(threads);
      if (!problems.has(key)) problems.set(key, sharedPlace(threads));
      return problems.get(key);
    };
    for (const call of facts.calls('local_partition')) {
      const threads = call.operands[1];
      const problem = threads && isA(threads.value, 'layout') ? problemOf(threads.value) : undefined;
      if (!threads?.span || problem === undefined) continue;
      yield { span: threads.span, instance: call.instance, message: problem };
    }
  },
};

/** True where a mode has stride 0: it gives several threads the same elements on purpose. */
function repeats({ stride }: Layout): boolean {
  return flatten_to_tuple(stride).some((leaf) => numbersOf([leaf])?.[0] === 0);
}

/** The cost of computing the coordinate of a thread. */
const unitsOfPlace = 64;

function sharedPlace(threads: Layout): string | undefined {
  const [count] = numbersOf([size(threads)]) ?? [];
  if (count === undefined || count > mostThreads || repeats(threads)) return undefined;
  const taken = new Map<string, number>();
  return known(() => {
    for (let thread = 0; thread < count; thread++) {
      spend(unitsOfPlace, 'threads');
      const place = printValue(get_flat_coord(threads, int(thread)));
      const before = taken.get(place);
      if (before !== undefined) {
        const shared = say`place ${place.replace(/_/g, '')} of ${printValue(product_each(threads.shape))}`;
        return say`${print(threads)} is not compact: threads ${before} and ${thread} both get ${shared}, and others are left out`;
      }
      taken.set(place, thread);
    }
    return undefined;
  });
}
