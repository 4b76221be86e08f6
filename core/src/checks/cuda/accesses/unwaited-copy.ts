// What runs in the background, and was not waited for: what a copy writes is read, or what a product reads is
// overwritten.
import { say } from '../../../base/say';
import { copyFix } from '../../fixes/waits';
import type { Check } from '../../lib/check';
import { elementOf, hazardsOf, threadOf } from '../../lib/hazards';

export const unwaitedCopy: Check = {
  slug: 'unwaited-copy',
  topic: 'accesses',
  level: 'warning',
  title: 'The result of an asynchronous copy is read or overwritten before the copy is waited for',
  explains: `\`cp.async\` copies in the background. Its result is there once the group that \`cp_async_fence()\` closed has been waited for with \`cp_async_wait<N>()\`, which does not wait for the last N groups. Other threads also need a barrier after that. Until then the copy may also overwrite what is written there behind it.

The stages of a \`cuda::pipeline\` are such groups, or barriers where it is one of a block: a stage is there behind \`consumer_wait()\`, and may be filled again behind the \`producer_acquire()\` that waits for its \`consumer_release()\`.

A copy by TMA is there for the threads that have waited for the phase of its barrier: \`ClusterTransactionBarrier::wait(phase)\`, where the phase is 0 for the first time that a stage is used, 1 for the second, and so on in turn. A product of a warpgroup (\`gemm\` with operands in shared memory) goes on in the background, too, until \`warpgroup_wait<N>()\`, and a copy out of shared memory by TMA until \`tma_store_wait<N>()\`: what they read must not be overwritten before.

All threads of the blocks at the corners of the grid are followed.`,
  bad: `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(float const* in, float* out) {
  alignas(16) __shared__ float row[512];
  Tensor s = make_tensor(make_smem_ptr(row), make_shape(Int<512>{}));
  Tensor g = make_tensor(make_gmem_ptr(in), make_shape(Int<512>{}));
  auto by = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, float>{}, Layout<_128>{}, Layout<_4>{});
  auto thread = by.get_slice(threadIdx.x);
  copy(by, thread.partition_S(g), thread.partition_D(s));
  cp_async_fence();
  __syncthreads();
  out[threadIdx.x] = s(threadIdx.x);
}
int main() { kernel<<<1, 128>>>(nullptr, nullptr); }`,
  good: `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(float const* in, float* out) {
  alignas(16) __shared__ float row[512];
  Tensor s = make_tensor(make_smem_ptr(row), make_shape(Int<512>{}));
  Tensor g = make_tensor(make_gmem_ptr(in), make_shape(Int<512>{}));
  auto by = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, float>{}, Layout<_128>{}, Layout<_4>{});
  auto thread = by.get_slice(threadIdx.x);
  copy(by, thread.partition_S(g), thread.partition_D(s));
  cp_async_fence();
  cp_async_wait<0>();
  __syncthreads();
  out[threadIdx.x] = s(threadIdx.x);
}
int main() { kernel<<<1, 128>>>(nullptr, nullptr); }`,
  *find(facts) {
    for (const { run, hazard } of hazardsOf(facts, 'unwaited')) {
      const { otherPlace } = hazard;
      yield {
        span: hazard.place.span,
        instance: run.instance,
        message: say`${threadOf(run, hazard.thread)} reads ${elementOf(hazard)}, which an asynchronous copy writes that nothing has waited for`,
        fixes: copyFix(facts, { run, hazard }),
        ...(otherPlace && { related: [{ span: otherPlace.span, message: say`the copy` }] }),
      };
    }
    for (const { run, hazard } of hazardsOf(facts, 'read-pending')) {
      const { otherPlace } = hazard;
      yield {
        span: hazard.place.span,
        instance: run.instance,
        message: say`${threadOf(run, hazard.thread)} writes ${elementOf(hazard)}, which is still read in the background, since nothing has waited for that`,
        ...(otherPlace && { related: [{ span: otherPlace.span, message: say`it is read here` }] }),
      };
    }
    for (const { run, hazard } of hazardsOf(facts, 'unwaited-write')) {
      const { otherPlace } = hazard;
      yield {
        span: hazard.place.span,
        instance: run.instance,
        message: say`${threadOf(run, hazard.thread)} writes ${elementOf(hazard)}, which an asynchronous copy writes, too, that nothing has waited for`,
        fixes: copyFix(facts, { run, hazard }),
        ...(otherPlace && { related: [{ span: otherPlace.span, message: say`the copy` }] }),
      };
    }
  },
};
