// `npm run bench`: bundles bench.ts as everything that ships is bundled, and runs it. Run from its sources by a loader,
// each closure would be given its name when it is made, which costs more than many of the calls that are timed.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const outfile = join(root, '.tsbuild/bench/bench.mjs');
await esbuild.build({
  absWorkingDir: root,
  entryPoints: ['scripts/bench.ts'],
  outfile,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  alias: { 'web-tree-sitter': createRequire(import.meta.url).resolve('web-tree-sitter') },
  banner: {
    js: "import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url), __dirname = import.meta.dirname;",
  },
  logLevel: 'warning',
});
await import(pathToFileURL(outfile).href);
// A server that was killed may leave its pipes open.
process.exit();
