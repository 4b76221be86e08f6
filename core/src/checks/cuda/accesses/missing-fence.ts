// A copy by TMA out of shared memory, or a product that reads it, that need not see what threads wrote there.
import { say } from '../../../base/say';
import type { Check } from '../../lib/check';
import { fenceFix } from '../../fixes/waits';
import { elementOf, hazardsOf, threadOf, threadText } from '../../lib/hazards';

const program = (fence: string): string => `#include <cute/tensor.hpp>
#include <cutlass/device_kernel.h>
using namespace cute;
template <class Tma>
__global__ void kernel(CUTLASS_GRID_CONSTANT Tma const tma) {
  __shared__ alignas(128) float tile[32 * 32];
  Tensor s = make_tensor(make_smem_ptr(tile), make_layout(make_shape(Int<32>{}, Int<32>{})));
  Tensor g = tma.get_tma_tensor(make_shape(Int<32>{}, Int<32>{}));
  auto [to, from] = tma_partition(tma, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(s), group_modes<0, 2>(g));
  for (int i = threadIdx.x; i < size(s); i += 128) s(i) = 1.f;
${fence}  __syncthreads();
  if (threadIdx.x == 0) {
    copy(tma, from, to);
    tma_store_arrive();
    tma_store_wait<0>();
  }
}
int main() {
  Tensor out = make_tensor(make_gmem_ptr((float*)nullptr), make_layout(make_shape(Int<32>{}, Int<32>{})));
  auto tma = make_tma_copy(SM90_TMA_STORE{}, out, make_layout(make_shape(Int<32>{}, Int<32>{})));
  kernel<<<1, 128>>>(tma);
}`;

export const missingFence: Check = {
  slug: 'missing-fence',
  topic: 'accesses',
  level: 'warning',
  title: 'A copy by TMA, or a product of a warpgroup, need not see what threads wrote',
  explains: `A copy by TMA reads shared memory in another way than threads write it, by the *async proxy*. So does a product of a warpgroup (\`wgmma\`). It sees what they wrote only if they call \`tma_store_fence()\` after that (\`fence.proxy.async\`; \`cutlass::arch::fence_view_async_shared()\` is the same), before the barrier at which the threads that begin it wait for them. Without it the copy or the product may read what was there before; on many runs it does not. \`warpgroup_arrive()\` (\`wgmma.fence\`) orders registers, not what was written to shared memory.

All threads of the blocks at the corners of the grid are followed. The check is silent where any thread calls such a fence between the write and the read, where something is not followed, assembly among it, for products into tensor memory, and for what \`cp.async\` wrote: PTX asks for a fence there too, but CUTLASS's own kernels have none.`,
  bad: program(''),
  good: program('  tma_store_fence();\n'),
  *find(facts) {
    for (const seen of hazardsOf(facts, 'unfenced')) {
      const { run, hazard } = seen;
      const { otherPlace } = hazard;
      const element = elementOf(hazard);
      const [thread, other] = [threadOf(run, hazard.thread), threadText(run, hazard.otherThread ?? 0, hazard.thread)];
      yield {
        span: hazard.place.span,
        instance: run.instance,
        message:
          hazard.byProxy === 'product'
            ? say`the product that ${thread} begins reads ${element}, which ${other} has written, without a fence behind that`
            : say`the copy that ${thread} begins reads ${element}, which ${other} has written, without a fence behind that`,
        fixes: fenceFix(facts, seen),
        ...(otherPlace && { related: [{ span: otherPlace.span, message: say`it is written here` }] }),
      };
    }
  },
};
