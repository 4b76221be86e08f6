// The outline of a file: functions with the layouts that they declare, and their values.
import { expect, test } from 'vitest';
import { activeInstance, layoutOutline } from '../../../core/src/ide/index';
import { analyzeFiles, FOLDER } from '../../support/engine';

const text = `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(float* data, int n) {
  auto tile = make_tensor(make_gmem_ptr(data), Layout<Shape<_8, _4>>{});
  auto count = size(tile);
  auto broken = make_layout(unheard_of(n));
}
int main() {
  auto host = make_layout(_8{});
  kernel<<<1, 32>>>(nullptr, 3);
}
`;

test('functions come with what they declare, in the order of the text', async () => {
  const analysis = await analyzeFiles([{ name: 'x.cu', text }]);
  const groups = layoutOutline({
    analysis,
    file: `${FOLDER}/x.cu`,
    active: activeInstance(analysis, undefined),
  });
  expect(
    groups.map(({ name, rows }) => [name, ...rows.map((row) => `${row.name}: ${row.known ? row.text : '?'}`)]),
  ).toEqual([
    ['kernel', 'tile: (_8,_4):(_1,_8)', 'broken: ?'],
    ['main', 'host: _8:_1'],
  ]);
});

test('a value has those of other instances below it, where they differ, and a tiled operation is a sentence', async () => {
  const two = `#include <cute/tensor.hpp>
using namespace cute;
template <class T>
__global__ void kernel(T* data) {
  auto tile = make_tensor(make_gmem_ptr(data), Layout<Shape<Int<sizeof(T) * 8>, _4>>{});
  auto same = make_layout(_8{});
  auto copy = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_32>>{}, Layout<Shape<_8>>{});
}
int main() {
  kernel<float><<<1, 32>>>(nullptr);
  kernel<double><<<1, 32>>>(nullptr);
}
`;
  const analysis = await analyzeFiles([{ name: 'x.cu', text: two }]);
  const active = activeInstance(analysis, undefined);
  const rows = layoutOutline({ analysis, file: `${FOLDER}/x.cu`, active }).flatMap((group) => group.rows);
  expect(
    rows.map(({ name, elsewhere }) => [name, ...elsewhere.map(({ brief, text: other }) => `${brief}: ${other}`)]),
  ).toEqual([['tile', 'T=double: (_64,_4):(_1,_64)'], ['same'], ['copy']]);
  const copy = rows.find(({ name }) => name === 'copy');
  expect(copy?.text).toContain('tiled copy: 32 threads');
  expect(copy?.printed).toContain('TiledLayout_TV:');
});
