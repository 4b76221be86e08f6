// A block with more threads than any GPU allows.
import { say } from '../../../base/say';
import type { Check } from '../../lib/check';
import { launches, placeOf } from '../../lib/launches';

/** The limit of threads in a block on every GPU so far. */
const mostThreads = 1024;

export const blockLimit: Check = {
  slug: 'block-limit',
  topic: 'launch',
  level: 'error',
  title: `A block has more than ${mostThreads} threads`,
  explains: `A block of more than ${mostThreads} threads is not launched: the call fails with \`cudaErrorInvalidConfiguration\`, and the kernel does not run. A program that does not check for errors does not notice.`,
  bad: `__global__ void kernel(float* data) {}
int main() { kernel<<<4, dim3(64, 32)>>>(nullptr); }`,
  good: `__global__ void kernel(float* data) {}
int main() { kernel<<<4, dim3(32, 32)>>>(nullptr); }`,
  *find(facts) {
    for (const launched of launches(facts)) {
      const { block, instance } = launched;
      if (!block) continue;
      const threads = block[0] * block[1] * block[2];
      if (threads <= mostThreads) continue;
      yield {
        span: placeOf(launched, 'block'),
        instance: instance.id,
        message: say`the block has ${block.join(' x ')} = ${threads} threads, a GPU allows ${mostThreads}`,
      };
    }
  },
};
