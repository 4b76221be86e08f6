// A barrier that expects other bytes than copies bring.
import { grouped } from '../../../base/collect';
import { say } from '../../../base/say';
import type { Check } from '../../lib/check';
import { faultsOf } from '../../lib/hazards';

const program = (count: string): string => `#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
#include <cutlass/device_kernel.h>
using namespace cute;
template <class Tma>
__global__ void kernel(CUTLASS_GRID_CONSTANT Tma const tma, float* out) {
  __shared__ alignas(128) float tile[32 * 32];
  __shared__ uint64_t ready;
  Tensor s = make_tensor(make_smem_ptr(tile), make_layout(make_shape(Int<32>{}, Int<32>{})));
  Tensor g = tma.get_tma_tensor(make_shape(Int<32>{}, Int<32>{}));
  auto [from, to] = tma_partition(tma, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(s), group_modes<0, 2>(g));
  if (threadIdx.x == 0) initialize_barrier(ready, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    set_barrier_transaction_bytes(ready, ${count} * sizeof(float));
    copy(tma.with(ready), from, to);
  }
  wait_barrier(ready, 0);
  out[threadIdx.x] = s(threadIdx.x, 0);
}
int main() {
  Tensor in = make_tensor(make_gmem_ptr((float*)nullptr), make_layout(make_shape(Int<32>{}, Int<32>{})));
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, in, make_layout(make_shape(Int<32>{}, Int<32>{})));
  kernel<<<1, 32>>>(tma, nullptr);
}`;

export const transactionBytes: Check = {
  slug: 'transaction-bytes',
  topic: 'accesses',
  level: 'error',
  title: 'A barrier expects other bytes than are copied',
  explains: `A copy by TMA reports its bytes to a barrier, which expects as many as \`arrive_and_expect_tx\` said. If it expects more, its phase does not end and the kernel hangs. If it expects fewer, the phase ends before the data are there. Copies always bring whole boxes, also at the edge of a tensor.

All threads of the blocks at the corners of the grid are followed. The bytes in the message are those of one phase, on average. Nothing is reported where something is not followed.`,
  bad: program('32'),
  good: program('32 * 32'),
  *find(facts) {
    for (const { run, fault } of faultsOf(facts, 'bytes'))
      yield {
        span: fault.span,
        instance: run.instance,
        message: say`\`${fault.name}\` expects ${grouped(fault.expected)} bytes in a phase, and ${grouped(fault.copied)} are copied`,
      };
  },
};
