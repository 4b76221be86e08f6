// Two threads that write one element of global memory, each another value.
import { say } from '../../../base/say';
import type { Check } from '../../lib/check';
import { elementOfAll, hazardsOf, otherThreadOf, threadOf, threadsIn } from '../../lib/hazards';

export const globalRace: Check = {
  slug: 'global-race',
  topic: 'accesses',
  level: 'warning',
  title: 'Two threads write the same element of global memory',
  explains: `Threads of different blocks, and threads of different warps between two barriers, run in any order. Where two of them write one element, the last one wins: tiles overlap, a stride is too small, or an index leaves out the block.

The blocks at the corners of the grid are compared, and more of them where that takes little time. An element is reported where the two threads write different numbers, or what they read from different places of global memory, and where both add to it (\`out[i] += x\`): one of the sums is lost. Atomic operations are not reported, nor writes whose address or condition depends on data.`,
  bad: `__global__ void kernel(float const* in, float* out) {
  out[threadIdx.x] = in[blockIdx.x * 128 + threadIdx.x];
}
int main() {
  float *in, *out;
  cudaMalloc(&in, 512 * sizeof(float));
  cudaMalloc(&out, 512 * sizeof(float));
  kernel<<<4, 128>>>(in, out);
}`,
  good: `__global__ void kernel(float const* in, float* out) {
  int i = blockIdx.x * 128 + threadIdx.x;
  out[i] = in[i];
}
int main() {
  float *in, *out;
  cudaMalloc(&in, 512 * sizeof(float));
  cudaMalloc(&out, 512 * sizeof(float));
  kernel<<<4, 128>>>(in, out);
}`,
  *find(facts) {
    for (const { run, hazard } of hazardsOf(facts, 'global-write')) {
      const { place, otherPlace } = hazard;
      const [thread, other] = [threadOf(run, hazard.thread), otherThreadOf(run, hazard)];
      yield {
        span: place.span,
        instance: run.instance,
        threads: threadsIn(run, hazard),
        message: say`${thread} writes ${elementOfAll(hazard)}, which ${other} writes too`,
        ...(otherPlace &&
          otherPlace.span.start !== place.span.start && {
            related: [{ span: otherPlace.span, message: say`the other thread writes here` }],
          }),
      };
    }
  },
};
