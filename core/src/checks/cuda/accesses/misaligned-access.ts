// A vector access at an address that is not a multiple of its size.
import { grouped } from '../../../base/collect';
import { say } from '../../../base/say';
import type { Check } from '../../lib/check';
import { hazardsOf, memoryName, threadOf } from '../../lib/hazards';

export const misalignedAccess: Check = {
  slug: 'misaligned-access',
  topic: 'accesses',
  level: 'error',
  title: 'A thread accesses a vector at an address that is not aligned to it',
  explains: `A load or store of 4, 8 or 16 bytes needs an address that is a multiple of its size; the kernel ends with a misaligned address otherwise.

All threads of the blocks at the corners of the grid are followed. The start of an allocation counts as aligned.`,
  bad: `__global__ void kernel(float* out) {
  float4* vectors = reinterpret_cast<float4*>(out + 1);
  vectors[threadIdx.x] = float4{};
}
int main() {
  float* out;
  cudaMalloc(&out, 4096);
  kernel<<<1, 32>>>(out);
}`,
  good: `__global__ void kernel(float* out) {
  float4* vectors = reinterpret_cast<float4*>(out + 4);
  vectors[threadIdx.x] = float4{};
}
int main() {
  float* out;
  cudaMalloc(&out, 4096);
  kernel<<<1, 32>>>(out);
}`,
  *find(facts) {
    for (const { run, hazard } of hazardsOf(facts, 'misaligned')) {
      const { start, bytes, alignment = bytes, place } = hazard;
      const thread = threadOf(run, hazard.thread);
      yield {
        span: place.span,
        instance: run.instance,
        message: say`${thread} accesses byte ${grouped(start)} of \`${memoryName(place.memory)}\`, which is not a multiple of the ${alignment} bytes of the access`,
      };
    }
  },
};
