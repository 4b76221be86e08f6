// The npm package as a stranger gets it: packed, installed into an empty folder without a network, and used from there:
// the command, the library in both module systems, its types, the language server.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hovered, program } from '../editors/program';
import { ROOT } from '../support/fixture';
import { present } from '../support/present';

// Processes of their own, several in a test.
vi.setConfig({ testTimeout: 120_000 });

const staged = '.tsbuild/npm-under-test';
const folder = mkdtempSync(join(tmpdir(), 'cute-lens-npm-'));
const installed = join(folder, 'node_modules', 'cute-lens');

beforeAll(() => {
  execFileSync(process.execPath, [join(ROOT, 'scripts/npm-package.mjs'), '--quiet', '--outdir', staged]);
  const packed = present(readdirSync(join(ROOT, staged)).find((name) => name.endsWith('.tgz')));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const flags = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  execFileSync('npm', ['install', ...flags, join(ROOT, staged, packed)], { cwd: folder, stdio: 'pipe' });
  writeFileSync(join(folder, 'copy_tile.cu'), program);
}, 180_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const command = join(folder, 'node_modules', '.bin', 'cute-lens');
function run(args: readonly string[], cwd = folder) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  return { status, stdout, stderr };
}

test('nothing is missing and nothing is superfluous', () => {
  const files = readdirSync(installed, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(installed.length + 1));
  expect(files.sort()).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'dist/cli.cjs',
    'dist/index.cjs',
    'dist/index.d.ts',
    'dist/mcp.cjs',
    'dist/server.cjs',
    'dist/tree-sitter-cpp.wasm',
    'dist/tree-sitter-rust.wasm',
    'dist/tree-sitter.wasm',
    'dist/types.d.ts',
    'dist/webview.css',
    'dist/webview.js',
    'dist/webview.js.LEGAL.txt',
    'dist/worker.cjs',
    'docs/checks.md',
    'l10n/bundle.l10n.de.json',
    'package.json',
  ]);
  // It brings everything that it needs.
  expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['cute-lens']);
});

test('the README of the package has no link that leads nowhere', () => {
  const links = [...readFileSync(join(installed, 'README.md'), 'utf8').matchAll(/\]\((?!https?:)([^)#]+)/g)];
  expect(links.map(([, link]) => link)).toEqual([]);
});

describe('the command', () => {
  test('says its version, and evaluates', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    expect(run(['--version']).stdout).toBe(`${version}\n`);
    expect(run(['eval', 'zipped_divide(Layout<Shape<_8,_8>>{}, Shape<_4,_2>{})'])).toEqual({
      status: 0,
      stdout: '((_4,_2),(_2,_4)):((_1,_8),(_4,_16))\n',
      stderr: '',
    });
  });

  test('npx finds it', () => {
    const { stdout } = spawnSync('npx', ['--offline', 'cute-lens', 'eval', 'Layout<_4,_2>{}'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(stdout).toBe('_4:_2\n');
  });

  test('inspects, checks, explains, and draws a page that needs nothing else', () => {
    expect(run(['inspect', 'copy_tile.cu']).stdout).toContain('(_4,_2):(_32,_1024)  gmem float');
    expect(run(['check', 'copy_tile.cu'])).toMatchObject({ status: 1, stderr: '' });
    expect(run(['explain', 'copy_tile.cu:8:mine']).stdout).toContain('by local_partition');
    expect(run(['draw', 'copy_tile.cu:8:mine', '-o', 'mine.html']).status).toBe(0);
    expect(readFileSync(join(folder, 'mine.html'), 'utf8')).toMatch(/^<!DOCTYPE html>[\s\S]*<\/html>\s*$/i);
  });

  test('checks Rust too', () => {
    writeFileSync(join(folder, 'none.rs'), 'use cutile::prelude::*;\nfn main() {}\n');
    expect(run(['check', 'none.rs'])).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  test.each(['bash', 'zsh', 'fish'])('%s completes every command', (shell) => {
    const { stdout, status } = run(['completion', shell]);
    expect(status).toBe(0);
    for (const name of ['inspect', 'check', 'eval', 'explain', 'draw', 'verify', 'lsp']) expect(stdout).toContain(name);
  });
});

describe('the library', () => {
  const use = `
    const { text, unknown } = (await analyze('copy_tile.cu')).facts.find(({ name }) => name === 'mine');
    const other = await analyze({ file: 'other.cu', text: '#include <cute/tensor.hpp>\\nvoid f() { auto a = cute::Layout<cute::_8>{}; }' });
    const found = (await check('copy_tile.cu')).map(({ slug }) => slug);
    const drawn = await draw({ source: 'copy_tile.cu', line: 8, name: 'mine' }, { format: 'txt' });
    const refused = await evaluate('complement(Layout<Shape<_4,_4>,Stride<_1,_2>>{}, _32{})');
    const { by } = await explain({ expression: 'complement(Layout<_4,_2>{}, _16{})' });
    console.log(JSON.stringify({ text, unknown, other: other.facts[0].text, found, view: drawn.view, refused, by }));
  `;
  const answer = {
    text: hovered.text,
    other: '_8:_1',
    found: ['partition-interleaved', 'stale-shape-comment'],
    refused: { error: { code: 'non-injective' } },
    by: 'complement',
  };

  test('is imported', () => {
    writeFileSync(
      join(folder, 'use.mjs'),
      `import { analyze, check, draw, evaluate, explain } from 'cute-lens';\n${use}process.exit(0);\n`,
    );
    const { stdout, stderr } = spawnSync(process.execPath, ['use.mjs'], { cwd: folder, encoding: 'utf8' });
    expect(JSON.parse(stdout === '' ? JSON.stringify(stderr) : stdout)).toMatchObject(answer);
  });

  test('is required', () => {
    writeFileSync(
      join(folder, 'use.cjs'),
      `const { analyze, check, draw, evaluate, explain } = require('cute-lens');\n(async () => {${use}process.exit(0);})();\n`,
    );
    const { stdout, stderr } = spawnSync(process.execPath, ['use.cjs'], { cwd: folder, encoding: 'utf8' });
    expect(JSON.parse(stdout === '' ? JSON.stringify(stderr) : stdout)).toMatchObject(answer);
  });

  test('has types, with documentation, for both kinds of resolution', () => {
    mkdirSync(join(folder, 'typed'), { recursive: true });
    writeFileSync(
      join(folder, 'typed', 'use.mts'),
      `import { analyze, draw, type Finding } from 'cute-lens';
const { facts, diagnostics } = await analyze('a.cu', { define: { M: '512' }, thread: [1, 0, 0] });
const texts: readonly (string | null)[] = facts.map(({ text }) => text);
const first: Finding | undefined = diagnostics[0];
const drawn = await draw({ expression: 'Layout<_4>{}' }, { format: 'html' });
if ('document' in drawn) drawn.document.length;
// @ts-expect-error -- no such format
await draw({ expression: '' }, { format: 'gif' });
export { texts, first };
`,
    );
    for (const module of ['nodenext', 'esnext']) {
      const resolution = module === 'nodenext' ? 'nodenext' : 'bundler';
      const flags = [
        '--noEmit',
        '--strict',
        '--target',
        'es2022',
        '--module',
        module,
        '--moduleResolution',
        resolution,
      ];
      const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
      const { stdout } = spawnSync(process.execPath, [tsc, ...flags, 'typed/use.mts'], {
        cwd: folder,
        encoding: 'utf8',
      });
      expect(stdout).toBe('');
    }
    expect(readFileSync(join(installed, 'dist/index.d.ts'), 'utf8')).toContain('it is never guessed');
  });
});

test('the language server answers, and its findings link to the page of checks that is shipped', async () => {
  const child = spawn(command, ['lsp', '--stdio'], { cwd: folder });
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  connection.listen();
  const uri = pathToFileURL(join(folder, 'copy_tile.cu')).href;
  const found = new Promise<readonly { code: string; codeDescription: { href: string } }[]>((resolve) => {
    connection.onNotification('textDocument/publishDiagnostics', ({ diagnostics }) => resolve(diagnostics));
  });
  await connection.sendRequest('initialize', { processId: null, rootUri: null, capabilities: {} });
  await connection.sendNotification('initialized', {});
  await connection.sendNotification('textDocument/didOpen', {
    textDocument: { uri, languageId: 'cuda', version: 1, text: program },
  });
  const links = (await found).map(({ codeDescription: { href } }) => href);
  const page = pathToFileURL(join(installed, 'docs', 'checks.md')).href;
  expect(links).toEqual([expect.stringContaining(`${page}#L`), expect.stringContaining(`${page}#L`)]);
  await connection.sendRequest('shutdown');
  await connection.sendNotification('exit');
  expect(await new Promise((resolve) => child.on('exit', resolve))).toBe(0);
});
