// Driver programs for files without `main`: what they call with which arguments, and that the kernel is then evaluated
// with numbers.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { evaluate } from '../../../core/src/index';
import { factText } from '../../../core/src/values/print';
import { driverFor, hasMain, throughDriver } from '../../../server/src/driver';
import { assumptionsOf } from '../../../server/src/assumptions';
import { Sources } from '../../../server/src/sources';
import { defaultSampling, type VerifyJob } from '../../../server/src/verify';
import { cudaFrontEnd } from '../../support/front-end';
import { scratch } from '../../support/scratch';

/** A file without main, its driver, and what the kernel's declarations are worth in it. */
async function driven(text: string, instance?: string) {
  const frontEnd = await cudaFrontEnd();
  const file = join(scratch(), 'kernels.cu');
  writeFileSync(file, text);
  const sources = new Sources(frontEnd);
  sources.open(file, text);
  const job: VerifyJob = {
    entry: file,
    given: { args: '', defines: {}, thread: [0, 0, 0], block: [0, 0, 0], arch: 900 },
    frontEnd,
    mode: 'gpu',
    collect: (arch) => sources.collect(file, { includePaths: [] }, arch),
    tools: { nvccPath: '', cutlassPath: '', launcher: [], workspaceFolder: undefined },
    includePaths: [],
    flags: [],
    arch: undefined,
    runFolder: '',
    sampling: defaultSampling,
    compileMs: 1,
    runMs: 1,
    outputBytes: 1,
  };
  expect(hasMain(job)).toBe(false);
  const made = driverFor(job, instance, sources, { includePaths: [] });
  if ('why' in made) return { why: made.why, text: '', values: {} };
  const through = throughDriver(job, made.text, sources, { includePaths: [] });
  expect(hasMain(through)).toBe(true);
  const analysis = evaluate({
    entry: through.entry,
    ...through.collect(900),
    assumptions: assumptionsOf(through.given, frontEnd),
  });
  const facts = (analysis.facts.get(file) ?? []).filter(({ role }) => role === 'declaration');
  return {
    text: made.text,
    values: Object.fromEntries(facts.map(({ name = '', seen }) => [name, factText(seen[0]?.value ?? { is: 'void' })])),
  };
}

const head = '#include <cute/tensor.hpp>\nusing namespace cute;\n';
const scale = `template <class T, int kTile>
__global__ void scale(T const* __restrict__ A, T* B, int M, int K, float alpha) {
  Tensor mA = make_tensor(make_gmem_ptr(A), make_shape(M, K), make_stride(K, _1{}));
  Tensor gA = local_tile(mA, make_shape(Int<kTile>{}, _32{}), make_coord(blockIdx.x, blockIdx.y));
  Tensor tA = local_partition(gA, make_layout(make_shape(_8{}, _32{})), threadIdx.x);
}
`;

describe('a driver', () => {
  test('launches an instantiated kernel: memory from its tensors, blocks from its tiles, threads from its thread layout', async () => {
    const { text, values } = await driven(
      `${head}// cute-lens: M=512, K=96\n${scale}template __global__ void scale<half_t, 64>(half_t const*, half_t*, int, int, float);\n`,
    );
    expect(text).toContain('#include "kernels.cu"');
    expect(text).toContain('using T = half_t;\n  constexpr auto kTile = 64;\n');
    expect(text).toContain('T* A = nullptr;\n  cudaMalloc(&A, 98304);  // mA is (512,96):(96,_1)\n');
    expect(text).toContain(
      'int M = 512;\n  int K = 96;\n  float alpha{};\n  scale<T, kTile><<<dim3(8, 3), 256>>>(A, B, M, K, alpha);\n',
    );
    expect(values).toMatchObject({ mA: '(512,96):(96,_1)', tA: '(_8,_1):(768,_0)' });
  });
  test('says of a number that it is made up, and of memory that its size is not known', async () => {
    const { text } = await driven(
      `${head}__global__ void k(float* data, void* other, int rows) { Tensor t = make_tensor(make_gmem_ptr(data), make_shape(rows, _4{})); }\n`,
    );
    expect(text).toContain('int rows = 512;  // any number: the source does not fix it');
    expect(text).toContain('cudaMalloc(&data, 8192);  // t is (512,_4):(_1,512)');
    expect(text).toContain('cudaMalloc(&other, 16777216);  // how much is needed is not known');
  });
  test('takes dynamic shared memory from what the kernel lays out in it, and asks for more than 48 KiB', async () => {
    const { text } = await driven(`${head}template <int kStages> __global__ void k() {
  extern __shared__ float memory[];
  Tensor s = make_tensor(make_smem_ptr(memory), make_shape(_128{}, _64{}, Int<kStages>{}));
}
// cute-lens: instantiate k<3>
`);
    expect(text).toContain(
      'cudaFuncSetAttribute(k<kStages>, cudaFuncAttributeMaxDynamicSharedMemorySize, 98304);\n  k<kStages><<<1, 1, 98304>>>();',
    );
  });
  test('calls the function that launches, where there is one, in its namespace', async () => {
    const { text, values } = await driven(`${head}namespace mine {\n${scale}
template <int kTile> void run(float const* a, float* b, int m) { scale<float, kTile><<<dim3(m / kTile, 2), 256>>>(a, b, m, 64, 1.0f); }
template void run<32>(float const*, float*, int);
}
`);
    expect(text).toContain('using namespace mine;\n  constexpr auto kTile = 32;\n');
    expect(text).toContain('  run<kTile>(a, b, m);\n');
    expect(values).toMatchObject({ mA: '(512,64):(64,_1)' });
  });
  test('takes template arguments whole, with their parentheses and qualifiers', async () => {
    const { text } = await driven(
      `${head}template <class T, int N> __global__ void k(T* a) { auto l = make_layout(Int<N>{}); }\ntemplate __global__ void k<float const, (4 > 3 ? 8 : 16)>(float const*);\n`,
    );
    expect(text).toContain('using T = float const;\n  constexpr auto N = (4 > 3 ? 8 : 16);\n');
  });
  test('of the instance that is chosen', async () => {
    const two = `${head}__global__ void first(float* a) { Tensor t = make_tensor(make_gmem_ptr(a), Layout<_8>{}); }\n__global__ void second(float* b) { Tensor t = make_tensor(make_gmem_ptr(b), Layout<_16>{}); }\n`;
    expect((await driven(two)).text).toContain('first<<<1, 1>>>(a);');
    expect((await driven(two, 'second (not called)')).text).toContain('second<<<1, 1>>>(b);');
  });
  test('is not made up where nothing says which kernel it is', async () => {
    expect((await driven(`${head}${scale}`)).why).toBe(
      'This file has no main, and scale is a template that nothing instantiates: write // cute-lens: instantiate scale<…> above it.',
    );
    expect((await driven(`${head}auto layout = make_layout(_8{});\n`)).why).toBe(
      'This file has no main, and no kernel that a driver could launch.',
    );
  });
});
