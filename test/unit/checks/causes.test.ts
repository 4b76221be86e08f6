// What follows from a wrong launch is related information of that finding, and no finding of its own.
import { expect, test } from 'vitest';
import { check, type CheckLevel } from '../../../core/src/checks/index';
import type { Diagnostic } from '../../../core/src/index';
import { analyzeFiles } from '../../support/engine';

const kernel = (behind: string): string => `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(float const* in, float* out) {
  __shared__ float tile[256];
  Tensor s = make_tensor(make_smem_ptr(tile), Layout<_256>{});
  Tensor g = make_tensor(make_gmem_ptr(in), Layout<_256>{});
  Tensor mine = local_partition(s, Layout<_128>{}, threadIdx.x);
  Tensor from = local_partition(g, Layout<_128>{}, threadIdx.x);
  for (int i = 0; i < size(mine); ++i) mine(i) = from(i);
${behind}  out[blockIdx.x * blockDim.x + threadIdx.x] = s(255 - threadIdx.x);
}
`;
const synchronised = kernel('  __syncthreads();\n');
const launched = (threads: number, line = ''): string => `int main() {
  float *in, *out;
  cudaMalloc(&in, 256 * sizeof(float));
  cudaMalloc(&out, ${threads} * sizeof(float));
${line}  kernel<<<1, ${threads}>>>(in, out);
}
`;

async function found(text: string, checks: Readonly<Record<string, CheckLevel>> = {}): Promise<readonly Diagnostic[]> {
  const analysis = await analyzeFiles([{ name: 'a.cu', text }], { accesses: true });
  return check(analysis, new Map(Object.entries(checks))).filter(
    ({ level }) => level !== 'hint' && level !== 'information',
  );
}

const codes = (all: readonly Diagnostic[]): readonly string[] => all.map(({ code }) => code);

test('races of additional threads', async () => {
  const all = await found(synchronised + launched(256));
  expect(codes(all)).toEqual(['block-size']);
  expect(all[0]?.related.map(({ message }) => message)).toEqual([
    'a thread layout for 128 threads',
    expect.stringMatching(/^thread 128 of block 0 writes element 0 of `tile`, which thread 0 writes too/),
  ]);
});

test('what missing threads do not write', async () => {
  const all = await found(synchronised + launched(64));
  expect(codes(all)).toEqual(['block-size']);
  expect(all[0]?.related[1]?.message).toMatch(
    /^thread \d+ of block 0 reads element \d+ of `tile`, which no thread has/,
  );
});

test('a race of other threads is a mistake of its own', async () => {
  expect(codes(await found(kernel('') + launched(128)))).toEqual(['shared-race']);
  const other = '  __syncthreads();\n  tile[threadIdx.x % 64] = in[threadIdx.x];\n  __syncthreads();\n';
  expect(codes(await found(kernel(other) + launched(256)))).toEqual(['shared-race', 'block-size']);
});

test('where the launch is not reported, what follows is', async () => {
  expect(codes(await found(synchronised + launched(256), { 'block-size': 'off' }))).toEqual(['shared-race']);
  const silenced = '  // cute-lens-disable-next-line block-size\n';
  expect(codes(await found(synchronised + launched(256, silenced)))).toEqual(['shared-race']);
});

test('the finding is as grave as what follows', async () => {
  const [one] = await found(synchronised + launched(256), { 'block-size': 'hint', 'shared-race': 'error' });
  expect([one?.code, one?.level]).toEqual(['block-size', 'error']);
});

test('an output that the grid leaves unwritten', async () => {
  const text = `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(float* out, int m) {
  Tensor g = make_tensor(make_gmem_ptr(out), make_shape(m));
  Tensor tile = local_tile(g, Shape<_64>{}, make_coord(blockIdx.x));
  tile(threadIdx.x) = 1.f;
}
int main() {
  float* out;
  cudaMalloc(&out, 256 * sizeof(float));
  kernel<<<3, 64>>>(out, 256);
}
`;
  const { diagnostics } = await analyzeFiles([{ name: 'a.cu', text }], { accesses: true });
  expect(codes(diagnostics)).toEqual(['grid-size']);
  expect(diagnostics[0]?.related[1]?.message).toMatch(/^this launch does not write the last 64 of the 256 elements/);
});
