// `check`, `draw` and headers on the command line: a child process, its two streams and its exit status.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { builtCli, runCli, type Outcome } from '../../support/cli';

const cli = builtCli();
const folder = mkdtempSync(join(tmpdir(), 'cute-lens-cli-check-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const cuteLens = (args: readonly string[], input?: string): Outcome => runCli(cli, args, folder, input);

function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return name;
}

type Row = Readonly<Record<string, unknown>>;

describe('check', () => {
  const wrong =
    '#include <cute/tensor.hpp>\nusing namespace cute;\nvoid f() {\n  auto a = logical_divide(make_layout(_128{}), _48{});\n}\n';
  const line =
    'wrong.cu:4:48: warning: the tile of 48 does not divide the size of _128:_1, which is 128; of the last tile 16 of 48 elements are outside [tile-remainder]\n';

  test('prints one line for each finding, as compilers do, and exits 1', () => {
    write('wrong.cu', wrong);
    write('right.cu', wrong.replace('_48', '_64'));
    expect(cuteLens(['check', 'right.cu'])).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(cuteLens(['check', 'right.cu', 'wrong.cu'])).toEqual({ status: 1, stdout: line, stderr: '' });
  });

  test('says which kernels are not followed, and why, where no finding fails the command', () => {
    const kernel = (name: string): string => `__global__ void ${name}(float* out) { out[threadIdx.x] = 1.f; }\n`;
    const followed = '__global__ void followed(float* out) { asm_wait(out);\n  out[threadIdx.x] = 1.f; }\n';
    const main = 'int main() { followed<<<1, 32>>>(nullptr); }\n';
    write('kernels.cu', `#include <cute/tensor.hpp>\n${['a', 'b', 'c'].map(kernel).join('')}${followed}${main}`);
    const { status, stdout, stderr } = cuteLens(['check', 'kernels.cu']);
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
    expect(stderr.split('\n')).toContain(
      'cute-lens: kernels.cu:5: not all accesses of the threads of followed are checked: `asm_wait` is not followed, line 5, and 1 more',
    );
    expect(stderr).toContain('kernels.cu:2: the accesses of the threads of a are not checked: nothing launches it');
    expect(stderr).toContain('and those of 1 kernel more; --json lists all');
    const { notFollowed } = JSON.parse(cuteLens(['check', 'kernels.cu', '--json']).stdout) as { notFollowed: Row[] };
    expect(notFollowed).toHaveLength(4);
    expect(notFollowed).toContainEqual({
      file: 'kernels.cu',
      line: 2,
      column: 17,
      kernel: 'a',
      what: 'all',
      why: ['nothing launches it'],
    });
    expect(cuteLens(['check', 'kernels.cu', '--no-accesses']).stderr).toBe('');
  });

  test('writes JSON with repairs, and SARIF', () => {
    write('wrong.cu', wrong);
    const { diagnostics } = JSON.parse(cuteLens(['check', 'wrong.cu', '--json']).stdout) as { diagnostics: Row[] };
    expect(diagnostics).toMatchObject([
      { file: 'wrong.cu', line: 4, column: 48, endLine: 4, endColumn: 53, level: 'warning', slug: 'tile-remainder' },
    ]);
    expect(diagnostics[0]?.['fixes']).toMatchObject([
      { edits: [{ line: 4, column: 49, endColumn: 51, text: '64' }] },
      { edits: [{ text: '32' }] },
    ]);
    expect(
      (JSON.parse(cuteLens(['inspect', 'wrong.cu', '--json']).stdout) as { diagnostics: unknown }).diagnostics,
    ).toEqual(diagnostics);
    const { status, stdout } = cuteLens(['check', 'wrong.cu', '--sarif']);
    const log = JSON.parse(stdout) as {
      version: string;
      runs: { tool: { driver: { rules: { id: string }[] } }; results: Row[] }[];
    };
    const [result] = log.runs[0]?.results ?? [];
    expect(status).toBe(1);
    expect(log.version).toBe('2.1.0');
    expect(result).toMatchObject({
      ruleId: 'tile-remainder',
      level: 'warning',
      locations: [
        { physicalLocation: { artifactLocation: { uri: 'wrong.cu' }, region: { startLine: 4, startColumn: 48 } } },
      ],
    });
    expect(log.runs[0]?.tool.driver.rules[result?.['ruleIndex'] as number]?.id).toBe('tile-remainder');
  });

  test('follows the cute-lens.json of the project, and refuses a wrong one', () => {
    write('wrong.cu', wrong);
    write('cute-lens.json', '{ "checks": { "tile-remainder": "information" } }');
    expect(cuteLens(['check', 'wrong.cu'])).toEqual({
      status: 0,
      stdout: line.replace('warning', 'information'),
      stderr: '',
    });
    write('cute-lens.json', '{ "checks": { "tile-remainder": "loud" } }');
    expect(cuteLens(['check', 'wrong.cu'])).toMatchObject({ status: 2, stdout: '' });
    rmSync(join(folder, 'cute-lens.json'));
  });

  test('says which file it did not read', () => {
    write('data.cu', `#include <cute/tensor.hpp>\n${'int x = 1;\n'.repeat(200_000)}`);
    expect(cuteLens(['check', 'data.cu'])).toEqual({
      status: 0,
      stdout: '',
      stderr: 'cute-lens: data.cu: This file could not be read: it has more than 2,000,000 characters.\n',
    });
  });

  test('wants a file', () => {
    expect(cuteLens(['check'])).toMatchObject({ status: 2 });
    expect(cuteLens(['check', 'nowhere.cu'])).toMatchObject({
      status: 2,
      stderr: 'cute-lens: nowhere.cu: no such file (try cute-lens --help)\n',
    });
    expect(cuteLens(['check', '--json', '--sarif', 'wrong.cu'])).toMatchObject({ status: 2 });
    expect(cuteLens(['check', '--help']).stdout).toContain('--sarif');
  });
});

describe('a header', () => {
  const header =
    '#pragma once\n#include <cute/tensor.hpp>\nusing namespace cute;\ntemplate <int kRows> void run() { auto tile = Layout<Shape<Int<kRows>, _4>>{}; }\n';
  const texts = (outcome: Outcome): readonly string[] =>
    (JSON.parse(outcome.stdout) as { facts: { name: string; texts: string[] }[] }).facts.find(
      ({ name }) => name === 'tile',
    )?.texts ?? [];

  test('is evaluated with the sources of its project that include it, or with those that are named', () => {
    mkdirSync(join(folder, 'library', 'src'), { recursive: true });
    write('library/cute-lens.json', '{}');
    write('library/run.hpp', header);
    write('library/src/run_8.cu', '#include "run.hpp"\ntemplate void run<8>();\n');
    write('library/src/run_16.cu', '#include "run.hpp"\ntemplate void run<16>();\n');
    expect(texts(cuteLens(['inspect', 'library/run.hpp', '--json']))).toEqual(['(_16,_4):(_1,_16)', '(_8,_4):(_1,_8)']);
    expect(texts(cuteLens(['inspect', 'library/run.hpp', '--json', '--from', 'library/src/run_8.cu']))).toEqual([
      '(_8,_4):(_1,_8)',
    ]);
  });

  test('a source that does not exist is a usage error', () => {
    write('alone.hpp', header);
    const { status, stderr } = cuteLens(['inspect', 'alone.hpp', '--from', 'nowhere.cu']);
    expect(status).toBe(2);
    expect(stderr).toContain('--from nowhere.cu: no such file');
  });
});

describe('draw', () => {
  test('writes the table of print_layout to standard output', () => {
    const { status, stdout } = cuteLens(['draw', 'Layout<_2,_1>{}', '--view', 'layout']);
    expect(status).toBe(0);
    expect(stdout).toBe('_2:_1\n      0   1 \n    +---+---+\n 0  | 0 | 1 |\n    +---+---+\n');
  });

  test('writes what the end of the file name says', () => {
    for (const [name, begins] of [
      ['p.svg', '<svg '],
      ['p.html', '<!DOCTYPE html>'],
      ['p.tex', '% Layout'],
      ['p.txt', '(_4,_8)'],
      ['p.json', '{'],
    ] as const) {
      expect(cuteLens(['draw', 'make_layout(Shape<_4,_8>{})', '-o', name])).toEqual({
        status: 0,
        stdout: '',
        stderr: '',
      });
      expect(readFileSync(join(folder, name), 'utf8').startsWith(begins), name).toBe(true);
    }
    expect(cuteLens(['draw', 'make_layout(_8{})', '-o', 'p.png'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('-o expects a file that ends in .svg') as string,
    });
  });

  test('in the colours of print_latex, or in eight that colour-blind people tell apart', () => {
    const fills = (...palette: readonly string[]): number => {
      cuteLens(['draw', 'make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN{})', '-o', 'mma.svg', ...palette]);
      return new Set(readFileSync(join(folder, 'mma.svg'), 'utf8').match(/path fill="#\w+"/g)).size;
    };
    expect([fills(), fills('--palette', 'distinct')]).toEqual([8, 8]);
    expect(readFileSync(join(folder, 'mma.svg'), 'utf8')).toContain('#8ab9f9');
    expect(cuteLens(['draw', '_4{}', '--palette', 'bright'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--palette expects cute or distinct') as string,
    });
  });

  test('writes a page that carries what it draws and fetches nothing', () => {
    cuteLens(['draw', 'make_layout(Shape<_4,_8>{})', '-o', 'alone.html']);
    const page = readFileSync(join(folder, 'alone.html'), 'utf8');
    expect(page).toContain("default-src 'none'");
    expect(page).not.toMatch(/<script[^>]*\ssrc=|<link/);
    const model = /<script type="application\/json" id="model">(.*?)<\/script>/s.exec(page)?.[1] ?? '';
    expect(JSON.parse(model)).toMatchObject({ view: 'layout', printed: '(_4,_8):(_1,_4)' });
  });

  test('draws a declaration of a file, with the thread whose part it is', () => {
    write(
      'drawn.cu',
      '#include <cute/tensor.hpp>\nusing namespace cute;\n__global__ void k(float* p) {\n  auto t = make_tensor(make_gmem_ptr(p), make_shape(_8{}, _8{}));\n  auto mine = local_partition(t, make_layout(make_shape(_4{}, _4{})), threadIdx.x);\n}\nint main() { k<<<1, 16>>>(nullptr); }\n',
    );
    const { status, stdout } = cuteLens(['draw', 'drawn.cu:5:mine', '--thread', '5', '-o', 'drawn.json']);
    expect([status, stdout]).toEqual([0, '']);
    expect(JSON.parse(readFileSync(join(folder, 'drawn.json'), 'utf8'))).toMatchObject({
      view: 'partition',
      title: 'mine',
      selection: { thread: 5 },
    });
  });

  test('compares', () => {
    cuteLens([
      'draw',
      'make_layout(Shape<_4,_8>{})',
      '--compare',
      'make_layout(Shape<_4,_8>{}, LayoutRight{})',
      '-o',
      'both.json',
    ]);
    expect(JSON.parse(readFileSync(join(folder, 'both.json'), 'utf8'))).toMatchObject({
      view: 'compare',
      pictures: [{ differsFrom: 'right layout' }, { differsFrom: 'left layout' }],
    });
  });

  test('says why there is no picture', () => {
    const unknown = cuteLens(['draw', 'make_layout(make_shape(M, _8{}))', '--setup', 'extern int M;']);
    expect(unknown).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('Give M with --define.') as string,
    });
    expect(cuteLens(['draw', '_8{}'])).toMatchObject({ status: 1 });
    expect(cuteLens(['draw', 'make_layout(_8{})', '--view', 'tiles'])).toMatchObject({
      status: 1,
      stderr: 'cute-lens: this value has no view tiles; it has layout\n',
    });
    expect(cuteLens(['draw', 'make_layout(_8{})', '--view', 'cube'])).toMatchObject({ status: 2 });
    expect(cuteLens(['draw'])).toMatchObject({ status: 2 });
  });
});
