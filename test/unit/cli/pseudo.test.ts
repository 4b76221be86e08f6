// Nothing that the command line says is written in English alone: it speaks a language in which every text is marked.
// What CuTe prints, names, options and paths stay as they are.
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { speak } from '../../../core/src/base/say';
import { views } from '../../../core/src/views/index';
import { run } from '../../../server/src/cli/run';
import { program } from '../../editors/program';
import { atLeast } from '../../support/cases';
import { wasmOf } from '../../support/front-end';
import { namesIn, pseudoLanguage, unsaid } from '../../support/pseudo';

const folder = mkdtempSync(join(tmpdir(), 'cute-lens-said-'));
const home = join(folder, 'installed', 'dist');
const before = process.cwd();
const refused =
  '#include <cute/layout.hpp>\nvoid f(int n) { auto bad = cute::complement(n, n); auto good = cute::Layout<cute::_8>{}; }\n';

beforeAll(() => {
  const files: Readonly<Record<string, string>> = {
    'installed/l10n/bundle.l10n.qps.json': JSON.stringify(pseudoLanguage()),
    'installed/dist/webview.js': '',
    'installed/dist/webview.css': '',
    'copy_tile.cu': program,
    'refused.cu': refused,
    'cases.json': '{ "cases": 5 }',
    'known.json': '[]',
    'wrong/cute-lens.json': '{ "checks": { "tile": "loud" }, "more": 1 }',
    'wrong/copy_tile.cu': program,
    'empty/none.txt': '',
    'large.cu': `${refused}${'// all that is too much for the grammar\n'.repeat(140_000)}`,
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  for (const name of ['tree-sitter', 'tree-sitter-cpp']) copyFileSync(wasmOf(name), join(home, `${name}.wasm`));
  process.chdir(folder);
});
afterAll(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true, force: true });
  speak(undefined);
});

/** What the command line writes, to both of its streams. */
async function written(line: string): Promise<string> {
  const texts: string[] = [];
  const keep = (text: string | Uint8Array): boolean => texts.push(String(text)) > 0;
  const streams = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockImplementation(keep));
  const words = line === '' ? [] : line.split(' ');
  await run(['--locale', 'qps', ...words], home);
  for (const stream of streams) stream.mockRestore();
  return texts.join('');
}

const commands = ['inspect', 'check', 'verify', 'eval', 'explain', 'draw', 'lsp', 'mcp', 'completion'];
const lines = [
  ...['', '--help', 'look'],
  ...commands.flatMap((name) => [
    `${name} --help`,
    `${name} --no-such-option`,
    name === 'lsp' || name === 'mcp' ? `${name} more` : name,
  ]),
  ...['inspect', 'check', 'verify', 'draw', 'explain'].map(
    (name) => `${name} missing.cu${name === 'draw' || name === 'explain' ? ':1:a' : ''}`,
  ),
  ...[
    'inspect copy_tile.cu',
    'inspect copy_tile.cu --json',
    'inspect refused.cu',
    'inspect large.cu',
    'inspect .',
    'inspect a.cu b.cu',
  ],
  ...['--thread x', '--block 1', '--arch seven', '--define 5', '--from missing.cu'].map(
    (option) => `inspect copy_tile.cu ${option}`,
  ),
  ...['check copy_tile.cu', 'check copy_tile.cu --json', 'check wrong', 'check large.cu', 'check empty'],
  ...[
    'check copy_tile.cu --baseline none.json',
    'check copy_tile.cu --baseline known.json',
    'check copy_tile.cu --write-baseline new.json',
  ],
  ...['check copy_tile.cu --json --sarif'],
  ...[
    'eval Layout<_8,_2>{}',
    'eval nothing',
    'eval complement(Layout<Shape<_4,_4>,Stride<_1,_2>>{})',
    'eval --batch cases.json',
    'eval a --batch cases.json',
  ],
  ...[
    'explain complement(Layout<_4,_2>{},_16{})',
    'explain copy_tile.cu:8:mine',
    'explain copy_tile.cu:8:yours',
    'explain 5',
    'explain refused.cu:2:bad',
  ],
  ...['txt', 'svg', 'html', 'tex', 'json'].map((format) => `draw copy_tile.cu:8:mine -o mine.${format}`),
  ...[
    'draw Layout<_8,_2>{}',
    'draw Layout<_8>{} --view bits',
    'draw Layout<_8>{} --palette grey',
    'draw nothing',
    'draw Layout<_8>{} -o a.gif',
  ],
  ...[
    'verify copy_tile.cu --cutlass nowhere',
    'verify copy_tile.cu --nvcc nowhere',
    'verify copy_tile.cu --threads a',
    'verify copy_tile.cu --host --cutlass nowhere',
  ],
  ...['verify refused.cu', 'completion powershell'],
];

/** What is data in what a reader is shown: JSON's keys and codes, the slug behind a finding, options, endings. */
const data = /^ {2,}"\w+": (?:"[\w.:/-]*"|[\d[{]).*$|\[[\w-]+\]$|'--[^']*'|\.(?:svg|html|tex|txt|json)\b/gm;

test.each(atLeast(70, lines))('cute-lens %s', async (line) => {
  const names = new Set([...namesIn(program, refused, line), ...views.map(({ id }) => id), 'gmem']);
  const text = (await written(line)).replaceAll(folder, ' ').replace(data, ' ');
  expect(unsaid(text, names)).toEqual([]);
});

test('cute-lens check --sarif: what is found; the descriptions of the checks are those of their page', async () => {
  const { runs } = JSON.parse(await written('check copy_tile.cu --sarif')) as {
    readonly runs: readonly { readonly results: readonly { readonly message: { readonly text: string } }[] }[];
  };
  const found = runs.flatMap(({ results }) => results.map(({ message }) => message.text));
  expect(found.length).toBeGreaterThan(0);
  expect(found.flatMap((text) => unsaid(text, namesIn(program)))).toEqual([]);
});

test('a picture says what it shows', () => {
  const names = new Set([...namesIn(program), 'mode', ...views.map(({ id }) => id)]);
  const svg = readFileSync(join(folder, 'mine.svg'), 'utf8').replace(/<style>[\s\S]*?<\/style>/g, ' ');
  expect(unsaid(svg, names)).toEqual([]);
});

test.each([
  ['cells that share an offset', 'Layout<Shape<_4,_8>,Stride<_0,_1>>{}', ''],
  ['a slice', 'Layout<Shape<_64,_32,_8>>{}', ''],
  [
    'one of several instructions',
    'make_tiled_copy(Copy_Atom<UniversalCopy<float>,float>{},Layout<Shape<_32,_1>>{},Layout<Shape<_1,_1>>{})' +
      '.get_slice(0).partition_S(make_tensor(make_smem_ptr((float*)nullptr),Layout<Shape<_32,_8>>{}))',
    'banks',
  ],
])('a picture of %s says so', async (_, expression, view) => {
  const said = await written(`draw ${expression} -o noted.svg${view && ` --view ${view}`}`);
  const svg = readFileSync(join(folder, 'noted.svg'), 'utf8');
  const notes = [...svg.matchAll(/<text class="note"[^>]*>([^<]*)/g)].map(([, text = '']) => text);
  expect(notes.length, said).toBeGreaterThan(0);
  // Lines of a note are texts of their own.
  expect(unsaid(notes.join(' '), namesIn(expression))).toEqual([]);
});
