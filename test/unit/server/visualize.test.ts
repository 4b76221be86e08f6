// cuteLens/visualize over streams in memory: a value given by its place, an expression in its scope and on its own, and
// the messages if nothing can be drawn.
import { afterEach, describe, expect, test } from 'vitest';
import type { ComparableRow, VisualizeParams, VisualizeResult } from '../../../protocol/src/requests';
import { startServer, type TestClient } from '../../support/server';

const uri = 'untitled:kernel.cu';
const program = `#include <cute/tensor.hpp>
using namespace cute;
template <class N>
__global__ void kernel(float* data, int k) {
  auto tile = make_tensor(make_gmem_ptr(data), make_shape(Int<128>{}, Int<16>{})); // the tile
  auto mine = local_partition(tile, make_layout(make_shape(Int<32>{}, Int<8>{})), threadIdx.x);
  auto open = make_layout(make_shape(k, Int<4>{}));
}
int main() { kernel<Int<3>><<<1, 256>>>(nullptr, unknown()); }
`;
const lineOf = (text: string): number => program.split('\n').findIndex((line) => line.includes(text));
const at = (text: string) => ({
  line: lineOf(text),
  character: (program.split('\n')[lineOf(text)] ?? '').indexOf(text) + 5,
});

let client: TestClient;
afterEach(() => client.stop());

async function visualize(params: VisualizeParams): Promise<VisualizeResult | null> {
  client = await startServer();
  client.open(uri, program);
  return client.connection.sendRequest('cuteLens/visualize', params);
}

/** Title, printed form and view of what is drawn; else the reason. */
function told(result: VisualizeResult | null): unknown {
  if (result?.visualization.is !== 'drawn') return result?.visualization;
  const { title, printed, view } = result.visualization.model;
  return { title, printed, view };
}

describe('a place', () => {
  test('gives its picture, the views to choose from, and where it is declared', async () => {
    const result = await visualize({ uri, position: at('auto mine') });
    expect(told(result)).toEqual({ title: 'mine', printed: '(_4,_2):(_32,_1024)', view: 'partition' });
    expect(result?.visualization).toMatchObject({
      views: expect.arrayContaining([{ id: 'layout', title: 'Layout' }]) as unknown,
    });
    expect(result?.source).toEqual({ uri, line: lineOf('auto mine'), character: 7, length: 4 });
  });

  test('gives the view that was asked for', async () => {
    expect(told(await visualize({ uri, position: at('auto mine'), view: 'layout' }))).toMatchObject({ view: 'layout' });
  });

  test('the answer is small: layouts travel, not cells', async () => {
    expect(JSON.stringify(await visualize({ uri, position: at('auto tile') })).length).toBeLessThan(4000);
  });

  test('says what to pin where a number is not known', async () => {
    expect(told(await visualize({ uri, position: at('auto open') }))).toMatchObject({
      is: 'unknown',
      title: 'open',
      needs: ['k'],
    });
  });

  test('has nothing where there is no value', async () =>
    expect(await visualize({ uri, position: { line: 0, character: 0 } })).toBeNull());
});

describe('an expression', () => {
  test('means what it means at the cursor', async () => {
    const result = await visualize({
      uri,
      position: at('auto mine'),
      expression: 'zipped_divide(tile, Shape<_32,_8>{})',
    });
    expect(told(result)).toMatchObject({
      title: 'zipped_divide(tile, Shape<_32,_8>{})',
      printed: '((_32,_8),(_4,_2)):((_1,_128),(_32,_1024))',
    });
    expect(result?.source).toBeUndefined();
    expect(result?.visualization.is === 'drawn' && result.visualization.model.source).toBeFalsy();
  });

  test('leaves the analysis of the file alone', async () => {
    await visualize({ uri, position: at('auto mine'), expression: 'tile' });
    expect(await client.hover(uri, lineOf('auto mine'), 8)).toContain('(_4,_2):(_32,_1024)');
    expect(
      told(await client.connection.sendRequest('cuteLens/visualize', { uri, position: at('auto mine') })),
    ).toMatchObject({ title: 'mine' });
  });

  test('needs no file', async () =>
    expect(told(await visualize({ expression: 'make_layout(Shape<_4,_2>{})' }))).toMatchObject({
      printed: '(_4,_2):(_1,_4)',
    }));
  test('may be a layout as CuTe prints it', async () =>
    expect(told(await visualize({ expression: ' (_4,3):(_3,1) ' }))).toMatchObject({ printed: '(_4,3):(_3,1)' }));
  test('may be a swizzle', async () =>
    expect(told(await visualize({ expression: 'Sw<2,0,3>' }))).toMatchObject({ view: 'swizzle' }));

  test.each(['((', 'tile +', '', '}', 'nonsense(1)'])('that cannot be evaluated says so: %j', async (expression) => {
    const result = await visualize({ uri, position: at('auto mine'), expression });
    expect(result?.visualization).toMatchObject({ is: 'unknown', title: expression });
  });
});

describe('a comparison', () => {
  const compared = async (
    compare: VisualizeParams['compare'],
    at0 = at('auto mine'),
  ): Promise<VisualizeResult | null> => visualize({ uri, position: at0, ...(compare && { compare }) });
  const notesOf = (result: VisualizeResult | null): readonly string[] =>
    result?.visualization.is === 'drawn' ? result.visualization.model.notes : [];

  test('with a name of the file, also one that is declared further down', async () => {
    expect(told(await compared({ expression: 'mine' }, at('auto tile')))).toEqual({
      title: 'tile and mine',
      printed: '(_128,_16):(_1,_128)\n(_4,_2):(_32,_1024)',
      view: 'compare',
    });
  });

  test('with an expression that means what it means at the place, and with what CuTe prints', async () => {
    expect(told(await compared({ expression: 'zipped_divide(tile, Shape<_32,_8>{})' }))).toMatchObject({
      view: 'compare',
    });
    expect(told(await compared({ expression: '(_4,_2):(_2,_1)' }))).toMatchObject({
      view: 'compare',
      title: 'mine and (_4,_2):(_2,_1)',
    });
  });

  test('of copies says which of them a note is about', async () => {
    const copyOf = (bits: number): string =>
      `make_tiled_copy(Copy_Atom<UniversalCopy<uint${bits}_t>, float>{}, Layout<_32>{}, Layout<_4>{})`;
    const result = await visualize({
      uri,
      position: at('auto mine'),
      expression: copyOf(128),
      compare: { expression: copyOf(32) },
    });
    expect(notesOf(result)).toEqual([
      expect.stringMatching(/^make_tiled_copy.*uint128_t.*: One instruction moves 16 bytes/),
      expect.stringMatching(/^make_tiled_copy.*uint32_t.*: One instruction moves 4 bytes/),
    ]);
  });

  test('with nothing that can be compared leaves the picture, and says why', async () => {
    const unknown = await compared({ expression: 'nonsense(1)' });
    expect(told(unknown)).toMatchObject({ view: 'partition' });
    expect(notesOf(unknown)[0]).toMatch(/^nonsense\(1\) cannot be compared: .*nonsense/);
    expect(notesOf(await compared({ expression: '_8{}' }))[0]).toBe(
      'mine (tensor in global memory of float) and _8{} (static integer Int<8>) are not of a kind that can be compared.',
    );
  });

  test('can be chosen from the values of the file', async () => {
    client = await startServer();
    client.open(uri, program);
    const rows = await client.connection.sendRequest('cuteLens/comparables', { uri, position: at('auto mine') });
    expect(rows).toContainEqual({ title: 'tile', printed: '(_128,_16):(_1,_128)', comparison: { expression: 'tile' } });
    expect(rows).not.toContainEqual(expect.objectContaining({ title: 'mine' }));
  });
});

describe('two instances of one kernel', () => {
  const two = `#include <cute/tensor.hpp>
using namespace cute;
template <class Tile>
__global__ void kernel(float* data, Tile tile) {
  auto part = make_tensor(make_gmem_ptr(data), tile);
}
void wide() { kernel<<<1, 32>>>((float*)nullptr, Layout<Shape<_4, _8>>{}); }
void tall() { kernel<<<1, 32>>>((float*)nullptr, Layout<Shape<_8, _4>>{}); }
int main() { wide(); tall(); }
`;
  test('stand side by side', async () => {
    client = await startServer();
    client.open(uri, two);
    const position = { line: 4, character: 8 };
    const rows: readonly ComparableRow[] = await client.connection.sendRequest('cuteLens/comparables', {
      uri,
      position,
    });
    expect(rows[0]).toEqual({
      title: 'in kernel from tall',
      printed: '(_8,_4):(_1,_8)',
      comparison: { instance: 'kernel from tall' },
    });
    const result: VisualizeResult | null = await client.connection.sendRequest('cuteLens/visualize', {
      uri,
      position,
      compare: rows[0]?.comparison,
    });
    expect(told(result)).toEqual({
      title: 'part and part in kernel from tall',
      printed: '(_4,_8):(_1,_4)\n(_8,_4):(_1,_8)',
      view: 'compare',
    });
  });
});
