// Each house rule reports its violation: each is broken once in a separate folder.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const script = join(import.meta.dirname, '..', '..', '..', 'scripts', 'tidy.mjs');
const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

function tidy(files: Readonly<Record<string, string>>): { status: number | null; output: string } {
  const folder = mkdtempSync(join(tmpdir(), 'cute-lens-tidy-'));
  folders.push(folder);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  const { status, stdout } = spawnSync(process.execPath, [script, '--root', folder], { encoding: 'utf8' });
  return { status, output: stdout };
}

test('a tidy folder passes', () => {
  const files = { 'core/src/algebra/layout.ts': "import { never } from '../base/assert';\nexport { never };\n" };
  expect(tidy(files)).toMatchObject({ status: 0 });
});

test('a long sentence in a line passes', () => {
  expect(tidy({ 'server/src/o.ts': `export const x = '${'word '.repeat(25)}';\n` })).toMatchObject({ status: 0 });
});

const broken = [
  [
    'the algebra importing values',
    'core/src/algebra/a.ts',
    "import '../values/value';\n",
    'algebra must not import values',
  ],
  [
    'a front end importing the evaluator',
    'core/src/frontends/cuda/b.ts',
    "import type { X } from '../../eval/evaluate';\n",
    'frontends must not import eval',
  ],
  [
    'one front end importing another',
    'core/src/frontends/cuda/c.ts',
    "import '../rust/lower';\n",
    'must not import another front end',
  ],
  [
    'the evaluator importing a front end',
    'core/src/eval/d.ts',
    "import '../frontends/front-end';\n",
    'eval must not import frontends',
  ],
  ['a room that nobody knows', 'core/src/misc/e.ts', "import '../base/span';\n", 'not a room'],
  [
    'the core importing the server',
    'core/src/eval/f.ts',
    "import '../../../server/src/session';\n",
    'core must not import server',
  ],
  [
    'the server importing vscode',
    'server/src/g.ts',
    "import * as vscode from 'vscode';\n",
    'server must not import vscode',
  ],
  // The compiler sees the core through the protocol's types, so this arrow is not its business.
  [
    'the client importing the core',
    'client/src/m.ts',
    "import '../../core/src/index';\n",
    'client must not import core',
  ],
  [
    'the toolkit outside of its file',
    'webview/src/ui/bar.ts',
    "import { vsCodeButton } from '@vscode/webview-ui-toolkit';\n",
    'only webview/src/ui/controls.ts',
  ],
  [
    'the page using the evaluator',
    'webview/src/l.ts',
    "import '../../core/src/eval/evaluate';\n",
    'the webview sees only',
  ],
  ['a long file', 'server/src/h.ts', 'const x = 1;\n'.repeat(401), '401 lines; a file stops at 400'],
  ['a long function', 'server/src/i.ts', `function f() {\n${'  g();\n'.repeat(80)}}\n`, 'a function of 82 lines'],
  [
    'a long line of code',
    'server/src/m.ts',
    `export const x = [${'1, '.repeat(40)}];\n`,
    '140 columns; a line stops at 120',
  ],
  ['a long comment', 'server/src/n.ts', `// ${'word '.repeat(25)}.\n`, '129 columns; a line stops at 120'],
  ['a tab in a fixture', 'test/fixtures/eval/j.cu', 'void f() {\n\tauto x = 1;\n}\n', 'a tab'],
  ['a path of one machine', 'docs/k.md', `see /wo${'rk'}/main\n`, 'has no place in the repository'],
] as const;

describe('found', () => {
  let found = { status: 0 as number | null, output: '' };
  beforeAll(() => {
    found = tidy(Object.fromEntries(broken.map(([, file, text]) => [file, text])));
  });

  test.each(broken)('%s', (_, file, __, message) => {
    const lines = found.output.split('\n').filter((line) => line.startsWith(`${file}:`));
    expect(lines.join('\n')).toContain(message);
  });

  test('and the exit status says so', () => {
    expect(found.status).toBe(1);
  });
});
