// A launch that leaves the end of its output unwritten.
import { grouped } from '../../../base/collect';
import { say } from '../../../base/say';
import type { Check } from '../../lib/check';
import { memoryName } from '../../lib/hazards';

export const unwrittenOutput: Check = {
  slug: 'unwritten-output',
  topic: 'accesses',
  level: 'information',
  title: 'A launch leaves the end of its output unwritten',
  explains: `The grid is too small, since the number of blocks was rounded down, or the kernel does not move on with its block. The last elements keep what was there before.

All threads of all blocks are followed where that takes little time. The check looks at memory of a known size of which the kernel makes a tensor of exactly that size, which it only writes, and which no other launch is given. It is silent where the grid has one block, where the last element is written, and where something is not followed. A write under a condition that depends on data counts as one. Some programs do this on purpose, for example with rows that pad a matrix.`,
  bad: `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(float* out, int n) {
  Tensor gOut = make_tensor(make_gmem_ptr(out), make_shape(n));
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i < size(gOut)) gOut(i) = 1.f;
}
int main() {
  int n = 1000;
  float* out;
  cudaMalloc(&out, n * sizeof(float));
  kernel<<<n / 256, 256>>>(out, n);
}`,
  good: `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(float* out, int n) {
  Tensor gOut = make_tensor(make_gmem_ptr(out), make_shape(n));
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i < size(gOut)) gOut(i) = 1.f;
}
int main() {
  int n = 1000;
  float* out;
  cudaMalloc(&out, n * sizeof(float));
  kernel<<<ceil_div(n, 256), 256>>>(out, n);
}`,
  *find(facts) {
    for (const { instance, memory, end, element } of facts.evaluation.unwritten ?? []) {
      const { at } = facts.instance(instance) ?? {};
      const count = (memory.bytes ?? 0) / element;
      const first = end / element;
      if (at)
        yield {
          span: at,
          instance,
          message: say`this launch does not write the last ${grouped(count - first)} of the ${grouped(count)} elements of \`${memoryName(memory)}\``,
        };
    }
  },
};
