// The same suite in a downloaded desktop VS Code, for machines that reach its download: `npm run test:desktop`.
import { runTests } from '@vscode/test-electron';
import { build } from 'esbuild';
import { join } from 'node:path';
import { writeWorkspace } from './workspace';

const root = join(import.meta.dirname, '..', '..');
const suite = join(import.meta.dirname, 'out', 'suite.cjs');

await build({
  entryPoints: [join(import.meta.dirname, 'suite', 'index.ts')],
  outfile: suite,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  external: ['vscode'],
  logLevel: 'error',
});
const code = await runTests({
  extensionDevelopmentPath: root,
  extensionTestsPath: suite,
  launchArgs: [writeWorkspace(), '--disable-extensions'],
});
process.exitCode = code;
