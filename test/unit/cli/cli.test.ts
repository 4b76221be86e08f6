// The command line as people script it: a child process, its two streams and its exit status.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { FactRow } from '../../../server/src/library/types';
import { builtCli, runCli, type Outcome } from '../../support/cli';

const cli = builtCli();
const folder = mkdtempSync(join(tmpdir(), 'cute-lens-cli-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const cuteLens = (args: readonly string[], input?: string): Outcome => runCli(cli, args, folder, input);

function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return name;
}

const program = `#include <cute/tensor.hpp>
#include "tiles.hpp"
using namespace cute;

__global__ void kernel(float* data) {
  auto whole = make_tensor(make_gmem_ptr(data), make_shape(Int<128>{}, Int<16>{}));
  auto mine = local_partition(whole, make_layout(make_shape(Int<32>{}, Int<8>{})),
                              threadIdx.x);
}

int main(int argc, char** argv) {
  int m = 64;
  if (argc > 1) m = atoi(argv[1]);
  auto rows = make_layout(make_shape(m, tile_n()));
  kernel<<<1, 256>>>(nullptr);
}
`;
const header = '#include <cute/layout.hpp>\ninline auto tile_n() {\n  auto n = cute::Int<TILE_N>{};\n  return n;\n}\n';

function inspect(...options: readonly string[]): readonly FactRow[] {
  write('kernel.cu', program);
  write('tiles.hpp', header);
  const { status, stdout, stderr } = cuteLens(['inspect', 'kernel.cu', '--define', 'TILE_N=4', '--json', ...options]);
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return (JSON.parse(stdout) as { facts: readonly FactRow[] }).facts;
}

const rowOf = (rows: readonly FactRow[], name: string): FactRow | undefined => rows.find((row) => row.name === name);

describe('inspect', () => {
  test('gives every declaration with a value, in source order, with its place', () => {
    const rows = inspect();
    expect(rows.map(({ name }) => name)).toEqual(['whole', 'mine', 'm', 'rows']);
    expect(rowOf(rows, 'mine')).toMatchObject({
      file: 'kernel.cu',
      line: 7,
      column: 3,
      kind: 'tensor',
      text: '(_4,_2):(_32,_1024)',
      texts: ['(_4,_2):(_32,_1024)'],
      space: 'gmem',
      element: 'float',
      pointer: 'gmem_ptr[32b]',
      offset: 0,
    });
    expect(rowOf(rows, 'rows')).toMatchObject({ kind: 'layout', text: '(64,_4):(_1,64)', instance: null });
    expect(rowOf(rows, 'm')).toMatchObject({ kind: 'int', text: '64' });
  });

  test('--args are the program’s arguments', () => {
    expect(rowOf(inspect('--args', '100 x'), 'rows')?.text).toBe('(100,_4):(_1,100)');
  });

  test('--thread and --block choose whose values are shown', () => {
    expect(rowOf(inspect('--thread', '33'), 'mine')).toMatchObject({ offset: 129, text: '(_4,_2):(_32,_1024)' });
    expect(rowOf(inspect('--thread', '33,0,0', '--block', '1,0,0'), 'mine')).toMatchObject({ offset: 129 });
  });

  test('what a value rests on is listed', () => {
    const assumes = rowOf(inspect(), 'mine')?.['assumes'] as readonly string[];
    expect(assumes.join('\n')).toMatch(/threadIdx/);
  });

  test('--all-files adds the headers, each with its file', () => {
    expect(rowOf(inspect(), 'n')).toBeUndefined();
    const row = rowOf(inspect('--all-files'), 'n');
    expect(row).toMatchObject({ line: 3, text: '_4' });
    expect(row?.file).toContain('tiles.hpp');
  });

  test('-I finds headers elsewhere', () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'cute-lens-include-'));
    writeFileSync(join(elsewhere, 'far.hpp'), 'inline auto far() { return cute::Int<3>{}; }\n');
    write('uses-far.cu', '#include <cute/tensor.hpp>\n#include "far.hpp"\nint main() { auto f = far(); }\n');
    const { stdout } = cuteLens(['inspect', 'uses-far.cu', '--json', '-I', elsewhere]);
    expect(rowOf((JSON.parse(stdout) as { facts: readonly FactRow[] }).facts, 'f')?.text).toBe('_3');
    rmSync(elsewhere, { recursive: true });
  });

  test('what is not known says why and what to pin', () => {
    write(
      'open.cu',
      '#include <cute/tensor.hpp>\nusing namespace cute;\ntemplate <class M> void f(M m) { auto x = complement(make_layout(m), m); }\nint main() { f(of_elsewhere()); }\n',
    );
    const { stdout, status } = cuteLens(['inspect', 'open.cu', '--json']);
    const row = rowOf((JSON.parse(stdout) as { facts: readonly FactRow[] }).facts, 'x');
    expect(row).toMatchObject({ text: null, kind: 'unknown' });
    expect((row?.['unknown'] as { reason: string }).reason.length).toBeGreaterThan(5);
    expect(status).toBe(0);
  });

  test('without --json there is one line for each declaration', () => {
    inspect();
    const { stdout } = cuteLens(['inspect', 'kernel.cu', '--define', 'TILE_N=4']);
    expect(stdout.split('\n')[1]).toMatch(/^kernel\.cu:7 +mine +\(_4,_2\):\(_32,_1024\) +gmem float$/);
  });
});

test('of a file that is too large to be read, nothing is said as if it had been read', () => {
  write('data.cu', `${program}${'// and more than two million characters\n'.repeat(60_000)}`);
  for (const line of ['inspect data.cu', 'inspect data.cu --json', 'explain data.cu:7:mine', 'draw data.cu:7:mine'])
    expect(cuteLens(line.split(' '))).toEqual({
      status: 2,
      stdout: '',
      stderr:
        'cute-lens: data.cu: This file could not be read: it has more than 2,000,000 characters. (try cute-lens --help)\n',
    });
});

describe('eval', () => {
  test('prints what CuTe prints', () => {
    expect(cuteLens(['eval', 'complement(Layout<_4,_2>{}, _16{})'])).toEqual({
      status: 0,
      stdout: '(_2,_2):(_1,_8)\n',
      stderr: '',
    });
  });

  test('--setup runs before', () => {
    expect(cuteLens(['eval', 'logical_divide(a, _4{})', '--setup', 'auto a = make_layout(_8{});']).stdout).toBe(
      '(_4,_2):(_1,_4)\n',
    );
  });

  // As the host's CuTe 4.7 printed them, its addresses taken out.
  test.each([
    ['make_identity_tensor(make_shape(2, _3{}))(_, 1)', 'ArithTuple(_0,1) o (2):(_1@0)'],
    ['make_identity_tensor(7)', 'ArithTuple_0 o 7:_1'],
    ['make_tensor(counting_iterator<int>{3}, make_layout(_4{}))', 'counting_iter(3) o _4:_1'],
    ['make_tensor(make_gmem_ptr(floats), make_layout(Shape<_8,_8>{}))(_, 2)', 'gmem_ptr[32b](floats+16) o (_8):(_1)'],
    [
      'make_tensor(make_smem_ptr(halves), tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_64,_64>{}))',
      'Sw<3,4,3>_smem_ptr[16b](halves) o ((_8,_8),(_64,_1)):((_64,_512),(_1,_0))',
    ],
    [
      'make_tensor(make_smem_ptr(halves), composition(Swizzle<3,3,3>{}, make_layout(Shape<_8,_64>{}, LayoutRight{})))',
      'smem_ptr[16b](halves) o Sw<3,3,3> o _0 o (_8,_64):(_64,_1)',
    ],
    ['make_tensor<float>(Shape<_2,_3>{})', 'ptr[32b](...) o (_2,_3):(_1,_2)'],
    [
      'make_tensor(make_tmem_ptr<half_t>(0x20), make_layout(Shape<_128,_8>{}, Stride<Int<65536>,_1>{}))',
      'tmem_[16b](0x0000.0020) o (_128,_8):(_65536,_1)',
    ],
    ['recast<uint16_t>(make_tensor(make_gmem_ptr(floats), make_layout(_8{})))', 'gmem_ptr[16b](floats) o _16:_1'],
    ['make_tuple(make_gmem_ptr(floats) + 3, _3{})', '(gmem_ptr[32b](floats+3),_3)'],
  ])('of a tensor too: %s', (expr, printed) => {
    const setup = 'float floats[64]; half_t halves[8192];';
    expect(cuteLens(['eval', expr, '--setup', setup])).toEqual({ status: 0, stdout: `${printed}\n`, stderr: '' });
    expect(JSON.parse(cuteLens(['eval', expr, '--setup', setup, '--json']).stdout)).toEqual({
      id: 'expr',
      text: printed,
    });
  });

  test('in a batch a tensor is its layout, as in inspect, unless the case asks for the value', () => {
    const expr = 'make_identity_tensor(make_shape(_2{}, 3))';
    const lines = cuteLens(
      ['eval', '--batch', '-'],
      JSON.stringify([{ expr }, { expr, kind: 'tensor' }, { expr, kind: 'value' }]),
    )
      .stdout.trimEnd()
      .split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { text: string }).text)).toEqual([
      '(_2,3):(_1@0,_1@1)',
      '(_2,3):(_1@0,_1@1)',
      'ArithTuple(_0,_0) o (_2,3):(_1@0,_1@1)',
    ]);
  });

  test('an expression that CuTe refuses has exit status 1 and a reason', () => {
    const { status, stdout, stderr } = cuteLens(['eval', 'complement(Layout<Shape<_2,_2>,Stride<_1,_1>>{}, _16{})']);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^cute-lens: .+\[\w[\w-]*\]\n$/);
  });

  test('--batch answers each case on its own line, in order', () => {
    const cases = [
      { id: 'a', setup: ['auto x = _4{};', 'auto y = 3;'], expr: 'make_shape(x, y)' },
      { id: 'bad', expr: 'no_such_function(1)' },
      { id: 'c', setup: 'auto l = make_layout(make_shape(_2{}, _3{}), LayoutRight{});', expr: 'l' },
    ];
    write('cases.json', JSON.stringify({ cute_version: 'any', cases }));
    const { status, stdout } = cuteLens(['eval', '--batch', 'cases.json', '--values']);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines[0]).toEqual({ id: 'a', text: '(_4,3)' });
    expect(lines[1]).toMatchObject({ id: 'bad', error: { code: expect.any(String), message: expect.any(String) } });
    expect(lines[2]).toEqual({ id: 'c', text: '(_2,_3):(_3,_1)', values: [0, 3, 1, 4, 2, 5] });
    expect(status).toBe(1);
  });

  test('--values of tensors start at their offset, and are coordinates for identity tensors', () => {
    const cases = [
      { id: 't', expr: 'make_tensor(counting_iterator<int>(5), make_layout(make_shape(2, 2)))' },
      { id: 'i', expr: 'make_identity_tensor(make_shape(_2{}, _2{}))' },
      { id: 'big', expr: 'make_tensor(counting_iterator<int>(0), make_layout(Int<100>{}))' },
    ];
    const { stdout, status } = cuteLens(['eval', '--batch', '-', '--values'], JSON.stringify({ cases }));
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { values: unknown[] });
    expect(lines[0]?.values).toEqual([5, 6, 7, 8]);
    expect(lines[1]?.values).toEqual(['(0,0)', '(1,0)', '(0,1)', '(1,1)']);
    expect(lines[2]?.values).toEqual(Array.from({ length: 16 }, (_, i) => i));
    expect(status).toBe(0);
  });
});

describe('explain', () => {
  test('an expression: what it was given, then every step with its layout', () => {
    expect(
      cuteLens(['explain', 'zipped_divide(a, Shape<_4,_2>{})', '--setup', 'auto a = Layout<Shape<_8,_8>>{};']),
    ).toEqual({
      status: 0,
      stderr: '',
      stdout: `zipped_divide(a, Shape<_4,_2>{})
  by zipped_divide (cute/layout.hpp)
  a = (_8,_8):(_1,_8)
  Shape<_4,_2>{} = (_4,_2)

1. logical_divide: by (_4,_2)
   ((_4,_2),(_2,_4)):((_1,_4),(_8,_16))
2. tile_unzip: gathers the tiles in mode 0, the rests in mode 1
   ((_4,_2),(_2,_4)):((_1,_8),(_4,_16))
`,
    });
  });

  test('a declaration, for the program’s arguments and the chosen thread, as JSON', () => {
    write('kernel.cu', program);
    const { status, stdout } = cuteLens(['explain', 'kernel.cu:7:mine', '--thread', '33', '--json']);
    const told = JSON.parse(stdout) as {
      by: string;
      result: string;
      given: { written: string; value: string }[];
      steps: { op: string; value: string; offset?: string }[];
    };
    expect(told).toMatchObject({ by: 'local_partition', result: '(_4,_2):(_32,_1024)' });
    expect(told.given[2]).toEqual({ written: 'threadIdx.x', value: '33' });
    expect(told.steps.map(({ op }) => op)).toEqual(['product_each', 'get_flat_coord', 'zipped_divide', 'slice']);
    expect(told.steps.at(-1)).toMatchObject({ value: told.result, offset: '129' });
    expect(status).toBe(0);
  });

  test.each([
    ['make_layout(_8{})', /not the result of a function that CuTe defines by other functions \[definition\]/],
    ['zipped_divide(Layout<_8>{}, Shape<_4,_2>{})', /\[rank\]/],
  ])('%s has exit status 1 and a reason in one line', (expr, reason) => {
    const { status, stdout, stderr } = cuteLens(['explain', expr]);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(reason);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  test('a declaration that is elsewhere is pointed to', () => {
    write('kernel.cu', program);
    expect(cuteLens(['explain', 'kernel.cu:3:mine'])).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(/kernel\.cu:3 declares no mine; line 7 does/) as string,
    });
  });
});

describe('usage', () => {
  test.each([
    [[], /a command is needed/],
    [['frobnicate'], /unknown command "frobnicate"/],
    [['inspect'], /needs a FILE/],
    [['inspect', 'a.cu', 'b.cu'], /one FILE/],
    [['inspect', 'no-such-file.cu'], /^cute-lens: no-such-file\.cu: no such file/],
    [['inspect', '.'], /is a folder/],
    [['inspect', 'x.cu', '--nonsense'], /--nonsense/],
    [['inspect', 'x.cu', '--define', '=4'], /NAME=VALUE/],
    [['inspect', 'x.cu', '--thread', '-1'], /--thread/],
    [['inspect', 'x.cu', '--thread=a'], /--thread expects/],
    [['eval'], /eval needs one EXPR/],
    [['eval', 'x', '--batch', 'y'], /either an EXPR or --batch/],
    [['eval', '--batch', 'no-such-file.json'], /no such file/],
    [['explain'], /explain needs one EXPR or FILE:LINE:NAME/],
    [['explain', 'no-such-file.cu:1:x'], /^cute-lens: no-such-file\.cu: no such file/],
    [['explain', 'a.cu:1:x', '--setup', 'int n = 1;'], /--setup goes with an EXPR/],
  ])('%j is refused in one line, with exit status 2', (args, message) => {
    const { status, stdout, stderr } = cuteLens(args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  test('a batch that is not JSON, or has no cases, is refused', () => {
    expect(cuteLens(['eval', '--batch', write('bad.json', '{')])).toMatchObject({ status: 2, stdout: '' });
    expect(cuteLens(['eval', '--batch', write('empty.json', '{}')]).stderr).toContain('expected { "cases"');
  });

  test.each([[['--help']], [['inspect', '--help']], [['eval', '-h']], [['explain', '--help']], [['help']]])(
    '%j helps',
    (args) => {
      const { status, stdout } = cuteLens(args);
      expect(status).toBe(0);
      expect(stdout).toMatch(/^cute-lens/);
    },
  );

  test('--version is the version of the package', () => {
    expect(cuteLens(['--version']).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
