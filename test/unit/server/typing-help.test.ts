// What the editor shows while one types, over streams in memory: inlay hints, code lenses, completion, signature help.
import { afterEach, describe, expect, test } from 'vitest';
import type {
  CodeLens,
  CompletionItem,
  CompletionList,
  InlayHint,
  SignatureHelp,
} from 'vscode-languageserver-protocol';
import { startServer, type TestClient } from '../../support/server';

const uri = 'untitled:typing.cu';
const program = `#include <cute/tensor.hpp>
using namespace cute;

template <int BM>
__global__ void scale(float* data) {
  __shared__ float buffer[BM * 16];
  auto tile = make_tensor(make_gmem_ptr(data), make_shape(Int<BM>{}, Int<16>{}));  // (M,N)
  auto threads = make_layout(make_shape(_32{}, _8{}));
  auto mine = local_partition(tile, threads,
                              threadIdx.x);
  auto count = size(mine);
  int twice = 2;
  using Atom = Layout<Shape<_8, _8>>;
}

int main() {
  scale<64><<<dim3(4, 2), 256, 1024>>>(nullptr);
  scale<128><<<4, 256>>>(nullptr);
}
`;

let client: TestClient | undefined;
afterEach(async () => {
  await client?.stop();
  client = undefined;
});

async function started(settings: unknown = { inlayHints: { show: 'all' } }, text = program): Promise<TestClient> {
  client = await startServer({ settings });
  client.open(uri, text);
  return client;
}

const request = async <T>(method: string, params: object = {}): Promise<T> =>
  (client as TestClient).connection.sendRequest<T>(`textDocument/${method}`, { textDocument: { uri }, ...params });

/** The text with its `|` taken out, and where that was. */
function cursorIn(marked: string): { readonly text: string; readonly position: { line: number; character: number } } {
  const before = marked.slice(0, marked.indexOf('|')).split('\n');
  return {
    text: marked.replace('|', ''),
    position: { line: before.length - 1, character: (before.at(-1) ?? '').length },
  };
}

/** Statements of a kernel with a cursor, in a file that uses CuTe. */
const inKernel = (statements: string): string =>
  `${program.slice(0, program.indexOf('  using Atom'))}${statements}\n}\n`;

describe('inlay hints', () => {
  const all = { range: { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } } };
  const shown = (hints: readonly InlayHint[]) =>
    hints.map(({ position, label }) => `${position.line + 1}: ${String(label)}`);

  test('stand behind the declarations of layouts, and of numbers that CuTe computed', async () => {
    await started();
    expect(shown(await request('inlayHint', all))).toEqual([
      '7: (_64,_16):(_1,_64)',
      '8: (_32,_8):(_1,_32)',
      '10: (_2,_2):(_32,_512)',
      '11: _4',
      '13: (_8,_8):(_1,_8)',
    ]);
  });

  test('only in the range that is asked for, shortened to the width of the settings', async () => {
    await started({ inlayHints: { show: 'all', maxLength: 15 } });
    const range = { start: { line: 6, character: 0 }, end: { line: 7, character: 60 } };
    expect(shown(await request('inlayHint', { range }))).toEqual(['7: (_64,_16):…', '8: (_32,_8):…']);
  });

  test('follow the chosen instance, and their tooltip is the hover', async () => {
    const { connection } = await started();
    await connection.sendRequest('cuteLens/choose', { uri, choices: { instance: 'scale #2' } });
    const [tile] = await request<readonly InlayHint[]>('inlayHint', all);
    expect(tile?.label).toBe('(_128,_16):(_1,_128)');
    const resolved = await connection.sendRequest<InlayHint>('inlayHint/resolve', tile);
    const { value } = resolved.tooltip as { value: string };
    expect(value).toContain('(_128,_16):(_1,_128)');
    expect(value).toContain('global memory, `float`');
    expect(value).toContain('| 0 M |');
  });

  test('are not there when they are off, nor where nothing is known', async () => {
    await started({ inlayHints: { show: 'off' } });
    expect(await request('inlayHint', all)).toEqual([]);
    await client?.stop();
    await started(
      undefined,
      '#include <cute/tensor.hpp>\nusing namespace cute;\nvoid f() { auto a = unheard_of(3); }\n',
    );
    expect(await request('inlayHint', all)).toEqual([]);
  });
});

describe('code lenses', () => {
  const shown = (lenses: readonly CodeLens[]) =>
    lenses.map(({ range, command }) => `${range.start.line + 1}: ${command?.title ?? ''}`);

  test('say what launches make of a kernel, and what a launch asks for', async () => {
    await started();
    expect(shown(await request('codeLens')).filter((text) => !/Visualize|Verify/.test(text))).toEqual([
      '4: 2 instances · 256 threads · 5,120 or 8,192 bytes of shared memory',
      '17: grid 4×2 = 8 blocks · 256 threads · 5,120 bytes of shared memory',
      '17: shown in hovers',
      '18: grid 4 · 256 threads · 8,192 bytes of shared memory',
      '18: Show in Hovers',
    ]);
  });

  test('of a kernel with several instances lead to the choice among them', async () => {
    await started();
    const lenses = await request<readonly CodeLens[]>('codeLens');
    expect(lenses.find(({ command }) => command?.title.startsWith('2 instances'))?.command).toMatchObject({
      command: 'cuteLens.selectInstance',
      arguments: [uri],
    });
    expect(lenses.find(({ command }) => command?.title === 'Show in Hovers')?.command?.arguments).toEqual([
      uri,
      'scale #2',
    ]);
  });

  test('are not there when they are off', async () => {
    await started({ codeLens: { enabled: false } });
    expect(await request('codeLens')).toBeNull();
  });
});

describe('completion', () => {
  async function offered(marked: string): Promise<readonly CompletionItem[]> {
    const { text, position } = cursorIn(marked);
    await started({}, text);
    return (await request<CompletionList | null>('completion', { position }))?.items ?? [];
  }
  const labels = async (marked: string): Promise<readonly string[]> =>
    (await offered(marked)).map(({ label }) => label);

  test('offers functions by the first letter of any of their words', async () => {
    const found = await labels(inKernel('  auto x = ti|'));
    expect(found).toEqual(expect.arrayContaining(['tile_to_shape', 'local_tile', 'tiled_divide']));
    expect(found).not.toContain('complement');
  });

  test('says what a function gives when it is looked at', async () => {
    const item = (await offered(inKernel('  auto x = comp|'))).find(({ label }) => label === 'complement');
    expect(item?.documentation).toBeUndefined();
    const resolved = await (client as TestClient).connection.sendRequest<CompletionItem>(
      'completionItem/resolve',
      item,
    );
    const { value } = resolved.documentation as { value: string };
    expect(value).toContain('Gives');
    expect(value).toContain('cute/layout.hpp');
  });

  test('offers the members of a value', async () => {
    const partition =
      '  auto thr = make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{}, threads).get_slice(0);\n  auto x = thr.par|';
    expect(await labels(inKernel(partition))).toEqual(
      expect.arrayContaining(['partition_S', 'partition_D', 'retile_S']),
    );
  });

  test('offers atoms where an operation belongs, family by family', async () => {
    expect(await labels(inKernel('  using C = Copy_Atom<SM75|'))).toContain('SM75_U32x4_LDSM_N');
    const families = await labels(inKernel('  auto m = make_tiled_mma(SM|'));
    expect(families).toEqual(expect.arrayContaining(['SM80_', 'SM90_']));
    expect(families.length).toBeLessThan(40);
  });

  test('offers the names that the next function leaves open in a pin', async () => {
    const marked =
      '#include <cute/tensor.hpp>\nusing namespace cute;\n// cute-lens: |\ntemplate <int N>\nvoid f(int m) { auto a = make_layout(make_shape(m, Int<N>{})); }\n';
    const items = await offered(marked);
    expect(items.map(({ label }) => label)).toEqual(expect.arrayContaining(['m', 'N']));
    expect(items[0]?.textEdit).toMatchObject({ newText: expect.stringMatching(/=$/) as unknown });
  });

  test.each([
    ['in a comment', '  // tile|'],
    ['in a string', '  auto s = "tile|";'],
    ['where a variable gets its name', '  auto til|'],
    ['behind another namespace', '  auto x = std::til|'],
    ['behind a member of something unknown', '  auto x = something.til|'],
    ['where nothing is written yet', '  auto x = |'],
    ['in a number', '  auto x = 12ti|'],
  ])('offers nothing %s', async (_, statements) => {
    expect(await offered(inKernel(statements))).toEqual([]);
  });

  test('offers nothing where it is off, nor without `using namespace cute`', async () => {
    const { text, position } = cursorIn(inKernel('  auto x = til|'));
    await started({ completion: 'off' }, text);
    expect(await request('completion', { position })).toBeNull();
    await client?.stop();
    expect(await labels('#include <cute/tensor.hpp>\nvoid f() { auto x = til| }\n')).toEqual([]);
    await client?.stop();
    expect(await labels('#include <cute/tensor.hpp>\nvoid f() { auto x = cute::til| }\n')).toContain('tile_to_shape');
  });
});

describe('signature help', () => {
  async function helpAt(statements: string): Promise<SignatureHelp | null> {
    const { text, position } = cursorIn(inKernel(statements));
    await started({}, text);
    return request('signatureHelp', { position });
  }

  test.each([
    ['  auto x = complement(|', 'complement', 0],
    ['  auto x = complement(threads, |', 'complement', 1],
    ['  auto x = local_tile(tile, make_shape(_8{}, _8{}), |', 'local_tile', 2],
    ['  auto x = local_tile(tile, make_shape(_8{}, |', 'make_shape', 0],
    ['  auto x = cute::composition(threads, |', 'composition', 1],
    ['  using T = Layout<|', 'Layout', 0],
    ['  using T = Layout<Shape<_8,_8>, |', 'Layout', 1],
    ['  auto x = size<0>(|', 'size', 0],
    [
      '  auto c = make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{}, threads);\n  auto t = c.get_slice(|',
      'get_slice',
      0,
    ],
  ])('%s', async (statements, name, parameter) => {
    const help = await helpAt(statements);
    expect(help?.signatures[help.activeSignature ?? 0]?.label).toMatch(new RegExp(`^${name}[<(]`));
    expect(help?.activeParameter).toBe(parameter);
    expect(JSON.stringify(help?.signatures[0]?.documentation)).toContain('Gives');
  });

  test.each([
    '  auto x = unheard_of(|',
    '  if (|',
    '  auto x = (threads|',
    '  // complement(|',
    '  auto f = [](int i) { return i; };\n  f(|',
    '  if (a < b) |',
  ])('is silent at %s', async (statements) => {
    expect(await helpAt(statements)).toBeNull();
  });

  test('is silent for a function of the program that has the name of one of CuTe', async () => {
    const { text, position } = cursorIn(
      '#include <cute/tensor.hpp>\nusing namespace cute;\nvoid copy(int a, int b) {}\nvoid f() { copy(|); }\n',
    );
    await started({}, text);
    expect(await request('signatureHelp', { position })).toBeNull();
  });
});
