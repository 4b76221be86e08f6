// Files and their URIs as editors spell them, on Windows too: drives, escapes, and line ends.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { fileOfUri, uriOfFile } from '../../../server/src/paths';
import { startServer } from '../../support/server';

const folder = mkdtempSync(join(tmpdir(), 'cute-lens-paths-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ['file:///c%3A/kernels/gemm.cu', 'C:\\kernels\\gemm.cu'],
  ['file:///C:/kernels/gemm.cu', 'C:\\kernels\\gemm.cu'],
  ['file:///d:/c%2B%2B/a%20b.cu', 'D:\\c++\\a b.cu'],
  ['file://server/share/gemm.cu', '\\\\server\\share\\gemm.cu'],
  ['untitled:Untitled-1', 'untitled:Untitled-1'],
])('on Windows %s is %s', (uri, file) => {
  expect(fileOfUri(uri, true)).toBe(file);
});

test('elsewhere a path is what its URI says, and back', () => {
  expect(fileOfUri('file:///home/me/c%2B%2B/a%20b.cu', false)).toBe('/home/me/c++/a b.cu');
  if (process.platform !== 'win32') expect(fileOfUri(uriOfFile('/home/me/c++/ä#b.cu'))).toBe('/home/me/c++/ä#b.cu');
  expect(uriOfFile('vscode-remote://x/a.cu')).toBe('vscode-remote://x/a.cu');
});

describe('a document whose URI is no path of this system', () => {
  const program = '#include <cute/layout.hpp>\nint main() {\n  auto whole = cute::Layout<cute::_8>{};\n}\n';
  const strange = ['file:///kernels/a%2Fb.cu', 'file:///kernels/100%.cu', 'file:///kernels/%zz.cu'];

  test.each(['file://server/share/gemm.cu', ...strange])(
    'elsewhere than on Windows %s has its URI as its name',
    (uri) => {
      expect(fileOfUri(uri, false)).toBe(uri);
      expect(uriOfFile(uri)).toBe(uri);
    },
  );

  test.each(['file:///kernels/gemm.cu', ...strange])('on Windows %s has its URI as its name', (uri) => {
    expect(fileOfUri(uri, true)).toBe(uri);
  });

  test('has hovers, and so do the documents beside it', async () => {
    const client = await startServer();
    for (const uri of [...strange, 'untitled:beside.cu']) {
      client.open(uri, program);
      expect(await client.hover(uri, 2, 8), uri).toContain('_8:_1');
    }
    await client.stop();
  });
});

describe('a folder whose name editors escape', () => {
  const own = join(folder, 'c++ (1)');
  mkdirSync(own);
  const header =
    '#include <cute/tensor.hpp>\nusing namespace cute;\ntemplate <class T> auto make(T n) {\n  auto inner = make_layout(n);\n  return inner;\n}\n';
  const source = '#include "make.hpp"\nint main() {\n  auto whole = make(_8{});\n}\n';
  writeFileSync(join(own, 'make.hpp'), header);
  /** As VS Code writes it. */
  const escaped = (name: string): string =>
    uriOfFile(join(own, name)).replaceAll('+', '%2B').replaceAll('(', '%28').replaceAll(')', '%29');

  test('an edit of an open header moves what is shown of it at once, in the analysis of its source too', async () => {
    const client = await startServer();
    const [main, made] = [escaped('main.cu'), escaped('make.hpp')];
    client.open(made, header, 'cpp');
    client.open(main, source);
    expect(await client.hover(made, 3, 7)).toContain('_8:_1');
    client.change(made, 2, [
      { range: { start: { line: 2, character: 0 }, end: { line: 2, character: 0 } }, text: '\n\n' },
    ]);
    // However far the new analysis is.
    expect(await client.hoverNow(made, 5, 7)).toContain('_8:_1');
    await client.stop();
  });

  test('the text of the editor counts, not that of the disk', async () => {
    const client = await startServer();
    client.open(escaped('make.hpp'), header.replace('make_layout(n)', 'make_layout(n, _2{})'), 'cpp');
    client.open(escaped('main.cu'), source);
    expect(await client.hover(escaped('main.cu'), 2, 7)).toContain('_8:_2');
    const reply = await client.connection.sendRequest('cuteLens/tool', {
      name: 'cute_inspect',
      input: { file: 'main.cu', name: 'whole' },
      folder: uriOfFile(own),
    });
    expect(reply).toMatchObject({ text: expect.stringContaining('whole (layout): _8:_2') as string });
    await client.stop();
  });
});

test('lines may end as Windows ends them', async () => {
  const text =
    '#include <cute/tensor.hpp>\nusing namespace cute;\nvoid f() {\n  auto a = logical_divide(make_layout(_128{}), _48{});\n}\n';
  const client = await startServer();
  const uri = 'file:///crlf.cu';
  client.open(uri, text.replaceAll('\n', '\r\n'));
  expect(await client.hover(uri, 3, 7)).toContain('(_48,_3):(_1,_48)');
  const found = await client.connection.sendRequest<{ items: { range: object; code: string }[] }>(
    'textDocument/diagnostic',
    { textDocument: { uri } },
  );
  expect(found.items.filter(({ code }) => code === 'tile-remainder').map(({ range }) => range)).toEqual([
    { start: { line: 3, character: 47 }, end: { line: 3, character: 52 } },
  ]);
  await client.stop();
});
