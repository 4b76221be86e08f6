// Builds everything that ships, into dist/: the client and the server of the extension, the command line, the
// parser and its grammars.
// `--watch` keeps building, `--quiet` prints nothing, `--outdir DIR` builds elsewhere, `--only NAME.cjs` one bundle.
// Types are checked by `npm run check`, not here.
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as esbuild from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const resolve = createRequire(import.meta.url).resolve;
const { values: flags } = parseArgs({
  options: {
    watch: { type: 'boolean' },
    quiet: { type: 'boolean' },
    outdir: { type: 'string' },
    only: { type: 'string' },
  },
});
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const outdir = join(root, flags.outdir ?? 'dist');

/** Everything is CommonJS: the extension host loads it fastest, and so do `node dist/cli.cjs` and a VSIX without
 *  node_modules. */
const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  // Names stay as written, so that stacks in bug reports read well. esbuild's keepNames would do that with a call for
  // each closure that is made, which evaluation makes by the thousand.
  minifyWhitespace: !flags.watch,
  minifySyntax: !flags.watch,
  sourcemap: flags.watch ? 'linked' : false,
  legalComments: 'linked',
  logLevel: flags.quiet ? 'error' : 'warning',
  define: { CUTE_LENS_VERSION: JSON.stringify(version) },
  alias: { 'web-tree-sitter': resolve('web-tree-sitter') },
};

const bundles = [
  { ...shared, entryPoints: ['client/src/extension.ts'], outfile: join(outdir, 'client.cjs'), external: ['vscode'] },
  { ...shared, entryPoints: ['server/src/main.ts'], outfile: join(outdir, 'server.cjs') },
  { ...shared, entryPoints: ['server/src/worker/main.ts'], outfile: join(outdir, 'worker.cjs') },
  {
    ...shared,
    entryPoints: ['server/src/cli/main.ts'],
    outfile: join(outdir, 'cli.cjs'),
    banner: { js: '#!/usr/bin/env node' },
  },
];

/** The page of the visualizer runs in a browser; its style sheet is built beside it. */
const inBrowser = { ...shared, platform: 'browser', target: ['chrome122'], format: 'iife', minify: !flags.watch };
bundles.push(
  { ...inBrowser, entryPoints: ['webview/src/main.ts'], outfile: join(outdir, 'webview.js') },
  { ...inBrowser, entryPoints: ['webview/src/style.css'], outfile: join(outdir, 'webview.css') },
);

mkdirSync(outdir, { recursive: true });
const grammars = await grammarsOfLanguages();
copyFileSync(resolve('web-tree-sitter/web-tree-sitter.wasm'), join(outdir, 'tree-sitter.wasm'));
for (const name of grammars)
  copyFileSync(resolve(`@vscode/tree-sitter-wasm/wasm/${name}.wasm`), join(outdir, `${name}.wasm`));

if (flags.watch) {
  const contexts = await Promise.all(bundles.map((options) => esbuild.context(options)));
  await Promise.all(contexts.map((context) => context.watch()));
  console.log('watching; the first build is done');
} else {
  const started = performance.now();
  await Promise.all(
    bundles
      .filter(({ outfile }) => flags.only === undefined || basename(outfile) === flags.only)
      .map((options) => esbuild.build(options)),
  );
  removeLeftovers();
  if (flags.only === undefined) chmodSync(join(outdir, 'cli.cjs'), 0o755);
  if (!flags.quiet)
    console.log(`built ${bundles.length} bundles into ${outdir} in ${Math.round(performance.now() - started)} ms`);
}

/** The grammars of all languages. The table of languages is TypeScript without imports. */
async function grammarsOfLanguages() {
  const table = readFileSync(join(root, 'core/src/ir/languages.ts'), 'utf8');
  const { code } = await esbuild.transform(table, { loader: 'ts', format: 'esm' });
  const { languages } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  return Object.values(languages).map(({ grammar }) => grammar);
}

/** What an earlier build left and this one did not write must not ship. */
function removeLeftovers() {
  const written = new Set([
    'tree-sitter.wasm',
    ...grammars.map((name) => `${name}.wasm`),
    ...bundles.map(({ outfile }) => basename(outfile)),
  ]);
  for (const name of readdirSync(outdir)) {
    if (!written.has(name.replace(/\.LEGAL\.txt$/, ''))) rmSync(join(outdir, name), { recursive: true });
  }
}
