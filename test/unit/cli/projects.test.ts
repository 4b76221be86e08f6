// `check` on whole projects: folders, what is left out of them, baselines, and files that are watched.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { builtCli, runCli, type Outcome } from '../../support/cli';

// Processes of their own, several in a test.
vi.setConfig({ testTimeout: 60_000 });

const cli = builtCli();
const top = mkdtempSync(join(tmpdir(), 'cute-lens-project-'));
afterAll(() => rmSync(top, { recursive: true, force: true }));

const head = '#include <cute/tensor.hpp>\nusing namespace cute;\n';
const wrong = `${head}void f() {\n  auto a = logical_divide(make_layout(_128{}), _48{});\n}\n`;
const header = `${head}template <class T> void g(T tiler) {\n  auto a = logical_divide(make_layout(_128{}), _48{});\n}\n`;

let folder = '';
let count = 0;
beforeEach(() => {
  folder = join(top, String(count++));
  const files = {
    'compile_commands.json': '[]',
    'src/wrong.cu': wrong,
    'src/right.cpp': wrong.replace('_48', '_64'),
    'src/plain.cpp': 'int main() {}\n',
    'src/shared.hpp': header,
    'src/uses.cu': `#include "shared.hpp"\nint main() { g(_8{}); }\n`,
    'third_party/cute/other.cu': wrong,
    'generated/made.cu': wrong,
    'generated/kept.cu': wrong,
    '.gitignore': 'generated/*\n!generated/kept.cu\n',
    'node_modules/some/kernel.cu': wrong,
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
});

function write(name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

const check = (...args: readonly string[]): Outcome => runCli(cli, ['check', ...args], folder);
const places = ({ stdout }: Outcome): readonly string[] =>
  stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => line.replace(/^(\S+?:\d+):.*\[(.+)\]$/, '$1 $2'));

describe('a folder', () => {
  test('its files that mention CuTe are checked, without what Git ignores; a header once, with what includes it', () => {
    const outcome = check('.');
    expect(outcome).toMatchObject({ status: 1, stderr: '' });
    expect(places(outcome)).toEqual([
      'generated/kept.cu:4 tile-remainder',
      'src/shared.hpp:4 tile-remainder',
      'src/wrong.cu:4 tile-remainder',
      'third_party/cute/other.cu:4 tile-remainder',
    ]);
  });

  test('cute-lens.json leaves more out; a file that is named itself is checked', () => {
    write('cute-lens.json', '{ "ignore": ["/third_party/", "kept.cu"] }');
    expect(places(check('.'))).toEqual(['src/shared.hpp:4 tile-remainder', 'src/wrong.cu:4 tile-remainder']);
    expect(places(check('third_party'))).toEqual([]);
    expect(places(check('generated/made.cu', 'src'))).toEqual([
      'generated/made.cu:4 tile-remainder',
      'src/shared.hpp:4 tile-remainder',
      'src/wrong.cu:4 tile-remainder',
    ]);
    write('cute-lens.json', '{ "ignore": "third_party" }');
    expect(check('.')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('"ignore" must be a list') as string,
    });
  });

  test('without such files says so', () => {
    write('notes/plain.cpp', 'int main() {}\n');
    expect(check('notes')).toEqual({
      status: 0,
      stdout: '',
      stderr: 'cute-lens: no file of notes mentions CuTe or cuTile\n',
    });
  });

  test('rules of the project above the folder hold in it', () => {
    expect(places(check('generated'))).toEqual(['generated/kept.cu:4 tile-remainder']);
  });

  test('JSON and SARIF are one document for all files', () => {
    const { diagnostics } = JSON.parse(check('.', '--json').stdout) as { diagnostics: { file: string }[] };
    expect(new Set(diagnostics.map(({ file }) => file)).size).toBe(4);
    expect(
      (JSON.parse(check('.', '--sarif').stdout) as { runs: { results: unknown[] }[] }).runs[0]?.results,
    ).toHaveLength(4);
  });
});

describe('files as other systems write them', () => {
  const marked = (text: string): string => `\ufeff${text}`;
  const utf16 = (text: string): Buffer => Buffer.from(marked(text), 'utf16le');

  test('with a byte order mark, which is in no column', () => {
    const built = { directory: join(folder, 'src'), file: 'marked.cu', command: 'nvcc -DTILE=_48 -c marked.cu' };
    write('compile_commands.json', marked(JSON.stringify([built])));
    write('cute-lens.json', marked('{ "checks": { "tile-remainder": "error" } }'));
    write('src/marked.cu', marked(wrong.replace('_48', 'TILE')));
    write('src/line.cu', marked(`auto a = cute::logical_divide(cute::make_layout(cute::_128{}), cute::_48{});\n`));
    expect(places(check('src/marked.cu'))).toEqual(['src/marked.cu:4 tile-remainder']);
    expect(check('src/line.cu').stdout).toMatch(/^src\/line.cu:1:64: error: /);
    expect(check('src', '--write-baseline', 'known.json').status).toBe(0);
    write('known.json', marked(readFileSync(join(folder, 'known.json'), 'utf8')));
    expect(check('src', '--baseline', 'known.json')).toEqual({ status: 0, stdout: '', stderr: '' });
    write('cases.json', marked('[{ "id": "one", "expr": "Layout<_4>{}" }]'));
    expect(runCli(cli, ['eval', '--batch', 'cases.json'], folder).stdout).toBe('{"id":"one","text":"_4:_1"}\n');
  });

  test('in UTF-16, as Windows writes what is redirected into a file', () => {
    mkdirSync(join(folder, 'other'));
    writeFileSync(join(folder, 'other', 'wrong.cu'), utf16(wrong.replaceAll('\n', '\r\n')));
    writeFileSync(join(folder, 'cute-lens.json'), utf16('{ "checks": { "tile-remainder": "error" } }'));
    expect(places(check('other'))).toEqual(['other/wrong.cu:4 tile-remainder']);
    expect(check('other').stdout).toContain(':4:48: error: ');
  });
});

describe('what cannot be read', () => {
  // Windows asks for a privilege to make a link.
  test.runIf(process.platform !== 'win32')(
    'links that lead to themselves, and folders that a link closes to a circle',
    () => {
      for (const name of ['.gitignore', 'self.cu', 'src/.gitignore']) {
        rmSync(join(folder, name), { force: true });
        symlinkSync(basename(name), join(folder, name));
      }
      symlinkSync('..', join(folder, 'src', 'circle'));
      symlinkSync('nowhere.cu', join(folder, 'src', 'dangling.cu'));
      expect(places(check('src'))).toEqual(['src/shared.hpp:4 tile-remainder', 'src/wrong.cu:4 tile-remainder']);
      expect(check('self.cu')).toMatchObject({
        status: 2,
        stderr: 'cute-lens: self.cu: is a link that leads to itself (try cute-lens --help)\n',
      });
      expect(check('src/wrong.cu/below.cu')).toMatchObject({ status: 2, stdout: '' });
    },
  );
});

describe('a baseline', () => {
  test('known findings pass, wherever their lines move; new ones fail', () => {
    expect(check('src', '--write-baseline', 'known.json')).toEqual({
      status: 0,
      stdout: 'known.json: 2 findings\n',
      stderr: '',
    });
    expect(check('src', '--baseline', 'known.json')).toEqual({ status: 0, stdout: '', stderr: '' });
    write('src/wrong.cu', `// moved\n\n${wrong}`);
    expect(check('src', '--baseline', 'known.json').status).toBe(0);
    write('src/wrong.cu', `${wrong}${wrong.slice(head.length).replace('f()', 'g()')}`);
    expect(places(check('src', '--baseline', 'known.json'))).toEqual(['src/wrong.cu:7 tile-remainder']);
    write('src/wrong.cu', wrong.replace('_48', '_40'));
    expect(places(check('src', '--baseline', 'known.json'))).toEqual(['src/wrong.cu:4 tile-remainder']);
  });

  test('it can be written from anywhere, and says what is wrong with it', () => {
    check('.', '--write-baseline', 'src/known.json');
    expect(JSON.parse(readFileSync(join(folder, 'src/known.json'), 'utf8'))).toMatchObject({
      version: 1,
      findings: [{ file: '../generated/kept.cu', slug: 'tile-remainder' }, {}, {}, {}],
    });
    expect(check('.', '--baseline', 'none.json')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--write-baseline none.json') as string,
    });
    write('broken.json', '{}');
    expect(check('.', '--baseline', 'broken.json')).toMatchObject({ status: 2, stdout: '' });
    expect(check('.', '--baseline', 'a', '--write-baseline', 'b').status).toBe(2);
  });
});

async function watching(
  path: string,
  act: (said: (what: string) => Promise<void>, written: () => string) => Promise<void>,
  ...options: readonly string[]
): Promise<void> {
  const child = spawn(process.execPath, [cli, 'check', '--watch', ...options, path], { cwd: folder });
  let out = '';
  let written = '';
  child.stdout.on('data', (chunk) => {
    out += String(chunk);
    written += String(chunk);
  });
  child.stderr.on('data', (chunk) => (out += String(chunk)));
  /** Waits for a text, and forgets what came before it. */
  const said = async (what: string): Promise<void> => {
    for (const until = Date.now() + 10_000; !out.includes(what) && Date.now() < until;)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(out).toContain(what);
    out = out.slice(out.indexOf(what) + what.length);
    // The watchers are there a moment after the line that says so.
    await new Promise((resolve) => setTimeout(resolve, 300));
  };
  try {
    await act(said, () => written);
  } finally {
    child.kill();
  }
}

describe('--watch', () => {
  const [found, clean] = [
    '-- findings; waiting for changes --\n',
    '-- no warnings or errors; waiting for changes --\n',
  ];

  test('writes nothing but JSON where JSON is wanted', async () => {
    await watching(
      'src/uses.cu',
      async (said, written) => {
        await said('findings; waiting for changes');
        expect(JSON.parse(written())).toMatchObject({ diagnostics: [{ slug: 'tile-remainder' }] });
      },
      '--json',
    );
  });

  test('checks again when a header changes that a file includes', async () => {
    await watching('src/uses.cu', async (said) => {
      await said('tile-remainder');
      await said(found);
      write('src/shared.hpp', header.replace('_48', '_64'));
      await said(clean);
    });
  });

  test.each(['apart', 'apart/inner/wrong.cu'])('waits for %s while it is gone', async (path) => {
    write('apart/inner/wrong.cu', wrong);
    await watching(path, async (said) => {
      await said(found);
      rmSync(join(folder, 'apart/inner'), { recursive: true });
      await said(path === 'apart' ? clean : 'apart/inner/wrong.cu: no such file');
      rmSync(join(folder, 'apart'), { recursive: true });
      await said('no such file');
      write('apart/inner/wrong.cu', wrong);
      await said(found);
    });
    rmSync(join(folder, 'apart'), { recursive: true });
  });
});

describe('macros of the build', () => {
  const guarded = `${head}#if TARGET == 100\nvoid f() {\n  auto a = logical_divide(Layout<_128>{}, _48{});\n}\n#endif\n`;

  test('decide what is compiled; without one that decides, that is said', () => {
    write('src/guarded.cu', guarded);
    expect(places(check('src/guarded.cu'))).toEqual(['src/guarded.cu:3 undefined-macro']);
    expect(places(check('src/guarded.cu', '-D', 'TARGET=100'))).toEqual(['src/guarded.cu:5 tile-remainder']);
    expect(places(check('src/guarded.cu', '--define', 'TARGET'))).toEqual([]);
    const entry = { directory: folder, file: 'src/guarded.cu', arguments: ['nvcc', '-DTARGET=100', '-c'] };
    write('compile_commands.json', JSON.stringify([entry]));
    expect(places(check('src/guarded.cu'))).toEqual(['src/guarded.cu:5 tile-remainder']);
  });
});
