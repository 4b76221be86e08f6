// Each house rule reports its violation: each is broken once in a separate folder.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const script = join(import.meta.dirname, '..', '..', '..', 'scripts', 'tidy.mjs');
const rooms = pathToFileURL(join(dirname(script), 'rooms.mjs')).href;
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
  const files = {
    'core/src/algebra/layout.ts': "import { never } from '../base/assert';\nexport { never };\n",
    'core/src/checks/cuda/tiling/one.ts':
      "import type { Call } from '../../../analysis';\nimport { known } from '../../lib/facts';\nexport { known, type Call };\n",
    'core/src/draw/text.ts': "import { viewOf } from '../views/model';\nexport { viewOf };\n",
  };
  expect(tidy(files)).toMatchObject({ status: 0 });
});

test('a long sentence in a line passes', () => {
  expect(tidy({ 'server/src/o.ts': `export const x = '${'word '.repeat(25)}';\n` })).toMatchObject({ status: 0 });
});

test('doors that lead in a circle are found, at any depth', () => {
  const tables = [
    { a: ['b'], b: ['a'] },
    { a: [], 'a/x': ['a/y'], 'a/y': ['a/x'] },
    { a: ['b'], b: ['type:a'] },
  ];
  const program = `import { circles } from ${JSON.stringify(rooms)}; console.log(JSON.stringify(${JSON.stringify(tables)}.map(circles)));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  expect(JSON.parse(stdout)).toEqual([['a → b → a'], ['a/x → a/y → a/x'], []]);
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
    "import '../cutile-rust/lower';\n",
    'frontends/cuda must not import frontends/cutile-rust',
  ],
  [
    'checks of one language importing those of another',
    'core/src/checks/cuda/tiling/n.ts',
    "import '../../cutile/tiles';\n",
    'checks/cuda must not import checks/cutile',
  ],
  [
    'what checks share importing a check',
    'core/src/checks/lib/o.ts',
    "import '../cuda/tiling/p';\n",
    'checks/lib must not import checks/cuda',
  ],
  [
    'a room of checks that nobody knows',
    'core/src/checks/misc/q.ts',
    "import '../lib/check';\n",
    'checks/misc is not a room',
  ],
  ['drawing importing a view', 'core/src/draw/r.ts', "import '../views/layout';\n", 'draw must not import views'],
  [
    'a value through a door for types',
    'core/src/eval/s.ts',
    "import { analyze } from '../analysis';\n",
    'eval must not import analysis',
  ],
  [
    'the evaluator importing a front end',
    'core/src/eval/d.ts',
    "import '../frontends/front-end';\n",
    'eval must not import frontends',
  ],
  ['a room that nobody knows', 'core/src/misc/e.ts', "import '../base/span';\n", 'not a room'],
  [
    'a lower room of the evaluator importing a higher one',
    'core/src/eval/memory/n.ts',
    "import { x } from '../run/call';\n",
    'eval/memory must not import eval/run',
  ],
  [
    'types of a higher room',
    'core/src/eval/values/o.ts',
    "import type { X } from '../state/machine';\n",
    'eval/values must not import eval/state',
  ],
  [
    'a room of the evaluator importing its door',
    'core/src/eval/run/p.ts',
    "import { x } from '../evaluate';\n",
    'eval/run must not import eval/evaluate',
  ],
  [
    'a folder of the evaluator that is no room',
    'core/src/eval/misc/q.ts',
    "import { x } from '../values/kinds';\n",
    'core/src/eval/misc is not a room',
  ],
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
  [
    'code that reads a message',
    'core/src/checks/lib/t.ts',
    "if (one.message.includes('too few')) run();\n",
    'what a message says is no data',
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

test('nine files that import each other are too many', () => {
  const circle = (n: number): Record<string, string> =>
    Object.fromEntries(
      Array.from({ length: n }, (_, i) => [`core/src/algebra/c${i}.ts`, `import './c${(i + 1) % n}';\n`]),
    );
  expect(tidy(circle(8))).toMatchObject({ status: 0 });
  expect(tidy(circle(9)).output).toContain('9 files import each other in a circle');
});

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
