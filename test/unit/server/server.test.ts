// The language server over streams in memory: open, edit, hover, settings, choices, headers, and a bug that must not
// spread.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ExplainResult, Situation } from '../../../protocol/src/requests';
import { scratch } from '../../support/scratch';
import { startServer, type TestClient } from '../../support/server';

const uri = 'untitled:kernel.cu';
const program = `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(float* data) {
  auto tile = make_tensor(make_gmem_ptr(data), make_shape(Int<128>{}, Int<16>{}));
  auto mine = local_partition(tile, make_layout(make_shape(Int<32>{}, Int<8>{})), threadIdx.x); // (THR_M,THR_K)
}
int main(int argc, char** argv) {
  int m = 64;
  if (argc > 1) m = atoi(argv[1]);
  auto rows = make_layout(make_shape(m, Int<4>{}));
  kernel<<<1, 256>>>(nullptr);
}
`;
const mine = [4, 8] as const;
const rows = [9, 8] as const;

let client: TestClient;
afterEach(() => client.stop());

/** The printed form that a hover leads with. */
const lead = (markdown: string | null): string | undefined =>
  /^```cute-layout\n([\s\S]*?)\n```/.exec(markdown ?? '')?.[1];

describe('hover', () => {
  test('shows what CuTe prints', async () => {
    client = await startServer();
    client.open(uri, program);
    const hover = await client.hover(uri, ...mine);
    expect(lead(hover)).toBe('gmem_ptr[32b] o (_4,_2):(_32,_1024)');
    expect(hover).toContain('| 0 THR\\_M | 4 | `_4` | `_32` |');
    expect(hover).toContain('global memory');
  });

  test('follows edits, sent as ranges', async () => {
    client = await startServer();
    client.open(uri, program);
    await client.hover(uri, ...mine);
    const at = program.split('\n')[3]?.indexOf('128') ?? -1;
    client.change(uri, 2, [
      { range: { start: { line: 3, character: at }, end: { line: 3, character: at + 3 } }, text: '64' },
    ]);
    expect(lead(await client.hover(uri, ...mine))).toBe('gmem_ptr[32b] o (_2,_2):(_32,_512)');
    client.change(uri, 3, [{ text: program }]);
    expect(lead(await client.hover(uri, ...mine))).toBe('gmem_ptr[32b] o (_4,_2):(_32,_1024)');
  });

  test.each([
    '// sources: kernels/*.cu, "a//b',
    'const char* files = "data/*.bin";',
    'const char* address = "http://x/*";',
    'const char* raw = R"(/* " //)";',
    "char quote = '\"'; // and '",
    '#include "no/*such.h"',
    "int million = 1'000'000; /* a // b */",
  ])('is not led astray by %s', async (line) => {
    client = await startServer();
    client.open(uri, program.replace('__global__', `${line}\n__global__`).replace('// (THR_M', '/* ; */ // (THR_M'));
    const hover = await client.hover(uri, mine[0] + 1, mine[1]);
    expect(lead(hover)).toBe('gmem_ptr[32b] o (_4,_2):(_32,_1024)');
    expect(hover).toContain('| 0 THR\\_M | 4 | `_4` | `_32` |');
  });

  test.each([
    ['cuda', uri],
    ['cpp', uri],
    ['c++', 'file:///nowhere/kernel.hpp'],
    ['text', 'file:///nowhere/kernel.cuh'],
  ])('answers an editor that calls the language %s', async (language, of) => {
    client = await startServer();
    client.open(of, program, language);
    expect(lead(await client.hover(of, ...mine))).toBe('gmem_ptr[32b] o (_4,_2):(_32,_1024)');
  });

  test('has nothing to say in comments and strings', async () => {
    client = await startServer();
    const text = program
      .replace('auto tile =', '/* tile */ auto tile =')
      .replace('int m = 64;', 'auto m = _64{}; use("m m", m);');
    client.open(uri, text);
    const lines = text.split('\n');
    expect(await client.hover(uri, 3, (lines[3] ?? '').indexOf('tile') + 1)).toBeNull();
    expect(await client.hover(uri, 7, (lines[7] ?? '').indexOf('m m') + 2)).toBeNull();
    expect(lead(await client.hover(uri, 7, (lines[7] ?? '').indexOf(', m') + 2))).toBe('_64');
  });

  test('has nothing to say where nothing is known of CuTe', async () => {
    client = await startServer();
    client.open(uri, program);
    expect(await client.hover(uri, 6, 1)).toBeNull();
    expect(await client.hover('untitled:never-opened.cu', 0, 0)).toBeNull();
  });

  test('leaves C++ files without CuTe alone', async () => {
    client = await startServer();
    client.open('untitled:plain.cpp', 'int main() { int n = 8; return n; }', 'cpp');
    expect(await client.hover('untitled:plain.cpp', 0, 18)).toBeNull();
  });

  test('can be switched off', async () => {
    client = await startServer({ settings: { hover: { enabled: false } } });
    client.open(uri, program);
    expect(await client.hover(uri, ...mine)).toBeNull();
  });
});

describe('settings', () => {
  test('program arguments decide run-time sizes', async () => {
    client = await startServer({ settings: { program: { args: '100' } } });
    client.open(uri, program);
    expect(lead(await client.hover(uri, ...rows))).toBe('(100,_4):(_1,100)');
  });

  test('a change of settings takes effect', async () => {
    client = await startServer();
    client.open(uri, program);
    expect(lead(await client.hover(uri, ...rows))).toBe('(64,_4):(_1,64)');
    client.settings = { program: { args: '7' } };
    void client.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
    expect(lead(await client.hover(uri, ...rows))).toBe('(7,_4):(_1,7)');
  });

  test('are kept no longer than the file is open', async () => {
    client = await startServer();
    client.open(uri, program);
    expect(lead(await client.hover(uri, ...rows))).toBe('(64,_4):(_1,64)');
    client.settings = { program: { args: '7' } };
    void client.connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
    client.open(uri, program);
    expect(lead(await client.hover(uri, ...rows))).toBe('(7,_4):(_1,7)');
  });
});

describe('explain', () => {
  const explain = (line: number, character: number): Promise<ExplainResult | null> =>
    client.connection.sendRequest('cuteLens/explain', { uri, position: { line, character } });

  test('the hover of a partition offers its derivation, and the request writes it as a page', async () => {
    client = await startServer();
    client.open(uri, program);
    const place = encodeURIComponent(JSON.stringify([uri, ...mine.slice(0, 1), 7]));
    expect(await client.hover(uri, ...mine)).toContain(`[Explain](command:cuteLens.explain?${place})`);
    const page = await explain(4, 7);
    expect(page?.title).toBe('mine');
    expect(page?.markdown).toContain('# mine\n\n```cpp\nlocal_partition(tile,');
    expect(page?.markdown).toContain('- `threadIdx.x` = `0`');
    expect(page?.markdown).toContain(
      '3. `zipped_divide`: as ((tile),(rest)), by `(_32,_8)`\n\n   ```cute-layout\n   ((_32,_8),(_4,_2)):((_1,_128),(_32,_1024))\n   ```',
    );
    expect(page?.markdown.trimEnd().endsWith('   ```cute-layout\n   (_4,_2):(_32,_1024)\n   ```')).toBe(true);
  });

  test('follows the sample thread', async () => {
    client = await startServer();
    client.open(uri, program);
    await client.connection.sendRequest('cuteLens/choose', { uri, choices: { thread: [33, 0, 0] } });
    expect((await explain(4, 8))?.markdown).toContain('starts at `129`');
  });

  test('neither is offered where CuTe does not define the value by others', async () => {
    client = await startServer();
    client.open(uri, program);
    expect(await client.hover(uri, ...rows)).not.toContain('cuteLens.explain');
    expect(await explain(...rows)).toBeNull();
    expect(await explain(0, 0)).toBeNull();
    expect(
      await client.connection.sendRequest('cuteLens/explain', {
        uri: 'untitled:never-opened.cu',
        position: { line: 0, character: 0 },
      }),
    ).toBeNull();
  });
});

describe('choices for a file', () => {
  test('the situation names the instances and what holds', async () => {
    client = await startServer();
    client.open(uri, program);
    const situation = await client.connection.sendRequest<Situation>('cuteLens/situation', { uri });
    expect(situation.instances.map(({ kernel }) => kernel)).toEqual(['kernel']);
    expect(situation).toMatchObject({
      thread: [0, 0, 0],
      block: [0, 0, 0],
      args: '',
      blockDim: [256, 1, 1],
      gridDim: [1, 1, 1],
    });
  });

  test('a chosen thread moves the offset', async () => {
    client = await startServer();
    client.open(uri, program);
    expect(await client.hover(uri, ...mine)).toContain('starts at element `0`');
    await client.connection.sendRequest('cuteLens/choose', { uri, choices: { thread: [33, 0, 0] } });
    expect(await client.hover(uri, ...mine)).toContain('starts at element `129`');
  });

  test('a choice may arrive before its file', async () => {
    client = await startServer();
    await client.connection.sendRequest('cuteLens/choose', { uri, choices: { thread: [33, 0, 0] } });
    client.open(uri, program);
    expect(await client.hover(uri, ...mine)).toContain('starts at element `129`');
  });

  test('chosen arguments win over the settings', async () => {
    client = await startServer({ settings: { program: { args: '100' } } });
    client.open(uri, program);
    await client.connection.sendRequest('cuteLens/choose', { uri, choices: { args: '9' } });
    expect(lead(await client.hover(uri, ...rows))).toBe('(9,_4):(_1,9)');
  });
});

describe('headers', () => {
  const mainText = '#include <cute/tensor.hpp>\n#include "tile.hpp"\nint main() { auto t = tile(cute::Int<4>{}); }\n';
  const headerText =
    '#include <cute/tensor.hpp>\ntemplate <class N> auto tile(N n) {\n  auto shape = cute::make_shape(n, n);\n  return shape;\n}\n';

  test('local headers are followed, and hovers work in them through the file that includes them', async () => {
    const folder = scratch();
    const [main, header] = ['main.cu', 'tile.hpp'].map((name) => pathToFileURL(join(folder, name)).href) as [
      string,
      string,
    ];
    writeFileSync(join(folder, 'tile.hpp'), headerText);
    client = await startServer();
    client.open(main, mainText);
    expect(lead(await client.hover(main, 2, 18))).toBe('(_4,_4)');
    client.open(header, headerText, 'cpp');
    expect(lead(await client.hover(header, 2, 8))).toBe('(_4,_4)');
    client.change(header, 2, [{ text: headerText.replace('n, n)', 'n, cute::Int<2>{})') }]);
    expect(lead(await client.hover(main, 2, 18))).toBe('(_4,_2)');
  });
});

describe('status', () => {
  test('is reported after a pause; the first analysis, which reads everything, is no reason to warn, a later one is', async () => {
    client = await startServer({ settings: { analysis: { warnAfter: 0.0001 } } });
    client.open(uri, program);
    await vi.waitFor(() => expect(client.statuses.length).toBe(1), 5000);
    expect(client.statuses[0]).toMatchObject({ uri, instances: 1, active: 1 });
    expect(client.statuses[0]?.layouts).toBeGreaterThan(3);
    expect(client.statuses[0]?.warning).toBeUndefined();
    client.change(uri, 2, [{ text: `${program}\n` }]);
    await vi.waitFor(() => expect(client.statuses.length).toBe(2), 5000);
    expect(client.statuses[1]?.warning).toContain('longer than');
  });
});

describe('a bug of ours', () => {
  test('is logged, and that one request is answered with nothing', async () => {
    const broken = {
      unit: () => ({ arch: 900, full: false }),
      open: () => ({
        program: () => {
          throw new Error('a bug for this test');
        },
      }),
      parseExpression: () => {
        throw new Error('unused');
      },
      parseStatements: () => [],
      ready: () => Promise.resolve(),
    };
    client = await startServer({ loadFrontEnd: () => Promise.resolve(broken as never) });
    client.open(uri, program);
    expect(await client.hover(uri, ...mine)).toBeNull();
    await vi.waitFor(() => expect(client.logged.join('\n')).toContain('a bug for this test'));
  });
});
