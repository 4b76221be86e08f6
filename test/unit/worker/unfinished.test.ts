// Answers while the present text is being analysed: they come from the last analysis, at adjusted positions, and say
// so.
import type { InlayHint } from 'vscode-languageserver-protocol';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startServer, type TestClient } from '../../support/server';

const uri = 'untitled:kernel.cu';
const program = `#include <cute/tensor.hpp>
using namespace cute;
int main() {
  auto a = make_layout(make_shape(_8{}, _4{}));
  auto b = make_layout(make_shape(_16{}, _2{}));
}
`;

let client: TestClient;
beforeEach(async () => {
  client = await startServer({
    patience: { presentMs: 0, firstMs: 800 },
    capabilities: { workspace: { inlayHint: { refreshSupport: true } } },
  });
  client.open(uri, program);
  await client.settled(uri);
});
afterEach(() => client.stop());

const insert = (line: number, character: number, text: string) => [
  { range: { start: { line, character }, end: { line, character } }, text },
];
const hints = () =>
  client.connection.sendRequest<InlayHint[]>('textDocument/inlayHint', {
    textDocument: { uri },
    range: { start: { line: 0, character: 0 }, end: { line: 20, character: 0 } },
  });

test('a value is found where its text has moved to, and is said to be of the text before', async () => {
  client.change(uri, 2, insert(2, 12, '\n\n'));
  const now = await client.hoverNow(uri, 6, 7);
  expect(now).toContain('(_16,_2):(_1,_16)');
  expect(now).toContain('The value is being computed again');
  expect(await client.hover(uri, 6, 7)).not.toContain('computed');
});

test('of a line that was edited no value is shown', async () => {
  client.change(uri, 2, insert(3, 41, '6'));
  const now = await client.hoverNow(uri, 3, 7);
  expect(now).toBe('The value is being computed.');
  expect(await client.hover(uri, 3, 7)).toContain('(_8,_64):(_1,_8)');
});

test('what was just written is being evaluated', async () => {
  client.change(uri, 2, insert(5, 0, '  auto fresh = make_layout(_32{});\n'));
  expect(await client.hoverNow(uri, 5, 9)).toBe('The value is being computed.');
  expect(await client.hover(uri, 5, 9)).toContain('_32:_1');
});

test('hints move with their lines; that of an edited line is open', async () => {
  expect((await hints()).map(({ label, position: { line } }) => [line, label])).toEqual([
    [3, '(_8,_4):(_1,_8)'],
    [4, '(_16,_2):(_1,_16)'],
  ]);
  client.change(uri, 2, [...insert(3, 41, '6'), ...insert(2, 12, '\n')]);
  expect((await hints()).map(({ label, position: { line } }) => [line, label])).toEqual([
    [4, '…'],
    [5, '(_16,_2):(_1,_16)'],
  ]);
  await client.settled(uri);
  expect((await hints()).map(({ label, position: { line } }) => [line, label])).toEqual([
    [4, '(_8,_64):(_1,_8)'],
    [5, '(_16,_2):(_1,_16)'],
  ]);
});

describe('an editor that was answered so', () => {
  test('is told to ask again once the present text is evaluated', async () => {
    let refreshes = 0;
    client.connection.onRequest('workspace/inlayHint/refresh', () => (refreshes++, null));
    client.change(uri, 2, insert(2, 12, '\n'));
    await hints();
    await client.settled(uri);
    await vi.waitFor(() => expect(refreshes).toBe(1));
  });
});
