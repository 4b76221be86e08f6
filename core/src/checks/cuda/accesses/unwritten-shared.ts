// Shared memory that is read before anything was written to it.
import { say } from '../../../base/say';
import type { Check } from '../../lib/check';
import { elementOf, hazardsOf, threadOf } from '../../lib/hazards';

export const unwrittenShared: Check = {
  slug: 'unwritten-shared',
  topic: 'accesses',
  level: 'warning',
  title: 'Shared memory is read before anything was written to it',
  explains: `The contents of shared memory are undefined when a block begins. All threads of the blocks at the corners of the grid are followed; an element that a thread reads and that no thread of the block has written is reported.

A write under a condition that depends on data counts as one.`,
  bad: `__global__ void kernel(float* in, float* out) {
  __shared__ float row[256];
  if (threadIdx.x < 255) row[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
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
    for (const { run, hazard } of hazardsOf(facts, 'unwritten'))
      yield {
        span: hazard.place.span,
        instance: run.instance,
        message: say`${threadOf(run, hazard.thread)} reads ${elementOf(hazard)}, which no thread has written`,
      };
  },
};
