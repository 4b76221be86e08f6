// `cute-lens mcp` through the client of the protocol's own SDK, as an assistant uses it: which tools there are, and the
// questions and answers of docs/assistants.md, word for word.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tools } from '../../../server/src/assistant/tools';
import { atLeast } from '../../support/cases';
import { builtCli } from '../../support/cli';
import { ROOT } from '../../support/fixture';

const cli = builtCli();
const folder = mkdtempSync(join(tmpdir(), 'cute-lens-mcp-'));
const client = new Client({ name: 'test', version: '0' });
const said: string[] = [];

beforeAll(async () => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cli, 'mcp'],
    cwd: ROOT,
    stderr: 'pipe',
  });
  transport.stderr?.on('data', (chunk) => said.push(String(chunk)));
  await client.connect(transport);
});
afterAll(async () => {
  await client.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Reply {
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>> | undefined;
  readonly isError: boolean;
}

async function call(name: string, input: Readonly<Record<string, unknown>>): Promise<Reply> {
  const reply = await client.callTool({ name, arguments: input });
  const [content] = reply.content as { readonly text: string }[];
  return {
    text: content?.text ?? '',
    data: reply.structuredContent as Reply['data'],
    isError: reply.isError === true,
  };
}

/** The questions of the page: a tool, its input and its answer. */
function questions(): readonly {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly answer: string;
}[] {
  const page = readFileSync(join(ROOT, 'docs/assistants.md'), 'utf8');
  const each = page.matchAll(/\*\* `(\w+)`\n\n```json\n([\s\S]*?)\n```\n\n```\n([\s\S]*?)\n```/g);
  return [...each].map(([, name = '', input = '', answer = '']) => ({
    name,
    input: JSON.parse(input) as Record<string, unknown>,
    answer,
  }));
}

test('the tools say what they do, take what is named, and change nothing', async () => {
  const { tools: listed } = await client.listTools();
  expect(listed.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
  for (const { description, annotations, inputSchema } of listed) {
    expect(description?.length).toBeGreaterThan(80);
    expect(annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false });
    expect(inputSchema.properties).toHaveProperty('define');
  }
  expect(client.getInstructions()).toContain('unknown');
});

describe('the questions of docs/assistants.md', () => {
  test.each(atLeast(6, questions()))('$name $input', async ({ name, input, answer }) => {
    const { text, isError } = await call(name, input);
    expect(isError).toBe(false);
    expect(text.trimEnd()).toBe(answer.trimEnd());
  });
});

describe('what is not known', () => {
  const open = `#include <cute/tensor.hpp>
using namespace cute;
void f(int m) {
  auto a = make_layout(make_shape(m, _4{}));
}
`;

  test('has a reason, and the names that would make it known', async () => {
    const { text, data } = await call('cute_evaluate', { expression: 'make_layout(rows, _4{})' });
    expect(text).toMatch(/^No value: .*rows.* \[undeclared\]$/);
    expect(data).toMatchObject({ error: { code: 'undeclared' } });
    expect(
      (await call('cute_evaluate', { expression: 'make_layout(rows, _4{})', define: { rows: '_3{}' } })).text,
    ).toBe('_3:_4');
  });

  test('a text that is not saved is read as it is given, and a name keeps its place in what is printed', async () => {
    const { text } = await call('cute_inspect', { file: 'open.cu', text: open, name: 'a' });
    expect(text).toMatch(/^open\.cu:4 a \(layout\): \(m,_4\):\(_1,m\)/);
    expect((await call('cute_inspect', { file: 'open.cu', text: open, name: 'a', define: { m: '24' } })).text).toMatch(
      /^open\.cu:4 a \(layout\): \(24,_4\):\(_1,24\)/,
    );
  });

  test('a text needs no name', async () => {
    expect((await call('cute_inspect', { text: open, name: 'a' })).text).toMatch(/^text\.cu:4 a \(layout\)/);
    expect((await call('cute_evaluate', { text: open, line: 4, expression: 'size<1>(a)' })).text).toMatch(/^_4/);
    const declared = { text: open.replace('make_shape(m, _4{})', '_4{}'), line: 4, name: 'a' };
    expect((await call('cute_draw', declared)).text).toContain('_4:_1');
    const wrong = open.replace('make_shape(m, _4{})', '_4{}').replace('}\n', '  a(7);\n}\n');
    expect((await call('cute_check', { text: wrong })).text).toMatch(/^text\.cu:5:5: warning: 7 is outside/);
    expect(await call('cute_inspect', {})).toMatchObject({ isError: true, text: 'give a file, or a text' });
  });

  test('an expression at a line knows the names there', async () => {
    const input = { file: 'open.cu', text: open, line: 4, expression: 'size<1>(a)' };
    expect((await call('cute_evaluate', input)).text).toMatch(/^_4/);
    expect((await call('cute_evaluate', { ...input, line: 1 })).text).toMatch(/^(?:unknown|No value)/);
  });
});

describe('what is wrong with a call', () => {
  test('is an error in words', async () => {
    expect(await call('cute_inspect', { file: 'none.cu' })).toMatchObject({
      isError: true,
      text: `${join(ROOT, 'none.cu')}: no such file`,
    });
    expect(await call('cute_inspect', { file: 'examples' })).toMatchObject({
      isError: true,
      text: `${join(ROOT, 'examples')}: is a folder`,
    });
    expect(await call('cute_explain', { file: 'examples/sgemm.cu' })).toMatchObject({
      isError: true,
      text: 'give an expression, or a file with the line and the name of a declaration',
    });
    expect(await call('cute_explain', { file: 'examples/sgemm.cu', line: 1, name: 'none' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('declares no none') as string,
    });
    expect(await call('cute_evaluate', {})).toMatchObject({ isError: true });
    expect(said.join('')).toBe('');
  });
});

test('findings come with their repairs, for a folder too', async () => {
  const wrong =
    '#include <cute/tensor.hpp>\nusing namespace cute;\nvoid f() {\n  auto a = logical_divide(make_layout(_128{}), _48{});\n}\n';
  writeFileSync(join(folder, 'wrong.cu'), wrong);
  const { text, data } = await call('cute_check', { path: folder });
  expect(text).toContain('wrong.cu:4:48: warning: the tile of 48 does not divide');
  expect(data).toMatchObject({ findings: [{ slug: 'tile-remainder', fixes: [{ edits: [{ text: '64' }] }, {}] }] });
  writeFileSync(join(folder, 'wrong.cu'), wrong.replace('_48', '_64'));
  expect((await call('cute_check', { path: folder })).text).toBe('no findings');
});

test('a file that is too large to be read is named as such, and never taken for an empty one', async () => {
  const why = 'This file could not be read: it has more than 2,000,000 characters.';
  writeFileSync(join(folder, 'data.cu'), `#include <cute/tensor.hpp>\n${'int x = 1;\n'.repeat(200_000)}`);
  const file = join(folder, 'data.cu');
  expect(await call('cute_inspect', { file })).toMatchObject({ isError: true, text: `${file}: ${why}` });
  expect((await call('cute_check', { path: file })).text).toBe(`${file}: ${why}\nno findings`);
  expect((await call('cute_find', { path: file, name: 'x' })).text).toBe(`no such value\n${file}: ${why}`);
  rmSync(file);
});

test('pictures are text, SVG, TikZ or data', async () => {
  const expression = 'Layout<Shape<_4,_4>>{}';
  expect((await call('cute_draw', { expression, format: 'svg' })).text).toMatch(/^<svg[\s\S]*<\/svg>\s*$/);
  expect((await call('cute_draw', { expression, format: 'tex' })).text).toContain('\\begin{tikzpicture}');
  const { text, data } = await call('cute_draw', { expression, format: 'json' });
  expect(JSON.parse(text)).toMatchObject({ view: data?.['view'] });
});
