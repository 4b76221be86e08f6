// Writes the npm package `cute-lens` into a folder (`.tsbuild/npm`, or `--outdir DIR`) and packs it: the command line,
// the language server, and the library with its types. The extension is another package, packed by package.mjs.
// What the package may hold is `files` below, and nothing else may be in it.
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as esbuild from 'esbuild';
import { bundlesOf, wasmFiles } from './bundles.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values: flags } = parseArgs({ options: { outdir: { type: 'string' }, quiet: { type: 'boolean' } } });
const folder = join(root, flags.outdir ?? '.tsbuild/npm');
const dist = join(folder, 'dist');

rmSync(folder, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
mkdirSync(join(folder, 'docs'));

const shipped = ['cli.cjs', 'server.cjs', 'worker.cjs', 'index.cjs', 'mcp.cjs', 'webview.js', 'webview.css'];
const bundles = bundlesOf({ outdir: dist, root }).filter(({ outfile }) => shipped.includes(basename(outfile)));
await Promise.all(bundles.map((options) => esbuild.build(options)));
chmodSync(join(dist, 'cli.cjs'), 0o755);
for (const [name, from] of wasmFiles) copyFileSync(from, join(dist, name));

// The declarations of the library stand on two files, of which one imports nothing.
execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-b', join(root, 'server')]);
for (const name of ['index.d.ts', 'types.d.ts'])
  copyFileSync(join(root, '.tsbuild/server/src/library', name), join(dist, name));

copyFileSync(join(root, 'docs/checks.md'), join(folder, 'docs/checks.md'));
copyFileSync(join(root, 'docs/command-line.md'), join(folder, 'README.md'));
cpSync(join(root, 'l10n'), join(folder, 'l10n'), { recursive: true });
copyFileSync(join(root, 'CHANGELOG.md'), join(folder, 'CHANGELOG.md'));
copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));

const { name, description, version, license, keywords, engines, repository, bugs, homepage } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);
const manifest = {
  name,
  version,
  description,
  license,
  keywords,
  repository,
  bugs,
  homepage,
  engines: { node: engines.node },
  bin: { 'cute-lens': 'dist/cli.cjs' },
  main: './dist/index.cjs',
  types: './dist/index.d.ts',
  exports: { '.': { types: './dist/index.d.ts', default: './dist/index.cjs' }, './package.json': './package.json' },
  files: ['dist', 'l10n', 'docs/checks.md', 'CHANGELOG.md'],
};
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);

const [{ filename }] = JSON.parse(
  execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'ignore'],
  }),
);
if (!flags.quiet)
  console.log(`${join(folder, filename)}: ${(statSync(join(folder, filename)).size / 1024 / 1024).toFixed(2)} MB`);
