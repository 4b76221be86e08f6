// What is bundled, for whom: a list of esbuild's options, one for each file. build.mjs builds the extension's,
// npm-package.mjs those of the npm package.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as esbuild from 'esbuild';

const { resolve } = createRequire(import.meta.url);

/** The engine that runs the grammars, and the grammars. */
export const wasmFiles = new Map([
  ['tree-sitter.wasm', resolve('web-tree-sitter/web-tree-sitter.wasm')],
  ...(await grammarsOfLanguages()).map((name) => [
    `${name}.wasm`,
    resolve(`@vscode/tree-sitter-wasm/wasm/${name}.wasm`),
  ]),
]);

/** Where a browser differs from Node: modules of the server that have another implementation for it. */
const forBrowsers = ['paths', 'runtime', 'local-files'];

const browserDoors = (root) => ({
  name: 'doors of the browser',
  setup(build) {
    const byPath = new Map(
      forBrowsers.map((name) => [join(root, `server/src/${name}.ts`), join(root, `browser/src/${name}.ts`)]),
    );
    build.onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir }) => {
      const other = byPath.get(`${join(resolveDir, path)}.ts`);
      return other === undefined ? undefined : { path: other };
    });
  },
});

/** The grammars of all languages. The table of languages is TypeScript without imports. */
async function grammarsOfLanguages() {
  const table = readFileSync(new URL('../core/src/ir/languages.ts', import.meta.url), 'utf8');
  const { code } = await esbuild.transform(table, { loader: 'ts', format: 'esm' });
  const { languages } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  return Object.values(languages).map(({ grammar }) => grammar);
}

export function bundlesOf({ root, outdir, isWatching = false, isQuiet = false }) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
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
    minifyWhitespace: !isWatching,
    minifySyntax: !isWatching,
    sourcemap: isWatching ? 'linked' : false,
    legalComments: 'linked',
    logLevel: isQuiet ? 'error' : 'warning',
    define: { CUTE_LENS_VERSION: JSON.stringify(version) },
    alias: { 'web-tree-sitter': resolve('web-tree-sitter') },
  };
  const node = (entry, outfile, more = {}) => ({
    ...shared,
    entryPoints: [entry],
    outfile: join(outdir, outfile),
    ...more,
  });
  /** The page of the visualizer runs in a browser; its style sheet is built beside it. */
  const inBrowser = { platform: 'browser', target: ['chrome122'], format: 'iife', minify: !isWatching };
  const inWorker = {
    ...inBrowser,
    alias: { 'web-tree-sitter': resolve('web-tree-sitter'), 'node:path': resolve('path-browserify') },
    plugins: [browserDoors(root)],
    // The parser asks for these only where it finds itself in Node.
    external: ['fs', 'fs/promises', 'path', 'url', 'module', 'worker_threads'],
  };
  return [
    node('client/src/node.ts', 'client.cjs', { external: ['vscode'] }),
    node('server/src/main.ts', 'server.cjs'),
    node('server/src/worker/main.ts', 'worker.cjs'),
    node('server/src/cli/main.ts', 'cli.cjs', { banner: { js: '#!/usr/bin/env node' } }),
    node('server/src/library/index.ts', 'index.cjs'),
    node('server/src/mcp/main.ts', 'mcp.cjs'),
    node('browser/src/main.ts', 'browser-server.js', inWorker),
    node('client/src/browser.ts', 'browser-client.cjs', { ...inBrowser, format: 'cjs', external: ['vscode'] }),
    node('webview/src/main.ts', 'webview.js', inBrowser),
    node('webview/src/style.css', 'webview.css', inBrowser),
  ];
}
