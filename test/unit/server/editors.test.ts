// What editors other than VS Code are sent: text or Markdown as they ask, no links to commands that they do not have,
// no messages beyond the protocol. The client here is a stream; test/editors asks real ones.
import { expect, test } from 'vitest';
import type { CodeAction, CodeLens, CompletionItem, Hover, SignatureHelp } from 'vscode-languageserver-protocol';
import { toPlain } from '../../../server/src/lsp/plain';
import { code, plain } from '../../../core/src/ide/blocks';
import { present } from '../../support/present';
import { startServer, type TestClient } from '../../support/server';

const uri = 'file:///gemm.cu';
const source = `#include <cute/tensor.hpp>
using namespace cute;
template <int N> __global__ void kernel() { auto mine = make_layout(Int<N>{}); }
int main() {
  kernel<8><<<1, 32>>>();
  kernel<16><<<2, 32>>>();
  auto r = complement(make_layout(_4{}, _2{}), _16{});
}
`;

/** An editor that says nothing of itself, except what is given. */
const startFor = (capabilities: object = {}, introduction: object = {}): Promise<TestClient> =>
  startServer({ introduction, capabilities: { textDocument: { diagnostic: {}, ...nothing, ...capabilities } } });
const nothing = { hover: {}, completion: {}, signatureHelp: {} };

async function hoverOf(client: TestClient, line: number, character: number): Promise<Hover> {
  await client.settled(uri);
  const position = { line, character };
  return present(
    await client.connection.sendRequest<Hover | null>('textDocument/hover', { textDocument: { uri }, position }),
  );
}

test('an editor that does not ask for Markdown gets text, in every answer', async () => {
  const client = await startFor();
  client.open(uri, source);
  const { contents } = await hoverOf(client, 6, 7);
  expect(contents).toMatchObject({ kind: 'plaintext' });
  expect((contents as { value: string }).value).toMatch(/^\(_2,_2\):\(_1,_8\)\n\nr: layout · size 4/);
  expect((contents as { value: string }).value).not.toMatch(/[`|]|command:|---/);
  const help = await client.connection.sendRequest<SignatureHelp>('textDocument/signatureHelp', {
    textDocument: { uri },
    position: { line: 6, character: 22 },
  });
  expect(help.signatures[0]?.documentation).toMatchObject({ kind: 'plaintext' });
  // A parameter is a part of the text of the signature.
  const [label] = help.signatures[0]?.parameters?.map((one) => one.label) ?? [];
  expect(help.signatures[0]?.label).toContain(present(label));
  const item = await client.connection.sendRequest<CompletionItem>('completionItem/resolve', {
    label: 'complement',
    data: 'complement',
  });
  expect(item.documentation).toMatchObject({ kind: 'plaintext' });
  await client.stop();
});

test('an editor that takes Markdown but runs none of our commands gets no link to one, and no language of ours', async () => {
  const client = await startFor({ hover: { contentFormat: ['markdown'] } });
  client.open(uri, source);
  const { contents } = await hoverOf(client, 6, 7);
  expect(contents).toMatchObject({ kind: 'markdown' });
  expect((contents as { value: string }).value).toMatch(/^```\n\(_2,_2\):\(_1,_8\)\n```/);
  expect((contents as { value: string }).value).not.toMatch(/command:|---\n*$/);
  await client.stop();
});

test('lenses tell what they know; choosing an instance is a command that the server runs', async () => {
  const client = await startFor();
  client.open(uri, source);
  await client.settled(uri);
  const lenses = await client.connection.sendRequest<readonly CodeLens[]>('textDocument/codeLens', {
    textDocument: { uri },
  });
  const shown = lenses.map(({ command }) => [command?.title, command?.command]);
  expect(shown).toContainEqual(['2 instances · 32 threads', '']);
  expect(shown.map(([title]) => title).join()).not.toMatch(/Visualize|Verify/);
  const show = present(lenses.find(({ command }) => command?.title === 'Show in Hovers')?.command);
  expect((await hoverOf(client, 2, 50)).contents).toMatchObject({ value: expect.stringMatching(/^_8:_1/) as string });
  await client.connection.sendRequest('workspace/executeCommand', { command: show.command, arguments: show.arguments });
  expect((await hoverOf(client, 2, 50)).contents).toMatchObject({ value: expect.stringMatching(/^_16:_1/) as string });
  await client.stop();
});

test('no message beyond the protocol is sent to an editor that has not asked for it', async () => {
  const client = await startFor();
  const others: string[] = [];
  client.connection.onNotification((method) => void others.push(method));
  client.open(uri, source);
  await client.settled(uri);
  expect([...client.statuses, ...others.filter((method) => method.startsWith('cuteLens'))]).toEqual([]);
  await client.stop();
});

test('settings that an editor sends with the message of their change hold', async () => {
  const client = await startServer({
    introduction: {},
    capabilities: { workspace: { configuration: false }, textDocument: { diagnostic: {} } },
  });
  client.open(uri, `${source}__global__ void open() { auto a = make_layout(M); }\n`);
  await client.connection.sendNotification('workspace/didChangeConfiguration', {
    settings: { cuteLens: { hover: { enabled: false } } },
  });
  expect(await client.hover(uri, 6, 7)).toBeNull();
  await client.stop();
});

test('an editor may refuse to watch files: the server goes on', async () => {
  const client = await startServer({
    capabilities: {
      workspace: { didChangeWatchedFiles: { dynamicRegistration: true } },
      textDocument: { diagnostic: {} },
    },
  });
  client.connection.onRequest('client/registerCapability', () => {
    throw new Error('no');
  });
  client.open(uri, source);
  expect(await client.hover(uri, 6, 7)).toContain('(_2,_2):(_1,_8)');
  await client.stop();
});

test.each(['', 'cuda', 'cuda-cpp', 'CUDA C++', 'cpp', 'c++', 'C++', 'objcpp', 'fundamental', 'plaintext'])(
  'a .cu file is read whatever the editor calls its language: %j',
  async (languageId) => {
    const client = await startFor();
    client.open(uri, source, languageId);
    expect(await client.hover(uri, 6, 7)).toMatch(/^\(_2,_2\)/);
    await client.stop();
  },
);

test('in repairs there is only an edit: no command that the editor would have to know', async () => {
  const client = await startFor();
  const stale = source.replace('_16{});\n', '_16{}); // (4,4)\n');
  client.open(uri, stale);
  await client.settled(uri);
  const range = { start: { line: 6, character: 54 }, end: { line: 6, character: 60 } };
  const actions = await client.connection.sendRequest<readonly CodeAction[]>('textDocument/codeAction', {
    textDocument: { uri },
    range,
    context: { diagnostics: [] },
  });
  expect(actions.map(({ title }) => title)).toContain('Write (_2,_2)');
  expect(actions.every(({ edit, command }) => edit !== undefined && command === undefined)).toBe(true);
  await client.stop();
});

test('a table as text is aligned, and a sentence loses its backticks', () => {
  const rows = [
    [plain('0'), code('_128')],
    [plain('1'), code('a')],
  ];
  expect(toPlain({ is: 'table', header: ['mode', 'shape'], rows })).toBe('mode  shape\n0     _128\n1     a');
  expect(toPlain({ is: 'line', content: [plain('default of `m`, '), code('x')] })).toBe('default of m, x');
});
