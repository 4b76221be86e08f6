// Code lenses beyond what the server offers today: what a click on one is about.
import { expect, test } from 'vitest';
import { activeInstance, codeLenses, inlayHints } from '../../../core/src/ide/index';
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
    lenses.filter(({ action }) => action === 'verify').map(({ about }) => about && text.slice(about.start, about.end)),
  ).toEqual(['kernel', 'empty']);
});

test('the lenses of a template stand above `template`, and are about the kernel', async () => {
  const templated = text.replace('__global__ void empty() {}', 'template <class T>\n__global__ void empty() {}');
  const source = templated.replace('empty<<<', 'empty<int><<<');
  const analysis = await analyzeFiles([{ name: 'template.cu', text: source }]);
  const lenses = codeLenses({
    analysis,
    file: `${FOLDER}/template.cu`,
    active: activeInstance(analysis, undefined),
    offers: ['visualize', 'verify'],
  });
  const verify = lenses.filter(({ action }) => action === 'verify');
  expect(verify.map(({ span }) => source.slice(span.start).split('\n')[0])).toEqual([
    '__global__ void kernel(float* data) {',
    'template <class T>',
  ]);
  expect(verify.map(({ about }) => about && source.slice(about.start, about.end))).toEqual(['kernel', 'empty']);
});

test('a hint stands behind the comment at the end of its line', async () => {
  const source = `#include <cute/tensor.hpp>
using namespace cute;
void f() {
  auto a = Layout<Shape<_4, _8>>{};  // (M,N)
  auto b = Layout<Shape<_4, _8>>{};
  auto c = Layout<Shape<_4, _8>>{}; auto d = make_layout(size(c));  // both
}
`;
  const analysis = await analyzeFiles([{ name: 'hints.cu', text: source }]);
  const hints = inlayHints({
    analysis,
    file: `${FOLDER}/hints.cu`,
    range: { start: 0, end: source.length },
    active: undefined,
    textOf: () => source,
    maxLength: 60,
  });
  expect(hints.map(({ offset, label }) => [source.slice(0, offset).split('\n').at(-1)?.slice(-7), label])).toEqual([
    ['/ (M,N)', '(_4,_8):(_1,_4)'],
    ['_8>>{};', '(_4,_8):(_1,_4)'],
    ['_8>>{};', '(_4,_8):(_1,_4)'],
    ['// both', '_32:_1'],
  ]);
});
