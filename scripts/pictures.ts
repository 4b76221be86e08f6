// `CUTLASS_DIR=… npx tsx scripts/pictures.ts`: asks CuTe's own print_latex who owns each cell of MMAs and copies, and
// what it and print_layout write for layouts. Records the answers in test/golden/pictures.json, which test/unit/views
// compares with what is drawn. Needs g++ and CUDA's headers, no GPU.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findHost, run, type Host } from '../test/oracle/host';
import { ROOT } from '../test/support/fixture';
import type { PictureCase, PictureGolden } from '../test/support/pictures';

const half = 'Copy_Atom<UniversalCopy<uint128_t>, half_t>{}';
const mma =
  'auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2,_1>>{}, Tile<_32,_32,_16>{});';

/** What is asked: the C++ text goes to CuTe and to us alike. */
const cases: readonly (readonly [kind: PictureCase['kind'], expr: string, setup?: string])[] = [
  ['mma', 'MMA_Atom<SM61_DP4A>{}'],
  ['mma', 'MMA_Atom<SM70_8x8x4_F32F16F16F32_TN>{}'],
  ['mma', 'MMA_Atom<SM70_8x8x4_F16F16F16F16_NT>{}'],
  ['mma', 'MMA_Atom<SM75_16x8x8_F32F16F16F32_TN>{}'],
  ['mma', 'MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>{}'],
  ['mma', 'MMA_Atom<SM80_16x8x8_F32TF32TF32F32_TN>{}'],
  ['mma', 'MMA_Atom<SM80_16x8x32_S32S8S8S32_TN>{}'],
  ['mma', 'MMA_Atom<SM80_8x8x4_F64F64F64F64_TN>{}'],
  ['mma', 'MMA_Atom<SM89_16x8x32_F32E4M3E4M3F32_TN>{}'],
  ['mma', 'MMA_Atom<SM90_16x8x8_F64F64F64F64_TN>{}'],
  ['mma', 'MMA_Atom<SM90_64x16x16_F16F16F16_SS<GMMA::Major::K, GMMA::Major::K>>{}'],
  ['mma', 'MMA_Atom<SM90_64x32x8_F32TF32TF32_RS_TN<>>{}'],
  ['mma', 'mma', mma],
  [
    'mma',
    'mma',
    'auto mma = make_tiled_mma(SM80_16x8x8_F32TF32TF32F32_TN{}, Layout<Shape<_2,_2,_1>,Stride<_2,_1,_1>>{}, Tile<_32,Layout<Shape<_2,_4,_2>,Stride<_1,_4,_2>>,_8>{});',
  ],
  [
    'mma',
    'mma',
    'auto mma = make_tiled_mma(SM70_8x8x4_F32F16F16F32_TN{}, Layout<Shape<_1,_2,_2>>{}, Tile<_16,_16,_8>{});',
  ],
  [
    'copy',
    'copy',
    `auto copy = make_tiled_copy(${half}, Layout<Shape<_16,_4>,Stride<_4,_1>>{}, Layout<Shape<_1,_8>>{});`,
  ],
  [
    'copy',
    'copy',
    'auto copy = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, float>{}, Layout<Shape<_8,_16>>{}, Layout<Shape<_4,_1>>{});',
  ],
  [
    'copy',
    'copy',
    'auto copy = make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{}, Layout<Shape<_4,_8>,Stride<_8,_1>>{}, Layout<Shape<_2,_2>,Stride<_2,_1>>{});',
  ],
  ['copy', 'copy', `${mma} auto copy = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);`],
  ['copy', 'copy', `${mma} auto copy = make_tiled_copy_B(Copy_Atom<SM75_U16x8_LDSM_T, half_t>{}, mma);`],
  ['copy', 'copy', `${mma} auto copy = make_tiled_copy_C(Copy_Atom<SM90_U32x4_STSM_N, half_t>{}, mma);`],
];

/** Layouts that print_layout and print_latex write as they are. */
const layouts: readonly string[] = [
  'Layout<Shape<_4,_8>,Stride<_8,_1>>{}',
  'Layout<Shape<Shape<_2,_2>,_5>,Stride<Stride<_1,_10>,_2>>{}',
  'make_layout(make_shape(12, _3{}), make_stride(_1{}, 100))',
  'composition(Swizzle<2,0,3>{}, Layout<Shape<_8,_8>,Stride<_8,_1>>{})',
];

function program(): string {
  const calls = cases.map(
    ([, expr, setup = ''], i) => `  { ${setup} printf("\\x01" "${i}\\n"); print_latex(${expr}); }`,
  );
  const texts = layouts.map(
    (layout, i) =>
      `  { printf("\\x01" "${cases.length + i}\\n"); print_layout(${layout}); printf("\\x02"); print_latex(${layout}); }`,
  );
  return [
    '#include <cute/tensor.hpp>',
    '#include <cute/atom/mma_atom.hpp>',
    '#include <cute/atom/copy_atom.hpp>',
    '#include <cute/util/print_latex.hpp>',
    '#include <cstdio>',
    'using namespace cute;',
    'int main() {',
    ...calls,
    ...texts,
    '}',
    '',
  ].join('\n');
}

async function ask(host: Host): Promise<string> {
  const [source, binary] = [join(host.cache, 'pictures.cpp'), join(host.cache, 'pictures')];
  writeFileSync(source, program());
  const built = await run(
    host.compiler,
    ['-std=c++17', '-w', '-O0', ...host.includes.map((dir) => `-I${dir}`), source, '-o', binary],
    300,
  );
  if (built.code !== 0) throw new Error(`the program does not compile:\n${built.err.slice(0, 4000)}`);
  const { code, out } = await run(binary, [], 60);
  if (code !== 0) throw new Error(`the program ends with ${code}`);
  return out;
}

interface Cell {
  readonly row: number;
  readonly column: number;
  readonly owner: string;
}

function cellsOf(latex: string): Cell[] {
  const nodes = latex.matchAll(/^\\node\[fill=.*\] at \((-?\d+),(-?\d+)\) \{\\shortstack\{T(\d+) \\\\ V(\d+)\}\};$/gm);
  return [...nodes].map(([, row, column, thread, value]) => ({
    row: Number(row),
    column: Number(column),
    owner: `${thread}.${value}`,
  }));
}

/** Cells by row, as text: `thread.value`, a dash where nobody is. */
function rowsOf(cells: readonly Cell[]): string[] {
  const [rows, columns] = [
    Math.max(...cells.map(({ row }) => row)) + 1,
    Math.max(...cells.map(({ column }) => column)) + 1,
  ];
  const table = Array.from({ length: rows }, () => Array.from({ length: columns }, () => '-'));
  for (const { row, column, owner } of cells) (table[row] as string[])[column] = owner;
  return table.map((row) => row.join(' '));
}

/** CuTe places A left of C and B above it, K + 1 away; the destination of a copy N + 3 to the right of its source. */
function picturesOf(kind: PictureCase['kind'], latex: string): PictureCase['pictures'] {
  const cells = cellsOf(latex);
  if (kind === 'copy') {
    const columns = Number(/\(0,0\) grid \(\d+,(\d+)\)/.exec(latex)?.[1]);
    const shifted =
      (from: number) =>
      (cell: Cell): Cell => ({ ...cell, column: cell.column - from });
    return {
      source: rowsOf(cells.filter(({ column }) => column < columns)),
      destination: rowsOf(cells.filter(({ column }) => column >= columns).map(shifted(columns + 3))),
    };
  }
  const depth = -Math.min(...cells.map(({ column }) => column)) - 1;
  const a = cells.filter(({ column }) => column < 0).map((cell) => ({ ...cell, column: cell.column + depth + 1 }));
  const b = cells.filter(({ row }) => row < 0).map((cell) => ({ ...cell, row: cell.row + depth + 1 }));
  const [rows = 0, columns = 0] = (/\(0,0\) grid \((\d+),(\d+)\)/.exec(latex) ?? []).slice(1).map(Number);
  // With threads along K, CuTe's layout of C goes on beyond the tile, and print_latex draws nodes outside of its own
  // grid.
  return {
    A: rowsOf(a),
    B: rowsOf(b),
    C: rowsOf(cells.filter(({ row, column }) => row >= 0 && column >= 0 && row < rows && column < columns)),
  };
}

const host = findHost();
const answers = (await ask(host)).split(/\x01\d+\n/).slice(1);
const golden: PictureGolden = {
  source: 'cute/util/print_latex.hpp',
  cutlass: host.cutlass,
  cases: cases.map(([kind, expr, setup = ''], i) => ({
    kind,
    setup,
    expr,
    pictures: picturesOf(kind, answers[i] ?? ''),
  })),
  layouts: layouts.map((expr, i) => {
    const [printLayout = '', printLatex = ''] = (answers[cases.length + i] ?? '').split('\x02');
    return { expr, printLayout: printLayout.split('\n'), printLatex: printLatex.split('\n') };
  }),
};
const file = join(ROOT, 'test/golden/pictures.json');
writeFileSync(file, `${JSON.stringify(golden, null, 1)}\n`);
console.log(`${golden.cases.length} pictures of CuTe ${host.cutlass} in ${file}`);
