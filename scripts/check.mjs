// `npm run check`: types, lint, format and house rules. Lint takes as long as all else together, so the two run beside
// each other; what each says is shown when it has ended. Exits with 1 if anything is wrong.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const tool = (path) => join(root, 'node_modules', path);
const lanes = [
  [[tool('eslint/bin/eslint.js'), '.', '--max-warnings', '0']],
  [
    [tool('typescript/bin/tsc'), '-b'],
    [tool('prettier/bin/prettier.cjs'), '--log-level', 'warn', '--check', '.'],
    [join(root, 'scripts/tidy.mjs')],
  ],
];

/** Runs a script of Node; whether it ended well. */
function passes(script) {
  const child = spawn(process.execPath, script, { cwd: root });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk));
  return new Promise((resolve) => {
    child.on('close', (code) => {
      for (const chunk of said) process.stdout.write(chunk);
      resolve(code === 0);
    });
  });
}

/** The scripts of a lane, one after the other, up to the first that fails. */
async function lanePasses(scripts) {
  for (const script of scripts) if (!(await passes(script))) return false;
  return true;
}

const passed = await Promise.all(lanes.map(lanePasses));
process.exitCode = passed.includes(false) ? 1 : 0;
