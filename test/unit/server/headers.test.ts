// Headers in an editor: the sources of the workspace that include a header determine its template arguments.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chooseRequest } from '../../../protocol/src/requests';
import { scratch } from '../../support/scratch';
import { startServer, type TestClient } from '../../support/server';

const root = join(import.meta.dirname, '..', '..', '..');
const header = `#pragma once
#include <cute/tensor.hpp>
#include "size.hpp"
using namespace cute;
template <int kRows>
void run(int columns) {
  auto tile = make_layout(make_shape(Int<kRows>{}, size_of_row{}));
}
`;
const tile = [6, 8] as const;

let folder: string;
let client: TestClient;
beforeEach(() => void (folder = scratch()));
afterEach(async () => {
  await client.stop();
});

function write(name: string, text: string): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return pathToFileURL(path).href;
}

async function start(settings?: unknown, capabilities?: object): Promise<void> {
  client = await startServer({ folder: pathToFileURL(folder).href, settings, ...(capabilities && { capabilities }) });
}

const lead = (markdown: string | null): string | undefined =>
  /^```cute-layout\n([\s\S]*?)\n```/.exec(markdown ?? '')?.[1];

test('a template has the values of an explicit instantiation in another file, through a header between them', async () => {
  const uri = write('include/run.hpp', header);
  write('include/size.hpp', 'using size_of_row = cute::Int<8>;\n');
  write('include/launch.hpp', '#include "run.hpp"\n');
  write('src/run_64.cu', '#include "include/launch.hpp"\ntemplate void run<64>(int);\n');
  await start();
  client.open(uri, header);
  expect(lead(await client.hover(uri, ...tile))).toBe('(_64,_8):(_1,_64)');
});

test('our own library header shows what its program makes of it', async () => {
  cpSync(join(root, 'examples'), folder, { recursive: true });
  await start();
  const uri = pathToFileURL(join(folder, 'library_traits.hpp')).href;
  const text = readFileSync(join(folder, 'library_traits.hpp'), 'utf8');
  client.open(uri, text);
  await client.settled(uri);
  const line = text.split('\n').findIndex((one) => one.includes('using Threads ='));
  const hover = await client.hover(uri, line, text.split('\n')[line]?.indexOf('Threads') ?? 0);
  expect(hover).toContain('(_32,_4):(_4,_1)');
  expect(hover).toContain('(_4,_32):(_32,_1)');
});

test('the including file as it is in the editor counts, not as it is on the disk', async () => {
  const plain = header.replace('#include "size.hpp"\n', '').replace('size_of_row{}', '_8{}');
  const uri = write('run.hpp', plain);
  const source = write('run.cu', '#include "run.hpp"\ntemplate void run<64>(int);\n');
  await start();
  client.open(uri, plain);
  expect(lead(await client.hover(uri, 5, 8))).toBe('(_64,_8):(_1,_64)');
  client.open(source, '#include "run.hpp"\ntemplate void run<32>(int);\n');
  expect(lead(await client.hover(uri, 5, 8))).toBe('(_32,_8):(_1,_32)');
});

test('two programs that include it are two translation units: their names do not meet', async () => {
  const plain = header.replace('#include "size.hpp"\n', '').replace('size_of_row{}', '_8{}');
  const uri = write('run.hpp', plain);
  for (const rows of [16, 32])
    write(`run_${rows}.cu`, `#include "run.hpp"\nconstexpr int kRows = ${rows};\nint main() { run<kRows>(1); }\n`);
  await start();
  client.open(uri, plain);
  const hover = await client.hover(uri, 5, 8);
  expect(hover).toContain('(_16,_8):(_1,_16)');
  expect(hover).toContain('(_32,_8):(_1,_32)');
});

test('a new file that includes it is found when the editor says that files changed; the setting turns it off', async () => {
  const plain = header.replace('#include "size.hpp"\n', '').replace('size_of_row{}', '_8{}');
  const uri = write('run.hpp', plain);
  await start();
  client.open(uri, plain);
  expect(await client.hover(uri, 5, 8)).toContain('kRows');
  write('run.cu', '#include "run.hpp"\ntemplate void run<64>(int);\n');
  await client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [] });
  expect(lead(await client.hover(uri, 5, 8))).toBe('(_64,_8):(_1,_64)');
  client.settings = { includingFiles: 0 };
  await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
  expect(await client.hover(uri, 5, 8)).toContain('kRows');
});

test('where nothing instantiates a template, a quick fix writes a comment that does', async () => {
  const plain = header.replace('#include "size.hpp"\n', '').replace('size_of_row{}', '_8{}');
  const uri = write('run.hpp', plain);
  await start();
  client.open(uri, plain);
  const position = { line: 5, character: 8 };
  const actions = await client.connection.sendRequest<
    {
      title: string;
      edit: {
        changes?: Record<string, { range: { start: { line: number } }; newText: string }[]>;
        documentChanges?: { edits: { range: { start: { line: number } }; newText: string }[] }[];
      };
    }[]
  >('textDocument/codeAction', {
    textDocument: { uri },
    range: { start: position, end: position },
    context: { diagnostics: [] },
  });
  const action = actions.find(({ title }) => title === 'Give kRows a value here, to see layouts with it');
  const [edit] = action?.edit.changes?.[uri] ?? action?.edit.documentChanges?.[0]?.edits ?? [];
  expect(edit?.newText).toBe('// cute-lens: kRows=128\n');
  client.change(uri, 2, [{ range: { start: edit?.range.start, end: edit?.range.start }, text: edit?.newText }]);
  expect(lead(await client.hover(uri, 6, 8))).toBe('(_128,_8):(_1,_128)');
});

test('an editor that can watch files is asked to; a header that it says changed is read again', async () => {
  const text = '#include <cute/tensor.hpp>\n#include "size.hpp"\nauto x = cute::make_layout(cute::Int<kSize>{});\n';
  write('size.hpp', '#define kSize 8\n');
  const uri = write('run.cu', text);
  await start(undefined, { workspace: { configuration: true, didChangeWatchedFiles: { dynamicRegistration: true } } });
  client.open(uri, text);
  expect(lead(await client.hover(uri, 2, 5))).toBe('_8:_1');
  const patterns = client.registered
    .filter(({ method }) => method === 'workspace/didChangeWatchedFiles')
    .map(({ registerOptions }) => JSON.stringify(registerOptions));
  expect(patterns).toHaveLength(1);
  expect(patterns[0]).toContain('hpp');
  const size = write('size.hpp', '#define kSize 16\n');
  await client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [{ uri: size, type: 2 }] });
  expect(lead(await client.hover(uri, 2, 5))).toBe('_16:_1');
});

const mainloop = `#pragma once
#include <cute/tensor.hpp>
using namespace cute;
template <class Tile> struct Mainloop {
  using TileShape = Tile;
  CUTE_HOST_DEVICE void run() const {
    auto tile = make_layout(Tile{});
  }
};
template <class Main> struct Kernel {
  CUTE_HOST_DEVICE void operator()() const { Main{}.run(); }
};
`;

test('the link of an alias of a class shows the header with the source and the instance that it comes from', async () => {
  const uri = write('include/mainloop.hpp', mainloop);
  write('a/other.cu', '#include "include/mainloop.hpp"\ntemplate struct Kernel<Mainloop<cute::Shape<cute::_2>>>;\n');
  const source = `#include "include/mainloop.hpp"
using First = Mainloop<Shape<_4, _8>>;
using Second = Mainloop<Shape<_16, _32>>;
template struct Kernel<First>;
template struct Kernel<Second>;
`;
  const from = write('b/kernel.cu', source);
  await start();
  client.open(from, source);
  for (const [line, shown] of [
    [2, '(_16,_32):(_1,_16)'],
    [1, '(_4,_8):(_1,_4)'],
  ] as const) {
    const hover = await client.hover(from, line, 'using '.length);
    const link = /command:cuteLens\.openClass\?([^)]*)\)/.exec(hover ?? '')?.[1] ?? '';
    const given = JSON.parse(decodeURIComponent(link)) as readonly [string, number, number, string, string];
    expect(given.slice(0, 4)).toEqual([uri, 3, 'template <class Tile> struct '.length, from]);
    await client.connection.sendRequest(chooseRequest, { uri, choices: { from: given[3], within: given[4] } });
    if (line === 2) client.open(uri, mainloop);
    expect(lead(await client.hover(uri, 6, 9))).toBe(shown);
  }
});
