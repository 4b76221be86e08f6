// A thread that reads or writes beyond the memory that was allocated.
import { say } from '../../../base/say';
import type { AccessHazard, BlockRun } from '../../../analysis';
import type { Check, Finding } from '../../lib/check';
import type { Facts } from '../../lib/facts';
import { tilesPast } from '../tiling/tile-remainder';
import { missingBytes } from '../launch/dynamic-smem';
import { lackOfRoom } from '../memory/shared-too-small';
import { elementOfAll, extentOf, hazardsOf, threadOf, threadsIn } from '../../lib/hazards';

export const outOfBounds: Check = {
  slug: 'out-of-bounds',
  topic: 'accesses',
  level: 'error',
  title: 'A thread accesses memory beyond its allocation',
  explains: `All threads of the blocks at the corners of the grid are followed through the kernel, with the sizes that the launch gives. An access beyond the allocation is undefined: it reads or overwrites other data, or ends the kernel with an error.

The check looks at memory whose size is known: of \`cudaMalloc\` and its like (\`cudaMallocAsync\`, \`cudaHostAlloc\`), of \`thrust::device_vector\` and similar classes, of arrays in shared memory, and of dynamic shared memory by the bytes of the launch. An access under a condition that depends on data is not reported.`,
  bad: `__global__ void kernel(float* out) { out[blockIdx.x * 256 + threadIdx.x] = 1.f; }
int main() {
  float* out;
  cudaMalloc(&out, 1000 * sizeof(float));
  kernel<<<4, 256>>>(out);
}`,
  good: `__global__ void kernel(float* out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i < 1000) out[i] = 1.f;
}
int main() {
  float* out;
  cudaMalloc(&out, 1000 * sizeof(float));
  kernel<<<4, 256>>>(out);
}`,
  *find(facts) {
    for (const { run, hazard } of hazardsOf(facts, 'outside')) {
      const thread = threadOf(run, hazard.thread);
      const [element, extent] = [elementOfAll(hazard), extentOf(hazard)];
      yield {
        span: hazard.place.span,
        instance: run.instance,
        threads: threadsIn(run, hazard),
        message: hazard.place.writes
          ? say`${thread} writes ${element}, which has ${extent}`
          : say`${thread} reads ${element}, which has ${extent}`,
        ...whyOf(facts, run, hazard),
      };
    }
  },
};

/** Where the memory is made too small, or tiles reach past its end, and what may be changed there. */
function whyOf(facts: Facts, { instance }: BlockRun, { place }: AccessHazard): Pick<Finding, 'related' | 'fixes'> {
  const { memory, through } = place;
  if (memory.isShared && memory.name.includes(' ')) return missingBytes(facts, instance);
  const room = memory.isShared ? lackOfRoom(facts, instance, memory.name) : {};
  return room.related || !through ? room : { related: tilesPast(facts, instance, through.tensor) };
}
