// The pictures of findings among accesses: for each planted mistake that one access makes, there is one; the elements
// and threads in it are those of the finding.
import { describe, expect, test } from 'vitest';
import { explain, type Analysis, type Diagnostic } from '../../../core/src/index';
import { cellsOf, svg } from '../../../core/src/draw';
import { codeActions, visualizeAt, visualizeFinding } from '../../../core/src/ide';
import type { ViewModel } from '../../../core/src/views/model';
import { atLeast } from '../../support/cases';
import { analyzeFiles, FOLDER } from '../../support/engine';
import { plantedPrograms } from '../../support/planted';

/** Their marked cells are those that nobody reaches. */
const ofNobody = ['unwritten-output', 'divergent-barrier'];

const planted = plantedPrograms().filter(({ mistake, missed }) => mistake && missed === undefined);

interface Program {
  readonly analysis: Analysis;
  readonly textOf: () => string;
  readonly findings: readonly Diagnostic[];
}

async function program(text: string, slug: string): Promise<Program> {
  const analysis = await analyzeFiles([{ name: 'a.cu', text }], { arch: 900 });
  const findings = analysis.diagnostics.filter(({ code }) => code === slug);
  return { analysis, textOf: () => text, findings };
}

function modelOf({ analysis, textOf }: Program, { span, code }: Diagnostic): ViewModel {
  const found = visualizeFinding({ analysis, textOf, file: span.file, offset: span.start, code });
  if (found?.is !== 'drawn') throw new Error(`${code} has no picture`);
  return found.model;
}

describe('each planted mistake', () => {
  test.each(
    atLeast(
      80,
      planted.map((one) => [one.name, one] as const),
    ),
  )('%s', async (_, { text, mistake }) => {
    const made = await program(text, mistake?.slug ?? '');
    expect(made.findings.length).toBeGreaterThan(0);
    for (const finding of made.findings) {
      const offered = codeActions({
        analysis: made.analysis,
        at: finding.span,
        textOf: made.textOf,
        active: undefined,
      });
      expect(offered.some(({ shows }) => shows === finding)).toBe(true);
      const model = modelOf(made, finding);
      expect(model.view).toBe('accesses');
      expect(JSON.parse(JSON.stringify(model))).toEqual(model);
      const [cells] = cellsOf(model);
      const marked = [...(cells?.marked ?? [])];
      expect(marked.length).toBeGreaterThan(0);
      // Of a wrong launch, what follows from it is drawn.
      const code = finding.related.find((one) => one.code !== undefined)?.code ?? finding.code;
      for (const index of marked) expect((cells?.owners?.all(index) ?? []).length === 0).toBe(ofNobody.includes(code));
      expect(svg(model)).toContain('class="conflict"');
    }
  });
});

const race = `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(float* in, float* out) {
  __shared__ float row[64];
  for (int k = 0; k < 2; ++k) {
    row[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = row[63 - threadIdx.x];
  }
}
int main() { kernel<<<1, 64>>>(nullptr, nullptr); }
`;

test('both accesses of a race are shown, each with its threads', async () => {
  const made = await program(race, 'shared-race');
  const [finding] = made.findings;
  if (!finding) throw new Error('there is no race');
  // The second iteration writes what the first one may still read.
  const model = modelOf(made, finding);
  const [now, met] = model.pictures;
  expect(now?.moments?.map(({ text, epoch }) => `${epoch}: ${text}`)).toEqual([
    '0: line 6 writes, in iteration 1: 2 wavefronts, no bank conflict',
    '1: line 8 reads, in iteration 1: 2 wavefronts, no bank conflict',
    '1: line 6 writes, in iteration 2: 2 wavefronts, no bank conflict',
    '2: line 8 reads, in iteration 2: 2 wavefronts, no bank conflict',
  ]);
  expect(model.selection).toEqual({ instruction: 2 });
  expect(met?.title).toBe('What it meets: line 8 reads, in iteration 1');
  const [left, right] = cellsOf(model);
  const [marked] = [...(left?.marked ?? [])];
  expect(left?.owners?.all(marked ?? -1).map(({ thread }) => thread)).toEqual([marked]);
  expect(right?.owners?.all(marked ?? -1).map(({ thread }) => thread)).toEqual([63 - (marked ?? 0)]);
  // Another moment has other owners, and nothing is reported there.
  const [first] = cellsOf(model, { instruction: 0 });
  expect(first?.owners?.threadAt(5)).toBe(5);
  expect(first?.marked.has(marked ?? -1)).toBe(false);
  expect(finding.span.file).toBe(`${FOLDER}/a.cu`);
});

test('an access beyond the end of the memory is hatched there', async () => {
  const made = await program(
    `__global__ void kernel(float* out) { out[blockIdx.x * 256 + threadIdx.x] = 1.f; }
int main() {
  float* out;
  cudaMalloc(&out, 1000 * sizeof(float));
  kernel<<<4, 256>>>(out);
}
`,
    'out-of-bounds',
  );
  const [finding] = made.findings;
  if (!finding) throw new Error('nothing was found');
  const model = modelOf(made, finding);
  const [cells] = cellsOf(model);
  const marked = [...(cells?.marked ?? [])];
  expect(marked.map((index) => cells?.offsetText(index))).toEqual(['1000']);
  expect(cells?.isInside(marked[0] ?? 0)).toBe(false);
  expect(cells?.owners?.threadAt(marked[0] ?? 0)).toBe(232);
});

test('a tensor of a kernel offers the accesses to it, without a finding', async () => {
  const text = `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(float* in, float* out) {
  __shared__ float memory[64];
  Tensor row = make_tensor(make_smem_ptr(memory), Layout<Shape<_8, _8>>{});
  row(threadIdx.x) = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = row(63 - threadIdx.x);
}
int main() { kernel<<<1, 64>>>(nullptr, nullptr); }
`;
  const analysis = await analyzeFiles([{ name: 'a.cu', text }], { arch: 900 });
  expect(analysis.diagnostics).toEqual([]);
  const at = { file: `${FOLDER}/a.cu`, offset: text.indexOf('row =') };
  const found = visualizeAt({ ...at, analysis, active: undefined, textOf: () => text, explain });
  expect(found?.is === 'drawn' && found.views.map(({ id }) => id)).toContain('accesses');
  expect(found?.is === 'drawn' && found.model.view).toBe('layout');
  const drawn = visualizeAt({ ...at, analysis, active: undefined, textOf: () => text, explain, view: 'accesses' });
  if (drawn?.is !== 'drawn') throw new Error('there is no picture');
  expect(drawn.model.summary).toContain('What the threads of block (0,0,0) do');
  expect(drawn.model.pictures[0]?.moments?.map(({ text: one, epoch }) => `${epoch}: ${one}`)).toEqual([
    '0: line 6 writes: 2 wavefronts, no bank conflict',
    '1: line 8 reads: 2 wavefronts, no bank conflict',
  ]);
  const [before] = cellsOf(drawn.model, { instruction: 0 });
  const [after] = cellsOf(drawn.model, { instruction: 1 });
  expect([before?.owners?.threadAt(5), after?.owners?.threadAt(5)]).toEqual([5, 58]);
  expect(before?.marked.size).toBe(0);
});

test('what memory makes of an access stands beside it', async () => {
  const text = `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(float* in, float* out) {
  __shared__ float memory[32 * 32];
  Tensor tile = make_tensor(make_smem_ptr(memory), Layout<Shape<_32, _32>>{});
  for (int i = 0; i < 32; ++i) tile(threadIdx.x, i) = in[threadIdx.x];
  __syncthreads();
  Tensor mine = make_tensor<float>(_4{});
  copy(make_tensor(make_smem_ptr(memory + 32 * threadIdx.x), Layout<_4>{}), mine);
  out[threadIdx.x] = tile(0, threadIdx.x) + mine(0);
}
int main() { kernel<<<1, 32>>>(nullptr, nullptr); }
`;
  const analysis = await analyzeFiles([{ name: 'a.cu', text }], { arch: 900 });
  const at = { file: `${FOLDER}/a.cu`, offset: text.indexOf('tile =') };
  const drawn = visualizeAt({ ...at, analysis, active: undefined, textOf: () => text, explain, view: 'accesses' });
  if (drawn?.is !== 'drawn') throw new Error('there is no picture');
  const texts = drawn.model.pictures[0]?.moments?.map(({ text: one }) => one) ?? [];
  expect(texts[0]).toBe('line 6 writes, in iteration 1: 1 wavefront, no bank conflict');
  expect(texts.slice(-2)).toEqual([
    'line 9 reads: 32 wavefronts, 4 without bank conflicts',
    'line 10 reads: 32 wavefronts, 1 without bank conflicts',
  ]);
});

test('a bank conflict and wide sectors show the accesses that have them', async () => {
  const text = `__global__ void kernel(float* in, float* out) {
  __shared__ float tile[32][32];
  for (int i = 0; i < 32; ++i) tile[threadIdx.x][i] = in[i * 32 + threadIdx.x];
  __syncthreads();
  for (int i = 0; i < 32; ++i) out[threadIdx.x * 32 + i] = tile[i][threadIdx.x];
}
int main() { kernel<<<1, 32>>>(nullptr, nullptr); }
`;
  for (const [slug, said] of [
    ['bank-conflict', 'line 3 writes, in iteration 1: 32 wavefronts, 1 without bank conflicts'],
    ['uncoalesced', 'line 5 writes, in iteration 1: 32 sectors, 4 would do'],
  ] as const) {
    const made = await program(text, slug);
    const [finding] = made.findings;
    if (!finding) throw new Error(`there is no ${slug}`);
    const { analysis, textOf } = made;
    const offered = codeActions({ analysis, at: finding.span, textOf, active: undefined });
    expect(offered.some(({ shows }) => shows === finding)).toBe(true);
    const model = modelOf(made, finding);
    const now = model.selection?.instruction ?? 0;
    expect(model.pictures[0]?.moments?.[now]?.text).toBe(said);
    expect(cellsOf(model)[0]?.owners?.threadAt(0)).toBe(0);
  }
});
