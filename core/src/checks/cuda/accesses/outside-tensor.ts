// A coordinate outside of its tensor, whose access comes back as another element.
import { say } from '../../../base/say';
import type { Overrun } from '../../../analysis';
import { grouped } from '../../../base/collect';
import type { Check } from '../../lib/check';
import { tilesPast } from '../tiling/tile-remainder';
import { isReported } from '../silent/coordinate-range';
import {
  elementOf,
  elementOfAll,
  iterationText,
  overrunsOf,
  type SeenOverrun,
  threadOf,
  threadsIn,
} from '../../lib/hazards';

export const outsideTensor: Check = {
  slug: 'outside-tensor',
  topic: 'accesses',
  level: 'warning',
  title: 'A thread accesses a tensor outside of its shape, and reaches another element',
  explains: `CuTe does not compare coordinates with shapes. Behind the end of a mode lies another element of the same memory: the first of the next row, or of the next tensor in shared memory. It is read or overwritten, and no tool for memory errors notices, since it is allocated.

All threads of the blocks at the corners of the grid are followed through the kernel; the message has the coordinate of a thread, and that of the element which it reaches in the tensor that the program made. The last tile of a mode that its tiles do not divide is followed through slices and partitions: the coordinate is that in the tensor of \`make_tensor\`. An integer for several modes may be as large as all of them together. Of registers the check looks at tensors that own theirs, and not at views of them such as \`retile_D\` gives.

The check is silent where the coordinate goes on to the element that it means, as one does beyond the edge of a tile into the next one; where an element of memory is reached that no tensor has, such as a halo or room behind a row; where the last tile reaches past the end of a memory of known size, which [out-of-bounds](#out-of-bounds) reports; in modes of stride 0; under a condition that depends on data; and where [out-of-bounds](#out-of-bounds) or [coordinate-range](#coordinate-range) reports the same mistake.`,
  bad: `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(float* out) {
  __shared__ float tile[33 * 33];
  Tensor s = make_tensor(make_smem_ptr(tile), make_shape(Int<32>{}, Int<33>{}), make_stride(Int<33>{}, Int<1>{}));
  for (int k = 1; k <= 33; ++k) s(threadIdx.x, k) = 1.f;
  __syncthreads();
  out[threadIdx.x] = s(threadIdx.x, 1);
}
int main() { kernel<<<1, 32>>>(nullptr); }`,
  good: `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(float* out) {
  __shared__ float tile[33 * 33];
  Tensor s = make_tensor(make_smem_ptr(tile), make_shape(Int<32>{}, Int<33>{}), make_stride(Int<33>{}, Int<1>{}));
  for (int k = 0; k < 33; ++k) s(threadIdx.x, k) = 1.f;
  __syncthreads();
  out[threadIdx.x] = s(threadIdx.x, 1);
}
int main() { kernel<<<1, 32>>>(nullptr); }`,
  *find(facts) {
    for (const seen of overrunsOf(facts)) {
      const { place, overrun } = seen.hazard;
      if (isReported(facts, overrun.at)) continue;
      const isElsewhere = place.span.start !== overrun.at.start || place.span.file !== overrun.at.file;
      const access = { span: place.span, message: place.writes ? say`it is written here` : say`it is read here` };
      const { through } = place;
      const tiles = through ? tilesPast(facts, seen.run.instance, through.tensor, overrun.mode) : [];
      const made = overrun.of === 'other' ? say`the other tensor` : say`the whole tensor`;
      yield {
        span: overrun.at,
        instance: seen.run.instance,
        threads: threadsIn(seen.run, seen.hazard),
        message: messageOf(seen),
        related: [
          ...(isElsewhere ? [access] : []),
          ...(overrun.made ? [{ span: overrun.made, message: made }] : []),
          ...tiles,
        ],
      };
    }
  },
};

function messageOf({ run, hazard }: SeenOverrun): string {
  const { overrun, place } = hazard;
  const { coordinate } = overrun;
  const who = whoOf(threadOf(run, hazard.thread), overrun);
  const limit = limitOf(overrun);
  const [at, found] = [overrun.of === 'other' ? elementOfAll(hazard) : elementOf(hazard), foundAt(overrun)];
  return place.writes
    ? say`${who} writes at ${coordinate}, ${limit}: it reaches ${at}, which is ${found}`
    : say`${who} reads at ${coordinate}, ${limit}: it reaches ${at}, which is ${found}`;
}

function whoOf(thread: string, { iterations }: Overrun): string {
  return iterations.length === 0 ? thread : say`${thread}, in iteration ${iterationText(iterations)},`;
}

/** `at (1,0) of the same tensor` */
function foundAt({ element = '', of }: Overrun): string {
  switch (of) {
    case 'itself':
      return say`at ${element} of the same tensor`;
    case 'whole':
      return say`at ${element} of the whole tensor`;
    case 'other':
      return say`at ${element} of another tensor`;
    case 'behind':
      return say`behind the end of the tensor`;
  }
}

/** `but the extent of mode 1 is 32` */
function limitOf({ mode, part, extent }: Overrun): string {
  const [n, which] = [grouped(extent), mode.join(',')];
  if (mode.length === 0) return part < 0 ? say`which is negative` : say`but the tensor has ${n} elements`;
  return part < 0 ? say`which is negative in mode ${which}` : say`but the extent of mode ${which} is ${n}`;
}
