// Findings in the editor: pulled or pushed, silenced, set to another level, repaired; a project's own levels.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CodeAction, Diagnostic, DocumentDiagnosticReport } from 'vscode-languageserver-protocol';
import { afterEach, expect, test, vi } from 'vitest';
import type { AnnotateResult } from '../../../protocol/src/requests';
import { scratch } from '../../support/scratch';
import { startServer, type TestClient } from '../../support/server';

const uri = 'untitled:kernel.cu';
const program = `#include <cute/tensor.hpp>
using namespace cute;
void example() {
  auto whole = make_layout(make_shape(_128{}, _64{}));
  auto tile = make_shape(_48{}, _64{});
  auto tiles = zipped_divide(whole, tile);
}
`;
const at = { start: { line: 5, character: 36 }, end: { line: 5, character: 40 } };

let client: TestClient;
afterEach(() => client.stop());

async function pull(of = uri): Promise<Diagnostic[]> {
  const report = await client.connection.sendRequest<DocumentDiagnosticReport>('textDocument/diagnostic', {
    textDocument: { uri: of },
  });
  return report.kind === 'full' ? report.items : [];
}

const actions = (range = at): Promise<CodeAction[]> =>
  client.connection.sendRequest('textDocument/codeAction', {
    textDocument: { uri },
    range,
    context: { diagnostics: [] },
  });

test('an editor that pulls is told what is wrong, where, how serious and where to read on', async () => {
  client = await startServer();
  client.open(uri, program);
  const [only, ...others] = await pull();
  expect(others).toEqual([]);
  expect(only).toMatchObject({
    range: at,
    severity: 2,
    source: 'cute-lens',
    code: 'tile-remainder',
    codeDescription: { href: expect.stringMatching(/^file:.*\/docs\/checks\.md#L\d+$/) as string },
  });
  expect(only?.message).toBe(
    'the tile of 48 does not divide mode 0 of (_128,_64):(_1,_128), which is 128; of the last tile 16 of 48 elements are outside',
  );
});

test('an editor that does not pull is sent what changed, also when nothing is left', async () => {
  const pushed: { uri: string; diagnostics: Diagnostic[] }[] = [];
  client = await startServer({ capabilities: {} });
  client.connection.onNotification(
    'textDocument/publishDiagnostics',
    (one: (typeof pushed)[number]) => void pushed.push(one),
  );
  client.open(uri, program);
  await vi.waitFor(() => expect(pushed.at(-1)?.diagnostics.map(({ code }) => code)).toEqual(['tile-remainder']));
  client.change(uri, 2, [{ text: program.replace('_48', '_64') }]);
  await vi.waitFor(() => expect(pushed.at(-1)).toEqual({ uri, diagnostics: [] }));
});

test('the repair changes the number where it is written, and the finding goes', async () => {
  client = await startServer();
  client.open(uri, program);
  const [first] = await actions();
  expect(first).toMatchObject({
    title: 'Change the tile from 48 to 64, which divides 128',
    kind: 'quickfix',
    isPreferred: true,
  });
  const [edit] = first?.edit?.changes?.[uri] ?? [];
  expect(edit).toEqual({
    range: { start: { line: 4, character: 26 }, end: { line: 4, character: 28 } },
    newText: '64',
  });
  client.change(uri, 2, [{ range: edit?.range, text: edit?.newText }]);
  expect(await pull()).toEqual([]);
});

test('silencing writes a comment above the line, and one more name into a comment that is there', async () => {
  client = await startServer();
  client.open(uri, program);
  const silence = async () => (await actions()).find(({ title }) => title.startsWith('Silence'))?.edit?.changes?.[uri];
  expect(await silence()).toEqual([
    {
      range: { start: { line: 5, character: 0 }, end: { line: 5, character: 0 } },
      newText: '  // cute-lens-disable-next-line tile-remainder\n',
    },
  ]);
  const silenced = program.replace('  auto tiles', '  // cute-lens-disable-next-line tile-remainder\n  auto tiles');
  client.change(uri, 2, [{ text: silenced }]);
  expect(await pull()).toEqual([]);
});

test('a comment that silences looks past other comments, whatever their kind', async () => {
  client = await startServer();
  client.open(
    uri,
    program.replace(
      '  auto tiles',
      '  // cute-lens-disable-next-line tile-remainder\n\n  /* the rest\n   * is padded */\n  auto tiles',
    ),
  );
  expect(await pull()).toEqual([]);
});

test('a repair changes what is written between comments', async () => {
  client = await startServer();
  client.open(uri, program.replace(/make_shape\(_48\{\}/, 'make_shape(/* m, */ _48{} /* (rows, */'));
  const [first] = (await actions()).flatMap(({ title, edit }) =>
    title.startsWith('Change') ? (edit?.changes?.[uri] ?? []) : [],
  );
  expect(first?.newText).toBe('64');
});

test('settings change levels and turn checks off, without a restart', async () => {
  client = await startServer({ settings: { checks: { 'tile-remainder': 'error' } } });
  client.open(uri, program);
  expect((await pull()).map(({ severity }) => severity)).toEqual([1]);
  client.settings = { checks: { 'tile-remainder': 'off' } };
  await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
  expect(await pull()).toEqual([]);
});

test("a project's cute-lens.json counts before the settings, and what is wrong with it is logged", async () => {
  const folder = scratch();
  writeFileSync(
    join(folder, 'cute-lens.json'),
    '{ "checks": { "tile-remainder": "hint", "tile-remainders": "error" } }',
  );
  const file = pathToFileURL(join(folder, 'kernel.cu')).href;
  client = await startServer({ settings: { checks: { 'tile-remainder': 'error' } } });
  client.open(file, program);
  expect((await pull(file)).map(({ severity }) => severity)).toEqual([4]);
  expect(client.logged.join('\n')).toContain('there is no check "tile-remainders"; did you mean "tile-remainder"?');
  writeFileSync(join(folder, 'cute-lens.json'), '{ "checks": { "tile-remainder": "off" } }');
  await client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [] });
  expect(await pull(file)).toEqual([]);
});

test('a header shows what is found through the file that includes it', async () => {
  const folder = scratch();
  const header = join(folder, 'tiles.hpp');
  const text =
    'template <class Tile> auto tiles(Tile tile) {\n  return zipped_divide(make_layout(make_shape(_128{}, _64{})), tile);\n}\n';
  writeFileSync(header, text);
  const [main, included] = [pathToFileURL(join(folder, 'main.cu')).href, pathToFileURL(header).href];
  client = await startServer();
  client.open(included, `#include <cute/tensor.hpp>\n${text}`, 'cpp');
  client.open(
    main,
    '#include <cute/tensor.hpp>\nusing namespace cute;\n#include "tiles.hpp"\nint main() { auto t = tiles(make_shape(_48{}, _64{})); }\n',
  );
  expect((await pull(included)).map(({ code, range }) => [code, range.start.line])).toEqual([['tile-remainder', 2]]);
});

test('shapes are written behind declarations that have none, and the comments are true', async () => {
  client = await startServer();
  client.open(
    uri,
    program.replace(
      '  auto tiles = zipped_divide(whole, tile);',
      '  auto tiles = zipped_divide(whole, tile); // by hand\n  auto rows = make_layout(_128{});',
    ),
  );
  const result = await client.connection.sendRequest<AnnotateResult>('cuteLens/annotate', { uri });
  expect(result).toEqual({ version: 1, insertions: [{ line: 3, character: 54, text: '  // (_128,_64)' }] });
  const lines = program.replace('_48', '_64').split('\n');
  lines[3] += result.insertions[0]?.text ?? '';
  client.change(uri, 2, [{ text: lines.join('\n') }]);
  expect(await pull()).toEqual([]);
});
