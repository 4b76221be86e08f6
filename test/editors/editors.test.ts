// Real editors, without a window, on `cute-lens lsp`: clients that nobody here wrote, with what comes with Debian.
// Each runs where it is on the machine; .ci/run installs them all.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { builtCli } from '../support/cli';
import { hasEditor, hovered, program, writeProgram } from './program';

const here = import.meta.dirname;
const cli = builtCli();
const repaired = program.replace('(4,4)', '(_4,_2)');
const stale = '`mine` has the shape (_4,_2): the comment says 4 for mode 1';

interface Seen {
  readonly seen: Readonly<Record<string, unknown>>;
  readonly said: string;
}

/** Runs an editor with a script that prints what it saw as one line of JSON. */
async function run(command: string, args: readonly string[]): Promise<Seen> {
  const file = writeProgram();
  const child = spawn(command, args, {
    cwd: dirname(file),
    env: {
      ...process.env,
      COMMAND: JSON.stringify([process.execPath, cli, 'lsp']),
      FILE: file,
      NAME: hovered.name,
    },
    timeout: 60_000,
  });
  let [out, said] = ['', ''];
  child.stdout.on('data', (chunk) => (out += String(chunk)));
  child.stderr.on('data', (chunk) => (said += String(chunk)));
  const code = await new Promise((resolve) => child.on('close', resolve));
  const line = out.split('\n').find((one) => one.startsWith('{'));
  if (code !== 0 || line === undefined) throw new Error(`${command} ended with ${String(code)}\n${out}${said}`);
  return { seen: JSON.parse(line), said };
}

describe.runIf(hasEditor('nvim', ['--version']))('Neovim', () => {
  test('shows findings, a hover and lenses, and repairs', { timeout: 90_000 }, async () => {
    const script = join(here, 'neovim.lua');
    const { seen } = await run('nvim', ['--headless', '--clean', '-c', `luafile ${script}`]);
    expect(seen['filetype']).toBe('cuda');
    expect(seen['diagnostics']).toContainEqual({ line: 8, code: 'stale-shape-comment', severity: 2, message: stale });
    // The printed value has no fence around it, and nothing links to a command of another editor.
    expect(seen['hover']).toMatch(/^gmem_ptr\[32b\] o \(_4,_2\):\(_32,_1024\)\n─/);
    expect(seen['hover']).toContain('| 0 | 4 | `_4` | `_32` |');
    expect(seen['hover']).not.toContain('command:');
    // Lenses that run commands of another editor are left out.
    expect(seen['lenses']).toEqual(['1 instance · 256 threads', 'grid 1 · 256 threads']);
    expect(seen['actions']).toEqual(['Write (_4,_2)', 'Silence stale-shape-comment here']);
    expect(`${String(seen['repaired'])}\n`).toBe(repaired);
    expect(seen['messages']).toEqual([]);
  });
});

const emacsPackages = '/usr/share/emacs/site-lisp/elpa';

/** Debian's packages of these names, as arguments for Emacs. */
function packages(...names: readonly string[]): readonly string[] {
  return readdirSync(emacsPackages)
    .filter((folder) => names.includes(folder.replace(/-[\d.]+$/, '')))
    .flatMap((folder) => ['-L', join(emacsPackages, folder)]);
}

const hasElisp = (library: string): boolean =>
  hasEditor('emacs', ['--batch', '--eval', `(progn (package-initialize) (require '${library}))`]);

describe.runIf(hasElisp('eglot'))('Emacs with Eglot', () => {
  test('shows findings and a hover as plain text, and repairs', { timeout: 90_000 }, async () => {
    const libraries = packages('eglot', 'project', 'xref', 'seq');
    const { seen, said } = await run('emacs', ['--batch', '-Q', ...libraries, '-l', join(here, 'eglot.el')]);
    expect(seen['mode']).toBe('c++-mode');
    expect(seen['findings']).toContainEqual({ line: 8, message: `cute-lens [stale-shape-comment]: ${stale}` });
    expect(seen['hover']).toMatch(
      /^gmem_ptr\[32b\] o \(_4,_2\):\(_32,_1024\)\n\nmine: this thread's part of tile in global memory/,
    );
    expect(seen['hover']).toContain('mode  size  shape  stride\n0     4     _4     _32\n1     2     _2     _1024');
    expect(seen['repaired']).toBe(repaired);
    // Eglot warns of messages that it does not know.
    expect(said).not.toMatch(/eglot.*(?:unknown|warning)/i);
  });
});

describe.runIf(hasElisp('lsp-mode'))('Emacs with lsp-mode', () => {
  test('shows findings, a hover and lenses, and repairs', { timeout: 90_000 }, async () => {
    const { seen } = await run('emacs', ['--batch', '-f', 'package-initialize', '-l', join(here, 'lsp-mode.el')]);
    expect(seen['findings']).toContainEqual({ line: 8, message: stale });
    expect(seen['hover']).toMatch(/^gmem_ptr\[32b\] o \(_4,_2\):\(_32,_1024\)/m);
    expect(seen['hover']).not.toContain('command:');
    expect(seen['lenses']).toEqual(['1 instance · 256 threads', 'grid 1 · 256 threads']);
    expect(seen['repaired']).toBe(repaired);
  });
});
