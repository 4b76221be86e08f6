// Code lenses beyond what the server offers today: what a click on one is about.
import { expect, test } from 'vitest';
import { activeInstance, codeLenses } from '../../../core/src/ide/index';
import { analyzeFiles, FOLDER } from '../../support/engine';

const text = `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(float* data) {
  auto tile = make_tensor(make_gmem_ptr(data), Layout<Shape<_64, _64>>{});
  auto mma = make_tiled_mma(UniversalFMA<float, float, float>{}, Layout<Shape<_16, _16>>{});
  auto mine = mma.get_slice(threadIdx.x).partition_C(tile);
}
__global__ void empty() {}
int main() {
  kernel<<<1, 256>>>(nullptr);
  empty<<<1, 1>>>();
}
`;

test('Visualize is about the most telling declaration of a kernel, and absent where there is none', async () => {
  const analysis = await analyzeFiles([{ name: 'lenses.cu', text }]);
  const lenses = codeLenses({
    analysis,
    file: `${FOLDER}/lenses.cu`,
    active: activeInstance(analysis, undefined),
    offers: ['visualize', 'verify'],
  });
  const shown = lenses
    .filter(({ action }) => action === 'visualize')
    .map(({ title, about }) => [title, about && text.slice(about.start, about.end)]);
  expect(shown).toEqual([['Visualize mma', 'mma']]);
  expect(
    lenses.filter(({ action }) => action === 'verify').map(({ span }) => text.slice(span.start, span.end)),
  ).toEqual(['kernel', 'empty']);
});
