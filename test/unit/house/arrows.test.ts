// A wrong import arrow between the top-level folders must be a build error: each is compiled in a copy of the project's
// settings, with one file in each folder.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..', '..');
const folders = ['core', 'protocol', 'server', 'client', 'webview'];
const copies: string[] = [];
afterAll(() => copies.forEach((copy) => rmSync(copy, { recursive: true, force: true })));

/** What the compiler says about the project with these files beside one good file in each folder. */
function compile(files: Readonly<Record<string, string>>): string {
  const copy = mkdtempSync(join(tmpdir(), 'cute-lens-arrows-'));
  copies.push(copy);
  cpSync(join(root, 'tsconfig.base.json'), join(copy, 'tsconfig.base.json'));
  writeFileSync(
    join(copy, 'tsconfig.json'),
    JSON.stringify({ files: [], references: folders.map((folder) => ({ path: `./${folder}` })) }),
  );
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const good = folders.map((folder) => [`${folder}/src/thing.ts`, `export const ${folder} = '${folder}';\n`] as const);
  for (const [file, text] of [...good, ...Object.entries(files)]) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    writeFileSync(join(copy, file), text);
  }
  for (const folder of folders) cpSync(join(root, folder, 'tsconfig.json'), join(copy, folder, 'tsconfig.json'));
  return spawnSync(
    process.execPath,
    [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-b', '.', '--pretty', 'false'],
    { encoding: 'utf8', cwd: copy },
  ).stdout;
}

const importing = (folder: string): string =>
  `import { ${folder} } from '../../${folder}/src/thing';\nexport const used = ${folder};\n`;

const wrongArrows = [
  ['core', 'server'],
  ['core', 'protocol'],
  ['protocol', 'server'],
  ['client', 'server'],
  ['server', 'client'],
  ['webview', 'server'],
  ['webview', 'client'],
  ['server', 'webview'],
] as const;

const wrongGlobals = [
  ['console', "console.log('x');\nexport {};\n", 'TS2584'],
  ['process', 'export const x = process.argv;\n', 'TS2591'],
  ['document', 'export const x = document.title;\n', 'TS2584'],
  ['node-fs', "import { readFileSync } from 'node:fs';\nexport const x = readFileSync;\n", 'TS2307'],
] as const;

test('the arrows of the design compile', () => {
  const uses = `${importing('core')}export { protocol } from '../../protocol/src/thing';\n`;
  expect(
    compile({ 'server/src/uses.ts': uses, 'client/src/uses.ts': importing('protocol'), 'webview/src/uses.ts': uses }),
  ).toBe('');
});

describe('a build error', () => {
  let output = '';
  beforeAll(() => {
    const arrows = wrongArrows.map(([from, to]) => [`${from}/src/uses-${to}.ts`, importing(to)]);
    const globals = wrongGlobals.map(([name, text]) => [`core/src/uses-${name}.ts`, text]);
    output = compile(Object.fromEntries([...arrows, ...globals]) as Record<string, string>);
  });

  test.each(wrongArrows)('%s importing %s', (from, to) => {
    expect(output).toMatch(new RegExp(`^${from}/src/uses-${to}\\.ts.*error TS(6059|6307)`, 'm'));
  });

  test.each(wrongGlobals)('the core using %s', (name, _, code) => {
    expect(output).toMatch(new RegExp(`^core/src/uses-${name}\\.ts.*error ${code}`, 'm'));
  });
});
