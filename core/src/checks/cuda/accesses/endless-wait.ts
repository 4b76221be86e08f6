// A thread that waits at a barrier whose phase does not end.
import { grouped } from '../../../base/collect';
import { say } from '../../../base/say';
import type { BarrierFault } from '../../../analysis';
import type { Check } from '../../lib/check';
import { faultsOf, threadOf } from '../../lib/hazards';

export const endlessWait: Check = {
  slug: 'endless-wait',
  topic: 'accesses',
  level: 'error',
  title: 'A thread waits at a barrier, and the wait does not end',
  explains: `A barrier in shared memory (\`ClusterBarrier\`, \`ClusterTransactionBarrier\`) ends a phase when as many threads have arrived as it was made for, and all bytes were copied that they expect. A thread that waits with a parity goes on when the phase of that parity has ended; a barrier with a number lets its threads go when as many have come as it is told. Where that does not happen the kernel hangs: the number of arrivals is wrong, a thread does not arrive, or the parity does not change where the stages begin anew.

All threads of the blocks at the corners of the grid are followed, and each goes on as far as it can. Blocks of a cluster are followed together. Nothing is reported where something is not followed.`,
  bad: `#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
using namespace cute;
__global__ void kernel(float* out) {
  __shared__ uint64_t ready;
  if (threadIdx.x == 0) cutlass::arch::ClusterBarrier::init(&ready, 128);
  __syncthreads();
  if (threadIdx.x < 64) cutlass::arch::ClusterBarrier::arrive(&ready);
  cutlass::arch::ClusterBarrier::wait(&ready, 0);
  out[threadIdx.x] = 1.f;
}
int main() { kernel<<<1, 128>>>(nullptr); }`,
  good: `#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
using namespace cute;
__global__ void kernel(float* out) {
  __shared__ uint64_t ready;
  if (threadIdx.x == 0) cutlass::arch::ClusterBarrier::init(&ready, 64);
  __syncthreads();
  if (threadIdx.x < 64) cutlass::arch::ClusterBarrier::arrive(&ready);
  cutlass::arch::ClusterBarrier::wait(&ready, 0);
  out[threadIdx.x] = 1.f;
}
int main() { kernel<<<1, 128>>>(nullptr); }`,
  *find(facts) {
    for (const { run, fault } of faultsOf(facts, 'endless'))
      yield { span: fault.span, instance: run.instance, message: messageOf(threadOf(run, fault.thread), fault) };
  },
};

function messageOf(thread: string, { name, count, missing, bytes, skips }: BarrierFault & { kind: 'endless' }): string {
  const [came, all] = [grouped(count - missing), grouped(count)];
  if (count === 0) return say`${thread} waits here without end: fewer threads come to the barrier than it waits for`;
  if (skips)
    return say`${thread} may wait at \`${name}\` without end: nothing keeps a phase from ending before it waits for that`;
  if (missing > 0)
    return say`${thread} waits at \`${name}\` without end: ${came} of ${all} arrivals come in the phase that it waits for`;
  return bytes > 0
    ? say`${thread} waits at \`${name}\` without end: ${grouped(bytes)} bytes that are expected are not copied`
    : say`${thread} waits at \`${name}\` without end: ${grouped(-bytes)} bytes are copied that are not expected`;
}
