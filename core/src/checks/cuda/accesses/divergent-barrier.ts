// A barrier of the block that only some of its threads reach.
import { grouped } from '../../../base/collect';
import { say } from '../../../base/say';
import type { Check } from '../../lib/check';
import { threadOf } from '../../lib/hazards';

export const divergentBarrier: Check = {
  slug: 'divergent-barrier',
  topic: 'accesses',
  level: 'error',
  title: 'Only some threads of a block reach a barrier',
  explains: `\`__syncthreads()\` waits for all threads of the block that have not ended. Where some threads take another path, the kernel hangs, or they wait at a barrier in another place.

All threads of the blocks at the corners of the grid are followed. A barrier under a condition that depends on data is not reported.`,
  bad: `__global__ void kernel(float* out) {
  if (threadIdx.x < 64) __syncthreads();
  out[threadIdx.x] = 1.f;
}
int main() { kernel<<<1, 128>>>(nullptr); }`,
  good: `__global__ void kernel(float* out) {
  __syncthreads();
  if (threadIdx.x < 64) out[threadIdx.x] = 1.f;
}
int main() { kernel<<<1, 128>>>(nullptr); }`,
  *find(facts) {
    const seen = new Set<string>();
    for (const run of facts.evaluation.blocks ?? []) {
      const [x, y, z] = run.threads;
      for (const { span, missing, arriving } of run.divergences) {
        const key = `${run.instance} ${span.file} ${span.start}`;
        if (seen.has(key)) continue;
        seen.add(key);
        yield {
          span,
          instance: run.instance,
          message: say`${grouped(arriving)} of ${grouped(x * y * z)} threads reach this barrier; ${threadOf(run, missing)} does not`,
        };
      }
    }
  },
};
