// Kernels whose threads are followed once everything else has been evaluated: at once, or later.
import { describe, expect, test } from 'vitest';
import { Abandoned, type Analysis } from '../../../core/src/index';
import { atLeast } from '../../support/cases';
import { analyzeFiles, analyzeFilesFirst } from '../../support/engine';
import { plantedPrograms } from '../../support/planted';

/** What is said of threads. */
const ofThreads = ({ blocks, unfollowed, unwritten, diagnostics, assumptions, instances, stats }: Analysis): unknown =>
  JSON.parse(
    JSON.stringify({
      blocks: blocks?.map(({ moments: _moments, ...block }) => block),
      moments: blocks?.map(({ moments }) => moments.length),
      unfollowed,
      unwritten,
      diagnostics,
      assumptions,
      instances,
      stats,
    }),
  );

const chosen = plantedPrograms().filter(({ name }) => /^(add_tiles|async_double_buffer|add_guarded)/.test(name));

describe('kernels that are followed later', () => {
  test.each(
    atLeast(
      10,
      chosen.map((one) => [one.name, one.text] as const),
    ),
  )('%s', async (name, text) => {
    const files = [{ name, text }];
    const { analysis, follow } = await analyzeFilesFirst(files);
    const before = JSON.stringify([analysis.assumptions, analysis.instances, analysis.diagnostics]);
    const followed = follow(() => 'go on');
    expect(ofThreads(followed)).toEqual(ofThreads(await analyzeFiles(files)));
    // Nothing else was evaluated again, and the analysis before is what it was.
    expect(followed.facts).toBe(analysis.facts);
    expect(followed.calls).toBe(analysis.calls);
    expect(analysis.blocks).toBeUndefined();
    expect(JSON.stringify([analysis.assumptions, analysis.instances, analysis.diagnostics])).toBe(before);
  });

  test('ask whoever waits for them', async () => {
    const [{ name, text } = { name: '', text: '' }] = chosen;
    const { follow } = await analyzeFilesFirst([{ name, text }], { interrupt: () => 'go on' });
    expect(() => follow(() => 'abandon')).toThrow(Abandoned);
  });
});

test('each source of a header follows the kernels that it launches', async () => {
  const header = `#pragma once
template <int N> __global__ void fill(float* out) { __shared__ float row[N]; row[threadIdx.x] = 1.f; out[threadIdx.x] = row[threadIdx.x]; }
`;
  const source = (n: number): string => `#include <cute/tensor.hpp>
#include "fill.cuh"
int main() { fill<${n}><<<1, ${n}>>>(nullptr); }
`;
  const files = [
    { name: 'fill.cuh', text: header },
    { name: 'first.cu', text: source(64) },
    { name: 'second.cu', text: source(96) },
  ];
  const { blocks = [] } = await analyzeFiles(files, { roots: ['first.cu', 'second.cu'] });
  expect(blocks.map(({ threads: [x], isWhole }) => [x, isWhole])).toEqual([
    [64, true],
    [96, true],
  ]);
});

test('a launch that does the same as one before is followed once, and both say what was found', async () => {
  const text = `template <int N> __global__ void shift(float* p) {
  __shared__ float s[64];
  s[threadIdx.x] = p[threadIdx.x];
  p[threadIdx.x] = s[(threadIdx.x + N) % 64];
}
int main() {
  float *p, *q;
  cudaMalloc(&p, 64 * sizeof(float));
  cudaMalloc(&q, 32 * sizeof(float));
  shift<1><<<1, 64>>>(p);
  shift<1><<<1, 64>>>(p);
  shift<0><<<1, 64>>>(p);
  shift<1><<<1, 64>>>(q);
}
`;
  const { blocks = [] } = await analyzeFiles([{ name: 'shift.cu', text }]);
  const found = blocks.map(({ found }) => found);
  const kinds = found.map((all) => [...new Set(all.map(({ kind }) => kind))].sort());
  expect(kinds[0]).toEqual(['write-read']);
  expect(found[1]).toBe(found[0]);
  expect(kinds.slice(2)).toEqual([[], ['outside', 'write-read']]);
});
