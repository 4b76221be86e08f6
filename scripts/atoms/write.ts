// Writes CuTe's answers: the tables of core/src/atoms/tables with their list, and the record that the tests compare
// with.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CopyAnswer, MmaAnswer } from './probe';

export interface Source {
  /** The repository to write into. */
  readonly root: string;
  /** `4.7.0 (7107b0553)`. */
  readonly cutlass: string;
}

const folder = 'core/src/atoms/tables';

const row = (cells: readonly string[]): string => `  [${cells.map((cell) => `'${cell}'`).join(', ')}],\n`;

function writeTable(
  { root, cutlass }: Source,
  file: string,
  what: string,
  type: string,
  name: string,
  rows: string,
): void {
  const header = `// ${what} of CUTLASS ${cutlass}: every row is what CuTe prints for the traits.\n// Data only; see ../rows.ts for the columns.\nimport type { ${type} } from '../rows';\n\n`;
  writeFileSync(join(root, folder, `${file}.ts`), `${header}export const ${name}: readonly ${type}[] = [\n${rows}];\n`);
}

/** `sm` is the two or three digits of the header's name. */
export function writeMmaRows(source: Source, sm: string, answers: readonly MmaAnswer[]): void {
  const rows = answers
    .map(({ op, types, shapeMNK, thrId, a, b, c }) => row([op, types, shapeMNK, thrId, a, b, c]))
    .join('');
  writeTable(
    source,
    `mma_traits_sm${sm}`,
    `MMA operations of sm_${sm}, from cute/atom/mma_traits_sm${sm}.hpp`,
    'MmaRow',
    `mmaSm${sm}`,
    rows,
  );
}

export function writeCopyRows(source: Source, sm: string, answers: readonly CopyAnswer[]): void {
  const rows = answers.map(({ op, thrId, src, dst, ref }) => row([op, thrId, src, dst, ref])).join('');
  writeTable(
    source,
    `copy_traits_sm${sm}`,
    `Copy operations of sm_${sm}, from cute/atom/copy_traits_sm${sm}.hpp`,
    'CopyRow',
    `copySm${sm}`,
    rows,
  );
}

/** The list of the tables of these architectures. */
export function writeList({ root }: Source, mma: readonly string[], copy: readonly string[]): void {
  const named = [...mma.map((sm) => ['mma', sm] as const), ...copy.map((sm) => ['copy', sm] as const)];
  const list = (kind: string, all: readonly string[]): string => all.map((sm) => `${kind}Sm${sm}`).join(', ');
  const lines = [
    '// The tables of atoms, by the architecture of their header. Written by `npm run gen-atoms`.',
    "import type { CopyRow, MmaRow } from '../rows';",
    ...named.map(([kind, sm]) => `import { ${kind}Sm${sm} } from './${kind}_traits_sm${sm}';`),
    '',
    `export const mmaTables: readonly (readonly MmaRow[])[] = [${list('mma', mma)}];`,
    `export const copyTables: readonly (readonly CopyRow[])[] = [${list('copy', copy)}];`,
    '',
  ];
  writeFileSync(join(root, folder, 'index.ts'), lines.join('\n'));
}

export function writeValIds({ root, cutlass }: Source, answers: readonly CopyAnswer[]): void {
  const path = join(root, folder, 'tmem_val_ids_sm100.ts');
  const header = [
    '// Where the values of one thread lie in tensor memory, for every tcgen05.ld, tcgen05.st and tcgen05.cp: logical bit → tensor-memory bit',
    `// (\`ValID\`). From cute/atom/copy_traits_sm100.hpp of CUTLASS ${cutlass}, as CuTe prints it. Data only.`,
    '',
    'export const tmemValIds: readonly (readonly [op: string, valId: string])[] = [',
    '',
  ].join('\n');
  writeFileSync(
    path,
    `${header}${answers
      .filter(({ valId }) => valId !== '')
      .map(({ op, valId }) => row([op, valId]))
      .join('')}];\n`,
  );
}

/** What CuTe said, as the tests read it: columns are indices into `texts`. */
export function writeRecord({ root, cutlass }: Source, mma: readonly MmaAnswer[], copy: readonly CopyAnswer[]): void {
  const texts = new Map<string, number>();
  const index = (text: string): number => {
    const had = texts.get(text);
    if (had !== undefined) return had;
    texts.set(text, texts.size);
    return texts.size - 1;
  };
  const line = (op: string, columns: readonly string[]): string => JSON.stringify([op, ...columns.map(index)]);
  const mmaLines = mma.map(({ op, types, shapeMNK, thrId, a, b, c, fragments, extra }) =>
    line(op, [types, shapeMNK, thrId, a, b, c, fragments, extra]),
  );
  const copyLines = copy.map(({ op, thrId, src, dst, ref, valId }) => line(op, [thrId, src, dst, ref, valId]));
  const list = (lines: readonly string[]): string => `[\n${lines.join(',\n')}\n]`;
  const parts = [
    `"cutlass":${JSON.stringify(cutlass)}`,
    `"texts":${list([...texts.keys()].map((t) => JSON.stringify(t)))}`,
    `"mma":${list(mmaLines)}`,
    `"copy":${list(copyLines)}`,
  ];
  const text = `{${parts.join(',\n')}}\n`;
  writeFileSync(join(root, 'test/golden/atoms.json'), text);
}

/** `4.7.0 (7107b0553)`: the version from its header, the commit where it is known. */
export function cutlassName(dir: string, commit: string | undefined): string {
  const version = readFileSync(join(dir, 'include/cutlass/version.h'), 'utf8');
  const numbers = ['MAJOR', 'MINOR', 'PATCH']
    .map((part) => new RegExp(`CUTLASS_${part} (\\d+)`).exec(version)?.[1] ?? '?')
    .join('.');
  return commit === undefined ? numbers : `${numbers} (${commit.slice(0, 9)})`;
}
