// A barrier in shared memory that a thread uses while another one may not have initialised it.
import { say } from '../../../base/say';
import { readyFix } from '../../fixes/waits';
import type { Check } from '../../lib/check';
import { faultsOf, threadOf, threadText } from '../../lib/hazards';

const program = (wait: string): string => `#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
using namespace cute;
__global__ void kernel(float* out) {
  __shared__ uint64_t ready;
  if (threadIdx.x == 0) cutlass::arch::ClusterBarrier::init(&ready, 128);
${wait}  cutlass::arch::ClusterBarrier::arrive(&ready);
  cutlass::arch::ClusterBarrier::wait(&ready, 0);
  out[threadIdx.x] = 1.f;
}
int main() { kernel<<<1, 128>>>(nullptr); }`;

export const unreadyBarrier: Check = {
  slug: 'unready-barrier',
  topic: 'accesses',
  level: 'warning',
  title: 'A thread uses a barrier before it must see that it is initialised',
  explains: `A barrier in shared memory (\`ClusterBarrier\`, \`ClusterTransactionBarrier\`, those of pipelines) is what memory holds until a thread initialises it. Threads of other warps may use it only behind \`__syncthreads()\` or \`cluster_sync()\`: else they arrive at, or wait for, anything, and the kernel hangs or goes on too early.
\`cluster_arrive_relaxed()\` with \`cluster_wait()\` orders nothing by itself: the thread that initialises the barrier must call \`cutlass::arch::fence_barrier_init()\` before.

All threads of the blocks at the corners of the grid are followed. Nothing is reported where something is not followed, nor of what blocks of a cluster do at each other's barriers.`,
  bad: program(''),
  good: program('  __syncthreads();\n'),
  *find(facts) {
    for (const { run, fault } of faultsOf(facts, 'early')) {
      const { span, name, thread, madeBy, madeAt, isRelaxed } = fault;
      const [user, maker] = [threadOf(run, thread), threadText(run, madeBy, thread)];
      yield {
        span,
        instance: run.instance,
        message: isRelaxed
          ? say`${user} uses \`${name}\`, which ${maker} has initialised without \`fence_barrier_init()\`, behind \`cluster_arrive_relaxed()\``
          : say`${user} uses \`${name}\`, which ${maker} has initialised, without a barrier between them`,
        related: [{ span: madeAt, message: say`it is initialised here` }],
        ...(!isRelaxed && { fixes: readyFix(facts, run, fault) }),
      };
    }
  },
};
