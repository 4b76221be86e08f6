// Two threads that access the same shared memory without a barrier between them, of which one writes.
import { say } from '../../../base/say';
import { barrierFix } from '../../fixes/waits';
import type { Check } from '../../lib/check';
import { elementOf, hazardsOf, type SeenHazard, threadOf, threadsIn, threadText } from '../../lib/hazards';

export const sharedRace: Check = {
  slug: 'shared-race',
  topic: 'accesses',
  level: 'warning',
  title: 'Two threads access the same shared memory without a barrier between them',
  explains: `Threads of different warps run in any order between two barriers. Where one writes what another reads or writes in that time, the result depends on their order: a \`__syncthreads()\` is missing, or in the wrong place.

All threads of the blocks at the corners of the grid are followed, through all iterations of their loops. Threads of one warp are not compared with each other, unless they write by the same instruction; atomic operations, and the same value written by all threads, are no race. An access whose address or condition depends on data is not reported, nor anything behind a barrier that is not followed.`,
  bad: `__global__ void kernel(float* in, float* out) {
  __shared__ float row[256];
  row[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = row[255 - threadIdx.x];
}
int main() { kernel<<<1, 256>>>(nullptr, nullptr); }`,
  good: `__global__ void kernel(float* in, float* out) {
  __shared__ float row[256];
  row[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = row[255 - threadIdx.x];
}
int main() { kernel<<<1, 256>>>(nullptr, nullptr); }`,
  *find(facts) {
    for (const seen of hazardsOf(facts, 'write-write', 'read-write', 'write-read')) {
      const { otherPlace } = seen.hazard;
      yield {
        span: seen.hazard.place.span,
        instance: seen.run.instance,
        threads: threadsIn(seen.run, seen.hazard),
        message: messageOf(seen),
        fixes: barrierFix(facts, seen),
        ...(otherPlace && {
          related: [
            {
              span: otherPlace.span,
              message: otherPlace.writes ? say`the other thread writes here` : say`the other thread reads here`,
            },
          ],
        }),
      };
    }
  },
};

function messageOf({ run, hazard }: SeenHazard): string {
  const [thread, element] = [threadOf(run, hazard.thread), elementOf(hazard)];
  const other = threadText(run, hazard.otherThread ?? 0, hazard.thread);
  switch (hazard.kind) {
    case 'write-write':
      return say`${thread} writes ${element}, which ${other} writes too, without a barrier between them`;
    case 'read-write':
      return say`${thread} writes ${element}, which ${other} has read, without a barrier between them`;
    default:
      return say`${thread} reads ${element}, which ${other} has written, without a barrier between them`;
  }
}
