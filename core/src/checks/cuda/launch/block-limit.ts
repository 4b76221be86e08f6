// A launch that no GPU allows: too many threads in a block, or an extent that is too large.
import { largest, mostThreads } from '../../../access/limits';
import { say } from '../../../base/say';
import type { Check, Finding } from '../../lib/check';
import { launches, placeOf, type Launched } from '../../lib/launches';

export const blockLimit: Check = {
  slug: 'block-limit',
  topic: 'launch',
  level: 'error',
  title: `A block has more than ${mostThreads} threads, or a launch is too large`,
  explains: `A block has at most ${mostThreads} threads, and at most ${largest.block[2]} in z; a grid has at most ${largest.grid[1]} blocks in y and in z. Anything larger is not launched: the call fails with \`cudaErrorInvalidConfiguration\`, and the kernel does not run. A program that does not check for errors does not notice.`,
  bad: `__global__ void kernel(float* data) {}
int main() { kernel<<<4, dim3(64, 32)>>>(nullptr); }`,
  good: `__global__ void kernel(float* data) {}
int main() { kernel<<<4, dim3(32, 32)>>>(nullptr); }`,
  *find(facts) {
    for (const launched of launches(facts)) {
      const { block, instance } = launched;
      const threads = block ? block[0] * block[1] * block[2] : 0;
      if (block && threads > mostThreads)
        yield {
          span: placeOf(launched, 'block'),
          instance: instance.id,
          message: say`the block has ${block.join(' x ')} = ${threads} threads, a GPU allows ${mostThreads}`,
        };
      else yield* tooLarge(launched, 'block');
      yield* tooLarge(launched, 'grid');
    }
  },
};

function* tooLarge(launched: Launched, what: 'block' | 'grid'): Generator<Finding> {
  const extents = launched[what];
  const mode = extents?.findIndex((extent, i) => extent > (largest[what][i] ?? Infinity)) ?? -1;
  const [extent, most, axis] = [extents?.[mode], largest[what][mode], ['x', 'y', 'z'][mode]];
  if (extent === undefined || most === undefined || axis === undefined) return;
  const [span, instance] = [placeOf(launched, what), launched.instance.id];
  yield what === 'grid'
    ? { span, instance, message: say`the grid has ${extent} blocks in ${axis}, a GPU allows ${most}` }
    : { span, instance, message: say`the block has ${extent} threads in ${axis}, a GPU allows ${most}` };
}
