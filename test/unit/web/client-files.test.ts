// What an analysis in a browser reads: names of documents of any file system, and headers that the editor sends.
import { describe, expect, test } from 'vitest';
import { ClientFiles } from '../../../browser/src/client-files';
import { expandPath, fileOfUri, uriOfFile } from '../../../browser/src/paths';

describe('the name of a document', () => {
  test.each([
    ['vscode-vfs://github/cute/kernels/gemm.cu', '/vscode-vfs%3A%2F%2Fgithub/cute/kernels/gemm.cu'],
    ['vscode-remote://127.0.0.1:8080/tmp/a%20b.cu', '/vscode-remote%3A%2F%2F127.0.0.1%3A8080/tmp/a b.cu'],
    ['file:///c%3A/a%23b.cu', '/file%3A%2F%2F/c:/a#b.cu'],
  ])('%s is a path, and the way back', (uri, file) => {
    expect(fileOfUri(uri)).toBe(file);
    expect(fileOfUri(uriOfFile(file))).toBe(file);
  });

  test.each(['untitled:Untitled-1', 'vscode-vfs://github/a.cu?ref=main', 'git:/a.cu', 'memfs://x/%ZZ.cu'])(
    '%s stays what it is',
    (uri) => expect([fileOfUri(uri), uriOfFile(uri)]).toEqual([uri, uri]),
  );

  test('a setting may name the folder, and nothing else', () => {
    const folder = fileOfUri('vscode-vfs://github/cute');
    expect(expandPath('${workspaceFolder}/include', folder)).toBe(`${folder}/include`);
    expect(expandPath('include', folder)).toBe(`${folder}/include`);
    expect(expandPath('${userHome}/x', folder)).toBe('/x');
  });
});

/** An editor with these files. `answer` lets it answer what it was asked. */
function editorWith(files: Readonly<Record<string, string>>) {
  const asked: string[][] = [];
  const waiting: (() => void)[] = [];
  const arrived: string[] = [];
  const given = new ClientFiles(
    (uris) => {
      asked.push([...uris]);
      return new Promise((resolve) => waiting.push(() => resolve(uris.map((uri) => files[uri] ?? null))));
    },
    { wake: () => undefined, arrived: (names) => void arrived.push(...names), log: (text) => expect.unreachable(text) },
  );
  const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));
  const answer = async (): Promise<void> => {
    await turn();
    waiting.splice(0).forEach((one) => one());
    await turn();
  };
  return { given, asked, arrived, answer };
}

describe('the headers of a text', () => {
  const folders = { includePaths: [], workspace: '/w' };
  const text = '#include <cute/tensor.hpp>\n#include "sizes.h"\n';
  const files = { 'file:///w/k/sizes.h': '#include "base.h"\n', 'file:///w/base.h': 'constexpr int base = 32;\n' };

  test('are there before it is analysed, and those of headers too', async () => {
    const { given, asked, arrived, answer } = editorWith(files);
    expect(given.isAtHand('/w/k/a.cu', text, folders)).toBe(false);
    await answer();
    expect(asked[0]).toContain('file:///w/k/cute-lens.json');
    expect(given.isAtHand('/w/k/a.cu', text, folders)).toBe(false);
    await answer();
    expect(given.isAtHand('/w/k/a.cu', text, folders)).toBe(true);
    expect(asked).toHaveLength(2);
    expect([given.files.stampOf('/w/k/base.h'), given.files.read('/w/base.h')]).toEqual([
      undefined,
      files['file:///w/base.h'],
    ]);
    expect(arrived).toEqual([]);
  });

  test('are asked for once, and again when the editor says that they changed', async () => {
    const { given, asked, answer } = editorWith(files);
    for (let i = 0; i < 3; i++) given.isAtHand('/w/k/a.cu', text, folders);
    await answer();
    given.isAtHand('/w/k/a.cu', text, folders);
    await answer();
    expect(new Set(asked.flat()).size).toBe(asked.flat().length);
    given.changed(['/w/base.h']);
    expect(given.isAtHand('/w/k/a.cu', text, folders)).toBe(false);
    await answer();
    expect(asked.at(-1)).toEqual(['file:///w/base.h']);
  });

  test('that only an analysis finds arrive later, and it is told', async () => {
    const { given, arrived, answer } = editorWith(files);
    expect(given.files.stampOf('/w/base.h')).toBe(undefined);
    expect(given.files.stampOf('/w/none.h')).toBe(undefined);
    await answer();
    expect(arrived).toEqual(['/w/base.h']);
    expect(given.files.stampOf('/w/base.h')).not.toBe(undefined);
  });
});
